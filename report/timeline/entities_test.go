package timeline_test

import (
	"encoding/binary"
	"errors"
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
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// entityTimeline reads a conversation, and gives its rows too.
func entityTimeline(t *testing.T, s *synth.Script, o timeline.Options) (*timeline.Timeline, []figures.EntityRow) {
	t.Helper()
	var rows []figures.EntityRow
	o.Row = func(r any) error {
		rows = append(rows, *r.(*figures.EntityRow))
		return nil
	}
	x := timeline.New(o)
	must.Do(t, x.File("game", reporttest.Open(t, "game", s.Pcap(synth.Ethernet()), decode.Options{})))
	return x, rows
}

// sentEntity is one entity of a State that was sent.
type sentEntity struct {
	at           time.Duration
	kind         byte
	x, y, vx, vy float64
}

// sentTo gives where each entity was, by the States to a client.
func sentTo(s *synth.Script, client netip.AddrPort) map[uint32][]sentEntity {
	all := map[uint32][]sentEntity{}
	for _, d := range reporttest.InOrder(s) {
		if d.To != client || !reporttest.IsType(&d, reporttest.TypeState) {
			continue
		}
		for body := d.Payload[reporttest.EntityHeader+2:]; len(body) >= 25; body = body[25:] {
			f := func(at int) float64 {
				return float64(math.Float32frombits(binary.LittleEndian.Uint32(body[at:])))
			}
			id := binary.LittleEndian.Uint32(body)
			all[id] = append(all[id], sentEntity{d.At, body[4], f(5), f(9), f(13), f(17)})
		}
	}
	return all
}

func equal(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// TestEntityTimeline compares rows and figures with what was sent to the first client.
func TestEntityTimeline(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 2, Duration: 12 * time.Second, Seed: 3})
	truth := sentTo(s, reporttest.Cady)
	x, rows := entityTimeline(t, s, timeline.Options{})
	updates := map[int64]int{}
	for _, r := range rows {
		if r.Kind != figures.KindUpdate {
			continue
		}
		sent := truth[uint32(r.ID)]
		n := updates[r.ID]
		updates[r.ID]++
		if n >= len(sent) {
			t.Fatalf("entity %d has more rows than States", r.ID)
		}
		e := sent[n]
		if r.Type != int(e.kind) || float64(*r.X) != e.x || float64(*r.Y) != e.y || float64(*r.VX) != e.vx || float64(*r.VY) != e.vy ||
			!equal(*r.Speed, math.Hypot(e.vx, e.vy), 0.001) || r.Receiver != reporttest.Cady.String() {
			t.Fatalf("%+v, sent was %+v", r, e)
		}
		if (r.Moved == nil) != (n == 0) {
			t.Fatalf("row %d of entity %d: moved %v", n, r.ID, r.Moved)
		}
		if n > 0 {
			before := sent[n-1]
			if want := math.Hypot(e.x-before.x, e.y-before.y) / (e.at - before.at).Seconds(); !equal(*r.Moved, want, 0.001+want/5000) {
				t.Fatalf("row %d of entity %d: moved %v, want %v", n, r.ID, *r.Moved, want)
			}
		}
	}
	for id, sent := range truth {
		if updates[int64(id)] != len(sent) {
			t.Errorf("entity %d: %d rows, %d States", id, updates[int64(id)], len(sent))
		}
	}
	summary := x.Summary()
	if len(summary.Entities) != len(truth) {
		t.Errorf("%d lives, %d entities", len(summary.Entities), len(truth))
	}
	sums := map[int]int64{}
	for i := range summary.Entities {
		checkEntityLife(t, &summary.Entities[i], truth[uint32(summary.Entities[i].ID)])
		sums[summary.Entities[i].Type] += summary.Entities[i].States
	}
	for _, sum := range summary.EntitySums {
		if sums[sum.Type] != sum.States {
			t.Errorf("type %d: %d States in lives, %d in the sum", sum.Type, sums[sum.Type], sum.States)
		}
	}
	if e := summary.Entities; e[0].Name != "Cady2" || e[1].Name != "Ace" || e[0].Color != "#55AAFFFF" || *e[0].Lives > 3 || e[0].Score == nil {
		t.Errorf("players do not come first: %+v %+v", e[0], e[1])
	}
	checkEntityQueries(t, &summary, s)
}

func checkEntityLife(t *testing.T, l *figures.EntityLife, sent []sentEntity) {
	t.Helper()
	path, meant, last := 0.0, 0.0, sent[len(sent)-1]
	for i, e := range sent[1:] {
		path += math.Hypot(e.x-sent[i].x, e.y-sent[i].y)
		meant += math.Hypot(e.vx, e.vy) * (e.at - sent[i].at).Seconds()
	}
	seconds := (last.at - sent[0].at).Seconds()
	if l.States != int64(len(sent)) || !equal(float64(l.Seconds), seconds, 1e-6) || !equal(l.Path, path, 0.01) ||
		seconds > 0 != (l.MeanMoved != nil) || seconds > 0 != (l.MeanSpeed != nil) ||
		seconds > 0 && (!equal(*l.MeanMoved, path/seconds, 0.01) || !equal(*l.MeanSpeed, meant/seconds, 0.01)) {
		t.Errorf("%+v, sent were %d States in %v s, %v pixels, %v by velocity", l, len(sent), seconds, path, meant)
	}
}

