package stats_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// entityReport is the entity-state section of a game; every query of the report is run.
func entityReport(t *testing.T, s *synth.Script, o stats.Options) *figures.EntityState {
	t.Helper()
	raw := s.Pcap(synth.Ethernet())
	r := report(t, "game", raw, o)
	checkSums(t, &r)
	reporttest.CheckQueries(t, &r, reporttest.Open(t, "game", raw, decode.Options{}))
	if r.EntityState == nil {
		t.Fatal("no entity-state section")
	}
	return r.EntityState
}

// census is what the States to one client say, read by other code than the program's.
type census struct {
	states, bytes       int64
	least, most, number int64 // of entities
}

func censusOf(s *synth.Script, client netip.AddrPort) *census {
	c := &census{least: math.MaxInt64}
	for _, d := range reporttest.InOrder(s) {
		if d.To != client || !reporttest.IsType(&d, reporttest.TypeState) {
			continue
		}
		c.states++
		c.bytes += int64(len(d.Payload))
		n := int64(len(d.Payload[reporttest.EntityHeader+2:]) / 25)
		c.least, c.most, c.number = min(c.least, n), max(c.most, n), c.number+n
	}
	return c
}

// TestEntityGame compares a game with what was sent: rate, entities.
func TestEntityGame(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 2, Duration: 12 * time.Second, Seed: 3})
	e := entityReport(t, s, stats.Options{By: []string{"link"}})
	if len(e.Flows) != 2 {
		t.Fatalf("%d flows", len(e.Flows))
	}
	for i := range e.Flows {
		f := &e.Flows[i]
		client := netip.MustParseAddrPort(f.Client)
		truth := censusOf(s, client)
		if f.States != truth.states || f.Expected != truth.states || math.Abs(f.RateHz-60) > 0.05 || f.Gaps != 0 || f.Lost != 0 || f.Late != 0 || f.Pauses != 0 {
			t.Errorf("%s: %+v, %d States were sent", f.Client, f, truth.states)
		}
		if *f.Interval.P50 < 16 || *f.Interval.P50 > 17.5 || *f.Interval.Max > 18.8 || f.Interval.Count != truth.states-1 {
			t.Errorf("%s: intervals p50 %v, max %v of %d", f.Client, *f.Interval.P50, *f.Interval.Max, f.Interval.Count)
		}
		if math.Abs(f.InputHz-30) > 0.1 || f.LostInputs != 0 {
			t.Errorf("%s: %v Inputs a second, %d lost", f.Client, f.InputHz, f.LostInputs)
		}
		want := figures.Spread{Min: truth.least, Mean: float64(truth.number) / float64(truth.states), Max: truth.most}
		if f.Entities != want || f.Revision != "early" || f.Name == "" {
			t.Errorf("%s: %+v, want %+v", f.Client, f, want)
		}
	}
}

// TestEntityTruth compares a game with what its simulator counted, over a bad network and from several places.
func TestEntityTruth(t *testing.T) {
	for i, o := range []battle.Options{
		{Players: 4, Late: true, Loss: 0.1, Reorder: 0.1, Duplicate: 0.1},
		{Players: 16, Late: true, IPv6: true},
		{Players: 3, Loss: 0.02, At: 2, Noise: 20},
		{Players: 2, Begin: 4 * time.Second, Ways: []battle.Way{battle.HalfRate}},
	} {
		o.EntityState, o.Duration, o.Seed = true, 8*time.Second, uint64(i+1)
		truth, raw := reporttest.Battle(t, o)
		r := report(t, "game", raw, stats.Options{})
		flows := r.EntityState.Flows
		for _, c := range truth.Entities.Clients {
			at := slices.IndexFunc(flows, func(f figures.EntityFlow) bool { return f.Client == c.Client })
			if at < 0 {
				if c.Packets != (battle.Pair{}) {
					t.Errorf("%d: %s is missing", i, c.Client)
				}
				continue
			}
			f := &flows[at]
			got := battle.EntityClient{
				Client: f.Client, Name: f.Name, Packets: c.Packets, Bytes: battle.Pair{Up: f.ToServer, Down: f.ToClient}, States: f.States,
				Entities: int64(math.Round(f.Entities.Mean * float64(f.States))), Least: f.Entities.Min, Most: f.Entities.Max, Inputs: f.Inputs,
			}
			if o.Begin > 0 || o.Loss > 0.05 {
				got.Name = c.Name // its Hello may be missing
			}
			if got != *c || f.Datagrams != c.Packets.Up+c.Packets.Down || f.Flickers != 0 {
				t.Errorf("%d: %+v, %d datagrams, %d flickers\nwant %+v", i, got, f.Datagrams, f.Flickers, *c)
			}
		}
	}
}

