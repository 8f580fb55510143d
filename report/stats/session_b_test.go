package stats_test

import (
	"fmt"
	"math"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// combination is how often a combination of flags occurs, and its share of the direction
// in percent, as published.
type combination struct {
	flags uint8
	count int
	share float64
}

// The five most frequent combinations of a session of two players, as published, and
// behind them a rest that is spread over others, each rarer than the fifth.
var (
	fromClients = []combination{
		{0x9E, 6079, 58.1}, {0x96, 1632, 15.6}, {0x92, 900, 8.6}, {0x9D, 796, 7.6}, {0x8E, 214, 2.0},
		{0xDD, 213, 0}, {0xDA, 211, 0}, {0x8C, 209, 0}, {0x80, 205, 0},
	}
	fromHost = []combination{
		{0x20, 10539, 52.7}, {0x3E, 5867, 29.3}, {0x36, 1389, 6.9}, {0x3D, 823, 4.1}, {0x32, 719, 3.6},
		{0x2C, 400, 0}, {0x30, 260, 0},
	}
)

// publishedOpcodes of the same session: what clients sent, and what the host sent.
var publishedOpcodes = map[uint8][2]int{
	0x07: {330, 330}, 0x08: {161, 163}, 0x19: {76, 76}, 0x1A: {68, 68}, 0x0D: {12, 0}, 0x21: {8, 0}, 0x0A: {7, 11},
	0x03: {6, 6}, 0x12: {5, 5}, 0x15: {5, 0}, 0x2C: {5, 15}, 0x06: {0, 251}, 0x1D: {0, 12}, 0x20: {0, 11},
	0x00: {0, 3}, 0x01: {0, 3}, 0x28: {0, 3}, 0x17: {0, 3}, 0x35: {0, 3}, 0x18: {0, 1}, 0x37: {0, 1},
	0x2A: {2, 0}, 0x13: {2, 0}, 0x11: {2, 2}, 0x1B: {2, 2},
}

// sessionB writes a capture with these messages: 15 minutes at the host of two clients.
type sessionB struct {
	script synth.Script
	at     time.Duration
	seq    map[[2]netip.AddrPort]uint16
}

func newSessionB() *sessionB {
	return &sessionB{script: synth.Script{Start: reporttest.Start}, seq: map[[2]netip.AddrPort]uint16{}}
}

func peerOf(from netip.AddrPort) uint8 {
	switch from {
	case reporttest.Host:
		return synth.Host
	case reporttest.First:
		return synth.Client
	}
	return synth.Client + 1
}

func (b *sessionB) send(from, to netip.AddrPort, message []byte) {
	b.at += 28 * time.Millisecond
	b.script.Game(b.at, from, to, synth.Datagram(peerOf(from), message))
}

func (b *sessionB) reliable(from, to netip.AddrPort, payload []byte) {
	ends := [2]netip.AddrPort{from, to}
	b.send(from, to, synth.Reliable(b.seq[ends], payload))
	b.seq[ends]++
}

// update is a StateUpdate with a combination of flags.
func update(flags uint8, n int) []byte {
	m := &message.StateUpdate{
		ObjectID: 0x3FFFFFFF + uint32(n%2)<<18, GameTime: float32(n) / 32, DirtyFlags: flags,
		Power: []message.PowerSetting{{Index: 1, Value: 204}},
	}
	m.HasHash = flags&message.FlagWeapons != 0
	m.Subsystems.Raw = []byte{0, 255, 255, 0x20}
	return message.Append(nil, 0x1C, m)
}

func (b *sessionB) updates() {
	clients := []netip.AddrPort{reporttest.First, reporttest.Second}
	for n, flags := range spread(fromClients) {
		b.send(clients[n%2], reporttest.Host, synth.Unreliable(update(flags, n)))
	}
	for n, flags := range spread(fromHost) {
		b.send(reporttest.Host, clients[n%2], synth.Unreliable(update(flags, n)))
	}
}

// spread lists flags as often as they occur, mixed: in each round one of each that is
// not used up.
func spread(all []combination) (list []uint8) {
	for round := 0; ; round++ {
		before := len(list)
		for _, c := range all {
			if round < c.count {
				list = append(list, c.flags)
			}
		}
		if len(list) == before {
			return list
		}
	}
}

// others sends the reliable messages; what both sides send is passed on.
func (b *sessionB) others() {
	for opcode := range uint8(0x40) {
		counts := publishedOpcodes[opcode]
		for n := range max(counts[0], counts[1]) {
			payload := message.Append(nil, opcode, message.Lookup(opcode).New())
			if n < counts[0] {
				b.reliable(reporttest.First, reporttest.Host, payload)
			}
			if n < counts[1] {
				b.reliable(reporttest.Host, reporttest.Second, payload)
			}
		}
	}
}

// TestSessionB finds the published figures of a session in a capture made to them.
func TestSessionB(t *testing.T) {
	b := newSessionB()
	b.updates()
	b.others()
	raw := b.script.Pcap(synth.Ethernet())
	s := report(t, "session-b.pcap", raw, stats.Options{Interval: time.Hour})
	checkSums(t, &s)
	checkCombinations(t, &s, "C>S", fromClients)
	checkCombinations(t, &s, "S>C", fromHost)
	got := map[string]string{}
	for _, o := range s.Opcodes {
		got[o.Dir+" "+o.Opcode] = fmt.Sprint(o.Count, " ", o.Unique)
	}
	want := map[string]string{"C>S 0x1C": "10459 10459", "S>C 0x1C": "19997 19997", "both 0x1C": "30456 30456"}
	for opcode, counts := range publishedOpcodes {
		want[fmt.Sprintf("both 0x%02X", opcode)] = fmt.Sprint(counts[0]+counts[1], " ", counts[0]+counts[1])
		for i, dir := range []string{"C>S", "S>C"} {
			if n := counts[i]; n > 0 {
				want[fmt.Sprintf("%s 0x%02X", dir, opcode)] = fmt.Sprint(n, " ", n)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("opcodes (-published +reported)\n%s", diff)
	}
	for _, e := range s.FlagExceptions {
		if e.Count != 0 {
			t.Errorf("%s: %d", e.Rule, e.Count)
		}
	}
	checkRelays(t, s.Relays)
	reporttest.CheckQueries(t, &s, reporttest.Open(t, "b", raw, decode.Options{}))
}

func checkCombinations(t *testing.T, s *figures.Stats, dir string, want []combination) {
	t.Helper()
	var rows []figures.Flags
	for _, f := range s.Flags {
		if f.Dir == dir {
			rows = append(rows, f)
		}
	}
	if len(rows) != len(want) {
		t.Fatalf("%s: %d combinations, want %d", dir, len(rows), len(want))
	}
	for i, w := range want {
		row := rows[i]
		share := math.Round(row.Share*1000) / 10
		if row.DirtyFlags != fmt.Sprintf("0x%02X", w.flags) || row.Count != int64(w.count) || w.share != 0 && share != w.share {
			t.Errorf("%s, place %d: %s %d %.1f %%, want %+v", dir, i+1, row.DirtyFlags, row.Count, share, w)
		}
	}
}

// checkRelays knows that with two players a message that is passed on has one copy.
func checkRelays(t *testing.T, rows []figures.Relay) {
	t.Helper()
	got := map[string][2]int64{}
	for _, r := range rows {
		got[r.Opcode] = [2]int64{r.Originals, r.Copies}
	}
	for _, opcode := range []uint8{0x07, 0x19, 0x1A, 0x11, 0x12, 0x1B} {
		n := int64(publishedOpcodes[opcode][0])
		if key := fmt.Sprintf("0x%02X", opcode); got[key] != [2]int64{n, n} {
			t.Errorf("%s: originals and copies %v, want %d", key, got[key], n)
		}
	}
}
