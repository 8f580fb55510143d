package check_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/check"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// verdictOn gives the verdict on a rule and a side.
func verdictOn(t testing.TB, f *figures.CheckFile, id, side string) *figures.CheckRule {
	t.Helper()
	for i := range f.Rules {
		if r := &f.Rules[i]; r.ID == id && r.Judges == side {
			return r
		}
	}
	t.Fatalf("there is no rule %s for the %s", id, side)
	return nil
}

// clockBack sets the clock of every n-th update back by half a second.
func clockBack(n int) alteration {
	seen := 0
	return func(_, _ netip.AddrPort, plain []byte) {
		messages, _ := transport.Walk(plain, 0, nil)
		for i := range messages {
			payload := messages[i].Payload(plain)
			if _, clock, _, ok := message.UpdateHeader(payload); !ok || payload[0] != message.OpcodeStateUpdate {
				continue
			} else if seen++; seen%n == 0 {
				binary.LittleEndian.PutUint32(payload[5:], math.Float32bits(clock-0.5))
			}
		}
	}
}

// One message that is missing is no licence: 5 % of the updates with a clock that goes back break the rule
// whether or not the capture lacks one in a thousand.
func TestClockToleranceIsLoss(t *testing.T) {
	for _, loss := range []float64{0, 0.02} {
		o := battle.Options{Seed: 3, Players: 3, Duration: 2 * time.Minute, Loss: loss}
		_, content := capture(t, o, view{alter: clockBack(16)})
		f := judged(t, content)
		if r := verdictOn(t, f, "update-clock", "server"); r.Verdict != figures.Failed || r.Tolerance != 0.02+f.Loss.ToClient || f.Loss.ToClient > 0 != (loss > 0) {
			t.Errorf("%v of the messages missing: %s, %d of %d, tolerance %v", f.Loss.ToClient, r.Verdict, r.Violations, r.Instances, r.Tolerance)
		}
	}
	for _, r := range check.List() {
		if r.ID == "update-clock" && !strings.Contains(r.Tolerance, "2 %, plus the share of the messages that is missing") {
			t.Errorf("--explain says %q", r.Tolerance)
		}
	}
}

// withoutBlocks has friendly fire on, and no SUBSYSTEMS in updates of the host after so many.
func withoutBlocks(after int) alteration {
	seen := 0
	return func(_, _ netip.AddrPort, plain []byte) {
		messages, _ := transport.Walk(plain, 0, nil)
		for i := range messages {
			payload := messages[i].Payload(plain)
			if m, ok := message.Decode(payload).Message.(*message.Settings); ok && len(m.MapName) > 0 {
				payload[5] |= 2
			}
			if _, _, flags, ok := message.UpdateHeader(payload); ok && payload[0] == message.OpcodeStateUpdate && flags&message.FlagSubsystems != 0 {
				if seen++; seen > after {
					payload[9] &^= message.FlagSubsystems
				}
			}
		}
	}
}

// With friendly fire a host may leave SUBSYSTEMS out, by two documents, if there are several players.
func TestFriendlyFire(t *testing.T) {
	for players, want := range map[int]string{1: figures.Failed, 3: figures.Passed} {
		_, content := capture(t, battle.Options{Seed: 3, Players: players, Duration: 90 * time.Second}, view{alter: withoutBlocks(600)})
		if r := verdictOn(t, judged(t, content), "update-subsystems-from-server", "server"); r.Verdict != want {
			t.Errorf("%d players: %s, %d of %d", players, r.Verdict, r.Violations, r.Instances)
		}
	}
}

// A host says that a ship is there before it has its subsystems, by one document: no flags, before the first block.
func TestHeartbeat(t *testing.T) {
	for late, want := range map[bool]string{false: figures.Passed, true: figures.Failed} {
		seen := map[netip.AddrPort]int{}
		alter := func(_, dst netip.AddrPort, plain []byte) {
			messages, _ := transport.Walk(plain, 0, nil)
			for i := range messages {
				payload := messages[i].Payload(plain)
				if _, _, flags, ok := message.UpdateHeader(payload); ok && payload[0] == message.OpcodeStateUpdate && flags&message.FlagSubsystems != 0 {
					if seen[dst]++; seen[dst] <= 10 != late {
						payload[9] = 0
					}
				}
			}
		}
		_, content := capture(t, battle.Options{Seed: 3, Players: 1, Duration: 40 * time.Second}, view{alter: alter})
		for _, rule := range []string{"update-subsystems-from-server", "update-own-form"} {
			if r := verdictOn(t, judged(t, content), rule, "server"); r.Verdict != want {
				t.Errorf("late %v: %s %s, %d of %d", late, rule, r.Verdict, r.Violations, r.Instances)
			}
		}
	}
}

