package check_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// soundIn demands that a capture breaks no rule, and shows nothing else that is wrong.
func soundIn(t *testing.T, name string, content []byte) {
	t.Helper()
	f := judged(t, content)
	for _, r := range failed(f) {
		t.Errorf("%s: %s %s: %d of %d: %+v", name, r.ID, r.Judges, r.Violations, r.Instances, r.Frames[0])
	}
	for _, c := range f.Causes {
		t.Errorf("%s: cause %s: frames %v", name, c.ID, c.Frames)
	}
}

// Nobody is judged by what a capture lacks or its clock does: clients acknowledge what the host sent, the host tells of who has
// no link, and who flies says so ten times a second.
func TestPartsOfBattles(t *testing.T) {
	middle := func(at time.Duration) bool { return at > 14*time.Second && at < 19*time.Second }
	host := func(a netip.AddrPort) bool { return a.Port() == 22101 }
	long := func(at time.Duration) bool { return at > 14*time.Second && at < 34*time.Second }
	client := func(a netip.AddrPort) bool { return a.Addr() == netip.MustParseAddr("10.10.10.101") }
	first := func(from, to netip.AddrPort) bool { return client(from) || client(to) }
	setOn := func(by time.Duration) func(time.Duration) time.Duration {
		return func(at time.Duration) time.Duration {
			if at > 15*time.Second {
				return by
			}
			return 0
		}
	}
	for name, v := range map[string]view{
		"without five seconds":   {lacks: func(at time.Duration, _, _ netip.AddrPort) bool { return middle(at) }},
		"without the host":       {lacks: func(_ time.Duration, from, _ netip.AddrPort) bool { return host(from) }},
		"without the clients":    {lacks: func(_ time.Duration, _, to netip.AddrPort) bool { return host(to) }},
		"without the first":      {lacks: func(_ time.Duration, from, to netip.AddrPort) bool { return first(from, to) }},
		"without the others":     {lacks: func(_ time.Duration, from, to netip.AddrPort) bool { return !first(from, to) }},
		"of one client":          {lacks: func(at time.Duration, from, _ netip.AddrPort) bool { return middle(at) && client(from) }},
		"to one client":          {lacks: func(at time.Duration, _, to netip.AddrPort) bool { return middle(at) && client(to) }},
		"of and to one client":   {lacks: func(at time.Duration, from, to netip.AddrPort) bool { return middle(at) && first(from, to) }},
		"of the host for long":   {lacks: func(at time.Duration, from, _ netip.AddrPort) bool { return long(at) && host(from) }},
		"to the host for long":   {lacks: func(at time.Duration, _, to netip.AddrPort) bool { return long(at) && host(to) }},
		"to one client for long": {lacks: func(at time.Duration, _, to netip.AddrPort) bool { return long(at) && client(to) }},
		"of one client for long": {lacks: func(at time.Duration, from, _ netip.AddrPort) bool { return long(at) && client(from) }},
		"of the host":            {lacks: func(at time.Duration, from, _ netip.AddrPort) bool { return middle(at) && host(from) }},
		"to the host":            {lacks: func(at time.Duration, _, to netip.AddrPort) bool { return middle(at) && host(to) }},
		"set on by 3 seconds":    {set: setOn(3 * time.Second)},
		"set on by 20 seconds":   {set: setOn(20 * time.Second)},
		"set on by two minutes":  {set: setOn(2 * time.Minute)},
		"set on by half an hour": {set: setOn(time.Hour / 2)},
	} {
		for seed := range heavy.Scale[uint64](3, 12) {
			if strings.HasSuffix(name, "for long") && seed > 2 {
				break // a join within what is missing, or a jump over it, is not known as such in each
			}
			o := battle.Options{Players: 3, Seed: 11 + seed, Duration: 40 * time.Second, GameSpy: 0.5}
			for _, text := range []string{"kick@30s:3", "late@6s:3"}[:seed%3] {
				o.Troubles = append(o.Troubles, must.Get(battle.ParseTrouble(text))(t))
			}
			_, content := capture(t, o, v)
			soundIn(t, fmt.Sprint(name, ", seed ", o.Seed), content)
		}
	}
}

// A capture lacks nothing but Acks. Who sends no Ack for a kind of message, or for many, is told all the same.
func TestAcksLack(t *testing.T) {
	for _, x := range []struct {
		name  string
		every int  // so manieth datagram of Acks is missing
		own   bool // of clients only
		sound bool
	}{{"one in 100", 100, false, true}, {"one in 20", 20, false, true}, {"all of clients", 1, true, false}} {
		n := 0
		_, content := capture(t, battle.Options{Seed: 3, Players: 4, Duration: time.Minute}, view{drops: func(plain []byte) bool {
			messages, _ := transport.Walk(plain, 0, nil)
			other := slices.ContainsFunc(messages, func(m transport.Message) bool { return m.Type != transport.Ack })
			if len(messages) == 0 || other || x.own && plain[0] == synth.Host {
				return false
			}
			n++
			return n%x.every == 0
		}})
		if list := failed(judged(t, content)); (len(list) == 0) != x.sound || n == 0 {
			t.Errorf("%s of %d missing: %d rules fail", x.name, n, len(list))
		}
	}
}

