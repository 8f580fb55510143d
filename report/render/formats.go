package render

import (
	"io"

	forms "bcdump/report/table"
)

// CSVForm says for whom CSV is.
type CSVForm uint8

const (
	// ForSpreadsheets has texts that a spreadsheet shows and does not run, and no control
	// characters.
	ForSpreadsheets CSVForm = iota
	// ForPrograms has texts as they are, but for a CR on its own, which encoding/csv leaves out.
	ForPrograms
)

// csvOf writes rows as CSV as they come, with these columns or all: each a slice of structs, or a pointer to one.
// The names of the columns come with the first.
func csvOf(w io.Writer, form CSVForm, keys string) (write func(rows any) error) {
	var lines *forms.Lines
	return func(rows any) (err error) {
		if lines == nil {
			if lines, err = forms.NewLines(w, &forms.Table{Rows: rows, Keys: keys}, form == ForSpreadsheets); err != nil {
				return err
			}
		}
		return lines.Write(rows)
	}
}

// WriteJSON writes a report as one object on one line.
func WriteJSON(w io.Writer, report any) error { return forms.JSON(w, report) }
