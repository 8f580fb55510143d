package reporttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// Claim is a number and the formula that gives it.
type Claim struct {
	Where   string // path in the report
	Number  int64
	Formula string
}

// CountOf is the claim that a query keeps so many lines.
func CountOf(where string, number int64, query figures.Query) Claim {
	return Claim{where, number, "count(" + string(query) + ")"}
}

// Claims lists all numbers of a report that have a query: what the tag gives of a query names, and what stands in queries.
// A query that gives a frame, or has no such tag, gives one line.
func Claims(t testing.TB, s *figures.Stats) []Claim {
	t.Helper()
	w := walker{t: t}
	w.walk("", reflect.ValueOf(s))
	return w.claims
}

type walker struct {
	t      testing.TB
	claims []Claim
}

func (w *walker) walk(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		w.walk(path, v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.walk(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch x := v.Field(i); {
			case f.Anonymous:
				w.walk(path, x)
			case f.Type == reflect.TypeFor[figures.Query]() && x.String() != "":
				n := int64(1)
				if of := f.Tag.Get("gives"); of != "" && of != "frame" {
					n = w.number(path, row(w.t, v), of)
				}
				w.claims = append(w.claims, CountOf(path, n, figures.Query(x.String())))
			case f.Type == reflect.TypeFor[figures.Queries]():
				for of, formula := range x.Interface().(figures.Queries) {
					w.claims = append(w.claims, Claim{path + "." + of, w.number(path, row(w.t, v), of), formula})
				}
			case key != "":
				w.walk(path+"."+key, x)
			}
		}
	}
}

// row gives a struct as its JSON has it.
func row(t testing.TB, v reflect.Value) (row map[string]any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(must.Get(json.Marshal(v.Interface()))(t)))
	d.UseNumber()
	must.Do(t, d.Decode(&row))
	return row
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
	Factor int64
	Key    string // to add up; "" = count lines
	Filter string
}

// terms takes a formula apart, as figures.Queries describes it.
func terms(t testing.TB, formula string) (all []term) {
	t.Helper()
	sign := int64(1)
	for rest := formula; rest != ""; {
		x := term{Factor: sign}
		if n, after, ok := strings.Cut(rest, " * "); ok && !strings.Contains(n, "(") {
			factor, err := strconv.ParseInt(n, 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", formula, err)
			}
			x.Factor, rest = sign*factor, after
		}
		name, after, ok := strings.Cut(rest, "(")
		end := closing(after)
		if !ok || end < 0 {
			t.Fatalf("%q is no formula", formula)
		}
		x.Filter, rest = after[:end], after[end+1:]
		switch name {
		case "count":
		case "sum":
			x.Key, x.Filter, _ = strings.Cut(x.Filter, ", ")
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

// counter counts the lines that a filter keeps.
type counter struct {
	where, text  string
	match        func(*decode.Record) bool
	parts        []*condition
	kept         int // the record that it kept last, of all that were asked about
	lines        int64
	length, size int64 // sums
}

// Answers gives what the formula of each claim comes to, in one pass over captures.
func Answers(t testing.TB, all []Claim, captures ...*decode.Capture) (numbers []int64) {
	t.Helper()
	counts := map[string]*counter{}
	asked := asker{conditions: map[string]*condition{}}
	for _, c := range all {
		for _, x := range terms(t, c.Formula) {
			if counts[x.Filter] == nil {
				counts[x.Filter] = asked.counter(t, c.Where, x.Filter)
			}
		}
	}
	asked.plant()
	for _, c := range captures {
		for r := range c.Records() {
			asked.ask(t, r)
		}
	}
	for _, c := range all {
		n := int64(0)
		for _, x := range terms(t, c.Formula) {
			n += counts[x.Filter].value(t, x)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func (c *counter) add(r *decode.Record) {
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
	switch x.Key {
	case "":
		return x.Factor * c.lines
	case "len":
		return x.Factor * c.length
	case "size":
		return x.Factor * c.size
	}
	t.Fatalf("sum of %q", x.Key)
	return 0
}

// CheckQueries compares every number that has a query with what the query gives. It asks on one
// goroutine, so there is nothing in it for the race detector.
func CheckQueries(t *testing.T, s *figures.Stats, captures ...*decode.Capture) {
	t.Helper()
	if heavy.Race {
		return
	}
	claimed := Claims(t, s)
	all := thinned(claimed)
	answers, wrong := Answers(t, all, captures...), 0
	for i, c := range all {
		if got := answers[i]; got != c.Number {
			wrong++
			if wrong <= 10 {
				t.Errorf("%s is %d, but the query gives %d:\n%s", c.Where, c.Number, got, c.Formula)
			}
		}
	}
	if len(claimed) < 5 {
		t.Errorf("only %d numbers have a query", len(claimed))
	}
	t.Logf("%d numbers, %d wrong", len(all), wrong)
}

// thinned leaves out claims where a capture of very many links has so many that asking
// them all takes minutes: one in several. An ordinary run asks one in five.
func thinned(all []Claim) (some []Claim) {
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
