package report

import (
	"bytes"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Table is rows under a heading, ready to be printed.
type Table struct {
	Heading []string
	Rows    [][]string
	// Numbers marks the columns that are aligned to the right.
	Numbers []int
}

// WriteTable prints a table: columns aligned, no frame, a line below the heading, no
// blanks at the ends of lines.
func WriteTable(w io.Writer, t Table) error {
	var b bytes.Buffer
	if err := t.write(&b); err != nil {
		return err
	}
	for line := range bytes.Lines(b.Bytes()) {
		if _, err := w.Write(append(bytes.TrimRight(line, " \n"), '\n')); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) write(w io.Writer) error {
	align := make([]tw.Align, len(t.Heading))
	for i := range align {
		align[i] = tw.AlignLeft
	}
	for _, i := range t.Numbers {
		align[i] = tw.AlignRight
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off, ShowHeader: tw.On},
				Lines:      tw.Lines{ShowTop: tw.Off, ShowBottom: tw.Off, ShowHeaderLine: tw.On},
			},
		})),
		tablewriter.WithConfig(tablewriter.Config{
			Header: tw.CellConfig{
				Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
				Alignment:  tw.CellAlignment{PerColumn: align},
			},
			Row: tw.CellConfig{
				Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone},
				Alignment:  tw.CellAlignment{PerColumn: align},
			},
		}),
	)
	table.Header(t.Heading)
	if err := table.Bulk(t.Rows); err != nil {
		return err
	}
	return table.Render()
}
