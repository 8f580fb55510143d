package table_test

import (
	"bytes"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/table"
)

// row has a column of each kind.
type row struct {
	Name    string        `json:"name"`
	Count   int64         `json:"count" rest:"sum"`
	Bytes   int64         `json:"bytes" unit:"B" rest:"sum" drop:"1"`
	Rate    float64       `json:"per_second" unit:"B/s"`
	Share   float64       `json:"share" unit:"%" bar:"1" rest:"sum"`
	Wait    *float64      `json:"wait_ms" title:"wait" unit:"ms"`
	Hidden  string        `json:"hidden" title:"-"`
	Ignored string        `json:"-"`
	Query   figures.Query `json:"query"`
}

func rows() []row {
	wait := 12.5
	return []row{
		{"one", 12345, 2_000_000, 1500, 0.6, &wait, "x", "", `name == "one"`},
		{"two\x1b[2J", 2, 20, 0.5, 0.3, nil, "y", "", ""},
		{"=three", 1, 10, 0, 0.07, nil, "", "", "c"},
		{"four", 1, 10, 0, 0.03, nil, "", "", "d"},
	}
}

func same(t *testing.T, what, want, got string) {
	t.Helper()
	if d := diff.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("%s (-want +got)\n%s\n%s", what, d, got)
	}
}

// TestText shows units, bars, the row of the rest, and commands; narrow text leaves columns out.
func TestText(t *testing.T) {
	tables := []table.Table{{Name: "some_rows", Said: []string{"4 rows"}, Rows: rows()}, {Name: "nothing", Rows: []row{}}, {Name: "said", Said: []string{"none"}, Rows: []row{}}}
	var b bytes.Buffer
	command := func(q figures.Query) string { return "bcdump -f '" + string(q) + "'" }
	must.Do(t, table.Text(&b, tables, table.Looks{Top: 2, Width: 90, Command: command}))
	same(t, "text", `SOME ROWS   4 rows
 name         count    bytes  per second   share                         wait
──────────────────────────────────────────────────────────────────────────────
 one         12,345  2.00 MB   1.50 kB/s  60.0 %  ███████████████████▎  12 ms
   bcdump -f 'name == "one"'
 two\x1b[2J       2     20 B       0 B/s  30.0 %  █████████▋                -
 rest (2)         2     20 B              10.0 %  ███▎

SAID   none
`, b.String())
	b.Reset()
	must.Do(t, table.Text(&b, tables[:1], table.Looks{Top: 3, Width: 50}))
	same(t, "narrow", `SOME ROWS   4 rows
 name       count  per second   share          wait
────────────────────────────────────────────────────
 one       12,345   1.50 kB/s  60.0 %  ████▊  12 ms
 two\x1b…       2       0 B/s  30.0 %  ██▍        -
 =three         1       0 B/s   7.0 %  ▌          -
 four           1       0 B/s   3.0 %  ▎          -
`, b.String())
}

// TestPrograms shows CSV, guarded and not, and JSON.
func TestPrograms(t *testing.T) {
	x := table.Table{Name: "some_rows", Rows: rows()[1:3]}
	var b bytes.Buffer
	must.Do(t, table.CSV(&b, &x, true))
	same(t, "guarded", `name,count,bytes,per_second,share,wait_ms,hidden,query
two\x1b[2J,2,20,0.5,0.3,,y,
'=three,1,10,0,0.07,,,c
`, strings.ReplaceAll(b.String(), "\r\n", "\n"))
	b.Reset()
	must.Do(t, table.CSV(&b, &x, false))
	same(t, "CSV", "name,count,bytes,per_second,share,wait_ms,hidden,query\ntwo\x1b[2J,2,20,0.5,0.3,,y,\n=three,1,10,0,0.07,,,c\n", strings.ReplaceAll(b.String(), "\r\n", "\n"))
	b.Reset()
	must.Do(t, table.JSON(&b, struct {
		Version int   `json:"v"`
		Rows    []row `json:"some_rows"`
	}{1, rows()[1:3]}))
	same(t, "JSON", `{"v":1,"some_rows":[{"name":"two\u001b[2J","count":2,"bytes":20,"per_second":0.5,"share":0.3,"wait_ms":null,"hidden":"y","query":""},{"name":"=three","count":1,"bytes":10,"per_second":0,"share":0.07,"wait_ms":null,"hidden":"","query":"c"}]}
`, b.String())
}
