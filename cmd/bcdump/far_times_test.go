package main

import (
	"encoding/binary"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/synth"
	"bcdump/internal/heavy"
)

// framesOf are the frames of a capture in testdata that is plain, little-endian and in microseconds.
func framesOf(t *testing.T, name string) (frames []synth.Frame) {
	t.Helper()
	const fileHeader, header = 24, 16
	data := read(t, name)
	for at := fileHeader; at < len(data); {
		word := func(n int) int { return int(binary.LittleEndian.Uint32(data[at+4*n:])) }
		size := word(2)
		frames = append(frames, synth.Frame{Time: time.Unix(int64(word(0)), int64(word(1))*1000), Data: data[at+header : at+header+size]})
		at += header + size
	}
	return frames
}

// farCapture is a pcapng file, whose times have as many digits behind the second.
func farCapture(frames []synth.Frame, digits int) []byte {
	var p synth.Pcapng
	p.Section(binary.LittleEndian)
	id := p.Interface(synth.Ethernet(), digits)
	for _, f := range frames {
		p.Enhanced(id, f)
	}
	return p.Content
}

// TestFarApart: the frames of captures are hours, years and centuries apart, or the clock goes
// forth and back by more than a Duration holds. Every command says what it can, and ends well; no time
// since the beginning is negative.
func TestFarApart(t *testing.T) {
	slowWithRaces(t)
	steps := map[string]func(i int64) int64{
		"weeks apart":        func(i int64) int64 { return i * 1_900_000 },
		"centuries apart":    func(i int64) int64 { return i * 300 * year },
		"forth and back":     func(i int64) int64 { return i%2*250_000*year + i },
		"behind 2262":        func(i int64) int64 { return 500*year + i },
		"one leap, and back": func(i int64) int64 { return i / 50 % 2 * 290_000 * year },
	}
	negative := regexp.MustCompile(`"(?:t|from|until|seconds|duration|length|rtt[a-z_]*|p50|p90|max)": ?-[0-9]{4}[0-9.]*`)
	for _, name := range []string{"session-small.pcap", "entity-state.pcap"} {
		frames := framesOf(t, name)
		for n, title := range slices.Sorted(maps.Keys(steps)) {
			count, step := 200, steps[title]
			if title == "weeks apart" {
				count = 5000 // more intervals than stats keeps
			}
			far := make([]synth.Frame, count)
			for i := range far {
				far[i] = synth.Frame{Time: time.Unix(step(int64(i)), 0), Data: frames[i%len(frames)].Data}
			}
			dir := t.TempDir()
			file := filepath.Join(dir, "far.pcapng")
			write(t, file, farCapture(far, 0))
			commands := [][]string{
				{"stats"}, {"stats", "-o", "json"}, {"timeline"}, {"timeline", "--summary", "-o", "json"}, {"timeline", "--summary"}, {"check", "-o", "json"},
				{"match"}, {"match", "-o", "json"}, {"report", "-o", "json"}, {"files", "-o", "json"}, {"diff", "--same-session", file}, {"diff", file},
				{"decode", "-o", "json"}, {"export", "parquet", "-w", filepath.Join(dir, "tables")},
			}
			for k, args := range commands {
				if (k+n)%heavy.Scale(3, 1) != 0 { // an ordinary run takes them in turn
					continue
				}
				r := runHostile(80, append(args, file)...)
				if r.status != exitOK && r.status != exitNothing {
					t.Errorf("%s, %s: %q: status %d: %s", name, title, args, r.status, r.err)
				}
				if bad := negative.Find(r.out); bad != nil {
					t.Errorf("%s, %s: %q says %s", name, title, args, bad)
				}
			}
		}
	}
}

// since is a pcapng file of an interface whose times count from so many seconds after 1970.
func since(epoch int64, frames []synth.Frame) []byte {
	le := binary.LittleEndian
	var p synth.Pcapng
	p.Section(le)
	b := append(le.AppendUint32(nil, 1), 0, 0, 0, 0) // Ethernet
	b = append(append(b, p.Option(14, le.AppendUint64(nil, uint64(epoch)))...), p.Option(0, nil)...)
	p.Block(synth.BlockInterface, b)
	for _, f := range frames {
		at := uint64(f.Time.Unix()-epoch)*1e6 + uint64(f.Time.Nanosecond()/1000)
		b := le.AppendUint32(nil, 0)
		for _, word := range []uint32{uint32(at >> 32), uint32(at), uint32(len(f.Data)), uint32(len(f.Data))} {
			b = le.AppendUint32(b, word)
		}
		p.Block(synth.BlockEnhanced, append(b, f.Data...))
	}
	return p.Content
}

const year = 31_556_952 // seconds, of the calendar: 400 of them are whole days

