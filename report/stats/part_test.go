package stats_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	rand "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
	"bcdump/report/stats"
)

// named is a capture in memory.
type named struct {
	name string
	raw  []byte
}

func (c *named) open(t testing.TB) *decode.Capture {
	return reporttest.Open(t, c.name, c.raw, decode.Options{Jobs: 1})
}

// partsOf counts each capture by itself, as another process would, and gives what they write.
func partsOf(t testing.TB, o stats.Options, captures []named) (parts [][]byte) {
	t.Helper()
	for i := range captures {
		s := stats.New(o)
		must.Do(t, s.File(captures[i].name, captures[i].open(t)))
		parts = append(parts, written(t, s))
	}
	return parts
}

func written(t testing.TB, s *stats.Stats) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, s.WritePart(&b))
	return b.Bytes()
}

func readPart(t testing.TB, raw []byte) *stats.Stats {
	t.Helper()
	return must.Get(stats.ReadPart(bytes.NewReader(raw)))(t)
}

// merged joins parts in their order and in a random grouping; now and then what came out goes to
// another process.
func merged(t testing.TB, chance *rand.Rand, parts [][]byte) *stats.Stats {
	t.Helper()
	if len(parts) == 1 {
		return readPart(t, parts[0])
	}
	at := 1 + chance.IntN(len(parts)-1)
	a, b := merged(t, chance, parts[:at]), merged(t, chance, parts[at:])
	must.Do(t, a.Join(b))
	if chance.IntN(4) == 0 {
		return readPart(t, written(t, a))
	}
	return a
}

func jsonOf(t testing.TB, s figures.Stats) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.WriteStatsJSON(&b, &s))
	return b.Bytes()
}

// whole is the report of all captures in one run.
func whole(t testing.TB, o stats.Options, captures []named) figures.Stats {
	t.Helper()
	s := stats.New(o)
	for i := range captures {
		must.Do(t, s.File(captures[i].name, captures[i].open(t)))
	}
	return s.Report()
}

// many gives the corpus and battles with trouble, entity-state games, damage.
func many(t testing.TB) (all []named) {
	t.Helper()
	files := reporttest.Shipped(t)
	for i, dialect := range []message.Dialect{message.Stock, message.OpenBC, message.Stock} {
		files[fmt.Sprint("battle ", i)] = battleWithTrouble(t, dialect, int64(500*(i+1)))
	}
	damaged := files["battle 2"]
	files["damaged"] = damaged[:len(damaged)*2/3]
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.Contains(name, ".") || len(name)%heavy.Scale(8, 1) == 0 { // an ordinary run takes some of the shipped ones
			all = append(all, named{name, files[name]})
		}
	}
	return all
}

// TestPartsAreTheWhole holds reports of parts, joined in random groupings of random orders, against
// the report of one run: the same bytes.
func TestPartsAreTheWhole(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	captures := many(t)
	leaves := map[string]int{}
	chance := rand.New(rand.NewPCG(20, 3))
	const rounds = 1
	for _, o := range splits() {
		if (o.Interval == 0) == (len(o.By) > 0) && !heavy.On() {
			continue // no split with seconds, and splits with shorter steps
		}
		parts := partsOf(t, o, captures)
		for range rounds {
			order := chance.Perm(len(captures))[:2+chance.IntN(len(captures)-1)]
			var some []named
			var of [][]byte
			for _, i := range order {
				some, of = append(some, captures[i]), append(of, parts[i])
			}
			one, joined := whole(t, o, some), merged(t, chance, of).Report()
			leaveOutFull(&one, &joined)
			want, got := jsonOf(t, one), jsonOf(t, joined)
			if !bytes.Equal(want, got) {
				t.Fatalf("by %v, %d captures: %s", o.By, len(some), difference(t, want, got))
			}
			countLeaves(t, got, leaves)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(leaves)) {
		t.Logf("%-16s %8d values equal", table, leaves[table])
	}
	if len(leaves) < heavy.Scale(12, 24) {
		t.Errorf("only these were compared: %v", leaves)
	}
}

// leaveOutFull leaves out the profile over time if there were more clients than have rows in it: the
// only limit that the captures of the test come to.
func leaveOutFull(reports ...*figures.Stats) {
	full := reports[0].Dropped["bandwidth"] > 0
	for _, s := range reports {
		if full {
			s.Bandwidth = figures.Bandwidth{}
			delete(s.Dropped, "bandwidth")
		}
	}
}

// difference names the first table that differs.
func difference(t testing.TB, a, b []byte) string {
	t.Helper()
	var x, y map[string]json.RawMessage
	must.Do(t, errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)))
	for table := range x {
		if p, q := x[table], y[table]; !bytes.Equal(p, q) {
			i := 0
			for i < min(len(p), len(q)) && p[i] == q[i] {
				i++
			}
			from := max(0, i-200)
			return fmt.Sprintf("%s: .. %s\nparts: .. %s", table, p[from:min(len(p), i+200)], q[from:min(len(q), i+200)])
		}
	}
	return "the order of tables"
}

