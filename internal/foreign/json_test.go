package foreign_test

import (
	"runtime"
	"strings"
	"testing"

	"bcdump/internal/foreign"
)

// TestReadJSON: what does not fit is refused, with its place, and nothing makes values of more memory than the bound.
func TestReadJSON(t *testing.T) {
	type row struct{ Name, Text, More, Else string }
	type read struct {
		Name string `json:"name"`
		List []row  `json:"list"`
	}
	var x read
	if err := foreign.ReadJSON(strings.NewReader(" {\"name\":\"a,\\\",\", \"list\":[{},{\"Name\":\"b\"}]}\n"), 100, &x); err != nil || x.Name != `a,",` || len(x.List) != 2 {
		t.Errorf("%+v, %v", x, err)
	}
	const most = 4 << 20
	for text, want := range map[string]string{
		"":                         "byte 0: it ends here",
		`{"name":"a`:               "byte 10: it ends here",
		`{"name":"a",}`:            "byte 13: invalid character '}' looking for beginning of object key string",
		`{"list":[{"Name":1}]}`:    "byte 18: json: cannot unmarshal number into Go struct field",
		`{"other":1}`:              `json: unknown field "other"`,
		`{} {}`:                    "byte 4: something follows the end",
		strings.Repeat(" ", 5<<20): "byte 4194304: too large: there are more than 4194304 bytes",
		`{"list":[` + strings.Repeat("{},", 1<<20): "byte 786440: too large: there are more than 262144 values",
		strings.Repeat("[", 1<<20):                 "exceeded max depth",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := foreign.ReadJSON(strings.NewReader(text), most, &read{})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 10*most {
			t.Errorf("%.40s: %d MB", text, used>>20)
		}
	}
}