// checkEntityQueries runs the query of each life.
func checkEntityQueries(t *testing.T, s *figures.Timeline, script *synth.Script) {
	t.Helper()
	var all []reporttest.Claim
	for _, e := range s.Entities {
		if e.Query != "" {
			all = append(all, reporttest.CountOf(fmt.Sprint("entity ", e.ID), e.States, e.Query))
		}
	}
	all = all[:min(len(all), 40)]
	answers := reporttest.Answers(t, all, reporttest.Open(t, "game", script.Pcap(synth.Ethernet()), decode.Options{}))
	for i, c := range all {
		if got := answers[i]; got != c.Number {
			t.Errorf("%s is in %d States, the query gives %d: %s", c.Where, c.Number, got, c.Formula)
		}
	}
	if len(all) < 10 {
		t.Errorf("only %d queries", len(all))
	}
}

// TestEntityEvents compares what happened with ids that came and went, and with lives
// and scores that were told.
func TestEntityEvents(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 1, Duration: 21 * time.Second, Seed: 5, Late: true, Crowd: 30})
	truth := sentTo(s, reporttest.Cady)
	end := time.Duration(0)
	for _, sent := range truth {
		end = max(end, sent[len(sent)-1].at)
	}
	vanished, told := 0, map[string]int{}
	for _, sent := range truth {
		if sent[len(sent)-1].at < end {
			vanished++
		}
	}
	for _, d := range s.Sent {
		switch {
		case reporttest.IsType(&d, reporttest.TypeLives):
			told[figures.Lives]++
		case reporttest.IsType(&d, reporttest.TypeScore):
			told[figures.Score]++
		}
	}
	x, rows := entityTimeline(t, s, timeline.Options{Every: time.Hour})
	got, updates := map[string]int{}, 0
	for _, r := range rows {
		if r.Kind == figures.KindUpdate {
			updates++
			continue
		}
		got[r.Event.What]++
		if !slices.Contains(figures.EntityEventNames(), r.Event.What) {
			t.Errorf("%q is not in the list", r.Event.What)
		}
	}
	if got[figures.Appeared] != len(truth) || updates != len(truth) || got[figures.Vanished] != vanished || vanished < 5 ||
		got[figures.Lives] != told[figures.Lives] || got[figures.Score] != told[figures.Score] || got[figures.Despawned] < vanished {
		t.Errorf("%v and %d first updates of %d entities; %d vanished, told were %v", got, updates, len(truth), vanished, told)
	}
	view := x.Overview()
	if len(view.Worlds) != 1 || len(view.Sections) != 0 || len(view.Worlds[0].Players) != 1 {
		t.Fatalf("%+v", view)
	}
	w := &view.Worlds[0]
	if p := w.Players[0]; *p.Lives != 0 || p.Vanished.IsZero() || *p.Score != int64(100*(told[figures.Score]/2)) {
		t.Errorf("%+v, lives %d, score %d", p, *p.Lives, *p.Score)
	}
}

// TestEntityChoice takes entities by id, player and type, and a part of the time.
func TestEntityChoice(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 2, Duration: 6 * time.Second, Seed: 3})
	truth := sentTo(s, reporttest.Cady)
	for word, want := range map[string]func(id uint32, kind byte) bool{
		"2":       func(id uint32, _ byte) bool { return id == 2 },
		"cady2":   func(id uint32, _ byte) bool { return id == 1 },
		"ENEMY":   func(_ uint32, kind byte) bool { return kind == synth.EnemyEntity },
		"type 3":  func(_ uint32, kind byte) bool { return kind == synth.BulletEntity },
		"nothing": func(uint32, byte) bool { return false },
	} {
		n := 0
		for id, sent := range truth {
			if want(id, sent[0].kind) {
				n += len(sent)
			}
		}
		x, rows := entityTimeline(t, s, timeline.Options{Of: []string{word}})
		rows = slices.DeleteFunc(rows, func(r figures.EntityRow) bool { return r.Kind == figures.KindEvent })
		if len(rows) != n {
			t.Errorf("%s: %d rows, want %d", word, len(rows), n)
		}
		if worlds := x.Overview().Worlds; (len(worlds) > 0) != (n > 0) {
			t.Errorf("%s: %d worlds", word, len(worlds))
		}
	}
	from := must.Get(tally.ParseMoment("+2s"))(t)
	to := must.Get(tally.ParseMoment("+3s"))(t)
	first := reporttest.InOrder(s)[0].At
	states := map[time.Duration]bool{}
	for _, e := range truth[1] {
		if e.at-first >= 2*time.Second && e.at-first < 3*time.Second {
			states[e.at] = true
		}
	}
	x, rows := entityTimeline(t, s, timeline.Options{From: from, To: to, Of: []string{"1"}})
	for _, r := range rows {
		if r.Event != nil && r.Event.What == figures.Appeared {
			t.Errorf("%+v happened before", r)
		}
	}
	if e := x.Summary().Entities; len(e) != 1 || e[0].States != int64(len(states)) || len(states) < 59 {
		t.Errorf("%+v, want %d States", e, len(states))
	}
	summary := x.Summary()
	all := summary.Entities[0]
	answers := reporttest.Answers(t, []reporttest.Claim{reporttest.CountOf("entity 1", all.States, all.Query)}, reporttest.Open(t, "game", s.Pcap(synth.Ethernet()), decode.Options{}))
	if got := answers[0]; got != all.States {
		t.Errorf("the query gives %d of %d", got, all.States)
	}
}

