package collect_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/report/collect"
	"bcdump/report/figures"
)

// mainNumber is the number that the query of a row gives, by the list that the row is
// in.
var mainNumber = map[string]string{
	"types": "count", "opcodes": "count", "flags": "count", "flag_exceptions": "count",
	"buckets": "datagrams", "rates": "datagrams", "usage": "count", "links": "datagrams",
	"resends": "at_least", "objects": "updates", "relays": "originals", "notes": "count",
	"flows": "datagrams", "kinds": "states", "sizes": "states", "over_time": "states", "matches": "states", "players": "updates",
}

// single are the lists whose queries give one line.
var single = []string{"steps", "most_repeated", "changes"}

// claim is a number and the formula that gives it.
type claim struct {
	where   string // path in the report
	number  int64
	formula string
}

// claims lists all numbers of a report that have a query, as its JSON has them.
func claims(t testing.TB, s *figures.Stats) (all []claim) {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	w := walker{t: t}
	w.walk("", "", tree)
	return w.claims
}

type walker struct {
	t      testing.TB
	claims []claim
}

func (w *walker) walk(path, list string, node any) {
	switch node := node.(type) {
	case []any:
		for i, x := range node {
			w.walk(fmt.Sprintf("%s[%d]", path, i), list, x)
		}
	case map[string]any:
		w.row(path, list, node)
		for key, x := range node {
			if key != "queries" {
				w.walk(path+"."+key, key, x)
			}
		}
	}
}

func (w *walker) row(path, list string, row map[string]any) {
	if query, _ := row["query"].(string); query != "" {
		n := int64(1) // the line of a step, or of a copy
		if key := mainNumber[list]; key != "" {
			n = w.number(path, row, key)
		} else if !slices.Contains(single, list) {
			w.t.Fatalf("%s: a query in a list that this test does not know", path)
		}
		w.claims = append(w.claims, claim{path, n, "count(" + query + ")"})
	}
	formulas, _ := row["queries"].(map[string]any)
	for key, formula := range formulas {
		w.claims = append(w.claims, claim{path + "." + key, w.number(path, row, key), formula.(string)})
	}
}

// number finds what a key of queries is about; a dot leads into an object.
func (w *walker) number(path string, row map[string]any, key string) int64 {
	first, rest, dotted := strings.Cut(key, ".")
	if dotted {
		return w.number(path, row[first].(map[string]any), rest)
	}
	n, ok := row[key].(json.Number)
	if !ok {
		w.t.Fatalf("%s: no number %q", path, key)
	}
	i, err := n.Int64()
	if err != nil {
		w.t.Fatalf("%s.%s: %v", path, key, err)
	}
	return i
}

// term is one part of a formula.
type term struct {
	factor int64
	key    string // to add up; "" = count lines
	filter string
}

// terms takes a formula apart, as figures.Queries describes it.
func terms(t testing.TB, formula string) (all []term) {
	t.Helper()
	sign := int64(1)
	for rest := formula; rest != ""; {
		x := term{factor: sign}
		if n, after, ok := strings.Cut(rest, " * "); ok && !strings.Contains(n, "(") {
			factor, err := strconv.ParseInt(n, 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", formula, err)
			}
			x.factor, rest = sign*factor, after
		}
		name, after, ok := strings.Cut(rest, "(")
		end := closing(after)
		if !ok || end < 0 {
			t.Fatalf("%q is no formula", formula)
		}
		x.filter, rest = after[:end], after[end+1:]
		switch name {
		case "count":
		case "sum":
			x.key, x.filter, _ = strings.Cut(x.filter, ", ")
		default:
			t.Fatalf("%q: what is %q?", formula, name)
		}
		all = append(all, x)
		switch {
		case rest == "":
		case strings.HasPrefix(rest, " + "):
			sign = 1
			rest = rest[3:]
		case strings.HasPrefix(rest, " - "):
			sign = -1
			rest = rest[3:]
		default:
			t.Fatalf("%q is no formula from %q on", formula, rest)
		}
	}
	return all
}