// drop takes datagrams out of a conversation, by their place among those of a type to or
// from a client. It gives how many there are and how many are gone.
func drop(s *synth.Script, client netip.AddrPort, kind byte, lost func(i int) bool) (all, gone int64) {
	sent := reporttest.InOrder(s)
	s.Sent = slices.DeleteFunc(sent, func(d synth.Sent) bool {
		if !reporttest.IsType(&d, kind) || d.To != client && d.From != client {
			return false
		}
		all++
		if !lost(int(all - 1)) {
			return false
		}
		gone++
		return true
	})
	return all, gone
}

// TestEntityLoss drops States and Inputs, single ones and several in a row: as many are
// missing.
func TestEntityLoss(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 1, Duration: 10 * time.Second, Seed: 3})
	all, gone := drop(s, reporttest.Cady, reporttest.TypeState, func(i int) bool { return i%17 == 3 || i > 200 && i%50 < 7 && i%50 > 0 })
	_, inputs := drop(s, reporttest.Cady, reporttest.TypeInput, func(i int) bool { return i%29 == 7 })
	for i, d := range s.Sent {
		if reporttest.IsType(&d, reporttest.TypeInput) && i%3 == 0 {
			d.At += 150 * time.Millisecond // a copy of the network, behind newer ones
			s.Sent = append(s.Sent, d)
		}
	}
	e := entityReport(t, s, stats.Options{})
	f := &e.Flows[0]
	if f.States != all-gone || f.Lost != gone || f.Expected != all || f.Gaps < 30 || f.Gaps >= gone || gone < 50 {
		t.Errorf("%d of %d States were dropped: %+v", gone, all, f)
	}
	if f.LostInputs != inputs || inputs < 5 {
		t.Errorf("%d Inputs lost, %d were", f.LostInputs, inputs)
	}
}

// TestEntityDelay holds three States up until the fourth comes, four times: nothing is lost.
func TestEntityDelay(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 1, Duration: 3 * time.Second, Seed: 3})
	s.Sent = reporttest.InOrder(s)
	n, until := 0, time.Duration(0)
	for i := range slices.Backward(s.Sent) {
		if d := &s.Sent[i]; reporttest.IsType(d, reporttest.TypeState) {
			if n++; n%40 == 0 {
				until = d.At
			} else if late := n % 40; until > 0 && late <= 3 {
				d.At = until - time.Duration(late)*100*time.Microsecond
			}
		}
	}
	e := entityReport(t, s, stats.Options{})
	if f := &e.Flows[0]; f.Late != 12 || f.Gaps != 4 || f.Lost != 0 || f.Expected != f.States {
		t.Errorf("%+v", f)
	}
}

// TestEntityPause has two matches with half a minute between them: nothing is lost
// in it.
func TestEntityPause(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 2, Duration: 2 * time.Second, Seed: 1})
	for _, d := range battle.EntityGame(battle.Options{Players: 2, Duration: 3 * time.Second, Seed: 2}).Sent {
		d.At += 32 * time.Second
		s.Sent = append(s.Sent, d)
	}
	e := entityReport(t, s, stats.Options{})
	for _, f := range e.Flows {
		if f.Pauses != 1 || f.Lost != 0 || f.Expected != f.States || math.Abs(f.RateHz-60) > 0.1 || f.LostInputs != 0 {
			t.Errorf("%+v", f)
		}
	}
}

// TestEntitySizes has States of one size: what they cost is what the documents say.
func TestEntitySizes(t *testing.T) {
	for entities, want := range map[int]struct {
		class  string
		second float64
	}{
		battle.NoCrowd: {"0", 360}, 10: {"1-10", 15_360}, 50: {"11-50", 75_360}, 58: {"51-58", 87_360}, 59: {"59", 88_860}, 100: {"60-100", 150_360}, 512: {"101-512", 768_360},
	} {
		s := battle.EntityGame(battle.Options{Players: 1, Duration: 2 * time.Second, Seed: 4, Crowd: entities})
		truth := censusOf(s, reporttest.Cady)
		sizes := entityReport(t, s, stats.Options{}).Sizes
		if len(sizes) != 1 {
			t.Errorf("%d entities: %d rows", entities, len(sizes))
			continue
		}
		r := &sizes[0]
		if r.Entities != want.class || r.States != truth.states || r.Bytes != truth.bytes || r.Expected != truth.bytes ||
			r.At60Hz != want.second || *r.AtMost != want.second || math.Abs(r.PerSecond/want.second-1) > 0.002 {
			t.Errorf("%d entities: %+v, at most %v", entities, r, *r.AtMost)
		}
	}
}

