package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/report/terminal"
)

// The corpus: testdata/pcaps/TESTLIST names captures, how to decode them and the file that holds the output as it
// should be. docs/dev/testing.md explains it to people. The goldens beside the captures are those of `bcdump
// verify`, which has tests of its own.

const corpusDir = "../../testdata/pcaps"

// corpusTest is one line of TESTLIST.
type corpusTest struct {
	name, capture, golden string
	flags                 []string
	status                int
}

// TestCorpus decodes each capture of the list and compares what is printed, with how many workers ever, and the exit
// status. UPDATE=1 writes the goldens; the exit status stands in the list, where only a person changes it.
func TestCorpus(t *testing.T) {
	heavy.SkipRace(t, "TestInvariance prints with many workers")
	intoCorpus(t)
	wanted := map[string]bool{"TESTLIST": true, "golden": true}
	for i, test := range readTestList(t) {
		golden := filepath.Join("golden", test.golden)
		wanted[test.capture], wanted[golden] = true, true
		for jobs := 1; jobs <= 3; jobs++ {
			if !heavy.On() && jobs != 1+i%3 { // in turn
				continue
			}
			r := decodeWith(&test, jobs)
			if r.status != test.status {
				t.Errorf("%s, %d workers: exit status %d, expected %d", test.name, jobs, r.status, test.status)
			}
			if strings.HasSuffix(golden, ".sums") {
				r.out = sums(r.out)
			}
			expected.File(t, golden, string(r.out))
			if len(r.err) > 0 {
				wanted[golden+".err"] = true
				expected.File(t, golden+".err", string(r.err))
			}
		}
	}
	files, _ := filepath.Glob("*")
	goldens, _ := filepath.Glob("golden/*")
	for _, name := range append(files, goldens...) {
		if capture, ok := strings.CutSuffix(name, ".golden"); !wanted[name] && !(ok && wanted[capture]) {
			t.Errorf("%s: no line of TESTLIST wants it", name)
		}
	}
}

// intoCorpus changes to the folder of the captures, so that names are without a path, and into a time zone that must
// not matter.
func intoCorpus(t *testing.T) {
	t.Helper()
	t.Chdir(corpusDir)
	zone := time.Local
	t.Cleanup(func() { time.Local = zone })
	time.Local = time.FixedZone("+1245", 12*3600+45*60)
}

// readTestList reads lines of
//
//	name  capture  status  golden  [flags...]
//
// where a flag with blanks stands in single quotes and # begins a comment.
func readTestList(t *testing.T) (tests []corpusTest) {
	t.Helper()
	for line := range strings.Lines(string(expected.Read(t, "TESTLIST"))) {
		line, _, _ = strings.Cut(line, "#")
		var words []string
		for i, part := range strings.Split(line, "'") {
			if i%2 == 0 {
				words = append(words, strings.Fields(part)...)
			} else {
				words = append(words, part)
			}
		}
		if len(words) == 0 {
			continue
		}
		status, err := strconv.Atoi(words[min(2, len(words)-1)])
		if err != nil || len(words) < 4 || slices.ContainsFunc(tests, func(x corpusTest) bool { return x.name == words[0] }) {
			t.Fatalf("TESTLIST: %q", line)
		}
		tests = append(tests, corpusTest{words[0], words[1], words[3], words[4:], status})
	}
	return tests
}

// decodeWith runs bcdump decode.
func decodeWith(test *corpusTest, jobs int) ran {
	var out, err bytes.Buffer
	args := slices.Concat([]string{"decode", "--color", "never", "-j", strconv.Itoa(jobs)}, test.flags, []string{test.capture})
	status := run(args, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(&err)})
	return ran{args, out.Bytes(), err.Bytes(), status}
}

// sums stands for output that is too long to keep: a hash for every hundred lines.
func sums(out []byte) []byte {
	const linesPerSum = 100
	lines := bytes.SplitAfter(out, []byte("\n"))
	lines = lines[:len(lines)-1] // what follows the last line feed: nothing
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d lines, SHA-256 %x\n", len(lines), sha256.Sum256(out))
	first := 1
	for block := range slices.Chunk(lines, linesPerSum) {
		sum := sha256.Sum256(bytes.Join(block, nil))
		fmt.Fprintf(&b, "lines %d to %d  %x\n", first, first+len(block)-1, sum[:8])
		first += len(block)
	}
	return b.Bytes()
}
