package check

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/tally"
)

// bounded makes a trial with links, for tests that fill what it keeps.
func bounded(links int) *trial {
	t := newTrial(tally.NewAccounts())
	t.places = 2
	t.nowhere.counts, t.nowhere.named = make([]count, t.places), map[int][]Violation{}
	for i := range links {
		t.link(&match.Connection{Number: i + 1, Link: uint32(i + 1), Slot: -1})
	}
	return t
}

// dataAt is a Data message on a link, heard at a second.
func dataAt(l *link, seq uint16, second int64) *heard {
	r := numbered(seq, second, "x")
	r.Header.Type = transport.Data
	return &heard{Record: r, Time: r.Time, link: l, code: -1, once: true, number: int64(seq)}
}

// TestNamedViolations has a rule name the first violations only.
func TestNamedViolations(t *testing.T) {
	x := bounded(1)
	w := newWatch(x, &Rule{}, "", 0)
	for i := range int64(2 * mostShown) {
		w.breaks(Server, x.links[0], match.Event{Frame: i + 1}, "violation %d", i)
		w.breaks(Server, nil, match.Event{Frame: i + 1}, "violation %d", i)
	}
	for _, l := range []*link{x.links[0], &x.nowhere} {
		if named := l.named[0]; l.counts[0].violations != 2*mostShown || len(named) != mostShown || named[mostShown-1].At.Frame != mostShown {
			t.Errorf("%d violations, %d named", l.counts[0].violations, len(named))
		}
	}
	many := bounded(fewLinks + 1)
	w = newWatch(many, &Rule{}, "", 0)
	for i := range int64(2 * mostShown) {
		w.breaks(Server, many.links[0], match.Event{Frame: i + 1}, "violation %d", i)
	}
	if l := many.links[0]; l.counts[0].violations != 2*mostShown || len(l.named[0]) != someShown {
		t.Errorf("of many links: %d violations, %d named", l.counts[0].violations, len(l.named[0]))
	}
}

// TestHolesAreBounded loses every other number of a channel, and then finds that other channels have
// taken all the room.
func TestHolesAreBounded(t *testing.T) {
	var n numbers
	for i := range 2 * maxChannelHoles {
		n.take(numbered(uint16(3*i), int64(i+1), "x"))
	}
	if len(n.holes) != maxChannelHoles || !n.forgotten {
		t.Errorf("%d holes of a channel, forgotten %v", len(n.holes), n.forgotten)
	}
	x := bounded(maxHoles/maxChannelHoles + 1)
	for _, l := range x.links {
		for i := range maxChannelHoles + 1 {
			h := dataAt(l, uint16(3*i), int64(i+1))
			x.number(h)
		}
	}
	if last := &x.links[len(x.links)-1].numbers[toClient][0]; x.room.holes != maxHoles || !last.forgotten {
		t.Errorf("%d holes of a capture, forgotten %v", x.room.holes, last.forgotten)
	}
}

// TestDeliveriesAreBounded follows more messages than there is room for; when the capture goes on, those
// of silent links make room.
func TestDeliveriesAreBounded(t *testing.T) {
	x := bounded(2)
	settled := 0
	x.ask.settled = append(x.ask.settled, func(*delivery) { settled++ })
	for i := range maxDeliveries + 5 {
		x.follow(dataAt(x.links[0], uint16(i), 1))
	}
	if x.room.following != maxDeliveries || len(x.links[0].sent[0].waiting) != maxDeliveries || x.dropped != 5 {
		t.Errorf("%d are followed, %d dropped", x.room.following, x.dropped)
	}
	x.follow(dataAt(x.links[1], 0, 1+int64(settledAfter/time.Second)+1))
	if n := len(x.room.spare); n == 0 || n > mostSpare {
		t.Errorf("%d are kept to be used again", n)
	}
	if x.room.following != 1 || settled != maxDeliveries || x.dropped != 5 {
		t.Errorf("later: %d are followed, %d settled, %d dropped", x.room.following, settled, x.dropped)
	}
}

// TestRememberedBytes has links remember more than there is room for: those that have been silent longest
// forget, and a link that speaks again begins anew.
func TestRememberedBytes(t *testing.T) {
	const links = 2*maxRemembered/(ofEntry*mostEntries) + 5
	x := bounded(links)
	say := func(l *link, second int64, times int) {
		l.last[toClient].Time = capture.Time{Sec: second}
		for range times {
			l.log.add(entry{at: match.Event{Time: capture.Time{Sec: second}}})
		}
		x.charge(l)
	}
	for i, l := range x.links {
		say(l, int64(i+1), mostEntries)
	}
	first, last := &x.links[0].log, &x.links[links-1].log
	if x.room.bytes > maxRemembered || x.room.bytes < maxRemembered/2 || first.entries != nil || len(last.entries) != mostEntries {
		t.Errorf("%d bytes, %d and %d messages", x.room.bytes, len(first.entries), len(last.entries))
	}
	if say(x.links[0], 1000, 1); len(first.entries) != 1 {
		t.Error("a link that speaks again does not remember")
	}
}