// That hosts kick a client whose hash changes is not what was observed.
func TestHashEvidence(t *testing.T) {
	for _, r := range check.List() {
		if r.ID == "update-hash-constant" && r.Evidence == "observed" && strings.Contains(r.Says, "otherwise the host kicks") {
			t.Errorf("observed: %q", r.Says)
		}
	}
}

// told is a PeerInfo of the host: when, and under which number; acked says that the client acknowledges it.
type told struct {
	at    float64 // seconds
	seq   uint16
	acked bool
}

// peerInfos has a host tell its client of itself, and gives the verdict on PeerInfo as a keepalive.
func peerInfos(t *testing.T, all []told) *figures.CheckRule {
	t.Helper()
	host, client := netip.MustParseAddrPort("192.168.1.10:22101"), netip.MustParseAddrPort("192.168.1.20:1024")
	who := &transport.Peer{PeerID: synth.Client, Name: wire.NewWideText("Cady2")}
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	s.Game(0, client, host, synth.Datagram(synth.Client, synth.Control(transport.PeerInfo, 1, who)))
	for _, x := range all {
		at := time.Duration(x.at * float64(time.Second))
		s.Game(at, host, client, synth.Datagram(synth.Host, synth.Control(transport.PeerInfo, x.seq, who)))
		if x.acked {
			s.Game(at+20*time.Millisecond, client, host, synth.Datagram(synth.Client, synth.AckLow(x.seq)))
		}
	}
	return verdictOn(t, judged(t, s.Pcap(synth.Ethernet())), "join-peerinfo-not-periodic", "server")
}

// TestPeriodicPeerInfo tells a host that says every second who its client is from one that repeats what
// nobody acknowledges: the one keeps its pace, the other waits longer each time.
func TestPeriodicPeerInfo(t *testing.T) {
	every := func(pause float64, seqs ...uint16) (all []told) {
		for i, seq := range seqs {
			all = append(all, told{at: 1 + float64(i)*pause, seq: seq})
		}
		return all
	}
	of := func(acked bool, times ...float64) (all []told) {
		for _, at := range times {
			all = append(all, told{at: at, seq: 1, acked: acked})
		}
		return all
	}
	for _, tt := range []struct {
		what    string
		all     []told
		verdict string
	}{
		{"once a second, five times under two numbers", every(0.991, 0, 0, 1, 1, 1), figures.Failed},
		{"once a second, four times", every(0.991, 0, 1, 1, 1), figures.Passed},
		{"once a second under one number for 20 s", every(0.992, make([]uint16, 21)...), figures.Failed},
		{"once a second though acknowledged", of(true, 1, 2, 3, 4, 5, 6), figures.Failed},
		{"under a new number each time, at any time", []told{{1, 1, true}, {3, 2, true}, {9, 3, true}, {30, 4, true}}, figures.Failed},
		{"again and again, later each time", of(false, 1, 2, 3.5, 5.75, 9.1, 14.1, 19.1, 24.1, 29.1), figures.Passed},
		{"acknowledged, and the Ack is lost each time", of(true, 1, 2, 3.5, 5.75, 9.1, 14.1), figures.Passed},
		{"repeated every second until acknowledged", of(false, 1, 2, 3, 4), figures.Passed},
		{"told twice, and repeated", []told{{1, 1, false}, {2, 1, false}, {2.3, 2, false}, {3.3, 2, false}, {3.5, 1, true}, {4.8, 2, true}}, figures.Passed},
	} {
		if r := peerInfos(t, tt.all); r.Verdict != tt.verdict || r.Instances != 1 {
			t.Errorf("%s: %s, %d of %d", tt.what, r.Verdict, r.Violations, r.Instances)
		}
	}
}

// accepted holds a capture against the baseline of another one, and gives the rules that still fail.
func accepted(b *check.Baseline, f *figures.CheckFile) (ids []string) {
	b.Accept(f, false)
	for _, r := range failed(f) {
		ids = append(ids, r.ID)
	}
	return ids
}

