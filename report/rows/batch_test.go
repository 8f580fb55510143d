package rows

import (
	"fmt"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/capture"
)

// TestBatches fills batches with more than they hold, of short texts and of long ones.
func TestBatches(t *testing.T) {
	const longest = 50_000
	for length, total := range map[int]int{1: 3 * batchRows, 300: 3 * batchRows, longest: 100} {
		delivered := 0
		b := newBuilder(Options{Deliver: func(b *Batch) error {
			if len(b.Fields) > batchRows || b.bytes > batchBytes+longest+100 {
				t.Errorf("%d rows, %d bytes", len(b.Fields), b.bytes)
			}
			delivered += len(b.Fields)
			return nil
		}})
		r := &decode.Record{Datagram: &capture.Datagram{}}
		for i := range total {
			b.value(r, "Chat", fmt.Appendf(nil, "texts[%d]", i), fmt.Appendf(nil, `"%s"`, strings.Repeat("x", length)))
			if len(b.flat.known) > maxTexts {
				t.Fatal(len(b.flat.known), "texts are remembered")
			}
		}
		b.flush()
		if delivered != total {
			t.Errorf("%d of %d rows", delivered, total)
		}
	}
}

// TestColumns holds that every column has a name of its own, a type and words about it.
func TestColumns(t *testing.T) {
	if len(AllTables(false)) != 17 {
		t.Error(len(AllTables(false)), "tables")
	}
	for _, table := range AllTables(false) {
		seen := map[string]bool{}
		for _, c := range Columns(table.Row) {
			if c.Name == "" || c.Type == "" || c.About == "" || seen[c.Name] {
				t.Errorf("%s: %+v", table.Name, c)
			}
			seen[c.Name] = true
		}
		if table.About == "" || len(seen) < 5 {
			t.Errorf("%s has %d columns", table.Name, len(seen))
		}
	}
}

// TestNumbers tells numbers from other texts.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{"5": 5, "-2.5": -2.5, "1e-7": 1e-7, "0x1C": 28, "0xFFFFFFFF": 1<<32 - 1, "true": 1, "false": 0} {
		if got, ok := numberOf(text); !ok || got != want {
			t.Errorf("%q: %v %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "Cady2", "0xZZ", "-", "NaN", "1.2.3.4", "5 ships", "inf"} {
		if got, ok := numberOf(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestUnquoted reads JSON texts back.
func TestUnquoted(t *testing.T) {
	for text, want := range map[string]string{`"a"`: "a", `""`: "", `"\"\\\n\u0007é"`: "\"\\\n\aé", "5": "5", "true": "true"} {
		if got := unquoted([]byte(text)); string(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	for path, want := range map[string]string{"a": "a", "a[3]": "a", "a[3].b[12].c": "a.b.c"} {
		if got := nameOfPath(path); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestFieldsOfTexts: a text may look like a path, and like half of one.
func TestFieldsOfTexts(t *testing.T) {
	for text, name := range map[string]string{
		"files[3].name_hash": "files.name_hash", "a[0][12]": "a", "plain": "plain", "": "",
		"\x1b[31mevil": "\x1b", "[": "", "a[": "a", "[]": "", "]": "]", "a]b[c": "a]b",
	} {
		if got := nameOfPath(text); got != name {
			t.Errorf("%q: %q, want %q", text, got, name)
		}
	}
	var rows []Field
	b := newBuilder(Options{Deliver: func(b *Batch) error {
		rows = append(rows, b.Fields...)
		return nil
	}})
	b.value(&decode.Record{Datagram: &capture.Datagram{}}, "Chat", []byte("text"), []byte(`"\u001b[31mevil"`))
	b.flush()
	if len(rows) != 1 || rows[0].Value != "\x1b[31mevil" || rows[0].Name != "text" {
		t.Errorf("rows %v", rows)
	}
}
