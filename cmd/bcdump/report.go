package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/pkg/browser"
	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/foreign"
	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/page"
	"bcdump/report/render"
	"bcdump/report/replay"
	"bcdump/report/share"
)

// reportRun is `bcdump report`.
type reportRun struct {
	reading
	factsFlags
	index       string // page that lists the others; "" = none
	force, open bool
	share       bool
	listed      []page.Entry
}

func newReport(s *streams) *command {
	return &command{runner: &reportRun{reading: reading{streams: s}}, memory: factsMemory, Command: cobra.Command{
		Use:   "report FILE...",
		Short: "Write a page that shows the battle: a replay in space, charts, tables",
		Long: `Write one HTML file for each capture, to look at in a browser: the battle as a replay, with
ships, shots, shields and what was said; charts of the traffic; the tables of match, stats and
check. It needs no network and sends nothing. FILE may be anything that "bcdump decode" reads.

battle.pcap gives battle.pcap.html in the working directory, unless -w says otherwise; the names
of the pages are printed. --open shows the page in the browser. A file that is no page of bcdump
is not written over without --force.

docs/reference/report.md explains the page, and what -o json prints: the data that it shows.`,
		Example: `  bcdump report battle.pcap
  bcdump report -w battle.html battle.pcap
  bcdump report --index battles.html battle.pcap late.pcap
  bcdump report -o json battle.pcap | jq '.summary[]'`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *reportRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addForm(cmd, "html", "json")
	flags.StringVarP(&o.write, "write", "w", "", "write the page to `FILE`, or the pages into an existing folder; with -o json instead of standard output")
	flags.StringVar(&o.index, "index", "", "write a page to `FILE` that lists the pages")
	flags.BoolVar(&o.force, "force", false, "overwrite files that are not pages of bcdump")
	flags.BoolVar(&o.open, "open", false, "show the page in the browser: of several captures the index, or the first")
	flags.BoolVar(&o.share, "share", false, "show the capture as \"bcdump share\" writes it: other addresses, names and chat, no passwords")
	o.addFacts(cmd, "")
	o.addUnfiltered(cmd)
	o.addManners(cmd)
}

func (o *reportRun) run(_ *cobra.Command, files []string) error {
	if o.output == "json" && (o.index != "" || o.force || o.open) {
		return errors.New("--index, --force and --open need -o html")
	}
	if err := o.checkFacts(); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late = true
	if o.output == "json" {
		return o.into(func(out io.Writer) (int, error) {
			return perFile(&o.reading, o.replayOf, func(r *figures.Replay) error { return render.WriteJSON(out, r) })
		})
	}
	if err := o.checkPages(); err != nil {
		return err
	}
	return o.pages()
}

// checkPages refuses captures whose pages would be one.
func (o *reportRun) checkPages() error {
	if len(o.files) > 1 && o.write != "" && !isFolder(o.write) {
		return fmt.Errorf("--write: %s is not a folder, and several captures make several pages; name an existing folder", o.write)
	}
	known := map[string]string{}
	if o.index != "" {
		known[written(o.index)] = "the index"
	}
	for _, file := range o.files {
		page := o.pageOf(file)
		if other := known[written(page)]; other != "" {
			return fmt.Errorf("%s and %s would have the same page, %s; run bcdump for each, with its own -w", other, file, page)
		}
		known[written(page)] = file
	}
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// replayOf reads a capture.
func (o *reportRun) replayOf(c *decode.Capture) (*figures.Replay, error) {
	if o.share {
		shared, err := o.shared(c)
		if err != nil {
			return nil, err
		}
		c = shared
	}
	f, err := o.facts(c, &o.factsFlags, nil)
	if err != nil {
		return nil, err
	}
	return replay.Of(f, replay.Options{Ships: o.options.Ships, Program: "bcdump " + versionText()}), nil
}

// shared gives a capture as it can be shown to others. It is rewritten while it is read.
func (o *reportRun) shared(c *decode.Capture) (*decode.Capture, error) {
	in, out := io.Pipe()
	go func() {
		w, info := capture.NewPcapngWriter(out), c.Info()
		w.From("", &info)
		err := share.New(share.Options{}, share.NewKey()).Rewrite(c, w)
		_ = out.CloseWithError(errors.Join(err, w.Close()))
	}()
	return decode.Open(filepath.Base(c.Name()), in, o.options)
}

// pages writes a page for each file. It gives the status of the run as an error.
func (o *reportRun) pages() error {
	worst, err := o.each(o.pageFor)
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
func (o *reportRun) conclude() error {
	if len(o.listed) == 0 {
		return nil
	}
	if o.index != "" {
		index := func(w io.Writer) error { return page.WriteIndex(w, filepath.Dir(o.index), versionText(), o.listed) }
		if err := o.writePage(o.index, index); err != nil {
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
func (o *reportRun) tellPath(path string) error {
	_, err := fmt.Fprintln(o.streams.out, printable.Text(path))
	return err
}

func (o *reportRun) pageFor(c *decode.Capture) error {
	path := o.pageOf(c.Name())
	if err := o.mayWrite(path); err != nil {
		return err
	}
	r, err := o.replayOf(c)
	if err != nil {
		return err
	}
	if err := o.writePage(path, func(w io.Writer) error { return page.Write(w, r) }); err != nil {
		return err
	}
	o.listed = append(o.listed, page.NewEntry(path, r))
	return o.tellPath(path)
}

// pageOf names the page of a capture.
func (o *reportRun) pageOf(capture string) string {
	name := filepath.Base(capture)
	if capture == "-" || capture == stdinName {
		name = "capture"
	}
	switch {
	case o.write == "":
		return name + ".html"
	case isFolder(o.write):
		return filepath.Join(o.write, name+".html")
	}
	return filepath.Clean(o.write)
}

// generator stands near the beginning of each page, and tells it from files of others.
const generator = `<meta name="generator" content="bcdump`

// writePage writes a page, unless the file at its path is something else.
func (o *reportRun) writePage(path string, content func(io.Writer) error) error {
	if err := o.mayWrite(path); err != nil {
		return err
	}
	out, err := newOutput(path, o.inputs, o.streams)
	if err != nil {
		return err
	}
	err = content(out)
	return cmp.Or(err, out.finish(err == nil))
}

// mayWrite refuses to write over a file that is no page of bcdump.
func (o *reportRun) mayWrite(path string) error {
	there, err := os.Stat(path)
	if err != nil || o.force || !there.Mode().IsRegular() || there.Size() == 0 {
		return nil
	}
	head, err := foreign.Head(path, 1024)
	if err == nil && !bytes.Contains(head, []byte(generator)) {
		err = fmt.Errorf("%s exists and is not a page of bcdump; use --force to overwrite it", path)
	}
	return err
}

// show opens the index, or the first page, in the browser.
func (o *reportRun) show() error {
	path := o.listed[0].Path
	if o.index != "" {
		path = o.index
	}
	browser.Stdout, browser.Stderr = io.Discard, o.streams.err
	path, err := filepath.Abs(path)
	if err == nil {
		// The library does not escape what is more than a path: # ? %.
		address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
		err = browser.OpenURL(address.String())
	}
	if err != nil {
		return fmt.Errorf("--open: %w", err)
	}
	return nil
}
