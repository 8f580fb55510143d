package check_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

var oddStart = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)

// fought is what was sent in a battle, and the name of each player's link.
func fought(t *testing.T, o battle.Options) (sent []synth.Sent, clients []netip.AddrPort) {
	t.Helper()
	g := &gathered{Script: &synth.Script{Start: oddStart}, client: func(a netip.AddrPort) netip.AddrPort { return a }}
	o.Start = oddStart
	must.Get(battle.Run(o, g))(t)
	for _, d := range g.Sent {
		if d.From.Port() != 22101 && !slices.Contains(clients, d.From) {
			clients = append(clients, d.From)
		}
	}
	return g.Sent, clients
}

// The capture lacks all of one player for 20 s, in which he may leave and join again: nobody is blamed, and nobody timed out.
func TestPlayerAwayFromCapture(t *testing.T) {
	leaves := battle.Trouble{Name: "leave", At: 40 * time.Second, Player: 2}
	returns := battle.Trouble{Name: "return", At: 50 * time.Second, Player: 2}
	for _, troubles := range [][]battle.Trouble{nil, {leaves}, {leaves, returns}} {
		for _, seed := range heavy.Some([]uint64{7, 12, 15, 21}, 2) {
			sent, clients := fought(t, battle.Options{Seed: seed, Players: 4, Duration: 80 * time.Second, Troubles: troubles})
			for _, from := range []time.Duration{-15 * time.Second, 20 * time.Second, 35 * time.Second} {
				s := synth.Script{Start: oddStart}
				for _, d := range sent {
					his := clients[1].Addr() == d.From.Addr() || clients[1].Addr() == d.To.Addr()
					if !his || d.At < from || d.At > from+20*time.Second {
						s.Sent = append(s.Sent, d)
					}
				}
				raw, name := s.Pcap(synth.Ethernet()), fmt.Sprint(seed, troubles, from)
				soundIn(t, name, raw)
				for _, e := range judged(t, raw).Ended {
					if e.Outcome != figures.EndUnknown {
						t.Errorf("%s: %s %s", name, e.Player, e.Text)
					}
				}
			}
		}
	}
}

// oddly is what is said of the order of a capture; it judges it as one of a sound battle.
func oddly(t *testing.T, name string, raw []byte) string {
	t.Helper()
	soundIn(t, name, raw)
	for _, e := range judged(t, raw).Ended {
		if e.Outcome != figures.EndUnknown {
			t.Errorf("%s: %s %s", name, e.Player, e.Text)
		}
	}
	c := must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t)
	return must.Get(facts.Read(c, facts.Options{}))(t).Summary.Clock.Says()
}

// Frames are shuffled, with their stamps or before they were stamped: that is said, and nobody is judged by who came first.
func TestShuffled(t *testing.T) {
	sent, _ := fought(t, battle.Options{Seed: 7, Players: 3, Duration: 80 * time.Second, GameSpy: 0.2})
	for _, by := range []time.Duration{100 * time.Millisecond, 300 * time.Millisecond, 700 * time.Millisecond, 1500 * time.Millisecond} {
		random, s := rand.New(rand.NewPCG(1, 2)), synth.Script{Start: oddStart, Sent: slices.Clone(sent)}
		for i := range s.Sent {
			s.Sent[i].At += time.Duration(random.Int64N(int64(by)))
		}
		if says := oddly(t, by.String(), s.Pcap(synth.Ethernet())); !strings.Contains(says, "frames are out of order by up to") || strings.Contains(says, "merged") {
			t.Errorf("%v: %q", by, says)
		}
	}
}

// A machine writes what came on each of its interfaces a quarter of a second at a time: the stamps are right, the order is not.
func TestInterfacesInTurn(t *testing.T) {
	const header, turn = 24, 250_000 // of the file, in bytes; microseconds
	sent, _ := fought(t, battle.Options{Seed: 7, Players: 3, Duration: 80 * time.Second})
	s := synth.Script{Start: oddStart, Sent: sent}
	raw := s.Pcap(synth.Ethernet())
	type frame struct {
		turn int64
		odd  byte
		raw  []byte
	}
	var frames []frame
	for rest := raw[header:]; len(rest) > 0; {
		const link, addresses = 16 + 14, 12 // bytes before the IP header, and of that before its addresses
		at := int64(binary.LittleEndian.Uint32(rest))*1e6 + int64(binary.LittleEndian.Uint32(rest[4:]))
		size, ip := 16+int(binary.LittleEndian.Uint32(rest[8:])), rest[link+addresses:]
		frames, rest = append(frames, frame{at / turn, (ip[3] + ip[7]) % 2, rest[:size]}), rest[size:]
	}
	slices.SortStableFunc(frames, func(a, b frame) int { return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.odd, b.odd)) })
	mixed := slices.Clone(raw[:header])
	for _, f := range frames {
		mixed = append(mixed, f.raw...)
	}
	if says := oddly(t, "in turn", mixed); !strings.Contains(says, "frames are out of order by up to") || !strings.Contains(says, "reordercap") || strings.Contains(says, "merged") {
		t.Error(says)
	}
}

