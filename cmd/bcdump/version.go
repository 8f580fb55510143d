package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/spf13/cobra"
)

// version is set by the linker: `make build` and releases take the tag, or the commit.
var version string

// versionText is the version; of a build by `go install` it is what the go command knows of the
// checkout, and "development" if that is nothing.
func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

// versionRun is `bcdump version`.
type versionRun struct{ streams *streams }

func newVersion(s *streams) *command {
	return &command{runner: versionRun{s}, Command: cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  counted(cobra.NoArgs),

		ValidArgsFunction: cobra.NoFileCompletions,
	}}
}

func (versionRun) add(*cobra.Command) {}

func (v versionRun) run(*cobra.Command, []string) error {
	_, err := io.WriteString(v.streams.out, versionLine())
	return err
}

// versionLine is what `bcdump version` and `bcdump --version` print.
var versionLine = sync.OnceValue(func() string {
	return fmt.Sprintf("bcdump %s (%s, %s/%s)\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
})
