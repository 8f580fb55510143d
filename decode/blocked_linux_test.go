package decode_test

import (
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
)

// TestBlockedReader runs the program into a pipe that nobody reads from, as `bcdump decode |
// less` does: it stops reading, and takes no more memory for a capture ten times as long. Nor does
// it take more than it may when the reader comes back.
func TestBlockedReader(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("writes and reads megabytes")
	}
	if os.Getenv(alone) == "" {
		runAlone(t)
		return
	}
	program := buildProgram(t)
	forms := [][]string{{"-o", "json"}, {"--hex", "--explain"}}
	for i, kind := range hostile.Kinds {
		if i%heavy.Scale(3, 1) != 1%heavy.Scale(3, 1) || kind.Silent { // an ordinary run takes one kind in three
			continue
		}
		t.Log(kind.Name)
		short := filepath.Join(t.TempDir(), "short.pcap")
		long := filepath.Join(t.TempDir(), "long.pcap")
		size := heavy.Scale(4<<20, 10<<20)
		writeCapture(t, short, size, kind.Next)
		writeCapture(t, long, 10*size, kind.Next)
		for n, form := range heavy.Scale(forms[i%2:i%2+1], forms) {
			jobs := heavy.Scale("64", []string{"2", "64"}[(i+n)%2])
			args := append([]string{"decode", "-q", "-j", jobs}, form...)
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
}

// waits reports whether the program takes little memory for both captures, and reads little of
// them, while nobody reads what it says, and takes little when somebody does.
func waits(t *testing.T, program string, args []string, short, long string) bool {
	t.Helper()
	const mostReadAhead = 3e6
	small := blockedRun(t, program, args, short)
	large := blockedRun(t, program, args, long)
	t.Logf("%v: peak %.1f MB, %.1f MB with ten times the length, %.1f MB of it read; %.1f and %.1f MB when the reader is back",
		args, small.blocked/1e6, large.blocked/1e6, large.read/1e6, small.peak/1e6, large.peak/1e6)
	return large.blocked <= small.blocked+12e6 && large.read <= mostReadAhead && max(small.peak, large.peak) <= mostMemory
}

func writeCapture(t *testing.T, path string, size int, next func(*hostile.Writer, int)) {
	t.Helper()
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, &hostile.Capture{Next: next, Bytes: size}); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// memoryUse is what a run took, in bytes.
type memoryUse struct {
	blocked float64 // memory, at most, until it waited for its reader
	read    float64 // of the capture, until then
	peak    float64 // memory, at most, in all
}

// blockedRun runs the program until it waits for its reader, who then comes back for a while.
func blockedRun(t *testing.T, program string, args []string, capture string) (use memoryUse) {
	t.Helper()
	cmd := exec.Command(program, append(args, capture)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	process := fmt.Sprintf("/proc/%d/", cmd.Process.Pid)
	untilQuiet(t, process)
	use.blocked = 1024 * procNumber(t, process+"status", `VmHWM:\s+(\d+)`)
	use.read = procNumber(t, process+"io", `rchar: (\d+)`)
	const whileBack = 64 << 20 // bytes of output: hundreds of batches
	_, err = io.CopyN(io.Discard, out, whileBack)
	use.peak = use.blocked
	if err == nil { // it has more to say, so it is still there
		use.peak = 1024 * procNumber(t, process+"status", `VmHWM:\s+(\d+)`)
	}
	_ = out.Close()
	_ = cmd.Wait() // the status is that of a closed pipe
	return use
}

// untilQuiet waits until a process has done nothing for a while.
func untilQuiet(t *testing.T, process string) {
	t.Helper()
	last, since := "", time.Now()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		stat, err := os.ReadFile(process + "stat")
		if err != nil {
			t.Fatal(err)
		}
		times := strings.Join(strings.Fields(string(stat))[13:15], " ")
		reads := fmt.Sprint(times, procNumber(t, process+"io", `rchar: (\d+)`))
		if reads != last {
			last, since = reads, time.Now()
		}
		if time.Since(since) > 300*time.Millisecond {
			return
		}
	}
	t.Fatal("the program does not come to rest")
}

// procNumber reads a number from a file of /proc.
func procNumber(t *testing.T, path, pattern string) float64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s: no %s", path, pattern)
	}
	n, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
