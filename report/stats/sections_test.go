package stats_test

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

var third = netip.MustParseAddrPort("10.0.0.4:1026")

// talk is a conversation of datagrams with one message each, 10 ms apart.
type talk struct {
	synth.Script
	at time.Duration
}

func newTalk() *talk { return &talk{Script: synth.Script{Start: reporttest.Start}} }

func (k *talk) say(from, to netip.AddrPort, messages ...[]byte) *talk {
	k.Game(k.at, from, to, synth.Datagram(peer(from), messages...))
	k.at += 10 * time.Millisecond
	return k
}

func peer(from netip.AddrPort) uint8 {
	return map[netip.AddrPort]uint8{reporttest.Host: synth.Host, reporttest.First: synth.Client, reporttest.Second: synth.Client + 1, third: synth.Client + 2}[from]
}

func (k *talk) report(t *testing.T) figures.Stats {
	t.Helper()
	raw := k.Pcap(synth.Ethernet())
	s := report(t, "talk", raw, stats.Options{})
	checkSums(t, &s)
	reporttest.CheckQueries(t, &s, reporttest.Open(t, "talk", raw, decode.Options{}))
	return s
}

func created(id uint32, species uint8) []byte {
	m := message.NewObjectCreate(true)
	m.ClassID, m.ObjectID, m.Species = message.ClassShip, id, species
	m.ObjectName, m.SetName = wire.Text("Ace"), wire.Text("Multi1")
	return message.Append(nil, 0x03, m)
}

func updated(id uint32, flags uint8) []byte {
	m := &message.StateUpdate{ObjectID: id, DirtyFlags: flags}
	m.Subsystems.Raw = []byte{0, 255}
	return synth.Unreliable(message.Append(nil, 0x1C, m))
}

// three have been in the game for a while.
func three() *talk {
	k := newTalk()
	for i, client := range []netip.AddrPort{reporttest.First, reporttest.Second, third} {
		k.say(client, reporttest.Host, updated(0x3FFFFFFF+0x40000*uint32(i), 0x80))
	}
	k.at += 2 * time.Second
	return k
}

// stay lets enough time pass for everything to be judged, in which everybody speaks.
func (k *talk) stay() *talk {
	for range 6 {
		k.at += 2 * time.Second
		for _, client := range []netip.AddrPort{reporttest.First, reporttest.Second, third} {
			k.say(client, reporttest.Host, synth.AckHigh(9)).say(reporttest.Host, client, synth.AckHigh(9))
		}
	}
	return k
}