// TestEntityPlayers compares lives and scores with what one client was sent.
func TestEntityPlayers(t *testing.T) {
	if testing.Short() {
		t.Skip("plays long games")
	}
	length := heavy.Scale(20, 40)
	for _, late := range []bool{false, true} {
		s := battle.EntityGame(battle.Options{Players: 3, Duration: time.Duration(length) * time.Second, Seed: 5, Late: late})
		now := map[string]int64{}
		for id := range uint32(3) {
			now[fmt.Sprint("lives ", id+1)] = 3
		}
		var want []string
		for _, d := range reporttest.InOrder(s) {
			if !reporttest.IsType(&d, reporttest.TypeLives) && !reporttest.IsType(&d, reporttest.TypeScore) {
				continue
			}
			id := binary.LittleEndian.Uint32(d.Payload[reporttest.EntityHeader:])
			what, value := "lives", int64(d.Payload[reporttest.EntityHeader+4])
			if reporttest.IsType(&d, reporttest.TypeScore) {
				what, value = "score", int64(int32(binary.LittleEndian.Uint32(d.Payload[reporttest.EntityHeader+4:])))
			}
			key := fmt.Sprint(what, " ", id)
			if d.To != reporttest.Cady || now[key] == value {
				continue
			}
			now[key] = value
			want = append(want, fmt.Sprintf("%s %d", key, value))
		}
		e := entityReport(t, s, stats.Options{})
		var got []string
		for _, c := range e.Changes {
			got = append(got, fmt.Sprintf("%s %d %d", c.What, c.ID, c.To))
		}
		if d := diff.Diff(want, got); d != "" || len(got) < length*5/4 {
			t.Errorf("late %v: %d changes (-sent +counted)\n%s", late, len(got), d)
		}
	}
}

// TestNoEntityState: a capture of the game has no such section.
func TestNoEntityState(t *testing.T) {
	if r := report(t, "game", reporttest.Shipped(t)["session-small.pcap"], stats.Options{}); r.EntityState != nil || r.Bandwidth.EntityState != nil {
		t.Errorf("%+v", r.EntityState)
	}
}

// TestEntityBounds fills every table of the section.
func TestEntityBounds(t *testing.T) {
	const n = 24_000
	s := &synth.Script{Start: reporttest.Start}
	for i := range n {
		reporttest.HostileEntities(s, i)
	}
	r := report(t, "hostile", s.Pcap(synth.Ethernet()), stats.Options{By: []string{"link"}, Interval: 10 * time.Millisecond})
	e := r.EntityState
	for what, rows := range map[string][2]int{
		"flows":   {len(e.Flows), 256 + 1},
		"sizes":   {len(e.Sizes), 6},
		"changes": {len(e.Changes), 4096},
	} {
		if rows[0] > rows[1] || rows[0] == 0 {
			t.Errorf("%s: %d rows, %d are the most", what, rows[0], rows[1])
		}
	}
	var datagrams, states int64
	for _, f := range e.Flows {
		datagrams += f.Datagrams
		states += f.States
	}
	if datagrams != n || states != n/2 {
		t.Errorf("%d datagrams, %d States in flows, of %d", datagrams, states, n)
	}
	for _, table := range []string{"entity_flows", "entity_changes", "entity_savings"} {
		if r.Dropped[table] == 0 {
			t.Errorf("%s: nothing dropped", table)
		}
	}
	last := e.Flows[len(e.Flows)-1]
	if last.Client != "rest" || last.Query != "" || last.Datagrams != n-256*4 {
		t.Errorf("the row of the rest is %+v", last)
	}
}

// TestEntityLimits has one server with more of everything than is kept.
func TestEntityLimits(t *testing.T) {
	s := reporttest.ManyEntities()
	r := report(t, "many", s.Pcap(synth.Ethernet()), stats.Options{})
	e := r.EntityState
	if len(e.Changes) != 4096 || r.Dropped["entity_changes"] != reporttest.ManyChanges-4096 || r.Dropped["entities"] != 3*(600-512) {
		t.Errorf("%d changes, dropped %v", len(e.Changes), r.Dropped)
	}
}

// TestEntityLacking: a State that lost an IP fragment is lost, though no gap shows it.
func TestEntityLacking(t *testing.T) {
	raw := reporttest.Shipped(t)["entity-state-fragments.pcap"]
	at := 24
	for range 4 {
		at += 16 + int(binary.LittleEndian.Uint32(raw[at+8:]))
	}
	raw = slices.Delete(slices.Clone(raw), at, at+16+int(binary.LittleEndian.Uint32(raw[at+8:]))) // the second fragment of frames 4 to 12
	flows := report(t, "lost.pcap", raw, stats.Options{}).EntityState.Flows
	if len(flows) != 2 || flows[0].Lost != 1 || flows[0].Gaps != 0 || flows[1].Lost != 0 {
		t.Errorf("%+v", flows)
	}
}

// TestEntityCut: a State of which only the type is left is one that came, also for the rates of States by their size.
func TestEntityCut(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 1, Duration: 12 * time.Second, Seed: 3})
	s.Sent = reporttest.InOrder(s)
	n := 0
	for i := range s.Sent {
		if d := &s.Sent[i]; reporttest.IsType(d, reporttest.TypeState) {
			if n++; n%5 == 0 {
				d.Payload = d.Payload[:reporttest.EntityHeader+1]
			}
		}
	}
	for _, x := range entityReport(t, s, stats.Options{}).Sizes {
		if x.States > 50 && math.Abs(x.RateHz-60) > 0.5 {
			t.Errorf("%+v", x)
		}
	}
}