// TestSilentLinks passes over links that have been silent for long, until they speak again, and forgets what they said.
func TestSilentLinks(t *testing.T) {
	x := bounded(4)
	at := func(second int64) capture.Time { return capture.Time{Sec: second} }
	for i, l := range x.links {
		l.place = i
		l.last[toServer].Time = at(int64(1 + 100*i))
		l.log.add(entry{at: match.Event{Time: at(int64(1 + 100*i))}})
		x.charge(l)
	}
	gone := &stream{link: x.links[0], lastBlocks: new([recentBlocks][]byte), health: health{newest: new([blockStarts][]byte)}}
	gone.link.goneAt.Frame = 1
	x.streams.all = append(x.streams.all, gone)
	if got := x.living(at(160)); len(got) != 3 || got[0] != x.links[1] || x.links[0].log.entries != nil || x.room.bytes != x.links[1].charged+x.links[2].charged+x.links[3].charged {
		t.Errorf("%d links, %d bytes", len(got), x.room.bytes)
	}
	if gone.lastBlocks != nil || gone.health.newest != nil {
		t.Error("what was known of the ships of one that has left is kept")
	}
	if got := x.living(at(159)); len(got) != 3 {
		t.Errorf("%d links a moment later", len(got))
	}
	gone.lastBlocks = new([recentBlocks][]byte)
	if x.speaks(x.links[0]); len(x.living(at(159))) != 3 || gone.lastBlocks == nil {
		t.Error("a link that has rested rests again")
	}
	x.speaks(x.links[0])
	x.links[0].last[toServer].Time = at(160)
	if got := x.living(at(161)); len(got) != 4 {
		t.Errorf("%d links, of which one speaks again", len(got))
	}
}

// TestAlarmsAreBounded sets more alarms than there is room for.
func TestAlarmsAreBounded(t *testing.T) {
	var c clock
	rung := 0
	for range maxAlarms + 3 {
		c.at(capture.Time{Sec: 5}, func() { rung++ })
	}
	if c.end(); rung != maxAlarms || c.dropped != 3 {
		t.Errorf("%d rang, %d dropped", rung, c.dropped)
	}
}

// TestShipsAreBounded makes more ships than there is room for, at first many of one player, and then
// follows more streams than there is room for.
func TestShipsAreBounded(t *testing.T) {
	x := bounded(1)
	life := func(id uint32) *match.Ship {
		return &match.Ship{Key: match.Key{Object: id}}
	}
	create := func(id uint32) {
		h := dataAt(x.links[0], 0, 1)
		h.change = &match.Change{Ship: life(id)}
		x.hangar.created(h, &message.ObjectCreate{ClassID: message.ClassShip, ObjectID: id})
	}
	const firstOfPlayers = 0x3FFFFFFF
	for i := range uint32(2 * perSlot) {
		create(firstOfPlayers + i)
	}
	if n := len(x.hangar.slots[slotKey{netip.AddrPort{}, 0}]); n != perSlot {
		t.Errorf("%d ships of a player are looked through", n)
	}
	for i := range uint32(maxShips + 10) {
		create(i)
	}
	if len(x.hangar.all) != maxShips {
		t.Errorf("%d ships created", len(x.hangar.all))
	}
	h := dataAt(x.links[0], 0, 1)
	for i := range uint32(maxStreams + 10) {
		if s := x.stream(&update{heard: h, object: i, moment: &traffic.Change{Flow: &traffic.Flow{Ship: life(i)}}}); (s == nil) != (i >= maxStreams) {
			t.Fatalf("stream %d: %v", i, s)
		}
	}
}

// TestRulesAreBounded has rules wait for more than they remember.
func TestRulesAreBounded(t *testing.T) {
	x := bounded(1)
	fragmentsComplete(newWatch(x, &Rule{}, "", 0))
	told := &relayedInfos{told: map[*link][]peerInfo{}}
	for i := range maxOpen + 10 {
		h := dataAt(x.links[0], uint16(i), 1)
		h.Header.Fragment = true
		each(x.ask.every, h)
		told.add(x.links[0], peerInfo{})
	}
	if len(x.alarms) != maxOpen || len(told.told[x.links[0]]) != mostTold {
		t.Errorf("%d messages in fragments, %d PeerInfos", len(x.alarms), len(told.told[x.links[0]]))
	}
}
