package decode_test

import (
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestLimitsAreHeld: each limit of the program, a line "//limit:" above its constant, names what reaches it: a test
// that exists or a capture of the corpus. docs/reference/limits.md is made of these lines.
func TestLimitsAreHeld(t *testing.T) {
	heavy.SkipRace(t, "it reads files")
	tests, limits, free := testNames(t), 0, 0
	line := regexp.MustCompile(`(?m)^\s*//limit:(\w+) .* \| (.+)$`)
	err := filepath.WalkDir("..", func(name string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range line.FindAllSubmatch(text, -1) {
			limits++
			for held := range strings.SplitSeq(string(m[2]), ", ") {
				if held == "—" {
					free++
				} else if !tests[held] && !isCorpusFile(held) {
					t.Errorf("%s: %s: %s is neither a test nor a capture", name, m[1], held)
				}
			}
		}
		return err
	})
	if err != nil || limits < 150 || free > 25 {
		t.Errorf("%d limits, %d of which nothing reaches; %v", limits, free, err)
	}
}

// testNames are the tests of all packages.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(\w+ \*testing\.[TF]\)`)
	must.Do(t, filepath.WalkDir("..", func(name string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
		return err
	}))
	return names
}

// TestNamedTests: the tests that documents name are there.
func TestNamedTests(t *testing.T) {
	heavy.SkipRace(t, "it reads documents")
	paths, err := filepath.Glob("../docs/*/*.md")
	if err != nil || len(paths) < 30 {
		t.Fatal(len(paths), err)
	}
	tests := testNames(t)
	for _, path := range paths {
		text := must.Get(os.ReadFile(path))(t)
		for _, m := range regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`").FindAllSubmatch(text, -1) {
			if !tests[string(m[1])] {
				t.Errorf("%s: there is no %s", path, m[1])
			}
		}
	}
}

func isCorpusFile(name string) bool {
	found, _ := filepath.Glob(filepath.Join(corpusDir, name+".*"))
	return len(found) > 0
}

// TestForgotten: what is remembered has limits, and what is beyond them is counted.
func TestForgotten(t *testing.T) {
	heavy.SkipRace(t, "about what is remembered; TestInvariance has the same goroutines")
	suspect := blockForms[0].of(ship.Stock().ByKey("akira"))
	for _, tt := range []struct {
		name  string
		limit int
		each  int64 // that are forgotten for one too many
		add   func(f *file, i int)
	}{
		{"servers", 256, 1, func(f *file, i int) { f.game(peerAt(i), client, 1, strong) }},
		{"objects of a server whose class is open", 256, 1, func(f *file, i int) { f.toClient(client, suspect.next(0x1000+uint32(i))) }},
		{"objects of a slot", 64, 1, func(f *file, i int) {
			m := message.NewObjectCreate(true)
			m.ClassID, m.ObjectID, m.Species, m.ObjectName = message.ClassShip, firstShip+64*uint32(i), 200, wire.Text("x")
			f.game(client, host, 2, data(uint16(i), message.Append(nil, 0x03, m)))
		}},
		{"flows that may be entity-state", 4096, 1, func(f *file, i int) { f.udp(peerAt(i), host, input(1)) }},
		{"links and names of players", 4096, 2, func(f *file, i int) { f.game(peerAt(i), client, 1, peerInfo(1, 2, "x")) }},
	} {
		for _, more := range []int{0, 10} {
			f := newFile()
			for i := range tt.limit + more {
				tt.add(f, i)
			}
			c := open(t, f.data, decode.Options{})
			for range c.Records() {
			}
			if got := c.Summary().Forgotten; got != int64(more)*tt.each {
				t.Errorf("%d %s: %d forgotten", tt.limit+more, tt.name, got)
			}
		}
	}
}

// TestPatience shows that an object that told nothing for so long is not looked at any
// more.
func TestPatience(t *testing.T) {
	const patience = 500
	for _, tt := range []struct {
		idle int
		want string
	}{{80, "galaxy"}, {patience, ""}} {
		w, f := blockForms[0].of(ship.Stock().ByKey("galaxy")), newFile()
		first := w.next(firstShip)
		for range tt.idle {
			f.toClient(client, first)
		}
		for range 200 {
			f.toClient(client, w.next(firstShip))
		}
		got := ""
		for r := range open(t, f.data, decode.Options{}).Records() {
			got = classOf(r)
		}
		if got != tt.want {
			t.Errorf("after %d blocks that tell nothing: %q, want %q", tt.idle, got, tt.want)
		}
	}
}

// relayOf gives what the host is found to have copied when it sends a message to one
// more receiver, again, under another number.
func relayOf(t *testing.T, f *file, receiver netip.AddrPort, seq uint16) decode.Relay {
	t.Helper()
	f.game(host, receiver, 1, data(seq, state(-1)))
	var last decode.Relay
	for r := range open(t, f.data, decode.Options{}).Records() {
		last = r.Relay
	}
	return last
}

// TestManyReceivers shows that copies beyond the fifteenth receiver are copies, but that
// nobody knows of them who has got one.
func TestManyReceivers(t *testing.T) {
	const limit = 15
	for _, tt := range []struct {
		receiver int
		surplus  bool
	}{{0, true}, {limit - 1, true}, {limit, false}, {limit + 3, false}} {
		f := newFile().game(client, host, 2, unreliable(state(-1)))
		for i := range limit + 4 {
			f.game(host, peerAt(i), 1, data(1, state(-1)))
		}
		if got := relayOf(t, f, peerAt(tt.receiver), 2); got.Frame != 1 || got.Surplus != tt.surplus {
			t.Errorf("receiver %d: %+v, want surplus %v", tt.receiver, got, tt.surplus)
		}
	}
}

// TestManyAlike shows how many messages with the same bytes are looked through for the
// newest that a receiver has not got: it has got all but the first of them.
func TestManyAlike(t *testing.T) {
	const limit = 64
	for _, n := range []int{1, limit, limit + 1, limit + 10} {
		f := newFile()
		for range n {
			f.game(client, host, 2, unreliable(state(-1)))
		}
		for i := range n - 1 {
			f.game(host, other, 1, data(uint16(i), state(-1)))
		}
		want := int64(1)
		if n > limit {
			want = int64(n) // one too many of the newest
		}
		if got := relayOf(t, f, other, uint16(n)); got.Frame != want || got.Surplus != (n > limit) {
			t.Errorf("%d messages alike: %+v", n, got)
		}
	}
}

// TestManyLinkTypes shows that only so many are named, and that frames of one beyond are
// read all the same.
func TestManyLinkTypes(t *testing.T) {
	const limit = 64
	c := must.Get(decode.OpenFile(filepath.Join(corpusDir, "ng-links.pcapng"), decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	must.Do(t, c.Render(io.Discard, show))
	s := c.Summary()
	if len(s.Info.Links) != limit || s.Info.Interfaces <= limit || s.Datagrams.BC == 0 || s.Skipped[capture.OtherLink] == 0 {
		t.Errorf("%d links of %d interfaces; %+v", len(s.Info.Links), s.Info.Interfaces, s.Datagrams)
	}
}

// TestLookaheadMemory reads an undecided datagram from a pipe that gives a frame at a
// time: each is a batch of its own, and looking ahead holds all of them.
func TestLookaheadMemory(t *testing.T) {
	if testing.Short() || heavy.Race {
		t.Skip("measures memory")
	}
	f := newFile().game(client, host, 2, keepalive)
	for range 20_000 {
		f.frame(append(make([]byte, 12), 0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 1))
	}
	for _, jobs := range []int{1, 2} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c := open(t, f.data, decode.Options{Jobs: jobs, ChunkSize: 38})
		must.Do(t, c.Render(io.Discard, show))
		runtime.ReadMemStats(&after)
		got := float64(after.TotalAlloc-before.TotalAlloc) / 1e6
		t.Logf("%d workers: %.1f MB allocated", jobs, got)
		if got > 100 {
			t.Errorf("%d workers: %.1f MB allocated for a megabyte of capture", jobs, got)
		}
	}
}