// The same server in another battle is as good as in the first one, and one that breaks another rule, or
// the same ones far more often, is not.
func TestBaselineOfAnotherBattle(t *testing.T) {
	breaks := editsOf("update-block-layout", "relay-weapons-all-peers", "event-broadcast", "death-lifetime", "chat-to-all", "transport-ack-every-reliable", "update-clock")
	of := func(seed uint64, breaks []edit.Edit) *figures.CheckFile {
		_, content := capture(t, battle.Options{Seed: seed, Players: 4 + int(seed%3), Duration: 90 * time.Second}, view{})
		return judged(t, must.Get(edit.Read(content))(t).Of(breaks...))
	}
	first := of(1, breaks)
	baseline := check.BaselineOf([]figures.CheckFile{*first})
	for seed := range heavy.Scale[uint64](1, 5) {
		if ids := accepted(baseline, of(seed+2, breaks)); len(ids) > 0 {
			t.Errorf("the same server with seed %d: %v", seed+2, ids)
		}
	}
	if ids := accepted(baseline, of(2, append(editsOf("join-slot"), breaks...))); !slices.Equal(ids, []string{"join-slot"}) {
		t.Errorf("with another rule broken: %v", ids)
	}
}

// The same with captures of a real server: nothing is worse than in another one, and what only one shows does not fail.
func TestBaselineOfRealServer(t *testing.T) {
	heavy.SkipRace(t, "TestBaselineOfAnotherBattle judges as much")
	folder := outside.Folder(t)
	of := func(name string) *figures.CheckFile {
		return judged(t, must.Get(os.ReadFile(filepath.Join(folder, name)))(t))
	}
	for _, known := range []string{"battle-1.pcap", "handshake-1.pcap", "cooked-1.pcap"}[:heavy.Scale(1, 3)] {
		baseline := check.BaselineOf([]figures.CheckFile{*of(known)})
		for _, name := range []string{"teams-1.pcap", "long-1.pcap", "battle-1.pcap", "cooked-1.pcap"}[heavy.Scale(3, 0):] {
			f := of(name)
			baseline.Accept(f, false)
			for _, r := range failed(f) {
				few := known == "handshake-1.pcap" && r.Judges == "client" // three clients that fly for some seconds say little
				if !few && (r.Severity == "error" || r.Worse) {
					t.Errorf("%s against %s: %s, %d of %d, worse %v", name, known, r.ID, r.Violations, r.Instances, r.Worse)
				}
			}
		}
	}
}

// A host that ceases to speak to one client has dropped it, even if it tells nobody. But if that one goes on acknowledging what the
// capture does not have, only the capture lacks it.
func TestDroppedUnheard(t *testing.T) {
	for _, acknowledges := range []bool{false, true} {
		s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
		g := &gathered{Script: s, client: func(a netip.AddrPort) netip.AddrPort { return a }}
		o := battle.Options{Seed: 4, Players: 3, Duration: 70 * time.Second, Start: s.Start, Troubles: []battle.Trouble{{Name: "self-destruct", At: 30 * time.Second, Player: 2}}}
		must.Get(battle.Run(o, g))(t)
		first := s.Sent[0].From
		s.Sent = slices.DeleteFunc(s.Sent, func(d synth.Sent) bool {
			plain := make([]byte, len(d.Payload))
			cipher.Decipher(plain, d.Payload)
			messages, _ := transport.Walk(plain, 0, nil)
			acks := d.From == first && slices.ContainsFunc(messages, func(m transport.Message) bool { return m.Type == transport.Ack })
			return d.At > 30*time.Second && (d.To == first || acks && !acknowledges)
		})
		f := judged(t, s.Pcap(synth.Ethernet()))
		r := verdictOn(t, f, "leave-timeout", "server")
		if told := r.Verdict == figures.Failed && r.Violations == 1 && r.Instances == 1; told == acknowledges || acknowledges && r.Violations > 0 {
			t.Errorf("acknowledges %v: %s, %d of %d: %v", acknowledges, r.Verdict, r.Violations, r.Instances, r.Frames)
		}
	}
}

