package replay_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/match"
	"bcdump/report/replay"
	"bcdump/report/stats"
)

// TestBlock reads blocks as a page does: they hold what the readable form says.
func TestBlock(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: 40 * time.Second, Seed: 2})
	r := replayOf(t, "battle.pcap", raw)
	sameBlock(t, r)
	if again := blockOf(t, r); !bytes.Equal(again, blockOf(t, replayWith(t, "battle.pcap", raw, 4))) {
		t.Error("several workers make another block")
	}
	sameBlock(t, r) // what WriteBlock put into the columns is gone
}

// TestCorpus has all captures of the corpus.
func TestCorpus(t *testing.T) {
	files := reporttest.Shipped(t)
	for _, name := range heavy.Some(slices.Sorted(maps.Keys(files)), 4) {
		r := replayOf(t, name, files[name])
		sameBlock(t, r)
		ordered(t, name, r)
		if len(r.Summary) == 0 || len(r.Summary) > 4 {
			t.Errorf("%s: %q", name, r.Summary)
		}
	}
}

// ordered holds times and places against what a page relies on.
func ordered(t *testing.T, name string, r *figures.Replay) {
	t.Helper()
	within := func(what string, n, most int) {
		if n < -1 || n >= most {
			t.Errorf("%s: %s %d of %d", name, what, n, most)
		}
	}
	for i := range r.Ships {
		x := &r.Ships[i]
		within("player", x.Player, len(r.Players))
		ascending(t, name, x.T, float64(r.Length))
		ascending(t, name, x.DT, float64(r.Length))
		if x.From > x.Until || x.Until > r.Length+0.001 {
			t.Errorf("%s: ship %d from %v until %v of %v", name, i, x.From, x.Until, float64(r.Length))
		}
	}
	for i := range r.Log {
		within("player", r.Log[i].Player, len(r.Players))
		within("ship", r.Log[i].Ship, len(r.Ships))
		if i > 0 && r.Log[i].T < r.Log[i-1].T {
			t.Errorf("%s: line %d goes back", name, i)
		}
	}
	for i := range r.Fire {
		within("ship", r.Fire[i].Ship, len(r.Ships))
		within("target", r.Fire[i].Target, len(r.Ships))
		if u := r.Fire[i].Until; u != nil && *u < r.Fire[i].T {
			t.Errorf("%s: a beam ends before it begins", name)
		}
	}
}

func ascending(t *testing.T, name string, c *figures.Column, length float64) {
	t.Helper()
	last := 0.0
	for x := range c.All() {
		if x < last || x > length+0.001 {
			t.Fatalf("%s: %v behind %v, of %v", name, x, last, length)
		}
		last = x
	}
}

// shipped reads a capture of the corpus.
func shipped(t *testing.T, name string) *figures.Replay {
	t.Helper()
	return replayOf(t, name, must.Get(os.ReadFile(reporttest.Corpus+"/"+name))(t))
}

// TestKinds has captures that lack what most have.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		name, protocol, says string
		ships, entities      bool
		damaged              bool
	}{
		{"session-small.pcap", "bc", "", true, false, false},
		{"join-password.pcap", "bc", "was refused: ", true, false, false},
		{"join-silent-client.pcap", "bc", "got stuck: after ", true, false, false},
		{"join-version.pcap", "bc", "was refused: ", true, false, false},
		{"counter-8bit.pcap", "bc", "", false, false, false},
		{"entity-state.pcap", "entitystate", "entities of the entity-state protocol moved", false, true, false},
		{"mixed-protocols.pcap", "mixed", "", true, true, false},
		{"trace-log.log", "bc", "", true, false, false},
		{"match-timeout.pcap.gz", "bc", "timed out", true, false, false},
		{"ng-damaged.pcapng", "bc", "", false, false, true},
		{"cut-behind-file-header.pcap", "", "Nobody played.", false, false, false},
	} {
		r := shipped(t, tt.name)
		if r.Protocol != tt.protocol || len(r.Ships) > 0 != tt.ships || len(r.Entities) > 0 != tt.entities || len(r.Damage) > 0 != tt.damaged {
			t.Errorf("%s: %q, %d ships, %d entities, damage %q", tt.name, r.Protocol, len(r.Ships), len(r.Entities), r.Damage)
		}
		if text := strings.Join(r.Summary, " "); !strings.Contains(text, tt.says) {
			t.Errorf("%s: %q, want %q", tt.name, text, tt.says)
		}
	}
}

// TestEntities follows what moves.
func TestEntities(t *testing.T) {
	r := shipped(t, "entity-state.pcap")
	rows := 0
	for i := range r.Entities {
		x := &r.Entities[i]
		if x.T.Len() != x.X.Len() || x.T.Len() != x.Y.Len() || x.Kind == "" || x.ID == "" {
			t.Errorf("%+v", x)
		}
		rows += x.T.Len()
		ascending(t, x.ID, x.T, float64(r.Length))
	}
	if rows < 20 {
		t.Errorf("%d rows", rows)
	}
}

// TestThinned has room for a few positions only: each n-th is kept.
func TestThinned(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 60 * time.Second, Seed: 4})
	all := replayOf(t, "battle.pcap", raw)
	few := replay.WithLimits(t, "battle.pcap", raw, 300, 1<<20)
	if few.Thinned < 4 || all.Thinned != 1 {
		t.Fatalf("thinned %d", few.Thinned)
	}
	rows := 0
	for i := range all.Ships {
		want, got := &all.Ships[i], &few.Ships[i]
		rows += got.T.Len()
		for axis, columns := range map[string][2]*figures.Column{"t": {want.T, got.T}, "x": {want.X, got.X}, "y": {want.Y, got.Y}, "z": {want.Z, got.Z}} {
			every(t, axis, numbers(columns[0]), numbers(columns[1]), few.Thinned)
		}
		if n := got.DT.Len(); n != got.FX.Len() || n != got.UZ.Len() || got.ST.Len() != got.Speed.Len() || n > want.DT.Len() {
			t.Errorf("%d directions", n)
		}
		ascending(t, "dt", got.DT, float64(few.Length))
	}
	if rows > 300 || rows < 100 {
		t.Errorf("%d rows", rows)
	}
	sameBlock(t, few)
}

