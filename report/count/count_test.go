package count_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/count"
	"bcdump/report/facts"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
	"bcdump/report/table"

	diff "github.com/google/go-cmp/cmp"
)

func counted(t *testing.T, name string, raw []byte, filter string, paths ...string) *count.Count {
	t.Helper()
	c := must.Get(count.New(paths, filter))(t)
	f := must.Get(facts.Read(reporttest.Open(t, name, raw, decode.Options{Filter: reporttest.FilterOf(t, filter)}), facts.Options{}))(t)
	must.Do(t, c.Add(f))
	return c
}

func rowsOf(c *count.Count) []count.Combination { return c.Counts().Combinations }

// TestQueries holds the count of rows against what their queries keep, for every key that there is.
func TestQueries(t *testing.T) {
	files := reporttest.Shipped(t)
	asked := map[string]bool{}
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if len(files[name]) > heavy.Scale(2<<10, 60<<10) || strings.Contains(name, "zst") || strings.Contains(name, "gz") {
			continue
		}
		records := []*decode.Record{}
		for r := range reporttest.Open(t, name, files[name], decode.Options{}).Records() {
			records = append(records, r.Clone())
		}
		f := must.Get(facts.Read(reporttest.Open(t, name, files[name], decode.Options{}), facts.Options{}))(t)
		for _, key := range heavy.InTurn(decode.Schema().Keys(), i, 4, 1) {
			c := must.Get(count.New([]string{key.Path, "dir"}, ""))(t)
			must.Do(t, c.Add(f))
			rows := rowsOf(c)
			for i := range rows {
				if i > 2 && i < len(rows)-2 || rows[i].Query == "" {
					continue
				}
				asked[key.Path] = true
				matcher := reporttest.FilterOf(t, string(rows[i].Query)).Matcher(name)
				var n, unique, bytes int64
				for _, r := range records {
					if !matcher.Match(r) {
						continue
					}
					n++
					bytes += int64(r.Length())
					if !r.Has(decode.Retransmit) {
						unique++
					}
				}
				if x := &rows[i]; n != x.Count || unique != x.Unique || bytes != x.Bytes {
					t.Errorf("%s: %s keeps %d messages (%d unique, %d bytes), the row says %d (%d, %d)", name, x.Query, n, unique, bytes, x.Count, x.Unique, x.Bytes)
				}
			}
		}
	}
	if len(asked) < 150 {
		t.Errorf("only %d keys were asked for", len(asked))
	}
}

// TestUniqueIsThatOfOpcodes sends a message again after its number went to another one, as a server that counts in eight
// bits does. Decode says conflict, not retransmit, and so it counts: here as in the table of opcodes.
func TestUniqueIsThatOfOpcodes(t *testing.T) {
	client, host := netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101")
	s := &synth.Script{Start: time.Unix(1_770_000_000, 0)}
	for i, text := range []string{"a", "a", "b", "a", "a"} {
		s.Game(time.Duration(i)*time.Second, host, client, synth.Datagram(1, synth.Reliable(7, synth.Chat(2, text))))
	}
	raw := s.Pcap(synth.Ethernet())
	var codes []string
	for r := range reporttest.Open(t, "again.pcap", raw, decode.Options{}).Records() {
		for _, code := range []decode.Code{decode.Retransmit, decode.Conflict} {
			if r.Has(code) {
				codes = append(codes, string(code))
			}
		}
	}
	if want := []string{"retransmit", "conflict", "conflict", "retransmit"}; !slices.Equal(codes, want) {
		t.Fatalf("notes %q, want %q", codes, want)
	}
	all := stats.New(stats.Options{})
	must.Do(t, all.File("again.pcap", reporttest.Open(t, "again.pcap", raw, decode.Options{})))
	opcodes := all.Report().Opcodes
	rows := rowsOf(counted(t, "again.pcap", raw, "", "opcode", "dir"))
	if len(rows) != 1 || rows[0].Count != 5 || rows[0].Unique != 3 || opcodes[0].Count != 5 || opcodes[0].Unique != 3 {
		t.Errorf("--count %+v, opcodes %+v", rows, opcodes)
	}
}

// TestValuesAreThoseOfDecode: who counts by an id or a float finds the values of decode, digit by digit.
func TestValuesAreThoseOfDecode(t *testing.T) {
	client, host := netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101")
	s := &synth.Script{Start: time.Unix(1_770_000_000, 0)}
	for _, payload := range []string{
		"14 42 06 00 00", // DestroyObject 0x00000642
		"1c ff ff ff 3f 00 00 80 7f 01 00 00 80 ff 00 00 c0 7f 00 00 80 3f 21 07 00", // at Infinity, position -Infinity, NaN, 1; hash 7
		"1c ff ff ff 3f cd cc cc 3d 00",                                              // at 0.1
	} {
		s.Game(0, host, client, synth.Datagram(1, synth.Unreliable(synth.Hex(payload))))
	}
	s.Game(0, host, client, synth.Datagram(1, synth.AckLow(7)))
	for path, want := range map[string][]any{
		"fields.object_id":   {"0x3FFFFFFF", "0x00000642"},
		"fields.game_time":   {"Infinity", json.Number("0.1")},
		"fields.position":    {"-Infinity", "NaN", json.Number("1")},
		"fields.subsys_hash": {"0x0007"},
		"opcode":             {"0x1C", "0x14"},
		"fields.flags":       {"POSITION", nil, "0x02"}, // an update without flags; of an Ack it is a number
	} {
		var got []any
		for _, row := range rowsOf(counted(t, "values.pcap", s.Pcap(synth.Ethernet()), path, path)) {
			got = append(got, row.Values.Values()...)
		}
		if !diff.Equal(want, got) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string]float64{"fields.position": 1, "fields.game_time": 0.1} {
		n := counted(t, "values.pcap", s.Pcap(synth.Ethernet()), path, path).Counts().Numbers[0]
		if n.Distinct != n.Count || *n.Min != want || *n.Median != want || *n.Max != want {
			t.Errorf("%s: %+v", path, n)
		}
	}
}

