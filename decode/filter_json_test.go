package decode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// TestFilterAgreesWithJSON asks filters for everything that the JSON line of a record
// says: each value equals itself, each key that is there is true alone, and no key
// that is not there is.
func TestFilterAgreesWithJSON(t *testing.T) {
	heavy.SkipRace(t, "it asks on one goroutine")
	t.Logf("%d different filters", agree(t, mixed().data, heavy.Scale(1, 1000)))
}

func TestFilterAgreesWithJSONOfSharedCaptures(t *testing.T) {
	captures := outside.Read(t, 700<<10)
	for _, name := range heavy.Some(slices.Sorted(maps.Keys(captures)), 2) {
		t.Run(name, func(t *testing.T) { agree(t, captures[name], heavy.Scale(1, 2)) })
	}
}

// agree asks of so many records of each kind at most: the rest differ in numbers. It gives how many filters
// that took.
func agree(t *testing.T, raw []byte, most int) int {
	t.Helper()
	a := agreement{t: t, compiled: map[string]*decode.Filter{}}
	kinds := map[string]int{}
	for r := range open(t, raw, decode.Options{}).Records() {
		kind := fmt.Sprint(r.TypeName(), r.Name(), r.Content().Err, len(r.Payload)/heavy.Scale(16, 1))
		if kinds[kind]++; kinds[kind] <= most {
			a.record(r)
		}
	}
	return len(a.compiled)
}

type agreement struct {
	t        *testing.T
	compiled map[string]*decode.Filter
	line     string
	subject  *decode.Record
	present  map[string]bool // paths without indexes that the line has
}

func (a *agreement) record(r *decode.Record) {
	a.subject, a.present = r, map[string]bool{}
	a.line = string(records.AppendJSON(nil, r, records.JSONOptions{Hex: true}))
	d := json.NewDecoder(strings.NewReader(a.line))
	d.UseNumber()
	var line map[string]any
	if err := d.Decode(&line); err != nil {
		a.t.Fatalf("%v in %s", err, a.line)
	}
	a.object("", "", line)
	for _, key := range decode.Schema().Keys() {
		if !a.present[key.Path] && !slices.Contains(notPrinted, key.Path) && a.matches(key.Path) {
			a.t.Fatalf("%s is a key of recordKeys (decode/query/record_keys.go), and AppendJSON (report/records/jsonlines.go, and fast_json.go) does not print it: %s", key.Path, a.line)
		}
	}
	if !a.matches("name == " + quote(r.Title())) {
		a.t.Errorf("%q is not the name of %s", r.Title(), a.line)
	}
	a.counts()
}

// notPrinted are the keys that filters know and JSON does not print: names of what is no message
// of the game, and fields that others say as well.
var notPrinted = []string{
	"name", "fields.seq", "fields.has_hash", "fields.contact_count", "fields.update_count", "fields.terminator",
	"fields.subsystems.items.has_data", "fields.subsystems.items.power_setting",
	"fields.tree.file_count", "fields.tree.subdir_count", "fields.tree.subdir_names", "fields.tree.subdir_names.name_hash",
	"fields.tree.subdirs.tree.file_count", "fields.tree.subdirs.tree.subdir_count",
	"fields.tree.subdirs.tree.subdir_names", "fields.tree.subdirs.tree.subdir_names.name_hash",
}

// counts holds the keys that are not printed against those that say the same.
func (a *agreement) counts() {
	for _, same := range [][2]string{
		{"fields.has_hash == true", "fields.subsys_hash"}, {"fields.contact_count > 0", "fields.contacts.magnitude"},
		{"fields.update_count > 0", "fields.updates.player_id"}, {"fields.tree.file_count > 0", "fields.tree.files.name_hash"},
		{"fields.tree.subdir_count > 0", "fields.tree.subdirs.name_hash"}, {"fields.tree.subdir_names.name_hash > 0", "fields.tree.subdirs.name_hash > 0"},
	} {
		if a.subject.Content().Err == nil && a.matches(same[0]) != a.matches(same[1]) {
			a.t.Errorf("%s, but not %s, or the other way round: %s", same[0], same[1], a.line)
		}
	}
}

// object walks the keys below path; plain is path without indexes.
func (a *agreement) object(path, plain string, o map[string]any) {
	for key, value := range o {
		below, plainBelow := strings.TrimPrefix(path+"."+key, "."), strings.TrimPrefix(plain+"."+key, ".")
		if _, ok := decode.Schema().Lookup(plainBelow); !ok {
			if !unlisted(plainBelow) {
				a.t.Errorf("no key %s, but it is in %s", plainBelow, a.line)
			}
			continue
		}
		a.present[plainBelow] = true
		if value != false && !a.matches(below) {
			a.t.Errorf("%s alone is not true for %s", below, a.line)
		}
		a.value(below, plainBelow, value)
	}
}