// A longer battle, in which a player leaves and comes back, of which the capture has one client, or is set on once: all of that
// is told once, and nobody is judged by it. Who flies is in the game, though the capture lacks how he came into it.
func TestPartsOfLongBattle(t *testing.T) {
	for name, v := range map[string]view{
		"one client": {lacks: func(_ time.Duration, from, to netip.AddrPort) bool {
			third := netip.MustParseAddr("10.10.10.103")
			return from.Addr() != third && to.Addr() != third
		}},
		"set on": {set: func(at time.Duration) time.Duration {
			if at > 50*time.Second {
				return 5 * time.Second
			}
			return 0
		}},
		"the host later": {lacks: func(at time.Duration, from, _ netip.AddrPort) bool {
			return at < 30*time.Second && from.Port() == 22101
		}},
		"the clients later":            {lacks: func(at time.Duration, _, to netip.AddrPort) bool { return at < 30*time.Second && to.Port() == 22101 }},
		"without a second of each ten": {lacks: func(at time.Duration, _, _ netip.AddrPort) bool { return int(at.Seconds())%10 == 3 }},
	} {
		_, content := capture(t, battle.Options{Seed: 3, Players: 4, Duration: 2 * time.Minute}, v)
		soundIn(t, name, content)
		if f := judged(t, content); len(f.Ended) > 0 {
			t.Errorf("%s: ended: %+v", name, f.Ended)
		}
		c := must.Get(decode.Open("battle.pcap", bytes.NewReader(content), decode.Options{}))(t)
		f := must.Get(facts.Read(c, facts.Options{}))(t)
		if said := f.Summary.Clock.Says(); name == "set on" && strings.Count(said, "set on") != 1 {
			t.Errorf("%s: %s", name, said)
		}
		for _, c := range f.Match().Connections() {
			if c.Slot < 0 {
				t.Errorf("%s: %s has no slot", name, c.Name)
			}
		}
	}
}

// Of a capture whose datagrams are cut nobody knows whether a join hangs: what comes next may be behind the cut.
func TestCutJoins(t *testing.T) {
	for _, snap := range []int{54, 60, 70, 100} {
		var b bytes.Buffer
		start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
		o := battle.Options{Seed: 3, Players: 4, Duration: time.Minute, Start: start}
		must.Get(recorder.Record(&b, o, recorder.Options{Start: start, SnapLength: snap}))(t)
		soundIn(t, fmt.Sprint("cut at ", snap), b.Bytes())
		if f := judged(t, b.Bytes()); len(f.Ended) > 0 {
			t.Errorf("cut at %d: ended: %+v", snap, f.Ended)
		}
	}
}

// Two hosts in one capture have missions and teams of their own.
func TestTwoHosts(t *testing.T) {
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	for n := range 2 {
		g := &gathered{Script: s, client: func(a netip.AddrPort) netip.AddrPort {
			if n > 0 && a.Port() == 22101 {
				return netip.MustParseAddrPort("10.10.10.2:22101")
			}
			return a
		}}
		o := battle.Options{Seed: 26 + uint64(n), Players: 4 - n, Teams: true, Duration: time.Minute, Start: s.Start}
		if n > 0 {
			o.Troubles = []battle.Trouble{{Name: "full", Player: 3}}
		}
		must.Get(battle.Run(o, g))(t)
	}
	slices.SortStableFunc(s.Sent, func(a, b synth.Sent) int { return cmp.Compare(a.At, b.At) })
	soundIn(t, "two hosts", s.Pcap(synth.Ethernet()))
}

// What a client acknowledges has come, though the capture lacks what the host sent for a while.
func TestNumbersThatCame(t *testing.T) {
	_, content := capture(t, battle.Options{Players: 3, Seed: 11, Duration: 40 * time.Second}, view{lacks: func(at time.Duration, from, _ netip.AddrPort) bool {
		return from.Port() == 22101 && at > 14*time.Second && at < 19*time.Second
	}})
	if r := verdictOn(t, judged(t, content), "transport-seq-complete", "server"); r.Verdict != figures.Passed {
		t.Errorf("%s: %d of %d: %+v", r.Verdict, r.Violations, r.Instances, r.Frames)
	}
}

// A host that starts again, at the same address and with the same clients, has another clock, and begins everything anew. Whom it
// spoke to before has not timed out: both fell silent at once, and who leaves later under a name is the one who joined since.
func TestHostStartsAgain(t *testing.T) {
	for _, after := range []time.Duration{20 * time.Second, 40 * time.Second} {
		var b bytes.Buffer
		start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
		r := must.Get(recorder.New(&b, recorder.Options{Start: start}))(t)
		ends := func(at time.Duration, _, _ netip.AddrPort) bool { return at > after }
		must.Get(battle.Run(battle.Options{Players: 3, Seed: 11, Duration: 40 * time.Second, Start: start}, tap{r, view{lacks: ends}}))(t)
		later := func(time.Duration) time.Duration { return after + 3*time.Second }
		must.Get(battle.Run(battle.Options{Players: 2, Seed: 7, Duration: 30 * time.Second, Start: start}, tap{r, view{set: later}}))(t)
		must.Do(t, r.Close())
		soundIn(t, fmt.Sprint("again after ", after), b.Bytes())
		for _, s := range judged(t, b.Bytes()).Ended {
			if s.Outcome == figures.EndTimeout {
				t.Errorf("again after %v: %s %s", after, s.Player, s.Text)
			}
		}
	}
}