// TestForms shows what one table looks like in all forms.
func TestForms(t *testing.T) {
	raw := reporttest.Shipped(t)["session-small.pcap"]
	c := counted(t, "session-small.pcap", raw, `name == "TorpedoFire"`, "dir", "size")
	var text, csv, object bytes.Buffer
	counts := c.Counts()
	tables := c.Tables(&counts)
	must.Do(t, table.Text(&text, tables, table.Looks{Top: 2, Width: 80}))
	must.Do(t, table.CSV(&csv, &tables[0], true))
	must.Do(t, table.JSON(&object, counts))
	must.Do(t, expected.SchemaOf(t, "count").Check(object.Bytes()))
	for _, x := range []struct{ form, got, want string }{
		{"text", text.String(), `COUNT   by dir, size · 12 messages · 4 combinations
 dir   size  count  unique   share   C>S    S>C  bytes
─────────────────────────────────────────────────────────────────────
 S>C   18        6       6  50.0 %   0 B  138 B  138 B  ███████████▌
 C>S   18        3       3  25.0 %  69 B    0 B   69 B  █████▊
 rest  (2)       3       3  25.0 %  15 B   30 B   45 B  █████▊

NUMBERS
 key   count  different  smallest  median  largest
───────────────────────────────────────────────────
 size     12          2        10      18       18
`},
		{"CSV", strings.ReplaceAll(csv.String(), "\r\n", "\n"), `dir,size,count,unique,share,bytes_c2s,bytes_s2c,bytes,query
S>C,18,6,6,0.5,0,138,138,"name == ""TorpedoFire"" && dir == ""S>C"" && size == 18"
C>S,18,3,3,0.25,69,0,69,"name == ""TorpedoFire"" && dir == ""C>S"" && size == 18"
S>C,10,2,2,0.16666666666666666,0,30,30,"name == ""TorpedoFire"" && dir == ""S>C"" && size == 10"
C>S,10,1,1,0.08333333333333333,15,0,15,"name == ""TorpedoFire"" && dir == ""C>S"" && size == 10"
`},
		{"JSON", object.String(), `{"v":1,"filter":"name == \"TorpedoFire\"","keys":["dir","size"],"count":[{"values":{"dir":"S>C","size":18},"count":6,"unique":6,"share":0.5,"bytes_c2s":0,"bytes_s2c":138,"bytes":138,"query":"name == \"TorpedoFire\" && dir == \"S>C\" && size == 18"},{"values":{"dir":"C>S","size":18},"count":3,"unique":3,"share":0.25,"bytes_c2s":69,"bytes_s2c":0,"bytes":69,"query":"name == \"TorpedoFire\" && dir == \"C>S\" && size == 18"},{"values":{"dir":"S>C","size":10},"count":2,"unique":2,"share":0.16666666666666666,"bytes_c2s":0,"bytes_s2c":30,"bytes":30,"query":"name == \"TorpedoFire\" && dir == \"S>C\" && size == 10"},{"values":{"dir":"C>S","size":10},"count":1,"unique":1,"share":0.08333333333333333,"bytes_c2s":15,"bytes_s2c":0,"bytes":15,"query":"name == \"TorpedoFire\" && dir == \"C>S\" && size == 10"}],"numbers":[{"key":"size","count":12,"distinct":2,"min":10,"median":18,"max":18,"query":"name == \"TorpedoFire\" && size"}]}
`},
	} {
		if d := diff.Diff(strings.Split(x.want, "\n"), strings.Split(x.got, "\n")); d != "" {
			t.Errorf("%s (-want +got)\n%s\n%s", x.form, d, x.got)
		}
	}
}

// TestBounded has more combinations than are kept, and messages that have too many of their own.
func TestBounded(t *testing.T) {
	s := &synth.Script{Start: reporttest.Start}
	var crowd []synth.Entity
	for i := range 40 {
		crowd = append(crowd, synth.Entity{ID: uint32(i), Type: synth.PlayerEntity, X: float32(i), Y: float32(i)})
	}
	for i := range 70_000 {
		s.Raw(time.Duration(i)*time.Millisecond, synth.EntityServer, reporttest.Cady, synth.EntityState(crowd[:1]))
	}
	s.Raw(100*time.Second, synth.EntityServer, reporttest.Cady, synth.EntityState(crowd))
	raw := s.Pcap(synth.Ethernet())
	if c := counted(t, "many", raw, "", "frame"); len(rowsOf(c)) != 1<<16 || c.Counts().Rest != 70_001-1<<16 {
		t.Errorf("%d rows, %d messages without one", len(rowsOf(c)), c.Counts().Rest)
	} else if n := c.Counts().Numbers[0]; n.Count != 70_001 || n.Distinct != 70_001 || *n.Median != 35_001 { // numbers have no rows
		t.Errorf("%+v", n)
	}
	if c := counted(t, "many", raw, "", "fields.entities.x", "fields.entities.y"); len(rowsOf(c)) != 1 || c.Counts().Rest != 1 {
		t.Errorf("%d rows, %d messages without one", len(rowsOf(c)), c.Counts().Rest)
	}
}