// TestFarFigures: what is said of captures of 1570 and 2370 is what is said of one of 1970; and frames centuries apart
// lie that far apart: no time is one of those at which 64 bits of nanoseconds end.
func TestFarFigures(t *testing.T) {
	slowWithRaces(t)
	dir := t.TempDir()
	file, today := filepath.Join(dir, "game.pcapng"), filepath.Join(dir, "today.pcapng")
	all := framesOf(t, "session-small.pcap")[:1000]
	at := func(then func(i int, seconds int64) int64) []synth.Frame {
		frames := slices.Clone(all)
		for i := range frames {
			frames[i].Time = time.Unix(then(i, frames[i].Time.Unix()), int64(frames[i].Time.Nanosecond()))
		}
		return frames
	}
	moved := func(years int64) []synth.Frame {
		return at(func(_ int, seconds int64) int64 { return seconds + years*year })
	}
	said := func(content []byte, args ...string) string {
		write(t, file, content)
		r := runHostile(120, append(slices.Clone(args), file)...)
		if r.status != exitOK && !(args[0] == "diff" && r.status == exitNothing) {
			t.Fatalf("%q: status %d: %s%s", args, r.status, r.err, r.out)
		}
		return string(r.out)
	}
	write(t, today, since(0, all))
	this := all[0].Time.Year()
	yearOf := func(years int) *strings.Replacer {
		return strings.NewReplacer(strconv.Itoa(this+years)+"-", strconv.Itoa(this)+"-")
	}
	// No filter tells such times apart, and seconds since 1970 are others.
	other := regexp.MustCompile(`time >= [^"&]* && time < [^"&)]*|"(?:query|queries)":(?:"(?:\\.|[^"\\])*"|\{[^}]*\}),?|"offset":-?[0-9.]*`)
	ends := regexp.MustCompile(`.{0,70}(?:2262-0|1677-0|` + strconv.Itoa(this+292) + `-|922337203[67]|292\.[0-9]* y).{0,30}`)
	for _, args := range heavy.Some([][]string{
		{"decode", "-o", "json"}, {"-o", "json"}, {"-o", "text"}, {"decode"}, {"decode", "-o", "csv", "--fields", "frame,time"},
		{"stats", "--width", "120"}, {"stats", "-o", "json"}, {"stats", "-o", "csv", "--only", "files"}, {"match"}, {"match", "-o", "json"}, {"match", "-o", "csv", "--only", "presence"},
		{"timeline"}, {"timeline", "-o", "json"}, {"timeline", "-o", "csv"}, {"timeline", "--summary"}, {"timeline", "--summary", "-o", "json"}, {"timeline", "--from", "+3s", "--to", "+6s"},
		{"check"}, {"check", "-o", "json"}, {"check", "-o", "junit"}, {"files"}, {"files", "-o", "json"}, {"why"}, {"why", "-o", "json"}, {"report", "-o", "json"},
		{"desync"}, {"desync", "-o", "json"}, {"desync", "--every", "1s", "-o", "csv"}, {"diff", today}, {"diff", "-o", "json", today},
	}, 5) {
		now := said(since(0, all), args...)
		old, then := said(since(-400*year, moved(-400)), args...), said(since(0, moved(400)), args...)
		for years, far := range map[int]string{-400: old, 400: then} {
			lines := func(text string) []string {
				return strings.FieldsFunc(other.ReplaceAllString(text, ""), func(r rune) bool { return r == '\n' || r == ',' })
			}
			if a, b := lines(now), lines(yearOf(years).Replace(far)); !slices.Equal(a, b) {
				t.Errorf("%q: -today +%d years from it:\n%s", args, years, cmp.Diff(a, b))
			}
		}
		leap := said(farCapture(at(func(i int, seconds int64) int64 { return seconds + int64(i/350)*400*year }), 6), args...)
		for _, bad := range ends.FindAllString(leap, 3) {
			t.Errorf("%q of frames centuries apart says %s", args, bad)
		}
	}
	apart := said(farCapture(at(func(i int, _ int64) int64 { return int64(i) * 400 * year })[:5], 6), "stats", "-o", "json")
	for _, want := range []string{`"first":"1970-01-01T00:00:00.`, `"t":"2370-01-01T00:00:00.000000Z"`, `"t":"3170-01-01T00:00:00.000000Z"`, `"duration":504911232`} {
		if !strings.Contains(apart, want) {
			t.Errorf("%s is missing in %s", want, apart)
		}
	}
	for _, args := range [][]string{{"export", "parquet", "-w", filepath.Join(dir, "tables")}, {"diff", "--same-session", today}} {
		write(t, file, farCapture(moved(400), 6))
		if r := runHostile(120, append(args, file)...); !strings.Contains(string(r.err), "1678 to 2262") {
			t.Errorf("%q does not say which times it knows: %s", args, r.err)
		}
	}
}

// TestMidnight: of a battle that goes on after midnight the times of the second day say so in three characters: a date beside
// each would take the place of names and columns. The first day is that of the battle, whatever a table begins with.
func TestMidnight(t *testing.T) {
	file := filepath.Join(t.TempDir(), "night.pcap")
	if _, status := screenOf("synth", "--players", "4", "--seed", "9", "--minutes", "2", "--start", "2026-02-14T23:58:45Z", "-w", file); status != exitOK {
		t.Fatal(status)
	}
	for _, args := range [][]string{{"match"}, {"timeline"}, {"stats"}, {"desync"}, {"desync", "--top", "0"}, {"why"}} {
		text, status := screenOf(append(args, file)...)
		for line := range strings.Lines(text) {
			if wrong := regexp.MustCompile(`2026-02-15 |-1d|[+]1d[0-9]`).FindString(line); wrong != "" && !strings.Contains(line, "UTC") {
				t.Errorf("%q: %s", args, line)
			}
		}
		if first, second := strings.Contains(text, " 23:5"), strings.Contains(text, " 00:00:"); status != exitOK || !first || !second || !strings.Contains(text, "+1d") {
			t.Errorf("%q ends with %d, times of both days: %v %v\n%s", args, status, first, second, text)
		}
	}
}
