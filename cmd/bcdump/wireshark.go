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

// newWireshark makes the parent of what belongs to Wireshark.
func newWireshark(s *streams) *command {
	return parent("wireshark", "The plugin that shows exported captures in Wireshark", newPlugin(s))
}

// pluginRun is `bcdump wireshark plugin`.
type pluginRun struct {
	streams        *streams
	install, force bool
}

func newPlugin(s *streams) *command {
	return &command{runner: &pluginRun{streams: s}, Command: cobra.Command{
		Use:   "plugin",
		Short: "Print or install the plugin",
		Long: `Print the plugin for Wireshark and tshark: one Lua file, which shows what
"bcdump export wireshark" writes. --install puts it into the folder where Wireshark looks for the
plugins of a user, and prints where that is; Wireshark takes it when it starts next, or at once
with Analyze > Reload Lua Plugins. docs/guides/wireshark.md lists the filters that it gives.`,
		Example: `  bcdump wireshark plugin --install
  bcdump wireshark plugin > bcdump.lua && tshark -X lua_script:bcdump.lua -r battle.pcapng`,
		Args: counted(cobra.NoArgs),
	}}
}

func (f *pluginRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.install, "install", false, "put it into the plugin folder of the user")
	flags.BoolVar(&f.force, "force", false, "with --install: overwrite a file that is not a plugin of bcdump")
}

func (f *pluginRun) run(*cobra.Command, []string) error {
	s := f.streams
	if f.force && !f.install {
		return errors.New("--force needs --install")
	}
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
