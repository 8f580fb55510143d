package dataset_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/dataset"
	"bcdump/report/rows"
	"bcdump/report/stats"
	"bcdump/report/stats/tables"
)

// inJSON says where the rows of a table of stats stand in `stats -o json`, if not under its name: lists within lists, each
// behind the keys of the row that holds it.
var inJSON = map[string]string{
	"bandwidth": "bandwidth.buckets", "rates": "bandwidth.rates", "missing_copies": "relays.first_missing", "join_ends": "joins", "joins": "joins.steps",
	"notes_about": "notes.about", "entity_flows": "entity_state.flows", "entity_sizes": "entity_state.sizes", "entity_changes": "entity_state.changes",
	"entity_flickers": "entity_state.flickers", "entity_savings": "entity_state.savings",
}

// beside are columns that tables have beside what stands in that place in JSON.
var beside = map[string][]string{"missing_copies": {"opcode", "name"}, "joins": {"client", "name"}, "notes_about": {"code"}, "bytes": {"share", "owner", "query"}}

// TestStatsAreJSON holds every number, text and list of `stats -o json` against what is read back from Parquet.
func TestStatsAreJSON(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	seen := 0
	for _, name := range heavy.Scale([]string{"session-small.pcap", "entity-state.pcap", "mixed-protocols.pcap", "join-full.pcap", "udp-empty.pcap", "match-relays-nothing.pcap.gz"}, names(captures(t))) {
		path := filepath.Join(corpus, name)
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if _, err := dataset.Export(dataset.Folder(folder), source(t, path), dataset.Options{Stats: true}); err != nil {
			t.Fatal(path, err)
		}
		c := must.Get(decode.OpenFile(path, decode.Options{Jobs: 1}))(t)
		counted := stats.New(stats.Options{Savings: true})
		must.Do(t, counted.File(name, c))
		_ = c.Close()
		report := counted.Report()
		var text bytes.Buffer
		must.Do(t, tables.JSON(&text, &report))
		var all map[string]any
		must.Do(t, json.Unmarshal(text.Bytes(), &all))
		types := map[string]reflect.Type{}
		c = must.Get(decode.OpenFile(path, decode.Options{Jobs: 1}))(t)
		must.Do(t, rows.Of(c, rows.Options{Name: name, Stats: true, Deliver: func(*rows.Batch) error { return nil }, Figures: func(name string, list any) error {
			types[name] = reflect.TypeOf(list).Elem()
			return nil
		}}))
		_ = c.Close()
		for _, table := range tables.Names() {
			got := readAs(t, filepath.Join(folder, dataset.FileName("stats_"+table, name)), types["stats_"+table])
			want := listOf(all, table)
			if len(got) != len(want) {
				t.Fatalf("%s: %s has %d rows, JSON %d", name, table, len(got), len(want))
			}
			for i := range got {
				have, told := got[i], flat("", want[i].(map[string]any))
				for key, value := range have {
					if v := reflect.ValueOf(value); told[key] == nil && v.IsValid() && !v.IsZero() && ((v.Kind() != reflect.Slice && v.Kind() != reflect.Map) || v.Len() > 0) && !slices.Contains(beside[table], key) {
						t.Errorf("%s: %s of row %d of %s is %.80v, JSON has none", name, key, i, table, value)
					}
				}
				for key, value := range told {
					if !equalToJSON(value, have[key]) {
						t.Errorf("%s: %s of row %d of %s is %.80v, JSON says %.80v", name, key, i, table, have[key], value)
					}
					seen++
				}
			}
		}
	}
	if seen < 10_000 {
		t.Errorf("only %d values were looked at", seen)
	}
}

// readAs gives the rows of a file by the names of their columns; of is the type of a row.
func readAs(t *testing.T, path string, of reflect.Type) (all []map[string]any) {
	f := must.Get(os.Open(path))(t)
	defer func() { _ = f.Close() }()
	r := parquet.NewReader(f)
	for range r.NumRows() {
		row := reflect.New(of)
		must.Do(t, r.Read(row.Interface()))
		all = append(all, valueOf(row.Elem()).(map[string]any))
	}
	return all
}

// valueOf gives a value without pointers and structs.
func valueOf(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return valueOf(v.Elem())
	case reflect.Struct:
		if at, ok := v.Interface().(time.Time); ok {
			return at.UnixNano()
		}
		columns := map[string]any{}
		for i := range v.NumField() {
			name, tag, _ := strings.Cut(v.Type().Field(i).Tag.Get("parquet"), ",")
			if columns[name] = valueOf(v.Field(i)); v.Field(i).IsZero() && strings.Contains(tag, "optional") {
				columns[name] = nil
			}
		}
		return columns
	case reflect.Slice:
		list := []any{}
		for i := range v.Len() {
			list = append(list, valueOf(v.Index(i)))
		}
		return list
	}
	return v.Interface()
}