// unlisted names what no filter can ask for: directories within directories within
// directories, which are described no deeper.
func unlisted(path string) bool {
	return strings.HasPrefix(path, "fields.tree.subdirs.tree.subdirs")
}

func (a *agreement) value(path, plain string, value any) {
	literal := ""
	switch v := value.(type) {
	case nil:
		return
	case map[string]any:
		a.object(path, plain, v)
		return
	case []any:
		for i, element := range v {
			a.value(fmt.Sprintf("%s[%d]", path, i), plain, element)
		}
		if beyond := fmt.Sprintf("%s[%d]", path, len(v)); a.matches(beyond) {
			a.t.Errorf("%s is there in %s", beyond, a.line)
		}
		return
	case json.Number:
		literal = v.String()
	case bool:
		literal = fmt.Sprint(v)
	case string:
		literal = quote(v)
	}
	if expression := path + " == " + literal; !a.matches(expression) {
		a.t.Errorf("%s is not true for %s", expression, a.line)
	}
}

func (a *agreement) matches(expression string) bool {
	f, ok := a.compiled[expression]
	if !ok {
		var err error
		if f, err = decode.NewFilter(expression); err != nil {
			a.t.Errorf("%s: %v", expression, err)
			return false
		}
		a.compiled[expression] = f
	}
	matches := decode.Matches(f, a.subject)
	if matches && !strings.ContainsAny(expression, " [") { // a key alone: values are not known before
		a.foreseen(expression)
	}
	return matches
}

// foreseen asks whether it was known, before there was a record, that one like this may match.
func (a *agreement) foreseen(expression string) {
	r := a.subject
	whole := fmt.Sprintf("(%s) && name == %s && proto == %q", expression, quote(r.Title()), r.Proto)
	if r.Proto == decode.BC {
		whole += fmt.Sprintf(" && type == %q", r.TypeName())
	}
	if opcode, ok := r.Opcode(); ok {
		whole += fmt.Sprintf(" && opcode == %d", opcode)
	}
	if _, ok := a.compiled[whole]; ok {
		return
	}
	f, err := decode.NewFilter(whole)
	if err != nil {
		a.t.Fatalf("%s: %v", whole, err)
	}
	a.compiled[whole] = f
	if never := f.Never(""); never != nil {
		a.t.Errorf("%v, but it matches %s", never, a.line)
	}
}

// quote writes a text of the filter language.
func quote(s string) string {
	b := []byte{'"'}
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, string(c)...)
		}
	}
	return string(append(b, '"'))
}

// TestFilterKeepsLines shows that a filter takes whole lines out and changes none.
func TestFilterKeepsLines(t *testing.T) {
	f := must.Get(decode.NewFilter(`dir == "S>C" && notes`))(t)
	all := strings.SplitAfter(renderWith(t, mixed().data, decode.Options{}, records.JSONLines(records.JSONOptions{})), "\n")
	want := slices.DeleteFunc(all, func(line string) bool {
		return !strings.Contains(line, `"dir":"S>C"`) || !strings.Contains(line, `"notes":`)
	})
	got := renderWith(t, mixed().data, decode.Options{Filter: f}, records.JSONLines(records.JSONOptions{}))
	if len(want) == 0 || got != strings.Join(want, "") {
		t.Errorf("%d lines kept:\n%s", len(want), got)
	}
}

// TestFarTimes asks for times that 64 bits of nanoseconds cannot hold: they are
// before or after all that they can.
func TestFarTimes(t *testing.T) {
	tests := []struct {
		sec        int64
		expression string
	}{
		{firstSecond, `time == "2026-02-14T22:08:00Z"`},
		{math.MaxInt64/1_000_000_000 + 1, `time > "2262-01-01T00:00:00Z"`},
		{math.MaxInt64, `time > "2262-01-01T00:00:00Z"`},
		{math.MinInt64, `time < "1700-01-01T00:00:00Z"`},
		{math.MinInt64/1_000_000_000 - 1, `time < "1700-01-01T00:00:00Z"`},
	}
	for _, tt := range tests {
		f := must.Get(decode.NewFilter(tt.expression))(t)
		if r := (decode.Record{Datagram: &capture.Datagram{Time: capture.Time{Sec: tt.sec}}, Side: new(decode.Side)}); !decode.Matches(f, &r) {
			t.Errorf("%s is not true of second %d", tt.expression, tt.sec)
		}
	}
}

func renderWith(t testing.TB, raw []byte, o decode.Options, newRenderer func() decode.Renderer) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, open(t, raw, o).Render(&out, newRenderer))
	return out.String()
}
