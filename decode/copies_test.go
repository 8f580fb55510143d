package decode_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// manyTaps records a battle at a client, halfway and at the host, each with times to live of its own, and merges the
// three by time. Each of them misses some datagrams.
type manyTaps struct {
	random  *rand.Rand
	sameTTL bool // nothing tells where a datagram was captured
	noID    bool // the identification is 0
	nat     bool // the addresses of the clients are translated behind the first place, that of the host behind the second
	ids     map[netip.AddrPort]uint16
	frames  []synth.Frame
	passed  int64
}

func (m *manyTaps) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	m.passed++
	m.ids[from]++
	id := m.ids[from]
	if m.noID {
		id = 0
	}
	const places, way, missed = 3, 15 * time.Millisecond, 0.05
	seen := m.random.IntN(places) // there at least
	for place := range places {
		if place != seen && m.random.Float64() < missed {
			continue
		}
		src, dst := m.seenAs(from, place), m.seenAs(to, place)
		p := synth.IPv4{Src: src.Addr(), Dst: dst.Addr(), ID: id}.Packet(synth.UDP{From: src, To: dst}.Datagram(payload))
		if !m.sameTTL {
			p[8] = byte(64 - place)
		}
		jitter := time.Duration(m.random.Int64N(int64(2 * time.Millisecond)))
		m.frames = append(m.frames, synth.Frame{Time: evening.Add(at + time.Duration(place)*way + jitter), Data: p})
	}
	return m.passed
}

// seenAs is an end at a place.
func (m *manyTaps) seenAs(end netip.AddrPort, place int) netip.AddrPort {
	host := end.Port() == hostPort
	switch {
	case m.nat && host && place == 2:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{172, 17, 0, 2}), end.Port())
	case m.nat && !host && place > 0:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{203, 0, 113, 7}), end.Port()^0x100)
	}
	return end
}

func (m *manyTaps) Packet(time.Duration, netip.Addr, netip.Addr, uint8, []byte) bool { return false }
func (m *manyTaps) ARP(time.Duration) bool                                           { return false }
func (m *manyTaps) Frames() int64                                                    { return m.passed }
func (m *manyTaps) Err() error                                                       { return nil }

const hostPort = 22101

var evening = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)

// TestCapturedAtManyPlaces: of a battle with loss that was captured at a client, at the host and between them, whether
// their addresses are translated or not, the retransmissions are those of the senders, and all else that comes again
// are copies.
func TestCapturedAtManyPlaces(t *testing.T) {
	heavy.SkipRace(t, "about what decode says")
	for seed := range heavy.Scale[uint64](4, 50) {
		for _, m := range []*manyTaps{{}, {sameTTL: true}, {noID: true}, {nat: true}} {
			m.random, m.ids = rand.New(rand.NewPCG(seed, 1)), map[netip.AddrPort]uint16{}
			o := battle.Options{Players: 3, Duration: 20 * time.Second, Seed: seed + 1, Start: evening, Loss: 0.05, Reorder: 0.02}
			truth := must.Get(battle.Run(o, m))(t)
			slices.SortStableFunc(m.frames, func(a, b synth.Frame) int { return cmp.Compare(a.Time.UnixNano(), b.Time.UnixNano()) })
			raw := synth.Pcap{Link: 101, SnapLength: 1 << 16}.File(m.frames)
			c := must.Get(decode.Open("merged", bytes.NewReader(raw), decode.Options{}))(t)
			var again battle.Pair
			must.Do(t, c.Deliver(func(r *decode.Record) error {
				switch {
				case !r.Has(decode.Retransmit):
				case r.Dir == decode.ToServer:
					again.Up++
				default:
					again.Down++
				}
				return nil
			}))
			s := c.Summary()
			name := fmt.Sprintf("seed %d, same time to live %v, no identification %v, translation %v", seed, m.sameTTL, m.noID, m.nat)
			t.Logf("%s: %d frames, %d copies, retransmissions %+v", name, len(m.frames), s.Copies.Datagrams, again)
			missed := int64(len(m.frames)) - m.passed - s.Copies.Datagrams
			if m.nat && missed == 1 { // of the first of a link, little tells
				missed = 0
			}
			if want := int64(len(m.frames)) - m.passed; missed != 0 {
				t.Errorf("%s: %d of %d datagrams are copies, want %d", name, s.Copies.Datagrams, len(m.frames), want)
			}
			if again != truth.Game.Retransmits {
				t.Errorf("%s: retransmissions %+v, want %+v", name, again, truth.Game.Retransmits)
			}
			if s.Ledger.Sum() != s.Ledger.Total {
				t.Errorf("%s: the ledger has %d of %d bytes", name, s.Ledger.Sum(), s.Ledger.Total)
			}
		}
	}
}
