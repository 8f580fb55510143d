package records_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// TestCSVIsJSON compares each cell with what a JSON library takes from the line of the record.
func TestCSVIsJSON(t *testing.T) {
	columns := []string{"fields.position[1]", "fields.subsystems.items[0].percent", "fields.pairs[0][1]", "notes[0].text", "frames[1]"}
	for _, key := range decode.Schema().Keys() {
		if !key.Hidden { // see TestHiddenColumns
			columns = append(columns, key.Path)
		}
	}
	o := records.CSVOptions{Columns: columns, Raw: true, JSON: records.JSONOptions{Hex: true, File: "a,b.pcap"}}
	row := records.CSV(o)()
	full := map[string]int{}
	compare := func(r *decode.Record) {
		t.Helper()
		line := records.AppendJSON(nil, r, o.JSON)
		reader := csv.NewReader(bytes.NewReader(row(nil, r)))
		cells, err := reader.Read()
		if err != nil || len(cells) != len(columns) {
			t.Fatal(len(cells), err)
		}
		var top, below map[string]json.RawMessage
		_ = json.Unmarshal(line, &top)
		_ = json.Unmarshal(top["fields"], &below)
		for i, column := range columns {
			steps := filter.Steps(column)
			value := top[steps[0].Name]
			if steps = steps[1:]; len(steps) > 0 && strings.HasPrefix(column, "fields.") {
				value, steps = below[steps[0].Name], steps[1:]
			}
			want := wantedCell(t, value, steps)
			if cells[i] != strings.ReplaceAll(want, "\r\n", "\n") { // as the reader gives it
				t.Errorf("%s: %q, want %q\n%s", column, cells[i], want, line)
			}
			if want != "" {
				full[column]++
			}
		}
	}
	for r := range oddRecords(t) {
		compare(r)
	}
	for _, name := range []string{"stock-messages.pcap", "join-files.pcap"} {
		for r := range openCorpus(t, name).Records() {
			compare(r)
		}
	}
	for _, column := range columns[:5] {
		if full[column] == 0 {
			t.Errorf("no record has %s", column)
		}
	}
	if len(full) < 100 {
		t.Errorf("only %d columns had values", len(full))
	}
}

func openCorpus(t *testing.T, name string) *decode.Capture {
	t.Helper()
	c := must.Get(decode.OpenFile(filepath.Join("..", "..", "testdata", "pcaps", name), decode.Options{Jobs: 1}))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// wantedCell follows a path with encoding/json.
func wantedCell(t *testing.T, value json.RawMessage, steps []filter.Step) string {
	t.Helper()
	found := follow(t, value, steps)
	var text *string
	if len(found) == 0 || json.Unmarshal(found, &text) == nil {
		if text == nil {
			return ""
		}
		return *text
	}
	return string(found)
}

func follow(t *testing.T, value json.RawMessage, steps []filter.Step) json.RawMessage {
	t.Helper()
	if len(steps) == 0 || value == nil {
		return value
	}
	var object map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case json.Unmarshal(value, &object) == nil:
		return follow(t, object[steps[0].Name], steps[1:])
	case json.Unmarshal(value, &list) != nil:
		return nil
	case steps[0].Name == "" && steps[0].Index < len(list):
		return follow(t, list[steps[0].Index], steps[1:])
	case steps[0].Name == "":
		return nil
	}
	all := []string{}
	for _, element := range list {
		found := follow(t, element, steps)
		if found == nil {
			found = json.RawMessage("null")
		}
		all = append(all, string(found))
	}
	return json.RawMessage("[" + strings.Join(all, ",") + "]")
}

// TestCSVRows looks at rows as bytes: quotes, guarded texts, a row that would be an empty line.
func TestCSVRows(t *testing.T) {
	var got []byte
	o := records.CSVOptions{Columns: []string{"frame", "fields.text"}}
	guarded, raw, one := records.CSV(o)(), records.CSV(records.CSVOptions{Columns: o.Columns, Raw: true})(), records.CSV(records.CSVOptions{Columns: []string{"fields.text"}})()
	seen := 0
	for r := range oddRecords(t) {
		if r.Name() != "Chat" || r.Lost() {
			continue
		}
		if seen++; seen == 1 {
			r = r.Clone()
			r.Payload = append(slices.Clip(r.Payload[:5]), "\x0a\x00=1,\"a\"\x1b\x0a\x0dé"...)
			got = append(records.CSVHeader(o), guarded(nil, r)...)
			got = append(got, raw(nil, r)...)
			r.Payload = append(slices.Clip(r.Payload[:5]), 0, 0)
			got = one(got, r.Clone())
		}
	}
	const want = "frame,fields.text\r\n" +
		"8,\"'=1,\"\"a\"\"\\x1b\\x0a\\x0d\u00c3\"\r\n" +
		"8,\"=1,\"\"a\"\"\x1b\n\r\u00c3\"\r\n" +
		"\"\"\r\n"
	if string(got) != want {
		t.Errorf("%q, want\n%q", got, want)
	}
}

// TestHiddenColumns: a field that JSON leaves out, because others say the same, has a cell wherever a
// filter finds it, with the value that the filter finds.
func TestHiddenColumns(t *testing.T) {
	var columns []string
	found := map[string]*decode.Filter{}
	compile := func(expression string) *decode.Filter {
		if found[expression] == nil {
			found[expression] = must.Get(decode.NewFilter(expression))(t)
		}
		return found[expression]
	}
	kinds := map[string]filter.Kind{}
	for _, key := range decode.Schema().Keys() {
		if key.Hidden {
			columns, kinds[key.Path] = append(columns, key.Path), key.Kind
		}
	}
	row, full := records.CSV(records.CSVOptions{Columns: columns, Raw: true})(), map[string]int{}
	for _, name := range []string{"stock-messages.pcap", "join-files.pcap", "session-small.pcap"}[:heavy.Scale(2, 3)] {
		for r := range openCorpus(t, name).Records() {
			cells := must.Get(csv.NewReader(bytes.NewReader(row(nil, r))).Read())(t)
			for i, column := range columns {
				there := column + " >= -1000"
				if kinds[column] == filter.Bool {
					there = column + " == true || " + column + " == false"
				}
				if has := compile(there).Matcher("").Match(r); has != (strings.Trim(cells[i], "[nul,]") != "") {
					t.Errorf("%s, frame %d: cell %q, and a filter says %v", column, r.Frame, cells[i], has)
				}
				if cells[i] == "" || cells[i][0] == '[' {
					continue
				}
				full[column]++
				if equal := column + " == " + cells[i]; !compile(equal).Matcher("").Match(r) {
					t.Errorf("frame %d: not %s", r.Frame, equal)
				}
			}
		}
	}
	for _, column := range []string{"fields.has_hash", "fields.tree.file_count", "fields.contact_count", "fields.seq"} {
		if full[column] == 0 {
			t.Errorf("%s was in no record, of %v", column, full)
		}
	}
}
