package render

import (
	"io"
	"reflect"
	"slices"
	"strings"

	"bcdump/report/figures"
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
	switch {
	case strings.HasPrefix(t.name, "entity_"):
		return "entity_state"
	case slices.Contains(keysOf(reflect.TypeFor[R]()), t.name):
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

// briefTables are shown if nobody asks for more: of stats the captures, their problems, and the first two of the others.
const briefTables = 4

// showTables shows those that are wanted, and gives those that have nothing to show; it leaves some out if the
// page is brief.
func showTables[R any](p *page, report *R, tables []tableOf[R]) (empty []*tableOf[R], left int) {
	shown := 0
	for i := range tables {
		if t := &tables[i]; t.show == nil && slices.Contains(p.Only, t.name) {
			p.Only = append(slices.Clip(p.Only), t.title)
		}
	}
	for i := range tables {
		t := &tables[i]
		if t.show == nil || (len(p.Only) > 0 || t.name == tableOnDemand) && !slices.Contains(p.Only, t.name) {
			continue
		}
		if p.Brief && shown == briefTables {
			left++
			continue
		}
		before := p.b.Len()
		p.told = false
		if t.show(p, report); p.b.Len() > before || p.told {
			shown++
		} else {
			empty = append(empty, t)
		}
	}
	return empty, left
}

// tableOnDemand is a table that takes long: it is shown if it is named.
const tableOnDemand = "savings"

// writeOnly writes a report as WriteJSON does. If it is about some tables only, it has only their keys, and
// those that say what it is about.
func writeOnly[R any](w io.Writer, report *R, only []string, tables []tableOf[R]) error {
	left := map[string]bool{}
	if len(only) > 0 {
		about := strings.Fields("v filter by only name first last against ship_names entity_state damage dropped")
		for _, key := range keysOf(reflect.TypeFor[R]()) {
			left[key] = !slices.Contains(about, key)
		}
		for i := range tables {
			left[tables[i].key()] = true
		}
		for i := range tables {
			if slices.Contains(only, tables[i].name) {
				delete(left, tables[i].key())
			}
		}
	}
	return writeJSON(w, report, left)
}

// keysOf lists the keys of a struct.
func keysOf(t reflect.Type) (keys []string) {
	for _, f := range reflect.VisibleFields(t) {
		keys = append(keys, keyOf(&f))
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
	// Brief shows what answers the question at once, and names the option that shows the rest. Only stats and check
	// have such a form.
	Brief bool
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
