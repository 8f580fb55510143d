package decode_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestBlockedReader runs the program into a pipe that nobody reads from, as `bcdump decode |
// less` does: it stops reading, and takes no more memory for a capture six times as long. Nor does
// it take more than it may when the reader comes back.
func TestBlockedReader(t *testing.T) {
	if testing.Short() || heavy.Race {
		t.Skip("writes and reads megabytes")
	}
	if os.Getenv(alone) == "" {
		runAlone(t)
		return
	}
	program := buildProgram(t)
	forms := [][]string{{"-o", "json"}, {"--hex", "--explain"}}
	for i, kind := range hostile.Kinds {
		if i%heavy.Scale(17, 1) != 1%heavy.Scale(17, 1) || kind.Silent { // an ordinary run takes one kind in 17
			continue
		}
		t.Log(kind.Name)
		folder := t.TempDir()
		short, long := filepath.Join(folder, "short.pcap"), filepath.Join(folder, "long.pcap")
		writeCapture(t, short, shortCapture, kind.Next)
		writeCapture(t, long, times*shortCapture, kind.Next)
		jobs := heavy.Scale("64", []string{"2", "64"}[i/2%2])
		args := append([]string{"decode", "-q", "-j", jobs}, forms[i%2]...) // in turn
		// The collector of garbage is not always in time; what really grows, grows every time.
		tries := 0
		for tries < 3 && !waits(t, program, args, short, long) {
			tries++
		}
		if tries == 3 {
			t.Errorf("%s %v: does not wait for its reader", kind.Name, args)
		}
	}
}

// shortCapture is the size of the shorter capture: more than the program may read of it while
// it waits. The other one is so many times as long.
const (
	shortCapture = 4 << 20
	times        = 6
)

// waits reports whether the program takes little memory for both captures, and reads little of
// them, while nobody reads what it says, and takes little when somebody does. The short capture is
// how the long one begins, so the reader comes back for the long one only.
func waits(t *testing.T, program string, args []string, short, long string) bool {
	t.Helper()
	const mostReadAhead = 3e6
	small, large := start(t, program, args, short), start(t, program, args, long)
	defer large.end()
	untilQuiet(t, small, large)
	small.note(t)
	large.note(t)
	small.end()
	peak := large.readOn(t)
	t.Logf("%v: peak %.1f MB, %.1f MB with six times the length, %.1f MB of it read; %.1f MB when the reader is back",
		args, small.memory/1e6, large.memory/1e6, large.read/1e6, peak/1e6)
	return large.memory <= small.memory+12e6 && large.read <= mostReadAhead && max(small.memory, peak) <= mostMemory
}

func writeCapture(t *testing.T, path string, size int, next func(*hostile.Writer, int)) {
	t.Helper()
	out := must.Get(os.Create(path))(t)
	must.Get(io.Copy(out, &hostile.Capture{Next: next, Bytes: size}))(t)
	must.Do(t, out.Close())
}

// blockedRun is a run of the program whose output nobody reads.
type blockedRun struct {
	cmd     *exec.Cmd
	out     io.ReadCloser
	process string  // folder below /proc
	memory  float64 // bytes that it took at most until it waited for its reader
	read    float64 // bytes of the capture that it had read by then
}

func start(t *testing.T, program string, args []string, capture string) *blockedRun {
	t.Helper()
	cmd := exec.Command(program, append(args[:len(args):len(args)], capture)...)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	return &blockedRun{cmd: cmd, out: out, process: fmt.Sprintf("/proc/%d/", cmd.Process.Pid)}
}

// note takes down what the run has used so far.
func (r *blockedRun) note(t *testing.T) {
	t.Helper()
	r.memory, r.read = r.peak(t), procNumber(t, r.process+"io", `rchar: (\d+)`)
}

// readOn reads a while, and gives the memory that the run took at most; it must have more to
// say even then, or there is nobody left to ask.
func (r *blockedRun) readOn(t *testing.T) float64 {
	t.Helper()
	const while = 24 << 20 // bytes of output: three times all that can be on its way
	if _, err := io.CopyN(io.Discard, r.out, while); err != nil {
		t.Errorf("%v: the capture is too short for the test: %v", r.cmd.Args, err)
		return r.memory
	}
	return r.peak(t)
}

func (r *blockedRun) peak(t *testing.T) float64 {
	t.Helper()
	return 1024 * procNumber(t, r.process+"status", `VmHWM:\s+(\d+)`)
}

func (r *blockedRun) end() {
	_ = r.out.Close()
	_ = r.cmd.Wait() // the status is that of a closed pipe
}

// untilQuiet waits until all runs have done nothing for a while.
func untilQuiet(t *testing.T, runs ...*blockedRun) {
	t.Helper()
	last, since := "", time.Now()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		work := ""
		for _, r := range runs {
			work += r.work(t)
		}
		if work != last {
			last, since = work, time.Now()
		}
		if time.Since(since) > 300*time.Millisecond {
			return
		}
	}
	t.Fatal("the program does not come to rest")
}

// work is another text whenever the run has computed or read something.
func (r *blockedRun) work(t *testing.T) string {
	t.Helper()
	stat := must.Get(os.ReadFile(r.process + "stat"))(t)
	waiting := fmt.Sprint(strings.Fields(string(stat))[13:15], procNumber(t, r.process+"io", `rchar: (\d+)`))
	threads := must.Get(filepath.Glob(r.process + "task/*/stat"))(t)
	for _, thread := range threads { // on a busy machine one that would work waits for its turn
		if stat, err := os.ReadFile(thread); err == nil && !bytes.Contains(stat, []byte(") S ")) {
			return waiting + time.Now().String()
		}
	}
	return waiting
}

// procNumber reads a number from a file of /proc.
func procNumber(t *testing.T, path, pattern string) float64 {
	t.Helper()
	found := regexp.MustCompile(pattern).FindSubmatch(must.Get(os.ReadFile(path))(t))
	if found == nil {
		t.Fatalf("%s: no %s", path, pattern)
	}
	return must.Get(strconv.ParseFloat(string(found[1]), 64))(t)
}
