package stats_test

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// checkSums compares numbers of a report that say the same in different places.
func checkSums(t *testing.T, all *figures.Stats) {
	t.Helper()
	checkBoth(t, all)
	one := oneWay(*all)
	s := &one
	same := func(what string, a, b int64) {
		if a != b {
			t.Errorf("%s: %d and %d", what, a, b)
		}
	}
	b := &s.Bytes
	same("parts of the ledger, bytes of the file", b.Container+b.Headers+b.Datagram+b.Transport+b.Fields+b.Repeats+
		b.Parts+b.Trailing+b.Raw+b.Unread+b.EntityState+b.GameSpy+b.Unknown+b.Copies, b.File)
	for _, dir := range []string{"C>S", "S>C"} {
		checkDirection(t, s, dir)
	}
	var updates, flagged int64
	for _, o := range s.Objects {
		updates += o.Updates
	}
	for _, f := range s.Flags {
		flagged += f.Count
	}
	if updates < flagged { // an update whose flags are cut has an object still
		t.Errorf("updates of objects: %d, with flags: %d", updates, flagged)
	}
}

// checkDirection adds up the bytes of one direction in every list that has them.
func checkDirection(t *testing.T, s *figures.Stats, dir string) {
	t.Helper()
	var rates, used, typed, linked, bucketed struct{ datagrams, bytes int64 }
	for _, r := range s.Bandwidth.Rates {
		if r.Dir == dir && r.Proto == "" {
			rates.datagrams += r.Datagrams
			rates.bytes += r.Bytes
		}
	}
	for _, u := range s.Usage {
		switch {
		case u.Dir != dir:
		case u.What == "link, IP and UDP headers":
			used.datagrams += u.Count
		case u.What == "datagram headers":
			typed.bytes += u.Bytes
			used.bytes += u.Bytes
		default:
			used.bytes += u.Bytes
		}
	}
	typed.datagrams = rates.datagrams
	for _, x := range s.Types {
		if x.Dir == dir {
			typed.bytes += x.Bytes
		}
	}
	linked.datagrams = rates.datagrams // of both directions there
	for _, l := range s.Links {
		linked.bytes += map[string]int64{"C>S": l.ToServer, "S>C": l.ToClient}[dir]
	}
	for _, b := range s.Bandwidth.Buckets {
		if b.Dir != dir || b.Proto != "bc" {
			continue
		}
		bucketed.datagrams += b.Datagrams
		bucketed.bytes += b.Bytes
		var parts int64
		for _, n := range b.ByOpcode {
			parts += n
		}
		if parts != b.Bytes {
			t.Errorf("%s %s: parts of %d bytes, %d in all", b.T, dir, parts, b.Bytes)
		}
	}
	if rates != used || rates != typed || rates != linked || rates != bucketed {
		t.Errorf("%s: rates %v, usage %v, types %v, links %v, buckets %v", dir, rates, used, typed, linked, bucketed)
	}
}

// golden adds up the messages in the golden of a capture: by direction and name, and notes.
func golden(t *testing.T, name string) map[string]int64 {
	t.Helper()
	packed := must.Get(os.Open(filepath.Join(reporttest.Corpus, name+".golden")))(t)
	defer func() { _ = packed.Close() }()
	text := must.Get(gzip.NewReader(packed))(t)
	counts := map[string]int64{}
	for lines := json.NewDecoder(text); ; {
		var line struct {
			Frame           int64
			Dir, Name, Type string
			Proto, Opcode   string
			Fragment        json.RawMessage
			Notes           []struct{ Code string }
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return counts
		} else if err != nil {
			t.Fatal(err)
		}
		if line.Proto == "" { // the settings, or the capture as a whole
			continue
		}
		key := cmp.Or(line.Name, line.Opcode, line.Type)
		if len(line.Fragment) > 0 {
			key = "part"
		}
		counts[line.Dir+"."+key]++
		for _, n := range line.Notes {
			counts["note "+n.Code]++
		}
	}
}

// TestCorpus compares the report of the generated session with its golden.
func TestCorpus(t *testing.T) {
	const name = "session-small.pcap"
	s := report(t, name, must.Get(os.ReadFile(filepath.Join(reporttest.Corpus, name)))(t), stats.Options{})
	checkSums(t, &s)
	got := map[string]int64{"C>S.part": s.Fragments.Parts}
	s = oneWay(s)
	for _, o := range s.Opcodes {
		got[o.Dir+"."+o.Name] += o.Count
	}
	for _, x := range s.Types {
		if x.Type != "data" {
			got[x.Dir+"."+x.Type] += x.Count
		}
	}
	for _, n := range s.Notes {
		got["note "+n.Code] = n.Count
	}
	if diff := gocmp.Diff(golden(t, name), got); diff != "" {
		t.Errorf("(-golden +reported)\n%s", diff)
	}
}

// TestSums adds up the parts of the reports of all captures of the corpus, damaged ones
// too.
func TestSums(t *testing.T) {
	for name, raw := range reporttest.Shipped(t) {
		t.Run(name, func(t *testing.T) {
			s := report(t, name, raw, stats.Options{})
			checkSums(t, &s)
			plain := !strings.HasSuffix(name, ".gz") && !strings.HasSuffix(name, ".zst")
			if plain && s.Bytes.File != int64(len(raw)) && s.Files[0].Damage == nil {
				t.Errorf("%d bytes of file, it has %d", s.Bytes.File, len(raw))
			}
			if s.Bytes.File > int64(len(raw)) && plain || s.Bytes.Container < 0 {
				t.Errorf("%+v of a file of %d", s.Bytes, len(raw))
			}
			if frames := s.Files[0].Frames; strings.HasSuffix(name, ".pcap") && name != "modified.pcap" && s.Skipped == (figures.Skipped{}) && s.Files[0].Damage == nil && s.Bytes.Container != 24+16*frames {
				t.Errorf("%d bytes of container for %d frames", s.Bytes.Container, frames)
			}
			if s.Files[0].Damage != nil {
				t.Logf("%d of %d bytes: %s", s.Bytes.File, len(raw), s.Files[0].Damage.Text)
			}
		})
	}
}
