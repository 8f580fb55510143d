package render_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/render"
)

func csvOf(t *testing.T, s *figures.Stats, table string) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.WriteStatsCSV(&b, s, table, render.ForSpreadsheets))
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
		"opcodes": "proto,opcode,name,dir,link,object_id,ship,count,unique,bytes,per_minute,share,query\r\n" +
			`,0x1C,StateUpdate,C>S,,,,10459,10355,271934,701.9463087248322,0.9377745897964673,"opcode == 0x1C && dir == ""C>S"""` + "\r\n",
		"links": "client,server,peer,name,first,last,datagrams,bytes,bytes_c2s,bytes_s2c,rtt_ms_dir,rtt_ms_count,rtt_ms_p50,rtt_ms_p90,rtt_ms_max," +
			"turnaround_ms_dir,turnaround_ms_count,turnaround_ms_p50,turnaround_ms_p90,turnaround_ms_max," +
			"reliable,acked,unacked,retransmits,repeated_acks,gaps,out_of_order,query\r\n" +
			`10.0.0.2:1024,10.0.0.1:22101,2,"Cady, ""2""",2026-02-09T22:08:08.121943Z,2026-02-09T22:24:02.100000Z,23200,25001000,6301000,18700000,S>C,411,21.4,,1204,` +
			`C>S,320,0.2,0.4,3,731,731,0,18,4,2,1,"src == ""10.0.0.2:1024"" || dst == ""10.0.0.2:1024"""` + "\r\n",
		"flag_exceptions": "rule,count,frames,query\r\n" +
			`0x20 SUBSYSTEMS is sent by servers only,0,,"opcode == 0x1C && fields.flags contains ""SUBSYSTEMS"" && dir == ""C>S"""` + "\r\n" +
			`0x80 WEAPONS is sent by clients only,12,4120 4166 9003,"opcode == 0x1C && fields.flags contains ""WEAPONS"" && dir == ""S>C"""` + "\r\n",
		"files": "name,format,frames,first,last,duration,local,active,damage_count,damage_offset,damage_frame,damage_text\r\n" +
			"battle.pcap,pcap,47112,2026-02-09T22:08:08.121943Z,2026-02-09T22:24:02.518117Z,954.396174,false,894.1,1,6123456,47112,the file ends within a record\r\n",
		"joins":     "file,client,name,step,dir,frame,time,after_ms,query\r\n,10.0.0.2:1024,Cady2,connect,C>S,1,2026-02-09T22:08:08.121943Z,0,frame == 1 && index == 0\r\n",
		"fragments": "parts,repeats,complete,incomplete,conflicts\r\n32,4,11,0,0\r\n",
		"missing_copies": "opcode,name,file,frame,index,time,from,to,query\r\n" +
			"0x2C,Chat,,421,1,2026-02-09T22:09:58.044000Z,Cady2,Kirk,frame == 421 && index == 1 && opcode == 0x2C\r\n",
		"bandwidth": "t,dir,link,object_id,ship,proto,datagrams,bytes,query\r\n2026-02-09T22:08:08.000000Z,C>S,,,,bc,46,14000,x\r\n",
		"bytes_over_time": "t,dir,link,object_id,ship,proto,what,bytes\r\n" +
			"2026-02-09T22:08:08.000000Z,C>S,,,,bc,0x1C,7000\r\n2026-02-09T22:08:08.000000Z,C>S,,,,bc,header,4666\r\n",
		"entity_changes": "file,time,frame,server,id,name,what,from,to,query\r\n" +
			",2026-02-09T22:08:00.436000Z,102,198.51.100.10:4242,0,,score,,100,frame == 102\r\n" +
			",2026-02-09T22:08:10.100000Z,700,198.51.100.10:4242,1,Cady2,lives,3,2,frame == 700\r\n",
		"entity_sizes": "entities,states,bytes,fragmented,lost,expected_bytes,bytes_per_state,rate_hz,bytes_per_second,at_60_hz,at_most,query\r\n" +
			"1-10,110,24300,0,0,24310,220.9,59.3,13100,13260,15360,fields.count in 1..10\r\nover 512,1,12900,0,0,12831,12900,0,0,769860,,fields.count >= 513\r\n",
	} {
		if diff := cmp.Diff(want, csvOf(t, s, table)); diff != "" {
			t.Errorf("%s: %s", table, diff)
		}
	}
}

// TestCSVIsWhole reads every table back: all rows are there, and all of one length.
func TestCSVIsWhole(t *testing.T) {
	s := example()
	want := map[string]int{
		"files": 1, "bandwidth": len(s.Bandwidth.Buckets), "rates": 4, "usage": 14, "savings": 3, "opcodes": 37, "flags": 8, "flag_exceptions": 2, "update_sizes": 2, "size_counts": 1, "cycles": 3, "links": 2, "resends": 3,
		"most_repeated": 1, "fragments": 1, "types": 4, "objects": 2, "relays": 2, "missing_copies": 1, "requests": 1, "joins": 3, "join_ends": 1, "notes": 3, "notes_about": 4, "bytes": 14, "bytes_over_time": 2 * (len(s.Bandwidth.Buckets) - 40),
		"entity_flows": 2, "entity_kinds": 4, "entity_over_time": 40, "entity_sizes": 2, "entity_matches": 2, "entity_players": 2, "entity_changes": 2, "entity_flickers": 1, "entity_savings": 2,
	}
	for _, table := range render.StatsLists() {
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

func TestCSVWithoutRows(t *testing.T) {
	if got := csvOf(t, &figures.Stats{}, "notes"); got != "code,count,query\r\n" {
		t.Errorf("%q", got)
	}
}

func TestCSVErrors(t *testing.T) {
	if err := render.WriteStatsCSV(io.Discard, example(), "ships", render.ForSpreadsheets); err == nil || !strings.Contains(err.Error(), `"ships"`) {
		t.Error(err)
	}
	if err := render.WriteStatsCSV(broken{}, example(), "bandwidth", render.ForSpreadsheets); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := render.WriteStats(broken{}, example(), render.Options{Width: 80}); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := render.WriteJSON(broken{}, example()); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// TestCSVGuards compares cells for spreadsheets with those for programs.
func TestCSVGuards(t *testing.T) {
	type row struct {
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
		for form, cell := range map[render.CSVForm]string{render.ForSpreadsheets: want, render.ForPrograms: raw} {
			var b bytes.Buffer
			must.Do(t, render.WriteCSV(&b, []row{{text, -1.5, []string{text}}}, form))
			rows, err := csv.NewReader(&b).ReadAll()
			if err != nil || !slices.Equal(rows[1], []string{cell, "-1.5", cell}) {
				t.Errorf("%q, form %d: %q %v, want %q", text, form, rows, err, cell)
			}
		}
	}
}

// TestCSVOfInner has columns for what is in an object that may be missing: its keys, as everywhere.
func TestCSVOfInner(t *testing.T) {
	var b strings.Builder
	s := &figures.Stats{Savings: []figures.Saving{{ID: "a", Waits: &figures.Waits{Mean: 1.5, Most: 9}}, {ID: "b"}}}
	must.Do(t, render.WriteStatsCSV(&b, s, "savings", render.ForPrograms))
	want := "id,window_ms,dir,bytes,share,per_player_per_second,wait_ms_mean,wait_ms_max,assumption\r\na,0,,0,0,0,1.5,9,\r\nb,0,,0,0,0,,,\r\n"
	if b.String() != want {
		t.Errorf("got %q", b.String())
	}
}
