package capture

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
)

const logStart = "# Packet trace\n# Session started: 2026-02-14 22:08:00\n\n"

// rows writes bytes as the log does.
func rows(data []byte) (b string) {
	for at := 0; at < len(data); at += 16 {
		row := data[at:min(at+16, len(data))]
		b += fmt.Sprintf("    %04X: %-48s |%s|\n", at, strings.ToUpper(fmt.Sprintf("% x", row)), strings.Repeat(".", len(row)))
	}
	return b
}

// record writes a record of the log: head is what stands behind the time.
func record(clock, head string, data []byte) string {
	return "[" + clock + "] " + head + "\n  Decrypted:\n" + rows(data) +
		"  DECODE:\n    [msg 0] type=0x32 opcode=0x01 (GameInit)\n    0000: this is no row\n\n"
}

// lines says of each datagram what matters.
func lines(got reading) (list []string) {
	for _, l := range got.logged {
		src, dst := "server", "server"
		if l.Src != ServerAddress {
			src = l.Src.String()
		}
		if l.Dst != ServerAddress {
			dst = l.Dst.String()
		}
		line := fmt.Sprintf("%d %s %s>%s % x", l.Frame, l.Time.AppendRFC3339(nil, 6)[5:23], src, dst, l.Payload)
		if l.Missing > 0 {
			line += fmt.Sprintf(" -%d", l.Missing)
		}
		for _, r := range l.Remarks {
			line += "; " + r.Text
		}
		list = append(list, line)
	}
	return list
}

