package normal

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/record"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

func normalOf(t *testing.T, raw []byte, o decode.Options) *figures.Normal {
	t.Helper()
	c := reporttest.Open(t, "a", raw, o)
	return must.Get(Of("a", c, Options{}))(t)
}

func recorded(t *testing.T, o battle.Options) []byte {
	t.Helper()
	o.Start = time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	_, raw := reporttest.Battle(t, o)
	return raw
}

// claims are the numbers of a normal form that have a query.
func claims(t *testing.T, n *figures.Normal) (all []reporttest.Claim) {
	for i := range n.Rates {
		x := &n.Rates[i]
		all = append(all, reporttest.CountOf("rate of "+x.Key, x.Count, x.Query))
	}
	for i := range n.Categories {
		c := &n.Categories[i]
		if c.Section == "layout" && c.Unit == "messages" && c.Group != "" {
			all = append(all, reporttest.CountOf(c.Key, c.Of, c.Query))
		}
		for _, v := range c.Values {
			if v.Count > c.Of {
				t.Errorf("%s = %s: %d of %d %s", c.Key, v.Value, v.Count, c.Of, c.Unit)
			}
			number := v.Count
			if v.Example {
				number = 1
			}
			if c.Section != "relays" && v.Query != "" {
				all = append(all, reporttest.CountOf(c.Key+" = "+v.Value, number, v.Query))
			}
		}
	}
	for i := range n.Distributions {
		if d := &n.Distributions[i]; !slices.IsSorted(d.Values) || slices.Min(d.Counts) < 0 {
			t.Errorf("%s: values %v, counts %v", d.Key, d.Values, d.Counts)
		}
	}
	for i := range n.Sequences {
		for _, s := range n.Sequences[i].Steps {
			all = append(all, reporttest.CountOf(n.Sequences[i].Key+": "+s.Label, 1, s.Query))
		}
	}
	return all
}

// TestQueries: each number of the normal form is what its query counts.
func TestQueries(t *testing.T) {
	captures := map[string][]byte{"battle": recorded(t, battle.Options{Players: 4, Duration: 30 * time.Second, Seed: 3, Loss: 0.03, Reorder: 0.02})}
	for name, raw := range reporttest.Shipped(t) {
		if len(raw) < heavy.Scale(12<<10, 1<<20) {
			captures[name] = raw
		}
	}
	captures["copied"] = reporttest.Twice(captures["battle"])
	total := 0
	for name, raw := range captures {
		all := claims(t, normalOf(t, raw, decode.Options{}))
		counts := reporttest.Answered(t, all, reporttest.Open(t, name, raw, decode.Options{}))
		wrong := 0
		for _, c := range all {
			total++
			if got := counts[reporttest.Terms(t, c.Formula)[0].Filter].Lines; got != c.Number && wrong < 5 {
				wrong++
				t.Errorf("%s: %s is %d, the query gives %d: %s", name, c.Where, c.Number, got, c.Formula)
			}
		}
	}
	if total < 300 {
		t.Errorf("only %d numbers", total)
	}
}

// TestWorkers: the normal form does not depend on how many workers read, nor on the size of pieces.
func TestWorkers(t *testing.T) {
	raw := recorded(t, battle.Options{Players: 3, Duration: 20 * time.Second, Seed: 5, Loss: 0.05, GameSpy: 1})
	want := normalOf(t, raw, decode.Options{Jobs: 1})
	for _, o := range []decode.Options{{Jobs: 4}, {Jobs: 2, ChunkSize: 1 << 10}} {
		if got := normalOf(t, raw, o); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v gives another normal form", o)
		}
	}
}

// TestJoinIsWhole: every step of a join is there, in the order in which it was sent, whatever the network
// does.
func TestJoinIsWhole(t *testing.T) {
	steps := func(o battle.Options) (all []string) {
		n := normalOf(t, recorded(t, o), decode.Options{})
		for i := range n.Sequences {
			s := &n.Sequences[i]
			if s.Section == "conversation" && s.Party == 0 {
				for _, x := range s.Steps {
					all = append(all, s.Key+" "+x.Label)
				}
			}
		}
		return all
	}
	o := battle.Options{Players: 2, Duration: 30 * time.Second, Seed: 8, NetworkSeed: 1}
	want := steps(o)
	for _, label := range []string{"join S>C ChecksumRequest 0", "join S>C MissionInit", "join C>S ChecksumResponse 255", "join C>S ObjectCreateTeam"} {
		if !slices.Contains(want, label) {
			t.Errorf("no step %q in %q", label, want)
		}
	}
	for seed := range uint64(6) {
		o.NetworkSeed, o.Loss, o.Reorder, o.Duplicate = seed+2, 0.1, 0.1, 0.05
		if got := steps(o); !slices.Equal(got, want) {
			t.Errorf("network %d:\n%q, want\n%q", seed, got, want)
		}
	}
}

