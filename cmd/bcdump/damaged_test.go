package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"bcdump/internal/must"
)

// twin is the capture that most damaged ones of the corpus were made of.
const twin = "gzip.pcap.gz"

// before is how many frames lie before the first damage in the damaged captures, and
// whether they are those of the twin.
var before = map[string]struct {
	frames int
	ofTwin bool
}{
	"cut-in-file-header.pcap": {0, true},
	"cut-in-header.pcap":      {5, true},
	"cut-in-data.pcap":        {5, true},
	"lying-caplen.pcap":       {3, true},
	"caplen-over-limit.pcap":  {3, true},
	"gzip-cut.pcap.gz":        {4, true},
	"zstd-cut.pcap.zst":       {2, true},
	"bomb.pcap.zst":           {6, false},
	"ng-cut.pcapng":           {5, true},
	"ng-cut-in-header.pcapng": {5, true},
	"ng-damaged.pcapng":       {2, true},
	"ng-lying-length.pcapng":  {2, true},
	"ng-no-interface.pcapng":  {1, true},
	"ng-bad-options.pcapng":   {1, true},
	"ng-bad-trailer.pcapng":   {2, true},
	"ng-block-lengths.pcapng": {1, true},
	"trace-log-cut.log":       {5, false},
	"trace-log-odd.log":       {2, false},
}

var warning = regexp.MustCompile(`(?m)^bcdump: warning: (\S+): offset (\d+), after frame (\d+): (.+)$`)

// TestDamagedCaptures decodes every capture of the list whose status is 3:
// it ends with that status, says where the damage is, and gives the lines of all frames
// before it.
func TestDamagedCaptures(t *testing.T) {
	intoCorpus(t)
	json := func(capture string, status int) ran {
		p := decodeWith(&corpusTest{capture: capture, flags: []string{"-o", "json"}}, 1)
		if p.status != status {
			t.Errorf("%s: status %d, want %d", capture, p.status, status)
		}
		return p
	}
	whole := bytes.SplitAfter(json(twin, 0).out, []byte("\n"))
	var damaged []string
	for _, test := range readTestList(t) {
		if test.status == 3 && !slices.Contains(damaged, test.capture) {
			damaged = append(damaged, test.capture)
		}
	}
	if len(damaged) != len(before) {
		t.Errorf("%d damaged captures in the list, %d known here", len(damaged), len(before))
	}
	for _, capture := range damaged {
		want, known := before[capture]
		if !known {
			t.Errorf("%s: how many frames lie before its damage?", capture)
			continue
		}
		p := json(capture, 3)
		checkWarnings(t, capture, p.err, want.frames)
		lines := bytes.SplitAfter(p.out, []byte("\n"))
		if got := firstFrames(lines, want.frames); want.frames > 0 && len(got) == 0 {
			t.Errorf("%s: nothing of the %d frames before the damage", capture, want.frames)
		} else if want.ofTwin && !slices.EqualFunc(got, firstFrames(whole, want.frames), bytes.Equal) {
			t.Errorf("%s: the lines before the damage are\n%s", capture, bytes.Join(got, nil))
		}
	}
}

// checkWarnings: each has an offset within the file, and they come in the order of the
// file.
func checkWarnings(t *testing.T, name string, stderr []byte, frames int) {
	t.Helper()
	size := int(must.Get(os.Stat(name))(t).Size())
	if filepath.Ext(name) == ".zst" || filepath.Ext(name) == ".gz" {
		size = 1 << 20 // offsets are those of what is unpacked
	}
	found := warning.FindAllSubmatch(stderr, -1)
	if len(found) == 0 {
		t.Errorf("%s: no warning with an offset: %s", name, stderr)
		return
	}
	last := 0
	for i, m := range found {
		offset, _ := strconv.Atoi(string(m[2]))
		after, _ := strconv.Atoi(string(m[3]))
		if string(m[1]) != name || offset > size || offset < last || i == 0 && after != frames {
			t.Errorf("%s: %s", name, m[0])
		}
		last = offset
	}
}

var frameNumber = regexp.MustCompile(`^\{"v":1,"frame":(\d+),`)

// firstFrames gives the JSON lines of the first frames.
func firstFrames(lines [][]byte, frames int) (list [][]byte) {
	for _, line := range lines {
		if m := frameNumber.FindSubmatch(line); m != nil {
			if n, _ := strconv.Atoi(string(m[1])); n <= frames {
				list = append(list, line)
			}
		}
	}
	return list
}
