package traffic_test

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/traffic"
	"bcdump/internal/must"
)

// seen is what is known of a flow from the bytes of its updates.
type seen struct {
	times                       traffic.Times
	copies, late, taken, behind int
	newest                      [2]float32
	bytes                       map[string]bool
	since                       time.Duration
	intervals                   int
}

// TestBattles plays a battle over networks of several kinds: what a network makes of it does not change how often
// the players send.
func TestBattles(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options battle.Options
	}{
		{"calm", battle.Options{}},
		{"doubled", battle.Options{Duplicate: 0.1}},
		{"reordered", battle.Options{Reorder: 0.1}},
		{"openbc", battle.Options{Dialect: message.OpenBC, Duplicate: 0.05, Reorder: 0.05}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.options.Players, tt.options.Duration, tt.options.Seed = 3, 40*time.Second, 4
			copies, late := 0, 0
			for f, x := range measured(t, tt.options) {
				copies, late = copies+x.copies, late+x.late
				doubled := x.taken - len(x.bytes) // some of them came behind a newer one
				if x.copies > doubled || x.copies+x.late < doubled || x.late > x.behind {
					t.Errorf("ship 0x%08X: %d copies, %d late of %d updates; %d are different, %d have an older clock", f.Ship.Object, x.copies, x.late, x.taken, len(x.bytes), x.behind)
				}
				if mean := x.since / time.Duration(max(x.intervals, 1)); x.intervals > 50 && (mean < 95*time.Millisecond || mean > 105*time.Millisecond) {
					t.Errorf("ship 0x%08X: updates every %v", f.Ship.Object, mean)
				}
			}
			if copies > 0 != (tt.options.Duplicate > 0) || late > 0 != (tt.options.Reorder > 0) {
				t.Errorf("%d copies, %d late", copies, late)
			}
		})
	}
}

func measured(t *testing.T, o battle.Options) map[*traffic.Flow]*seen {
	t.Helper()
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var file bytes.Buffer
	must.Get(recorder.Record(&file, o, recorder.Options{Format: recorder.Pcap, Link: "ethernet", Start: o.Start}))(t)
	c := must.Get(decode.Open("battle", bytes.NewReader(file.Bytes()), decode.Options{Jobs: 1}))(t)
	m := match.New()
	flows, all := traffic.New(m), map[*traffic.Flow]*seen{}
	err := c.Deliver(func(r *decode.Record) error {
		m.Take(r)
		flows.Take(r)
		x := flows.Change()
		if x.Flow == nil {
			return nil
		}
		if all[x.Flow] == nil {
			all[x.Flow] = &seen{bytes: map[string]bool{}}
		}
		all[x.Flow].take(x, r)
		return nil
	})
	if err != nil || flows.Dropped() > 0 || len(all) == 0 {
		t.Fatal(err, flows.Dropped(), len(all))
	}
	return all
}

func (s *seen) take(x *traffic.Change, r *decode.Record) {
	s.taken++
	s.bytes[string(r.Payload)] = true
	_, clock, flags, _ := message.UpdateHeader(r.Payload)
	if newest := &s.newest[flags/message.FlagSubsystems&1]; clock < *newest {
		s.behind++
	} else {
		*newest = clock
	}
	switch x.Step {
	case traffic.Copy:
		s.copies++
	case traffic.Late:
		s.late++
	}
	if since := s.times.Take(x.Step, r.Steady(), flags).Since; since != traffic.Unknown {
		s.since += since
		s.intervals++
	}
}
