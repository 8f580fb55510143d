package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
)

// contextFlags say how many messages are shown around each match of --filter.
type contextFlags struct{ around, before, after int }

func (f *contextFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVarP(&f.around, "context", "C", 0, "show `N` messages before and after each match of --filter, as grep does")
	flags.IntVarP(&f.before, "before", "B", 0, "show `N` messages before each match")
	flags.IntVarP(&f.after, "after", "A", 0, "show `N` messages after each match")
}

// check gives what is shown around matches; nil = nothing.
func (f *contextFlags) check(filter string) (*decode.Context, error) {
	most := 0
	for _, n := range []int{f.around, f.before, f.after} {
		if most = max(most, n); n < 0 || n > decode.MostContext {
			return nil, fmt.Errorf("--context: must be 0 to %d, not %d", decode.MostContext, n)
		}
	}
	if most > 0 && filter == "" {
		return nil, errors.New("--context: it goes with --filter")
	}
	c := decode.Context{Before: f.around, After: f.around}
	if f.before > 0 {
		c.Before = f.before
	}
	if f.after > 0 {
		c.After = f.after
	}
	if c.Before+c.After == 0 {
		return nil, nil
	}
	return &c, nil
}

// render prints the messages of a capture, and those around them if that was asked for.
func (o *decodeRun) render(c *decode.Capture, start capture.Time, out io.Writer) error {
	if o.context == nil {
		return c.Render(out, o.renderer(c.Name(), start, noContext))
	}
	around := *o.context
	around.NewRenderer = o.renderer(c.Name(), start, besideMatch)
	if o.output == "text" {
		around.Separator = "--\n"
	}
	return c.RenderContext(out, o.renderer(c.Name(), start, match), around)
}

// place says where a message stands.
type place uint8

const (
	noContext   place = iota // nothing around matches is shown
	match                    // the filter keeps it
	besideMatch              // it does not
)

// renderer prints messages of one capture that stand at a place.
func (o *decodeRun) renderer(name string, start capture.Time, at place) func() decode.Renderer {
	switch o.output {
	case "json":
		return records.JSONLines(o.jsonOptions(name, at))
	case "csv":
		return records.CSV(o.csvOptions(name, at))
	}
	marks := [...]byte{match: ':', besideMatch: '-'}
	return records.Text(o.text(start, marks[at]))
}

func (o *decodeRun) text(start capture.Time, mark byte) records.TextOptions {
	return records.TextOptions{Color: o.colored(), Hex: o.hex, Explain: o.explain, Start: start, Mark: mark, Zone: o.zone(), Width: o.lineWidth(o.streams)}
}

func (o *decodeRun) jsonOptions(name string, at place) records.JSONOptions {
	lines := records.JSONOptions{Hex: o.hex, Context: at == besideMatch, Zone: o.zone()}
	if len(o.files) > 1 {
		lines.File = name
	}
	return lines
}
