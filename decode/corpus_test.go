package decode_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/trial"
)

// The corpus: testdata/pcaps/TESTLIST names captures, how to decode them and the
// file that holds the output as it should be. docs/dev/testing.md explains it to people. The
// goldens beside the captures are those of `bcdump verify`, which has tests of its own.

const (
	corpusDir = "../testdata/pcaps"
	goldenDir = "golden"
)

// corpusTest is one line of TESTLIST.
type corpusTest struct {
	name, capture, golden string
	flags                 []string
	status                int
}

// TestCorpus decodes each capture of the list with the program itself and compares
// what it prints and its exit status. UPDATE=1 rewrites the goldens.
func TestCorpus(t *testing.T) {
	heavy.SkipRace(t, "the program that it runs is built without")
	tests := readTestList(t)
	checkFolder(t, tests)
	watch(t)
	program := buildProgram(t)
	update := os.Getenv("UPDATE") == "1"
	for i, test := range tests {
		if update {
			// Without a subtest each, so that the list of changes is all that -v shows.
			updateGoldens(t, program, &test)
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkGoldens(t, program, &test, i)
		})
	}
}

// readTestList reads lines of
//
//	name  capture  status  golden  [flags...]
//
// where a flag with blanks stands in single quotes and # begins a comment.
func readTestList(t *testing.T) (tests []corpusTest) {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(corpusDir, "TESTLIST"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, line := range strings.Split(string(list), "\n") {
		words := splitWords(line)
		if len(words) == 0 {
			continue
		}
		test, err := newCorpusTest(words)
		if err == nil && names[test.name] {
			err = fmt.Errorf("a second test named %s", test.name)
		}
		if err != nil {
			t.Fatalf("TESTLIST line %d: %v", i+1, err)
		}
		names[test.name] = true
		tests = append(tests, test)
	}
	return tests
}

func newCorpusTest(words []string) (test corpusTest, err error) {
	if len(words) < 4 {
		return test, fmt.Errorf("%d words; expected name, capture, status, golden and flags", len(words))
	}
	test = corpusTest{name: words[0], capture: words[1], golden: words[3], flags: words[4:]}
	test.status, err = strconv.Atoi(words[2])
	return test, err
}

// splitWords splits at blanks outside of single quotes and drops a comment.
func splitWords(line string) (words []string) {
	quoted, inWord := false, false
	for _, c := range line {
		switch {
		case c == '\'':
			quoted = !quoted
		case c == '#' && !quoted && !inWord:
			return words
		case !quoted && (c == ' ' || c == '\t'):
			inWord = false
			continue
		}
		if !inWord {
			words, inWord = append(words, ""), true
		}
		if c != '\'' {
			words[len(words)-1] += string(c)
		}
	}
	return words
}

// checkFolder finds captures that no line decodes and goldens that no line wants.
func checkFolder(t *testing.T, tests []corpusTest) {
	t.Helper()
	wanted := map[string]bool{"TESTLIST": true, goldenDir: true}
	for _, test := range tests {
		wanted[test.capture] = true
		wanted[filepath.Join(goldenDir, test.golden)] = true
		wanted[filepath.Join(goldenDir, test.golden+".err")] = true
	}
	for _, folder := range []string{"", goldenDir} {
		entries, err := os.ReadDir(filepath.Join(corpusDir, folder))
		if err != nil && folder == "" {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := filepath.Join(folder, e.Name())
			if capture, ok := strings.CutSuffix(name, ".golden"); !wanted[name] && !(ok && wanted[capture]) {
				t.Errorf("%s: no line of TESTLIST names it", name)
			}
		}
	}
}

// builtProgram is the environment variable that tells a test that runs alone where the program is.
const builtProgram = "BCDUMP_TEST_PROGRAM"

var build = sync.OnceValues(func() (string, error) {
	if path := os.Getenv(builtProgram); path != "" {
		return path, nil
	}
	return trial.Built()
})

// buildProgram gives bcdump: exit status and warnings are part of a golden, and
// they are made by package main.
func buildProgram(t *testing.T) string {
	t.Helper()
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// watch looks at the files that only the program reads, so that the go command does
// not take an earlier run of this test for good when one of them has changed.
func watch(t *testing.T) {
	t.Helper()
	for _, pattern := range []string{"../cmd/bcdump/*.go", "../report/*/*.go", "../internal/*/*.go", corpusDir + "/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if _, err := os.Stat(file); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// printed is what a run of the program gave.
type printed struct {
	out, err []byte
	status   int
}

// decodeWith runs the program in the folder of the captures, so that names are
// without a path, in a time zone and locale that must not matter.
func decodeWith(t *testing.T, program string, test *corpusTest, jobs int) (p printed) {
	t.Helper()
	args := append([]string{"decode", "--color", "never", "-j", strconv.Itoa(jobs)}, test.flags...)
	cmd := exec.Command(program, append(args, test.capture)...)
	cmd.Dir = corpusDir
	cmd.Env = append(os.Environ(), "TZ=Pacific/Chatham", "LC_ALL=C", "NO_COLOR=")
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return printed{out.Bytes(), errOut.Bytes(), cmd.ProcessState.ExitCode()}
}

// goldens gives the files that a test should have; no content = no file.
func (p *printed) goldens(test *corpusTest) map[string][]byte {
	out := p.out
	if strings.HasSuffix(test.golden, ".sums") {
		out = sums(out)
	}
	path := filepath.Join(corpusDir, goldenDir, test.golden)
	return map[string][]byte{path: out, path + ".err": p.err}
}

// checkGoldens compares what each number of workers prints with the golden; an ordinary run takes the numbers in turn.
func checkGoldens(t *testing.T, program string, test *corpusTest, turn int) {
	for jobs := 1; jobs <= 3; jobs++ {
		if heavy.On() || jobs == 1+turn%3 {
			checkGolden(t, program, test, jobs)
		}
	}
}

func checkGolden(t *testing.T, program string, test *corpusTest, jobs int) {
	t.Helper()
	p := decodeWith(t, program, test, jobs)
	if p.status != test.status {
		t.Errorf("%s, %d workers: exit status %d, expected %d", test.capture, jobs, p.status, test.status)
	}
	for path, got := range p.goldens(test) {
		want, err := os.ReadFile(path)
		if err != nil && (len(got) > 0 || !strings.HasSuffix(path, ".err")) {
			t.Errorf("%s is missing: look at the output, then UPDATE=1 make corpus", shown(path))
			continue
		}
		if line, ok := firstDifference(got, want); !ok {
			t.Errorf("%s, %d workers: differs in line %d\n got  %s\n want %s", shown(path), jobs, line, lineOf(got, line), lineOf(want, line))
		}
	}
}

// updateGoldens writes what is new. The exit status stands in the list, where only
// a person changes it.
func updateGoldens(t *testing.T, program string, test *corpusTest) {
	p := decodeWith(t, program, test, 1)
	if p.status != test.status {
		t.Errorf("%s: exit status %d, TESTLIST says %d", test.name, p.status, test.status)
	}
	for path, got := range p.goldens(test) {
		want, err := os.ReadFile(path)
		known := err == nil
		switch isErr := strings.HasSuffix(path, ".err"); {
		case isErr && len(got) == 0 && known:
			t.Logf("removed: %s", shown(path))
			err = os.Remove(path)
		case isErr && len(got) == 0, known && bytes.Equal(got, want):
			err = nil
		default:
			t.Logf("written: %s", shown(path))
			err = cmp.Or(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, got, 0o644))
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// shown is a path as seen from the top of the project.
func shown(path string) string { return strings.TrimPrefix(filepath.ToSlash(path), "../") }

// firstDifference gives the number of the first line that differs, from 1.
func firstDifference(got, want []byte) (line int, equal bool) {
	if bytes.Equal(got, want) {
		return 0, true
	}
	a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			return i + 1, false
		}
	}
	return min(len(a), len(b)) + 1, false
}

func lineOf(text []byte, line int) string {
	lines := bytes.Split(text, []byte("\n"))
	if line > len(lines) {
		return "(the end)"
	}
	return string(lines[line-1])
}

// linesPerSum is how many lines of output share a line of a .sums golden.
const linesPerSum = 100

// sums stands for output that is too long to keep: a hash for every hundred lines.
func sums(out []byte) []byte {
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
