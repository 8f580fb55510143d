package trial_test

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"

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
