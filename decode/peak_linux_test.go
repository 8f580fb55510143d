package decode_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/trial"
)

// mostMemory is what the program may take for any capture of the corpus, itself
// included; docs/reference/limits.md says so.
const mostMemory = 64e6

// TestPeakMemory runs the program on every capture of the corpus, in every form, with
// two workers, and asks the system how much memory it had at most. An ordinary run takes the
// forms in turn.
func TestPeakMemory(t *testing.T) {
	if testing.Short() || heavy.Race {
		t.Skip("runs the program hundreds of times")
	}
	if os.Getenv(alone) == "" {
		runAlone(t)
		return
	}
	program := buildProgram(t)
	entries := must.Get(os.ReadDir(corpusDir))(t)
	var worst int64
	var which string
	runs := 0
	forms := []string{"", "-o json --hex", "--hex --explain"}
	for i, e := range heavy.Some(entries, 12) {
		if e.IsDir() || e.Name() == "TESTLIST" || strings.HasSuffix(e.Name(), ".golden") {
			continue
		}
		turn := i % len(forms)
		for _, form := range heavy.Scale(forms[turn:turn+1], forms) {
			got := peakOf(program, form, e.Name())
			runs++
			if got > mostMemory {
				t.Errorf("%s %s: %d bytes", e.Name(), form, got)
			}
			if got > worst {
				worst, which = got, e.Name()+" "+form
			}
		}
	}
	if runs < heavy.Scale(6, 200) {
		t.Errorf("%d runs", runs)
	}
	t.Logf("%d runs, at most %.1f MB: %s", runs, float64(worst)/1e6, which)
}

// builtProgram is the environment variable that tells a test that runs alone where the program is.
const builtProgram = "BCDUMP_TEST_PROGRAM"

// buildProgram gives bcdump. It looks at the files that only the program reads, so that the go command does not take
// an earlier run of these tests for good when one of them has changed.
func buildProgram(t *testing.T) string {
	t.Helper()
	if path := os.Getenv(builtProgram); path != "" {
		return path
	}
	for _, pattern := range []string{"../cmd/bcdump/*.go", "../report/*/*.go", "../internal/*/*.go", corpusDir + "/*"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			must.Get(os.Stat(file))(t)
		}
	}
	return must.Get(trial.Built())(t)
}

// alone is set for a run of the test in a process of its own.
const alone = "BCDUMP_PEAK_ALONE"

// runAlone runs the test again in a fresh process: the system counts the memory of the
// parent for a child until that runs its own program, and other tests take a lot.
func runAlone(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), alone+"=1", builtProgram+"="+buildProgram(t))
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// peakOf gives the most memory that a run had, in bytes. The system counts pages of the
// program too.
func peakOf(program, form, capture string) int64 {
	args := append([]string{"decode", "-q", "-j", "2"}, strings.Fields(form)...)
	cmd := exec.Command(program, append(args, filepath.Join(corpusDir, capture))...)
	_ = cmd.Run() // the status is that of TestCorpus
	return trial.Peak(cmd.ProcessState)
}
