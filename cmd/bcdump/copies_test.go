package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/query"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/records"
)

// copiedWays are ways in which a capture has each datagram more than once: in the first way it is a plain one.
var copiedWays = []struct {
	name         string
	told         string // by the overview
	link         uint32
	ways         []func([]byte) []byte
	unidentified bool
}{
	{name: "a bridge", told: "each datagram was captured 3 times, on interfaces 2, 4, 7; copies are left out", link: 276, ways: ways(cooked2(2, 0), cooked2(4, 4), cooked2(7, 4))},
	{name: "a bridge, names", told: "each datagram was captured 3 times, on eth0, br0, veth1; copies are left out", ways: ways(inEthernet, inEthernet, inEthernet)},
	{name: "a VLAN", told: "each datagram was captured twice; copies are left out", link: 1, ways: ways(inEthernet, synth.Ethernet(0x8100).Frame)},
	{name: "a mirror", told: "each datagram was captured twice; copies are left out", link: 1, ways: ways(inEthernet, inEthernet)},
	{name: "a mirror, 0", told: "each datagram was captured twice; copies are left out", link: 1, ways: ways(inEthernet, inEthernet), unidentified: true},
	{name: "a router, 0", told: "each datagram was captured twice; copies are left out", link: 101, ways: ways(slices.Clone[[]byte], routed), unidentified: true},
	{name: "translation of both ends", told: "172.17.0.2:22101 is 10.10.10.1:22101", link: 276, ways: ways(cooked2(2, 0), translatedBoth)},
	{name: "translation of both ends, 0", told: "172.17.0.2:22101 is 10.10.10.1:22101", link: 276, ways: ways(cooked2(2, 0), translatedBoth), unidentified: true},
	{name: "translation, 0, one interface", told: "172.17.0.2:22101 is 10.10.10.1:22101 behind address translation", link: 101, ways: ways(slices.Clone[[]byte], func(p []byte) []byte { return renamed(routed(p), false) }), unidentified: true},
	{name: "translation", told: "172.17.0.2:22101 is 10.10.10.1:22101 behind address translation", link: 276, ways: ways(cooked2(2, 0), translated)},
	{name: "translation, 0", told: "172.17.0.2:22101 is 10.10.10.1:22101 behind address translation", link: 276, ways: ways(cooked2(2, 0), translated), unidentified: true},
}

func ways(all ...func([]byte) []byte) []func([]byte) []byte { return all }

var inEthernet = synth.Ethernet().Frame

// wrapped is a pcap with each packet in each way, some microseconds apart.
func wrapped(link uint32, packets [][]byte, start time.Time, at []time.Duration, ways ...func([]byte) []byte) []byte {
	var frames []synth.Frame
	for i, p := range packets {
		for n, way := range ways {
			frames = append(frames, synth.Frame{Time: start.Add(at[i] + later(i, n, packets)), Data: way(p)})
		}
	}
	return synth.Pcap{Link: link, SnapLength: 1 << 16}.File(frames)
}

// later is when a copy was captured. Those of the last packet come at once: the capture is as long as without them.
func later(i, n int, packets [][]byte) time.Duration {
	if i == len(packets)-1 {
		return 0
	}
	return time.Duration(n*(3+i%3)) * time.Microsecond
}

func cooked2(number, way byte) func([]byte) []byte {
	return func(p []byte) []byte {
		b := synth.Cooked2().Frame(p)
		b[7], b[10] = number, way
		return b
	}
}

// named is a pcapng of interfaces with names.
func named(packets [][]byte, start time.Time, at []time.Duration) []byte {
	var p synth.Pcapng
	p.Section(binary.LittleEndian)
	for _, name := range []string{"eth0", "br0", "veth1"} {
		b := append([]byte{1, 0, 0, 0, 0, 0, 0, 0}, p.Option(2, []byte(name))...)
		p.Interface(synth.Ethernet(), 6) // its number
		p.Content = p.Content[:len(p.Content)-20]
		p.Block(1, append(b, p.Option(0, nil)...))
	}
	for i, packet := range packets {
		for n := range uint32(3) {
			p.Enhanced(n, synth.Frame{Time: start.Add(at[i] + later(i, int(n), packets)), Data: synth.Ethernet().Frame(packet)})
		}
	}
	return p.Content
}

