// Package trial builds bcdump for tests that run it as a process, and tells how much memory a process
// took. In comes what the system says of it, out come a path and a number. It must not know what a command
// does, and imports nothing of ours.
package trial

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Built gives the path of bcdump, built of this source. It lies in the build cache, where the go
// command finds it again: however many tests ask, it is linked once.
func Built() (string, error) {
	const tries = 2 // the run that links it gives a path that goes with the run
	for range tries {
		// The go command runs what it has built by another program: one that prints its path.
		cmd := exec.Command("go", "run", "-exec", "go version", "bcdump/cmd/bcdump")
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("go run: %w\n%s", err, &said)
		}
		path := string(out)[:max(strings.LastIndex(string(out), ": "), 0)]
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("the go command does not keep what it has built; see GOCACHE")
}
