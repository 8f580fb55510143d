package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode/filehash"
	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/installation"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// hashFlags are the flags of `bcdump hash` as they are written.
type hashFlags struct {
	outputFlags
	files string
	width int
}

func newHash(s *streams) *cobra.Command {
	var f hashFlags
	cmd := &cobra.Command{
		Use:   "hash TEXT...",
		Short: "Compute the hashes of file names, and of the files of an installation",
		Long: `Compute the hash that checksum messages have for each TEXT: the name of a file, of a
subdirectory, or the path of a directory without a slash at its end.

With --files FOLDER, hash the files of an installation of the game as a client does when a
host asks for checksums, round by round, and compare them with the published list.
docs/files.md explains the rounds and the hashes.`,
		Example: `  bcdump hash Akira.pyc scripts/ships
  bcdump hash --files ~/games/bc
  bcdump hash --files ~/games/bc -o json > mine.json && bcdump files --against mine.json battle.pcap`,
		RunE: func(_ *cobra.Command, texts []string) error {
			if err := f.check(texts); err != nil {
				return err
			}
			return f.run(s, texts)
		},
	}
	f.outputFlags.add(cmd, hashForms...)
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.files, "files", "", "hash the files of the installation in `FOLDER`")
	flags.IntVar(&f.width, "width", 0, "width of the tables in characters (default: that of the terminal)")
	flags.StringVar(&f.color, "color", "auto", "colour: auto, always, never")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no warnings on standard error")
	complete(cmd, "color", "auto", "always", "never")
	_ = cmd.MarkFlagDirname("files")
	return cmd
}

var hashForms = []string{"text", "json"}

// check says which flag is wrong.
func (f *hashFlags) check(texts []string) error {
	switch {
	case f.files == "" && len(texts) == 0:
		return errors.New("give a TEXT, or --files FOLDER")
	case f.files != "" && len(texts) > 0:
		return fmt.Errorf("--files: takes one folder and no text; %q is too much", texts[0])
	}
	if err := checkWidth(f.width); err != nil {
		return err
	}
	return f.checkOutput(hashForms...)
}

func (f *hashFlags) run(s *streams, texts []string) error {
	show, problems, err := f.prepare(s, texts)
	if err != nil {
		s.complain(err)
		return status(exitNothing)
	}
	r := reading{streams: s, write: f.write, besides: f.inputs}
	return r.into(func(out io.Writer) (int, error) {
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
func (f *hashFlags) inputs(yield func(input) bool) {
	if info, err := os.Stat(f.files); err == nil {
		yield(input{info, "the folder of --files"})
	}
}

// prepare computes what is to be shown; problems says that files could not be read.
func (f *hashFlags) prepare(s *streams, texts []string) (show func(io.Writer) error, problems bool, err error) {
	if f.files == "" {
		hashes, err := nameHashes(texts)
		return func(w io.Writer) error { return f.names(w, hashes) }, false, err
	}
	x, err := installation.Of(f.files)
	if err != nil {
		return nil, false, err
	}
	if !f.quiet {
		s.tellProblems("", x)
	}
	return func(w io.Writer) error { return f.installed(w, s, x) }, len(x.Problems) > 0, nil
}

// nameHashes hashes texts. The game writes Latin-1.
func nameHashes(texts []string) (*figures.NameHashes, error) {
	out := &figures.NameHashes{Version: figures.Version, Hashes: []figures.NameHash{}}
	for _, t := range texts {
		var b strings.Builder
		for _, c := range t {
			if c > 0xFF {
				return nil, fmt.Errorf("%q: %q is not a Latin-1 character, as names in the game have to be", t, c)
			}
			_ = b.WriteByte(byte(c))
		}
		out.Hashes = append(out.Hashes, figures.NameHash{Text: t, Hash: fmt.Sprintf("0x%08X", filehash.Name(b.String()))})
	}
	return out, nil
}

func (f *hashFlags) names(w io.Writer, hashes *figures.NameHashes) error {
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

func (f *hashFlags) installed(w io.Writer, s *streams, x *figures.Installation) error {
	if f.output == "json" {
		return render.WriteJSON(w, x)
	}
	return render.WriteInstallation(w, x, render.Options{Width: min(f.room(s, f.width), terminal.MaxWidth), Color: f.colored(s)})
}
