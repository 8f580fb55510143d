package main

import (
	"encoding/binary"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/synth"
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

var timeKey = regexp.MustCompile(`"time":"[^"]*",`)

// TestCaptureOfAnotherCentury: behind 2262 the nanoseconds since 1970 do not fit 64 bits. What a
// capture of then says is what it would say today: round trips, delays of copies, repeats.
func TestCaptureOfAnotherCentury(t *testing.T) {
	dir := t.TempDir()
	frames := framesOf(t, "session-small.pcap")
	file := filepath.Join(dir, "game.pcapng")
	said := func(later time.Duration, args ...string) string {
		moved := make([]synth.Frame, len(frames))
		for i, f := range frames {
			moved[i] = synth.Frame{Time: f.Time.Add(later), Data: f.Data}
		}
		write(t, file, farCapture(moved, 6))
		r := runHostile(80, append(args, file)...)
		if r.status != exitOK {
			t.Fatalf("%q: status %d: %s", args, r.status, r.err)
		}
		return timeKey.ReplaceAllString(string(r.out), "")
	}
	const centuries = 2_500_000 * time.Hour // 285 years
	now, then := said(0, "decode", "-o", "json"), said(centuries, "decode", "-o", "json")
	if !strings.Contains(now, `"answers":{`) {
		t.Fatal("no message answers another")
	}
	if diff := cmp.Diff(strings.Split(now, "\n"), strings.Split(then, "\n")); diff != "" {
		t.Errorf("-today +in the year 2311:\n%s", diff)
	}
}

// TestFarApart: the frames of captures are hours, years and centuries apart, or the clock goes
// forth and back by more than a Duration holds. Every command says what it can, and ends well; no time
// since the beginning is negative.
func TestFarApart(t *testing.T) {
	slowWithRaces(t)
	const year = 365 * 24 * 3600
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
		for title, step := range steps {
			count := 200
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
			for _, args := range [][]string{
				{"stats"}, {"stats", "-o", "json"}, {"timeline"}, {"timeline", "--summary", "-o", "json"}, {"timeline", "--summary"}, {"check", "-o", "json"},
				{"match"}, {"match", "-o", "json"}, {"report", "-o", "json"}, {"files", "-o", "json"}, {"diff", "--same-session", file}, {"diff", file},
				{"decode", "-o", "json"}, {"export", "parquet", "-w", filepath.Join(dir, "tables")},
			} {
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

// TestFarFigures: reports of a capture behind 2262 have its times, and else say what they say of it today; and
// frames centuries apart lie that far apart.
func TestFarFigures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pcapng")
	const year = 31_556_952 // seconds; 400 of them are whole days
	all := framesOf(t, "session-small.pcap")
	said := func(at func(i int, then time.Time) time.Time, n int, args ...string) string {
		frames := append([]synth.Frame{}, all[:n]...)
		for i := range frames {
			frames[i].Time = at(i, frames[i].Time)
		}
		write(t, file, farCapture(frames, 6))
		r := runHostile(80, append(args, file)...)
		if r.status != exitOK {
			t.Fatalf("%q: status %d: %s", args, r.status, r.err)
		}
		return string(r.out)
	}
	later := func(by time.Duration) func(int, time.Time) time.Time {
		return func(_ int, at time.Time) time.Time { return at.Add(by) }
	}
	const centuries = 2_500_000 * time.Hour // 285 years
	times := regexp.MustCompile(`"[0-9]{4}-[^"T]*T[^"]*"|"offset":[0-9.]*|,"(?:query|queries)":(?:"(?:\\.|[^"\\])*"|\{[^}]*\})`)
	for _, args := range [][]string{{"stats", "-o", "json"}, {"match", "-o", "json"}, {"timeline", "-o", "json"}, {"timeline", "--summary", "-o", "json"}} {
		now, then := said(later(0), len(all), args...), said(later(centuries), len(all), args...)
		if !strings.Contains(then, `"2311-`) || strings.Contains(then, `"2262-`) {
			t.Errorf("%q has no time of 2311, or one of 2262", args)
		}
		if diff := cmp.Diff(strings.Split(times.ReplaceAllString(now, ""), ","), strings.Split(times.ReplaceAllString(then, ""), ",")); diff != "" {
			t.Errorf("%q: -today +in the year 2311:\n%s", args, diff)
		}
	}
	apart := said(func(i int, at time.Time) time.Time { return time.Unix(int64(i)*400*year, 0) }, 5, "stats", "-o", "json")
	for _, want := range []string{`"first":"1970-01-01T00:00:00.000000Z"`, `"t":"2370-01-01T00:00:00.000000Z"`, `"t":"3170-01-01T00:00:00.000000Z"`, `"duration":50491123200`} {
		if !strings.Contains(apart, want) {
			t.Errorf("%s is missing in %s", want, apart)
		}
	}
}
