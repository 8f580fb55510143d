package stats_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	rand "math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcdump/decode/message"
	"bcdump/internal/foreign"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/render"
	"bcdump/report/stats"
)

// place is a value in a part, and how another one comes there.
type place struct {
	value any
	set   func(any)
}

// treeOf reads a part as anybody would.
func treeOf(t testing.TB, raw []byte) map[string]any {
	t.Helper()
	var tree map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	must.Do(t, d.Decode(&tree))
	return tree
}

// text writes a part so that its sections stand last.
func text(t testing.TB, tree map[string]any) []byte {
	t.Helper()
	head := maps.Clone(tree)
	delete(head, "sections")
	begin, err := json.Marshal(head)
	sections, errSections := json.Marshal(tree["sections"])
	must.Do(t, errors.Join(err, errSections))
	return slices.Concat(begin[:len(begin)-1], []byte(`,"sections":`), sections, []byte("}"))
}

// places lists the values of a tree by their kind of place: rare kinds are not lost among the others.
func places(x any, path string, set func(any), into map[string][]place) {
	into[path] = append(into[path], place{x, set})
	switch x := x.(type) {
	case map[string]any:
		for name, v := range x {
			kind := name
			if _, err := strconv.Atoi(name); err == nil {
				kind = "0"
			}
			places(v, path+"."+kind, func(n any) { x[name] = n }, into)
		}
	case []any:
		for i, v := range x {
			places(v, path+"[]", func(n any) { x[i] = n }, into)
		}
	}
}

// change puts something else in a place.
func change(chance *rand.Rand, p place) {
	numbers := []json.Number{"-1", "0", "1", "255", "2240", "65535", "4294967295", "1099511627776", "9223372036854775807", "-9223372036854775808"}
	texts := []string{"NaN", "+Inf", "-Inf", "1e308", "-1", "0", "", "\x1b", "10.0.0.1:3", "[::1]:5"}
	switch x := p.value.(type) {
	case json.Number:
		p.set(numbers[chance.IntN(len(numbers))])
	case string:
		p.set(texts[chance.IntN(len(texts))])
	case bool:
		p.set(!x)
	case []any:
		p.set([][]any{{}, append(slices.Clone(x), x...), append(slices.Clone(x), nil), slices.Clone(x[:len(x)/2])}[chance.IntN(4)])
	case map[string]any:
		name := "none"
		if len(x) > 0 {
			name = slices.Sorted(maps.Keys(x))[chance.IntN(len(x))]
		}
		if n, err := strconv.Atoi(name); err == nil {
			x[strconv.Itoa(n^1<<chance.IntN(8))] = x[name]
		} else if delete(x, name); chance.IntN(4) == 0 {
			p.set(nil)
		}
	}
}

// shown takes a part through all that is done with one; what refuses it is no fault.
func shown(t testing.TB, raw []byte) (taken bool) {
	t.Helper()
	s, err := stats.ReadPart(bytes.NewReader(raw))
	if err != nil {
		return false
	}
	must.Do(t, s.Join(readPart(t, written(t, s))))
	report := s.Report()
	must.Do(t, render.WriteStats(io.Discard, &report, render.Options{Width: 100}))
	return true
}

// FuzzPart changes values of parts: they are refused, or shown.
func FuzzPart(f *testing.F) {
	battle := named{"battle", battleWithTrouble(f, message.Stock, 300)}
	part := partsOf(f, stats.Options{By: []string{"link"}}, []named{battle})[0]
	f.Add([]byte(nil), uint64(1))
	f.Add(part, uint64(0))
	f.Fuzz(func(t *testing.T, raw []byte, seed uint64) {
		if shown(t, raw); seed == 0 {
			return
		}
		changed(t, rand.New(rand.NewPCG(seed, 32)), part)
	})
}

// changed changes some values of a part, those of one kind together.
func changed(t testing.TB, chance *rand.Rand, part []byte) (taken bool) {
	t.Helper()
	tree := treeOf(t, part)
	for range 1 + chance.IntN(3) {
		all := map[string][]place{}
		places(tree["sections"], "", func(any) {}, all)
		kinds := slices.Sorted(maps.Keys(all))
		for some := all[kinds[chance.IntN(len(kinds))]]; chance.IntN(4) > 0; {
			change(chance, some[chance.IntN(len(some))])
		}
	}
	return shown(t, text(t, tree))
}

// TestNoPartCrashes changes values of the parts of the corpus.
func TestNoPartCrashes(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	chance := rand.New(rand.NewPCG(7, 7))
	parts := slices.DeleteFunc(partsOf(t, stats.Options{By: []string{"link"}}, many(t)), func(p []byte) bool { return len(p) > 60_000 })
	tried, taken := heavy.Scale(80, 4000), 0
	for i := range tried {
		if changed(t, chance, parts[i%len(parts)]) {
			taken++
		}
	}
	if taken < tried/8 || taken > tried*7/8 {
		t.Errorf("%d of %d changed parts were taken", taken, tried)
	}
}

// TestHostileParts refuses parts that made the program crash, or use memory without end, and says where.
func TestHostileParts(t *testing.T) {
	part := partsOf(t, stats.Options{}, []named{{"battle", battleWithTrouble(t, message.Stock, 300)}})[0]
	histograms := func(cells string) []byte {
		tree := treeOf(t, part)
		all := map[string][]place{}
		places(tree, "", func(any) {}, all)
		n := 0
		for _, p := range slices.Concat(slices.Collect(maps.Values(all))...) {
			if x, ok := p.value.(map[string]any); ok && x["cells"] != nil && x["Count"] != nil {
				delete(x, "cells")
				maps.Copy(x, treeOf(t, []byte(cells)))
				n++
			}
		}
		if n == 0 {
			t.Fatal("no histograms")
		}
		return text(t, tree)
	}
	within := func(after, what string) []byte {
		before, rest, ok := strings.Cut(string(part), after)
		if !ok {
			t.Fatalf("no %s", after)
		}
		return []byte(before + after + what + rest)
	}
	for name, x := range map[string]struct {
		raw  []byte
		want string
	}{
		"cells in no order":         {histograms(`{"cells":[7340033,7340033]}`), "a histogram has cells in another order"},
		"cells beyond all":          {histograms(`{"cells":[4293918721]}`), "a histogram has cells in another order"},
		"more numbers than counted": {histograms(`{"cells":[68222975]}`), "a histogram has more numbers than it has counted"},
		"many captures":             {within(`"files":{"list":[`, strings.Repeat("{},", 500_000)), "it would take too much memory"},
		"a long text":               {within(`"filter":"`, strings.Repeat("a", 2<<20)), "a text of more than 1048576 bytes"},
		"blanks":                    {bytes.Repeat([]byte(" "), 80<<20), "there are more than 67108864 bytes"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := stats.ReadPart(bytes.NewReader(x.raw))
		runtime.ReadMemStats(&after)
		var at *foreign.Error
		if !errors.As(err, &at) || !errors.Is(err, stats.ErrNoPart) || !strings.HasSuffix(err.Error(), x.want) || at.At > int64(len(x.raw)) {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 192<<20 {
			t.Errorf("%s: %d MB for %d bytes", name, used>>20, len(x.raw))
		}
	}
}
