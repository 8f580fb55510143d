package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/page"
	"bcdump/report/render"
	"bcdump/report/replay"
)

// reportOptions are the flags of `bcdump report`, checked.
type reportOptions struct {
	reading
	page   string // file or folder of the pages; "" = the working directory
	index  string // page that lists the others; "" = none
	force  bool
	open   bool
	listed []indexEntry
}

// reportFlags are the flags as they are written.
type reportFlags struct {
	inputFlags
	outputFlags
	index       string
	force, open bool
}

// newReport makes the command.
func newReport(s *streams) *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Write a page that shows the battle: a replay in space, charts, tables",
		Long: `Write one HTML file for each capture, to look at in a browser: the battle as a replay, with
ships, shots, shields and what was said; charts of the traffic; the tables of match, stats and
check. It needs no network and sends nothing. FILE may be anything that "bcdump decode" reads.

battle.pcap gives battle.pcap.html in the working directory, unless -w says otherwise; the names
of the pages are printed. --open shows the page in the browser. A file that is no page of bcdump
is not written over without --force.

docs/report.md explains the page, and what -o json prints: the data that it shows.`,
		Example: `  bcdump report battle.pcap
  bcdump report -w battle.html battle.pcap
  bcdump report --index battles.html battle.pcap late.pcap
  bcdump report -o json battle.pcap | jq '.summary[]'`,
		Args: counted(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, files []string) error {
			o, err := f.check(s, files)
			if err != nil {
				return err
			}
			if f.output == "json" {
				return o.into(o.runJSON)
			}
			return o.pages()
		},
	}
	f.add(cmd)
	return cmd
}

// reportForms are the forms of the output, the usual one first.
var reportForms = []string{"html", "json"}

func (f *reportFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.output, "output", "o", reportForms[0], "form of the output: "+strings.Join(reportForms, ", "))
	flags.StringVarP(&f.write, "write", "w", "", "write the page to `FILE`, or the pages into an existing folder; with -o json instead of standard output")
	complete(cmd, "output", reportForms...)
	flags.StringVar(&f.index, "index", "", "write a page to `FILE` that lists the pages")
	flags.BoolVar(&f.force, "force", false, "write over files that are no pages of bcdump")
	flags.BoolVar(&f.open, "open", false, "show the page in the browser: of several captures the index, or the first")
	f.addDecoding(cmd)
	f.addJobs(cmd)
	f.addManners(cmd)
}

// check turns the flags into options, or says which one is wrong.
func (f *reportFlags) check(s *streams, files []string) (*reportOptions, error) {
	if err := f.checkOutput(reportForms...); err != nil {
		return nil, err
	}
	if f.output == "json" && (f.index != "" || f.force || f.open) {
		return nil, errors.New("--index, --force and --open are about pages: they go with -o html")
	}
	options, err := f.options(s)
	if err != nil {
		return nil, err
	}
	o := &reportOptions{reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags), page: f.write, index: f.index, force: f.force, open: f.open}
	o.late = true
	if f.output == "html" {
		err = o.checkPages()
	}
	return o, err
}

// checkPages refuses captures whose pages would be one.
func (o *reportOptions) checkPages() error {
	if len(o.files) > 1 && o.page != "" && !isFolder(o.page) {
		return fmt.Errorf("--write: %s is no folder: several captures make several pages", o.page)
	}
	known := map[string]string{}
	if o.index != "" {
		known[whole(o.index)] = "the index"
	}
	for _, file := range o.files {
		page := o.pageOf(file)
		if other := known[whole(page)]; other != "" {
			return fmt.Errorf("%s and %s would have the same page, %s", other, file, page)
		}
		known[whole(page)] = file
	}
	return nil
}

// whole is the path from the root, without links, so that two names of one file are equal.
func whole(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(folder, filepath.Base(path))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// replayOf reads a capture.
func (o *reportOptions) replayOf(c *decode.Capture) (*figures.Replay, error) {
	return replay.Of(c.Name(), c, replay.Options{Ships: o.options.Ships, Program: "bcdump " + versionText()})
}

// runJSON reads the files one after the other and writes what their pages show.
func (o *reportOptions) runJSON(out io.Writer) (worst int, err error) {
	limitMemory(reportMemory, half)
	return o.each(func(c *decode.Capture) error {
		r, err := o.replayOf(c)
		if err != nil {
			return err
		}
		return render.WriteJSON(out, r)
	})
}

// pages writes a page for each file. It gives the status of the run as an error.
func (o *reportOptions) pages() error {
	limitMemory(reportMemory, half)
	worst, err := o.each(o.writePage)
	if err == nil {
		err = o.conclude()
	}
	if err != nil && !closedPipe(err) {
		o.complain(err)
		worst = exitNothing
	}
	if worst != exitOK {
		return status(worst)
	}
	return nil
}

// conclude writes the index, and shows what was written.
func (o *reportOptions) conclude() error {
	if len(o.listed) == 0 {
		return nil
	}
	if o.index != "" {
		if err := o.write(o.index, func(w io.Writer) error { return writeIndex(w, filepath.Dir(o.index), o.listed) }); err != nil {
			return err
		}
		if err := o.tellPath(o.index); err != nil {
			return err
		}
	}
	if o.open {
		return o.show()
	}
	return nil
}

// tellPath prints where a page is.
func (o *reportOptions) tellPath(path string) error {
	_, err := fmt.Fprintln(o.streams.out, printable.Text(path))
	return err
}

func (o *reportOptions) writePage(c *decode.Capture) error {
	path := o.pageOf(c.Name())
	if err := o.mayWrite(path); err != nil {
		return err
	}
	r, err := o.replayOf(c)
	if err != nil {
		return err
	}
	if err := o.write(path, func(w io.Writer) error { return page.Write(w, r) }); err != nil {
		return err
	}
	o.listed = append(o.listed, indexEntry{path, r})
	return o.tellPath(path)
}

// pageOf names the page of a capture.
func (o *reportOptions) pageOf(capture string) string {
	name := filepath.Base(capture)
	if capture == "-" || capture == stdinName {
		name = "capture"
	}
	switch {
	case o.page == "":
		return name + ".html"
	case isFolder(o.page):
		return filepath.Join(o.page, name+".html")
	}
	return filepath.Clean(o.page)
}
