package stats_test

import (
	"bytes"
	"fmt"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
	"bcdump/report/stats/tables"
	"bcdump/report/table"
)

// TestSeveralCaptures counts captures in one report: sums are those of the reports of each, also where tables are full.
func TestSeveralCaptures(t *testing.T) {
	s, e := synth.Script{Start: reporttest.Start}, synth.Script{Start: reporttest.Start}
	for i := range 1200 {
		hostile(&s, i)
	}
	for i := range 300 {
		reporttest.HostileEntities(&e, i)
	}
	captures := [][]byte{s.Pcap(synth.Ethernet()), e.Pcap(synth.Ethernet()), battleWithTrouble(t, message.Stock, 1000)}
	other := synth.Script{Start: reporttest.Start}
	for i := range 1200 { // with links, ships and ways into the game of its own
		hostile(&other, 1200+i)
	}
	captures = append(captures, other.Pcap(synth.Ethernet()))
	o := stats.Options{By: []string{"link", "object"}}
	all, want := stats.New(o), [7]int64{}
	for i, raw := range captures {
		name := fmt.Sprint(i)
		must.Do(t, all.File(name, reporttest.Open(t, name, raw, decode.Options{})))
		one := report(t, name, raw, o)
		for k, n := range sumsOf(&one) {
			want[k] += n
		}
	}
	got := all.Report()
	checkSums(t, &got)
	if sums := sumsOf(&got); sums != want {
		t.Errorf("%v, want %v", sums, want)
	}
	if len(got.Files) != len(captures) || got.Dropped["links"] == 0 {
		t.Errorf("%d captures, no room for %v", len(got.Files), got.Dropped)
	}
}

// sumsOf adds up tables with a limit, their rests too.
func sumsOf(all *figures.Stats) (sums [7]int64) {
	s := oneWay(*all)
	for _, x := range s.Types {
		sums[0] += x.Count
	}
	for _, x := range s.Opcodes {
		sums[1] += x.Bytes
	}
	for _, x := range s.Flags {
		sums[2] += x.Count
	}
	for _, x := range s.Links {
		sums[3] += x.Bytes + x.Reliable
	}
	for _, x := range s.Objects {
		sums[4] += x.Updates
	}
	for _, x := range s.Bandwidth.Buckets {
		sums[5] += x.Bytes
	}
	if s.EntityState != nil {
		for _, x := range s.EntityState.Flows {
			sums[6] += x.States
		}
	}
	return sums
}

// TestOnly counts what one table needs: it is that of the whole report.
func TestOnly(t *testing.T) {
	s := synth.Script{Start: reporttest.Start}
	for i := range 100 {
		reporttest.HostileEntities(&s, i)
	}
	for kind, raw := range map[string][]byte{"battle": battleWithTrouble(t, message.Stock, 1000), "entities": s.Pcap(synth.Ethernet())} {
		shown := func(o stats.Options, name string) string {
			o.Savings = true
			r := report(t, kind, raw, o)
			var out bytes.Buffer
			must.Do(t, tables.CSV(&out, &r, name, true))
			must.Do(t, tables.Text(&out, &r, table.Looks{Only: []string{name}}))
			return out.String()
		}
		for _, name := range tables.Names() {
			if one, all := shown(stats.Options{Only: []string{name}}, name), shown(stats.Options{}, name); one != all {
				t.Errorf("%s: %s:\n%s\nin the whole report:\n%s", kind, name, one, all)
			}
		}
	}
}