func unidentified(packets [][]byte) (all [][]byte) {
	for _, p := range packets {
		p = slices.Clone(p)
		p[4], p[5] = 0, 0
		all = append(all, p)
	}
	return all
}

func routed(p []byte) []byte {
	p = slices.Clone(p)
	p[8]--
	return p
}

// translated is a packet behind the translation of the host's address, on another interface.
func translated(p []byte) []byte {
	return cooked2(7, 4)(renamed(routed(p), false))
}

// translatedBoth is a packet behind the translation of the addresses of host and clients.
func translatedBoth(p []byte) []byte { return cooked2(7, 4)(renamed(routed(p), true)) }

// renamed gives the host another address in place, and the clients too: one, with ports of their own.
func renamed(p []byte, both bool) []byte {
	for at, port := range map[int]int{12: 20, 16: 22} {
		switch host := string(p[at:at+4]) == "\x0a\x0a\x0a\x01"; {
		case host:
			copy(p[at:], []byte{172, 17, 0, 2})
		case both && p[at] == 10: // of the same network; the master server is elsewhere
			copy(p[at:], []byte{172, 17, 0, 1})
			p[port] ^= 0x40
		}
	}
	return p
}

// TestCopiesHaveRows: facts, when they are asked for copies, have all that decode prints, behind address translation too.
func TestCopiesHaveRows(t *testing.T) {
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{Players: 3, Duration: 14 * time.Second, Seed: 3, Start: start, Loss: 0.02, GameSpy: 0.3}, recorder.Options{}))(t)
	packets, at := packetsOf(raw.Bytes(), start)
	for _, way := range copiedWays[len(copiedWays)-3:] {
		packets := packets
		if way.unidentified {
			packets = unidentified(packets)
		}
		data := wrapped(way.link, packets, start, at, way.ways...)
		f := must.Get(facts.Read(must.Get(decode.Open("a", bytes.NewReader(data), decode.Options{Copies: true}))(t), facts.Options{}))(t)
		x, n, copies, stated := f.Reader(), 0, 0, 0
		for r := range must.Get(decode.Open("a", bytes.NewReader(data), decode.Options{}))(t).Records() {
			want := records.AppendJSON(nil, r, records.JSONOptions{Hex: true})
			if got := records.AppendJSON(nil, x.At(n), records.JSONOptions{Hex: true}); !bytes.Equal(got, want) {
				t.Fatalf("%s, row %d:\n%s\nwant\n%s", way.name, n, got, want)
			}
			n++
			if r.CopyOf != 0 {
				copies++
			}
			if r.Stated != nil {
				stated++
			}
		}
		if n != f.Rows() || copies < n/3 || stated == 0 {
			t.Errorf("%s: %d rows, %d records, %d of copies, %d behind address translation", way.name, f.Rows(), n, copies, stated)
		}
	}
}

// TestCopiesCountNowhere: every report of a capture that has each datagram several times says what it says of the
// plain one, but for the numbers of frames, and the overview says that there are copies.
func TestCopiesCountNowhere(t *testing.T) {
	heavy.SkipRace(t, "about what reports say")
	for seed := range heavy.Scale[uint64](1, 4) {
		start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
		var raw bytes.Buffer
		must.Get(recorder.Record(&raw, battle.Options{Players: 3, Duration: 14 * time.Second, Seed: seed + 3, Start: start, Loss: 0.02, GameSpy: 0.3}, recorder.Options{}))(t)
		packets, at := packetsOf(raw.Bytes(), start)
		for _, way := range heavy.InTurn(copiedWays, int(seed), 6, 3) {
			t.Run(fmt.Sprintf("%s, %d", way.name, seed), func(t *testing.T) {
				packets := packets
				if way.unidentified {
					packets = unidentified(packets)
				}
				plain, path := filepath.Join(t.TempDir(), "plain.pcap"), filepath.Join(t.TempDir(), "copied.pcap")
				copied := named(packets, start, at)
				if way.link != 0 {
					copied = wrapped(way.link, packets, start, at, way.ways...)
				}
				must.Do(t, os.WriteFile(path, copied, 0o600))
				must.Do(t, os.WriteFile(plain, wrapped(max(way.link, 1), packets, start, at, way.ways[0]), 0o600))
				if out := strings.Join(strings.Fields(string(runHostile(80, path).out)), " "); !strings.Contains(out, way.told) {
					t.Errorf("the overview does not say %q:\n%s", way.told, out)
				}
				for _, words := range []string{"stats", "check", "match", "desync", "files", "timeline", "report", "why"} {
					one, other := reported(t, words, plain), reported(t, words, path)
					if diff := cmp.Diff(one, other); diff != "" {
						t.Errorf("%s: %.2000s", words, diff)
					}
				}
			})
		}
	}
}