// Captures of both ends were merged, whose clocks differ by more than copies are told by, or by an hour.
func TestTwice(t *testing.T) {
	sent, clients := fought(t, battle.Options{Seed: 7, Players: 3, Duration: 80 * time.Second})
	for _, by := range []time.Duration{300 * time.Millisecond, 3 * time.Second, 40 * time.Second, time.Hour} {
		s := synth.Script{Start: oddStart, Sent: slices.Clone(sent)}
		for _, d := range sent {
			s.Raw(d.At+by, d.From, d.To, d.Payload)
		}
		if says := oddly(t, by.String(), s.Pcap(synth.Ethernet())); !strings.Contains(says, "merged have clocks that differ by") {
			t.Errorf("%v: %q", by, says)
		}
	}
	s := synth.Script{Start: oddStart, Sent: slices.Clone(sent)}
	for _, d := range sent { // one client's own
		if d.From == clients[0] || d.To == clients[0] {
			s.Raw(d.At+40*time.Second, d.From, d.To, d.Payload)
		}
	}
	if all := judged(t, s.Pcap(synth.Ethernet())).Ended; len(all) > 0 {
		t.Errorf("another of two captures goes on: %+v", all)
	}
	for _, d := range []time.Duration{20 * time.Second, 30 * time.Second, 80 * time.Second} { // of a short one, the client might ask again
		sent, _ = fought(t, battle.Options{Seed: 7, Players: 3, Duration: d})
		s = synth.Script{Start: oddStart, Sent: sent}
		one := s.Pcap(synth.Ethernet())
		connections := func(name string, raw []byte) int {
			c := must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t)
			return len(must.Get(facts.Read(c, facts.Options{}))(t).Match().Connections())
		}
		for raw, n := one, 2; n <= 4; n++ { // with the header of the file, as cat does it
			raw = slices.Concat(raw, one)
			name := fmt.Sprintf("%d times %v", n, d)
			if says := oddly(t, name, raw); !strings.Contains(says, "is again what was there before") {
				t.Errorf("%s: %q", name, says)
			}
			if got, want := connections(name, raw), n*connections("one", one); got != want {
				t.Errorf("%s: %d connections, want %d", name, got, want)
			}
		}
	}
}

// One datagram of Acks is missing where few messages are: the one who sent those messages sends none again, so it has come.
func TestOneAckOfFew(t *testing.T) {
	sent, clients := fought(t, battle.Options{Seed: 7, Players: 3, Duration: 40 * time.Second})
	alone, _ := fought(t, battle.Options{Seed: 3, Players: 1, Duration: 21 * time.Second})
	part := slices.DeleteFunc(sent, func(d synth.Sent) bool {
		return d.At < 30*time.Second || d.At > 38*time.Second || d.From != clients[1] && d.To != clients[1]
	})
	for _, all := range [][]synth.Sent{alone, part} {
		for i, d := range all {
			plain := make([]byte, len(d.Payload))
			if cipher.Decipher(plain, d.Payload); plain[2] != byte(transport.Ack) || i%heavy.Scale(2, 1) != 0 {
				continue
			}
			s := synth.Script{Start: oddStart, Sent: slices.Concat(all[:i], all[i+1:])}
			soundIn(t, fmt.Sprint(len(all), " without ", i), s.Pcap(synth.Ethernet()))
		}
	}
}

// A host whose port changes, as behind a router that begins anew, goes on with all players: none of them has gone.
func TestHostPortChanges(t *testing.T) {
	sent, _ := fought(t, battle.Options{Seed: 7, Players: 3, Duration: 70 * time.Second})
	s := synth.Script{Start: oddStart}
	for _, d := range sent {
		for _, a := range []*netip.AddrPort{&d.From, &d.To} {
			if d.At > 30*time.Second && a.Port() == 22101 {
				*a = netip.AddrPortFrom(a.Addr(), 22199)
			}
		}
		s.Sent = append(s.Sent, d)
	}
	raw := s.Pcap(synth.Ethernet())
	if oddly(t, "another port", raw); len(judged(t, raw).Ended) > 0 {
		t.Errorf("%+v", judged(t, raw).Ended)
	}
	c := must.Get(decode.Open("moved.pcap", bytes.NewReader(raw), decode.Options{}))(t)
	for _, x := range must.Get(facts.Read(c, facts.Options{}))(t).Match().Connections() {
		if x.Server.Port() == 22101 && x.Ending.Text != "goes on with 10.10.10.1:22199" {
			t.Errorf("%s: %s %s", x.Name, x.Ending.Why, x.Ending.Text)
		}
	}
}