// A capture that lacks large datagrams, or small ones, as where fragments of IP are filtered out, accuses nobody.
func TestDroppedBySize(t *testing.T) {
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	g := &gathered{Script: &synth.Script{Start: start}, client: func(a netip.AddrPort) netip.AddrPort { return a }}
	must.Get(battle.Run(battle.Options{Seed: 1, Players: 3, Duration: 2 * time.Minute, Start: start, GameSpy: 0.2}, g))(t)
	for _, x := range []struct {
		over, least, every int // sizes that are there, and that so manieth of the others lacks
		says               string
	}{
		{200, 0, 1, "datagrams of more than"}, {200, 0, 2, ""}, {200, 0, 3, ""}, {120, 0, 1, "datagrams of more than"}, {80, 0, 1, "datagrams of more than 80 bytes are missing"},
		{40, 0, 1, "of the messages that came are missing"}, {999, 21, 1, "datagrams of less than 21 bytes are missing"}, {999, 41, 1, "datagrams of less than 41 bytes are missing"},
	} {
		s, n := synth.Script{Start: start}, 0
		for _, d := range g.Sent {
			other := (len(d.Payload) > x.over || len(d.Payload) < x.least) && (x.every == 1 || d.Payload[0] != '\\') // who answers every other query is at fault
			if other {
				n++
			}
			if !other || n%x.every > 0 {
				s.Sent = append(s.Sent, d)
			}
		}
		raw := s.Pcap(synth.Ethernet())
		soundIn(t, fmt.Sprintf("%+v", x), raw)
		if r := verdictOn(t, judged(t, raw), "update-rate", "server"); !strings.Contains(r.Reason, x.says) {
			t.Errorf("%+v: %q", x, r.Reason)
		}
	}
}

// A capture that lacks one datagram of a join, of what follows, or of chat, accuses nobody.
func TestOneDropped(t *testing.T) {
	chat := func(payload []byte) bool {
		plain := make([]byte, len(payload))
		cipher.Decipher(plain, payload)
		messages, _ := transport.Walk(plain, 0, nil)
		return slices.ContainsFunc(messages, func(m transport.Message) bool {
			return m.Type == transport.Data && plain[m.Offset+int32(m.Header)] == message.OpcodeChat
		})
	}
	for _, o := range []battle.Options{{Seed: 1, Players: 1}, {Seed: 2, Players: 2}, {Seed: 11, Players: 2}} {
		s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
		g := &gathered{Script: s, client: func(a netip.AddrPort) netip.AddrPort { return a }}
		o.Start, o.Duration, o.GameSpy = s.Start, time.Minute, 0.5
		must.Get(battle.Run(o, g))(t)
		for i, d := range s.Sent {
			if challenged := bytes.Contains(d.Payload, []byte("validate")); challenged || i >= heavy.Scale(30, 200) && (o.Players == 1 || !chat(d.Payload)) {
				continue // the answer to the only challenge, one of many, or one of so few that nobody knows
			}
			without := &synth.Script{Start: s.Start, Sent: slices.Delete(slices.Clone(s.Sent), i, i+1)}
			what, content := fmt.Sprintf("seed %d, without datagram %d", o.Seed, i+1), without.Pcap(synth.Ethernet())
			soundIn(t, what, content)
			if f := judged(t, content); len(f.Ended) > 0 {
				t.Errorf("%s: %+v", what, f.Ended[0])
			}
		}
	}
}

// Of a capture of clients that are refused, nobody says that it has nothing of what clients sent.
func TestRefusedAlone(t *testing.T) {
	_, content := capture(t, battle.Options{Seed: 1, Players: 1, Duration: time.Minute, Troubles: []battle.Trouble{{Name: "password", Player: 1}}}, view{})
	for _, r := range judged(t, content).Rules {
		if strings.HasPrefix(r.Reason, "nothing that") {
			t.Fatalf("%s: %s", r.ID, r.Reason)
		}
	}
}

// A client whose address changes, as behind a router that begins anew, goes on from another one: it has not gone.
func TestAddressChanges(t *testing.T) {
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	other := netip.MustParseAddrPort("10.10.10.99:61999")
	g := &gathered{Script: s}
	var first netip.AddrPort
	g.client = func(a netip.AddrPort) netip.AddrPort {
		if first == (netip.AddrPort{}) {
			first = a // of the first datagram
		}
		if a == first && len(s.Sent) > 3000 {
			return other
		}
		return a
	}
	must.Get(battle.Run(battle.Options{Seed: 4, Players: 3, Duration: 70 * time.Second, Start: s.Start}, g))(t)
	content := s.Pcap(synth.Ethernet())
	soundIn(t, "another address", content)
	if f := judged(t, content); len(f.Ended) > 0 {
		t.Errorf("ended: %+v", f.Ended)
	}
	c := must.Get(decode.Open("moved.pcap", bytes.NewReader(content), decode.Options{}))(t)
	moved := 0
	for _, x := range must.Get(facts.Read(c, facts.Options{}))(t).Match().Connections() {
		if x.Moved != nil && x.Client == first && x.Moved.Client == other {
			moved++
		}
	}
	if moved != 1 {
		t.Errorf("%d connections go on elsewhere", moved)
	}
}