// TestStatsGo: tables of stats that nobody asks for any more are not left to lie.
func TestStatsGo(t *testing.T) {
	folder, path := t.TempDir(), filepath.Join(corpus, "session-small.pcap")
	for _, asked := range []bool{true, false} {
		from := source(t, path)
		from.Settings = fmt.Sprint(asked)
		must.Get(dataset.Export(dataset.Folder(folder), from, dataset.Options{Stats: asked}))(t)
		if _, err := os.Stat(filepath.Join(folder, dataset.FileName("stats_opcodes", "session-small.pcap"))); (err == nil) != asked {
			t.Errorf("asked: %t, %v", asked, err)
		}
		must.Do(t, dataset.WriteViews(dataset.Folder(folder), asked))
		if views := must.Get(os.ReadFile(filepath.Join(folder, dataset.ViewsFile)))(t); bytes.Contains(views, []byte("VIEW stats_savings AS")) != asked {
			t.Errorf("asked: %t, views:\n%s", asked, views)
		}
	}
}

func names(paths []string) (all []string) {
	for _, path := range paths {
		all = append(all, filepath.Base(path))
	}
	return all
}

// listOf finds the rows of a table.
func listOf(all map[string]any, table string) (list []any) {
	path := table
	if other := inJSON[table]; other != "" {
		path = other
	}
	switch table {
	case "fragments":
		return []any{all["fragments"]}
	case "bytes":
		b, list := all["bytes"].(map[string]any), []any{}
		for _, key := range strings.Fields("container headers datagram transport fields repeats parts trailing raw unread gamespy entity-state unknown copies") {
			n, _ := b[key].(float64)
			list = append(list, map[string]any{"account": key, "bytes": n})
		}
		return list
	}
	outer, inner, _ := strings.Cut(path, ".")
	switch of := all[outer].(type) {
	case map[string]any:
		return of[inner].([]any)
	case []any:
		if inner == "" {
			return of
		}
		for _, row := range of {
			list = append(list, row.(map[string]any)[inner].([]any)...)
		}
	}
	return list
}

// flat gives the values of an object by the names of columns. What Parquet does not have is left out: formulas, and the
// name of the capture.
func flat(prefix string, of map[string]any) map[string]any {
	all := map[string]any{}
	for key, value := range of {
		switch inner, nested := value.(map[string]any); {
		case key == "queries" || key == "file":
		case nested && key != "by_opcode":
			for k, v := range flat(prefix+key+"_", inner) {
				all[k] = v
			}
		default:
			all[prefix+key] = value
		}
	}
	return all
}

// equalToJSON compares a value of JSON with one of Parquet.
func equalToJSON(want, got any) bool {
	switch v := reflect.ValueOf(got); x := want.(type) {
	case nil:
		return got == nil
	case bool:
		return got == x
	case float64:
		return got != nil && (v.CanInt() && float64(v.Int()) == x || v.CanFloat() && (v.Float() == x || math.IsNaN(x)))
	case string:
		if at, err := time.Parse(time.RFC3339Nano, x); err == nil && got != nil && v.CanInt() {
			switch year := at.Year(); { // columns have the nearest time that 64 bits can hold
			case year < 1678:
				return v.Int() == math.MinInt64
			case year > 2262:
				return v.Int() == math.MaxInt64
			}
			_, digits, _ := strings.Cut(strings.TrimSuffix(x, "Z"), ".")
			more := v.Int() - at.UnixNano() // of which JSON has no digits
			return more >= 0 && float64(more) < math.Pow10(9-len(digits))
		}
		text, _ := got.(string)
		if raw, ok := got.([]byte); ok {
			text = string(raw)
		}
		return text == x
	case []any:
		list := reflect.Indirect(v)
		if !list.IsValid() {
			return len(x) == 0
		}
		if list.Kind() != reflect.Slice || list.Len() != len(x) {
			return false
		}
		for i := range x {
			if !equalToJSON(x[i], list.Index(i).Interface()) {
				return false
			}
		}
		return true
	case map[string]any:
		if v.Kind() != reflect.Map || v.Len() != len(x) {
			return false
		}
		for key, value := range x {
			if !equalToJSON(value, v.MapIndex(reflect.ValueOf(key)).Interface()) {
				return false
			}
		}
		return true
	}
	panic(fmt.Sprint(strconv.Quote(fmt.Sprint(want)), " is no value of JSON"))
}
