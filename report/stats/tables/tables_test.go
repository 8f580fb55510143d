package tables_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
	"bcdump/report/stats/tables"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

func shown(t *testing.T, s *figures.Stats, o table.Looks) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, tables.Text(&b, s, o))
	return b.String()
}

// TestTables compares the whole report with testdata; UPDATE=1 writes it.
func TestTables(t *testing.T) {
	for name, o := range map[string]table.Looks{
		"stats-80.txt":  {Width: 80, Top: 5},
		"stats-140.txt": {Width: 140, Top: 5},
		"stats-queries.txt": {Width: 80, Top: 2, Command: func(q figures.Query, file string) string {
			return "count '" + string(q) + "' in " + file
		}},
	} {
		expected.File(t, filepath.Join("testdata", name), shown(t, example(), o))
	}
}

// TestCrowdOfJoins: of those whom a full host turns away three are shown, and how many more there are; all with --top 0.
func TestCrowdOfJoins(t *testing.T) {
	s := &figures.Stats{}
	for i := range 50 {
		s.Joins = append(s.Joins, figures.Join{Client: fmt.Sprint("10.0.0.", i, ":1024"), Ending: figures.EndRefused, Outcome: fmt.Sprintf("refused: no free player slot (frame %d)", i)})
	}
	for _, only := range [][]string{nil, {"joins"}} {
		for top, want := range map[int]int{10: 3, 0: 50} {
			s.Only = only
			text := shown(t, s, table.Looks{Width: 120, Top: top})
			if n := strings.Count(text, "slot (frame"); n != want || strings.Contains(text, "47 more refused: no free player slot") != (want == 3) {
				t.Errorf("%v, at most %d: %d of 50\n%s", only, top, n, text)
			}
		}
	}
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestTablesFit looks at many widths: no line is longer, queries included.
func TestTablesFit(t *testing.T) {
	for width := 60; width < 200; width += 7 {
		looks := table.Looks{Width: width, Top: 10, Color: true, Fold: true, Command: func(q figures.Query, file string) string {
			return "bcdump decode -q -f '" + string(q) + "' " + file + " | wc -l"
		}}
		for line := range strings.Lines(shown(t, example(), looks)) {
			line = colours.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")
			if n := terminal.Width(line); n > width {
				t.Errorf("%d characters in %d: %s", n, width, line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("blanks at the end of %q", line)
			}
		}
	}
}

// TestColours are the same text.
func TestColours(t *testing.T) {
	plain := shown(t, example(), table.Looks{Width: 100, Top: 10})
	coloured := shown(t, example(), table.Looks{Width: 100, Top: 10, Color: true})
	if d := diff.Diff(plain, colours.ReplaceAllString(coloured, "")); d != "" {
		t.Error(d)
	}
	if strings.Contains(plain, "\x1b") {
		t.Error("colours in plain text")
	}
	const cyan, green = "\x1b[36m", "\x1b[32m"
	for _, want := range []string{cyan + "C>S", green + "S>C", green + "┏"} {
		if !strings.Contains(coloured, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// TestForms: each column that text shows of a table, and programs get, the page has with its title, and a value in each
// row; what it has no description of is what it draws in another way, or what is shown to who names it.
func TestForms(t *testing.T) {
	s := example()
	var drawn []string
	for _, x := range tables.List() {
		forms := tables.FormsOf(x.Name, s)
		if len(forms) == 0 {
			drawn = append(drawn, x.Name)
			continue
		}
		heads := regexp.MustCompile("(?m)^ (.*)\n─+$").FindAllStringSubmatch(shown(t, s, table.Looks{Width: 2000, Only: []string{x.Name}}), -1)
		if x.Name != "flags" && len(heads) != len(forms) { // text shows those of both directions to who names them
			t.Fatalf("%s: %d tables in text, %d on the page", x.Name, len(heads), len(forms))
		}
		programs := map[string]string{"bandwidth": "rates"}[x.Name] // what is below its chart
		keys := strings.Split(strings.TrimRight(strings.SplitN(csvOf(t, s, cmp.Or(programs, x.Name)), "\n", 2)[0], "\r"), ",")
		for i, f := range forms {
			var titles []string
			for _, c := range f.Columns {
				titles = append(titles, c.Title)
				if !slices.Contains(keys, c.Key) && c.Key != "about" && c.Key != "answers" { // lists of structs are no column for programs
					t.Errorf("%s: programs do not get %s", x.Name, c.Key)
				}
				if len(c.Values) != len(f.Columns[0].Values) || c.Queries != nil && len(c.Queries) != len(c.Values) {
					t.Errorf("%s: %s has %d values and %d queries", x.Name, c.Key, len(c.Values), len(c.Queries))
				}
			}
			if text, page := strings.Fields(heads[i][1]), strings.Fields(strings.Join(titles, " ")); !slices.Equal(text, page) {
				t.Errorf("%s: text has %q, the page %q", x.Name, text, page)
			}
		}
	}
	if want := "files usage joins rates join_ends notes_about"; strings.Join(drawn, " ") != want {
		t.Errorf("without a form: %s, want %s (a form needs a title in sections, and rows in testdata/example.json)", drawn, want)
	}
}

// TestOnly shows each table alone, and the parts are the whole.
func TestOnly(t *testing.T) {
	for _, name := range tables.Names() {
		got := shown(t, example(), table.Looks{Width: 80, Top: 3, Only: []string{name}})
		if len(got) < 20 || strings.HasPrefix(got, "\n") || strings.Contains(got, "nothing to show") {
			t.Errorf("testdata/example.json has too few rows of %s: %q", name, got)
		}
	}
	got := shown(t, example(), table.Looks{Width: 80, Only: []string{"notes", "fragments"}})
	if strings.Index(got, "FRAGMENTS") != 0 || !strings.Contains(got, "\nNOTES") || strings.Contains(got, "OPCODES") {
		t.Error(got)
	}
}

// TestBrief begins with what people ask, shows what else fits, and names the rest.
func TestBrief(t *testing.T) {
	heading := regexp.MustCompile("(?m)^[A-Z]+( [A-Z]+)*(   |$)")
	for lines, want := range map[int]string{
		0:  "BANDWIDTH BANDWIDTH OPCODES OPCODES FLAGS FLAGS FLAG EXCEPTIONS",
		82: "BANDWIDTH BANDWIDTH OPCODES OPCODES FLAGS FLAGS FLAG EXCEPTIONS FRAGMENTS",
	} {
		got := shown(t, example(), table.Looks{Width: 100, Top: 5, Brief: true, Lines: lines})
		var found []string
		for _, m := range heading.FindAllString(got, -1) {
			found = append(found, strings.TrimSpace(m))
		}
		if all := strings.Join(found, " "); all != want {
			t.Errorf("%d lines: %s", lines, all)
		}
		_, left, _ := strings.Cut(got, " not shown: ")
		last := "not shown: " + strings.Join(strings.Fields(left), " ")
		for _, name := range tables.Names()[5:] {
			shown := strings.Contains(want, strings.ToUpper(strings.ReplaceAll(name, "_", " ")))
			if named := strings.Contains(last, name+",") || strings.Contains(last, name+" (--"); named == shown {
				t.Errorf("%d lines: %s is named: %t, shown: %t\n%s", lines, name, named, shown, last)
			}
		}
	}
}

// TestRest sums up what is not shown.
func TestRest(t *testing.T) {
	s := example()
	for top, want := range map[int]struct {
		rows int
		rest string
	}{
		1: {1, "(19) 694 980 1,674"}, 3: {3, "(17) 203 399 602"}, 18: {18, "(2) - 4 4"}, 19: {20, ""}, 0: {20, ""},
	} {
		got, _, _ := strings.Cut(shown(t, s, table.Looks{Width: 80, Top: top, Only: []string{"opcodes"}}), "\n\n")
		if !strings.Contains(got, "32,130 messages") {
			t.Errorf("--top %d: not all: %s", top, got)
		}
		if n := len(regexp.MustCompile("(?m)^ 0x.. ").FindAllString(got, -1)); n != want.rows {
			t.Errorf("--top %d: %d rows, want %d", top, n, want.rows)
		}
		rest := ""
		if m := regexp.MustCompile(`(?m)^ rest +(.*)$`).FindStringSubmatch(got); m != nil {
			rest = strings.Join(strings.Fields(m[1])[:4], " ")
		}
		if rest != want.rest {
			t.Errorf("--top %d: the rest is %q, want %q", top, rest, want.rest)
		}
	}
}

func TestLocalTimes(t *testing.T) {
	s := example()
	s.Files[0].Local = true
	got := shown(t, s, table.Looks{Width: 200, Only: []string{"files"}})
	if !strings.Contains(got, "22:24:02 local time of the server (see --zone)") || strings.Contains(got, "UTC") {
		t.Error(got)
	}
}

// TestSplits has a table for each object, the largest of them.
func TestSplits(t *testing.T) {
	s := &figures.Stats{Links: []figures.Link{{Client: "10.0.0.2:1024", Name: "Kirk"}}}
	for i := range 40 {
		split := figures.Split{Dir: "C>S", Link: "10.0.0.2:1024", ObjectID: fmt.Sprintf("0x%08X", i), Ship: "Kirk's Akira"}
		s.Flags = append(s.Flags,
			figures.Flags{Split: split, DirtyFlags: "0x01", Flags: []string{"POSITION"}, Count: int64(i % 20), Share: 1})
	}
	o := table.Looks{Width: 100, Top: 5, Only: []string{"flags"}}
	got := shown(t, s, o)
	for _, want := range []string{
		"C>S · Kirk 10.0.0.2:1024 · Kirk's Akira 0x00000011 · 17 StateUpdates\n", "0x00000013 · 19 StateUpdates\n", "0x00000027 · 19 StateUpdates\n", "0x00000026 · 18 StateUpdates\n",
		"\n and 35 smaller tables (--top 0 shows all)\n",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is not there once in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "FLAGS"); n != 5 {
		t.Errorf("%d tables", n)
	}
	o.Top = 0
	if n := strings.Count(shown(t, s, o), "FLAGS"); n != 40 {
		t.Errorf("%d tables of 40", n)
	}
}

// TestNothing shows the report of a capture without frames.
func TestNothing(t *testing.T) {
	s := &figures.Stats{Files: []figures.File{{Name: "empty.pcap", Format: "pcap"}}}
	var names []string
	for _, x := range tables.List()[1:] {
		if !x.Quiet && !x.Apart() {
			names = append(names, x.Name)
		}
	}
	want := "empty.pcap   pcap · 0 frames\n what is wrong: bcdump FILE, bcdump check FILE\n\n nothing to show of " + strings.Join(names, ", ") + "\n"
	if d := diff.Diff(want, shown(t, s, table.Looks{Width: 300})); d != "" {
		t.Error(d)
	}
}

// TestChartOneWay: rows of both directions are not drawn, and flags of both only shown to who asks for them.
func TestChartOneWay(t *testing.T) {
	s := example()
	want := shown(t, s, table.Looks{Width: 100})
	for _, x := range s.Bandwidth.Buckets {
		x.Dir, x.Bytes = figures.BothDirections, 3*x.Bytes
		s.Bandwidth.Buckets = append(s.Bandwidth.Buckets, x)
	}
	for _, x := range s.Flags {
		x.Dir = figures.BothDirections
		s.Flags = append(s.Flags, x)
	}
	if d := diff.Diff(want, shown(t, s, table.Looks{Width: 100})); d != "" {
		t.Error(d)
	}
	if asked := shown(t, s, table.Looks{Width: 100, Only: []string{"flags"}}); !strings.Contains(asked, figures.BothDirections) {
		t.Error(asked)
	}
}

// TestClockJump draws a capture whose clock jumps by fifty years, in steps of a
// millisecond.
func TestClockJump(t *testing.T) {
	s := &figures.Stats{Bandwidth: figures.Bandwidth{Interval: 0.001, Peak: 5000, Mean: 100, Rates: []figures.Rate{{}}}}
	for _, at := range []string{"1976-01-01T00:00:00Z", "1976-01-01T00:00:30.001Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.002Z"} {
		s.Bandwidth.Buckets = append(s.Bandwidth.Buckets, figures.Bucket{T: reporttest.At(at), Proto: "bc", Split: figures.Split{Dir: "S>C"}, Bytes: 5})
	}
	s.Bandwidth.Buckets = append(s.Bandwidth.Buckets, figures.Bucket{T: reporttest.At("2000-01-01T00:00:00Z"), Proto: "gamespy", Bytes: 1e9})
	got := shown(t, s, table.Looks{Width: 80, Only: []string{"bandwidth"}})
	for _, want := range []string{"1 pause left out", "UDP payload in steps of 0.001 s", "5.00 kB/s", "01-01 00:00"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// TestOddFigures are drawn somehow.
func TestOddFigures(t *testing.T) {
	s := example()
	s.Bandwidth.Interval = 0
	s.Bandwidth.Peak, s.Bandwidth.Mean = math.NaN(), math.Inf(1)
	s.Usage[0].Bytes, s.Usage[0].Share = -1, math.NaN()
	s.Joins = append(s.Joins, figures.Join{})
	s.Files[0].First, s.Files[0].Last = figures.At(capture.Time{Sec: math.MinInt64}, 6), figures.Time{}
	s.Objects[0].Born = figures.At(capture.Time{Sec: math.MaxInt64}, 9)
	for _, only := range [][]string{nil, tables.Names()} {
		if got := shown(t, s, table.Looks{Width: 1, Only: only}); got == "" {
			t.Error("nothing")
		}
	}
}

// collected gives the report of a capture; ok = it is one.
func collected(t *testing.T, path string, by []string) (report *figures.Stats, ok bool) {
	t.Helper()
	c, err := decode.OpenFile(path, decode.Options{Jobs: 1})
	if err != nil {
		return nil, false // a note, an expectation, or a file that is no capture on purpose
	}
	defer func() { _ = c.Close() }()
	stats := stats.New(stats.Options{By: by})
	must.Do(t, stats.File(filepath.Base(path), c))
	s := stats.Report()
	return &s, true
}

// The schema is strict: each of these changes makes the example wrong.
func TestSchemaRefuses(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, table.JSON(&b, example()))
	expected.SchemaOf(t, "stats").Refuses(t, b.String(), [][2]string{
		{`{"v":1,`, `{"v":2,`},
		{`{"v":1,`, `{"v":1,"more":0,`},
		{`"opcode":"0x1C"`, `"opcode":"0x1c"`},
		{`"opcode":"0x1C"`, `"opcode":28`},
		{`"dir":"C>S"`, `"dir":"up"`},
		{`"first":"2026-02-09T22:08:08.121943Z"`, `"first":"2026-02-09 22:08:08"`},
		{`"frames":47112`, `"frames":-1`},
		{`"frames":47112`, `"frames":1.5`},
		{`"joins":[`, `"joins":null,"x":[`},
		{`"p50":21.4,`, ``},
		{`"p50":21.4,`, `"p50":"21.4",`},
		{`"count(index == 0 && !frames)"`, `"index == 0 && !frames"`},
		{`"what":"lives"`, `"what":"shields"`},
		{`"proto":"entity-state","dir":"S>C","datagrams":2400`, `"proto":"bc","dir":"S>C","datagrams":2400`},
		{`"payload":{"min":`, `"payload":{"more":1,"min":`},
	})
}

// TestOnlyInEveryForm: each name of a table is known in every form of the report, and JSON keeps to its schema.
func TestOnlyInEveryForm(t *testing.T) {
	s := expected.SchemaOf(t, "stats")
	report, ok := collected(t, filepath.Join("..", "..", "..", "testdata", "pcaps", "mixed-protocols.pcap"), nil)
	if !ok {
		t.Fatal("no report")
	}
	for _, name := range tables.Names() {
		var text, lines bytes.Buffer
		if err := tables.Text(&text, report, table.Looks{Width: 80, Only: []string{name}}); err != nil || text.Len() == 0 {
			t.Errorf("%s: no table, %v", name, err)
		}
		report.Only = []string{name}
		must.Do(t, tables.JSON(&lines, report))
		s.Holds(t, lines.Bytes())
		var keys map[string]json.RawMessage
		must.Do(t, json.Unmarshal(lines.Bytes(), &keys))
		if len(keys) != 4 || keys["only"] == nil {
			t.Errorf("%s: keys %v", name, slices.Sorted(maps.Keys(keys)))
		}
	}
}

func csvOf(t *testing.T, s *figures.Stats, name string) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, tables.CSV(&b, s, name, true))
	return b.String()
}

// TestCSV shows each table of a small report.
func TestCSV(t *testing.T) {
	s := example()
	s.Opcodes = s.Opcodes[:1]
	s.Links = s.Links[:1]
	s.Links[0].RTT.P90 = nil
	s.Links[0].Name = "Cady, \"2\""
	s.Joins[0].Steps = s.Joins[0].Steps[:1]
	s.Bandwidth.Buckets = s.Bandwidth.Buckets[:1]
	for table, want := range map[string]string{
		"opcodes": "proto,opcode,name,dir,link,object_id,ship,count,unique,bytes,per_minute,share,payload_min,payload_median,payload_max,query\r\n" +
			`,0x1C,StateUpdate,C>S,,,,10459,10355,271934,701.9463087248322,0.9377745897964673,5,21,127,"opcode == 0x1C && dir == ""C>S"""` + "\r\n",
		"links": "client,server,peer,name,first,last,datagrams,bytes,bytes_c2s,bytes_s2c,rtt_ms_dir,rtt_ms_count,rtt_ms_p50,rtt_ms_p90,rtt_ms_max," +
			"turnaround_ms_dir,turnaround_ms_count,turnaround_ms_p50,turnaround_ms_p90,turnaround_ms_max," +
			"reliable,acked,unacked,retransmits,repeated_acks,gaps,out_of_order,query\r\n" +
			`10.0.0.2:1024,10.0.0.1:22101,2,"Cady, ""2""",2026-02-09T22:08:08.121943Z,2026-02-09T22:24:02.100000Z,23200,25001000,6301000,18700000,S>C,411,21.4,,1204,` +
			`C>S,320,0.2,0.4,3,731,731,0,18,4,2,1,"src == ""10.0.0.2:1024"" || dst == ""10.0.0.2:1024"""` + "\r\n",
		"flag_exceptions": "rule,count,frames,query\r\n" +
			`0x20 SUBSYSTEMS is sent by servers only,0,,"opcode == 0x1C && fields.flags contains ""SUBSYSTEMS"" && dir == ""C>S"""` + "\r\n" +
			`0x80 WEAPONS is sent by clients only,12,4120 4166 9003,"opcode == 0x1C && fields.flags contains ""WEAPONS"" && dir == ""S>C"""` + "\r\n",
		"files": "name,format,frames,first,last,duration,local,active,times,damage_offset,damage_frame,damage_text,damage_count,copies_datagrams,copies_of,copies_times,copies_interfaces,relayed\r\n" +
			"battle.pcap,pcap,47112,2026-02-09T22:08:08.121943Z,2026-02-09T22:24:02.518117Z,954.396174,false,894.1,,6123456,47112,the file ends within a record,1,,,,,\r\n",
		"joins":     "file,client,name,step,dir,frame,time,after_ms,query\r\n,10.0.0.2:1024,Cady2,connect,C>S,1,2026-02-09T22:08:08.121943Z,0,frame == 1 && index == 0\r\n",
		"fragments": "parts,repeats,complete,incomplete,conflicts\r\n32,4,11,0,0\r\n",
		"missing_copies": "opcode,name,file,frame,index,time,from,to,query\r\n" +
			"0x2C,Chat,,421,1,2026-02-09T22:09:58.044000Z,Cady2,Kirk,frame == 421 && index == 1 && opcode == 0x2C\r\n",
		"bandwidth": "t,dir,link,object_id,ship,proto,datagrams,bytes,query\r\n2026-02-09T22:08:08.000000Z,C>S,,,,bc,46,14000,x\r\n",
		"entity_changes": "file,time,frame,server,id,name,what,from,to,query\r\n" +
			",2026-02-09T22:08:00.436000Z,102,198.51.100.10:4242,0,,score,,100,frame == 102\r\n" +
			",2026-02-09T22:08:10.100000Z,700,198.51.100.10:4242,1,Cady2,lives,3,2,frame == 700\r\n",
		"entity_sizes": "entities,states,bytes,fragmented,lost,expected_bytes,bytes_per_state,rate_hz,bytes_per_second,at_60_hz,at_most,query\r\n" +
			"1-10,110,24300,0,0,24310,220.9,59.3,13100,13260,15360,fields.count in 1..10\r\nover 512,1,12900,0,0,12831,12900,0,0,769860,,fields.count >= 513\r\n",
	} {
		if d := diff.Diff(want, csvOf(t, s, table)); d != "" {
			t.Errorf("%s: %s", table, d)
		}
	}
}

// TestCSVIsWhole reads every table back: all rows are there, and all of one length.
func TestCSVIsWhole(t *testing.T) {
	s := example()
	want := map[string]int{
		"files": 1, "bandwidth": len(s.Bandwidth.Buckets), "rates": 4, "usage": 14, "savings": 3, "opcodes": 57, "flags": 8, "flag_exceptions": 2, "cycles": 3, "links": 2,
		"fragments": 1, "types": 6, "objects": 2, "relays": 2, "missing_copies": 1, "requests": 1, "joins": 3, "join_ends": 1, "notes": 3, "notes_about": 4, "bytes": 14,
		"entity_flows": 2, "entity_sizes": 2, "entity_changes": 2, "entity_flickers": 1, "entity_savings": 2,
	}
	for _, table := range tables.Names() {
		rows, err := csv.NewReader(strings.NewReader(csvOf(t, s, table))).ReadAll()
		if err != nil {
			t.Errorf("%s: %v", table, err)
		}
		if len(rows) != want[table]+1 {
			t.Errorf("%s: %d rows, want %d", table, len(rows)-1, want[table])
		}
		if at := strings.Index(strings.Join(rows[0], ","), "query"); at >= 0 && rows[0][len(rows[0])-1] != "query" {
			t.Errorf("%s: query is not the last column: %q", table, rows[0])
		}
	}
	sum := int64(0)
	accounts, _ := csv.NewReader(strings.NewReader(csvOf(t, s, "bytes"))).ReadAll()
	for _, row := range accounts[1:] {
		n, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			t.Error(err)
		}
		sum += n
	}
	if sum != s.Bytes.File {
		t.Errorf("the accounts add up to %d, the file has %d", sum, s.Bytes.File)
	}
}

func TestCSVWithoutRows(t *testing.T) {
	if got := csvOf(t, &figures.Stats{}, "notes"); !regexp.MustCompile(`^code,count,([a-z_]+,)*query\r\n$`).MatchString(got) {
		t.Errorf("%q", got)
	}
}

// TestCSVOfInner has columns for what is in an object that may be missing: its keys, as everywhere.
func TestCSVOfInner(t *testing.T) {
	var b strings.Builder
	s := &figures.Stats{Savings: []figures.Saving{{ID: "a", Waits: &figures.Waits{Mean: 1.5, Most: 9}}, {ID: "b"}}}
	must.Do(t, tables.CSV(&b, s, "savings", false))
	want := "id,window_ms,dir,bytes,share,per_player_per_second,wait_ms_mean,wait_ms_max,assumption\r\na,0,,0,0,0,1.5,9,\r\nb,0,,0,0,0,,,\r\n"
	if b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

func TestCSVErrors(t *testing.T) {
	if err := tables.CSV(io.Discard, example(), "ships", true); err == nil || !strings.Contains(err.Error(), `"ships"`) {
		t.Error(err)
	}
	if err := tables.CSV(broken{}, example(), "bandwidth", true); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := tables.Text(broken{}, example(), table.Looks{Width: 80}); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	for _, report := range []*figures.Stats{example(), {}} {
		if err := table.JSON(broken{}, report); !errors.Is(err, errBroken) {
			t.Error(err)
		}
	}
}

type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }
