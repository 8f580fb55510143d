package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// output is where the data goes: standard output, or a file that appears under
// its name only when it is complete.
type output struct {
	io.Writer
	file *os.File
	path string // of the file that file becomes; "" = it is written to as it is
	stop chan os.Signal
}

// newOutput opens the file at path, or takes standard output if path is empty.
// captures are the files being read, which are not to be lost.
func newOutput(path string, captures []string, s *streams) (*output, error) {
	if path == "" {
		return &output{Writer: s.out}, nil
	}
	// A symbolic link stays one: what it leads to is replaced.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	special, err := checkTarget(path, captures)
	if err != nil {
		return nil, fmt.Errorf("--write: %w", err)
	}
	if special {
		return newDevice(path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("--write: %w", err)
	}
	o := &output{Writer: f, file: f, path: path, stop: make(chan os.Signal, 1)}
	o.removeOnInterrupt()
	return o, nil
}

// checkTarget refuses what cannot be or should not be replaced; special = it is there
// and no ordinary file, such as a pipe or /dev/null.
func checkTarget(path string, captures []string) (special bool, err error) {
	there, err := os.Stat(path)
	switch {
	case err != nil:
		return false, nil // it will be made
	case there.IsDir():
		return false, fmt.Errorf("%s: is a directory", path)
	case !there.Mode().IsRegular():
		return true, nil
	}
	for _, capture := range captures {
		if read, err := os.Stat(capture); err == nil && os.SameFile(there, read) {
			return false, fmt.Errorf("%s is one of the captures", path)
		}
	}
	return false, nil
}

func newDevice(path string) (*output, error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("--write: %w", err)
	}
	return &output{Writer: f, file: f}, nil
}

// removeOnInterrupt keeps an interrupted run from leaving half a file behind.
func (o *output) removeOnInterrupt() {
	signal.Notify(o.stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, interrupted := <-o.stop; interrupted {
			_ = os.Remove(o.file.Name())
			os.Exit(exitNothing)
		}
	}()
}

// finish gives the file its name if the run was complete, and removes it if not.
func (o *output) finish(complete bool) error {
	switch {
	case o.file == nil:
		return nil
	case o.path == "":
		return o.file.Close()
	}
	signal.Stop(o.stop)
	close(o.stop)
	err := o.file.Close()
	if err == nil && complete {
		err = os.Chmod(o.file.Name(), 0o644)
	}
	if err == nil && complete {
		return os.Rename(o.file.Name(), o.path)
	}
	_ = os.Remove(o.file.Name())
	return err
}
