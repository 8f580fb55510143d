package render

import (
	"io"
	"reflect"
	"slices"
	"strings"

	"bcdump/report/figures"
	forms "bcdump/report/table"
)

// tableOf is a table of a report, or what only CSV has as a table of its own.
type tableOf[R any] struct {
	name, title string
	// show writes it; what writes nothing has nothing to show. nil = the table called title shows it.
	show func(*page, *R)
	// rows are those of CSV; nil = the key of the name holds them.
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
		all = append(all, About{t.name, t.about, t.show == nil})
	}
	return all
}

// key is that of JSON which holds it: its name, else its title.
func (t *tableOf[R]) key() string {
	if slices.Contains(keysOf(reflect.TypeFor[R]()), t.name) {
		return t.name
	}
	return t.title
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
		if t := &tables[i]; t.show == nil && slices.Contains(p.Only, t.name) {
			p.Only = append(slices.Clip(p.Only), t.title)
		}
	}
	for i := range tables {
		if t := &tables[i]; t.show != nil && (len(p.Only) == 0 || slices.Contains(p.Only, t.name)) {
			t.show(p, report)
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
		if slices.Contains(only, tables[i].name) {
			kept = append(kept, tables[i].key())
		}
	}
	return forms.JSON(w, report, kept...)
}

// keysOf lists the keys of a struct.
func keysOf(t reflect.Type) (keys []string) {
	for _, f := range reflect.VisibleFields(t) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys = append(keys, key)
	}
	return keys
}

// Options say how tables look.
type Options struct {
	// Only names the tables to show; empty = all that have something to say.
	Only []string
	// Top is how many rows of a table are shown; what follows is summed up in a row
	// called "rest". 0 = all.
	Top int
	// Brief shows what answers the question at once, and names the option that shows the rest. Only check has such a form.
	Brief bool
	// Kept lists what is as it should be, too. Only check does.
	Kept bool
	// Width is that of the terminal, in characters.
	Width int
	// Fold lets queries that are wider than that continue on the next lines; else they are as wide
	// as they are.
	Fold  bool
	Color bool
	// Command makes a command from a query, to be shown below its row. If file is not
	// "", the query is for this one of several. nil = queries are not shown.
	Command func(query figures.Query, file string) string
}
