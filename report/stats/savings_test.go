package stats

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/tally"
)

// keeper is a change that changes nothing, and keeps the datagrams of a link.
type keeper struct{ all []datagram }

func (k *keeper) take(d *datagram, send func(*datagram)) {
	own := *d
	own.messages = slices.Clone(d.messages) // others change theirs
	k.all = append(k.all, own)
	send(d)
}

func (k *keeper) end(func(*datagram)) {}

// savedOf gives the datagrams of each link of a capture, and what the report says of them.
func savedOf(t *testing.T, raw []byte) (links []*keeper, all []figures.Saving) {
	t.Helper()
	before := savedWays[0]
	defer func() { savedWays[0] = before }()
	savedWays[0].about = 0 // all datagrams
	savedWays[0].changes = append([]func() change{func() change {
		links = append(links, &keeper{})
		return links[len(links)-1]
	}}, before.changes...)
	c := must.Get(decode.Open("battle", bytes.NewReader(raw), decode.Options{}))(t)
	s := New(Options{Savings: true})
	must.Do(t, s.File("battle", c))
	return links, s.Report().Savings
}

// sentAgain sends datagrams in another way.
func sentAgain(all []datagram, place int) []datagram {
	kept := &keeper{}
	of := savedWays[place]
	of.only, of.about = "", 0 // all of them are to be seen
	c := newChain(&of, &savedRow{})
	behind := &c.sends[len(c.sends)-1]
	count := *behind
	*behind = func(d *datagram) { kept.take(d, count) }
	for i := range all {
		c.take(&all[i], all[i].cost())
	}
	c.end()
	return kept.all
}

func costOf(all []datagram, dir int) (bytes int64) {
	for i := range all {
		if all[i].dir == dir {
			bytes += all[i].cost()
		}
	}
	return bytes
}

func ackBytes(all []datagram, dir int) (sum int) {
	for i := range all {
		for _, m := range all[i].messages {
			if all[i].dir == dir && m.kind == ackMessage {
				sum += m.bytes
			}
		}
	}
	return sum
}

func recordedBattle(t *testing.T, o battle.Options) []byte {
	t.Helper()
	_, raw := reporttest.Battle(t, o)
	return raw
}

