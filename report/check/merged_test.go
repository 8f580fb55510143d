package check_test

import (
	"bytes"
	"cmp"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/desync"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// merged is a capture of what two clients of a battle have recorded, whose clocks differ.
type merged struct {
	*synth.Script
	by time.Duration // that of the second is ahead
	n  int64
}

func (m *merged) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	client := from.Addr()
	if from.Port() == 22101 {
		client = to.Addr()
	}
	if client == netip.MustParseAddr("10.10.10.102") {
		at += m.by
	} else if client != netip.MustParseAddr("10.10.10.101") {
		return 0
	}
	m.n++
	m.Raw(at+10*time.Second, from, to, slices.Clone(payload))
	return m.n
}

func (m *merged) Packet(time.Duration, netip.Addr, netip.Addr, uint8, []byte) bool { return false }
func (m *merged) ARP(time.Duration) bool                                           { return false }
func (m *merged) Frames() int64                                                    { return m.n }
func (m *merged) Err() error                                                       { return nil }

// The clocks of captures that were merged differ where what the host passes on comes before it was sent. Then nobody is judged by
// what came first, and it is said by how much they differ.
func TestMergedClocks(t *testing.T) {
	for _, by := range []time.Duration{0, 200 * time.Millisecond, -700 * time.Millisecond, 2 * time.Second, -4 * time.Second} {
		m := &merged{Script: &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}, by: by}
		must.Get(battle.Run(battle.Options{Players: 3, Seed: 21, Duration: 40 * time.Second, Start: m.Start}, m))(t)
		raw := m.Pcap(synth.Ethernet())
		soundIn(t, by.String(), raw)
		c := must.Get(decode.Open("merged.pcap", bytes.NewReader(raw), decode.Options{}))(t)
		f := must.Get(facts.Read(c, facts.Options{}))(t)
		apart := f.Summary.Clock.Apart
		if off := apart - by.Abs(); off.Abs() > by.Abs()/10 {
			t.Errorf("clocks that differ by %v: said to differ by %v", by, apart)
		}
		if said := strings.Contains(f.Summary.Clock.Says(), "were merged"); said != (by != 0) {
			t.Errorf("%v: %q", by, f.Summary.Clock.Says())
		}
		if d := must.Get(desync.Of(f, desync.Options{}))(t); len(d.Findings) > 0 {
			t.Errorf("%v: %+v", by, d.Findings[0])
		}
	}
}

// Captures of a client and of the host were merged, whose clocks differ by so much that copies are not told from what is sent
// again: that is said, and nobody is judged by times.
func TestMergedEnds(t *testing.T) {
	for _, by := range []time.Duration{3 * time.Second, 10 * time.Second, -5 * time.Second, 40 * time.Second} {
		s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
		g := &gathered{Script: s, client: func(a netip.AddrPort) netip.AddrPort { return a }}
		must.Get(battle.Run(battle.Options{Players: 3, Seed: 21, Duration: 80 * time.Second, Start: s.Start}, g))(t)
		client := s.Sent[0].From
		for i := range s.Sent {
			d := &s.Sent[i]
			if d.At += 40 * time.Second; d.From == client || d.To == client {
				s.Raw(d.At+by, d.From, d.To, d.Payload)
			}
		}
		slices.SortStableFunc(s.Sent, func(a, b synth.Sent) int { return cmp.Compare(a.At, b.At) })
		c := must.Get(decode.Open("merged.pcap", bytes.NewReader(s.Pcap(synth.Ethernet())), decode.Options{}))(t)
		f := must.Get(facts.Read(c, facts.Options{}))(t)
		if apart := f.Summary.Clock.Apart; (apart - by.Abs()).Abs() > by.Abs()/10 {
			t.Errorf("clocks that differ by %v: said to differ by %v", by, apart)
		}
		for _, r := range check.Judge(f, check.Options{Judge: check.Both}).Verdicts.Rules {
			if strings.HasPrefix(r.ID, "update-") && r.Verdict == figures.Failed {
				t.Errorf("%v: %s %s: %d of %d", by, r.ID, r.Judges, r.Violations, r.Instances)
			}
		}
	}
}