// TestEntityObserver: a second client is listened to when the first hears nothing any
// more, and nothing is counted twice.
func TestEntityObserver(t *testing.T) {
	s := &synth.Script{Start: reporttest.Start}
	other := netip.MustParseAddrPort("198.51.100.21:50001")
	for i := range 300 {
		state := synth.EntityState([]synth.Entity{{ID: 1, Type: synth.PlayerEntity, X: float32(i), VX: 60}})
		at := time.Duration(i) * time.Second / 60
		if i < 100 {
			s.Raw(at, synth.EntityServer, reporttest.Cady, state)
		}
		s.Raw(at+time.Millisecond, synth.EntityServer, other, state)
	}
	x, rows := entityTimeline(t, s, timeline.Options{})
	summary := x.Summary()
	if len(summary.Entities) != 1 {
		t.Fatalf("%+v", summary.Entities)
	}
	// The last State to the first client is number 99; number 159 is the first one a second
	// later to the other.
	e := summary.Entities[0]
	if e.States != 100+141 || e.Query != "" || len(rows) != 1+241 || !equal(*e.MeanSpeed, 60, 0.01) || !equal(*e.MeanMoved, 60, 0.1) {
		t.Errorf("%+v in %d rows", e, len(rows))
	}
}

// TestEntityRowError ends the run.
func TestEntityRowError(t *testing.T) {
	s := battle.EntityGame(battle.Options{Players: 1, Duration: time.Second, Seed: 3})
	full := errors.New("the disk is full")
	n := 0
	x := timeline.New(timeline.Options{Row: func(any) error {
		n++
		return full
	}})
	if err := x.File("game", reporttest.Open(t, "game", s.Pcap(synth.Ethernet()), decode.Options{})); !errors.Is(err, full) || n != 1 {
		t.Errorf("%v after %d rows", err, n)
	}
}

// TestTimelineOfBoth reads a game and an entity-state match in one file: neither changes
// what is told of the other.
func TestTimelineOfBoth(t *testing.T) {
	files := reporttest.Shipped(t)
	read := func(names ...string) (figures.Timeline, figures.Overview) {
		x := timeline.New(timeline.Options{})
		for _, name := range names {
			must.Do(t, x.File("one", reporttest.Open(t, "one", files[name], decode.Options{})))
		}
		return x.Summary(), x.Overview()
	}
	ships, _ := read("session-small.pcap")
	entities, _ := read("entity-state.pcap")
	both, view := read("session-small.pcap", "entity-state.pcap")
	if d := diff.Diff(ships.Ships, both.Ships); d != "" {
		t.Errorf("ships: %s", d)
	}
	if d := diff.Diff(entities.Entities, both.Entities); d != "" || len(both.Entities) < 5 {
		t.Errorf("entities: %s", d)
	}
	if len(view.Worlds) != 1 || len(view.Sections) == 0 || len(ships.Entities)+len(ships.EntitySums)+len(entities.Ships) != 0 {
		t.Errorf("%d worlds, %d sections", len(view.Worlds), len(view.Sections))
	}
}

// TestEntityTimelineLimits has one server with more of everything than is kept.
func TestEntityTimelineLimits(t *testing.T) {
	x, _ := entityTimeline(t, reporttest.ManyEntities(), timeline.Options{})
	summary, view := x.Summary(), x.Overview()
	scored := 0
	for _, l := range summary.Entities {
		if l.Score != nil {
			scored++
		}
	}
	if len(summary.Entities) != 256 || scored != 256 || summary.EntitySums[0].Entities != 512 || summary.Dropped["entities"] != 256+3*88 {
		t.Errorf("%d lives, %d with a score, sums %+v, dropped %v", len(summary.Entities), scored, summary.EntitySums, summary.Dropped)
	}
	if w := view.Worlds[0]; len(w.Events) != 32 || w.More != 512-32 {
		t.Errorf("%d events and %d more", len(w.Events), w.More)
	}
}