// Each way saves exactly what its datagrams cost less, and nothing a second time.
func TestSavedExactly(t *testing.T) {
	captures := map[string][]byte{
		"stock":  recordedBattle(t, battle.Options{Players: 3, Duration: time.Minute, Seed: 3, Loss: 0.05, Reorder: 0.02, Duplicate: 0.02}),
		"openbc": recordedBattle(t, battle.Options{Players: 3, Duration: time.Minute, Seed: 4, Loss: 0.02, Dialect: message.OpenBC}),
	}
	if shared := os.Getenv("BCDUMP_SHARED"); shared != "" {
		raw := must.Get(os.ReadFile(filepath.Join(shared, "captures", "lossy-1-server.pcap")))(t)
		captures["lossy-1-server"] = raw
	}
	for name, raw := range captures {
		links, rows := savedOf(t, raw)
		for way := range savedWays {
			var saved, again [2]int64
			for _, link := range links {
				once := sentAgain(link.all, way)
				twice := sentAgain(once, way)
				for dir := range directions {
					saved[dir] += costOf(link.all, dir) - costOf(once, dir)
					again[dir] += costOf(once, dir) - costOf(twice, dir)
				}
			}
			for dir, d := range directions {
				told := rowOf(rows, way, string(d))
				if told != nil && told.Bytes != saved[dir] || told == nil && saved[dir] != 0 {
					t.Errorf("%s: %s %s: %+v, the datagrams cost %d less", name, savedWays[way].id, d, told, saved[dir])
				}
				// Of 7 rounds in 10 that are left, 3 in 10 would go. What was joined goes at the time of its first
				// datagram: when all ways are taken together, others come within a time then.
				if again[dir] != 0 && savedWays[way].id != "updates-7-per-second" && way != ways-1 {
					t.Errorf("%s: %s %s saves %d a second time", name, savedWays[way].id, d, again[dir])
				}
			}
		}
		if all := rowOf(rows, ways-1, figures.BothDirections); all.Bytes <= 0 || all.Rate <= 0 {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

func rowOf(rows []figures.Saving, way int, dir string) *figures.Saving {
	for i := range rows {
		if rows[i].ID == savedWays[way].id && rows[i].Window == savedWays[way].window && rows[i].Dir == dir {
			return &rows[i]
		}
	}
	return nil
}

func wayOf(t *testing.T, id string) int {
	t.Helper()
	for way := range savedWays {
		if savedWays[way].id == id {
			return way
		}
	}
	t.Fatal(id)
	return 0
}

// TestSavedAsSent holds what is predicted against the same battle sent in that way: the bytes that are saved, and how far off
// they may be.
func TestSavedAsSent(t *testing.T) {
	for seed := range heavy.Scale[uint64](1, 3) {
		o := battle.Options{Players: 4, Duration: 3 * time.Minute, Seed: 9, NetworkSeed: seed + 1}
		truth, raw := reporttest.Battle(t, o)
		links, rows := savedOf(t, raw)
		for _, x := range []struct {
			way  battle.Way
			dir  int
			most float64
		}{{battle.AcksOnce, toServer, 0}, {battle.SevenRounds, toClient, 0.02}, {battle.Unchanged, toClient, 0.02}, {battle.OneDatagram, toClient, 0.05}} {
			o.Ways = []battle.Way{x.way}
			otherwise, raw := reporttest.Battle(t, o)
			if len(truth.Chat) == 0 || len(truth.Chat) != len(otherwise.Chat) || len(truth.Kills) != len(otherwise.Kills) || truth.Deaths != otherwise.Deaths {
				t.Errorf("network %d: %s is another battle", seed, x.way)
			}
			predicted, measured := int64(0), int64(0)
			for i := range rows {
				if r := &rows[i]; r.ID == string(x.way) && r.Dir == string(directions[x.dir]) {
					predicted = r.Bytes // of two, the one with 50 ms
				}
			}
			sent, _ := savedOf(t, raw)
			for i := range links {
				measured += costOf(links[i].all, x.dir) - costOf(sent[i].all, x.dir)
			}
			if off := math.Abs(float64(measured)/float64(predicted) - 1); predicted == 0 || off > x.most {
				t.Errorf("network %d: %s should save %d bytes, and saves %d", seed, x.way, predicted, measured)
			}
		}
		for _, id := range []string{"resends-after-ack", "one-update-per-ship"} {
			if x := rowOf(rows, wayOf(t, id), figures.BothDirections); x.Bytes != 0 {
				t.Errorf("network %d: a stock host that loses nothing: %+v", seed, x)
			}
		}
	}
}

// TestSavedAcks holds the Acks that are left out against the notes of the capture.
func TestSavedAcks(t *testing.T) {
	raw := recordedBattle(t, battle.Options{Players: 3, Duration: time.Minute, Seed: 5, Loss: 0.03})
	links, _ := savedOf(t, raw)
	all, left := 0, 0
	for _, x := range links {
		all, left = all+ackBytes(x.all, toServer), left+ackBytes(sentAgain(x.all, wayOf(t, "acks-once")), toServer)
	}
	c := must.Get(decode.Open("battle", bytes.NewReader(raw), decode.Options{}))(t)
	repeated, answers := 0, 0
	copies := map[string]bool{} // that came since the last Ack
	a := tally.NewAccounts()
	must.Get(a.Read("battle", c, func(r *decode.Record) error {
		number := func(m messageKey) string { return fmt.Sprint(r.Link, m) }
		switch {
		case r.Frames() != nil || r.Unread || !r.Header.HasSeq:
		case r.Header.Type != transport.Ack && r.Dir == decode.ToClient:
			copies[number(keyOf(r.Header))] = r.Again()
		case r.Header.Type == transport.Ack && r.Dir == decode.ToServer:
			key := number(keyOf(r.Header))
			if r.Has(decode.RepeatAck) {
				repeated++
				answers += tally.BoolInt(copies[key])
			}
			copies[key] = false
		}
		return nil
	}))(t)
	if dropped := (all - left) / 4; repeated == 0 || repeated != dropped+answers {
		t.Errorf("%d repeated Acks, %d left out, %d answer a copy", repeated, dropped, answers)
	}
}

// TestSavedBounds sends without end what each way keeps something of.
func TestSavedBounds(t *testing.T) {
	s := newOtherWays(&base{options: Options{Savings: true}})
	for n := range 3 * maxSavedLinks {
		if s.link(uint32(n+1), capture.Time{}) == nil != (n >= maxSavedLinks) || len(s.links) > maxSavedLinks {
			t.Fatalf("link %d: %d links", n, len(s.links))
		}
	}
	if s.left != 2*maxSavedLinks {
		t.Errorf("%d datagrams are left out", s.left)
	}
	acks, updates, blocks, rounds := &acksOnce{}, newOneUpdate().(*oneUpdate), newChangedBlocks().(*changedBlocks), newSlowUpdates().(*slowUpdates)
	sent := 0
	send := func(*datagram) { sent++ }
	for n := range 4096 {
		relay := sentMessage{bytes: 20, kind: updateMessage, ship: shipKey(n)}
		block := sentMessage{bytes: 30, kind: updateMessage, ship: shipKey(n), flags: message.FlagSubsystems | message.FlagSpeed, told: &blockStates{10, []subsystemState{{}}}}
		acks.take(&datagram{dir: toServer, kinds: ackMessage, messages: []sentMessage{{kind: ackMessage, key: messageKey{seq: uint16(n)}}}}, send)
		updates.take(&datagram{dir: toClient, kinds: updateMessage, messages: []sentMessage{relay}}, send)
		blocks.take(&datagram{dir: toClient, kinds: updateMessage, messages: []sentMessage{block}}, send)
		rounds.take(&datagram{dir: toClient, kinds: updateMessage, messages: []sentMessage{block}}, send)
	}
	for what, is := range map[string][2]int{
		"Acks":    {len(acks.acked[toClient].newer), maxAcked},
		"relays":  {len(updates.queue), maxWaiting},
		"waiting": {len(updates.waiting), maxWaiting},
		"told":    {len(blocks.told), maxToldShips},
		"round":   {len(rounds.ships), maxToldShips},
		"owed":    {len(rounds.owed), maxToldShips},
	} {
		if is[0] == 0 || is[0] > is[1] {
			t.Errorf("%s: %d of at most %d", what, is[0], is[1])
		}
	}
	if updates.end(send); sent < 3*4096 || len(updates.queue)+len(updates.waiting) > 0 {
		t.Errorf("%d sent, %d wait", sent, len(updates.queue))
	}
}

// The time of all links together does not depend on the order in which they end.
func TestSavedInAnyOrder(t *testing.T) {
	sum := func() int64 {
		s := newOtherWays(&base{options: Options{Savings: true}})
		for n := range maxSavedLinks {
			x := s.link(uint32(n+1), capture.Time{})
			x.last = x.first.Add(time.Duration(n*n+1) * 123_457 * time.Microsecond / 7)
		}
		s.end(nil)
		return s.microseconds
	}
	want := sum()
	for range 20 {
		if is := sum(); is != want {
			t.Errorf("%d, and %d before", is, want)
		}
	}
}
