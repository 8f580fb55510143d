package facts_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/facts"
	"bcdump/report/internal/reporttest"
	"bcdump/report/records"
)

// captures are those of the corpus, and those outside if there are some.
func captures(t *testing.T) map[string][]byte {
	files := reporttest.Shipped(t)
	if outside.Set() {
		maps.Copy(files, outside.Read(t, 1<<30))
	}
	return files
}

// TestRecords shows that each row leads back to the record that decode had: its line is the same.
func TestRecords(t *testing.T) {
	files := captures(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := must.Get(facts.Read(reporttest.Open(t, name, files[name], decode.Options{Jobs: 2}), facts.Options{}))(t)
		x, i, wrong := f.Reader(), 0, 0
		for r := range reporttest.Open(t, name, files[name], decode.Options{}).Records() {
			if r.CopyOf != 0 {
				continue // it counts in no report
			}
			want := records.AppendJSON(nil, r, records.JSONOptions{Hex: true})
			got := records.AppendJSON(nil, x.At(i), records.JSONOptions{Hex: true})
			if !bytes.Equal(got, want) {
				t.Errorf("%s, row %d:\n%s\nwant\n%s", name, i, got, want)
				if wrong++; wrong > 2 {
					break
				}
			}
			i++
		}
		if wrong == 0 && i != f.Rows() {
			t.Errorf("%s: %d rows for %d records", name, f.Rows(), i)
		}
	}
}

// FuzzFacts reads any file into facts, and all records out of them: as many, with the same lines, as there are.
func FuzzFacts(f *testing.F) {
	files := reporttest.Shipped(f)
	for _, name := range []string{"session-small.pcap", "trace-log-odd.log", "entity-state.pcap", "fragments-conflicting.pcap", "snapped.pcap", "conflict.pcap", "ipv4-fragments.pcap"} {
		f.Add(files[name])
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := decode.Open("fuzz", bytes.NewReader(raw), decode.Options{Jobs: 2})
		if err != nil {
			return
		}
		all := must.Get(facts.Read(c, facts.Options{}))(t)
		x, i := all.Reader(), 0
		for r := range must.Get(decode.Open("fuzz", bytes.NewReader(raw), decode.Options{}))(t).Records() {
			if r.CopyOf != 0 {
				continue
			}
			want := records.AppendJSON(nil, r, records.JSONOptions{})
			if got := records.AppendJSON(nil, x.At(i), records.JSONOptions{}); !bytes.Equal(got, want) {
				t.Fatalf("row %d:\n%s\nwant\n%s", i, got, want)
			}
			i++
		}
		if i != all.Rows() {
			t.Fatalf("%d rows for %d records", all.Rows(), i)
		}
	})
}

// TestAnswered holds what an Ack answers against the record.
func TestAnswered(t *testing.T) {
	raw := reporttest.Shipped(t)["session-small.pcap"]
	f := must.Get(facts.Read(reporttest.Open(t, "a", raw, decode.Options{}), facts.Options{}))(t)
	x, found := f.Reader(), 0
	for i, row := range f.All() {
		to, ok := f.Answered(row)
		if r := x.At(i); ok != (r.Answers.Frame != 0) || ok && r.Answers.Frame != int64(f.Datagram(f.Row(to).Datagram).Frame) {
			t.Errorf("row %d answers row %d, the record %+v", i, to, r.Answers)
		}
		if ok {
			found++
		}
	}
	if found < 10 {
		t.Errorf("%d Acks answer something", found)
	}
}

// TestMemory: facts of an ordinary battle take less than twice its capture, and the budget ends the reading.
func TestMemory(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: heavy.Scale(2*time.Minute, 10*time.Minute), Seed: 3})
	f := must.Get(facts.Read(reporttest.Open(t, "a", raw, decode.Options{}), facts.Options{}))(t)
	const pieces = 2 << 20 // that are begun, of each kind
	if most := 2*int64(len(raw)) + pieces; f.Memory() > most {
		t.Errorf("facts of %d bytes take %d, %d is the most", len(raw), f.Memory(), most)
	}
	_, err := facts.Read(reporttest.Open(t, "a", raw, decode.Options{}), facts.Options{Budget: facts.Budget(f.Memory() / 2)})
	var over *facts.BudgetError
	if !errors.As(err, &over) || over.Frame < 100 || over.Time.IsZero() {
		t.Errorf("half of the memory: %v", err)
	}
}
