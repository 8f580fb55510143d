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
	command := func(q figures.Query, _ string) string { return "bcdump -f '" + string(q) + "'" }
	must.Do(t, table.Text(&b, tables, table.Looks{Top: 2, Width: 90, Command: command}))
	same(t, "text", `SOME ROWS   4 rows
 name         count    bytes  per second   share   wait
──────────────────────────────────────────────────────────────────────────────
 one         12,345  2.00 MB   1.50 kB/s  60.0 %  12 ms  ███████████████████▎
   bcdump -f 'name == "one"'
 two\x1b[2J       2     20 B       0 B/s  30.0 %      -  █████████▋
 rest (2)         2     20 B              10.0 %         ███▎

SAID   none
`, b.String())
	b.Reset()
	must.Do(t, table.Text(&b, tables[:1], table.Looks{Top: 3, Width: 50}))
	same(t, "narrow", `SOME ROWS   4 rows
 name         count  per second   share   wait
───────────────────────────────────────────────
 one         12,345   1.50 kB/s  60.0 %  12 ms
 two\x1b[2J       2       0 B/s  30.0 %      -
 =three           1       0 B/s   7.0 %      -
 four             1       0 B/s   3.0 %      -
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

type way struct {
	Dir string `json:"dir" look:"dir"`
}

type times struct {
	Least figures.Milliseconds  `json:"least"`
	Most  *figures.Milliseconds `json:"most" null:""`
	Other int                   `json:"other"`
}

type what struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

func (w what) AppendText(b []byte) ([]byte, error) { return append(b, w.Name+"!"...), nil }

// both has what rows of some columns share.
type both struct {
	Address string `json:"address" named:"1" drop:"1"`
	Kind    string `json:"kind" or:"address" first:"1"`
	way     `across:"dir"`
	Count   int64         `json:"count" each:"1" rest:"sum" head:"message,messages"`
	Bytes   int64         `json:"bytes" unit:"B" head:"B" bar:"longest"`
	Took    times         `json:"took" title:"took" only:"least most=2"`
	Of      []what        `json:"of" list:"2"`
	Hz      float64       `json:"rate" unit:"Hz" zero:"none" view:"much"`
	Seq     int           `json:"seq" unit:"#" view:"much"`
	Said    string        `json:"said" below:"1"`
	File    string        `json:"file" title:"-"`
	Query   figures.Query `json:"query"`
}

func shared() []both {
	most := figures.Milliseconds(1500)
	of := []what{{"x", 1}, {"y", 2}, {"z", 3}}
	return []both{
		{"10.0.0.1:1", "ack", way{"C>S"}, 3, 30, times{}, nil, 0, 0, "said of it", "f", "q1"},
		{"10.0.0.1:1", "ack", way{"both"}, 3, 30, times{1.5, nil, 7}, of, 12.34, 65535, "said of it", "f", "q2"},
		{"10.0.0.2:1", "", way{"S>C"}, 5, 60, times{}, nil, 0, 0, "", "f", "q3"},
		{"10.0.0.2:1", "", way{"both"}, 5, 60, times{2, &most, 7}, of[:1], 0, 1, "", "f", "q4"},
	}
}

// TestShared: rows that differ in one column stand side by side, and other columns are what their tags say.
func TestShared(t *testing.T) {
	looks := table.Looks{Width: 100, Names: map[string]string{"10.0.0.1:1": "Kirk"}}
	var b bytes.Buffer
	must.Do(t, table.Text(&b, []table.Table{{Name: "shared", Rows: shared(), View: "little"}}, looks))
	same(t, "little", `SHARED   8 messages · 90 B
 kind        address          C>S  S>C  both  bytes  took least    most  of
────────────────────────────────────────────────────────────────────────────────────────────────────
 ack         Kirk 10.0.0.1:1    3    -     3   30 B     1.50 ms          x!, y!, …  ███████▌
   said of it
 10.0.0.2:1  10.0.0.2:1         -    5     5   60 B     2.00 ms  1.50 s  x!         ███████████████
`, b.String())
	b.Reset()
	looks.Command = func(q figures.Query, file string) string { return string(q) + " of " + file }
	looks.Top = 1
	must.Do(t, table.Text(&b, []table.Table{{Name: "shared", Rows: append(shared(), both{Kind: "z", way: way{"both"}}), View: "much"}}, looks))
	for _, want := range []string{"\n   q1 of f\n   q2 of f\n rest (2)", "12.3 Hz  65535"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	b.Reset()
	must.Do(t, table.CSV(&b, &table.Table{Rows: shared()[3:]}, false))
	same(t, "CSV", "address,kind,dir,count,bytes,took_least,took_most,took_other,rate,seq,said,file,query\n10.0.0.2:1,,both,5,60,2,1500,7,0,1,,f,q4\n", strings.ReplaceAll(b.String(), "\r\n", "\n"))
	b.Reset()
	must.Do(t, table.CSV(&b, &table.Table{Rows: table.Within(shared()[1:2], "of", "address", "said")}, false))
	same(t, "within", "address,said,name,count\n10.0.0.1:1,said of it,x,1\n10.0.0.1:1,said of it,y,2\n10.0.0.1:1,said of it,z,3\n", strings.ReplaceAll(b.String(), "\r\n", "\n"))
}

// TestStream: columns have their widths before there are rows, more where there is room, and none where the page is too narrow;
// the last one goes on below.
func TestStream(t *testing.T) {
	type happened struct {
		Frame int64  `json:"frame" unit:"#"`
		Who   string `json:"who"`
		At    string `json:"at" title:"place"`
		Text  string `json:"text"`
	}
	for width, want := range map[int]string{
		40: "  frame  who     what\n   1234  Kirk'…  warped to a place\n                 that is far away\n",
		90: "  frame  who         place  what\n   1234  Kirk's Ak…  Vesu…  warped to a place that is far away\n",
	} {
		p := table.NewPage(table.Looks{Width: width})
		s := table.NewStream(p, &table.Table{Rows: []happened{}, Keys: "frame:>6 who:6+4 at:5@60 what=text"})
		s.Heading()
		s.Row(&happened{1234, "Kirk's Akira", "Vesuvi", "warped to a place that is far away"})
		same(t, "stream", want, p.String())
	}
}