// A machine that is busy captures not all that comes: what is not there was acknowledged, and nobody sends it again. The few
// rules that one in a hundred battles breaks judge several messages of one join.
func TestCapturesThatDrop(t *testing.T) {
	broken := 0
	for seed := range heavy.Scale[uint64](8, 60) {
		for _, share := range []float64{0.02, 0.05} {
			chance := rand.New(rand.NewPCG(seed, 1))
			_, content := capture(t, battle.Options{Players: 3, Seed: 11 + seed, Duration: time.Minute}, view{lacks: func(time.Duration, netip.AddrPort, netip.AddrPort) bool {
				return chance.Float64() < share
			}})
			f := judged(t, content)
			for _, r := range failed(f) {
				broken++
				t.Logf("%v, seed %d: %s %s: %d of %d: %+v", share, 11+seed, r.ID, r.Judges, r.Violations, r.Instances, r.Frames[0])
			}
			for _, c := range f.Causes {
				if c.Seen() {
					t.Errorf("%v, seed %d: cause %s: frames %v", share, 11+seed, c.ID, c.Frames)
				}
			}
		}
	}
	if most := heavy.Scale(1, 6); broken > most {
		t.Errorf("%d rules are broken, %d expected", broken, most)
	}
}

// A host that acknowledges a Disconnect which was not captured gives nobody up, and means that channel.
func TestDisconnectNotCaptured(t *testing.T) {
	for seed := range uint64(3) {
		o := battle.Options{Players: 3, Seed: 11 + seed, Duration: 40 * time.Second, Troubles: []battle.Trouble{must.Get(battle.ParseTrouble("leave@20s:1"))(t)}}
		client := netip.MustParseAddr("10.10.10.101")
		_, content := capture(t, o, view{lacks: func(at time.Duration, from, _ netip.AddrPort) bool {
			return from.Addr() == client && at > 20*time.Second
		}})
		soundIn(t, fmt.Sprint("seed ", o.Seed), content)
	}
}

// What is said of a ship whose creation may lie in a hole of the capture is no fault.
func TestShipsMadeInHoles(t *testing.T) {
	for _, at := range []int{0, 2} {
		for seed := range heavy.Scale[uint64](8, 24) {
			o := battle.Options{Players: 3, Seed: 27 + seed, Duration: time.Minute, At: at}
			_, content := capture(t, o, view{lacks: func(at time.Duration, _, _ netip.AddrPort) bool { return at > 20*time.Second && at < 24*time.Second }})
			soundIn(t, fmt.Sprint("at ", at, ", seed ", o.Seed), content)
		}
	}
}

// What is allowed of a capture that drops hides no fault that is one each time.
func TestDropsHideNoFault(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 1))
	_, content := capture(t, battle.Options{Seed: 1, Players: 4, Duration: 100 * time.Second}, view{lacks: func(time.Duration, netip.AddrPort, netip.AddrPort) bool {
		return chance.Float64() < 0.01
	}})
	dropping := must.Get(edit.Read(content))(t)
	for _, id := range []string{
		"join-messages-once", "join-playerlist-sent", "checksum-requests", "checksum-serial", "relay-no-extra-copies", "object-no-host-spawn", "event-repair-ids",
	} {
		if f := judged(t, dropping.Of(editsOf(id)...)); !slices.ContainsFunc(failed(f), func(r figures.CheckRule) bool { return r.ID == id }) {
			t.Errorf("%s: not told", id)
		}
	}
}

// A text that is told changed is told so, though soon the capture has nothing more of what the host says to its receiver.
func TestChangedBeforeHole(t *testing.T) {
	changed, now, told, receiver := false, time.Duration(0), time.Duration(0), netip.MustParseAddr("10.10.10.102")
	v := view{
		alter: func(from, to netip.AddrPort, plain []byte) {
			if at := bytes.Index(plain, []byte("ready?")); !changed && at >= 0 && to.Addr() == receiver {
				plain[at], changed, told = 'R', true, now
			}
		},
		lacks: func(at time.Duration, _, to netip.AddrPort) bool {
			now = at
			return changed && at > told+5*time.Second && to.Addr() == receiver
		},
	}
	_, content := capture(t, battle.Options{Seed: 7, Players: 3, Duration: time.Minute}, v)
	r := verdictOn(t, judged(t, content), "chat-to-all", "server")
	if !changed || r.Verdict != figures.Failed || r.Violations != 1 {
		t.Errorf("changed %v: %s, %d violations", changed, r.Verdict, r.Violations)
	}
}