func every(t *testing.T, axis string, all, some []float64, n int) {
	t.Helper()
	for i := range some {
		if i*n >= len(all) || some[i] != all[i*n] {
			t.Fatalf("%s: position %d is %v, not the %d-th", axis, i, some[i], i*n)
		}
	}
	if want := (len(all) + n - 1) / n; len(some) != want {
		t.Errorf("%s: %d of %d positions, want %d", axis, len(some), len(all), want)
	}
}

// TestLimits has room for one of all: the rest is counted.
func TestLimits(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: 60 * time.Second, Seed: 4})
	r := replay.WithLimits(t, "battle.pcap", raw, 1<<20, 1)
	some := replay.WithLimits(t, "battle.pcap", raw, 1<<20, 4)
	for _, name := range []string{"ships", "fire", "torpedoes", "log", "changes"} {
		if some.Dropped[name] == 0 {
			t.Errorf("%s: nothing was dropped: %v", name, some.Dropped)
		}
	}
	if len(r.Ships) != 1 || len(r.Fire) > 1 || len(r.Torpedoes) > 1 {
		t.Errorf("%d ships, %d beams, %d torpedoes", len(r.Ships), len(r.Fire), len(r.Torpedoes))
	}
	sameBlock(t, r)
	ordered(t, "one of all", r)
	entities := must.Get(os.ReadFile(reporttest.Corpus + "/entity-state.pcap"))(t)
	if r := replay.WithLimits(t, "entity-state.pcap", entities, 1<<20, 1); len(r.Entities) != 1 || r.Dropped["entities"] == 0 {
		t.Errorf("%d entities, %v", len(r.Entities), r.Dropped)
	}
}

// TestAccountsGo: figures do not keep the account of the match, which is larger than they are.
func TestAccountsGo(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 20 * time.Second, Seed: 1})
	r, account := replay.Kept(t, "battle.pcap", raw)
	runtime.GC()
	if account() != nil {
		t.Error("the account is kept")
	}
	runtime.KeepAlive(r)
}

// TestDocuments: what other commands print stands in a replay as they print it.
func TestDocuments(t *testing.T) {
	const name = "session-small.pcap"
	raw := must.Get(os.ReadFile(reporttest.Corpus + "/" + name))(t)
	r := replayOf(t, name, raw)
	match := must.Get(match.Of(name, open(t, name, raw, 1), match.Options{}))(t)
	file := must.Get(check.Of(name, open(t, name, raw, 1), check.Options{Judge: check.Both}))(t)
	counted := stats.New(stats.Options{Savings: true})
	must.Do(t, counted.File(name, open(t, name, raw, 1)))
	verdicts, report := figures.Check{Version: figures.Version, Files: []figures.CheckFile{*file}}, counted.Report()
	report.Bandwidth.Buckets = []figures.Bucket{} // which the series tell
	verdicts.Sum()
	for what, pair := range map[string][2]any{"match": {r.Match, match}, "stats": {r.Stats, &report}, "check": {r.Check, &verdicts}} {
		got, _ := json.Marshal(pair[0])
		want, _ := json.Marshal(pair[1])
		if !bytes.Equal(got, want) || len(got) < 1000 {
			t.Errorf("%s: %d bytes, want %d", what, len(got), len(want))
		}
	}
}

// TestRuns: parts are told while a ship lives, and all of them within a cycle.
func TestRuns(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 60 * time.Second, Seed: 5})
	r := replayOf(t, "battle.pcap", raw)
	for i := range r.Ships {
		x := &r.Ships[i]
		runs, newest := numbers(x.Runs), 0.0
		for k := range x.Parts {
			for at := range x.Parts[k].T.All() {
				newest = max(newest, at)
			}
		}
		if len(runs) < 2 || len(runs)%2 != 0 || !slices.IsSorted(runs) || runs[0] < float64(x.From) || runs[len(runs)-1] < newest-0.01 {
			t.Errorf("%s: runs %v, parts until %v", x.Name, runs, newest)
		}
		if c := x.Cycle; x.Until-x.From > 10 && (c == nil || *c < 0.2 || *c > 5) {
			t.Errorf("%s: cycle %v", x.Name, c)
		}
		counted := 0
		filtered := must.Get(decode.Open("battle.pcap", bytes.NewReader(raw), decode.Options{Filter: reporttest.FilterOf(t, string(x.Query))}))(t)
		for range filtered.Records() {
			counted++
		}
		if counted < x.T.Len() {
			t.Errorf("%s: the query keeps %d updates, there are %d positions", x.Name, counted, x.T.Len())
		}
	}
}

// TestGhost: a capture begins while a ship is a wreck; who flies another one then has not both until the end.
func TestGhost(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: 2 * time.Minute, Seed: 11, Begin: 40 * time.Second})
	r, there := replayOf(t, "battle.pcap", raw), map[int]string{}
	for i := range r.Ships {
		x := &r.Ships[i]
		if x.End != figures.ShipAtEnd {
			continue
		}
		if other := there[x.Player]; other != "" {
			t.Errorf("%s and %s of one player are there at the end", other, x.ID)
		}
		there[x.Player] = x.ID
	}
	if len(there) < 3 {
		t.Error(there)
	}
}
