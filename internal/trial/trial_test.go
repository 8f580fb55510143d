package trial_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcdump/internal/must"
	"bcdump/internal/trial"
)

// The program is linked once: the second who asks is given the same file.
func TestBuilt(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	path := must.Get(trial.Built())(t)
	if again, err := trial.Built(); err != nil || again != path {
		t.Errorf("%s, then %s: %v", path, again, err)
	}
	cmd := exec.Command(path, "version")
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), "bcdump ") {
		t.Errorf("%q: %v", out, err)
	}
	if most := trial.Peak(cmd.ProcessState); runtime.GOOS == "linux" && most < 1<<20 {
		t.Errorf("it took %d bytes at most", most)
	}
}

// A process is watched to its end or to the limit, and how it ended is told.
func TestWatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	var said trial.Head
	cmd := exec.Command("sh", "-c", "echo wrong >&2; exit 3")
	cmd.Stderr = &said
	seen := 0
	r, err := trial.Watch(cmd, time.Minute, func(p *os.Process) { seen = p.Pid })
	if err != nil || r.Status != 3 || r.Hung || r.Wall <= 0 || seen == 0 || said.String() != "wrong\n" {
		t.Errorf("%+v, %v, %q", r, err, said.String())
	}
	if r, err = trial.Watch(exec.Command("sleep", "60"), 20*time.Millisecond, nil); err != nil || !r.Hung || r.Status != -1 || r.Signal != syscall.SIGKILL {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err = trial.Watch(exec.Command("./nobody"), time.Minute, nil); err == nil {
		t.Error("a program that is not there was run")
	}
	if n, err := said.Write(make([]byte, 1<<20)); n != 1<<20 || err != nil || said.Len() > 1<<16 {
		t.Errorf("%d bytes are kept", said.Len())
	}
}