// closing finds the parenthesis that closes one which was opened before text.
func closing(text string) int {
	depth, quote := 1, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			continue
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// counter counts the lines that a filter keeps.
type counter struct {
	match        func(*decode.Record) bool
	lines        int64
	length, size int64 // sums
}

// answered runs the queries of all claims over a capture, in one pass.
func answered(t testing.TB, all []claim, captures ...*decode.Capture) (counts map[string]*counter) {
	t.Helper()
	counts = map[string]*counter{}
	for _, c := range all {
		for _, x := range terms(t, c.formula) {
			if counts[x.filter] != nil {
				continue
			}
			f, err := decode.NewFilter(x.filter)
			if err != nil {
				t.Fatalf("%s: %v", c.where, err)
			}
			counts[x.filter] = &counter{match: f.Matcher().Match}
		}
	}
	for _, c := range captures {
		for r := range c.Records() {
			for _, n := range counts {
				n.add(r)
			}
		}
	}
	return counts
}

func (c *counter) add(r *decode.Record) {
	if !c.match(r) {
		return
	}
	c.lines++
	if r.Proto == decode.BC || r.Proto == decode.EntityState {
		c.length += int64(r.Length())
	}
	if r.IsGame() {
		c.size += int64(len(r.Payload))
	}
}

func (c *counter) value(t testing.TB, x term) int64 {
	t.Helper()
	switch x.key {
	case "":
		return x.factor * c.lines
	case "len":
		return x.factor * c.length
	case "size":
		return x.factor * c.size
	}
	t.Fatalf("sum of %q", x.key)
	return 0
}

// checkQueries compares every number that has a query with what the query gives.
func checkQueries(t *testing.T, s *figures.Stats, captures ...*decode.Capture) {
	t.Helper()
	claimed := claims(t, s)
	all := thinned(claimed)
	counts := answered(t, all, captures...)
	wrong := 0
	for _, c := range all {
		var got int64
		for _, x := range terms(t, c.formula) {
			got += counts[x.filter].value(t, x)
		}
		if got != c.number {
			wrong++
			if wrong <= 10 {
				t.Errorf("%s is %d, but the query gives %d:\n%s", c.where, c.number, got, c.formula)
			}
		}
	}
	if len(claimed) < 5 {
		t.Errorf("only %d numbers have a query", len(claimed))
	}
	t.Logf("%d numbers, %d filters, %d wrong", len(all), len(counts), wrong)
}

// thinned leaves out claims where a capture of very many links has so many that asking
// them all takes minutes: one in several. An ordinary run asks one in five.
func thinned(all []claim) (some []claim) {
	const many = 5000
	step := 1
	if len(all) > many {
		step = len(all) / 1000
	}
	step *= heavy.Scale(5, 1)
	for i := 0; i < len(all); i += step {
		some = append(some, all[i])
	}
	return some
}

var querySplits = []collect.StatsOptions{
	{},
	{By: []string{"link"}, Interval: 7 * time.Second},
	{By: []string{"object"}, Interval: time.Minute},
	{By: []string{"dir", "link", "object", "opcode"}, Interval: time.Hour, Filter: `dir == "S>C" || index < 2 && !frames`},
}

// TestQueries runs every query of the reports on every capture of the corpus: the lines
// that it keeps are the number that it stands beside.
func TestQueries(t *testing.T) {
	for name, raw := range shipped(t) {
		splits := querySplits
		if testing.Short() {
			splits = splits[:1]
		}
		for i, o := range splits {
			t.Run(fmt.Sprint(name, "/", i), func(t *testing.T) {
				s := report(t, name, raw, o)
				checkQueries(t, &s, open(t, name, raw, decode.Options{}))
			})
		}
	}
}

// TestQueriesOutside is TestQueries on whole games.
func TestQueriesOutside(t *testing.T) {
	for name, raw := range outside(t, 700<<10) {
		t.Run(name, func(t *testing.T) {
			s := report(t, name, raw, collect.StatsOptions{By: []string{"link", "object"}, Interval: 10 * time.Second})
			checkQueries(t, &s, open(t, name, raw, decode.Options{}))
		})
	}
}
