package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/installation"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// hashRun is `bcdump hash`.
type hashRun struct {
	reading
	folder string // of an installation; "" = texts are hashed
}

func newHash(s *streams) *command {
	return &command{runner: &hashRun{reading: reading{streams: s}}, Command: cobra.Command{
		Use:   "hash TEXT...",
		Short: "Compute the hashes of file names, and of the files of an installation",
		Long: `Compute the hash that checksum messages have for each TEXT: the name of a file, of a
subdirectory, or the path of a directory without a slash at its end.

With --files FOLDER, hash the files of an installation of the game as a client does when a
host asks for checksums, round by round, and compare them with the published list.
docs/reference/files.md explains the rounds and the hashes.`,
		Example: `  bcdump hash Akira.pyc scripts/ships
  bcdump hash --files ~/games/bc
  bcdump hash --files ~/games/bc -o json > mine.json && bcdump files --against mine.json battle.pcap`,
	}}
}

func (f *hashRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.addOutput(cmd, "text", "json")
	flags.StringVar(&f.folder, "files", "", "hash the files of the installation in `FOLDER`")
	addWidth(cmd, &f.width, wideTables)
	f.addColor(cmd)
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print no warnings on standard error")
	_ = cmd.MarkFlagDirname("files")
}

func (f *hashRun) run(_ *cobra.Command, texts []string) error {
	switch {
	case f.folder == "" && len(texts) == 0:
		return errors.New("give a TEXT, or --files FOLDER")
	case f.folder != "" && len(texts) > 0:
		return fmt.Errorf("--files: takes one folder and no text; %q is too much", texts[0])
	}
	show, problems, err := f.prepare(texts)
	if err != nil {
		f.complain(err)
		return status(exitNothing)
	}
	f.besides = f.inputs
	return f.into(func(out io.Writer) (int, error) {
		if err := show(out); err != nil || !problems {
			return exitOK, err
		}
		return exitDamaged, nil
	})
}

// tellProblems says which files of an installation could not be read.
func (s *streams) tellProblems(flag string, x *figures.Installation) {
	for _, p := range x.Problems {
		s.tell(s.palette().Note, "bcdump: warning:", flag+printable.Text(p.Path+": "+p.Error))
	}
}

// inputs gives the folder, which is not to be written over.
func (f *hashRun) inputs(yield func(input) bool) {
	if info, err := os.Stat(f.folder); err == nil {
		yield(input{info, "the folder of --files"})
	}
}

// prepare computes what is to be shown; problems says that files could not be read.
func (f *hashRun) prepare(texts []string) (show func(io.Writer) error, problems bool, err error) {
	if f.folder == "" {
		hashes, err := installation.Names(texts)
		return func(w io.Writer) error { return f.names(w, hashes) }, false, err
	}
	x, err := installation.Of(f.folder)
	if err != nil {
		return nil, false, err
	}
	if !f.quiet {
		f.streams.tellProblems("", x)
	}
	return func(w io.Writer) error { return f.installed(w, x) }, len(x.Problems) > 0, nil
}

func (f *hashRun) names(w io.Writer, hashes *figures.NameHashes) error {
	if f.output == "json" {
		return render.WriteJSON(w, hashes)
	}
	for _, h := range hashes.Hashes {
		if _, err := fmt.Fprintf(w, "%s  %s\n", h.Hash, printable.Text(h.Text)); err != nil {
			return err
		}
	}
	return nil
}

func (f *hashRun) installed(w io.Writer, x *figures.Installation) error {
	if f.output == "json" {
		return render.WriteJSON(w, x)
	}
	return render.WriteInstallation(w, x, render.Options{Width: min(f.room(f.streams), terminal.MaxWidth), Color: f.colored()})
}