// The same of entity-state, by the numbers of Inputs.
func TestEntityOrder(t *testing.T) {
	sent := battle.EntityGame(battle.Options{Players: 3, Duration: 20 * time.Second, Seed: 3, Start: oddStart}).Sent
	for by, want := range map[time.Duration]string{0: "", 300 * time.Millisecond: "frames are out of order by up to 2", 3 * time.Second: "merged have clocks that differ by 3.0 s"} {
		random, s := rand.New(rand.NewPCG(1, 2)), synth.Script{Start: oddStart}
		for _, d := range sent {
			if 0 < by && by < time.Second {
				d.At += time.Duration(random.Int64N(int64(by)))
			} else if by > 0 {
				s.Raw(d.At+by, d.From, d.To, d.Payload)
			}
			s.Raw(d.At, d.From, d.To, d.Payload)
		}
		if says := oddly(t, by.String(), s.Pcap(synth.Ethernet())); !strings.Contains(says, want) || want == "" && says != "" {
			t.Errorf("%v: %q", by, says)
		}
	}
}

// The capture lacks all of a player up to his second join: that the others have the ids behind his breaks no rule.
func TestFirstPlayerUnseen(t *testing.T) {
	troubles := []battle.Trouble{{Name: "leave", At: 30 * time.Second, Player: 1}, {Name: "return", At: 40 * time.Second, Player: 1}}
	sent, clients := fought(t, battle.Options{Seed: 12, Players: 3, Duration: time.Minute, Troubles: troubles})
	s := synth.Script{Start: oddStart}
	for _, d := range sent {
		if his := clients[0].Addr() == d.From.Addr() || clients[0].Addr() == d.To.Addr(); !his || d.At > 38*time.Second {
			s.Sent = append(s.Sent, d)
		}
	}
	soundIn(t, "without the first", s.Pcap(synth.Ethernet()))
}

// Two servers are in a capture, and much of one of them is missing: the other one is judged by what is there of it.
func TestServersApart(t *testing.T) {
	whole, _ := fought(t, battle.Options{Seed: 7, Players: 3, Duration: time.Minute, GameSpy: 0.5})
	other, _ := fought(t, battle.Options{Seed: 12, Players: 3, Duration: time.Minute, GameSpy: 0.5})
	random := rand.New(rand.NewPCG(1, 2))
	beside := func(keeps func(synth.Sent) bool, second func(n int) bool) []byte {
		s, updates := synth.Script{Start: oddStart}, 0
		for _, d := range whole {
			plain := make([]byte, len(d.Payload))
			cipher.Decipher(plain, d.Payload)
			messages, _ := transport.Walk(plain, 0, nil)
			alone := len(messages) == 1 && messages[0].Type == transport.Data && !messages[0].HasSeq && d.From.Port() == 22101
			if updates++; !alone || second == nil || second(updates) {
				s.Sent = append(s.Sent, d)
			}
		}
		for _, d := range other {
			if keeps(d) {
				elsewhere := func(a netip.AddrPort) netip.AddrPort {
					b := a.Addr().As4()
					return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 20, b[2], b[3]}), a.Port())
				}
				s.Raw(d.At, elsewhere(d.From), elsewhere(d.To), d.Payload)
			}
		}
		return s.Pcap(synth.Ethernet())
	}
	soundIn(t, "without large ones", beside(func(d synth.Sent) bool { return len(d.Payload) < 300 }, nil))
	soundIn(t, "without small ones", beside(func(d synth.Sent) bool { return len(d.Payload) > 20 }, nil))
	loses := func(synth.Sent) bool { return random.IntN(5) > 0 }
	soundIn(t, "of which a fifth is missing", beside(loses, nil))
	raw := beside(loses, func(n int) bool { return n%2 == 0 })
	if f := judged(t, raw); !slices.ContainsFunc(failed(f), func(r figures.CheckRule) bool { return r.ID == "update-rate" && r.Judges == "server" }) {
		t.Errorf("a host that sends half of the updates is not told beside one of which a fifth is missing: %+v", failed(f))
	}
}

// The capture lacks what a client sends for 20 s, in which it leaves, or joins: the host acknowledges that. Nobody timed out, and no rule is broken.
func TestClientUnheard(t *testing.T) {
	leaves := []battle.Trouble{{Name: "leave", At: 40 * time.Second, Player: 2}}
	for _, seed := range heavy.Some([]uint64{7, 12, 15, 21}, 2) {
		sent, clients := fought(t, battle.Options{Seed: seed, Players: 3, Duration: 70 * time.Second, Troubles: leaves})
		for who, client := range clients[1:] {
			first := sent[slices.IndexFunc(sent, func(d synth.Sent) bool { return d.From == client })].At
			for _, from := range []time.Duration{first + 1, 20 * time.Second, 35 * time.Second} {
				s := synth.Script{Start: oddStart}
				for _, d := range sent {
					if d.From.Addr() != client.Addr() || d.At < from || d.At > from+20*time.Second {
						s.Sent = append(s.Sent, d)
					}
				}
				raw, name := s.Pcap(synth.Ethernet()), fmt.Sprint(seed, " ", who, " ", from)
				soundIn(t, name, raw)
				for _, e := range judged(t, raw).Ended {
					if e.Outcome != figures.EndUnknown {
						t.Errorf("%s: %s %s", name, e.Player, e.Text)
					}
				}
			}
		}
	}
}
