package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/report/browse"
	"bcdump/report/terminal"
)

// browseActions are what `bcdump browse` does with what is browsed: each is one of the other commands, run
// beside the screen with streams of its own.
type browseActions struct {
	input *inputFlags
	local bool   // times are shown as --local shows them
	color bool   // what is shown has colours
	file  string // "-" = standard input
	// stdin reads again what has come of standard input so far; size is how many bytes that is. Both nil
	// if a file is browsed.
	stdin func(decode.Options) (*decode.Capture, error)
	size  func() int64
}

func (b *browseActions) actions() browse.Actions {
	return browse.Actions{
		Stats:    func(w browse.Work) ([]string, error) { return b.shown(w, b.stats(w)) },
		Timeline: func(w browse.Work) ([]string, error) { return b.shown(w, b.timeline(w), b.summary(w)) },
		Report:   b.report,
		Write:    b.write,
		Command:  b.command,
	}
}

// command is the line that one would write in a shell.
func (b *browseActions) command(key string, w browse.Work) string {
	words := b.decode(w)
	switch key {
	case "s":
		words = b.stats(w)
	case "T":
		words = b.timeline(w)
	case "r":
		words = b.page(w)
	case "w":
		words, _ = b.kept(w)
	}
	return commandLine(append([]string{"bcdump"}, words...))
}

// Below are the words of the commands. The ship decides what a timeline is about, not the filter: that
// would leave out what happened to the ship.

func (b *browseActions) decode(w browse.Work) []string { return b.words(w.Filter, "decode") }
func (b *browseActions) stats(w browse.Work) []string  { return b.words(w.Filter, "stats") }
func (b *browseActions) timeline(w browse.Work) []string {
	return b.words("", "timeline", "--of", w.Ship)
}

func (b *browseActions) summary(w browse.Work) []string {
	return b.words("", "timeline", "--of", w.Ship, "--summary")
}

func (b *browseActions) page(w browse.Work) []string {
	if w.Replace {
		return b.words("", "report", "--force")
	}
	return b.words("", "report")
}

// writeForms are the flags of the forms that the endings of names ask for.
var writeForms = map[string][]string{
	pcapName: nil, pcapngName: nil, ".txt": nil, ".json": {"-o", "json"}, ".jsonl": {"-o", "json"}, ".csv": {"-o", "csv"},
}

// kept are the words of the command that writes what the filter keeps.
func (b *browseActions) kept(w browse.Work) ([]string, error) {
	form, ok := writeForms[strings.ToLower(filepath.Ext(w.Path))]
	if !ok {
		return nil, fmt.Errorf("%s: the name says what is written: .pcap or .pcapng packets, .json, .jsonl or .csv messages, .txt text", w.Path)
	}
	return b.words(w.Filter, append(append([]string{"decode"}, form...), "-w", w.Path)...), nil
}

func (b *browseActions) words(filter string, command ...string) []string {
	words := append(slices.Clone(command), b.input.words()...)
	if b.local && command[0] != "report" {
		words = append(words, "--local")
	}
	if filter != "" {
		words = append(words, "-f", filter)
	}
	return append(words, fileWords([]string{b.file})...)
}

// shown runs commands one after the other and gives what they print.
func (b *browseActions) shown(w browse.Work, commands ...[]string) (lines []string, err error) {
	for i, words := range commands {
		part := w
		part.Progress = func(share float64) { w.Progress((float64(i) + share) / float64(len(commands))) }
		if b.color {
			words = slices.Insert(slices.Clone(words), 1, "--color", "always")
		}
		more, err := b.run(part, words)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// report writes the page of `bcdump report`.
func (b *browseActions) report(w browse.Work) ([]string, error) {
	o := reportRun{force: w.Replace}
	path := o.pageOf(b.file)
	if o.mayWrite(path) != nil {
		return nil, &browse.ExistsError{Path: path}
	}
	said, err := b.run(w, b.page(w))
	if err != nil {
		return nil, err
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	said[0] = "The report is in " + path
	return said, nil
}

// write writes what the filter keeps.
func (b *browseActions) write(w browse.Work) ([]string, error) {
	w.Path = atHome(w.Path)
	words, err := b.kept(w)
	if err != nil {
		return nil, err
	}
	if there, err := os.Stat(w.Path); err == nil && there.Mode().IsRegular() && !w.Replace {
		return nil, &browse.ExistsError{Path: w.Path}
	}
	said, err := b.run(w, words)
	if err != nil {
		return nil, err
	}
	return append([]string{"Written: " + w.Path}, said...), nil
}

// atHome is a path in which "~" stands for the user's folder.
func atHome(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, "~/"); ok && err == nil {
		return filepath.Join(home, rest)
	}
	return path
}

// run runs a command. It gives what that prints, and what it says beside it.
func (b *browseActions) run(w browse.Work, words []string) ([]string, error) {
	var out, said bytes.Buffer
	s := streams{
		out: &out, err: terminal.NewWriter(&said), width: w.Width, plain: !b.color,
		interrupts: &interrupts{asked: make(chan struct{})},
		unwanted:   w.Stopped,
		watch:      func(c *decode.Capture) func() { return b.watch(w, c) },
		again:      b.stdin,
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-w.Stop:
			close(s.interrupts.asked)
		case <-done:
		}
	}()
	return b.result(w, run(b.withJobs(words), s), out.String(), said.String())
}

// withJobs adds the flag that no command line of ours needs.
func (b *browseActions) withJobs(words []string) []string {
	if b.input.jobs == 0 {
		return words
	}
	return slices.Insert(slices.Clone(words), 1, fmt.Sprintf("--jobs=%d", b.input.jobs))
}

// result turns the status of a command into lines or an error.
func (b *browseActions) result(w browse.Work, status int, out, said string) (lines []string, err error) {
	switch {
	case w.Stopped() || status == exitInterrupted:
		return nil, browse.ErrStopped
	case status == exitNothing || status == exitUsage:
		return nil, errors.New(strings.TrimPrefix(strings.TrimSpace(said), "bcdump: "))
	}
	if out != "" {
		lines = strings.Split(strings.TrimRight(out, "\n"), "\n")
	}
	if said != "" {
		lines = append(append(lines, ""), strings.Split(strings.TrimRight(said, "\n"), "\n")...)
	}
	return lines, nil
}

// watch tells how far a capture has been read, until it is called to its end.
func (b *browseActions) watch(w browse.Work, c *decode.Capture) (end func()) {
	size := b.bytes()
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(progressInterval)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				w.Progress(float64(c.BytesRead()) / float64(max(size, 1)))
			}
		}
	}()
	return func() { close(done) }
}

// bytes is how long the capture is.
func (b *browseActions) bytes() int64 {
	if b.size != nil {
		return b.size()
	}
	info, err := os.Stat(b.file)
	if err != nil {
		return 0
	}
	return info.Size()
}
