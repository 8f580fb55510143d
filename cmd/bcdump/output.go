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
	path string
	stop chan os.Signal
}

// newOutput opens the file at path, or takes standard output if path is empty.
func newOutput(path string, s *streams) (*output, error) {
	if path == "" {
		return &output{Writer: s.out}, nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("--write: %w", err)
	}
	o := &output{Writer: f, file: f, path: path, stop: make(chan os.Signal, 1)}
	o.removeOnInterrupt()
	return o, nil
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
	if o.file == nil {
		return nil
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
