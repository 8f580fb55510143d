// Package enclosed keeps tests within their temporary folders. In come the tests of a package, out comes their
// exit status: 1 if they, or a program that they ran, left a file in the home of the user, in a folder of
// settings, beside their source or in the folder for temporary files. It knows nothing of this program, and
// only tests may import it.
package enclosed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Run runs tests with another home and another folder for temporary files, and looks at what is there
// afterwards.
func Run(tests interface{ Run() int }) int {
	if runtime.GOOS != "linux" {
		return tests.Run() // homes have other variables there
	}
	folder, err := enter()
	if err != nil {
		fmt.Fprintln(os.Stderr, "enclosed:", err)
		return 1
	}
	before := files(".")
	status := tests.Run()
	left := files(folder)
	for path := range files(".") {
		if !before[path] {
			left[path] = true
		}
	}
	for path := range left {
		fmt.Fprintln(os.Stderr, "enclosed: the tests have left", path)
		status = max(status, 1)
	}
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, "enclosed:", err)
		return 1
	}
	return status
}

// enter makes the folders, and has all programs take them for those of the user.
func enter() (folder string, err error) {
	// What the go command has built and downloaded stays where it is.
	if err := keep("GOCACHE", "GOMODCACHE", "GOPATH", "GOENV"); err != nil {
		return "", err
	}
	if folder, err = os.MkdirTemp("", "enclosed"); err != nil {
		return "", err
	}
	for name, below := range map[string]string{
		"HOME": "home", "XDG_CONFIG_HOME": "home/.config", "XDG_CACHE_HOME": "home/.cache", "XDG_DATA_HOME": "home/data", "XDG_STATE_HOME": "home/state",
		"TMPDIR": "tmp",
	} {
		path := filepath.Join(folder, below)
		err = errors.Join(err, os.MkdirAll(path, 0o700), os.Setenv(name, path))
	}
	// Else the go command leaves a process behind that counts, and that writes while the folder is removed.
	counts := filepath.Join(folder, "home", ".config", "go", "telemetry")
	return folder, errors.Join(err, os.MkdirAll(counts, 0o700), os.WriteFile(filepath.Join(counts, "mode"), []byte("off\n"), 0o600))
}

// keep sets variables to the values that the go command has for them, if there is one.
func keep(names ...string) error {
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil // then no test builds anything
	}
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		if err := os.Setenv(names[i], value); err != nil {
			return err
		}
	}
	return nil
}

// files lists the files below a folder, without those that the go command keeps of itself.
func files(folder string) map[string]bool {
	found := map[string]bool{}
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // it has gone
		case entry.IsDir() && strings.HasSuffix(path, "/.config/go"):
			return fs.SkipDir
		case !entry.IsDir():
			found[path] = true
		}
		return nil
	})
	return found
}
