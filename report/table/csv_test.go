package table_test

import (
	"bytes"
	"encoding/csv"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/table"
)

// TestCSVKnowsAllKinds looks for fields that would be written in the way of Go.
func TestCSVKnowsAllKinds(t *testing.T) {
	looked := 0
	var look func(reflect.Type, string)
	look = func(v reflect.Type, path string) {
		looked++
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if v == reflect.TypeFor[figures.Time]() {
					break
				}
				look(v.Field(i).Type, path+"."+v.Field(i).Name)
			}
		case reflect.Slice, reflect.Pointer, reflect.Array, reflect.Map:
			look(v.Elem(), path)
		case reflect.String, reflect.Int, reflect.Int64, reflect.Float64, reflect.Float32, reflect.Bool:
		default:
			t.Errorf("%s is a %v", path, v.Kind())
		}
	}
	look(reflect.TypeFor[figures.Stats](), "Stats")
	if looked < 100 {
		t.Errorf("only %d fields", looked)
	}
}

// TestCSVGuards compares cells for spreadsheets with those for programs.
func TestCSVGuards(t *testing.T) {
	type cells struct {
		Text   string   `json:"text"`
		Number float64  `json:"number"`
		Words  []string `json:"words"`
	}
	for text, want := range map[string]string{
		"Cady2": "Cady2", "": "", "=1+1": "'=1+1", "+1": "+1", "-1.5": "-1.5", "-1e3": "-1e3", "-1+1": "'-1+1", "+cmd": "'+cmd", "-": "'-", "@sum(1)": "'@sum(1)",
		"  =1": "'  =1", "\u00a0=1": "'\u00a0=1", "＝1": "'＝1", "＠x": "'＠x", "\t=1": `\x09=1`, "a\rb": `a\x0db`, "a=1": "a=1", "'=1": "'=1", "a\x1b\nb": `a\x1b\x0ab`, "x\u202e\u009b\x00": `x\u202e\x9b\x00`,
		"no\u00a0break": "no\u00a0break", `a,"b"`: `a,"b"`,
	} {
		raw := strings.ReplaceAll(text, "\r", "") // encoding/csv has CR before line feeds only
		for guarded, cell := range map[bool]string{true: want, false: raw} {
			var b bytes.Buffer
			must.Do(t, table.CSV(&b, &table.Table{Rows: []cells{{text, -1.5, []string{text}}}}, guarded))
			rows, err := csv.NewReader(&b).ReadAll()
			if err != nil || !slices.Equal(rows[1], []string{cell, "-1.5", cell}) {
				t.Errorf("%q, guarded %v: %q %v, want %q", text, guarded, rows, err, cell)
			}
		}
	}
}