// TestNothing: captures without a game, and no capture at all, have an empty normal form.
func TestNothing(t *testing.T) {
	for name, raw := range reporttest.Shipped(t) {
		if !strings.HasPrefix(name, "stock-gamespy") && !strings.HasPrefix(name, "entity-state") {
			continue
		}
		n := normalOf(t, raw, decode.Options{})
		if len(n.Sequences) > 0 || len(n.Rates) > 0 || len(n.Distributions) > 0 {
			t.Errorf("%s: %d sequences, %d rates, %d distributions", name, len(n.Sequences), len(n.Rates), len(n.Distributions))
		}
	}
}

// TestBounds: what would grow with the capture has a limit.
func TestBounds(t *testing.T) {
	var v values
	l := line{Record: &decode.Record{}}
	l.Datagram = new(capture.Datagram)
	for i := range 10 * maxValues {
		v.add(&l, fmt.Append(nil, i))
	}
	v.add(&l, bytes.Repeat([]byte("x"), maxValue+1))
	boundsOfLooks(t)
	boundsOfTalk(t)
	if len(v.cells) != maxValues || !v.many || v.all != 10*maxValues+1 {
		t.Errorf("%d values, many %v, of %d", len(v.cells), v.many, v.all)
	}
}

// TestLinkNames: names of links have a limit, too.
func TestLinkNames(t *testing.T) {
	w := NewWitness("a", nil)
	for i := range uint32(2 * maxLinks) {
		d := capture.Datagram{Ends: &capture.Ends{}}
		w.learn(&decode.Record{Datagram: &d, Side: &record.Side{Link: i + 1, Dir: decode.ToServer}})
	}
	if len(w.links) != maxLinks {
		t.Errorf("%d links", len(w.links))
	}
	if client, name, q := w.Name(2*maxLinks, true); client != "" || name != "" || q != "" {
		t.Errorf("a link without a name: %q, %q, %q", client, name, q)
	}
}

func boundsOfLooks(t *testing.T) {
	t.Helper()
	k := looks{paths: map[string]*path{}}
	for i := range 2 * maxPaths {
		k.place(&leaf{Node: &wire.Node{Encoding: &wire.Encoding{}}, path: fmt.Append(nil, i)})
	}
	if len(k.paths) != maxPaths {
		t.Errorf("%d paths", len(k.paths))
	}
}

func boundsOfTalk(t *testing.T) {
	t.Helper()
	var x talk
	x.begin()
	l := line{Record: &decode.Record{Header: &transport.Message{}, Side: &record.Side{}, Datagram: &capture.Datagram{}, Payload: make([]byte, 2*maxBytes)}}
	y := layout{}
	p := &party{conn: &match.Connection{}}
	for i := range 3 * maxSteps {
		l.at = capture.Nanos(int64(i))
		x.join(p, &l, &y)
		x.wait(p, &l, "the same")
		x.wait(p, &l, fmt.Sprint(i))
		x.put(p, &l, &y, "occasion", uint32(i), dying)
	}
	if len(p.joins[0]) != maxSteps || len(p.open) != maxOpen || len(x.waits) > maxWaits || len(x.waits["the same C>S"].ms) > maxWaits || x.dropped == 0 {
		t.Errorf("%d steps, %d occasions, %d waits, %d dropped", len(p.joins[0]), len(p.open), len(x.waits), x.dropped)
	}
	if n := len(p.joins[0][0].Bytes); n != maxBytes {
		t.Errorf("%d bytes of a step", n)
	}
	for i := range 2 * maxPatterns {
		x.count(p, &occasion{what: "w", steps: []step{{NormalStep: figures.NormalStep{Label: fmt.Sprint(i)}}}})
	}
	if w := x.occasions["w"]; len(w.cells) != maxPatterns || !w.many {
		t.Errorf("%d patterns", len(w.cells))
	}
	var r rhythm
	r.begin()
	for i := range uint32(2 * maxTalks) {
		x.general(&line{Record: l.Record, conn: &match.Connection{}, kind: controls}, &y)
		l.Record.Side = &record.Side{Link: i + 1}
		l.Record.Header = &transport.Message{Type: transport.Keepalive}
		l.kind = controls + int(transport.Keepalive)
		r.general(&l)
	}
	if len(x.parties) != maxTalks || len(r.links) != maxTalks {
		t.Errorf("%d parties, %d links", len(x.parties), len(r.links))
	}
}

// TestApart: a link that is sent again on far more than the others is told apart; what is lost on all is
// not.
func TestApart(t *testing.T) {
	link := func(resent int64) figures.Link { return figures.Link{Reliable: 200, Insisted: resent} }
	for _, x := range []struct {
		links []figures.Link
		want  int64
	}{
		{[]figures.Link{link(0), link(2), link(60)}, 1},
		{[]figures.Link{link(50), link(55), link(60)}, 0},
		{[]figures.Link{link(60)}, 0},
	} {
		got := int64(0)
		for _, v := range apart(x.links).Values {
			got += v.Count
		}
		if got != x.want {
			t.Errorf("%v: %d links, want %d", x.links, got, x.want)
		}
	}
}