// TestRelays has three players. A message to all of them, the sender included, one to one of
// them, one that comes twice, and one that nobody gets.
func TestRelays(t *testing.T) {
	all, some, odd := synth.Chat(2, "to all"), synth.Chat(2, "to some"), synth.Chat(2, "odd")
	shot := message.Append(nil, 0x19, &message.TorpedoFire{ObjectID: 0x40000005, Flags: 4})
	k := three()
	k.at += 10 * time.Second // what they send before may be sent again: they joined before the capture began
	k.say(reporttest.First, reporttest.Host, synth.Reliable(1, all)).
		say(reporttest.Host, reporttest.Second, synth.Reliable(0, all)).say(reporttest.Host, third, synth.Reliable(0, all)).
		say(reporttest.Host, third, synth.Reliable(0, all)). // sent again
		say(reporttest.Host, reporttest.First, synth.Reliable(0, all)).
		say(reporttest.First, reporttest.Host, synth.Reliable(2, some)).say(reporttest.Host, reporttest.Second, synth.Reliable(1, some)).
		say(reporttest.First, reporttest.Host, synth.Reliable(2, some)). // sent again
		say(reporttest.First, reporttest.Host, synth.Reliable(3, odd)).
		say(reporttest.Host, reporttest.Second, synth.Reliable(2, odd)).say(reporttest.Host, reporttest.Second, synth.Reliable(3, odd)).
		say(reporttest.Host, reporttest.First, synth.Reliable(1, odd)).say(reporttest.Host, third, synth.Reliable(1, odd)).
		say(third, reporttest.Host, synth.Reliable(0, shot))
	k.stay()
	var got []string
	s := k.report(t)
	for _, r := range s.Relays[1:] { // the first are updates, which are made anew
		got = append(got, fmt.Sprintf("%s to %s: %d originals, %d copies of %d, %d missing, %d surplus, %d echoes, %.2f",
			r.Name, r.To, r.Originals, r.Copies, *r.Expected, *r.Missing, r.Surplus, r.Echoes, r.FanOut))
		for _, m := range r.First {
			got = append(got, fmt.Sprintf("frame %d, %s not to %s", m.Frame, m.From, m.To))
		}
	}
	want := []string{
		"Chat to all clients: 3 originals, 6 copies of 9, 2 missing, 1 surplus, 2 echoes, 2.00",
		"frame 9, 10.0.0.2:1024 not to 10.0.0.2:1024",
		"frame 9, 10.0.0.2:1024 not to 10.0.0.4:1026",
		"TorpedoFire to other clients: 1 originals, 0 copies of 2, 2 missing, 0 surplus, 0 echoes, 0.00",
		"frame 17, 10.0.0.4:1026 not to 10.0.0.2:1024",
		"frame 17, 10.0.0.4:1026 not to 10.0.0.3:1025",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if r := s.Relays[1]; r.Latency.Count != 5 || *r.Latency.Max != 40 || *r.Latency.P50 < 9.9 || *r.Latency.P50 > 20.1 {
		t.Errorf("latency %+v, median %v, max %v", r.Latency, *r.Latency.P50, *r.Latency.Max)
	}
	if r := s.Relays[0]; r.Name != "StateUpdate" || r.Expected != nil || r.Missing != nil || len(r.First) > 0 {
		t.Errorf("updates, which hosts make anew: %+v", r)
	}
}

// TestLateCopy loses the first copy of a message on its way: the host passed it on when it sent what came behind it, and
// not a second later, when it sent it again.
func TestLateCopy(t *testing.T) {
	k := three()
	k.say(reporttest.Host, reporttest.Second, synth.Reliable(0, synth.Chat(3, "before"))).
		say(reporttest.First, reporttest.Host, synth.Reliable(1, synth.Chat(2, "said"))).
		say(reporttest.Host, reporttest.Second, synth.Reliable(2, synth.Chat(3, "behind")))
	k.at += time.Second
	k.say(reporttest.Host, reporttest.Second, synth.Reliable(1, synth.Chat(2, "said")))
	s := k.stay().report(t)
	if r := s.Relays[1]; r.Name != "Chat" || r.Latency.Count != 1 || *r.Latency.Max != 10 {
		t.Errorf("%+v, %v", r, *r.Latency.Max)
	}
}

// TestPlayersLeave expects fewer copies when a player leaves, and when one is silent.
func TestPlayersLeave(t *testing.T) {
	shot := func(id uint32) []byte {
		return message.Append(nil, 0x19, &message.TorpedoFire{ObjectID: id, Flags: 4})
	}
	k := three().
		say(reporttest.First, reporttest.Host, synth.Reliable(1, shot(1))).say(reporttest.Host, reporttest.Second, synth.Reliable(0, shot(1))).say(reporttest.Host, third, synth.Reliable(0, shot(1))).
		say(third, reporttest.Host, synth.Control(transport.Disconnect, 2, &transport.Leave{PeerID: 4})).
		say(reporttest.First, reporttest.Host, synth.Reliable(2, shot(2))).say(reporttest.Host, reporttest.Second, synth.Reliable(1, shot(2)))
	k.at += 16 * time.Second
	k.say(reporttest.First, reporttest.Host, synth.Reliable(3, shot(3)))
	s := k.report(t)
	r := s.Relays[0]
	for _, x := range s.Relays {
		if x.Name == "TorpedoFire" {
			r = x
		}
	}
	if r.Originals != 3 || *r.Expected != 2+1+0 || r.Copies != 3 || *r.Missing != 0 || r.Late != 1 {
		t.Errorf("%+v", r)
	}
}

// TestLives follows an id through three ships: one that explodes and is used afterwards,
// one that the capture sees created, told to a newcomer and destroyed, and one more.
func TestLives(t *testing.T) {
	const id = 0x3FFFFFFF
	explodes := message.Append(nil, 0x06, &message.Event{ClassID: 0x8129, EventCode: 0x0080004E, TargetID: id})
	gone := message.Append(nil, 0x14, &message.DestroyObject{ObjectID: id})
	k := newTalk().
		say(reporttest.First, reporttest.Host, updated(id, 0x80)).
		say(reporttest.Host, reporttest.Second, synth.Reliable(0, explodes)).
		say(reporttest.Host, third, synth.Reliable(0, explodes)).
		say(reporttest.Host, reporttest.Second, updated(id, 0x20)). // used after death
		say(reporttest.First, reporttest.Host, updated(id, 0x80), synth.Reliable(0, created(id, 5)), updated(id, 0x80)).
		say(reporttest.Host, reporttest.Second, synth.Reliable(1, created(id, 5))).
		say(reporttest.Host, reporttest.Second, synth.Reliable(1, created(id, 5))). // sent again
		say(reporttest.Host, third, synth.Reliable(1, created(id, 5))).
		say(reporttest.Host, third, updated(id, 0x20)).
		say(reporttest.Host, reporttest.Second, synth.Reliable(2, gone)).
		say(reporttest.Host, reporttest.Second, synth.Reliable(3, created(id, 1))). // the host makes another
		say(reporttest.Host, third, synth.Reliable(2, created(id, 1))).
		say(reporttest.Host, third, updated(id, 0x20))
	var got []string
	for _, o := range k.report(t).Objects {
		got = append(got, fmt.Sprintf("%s %q %q born %d died %d by %q, %d updates, %d after",
			o.ObjectID, o.Ship, o.Owner, o.BornFrame, o.DiedFrame, o.DiedBy, o.Updates, o.AfterDies))
	}
	want := []string{
		`0x3FFFFFFF "" "" born 0 died 2 by "PythonEvent", 3 updates, 2 after`,
		`0x3FFFFFFF "sovereign" "Ace" born 5 died 10 by "DestroyObject", 2 updates, 0 after`,
		`0x3FFFFFFF "akira" "Ace" born 11 died 0 by "", 1 updates, 0 after`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestLinks measures round trips on messages that were sent once, in both directions.
func TestLinks(t *testing.T) {
	hello := synth.Chat(2, "hello")
	k := newTalk()
	say := func(at int, from, to netip.AddrPort, messages ...[]byte) {
		k.at = time.Duration(at) * time.Millisecond
		k.say(from, to, messages...)
	}
	say(0, reporttest.First, reporttest.Host, synth.Reliable(0, hello))
	say(2, reporttest.Host, reporttest.First, synth.AckHigh(0), synth.Reliable(0, hello))
	say(62, reporttest.First, reporttest.Host, synth.AckHigh(0))
	say(100, reporttest.Host, reporttest.First, synth.Reliable(1, hello))
	say(180, reporttest.First, reporttest.Host, synth.AckHigh(1), synth.AckHigh(0))
	say(1000, reporttest.Host, reporttest.First, synth.Reliable(4, hello)) // 2 and 3 are missing
	say(1100, reporttest.Host, reporttest.First, synth.Reliable(3, hello)) // late
	say(2000, reporttest.Host, reporttest.First, synth.Reliable(4, hello))
	say(2001, reporttest.First, reporttest.Host, synth.AckHigh(4)) // of which copy?
	s := k.report(t)
	if len(s.Links) != 1 {
		t.Fatalf("%d links", len(s.Links))
	}
	l := s.Links[0]
	got := fmt.Sprintf("%s %s rtt %s %d %v %v, near %s %d %v; %d reliable %d acked %d unacked %d resent %d repeated %d gaps %d late",
		l.Client, l.Server, l.RTT.Dir, l.RTT.Count, *l.RTT.P50, *l.RTT.Max, l.Near.Dir, l.Near.Count, *l.Near.P50,
		l.Reliable, l.Acked, l.Unacked, l.Resent, l.RepeatAck, l.Gaps, l.Late)
	want := "10.0.0.2:1024 10.0.0.1:22101 rtt S>C 2 60.25 80, near C>S 1 2; 5 reliable 4 acked 1 unacked 1 resent 1 repeated 1 gaps 1 late"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFlagExceptions breaks each rule.
func TestFlagExceptions(t *testing.T) {
	k := newTalk()
	for range 12 {
		k.say(reporttest.First, reporttest.Host, updated(1, 0x20))
	}
	k.say(reporttest.Host, reporttest.First, updated(1, 0x80)).say(reporttest.Host, reporttest.First, updated(1, 0xA0)).say(reporttest.First, reporttest.Host, updated(1, 0xA0), updated(1, 0xA0))
	var got []string
	for _, e := range k.report(t).FlagExceptions {
		got = append(got, fmt.Sprint(e.Count, " ", e.Frames))
	}
	want := []string{"14 [1 2 3 4 5 6 7 8 9 10]", "2 [13 14]", "3 [14 15]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestJoins reads the steps of the joins of a whole session.
func TestJoins(t *testing.T) {
	steps := []string{
		"connect", "connect response", "checksum request 0", "name", "checksum response 0", "checksum request 1",
		"checksum response 1", "checksum request 2", "checksum response 2", "checksum request 3", "checksum response 3",
		"checksum request 0xFF", "checksum response 0xFF", "checksum complete", "settings", "game init",
		"new player in game", "mission init", "first ship",
	}
	files := reporttest.Shipped(t)
	s := report(t, "session", files["session-small.pcap"], stats.Options{})
	var entered int64 // each join says so once
	for _, o := range oneWay(s).Opcodes {
		if o.Name == "NewPlayerInGame" {
			entered += o.Unique
		}
	}
	if int64(len(s.Joins)) != entered || entered < 3 {
		t.Fatalf("%d joins, but %d players entered the game", len(s.Joins), entered)
	}
	for _, j := range s.Joins {
		var got []string
		for i, x := range j.Steps {
			got = append(got, x.Step)
			if i > 0 && x.After < j.Steps[i-1].After {
				t.Errorf("%s: %s before %s", j.Client, x.Step, j.Steps[i-1].Step)
			}
		}
		slices.Sort(got)
		want := slices.Sorted(slices.Values(steps))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", j.Client, diff)
		}
		if j.Name == "" {
			t.Errorf("%s: no name", j.Client)
		}
	}
}
