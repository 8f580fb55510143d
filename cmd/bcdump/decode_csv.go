package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/records"
)

// columnFlags are those of `decode -o csv`.
type columnFlags struct {
	csvFlags
	columns []string
}

func (f *columnFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.columns, "fields", nil, "columns of CSV: `LIST` of keys such as frame,time,fields.speed,fields.position[0] (keys: bcdump help filter)")
	f.addCSV(cmd)
	completeWith(cmd, "fields", completeColumns)
}

// usualColumns are those of CSV if none are named.
var usualColumns = []string{"frame", "time", "proto", "dir", "client", "player", "index", "type", "len", "seq", "opcode", "name", "fields", "notes"}

const (
	fileColumn    = "file"
	contextColumn = "context" // is no key of filters: they decide what it says
	rawColumn     = "raw"
)

// check gives the columns of the output; none if it is not CSV.
func (f *columnFlags) check(output string, several, hex, context bool) ([]string, error) {
	switch {
	case output != "csv" && f.columns != nil:
		return nil, errors.New("--fields: it goes with -o csv")
	case output != "csv":
		return nil, nil
	case f.columns == nil:
		return usual(several, hex, context), nil
	case len(f.columns) == 0:
		return nil, errors.New("--fields: no keys; expected a list such as frame,time,fields.speed")
	}
	for _, name := range f.columns {
		if err := checkColumn(name, context); err != nil {
			return nil, err
		}
	}
	return f.columns, nil
}

// usual gives the columns if none are named.
func usual(several, hex, context bool) []string {
	columns := slices.Clone(usualColumns)
	if context {
		columns = slices.Insert(columns, 0, contextColumn)
	}
	if several {
		columns = slices.Insert(columns, 0, fileColumn)
	}
	if hex {
		columns = append(columns, rawColumn)
	}
	return columns
}

// checkColumn looks whether a filter could name the column.
func checkColumn(name string, context bool) error {
	if name == contextColumn && context {
		return nil
	}
	if !isPath(name) {
		return fmt.Errorf("--fields: %q is not a key; expected a list such as frame,time,fields.speed", name)
	}
	_, err := decode.NewFilter(name)
	var bad *filter.Error
	if !errors.As(err, &bad) {
		return nil
	}
	text := "--fields: " + bad.Msg
	if len(bad.Near) > 0 {
		text += "; did you mean " + strings.Join(bad.Near, " or ") + "?"
	}
	return errors.New(text)
}

// isPath reports whether a text is nothing but names, dots and indexes.
func isPath(name string) bool {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("_.[]", r)
	}
	return name != "" && name[0] >= 'a' && name != "true" && name != "false" && !strings.ContainsFunc(name, odd)
}

// completeColumns completes the last key of a list, and keeps those before it.
func completeColumns(cmd *cobra.Command, words []string, written string) (list []string, _ cobra.ShellCompDirective) {
	for _, key := range decode.Schema().Keys() {
		list = append(list, key.Path)
	}
	return listed(list)(cmd, words, written)
}

// csvOptions say what the rows of a capture have.
func (o *decodeRun) csvOptions(name string, at place) records.CSVOptions {
	lines := o.jsonOptions(name, at)
	if slices.Contains(o.columns, fileColumn) {
		lines.File = name
	}
	return records.CSVOptions{Columns: o.columns, Raw: o.raw, JSON: lines}
}

// writeHeader writes the row with the names of the columns.
func (o *decodeRun) writeHeader(out io.Writer) error {
	_, err := out.Write(records.CSVHeader(o.csvOptions("", noContext)))
	return err
}