// countLeaves counts the values of each table.
func countLeaves(t testing.TB, raw []byte, into map[string]int) {
	t.Helper()
	var tables map[string]any
	must.Do(t, json.Unmarshal(raw, &tables))
	var leaves func(x any) int
	leaves = func(x any) (n int) {
		switch x := x.(type) {
		case map[string]any:
			for _, v := range x {
				n += leaves(v)
			}
		case []any:
			for _, v := range x {
				n += leaves(v)
			}
		default:
			n = 1
		}
		return n
	}
	for table, x := range tables {
		into[table] += leaves(x)
	}
}

// TestPartsThatFillTables joins captures that have more rows together than there is room for: one
// after the other they are what one run gives; in other groupings other rows may be those of
// the rest, but sums stay.
func TestPartsThatFillTables(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	o := stats.Options{By: []string{"link", "object"}}
	var captures []named
	for i := range heavy.Scale(2, 4) {
		s, e := synth.Script{Start: reporttest.Start}, synth.Script{Start: reporttest.Start}
		for k := range 600 {
			hostile(&s, 590*i+k)
		}
		for k := range 300 {
			reporttest.HostileEntities(&e, 280*i+k)
		}
		captures = append(captures, named{fmt.Sprint("hostile ", i), s.Pcap(synth.Ethernet())}, named{fmt.Sprint("entities ", i), e.Pcap(synth.Ethernet())})
	}
	parts := partsOf(t, o, captures)
	want := whole(t, o, captures)
	inTurn := readPart(t, parts[0])
	for _, raw := range parts[1:] {
		must.Do(t, inTurn.Join(readPart(t, raw)))
	}
	got := inTurn.Report()
	if a, b := jsonOf(t, want), jsonOf(t, got); !bytes.Equal(a, b) {
		t.Errorf("one after the other: %s", difference(t, a, b))
	}
	for table := range want.Dropped {
		if stats.Limited()[table] == "" {
			t.Errorf("%s had no room, and is not in the list of such tables", table)
		}
	}
	if len(want.Dropped) < heavy.Scale(4, 8) {
		t.Errorf("only these had no room: %v", want.Dropped)
	}
	grouped := merged(t, rand.New(rand.NewPCG(1, 1)), parts).Report()
	checkSums(t, &grouped)
	if a, b := sumsOf(&want), sumsOf(&grouped); a != b {
		t.Errorf("sums are %v, grouped %v", a, b)
	}
}

// sumsOf adds up tables with a limit, their rests too.
func sumsOf(all *figures.Stats) (sums [7]int64) {
	s := oneWay(*all)
	for _, x := range s.Types {
		sums[0] += x.Count
	}
	for _, x := range s.Opcodes {
		sums[1] += x.Bytes
	}
	for _, x := range s.Flags {
		sums[2] += x.Count
	}
	for _, x := range s.Links {
		sums[3] += x.Bytes + x.Reliable
	}
	for _, x := range s.Objects {
		sums[4] += x.Updates
	}
	for _, x := range s.Bandwidth.Buckets {
		sums[5] += x.Bytes
	}
	for _, x := range s.EntityState.Flows {
		sums[6] += x.States
	}
	return sums
}

// TestPartsOfOthers refuses what cannot be joined.
func TestPartsOfOthers(t *testing.T) {
	raw := written(t, stats.New(stats.Options{}))
	for name, o := range map[string]stats.Options{"--by": {By: []string{"link"}}, "--interval": {Interval: 1}, "--filter": {Filter: "opcode"}} {
		s := stats.New(o)
		if err := s.Join(readPart(t, raw)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for text, want := range map[string]error{
		"": stats.ErrNoPart, "{}": stats.ErrNoPart, "x": stats.ErrNoPart, `{"v":1}`: stats.ErrNoPart, `{"bcdump_stats_part":2}`: stats.ErrOtherForm,
		`{"bcdump_stats_part":1,"shape":"old"}`:                                               stats.ErrOtherForm,
		strings.Replace(string(raw), `"interval_ns":1000000000`, `"interval_ns":0`, 1):        stats.ErrNoPart,
		strings.Replace(string(raw), `"interval":1000000000`, `"interval":3`, 1):              stats.ErrNoPart,
		strings.Replace(string(raw), `"files":`, `"file":`, 1):                                stats.ErrNoPart,
		strings.Replace(string(raw), `"interval_ns"`, `"by":["nothing"],"interval_ns"`, 1):    stats.ErrNoPart,
		strings.Replace(string(raw), `"datagrams":{}`, `"datagrams":{"counts":{"BC":[]}}`, 1): stats.ErrNoPart,
	} {
		if _, err := stats.ReadPart(strings.NewReader(text)); !errors.Is(err, want) {
			t.Errorf("%.60s: %v, want %v", text, err, want)
		}
	}
}

// TestPartOfEachCapture: what is written of a capture is read, and gives the report of the capture.
func TestPartOfEachCapture(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	captures := many(t)
	if outside.Set() {
		for name, raw := range outside.Read(t, 1<<30) {
			captures = append(captures, named{name, raw})
		}
	}
	for i := range captures {
		s := stats.New(stats.Options{Rules: check.Problems})
		must.Do(t, s.File(captures[i].name, captures[i].open(t)))
		back := readPart(t, written(t, s)).Report()
		if want, got := jsonOf(t, s.Report()), jsonOf(t, back); !bytes.Equal(want, got) {
			t.Errorf("%s: %s", captures[i].name, difference(t, want, got))
		}
	}
}
