package render

import (
	"cmp"
	"io"
	"slices"
	"strings"

	forms "bcdump/report/table"
)

// tableOf is a table of a report.
type tableOf[R any] struct {
	name string
	key  string // of JSON that holds it; "" = the name
	show func(*page, *R)
	// rows are those of CSV.
	rows func(*R) any
	// about is what the table tells, for documents.
	about string
}

// About is what a table tells. Only CSV has some of them.
type About struct {
	Name, Text string
	OnlyCSV    bool
}

func aboutOf[R any](tables []tableOf[R]) (all []About) {
	for _, t := range tables {
		all = append(all, About{Name: t.name, Text: t.about})
	}
	return all
}

// namesOf lists the names of tables.
func namesOf[R any](tables []tableOf[R]) (names []string) {
	for i := range tables {
		names = append(names, tables[i].name)
	}
	return names
}

// showTables shows those that are wanted and have something to show.
func showTables[R any](p *page, report *R, tables []tableOf[R]) {
	for i := range tables {
		if len(p.Only) == 0 || slices.Contains(p.Only, tables[i].name) {
			tables[i].show(p, report)
		}
	}
}

// writeOnly writes a report as WriteJSON does. If it is about some tables only, it has only their keys, and
// those that say what it is about.
func writeOnly[R any](w io.Writer, report *R, only []string, tables []tableOf[R]) error {
	if len(only) == 0 {
		return WriteJSON(w, report)
	}
	kept := strings.Fields("v filter by only name first last against ship_names entity_state damage dropped")
	for i := range tables {
		if t := &tables[i]; slices.Contains(only, t.name) {
			kept = append(kept, cmp.Or(t.key, t.name))
		}
	}
	return forms.JSON(w, report, kept...)
}

// Options say what is shown, and how.
type Options = forms.Looks
