package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

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

func newVersion(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  counted(cobra.NoArgs),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(s.out, versionLine())
			return err
		},
	}
}

// versionLine is what `bcdump version` and `bcdump --version` print.
func versionLine() string {
	return fmt.Sprintf("bcdump %s (%s, %s/%s)\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