func TestTraceLog(t *testing.T) {
	peer := "Peer#0(10.0.0.2:1024)"
	three := []byte{2, 0, 9}
	one := record("22:08:41.709", "#1 C->S "+peer+" len=3 rc=3 [Data]", three)
	first := "1 02-14T22:08:41.709 10.0.0.2:1024>server 02 00 09"
	tests := []struct {
		name, log string
		want      []string
		damage    []string
	}{
		{"a record", logStart + one, []string{first}, nil},
		{"carriage returns", strings.ReplaceAll(logStart+one, "\n", "\r\n"), []string{first}, nil},
		{"no comments", one, []string{"1 01-01T22:08:41.709 10.0.0.2:1024>server 02 00 09"}, nil},
		{"no record", logStart, nil, nil},
		{"several rows", logStart + record("22:08:42.000", "#1 S->C "+peer+" len=20 rc=20", pattern(20, 1)),
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 " + fmt.Sprintf("% x", pattern(20, 1))}, nil},
		{"a short label, an address, no peer", logStart + one +
			record("22:08:42.000", "#2 S->C Peer#0 len=3 rc=3", three) +
			record("22:08:43.000", "#3 S->C 10.0.0.3:1 len=3 rc=3", three) +
			record("22:08:44.000", "#4 C->S unknown len=3 rc=3", three),
			[]string{first, "2 02-14T22:08:42.000 server>10.0.0.2:1024 02 00 09", "3 02-14T22:08:43.000 server>10.0.0.3:1 02 00 09",
				"4 02-14T22:08:44.000 0.0.0.0:0>server 02 00 09"}, nil},
		{"another socket", logStart + record("22:08:42.000", "#1 M->S 10.0.0.9:27900 len=3 rc=3", three),
			[]string{`1 02-14T22:08:42.000 10.0.0.9:27900>server 02 00 09; direction "M->S": not the socket of the game`}, nil},
		{"midnight twice", logStart + record("23:59:59.999", "#1 C->S "+peer+" len=3 rc=3", three) +
			record("00:00:00.001", "#2 C->S "+peer+" len=3 rc=3", three) +
			record("23:00:00.000", "#3 C->S "+peer+" len=3 rc=3", three) +
			record("22:59:00.000", "#4 C->S "+peer+" len=3 rc=3", three) + // the clock was set back
			record("01:00:00.000", "#5 C->S "+peer+" len=3 rc=3", three),
			[]string{"1 02-14T23:59:59.999 10.0.0.2:1024>server 02 00 09", "2 02-15T00:00:00.001 10.0.0.2:1024>server 02 00 09",
				"3 02-15T23:00:00.000 10.0.0.2:1024>server 02 00 09", "4 02-15T22:59:00.000 10.0.0.2:1024>server 02 00 09",
				"5 02-16T01:00:00.000 10.0.0.2:1024>server 02 00 09"}, nil},
		{"records are missing", logStart + one + record("22:08:42.000", "#4 C->S "+peer+" len=3 rc=3", three),
			[]string{first, "4 02-14T22:08:42.000 10.0.0.2:1024>server 02 00 09; record 4 follows 1"}, nil},
		{"a call that failed", logStart + record("22:08:42.000", "#1 S->C "+peer+" len=3 rc=-1", three),
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 02 00 09; the socket call returned -1 for 3 bytes: the datagram may not have been delivered"}, nil},
		{"a long dump", logStart + "[22:08:42.000] #1 S->C " + peer + " len=1000 rc=1000\n  Decrypted:\n" + rows(pattern(16, 1)) + "    ... (984 bytes truncated)\n\n",
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 " + fmt.Sprintf("% x", pattern(16, 1)) + " -984"}, nil},
		{"bytes are missing", logStart + record("22:08:42.000", "#1 S->C "+peer+" len=5 rc=5", three),
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 02 00 09 -2; the header line says 5 bytes, the rows have 3"},
			[]string{"offset 55, after frame 0: record 1: the header line says 5 bytes, the rows have 3"}},
		{"too many bytes", logStart + record("22:08:42.000", "#1 S->C "+peer+" len=2 rc=2", three),
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 02 00 09; the header line says 2 bytes, the rows have 3"},
			[]string{"offset 55, after frame 0: record 1: the header line says 2 bytes, the rows have 3"}},
		{"a row that cannot be read", logStart + strings.Replace(record("22:08:42.000", "#1 S->C "+peer+" len=40 rc=40", pattern(40, 1)), "0010: 11", "0010: xx", 1),
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 " + fmt.Sprintf("% x", pattern(16, 1)) + " -24; a row is not pairs of hex digits; 16 of 40 bytes are valid"},
			[]string{"offset 204, after frame 0: record 1: a row is not pairs of hex digits; 16 of 40 bytes are valid"}},
		{"a row out of step", logStart + strings.Replace(record("22:08:42.000", "#1 S->C "+peer+" len=40 rc=40", pattern(40, 1)), "0010:", "0020:", 1),
			[]string{"1 02-14T22:08:42.000 server>10.0.0.2:1024 " + fmt.Sprintf("% x", pattern(16, 1)) + " -24; a row says offset 32, expected 16"},
			[]string{"offset 204, after frame 0: record 1: a row says offset 32, expected 16"}},
		{"comments and unknown lines within", logStart + strings.Replace(strings.Replace(one, "  Decrypted:\n", "  Whatever: 1\n  Decrypted:\n# NEW PEER: Peer#1\n      odd\n", 1), "  DECODE", "# more\n  DECODE", 1),
			[]string{first}, nil},
		{"no empty line behind", logStart + strings.TrimSuffix(one, "\n") + record("22:08:42.000", "#2 C->S "+peer+" len=3 rc=3", three),
			[]string{first + "; no empty line after the record", "2 02-14T22:08:42.000 10.0.0.2:1024>server 02 00 09"}, nil},
		{"an endless line", logStart + strings.Replace(one, "(GameInit)", strings.Repeat("x", 100_000), 1), []string{first}, nil},
		{"a text that looks like a record", logStart + "[22:08:41.709] #1 C->S " + peer + " len=3 rc=3 [GameSpy]\n  Text: a\n\n[22:08:41.709] #7 C->S x len=1 rc=1\n  Hex:\n    0000: 05\n  DECODE:\n\n  Decoded:\n  Hex:\n" + rows(three) + "\n" +
			record("22:08:42.000", "#2 C->S "+peer+" len=3 rc=3", three),
			[]string{first, "2 02-14T22:08:42.000 10.0.0.2:1024>server 02 00 09"}, nil},
		{"a text without rows", logStart + "[22:08:41.709] #1 C->S " + peer + " len=3 rc=3 [GameSpy]\n  Text: a\n\n" + record("22:08:42.000", "#2 C->S "+peer+" len=3 rc=3", three),
			[]string{"1 02-14T22:08:41.709 10.0.0.2:1024>server  -3; no empty line after the record; the header line says 3 bytes, the rows have 0", "2 02-14T22:08:42.000 10.0.0.2:1024>server 02 00 09"},
			[]string{"offset 55, after frame 0: record 1: the header line says 3 bytes, the rows have 0"}},
		{"two sessions", logStart + one + "# Session started: 2026-03-01 08:00:00\n" + record("08:00:01.000", "#1 C->S "+peer+" len=3 rc=3", three),
			[]string{first, "1 03-01T08:00:01.000 10.0.0.2:1024>server 02 00 09"}, nil},
		{"an empty datagram", logStart + "[22:08:41.709] #1 C->S " + peer + " len=0 rc=0 [GameSpy]\n  Text: \n  Hex:\n\n",
			[]string{"1 02-14T22:08:41.709 10.0.0.2:1024>server "}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, strings.NewReader(tt.log), 0)
			if got.err != nil {
				t.Fatal(got.err)
			}
			if diff := cmp.Diff(tt.want, lines(got)); diff != "" {
				t.Errorf("datagrams (-want +got)\n%s", diff)
			}
			var damage []string
			for _, d := range got.damage {
				damage = append(damage, d.String())
			}
			if diff := cmp.Diff(tt.damage, damage); diff != "" {
				t.Errorf("damage (-want +got)\n%s", diff)
			}
			for _, chunk := range []int{1, 7, 100} {
				same(t, fmt.Sprint("chunk of ", chunk), got, readAll(t, strings.NewReader(tt.log), chunk))
			}
		})
	}
}

// TestTraceLogCutAnywhere cuts a log of three records at every byte: what is whole before
// the cut is delivered, and the cut is reported.
func TestTraceLogCutAnywhere(t *testing.T) {
	var log string
	var ends []int
	var data [][]byte
	for i := range 3 {
		data = append(data, pattern(20+i, byte(i)))
		log += record("22:08:41.709", fmt.Sprintf("#%d C->S Peer#0(10.0.0.2:1024) len=%d rc=%[2]d", i+1, len(data[i])), data[i])
		ends = append(ends, len(log))
	}
	log = logStart + log
	for n := range len(log) + 1 {
		got := readAll(t, strings.NewReader(log[:n]), 0)
		if got.err != nil {
			if n > len(logStart)+strings.IndexByte(log[len(logStart):], '\n') || !errors.Is(got.err, ErrNotCapture) {
				t.Fatalf("%d bytes: %v", n, got.err)
			}
			continue
		}
		whole := 0
		for whole < 3 && n >= len(logStart)+ends[whole] {
			whole++
		}
		if len(got.logged) < whole || len(got.logged) > whole+1 {
			t.Fatalf("%d bytes: %d records, %d are whole", n, len(got.logged), whole)
		}
		for i, l := range got.logged {
			if !bytes.HasPrefix(data[i], l.Payload) || i < whole && len(l.Payload) != len(data[i]) || int(l.Missing) != len(data[i])-len(l.Payload) {
				t.Fatalf("%d bytes: record %d has % x", n, i+1, l.Payload)
			}
		}
		atEnd := n == len(logStart) || slices.Contains(ends, n-len(logStart))
		inLine := log[n-1] != '\n'
		if cut := inLine || n > len(logStart) && !atEnd; cut != (got.count > 0) {
			t.Fatalf("%d bytes: damage %v", n, got.damage)
		}
	}
}

func TestTraceLogZone(t *testing.T) {
	log := logStart + record("22:08:41.709", "#1 C->S unknown len=1 rc=1", []byte{2}) + record("01:00:00.000", "#2 C->S unknown len=1 rc=1", []byte{2})
	r := must.Get(NewReader(strings.NewReader(log), Options{Zone: time.FixedZone("", -5*60*60)}))(t)
	var b Batch
	if err := r.Read(&b); err != nil || len(b.Logged) != 2 {
		t.Fatal(err, len(b.Logged))
	}
	for i, want := range []string{"2026-02-15T03:08:41.709000Z", "2026-02-15T06:00:00.000000Z"} {
		if got := string(b.Logged[i].Time.AppendRFC3339(nil, 6)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func FuzzTraceLog(f *testing.F) {
	one := record("22:08:41.709", "#1 C->S Peer#0(10.0.0.2:1024) len=20 rc=20 [Data]", pattern(20, 1))
	f.Add([]byte(logStart+one+strings.Replace(one, "#1", "#3", 1)), uint16(9))
	f.Add([]byte(strings.ReplaceAll(one, "\n", "\r\n")+"[22:08:42.000] #2 C->S x len=3 rc=-1\n  Text: \\a\n\n  Hex:\n"+rows([]byte("\\a"))), uint16(1))
	f.Add([]byte(one[:len(one)/2]), uint16(30))
	f.Fuzz(func(t *testing.T, data []byte, chunk uint16) {
		if len(data) == 0 || data[0] != '[' && data[0] != '#' && data[0] != '\n' && data[0] != '\r' {
			return
		}
		whole := readAll(t, bytes.NewReader(data), 0)
		same(t, "chunks", whole, readAll(t, bytes.NewReader(data), int(chunk)))
		for _, l := range whole.logged {
			if l.Missing < 0 || l.Frame < 0 || l.Offset < 0 || len(l.Remarks) > maxRemarks+1 {
				t.Fatalf("%+v", l)
			}
		}
	})
}
