package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"bcdump/internal/foreign"
	"bcdump/internal/printable"
	"bcdump/report/wireshark"
)

// pluginRun is `bcdump export wireshark --plugin`.
type pluginRun struct {
	streams               *streams
	asked, install, force bool
}

func (f *pluginRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.asked, "plugin", false, "print the plugin for Wireshark and tshark, in place of a capture")
	flags.BoolVar(&f.install, "install", false, "with --plugin: put it into the plugin folder of the user, and print where that is")
	flags.BoolVar(&f.force, "force", false, "with --install: overwrite a file that is not a plugin of bcdump")
}

// check says which flag is wrong.
func (f *pluginRun) check() error {
	switch {
	case f.install && !f.asked:
		return errors.New("--install needs --plugin")
	case f.force && !f.install:
		return errors.New("--force needs --install")
	}
	return nil
}

// run prints or installs the plugin.
func (f *pluginRun) run() error {
	s := f.streams
	do := func() error { return f.write(s.out) }
	if f.install {
		do = f.put
	}
	err := do()
	if err != nil && !closedPipe(err) {
		s.complain(err)
		return status(exitNothing)
	}
	return nil
}

// put installs the plugin, and says where.
func (f *pluginRun) put() error {
	folder, err := wireshark.PluginFolder(runtime.GOOS, os.Getenv)
	if err != nil {
		return fmt.Errorf("--install: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("--install: %w", err)
	}
	path := filepath.Join(folder, "bcdump.lua")
	if err := f.mayReplace(path); err != nil {
		return err
	}
	if err := f.streams.toFile("--install", path, f.write); err != nil {
		return err
	}
	_, err = fmt.Fprintln(f.streams.out, printable.Text(path))
	return err
}

func (f *pluginRun) write(w io.Writer) error {
	return wireshark.WritePlugin(w, "bcdump "+versionText())
}

// mayReplace refuses to write over what is no plugin of bcdump.
func (f *pluginRun) mayReplace(path string) error {
	head, err := foreign.Head(path, int64(len(wireshark.Mark)))
	switch {
	case errors.Is(err, fs.ErrNotExist) || f.force:
		return nil
	case err != nil:
		return fmt.Errorf("--install: %w", err)
	case string(head) != wireshark.Mark:
		return fmt.Errorf("--install: %s is not a plugin of bcdump; use --force to overwrite it", path)
	}
	return nil
}