// TestQueriesLeaveCopiesOut: no query that a report prints gives a copy.
func TestQueriesLeaveCopiesOut(t *testing.T) {
	heavy.SkipRace(t, "about what reports say")
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{Players: 3, Duration: 18 * time.Second, Seed: 3, Start: start, Loss: 0.02}, recorder.Options{}))(t)
	wrong := must.Get(edit.Read(raw.Bytes()))(t).Of(edit.Each(edit.Any(0x08), edit.Set(func(m *message.Event) { m.TargetID -= 3 })))
	packets, at := packetsOf(wrong, start)
	path, once, other := filepath.Join(t.TempDir(), "copied.pcap"), filepath.Join(t.TempDir(), "once.pcap"), filepath.Join("..", "..", "testdata", "pcaps", "session-small.pcap")
	must.Do(t, os.WriteFile(once, raw.Bytes(), 0o600))
	must.Do(t, os.WriteFile(path, wrapped(276, packets, start, at, ways(cooked2(2, 0), translated)...), 0o600))
	for _, words := range [][]string{{"stats", path}, {"stats", "--count", "name", path}, {"check", path}, {"diff", other, path}, {"diff", "--same-session", once, path}, {"timeline", "--summary", path}, {"report", path}} {
		ran := runHostile(80, append(words, "-o", "json")...)
		all := map[string]*query.Matcher{}
		for _, m := range regexp.MustCompile(`"query(?:_b)?":("(?:[^"\\]|\\.)+")`).FindAllSubmatch(ran.out, -1) {
			var text string
			must.Do(t, json.Unmarshal(m[1], &text))
			all[text] = must.Get(decode.NewFilter(text))(t).Matcher("")
		}
		if len(all) == 0 {
			t.Errorf("%s: no queries: %.200s", words, ran.out)
		}
		c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
		for r := range c.Records() {
			for text, filter := range all {
				if r.CopyOf != 0 && filter.Match(r) {
					t.Errorf("%s: frame %d is a copy: %s", words, r.Frame, text)
					delete(all, text)
				}
			}
		}
	}
}

// packetsOf gives the IP packets of a pcap of Ethernet frames, and when each was captured.
func packetsOf(raw []byte, start time.Time) (packets [][]byte, at []time.Duration) {
	const file, head, link = 24, 16, 14
	for b := raw[file:]; len(b) > 0; {
		n := int(binary.LittleEndian.Uint32(b[8:]))
		stamp := time.Unix(int64(binary.LittleEndian.Uint32(b)), int64(binary.LittleEndian.Uint32(b[4:]))*1000)
		packets, at = append(packets, b[head+link:head+n]), append(at, stamp.Sub(start))
		b = b[head+n:]
	}
	return packets, at
}

// inFrames is what a text says of frames.
var inFrames = regexp.MustCompile(`frames? [0-9][0-9, and…]*`)

// reported is the JSON of a report without numbers of frames, queries, and what is of the file.
func reported(t *testing.T, command, path string) (lines []any) {
	t.Helper()
	ran := runHostile(80, command, "-o", "json", path)
	for line := range strings.SplitSeq(strings.TrimSpace(string(ran.out)), "\n") {
		var x any
		if json.Unmarshal([]byte(line), &x) != nil {
			must.Do(t, json.Unmarshal(ran.out, &x))
			return []any{bare(x)}
		}
		lines = append(lines, bare(x))
	}
	return lines
}

func bare(x any) any {
	switch x := x.(type) {
	case map[string]any:
		for key, value := range x {
			if strings.Contains(key, "frame") || slices.Contains([]string{"query", "queries", "name", "file", "files", "copies", "bytes", "usage", "next", "headers"}, key) && key != "" {
				if s, ok := value.(string); key == "name" && ok && !strings.HasSuffix(s, ".pcap") {
					continue
				}
				delete(x, key)
				continue
			}
			x[key] = bare(value)
		}
	case []any:
		for i := range x {
			x[i] = bare(x[i])
		}
	case string:
		return inFrames.ReplaceAllString(x, "frames")
	}
	return x
}
