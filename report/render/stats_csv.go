package render

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bcdump/report/figures"
)

// StatsLists lists all names of tables. WriteStats and WriteStatsJSON know them too, and show what
// the table is part of.
func StatsLists() []string { return namesOf(statsTables) }

// WriteStatsJSON writes the report as WriteJSON does, or only its tables that were asked for.
func WriteStatsJSON(w io.Writer, s *figures.Stats) error {
	return writeOnly(w, s, s.Only, statsTables)
}

// WriteStatsCSV writes one table of the report, as WriteCSV does.
func WriteStatsCSV(w io.Writer, s *figures.Stats, name string, form CSVForm) error {
	i := slices.IndexFunc(statsTables, func(t tableOf[figures.Stats]) bool { return t.name == name })
	switch {
	case i < 0:
		return fmt.Errorf("there is no table %q", name)
	case statsTables[i].rows != nil:
		return WriteCSV(w, statsTables[i].rows(s), form)
	}
	return WriteCSV(w, statsRows(s, name), form)
}

// statsRows gives what a key of the report holds, as a list.
func statsRows(s *figures.Stats, name string) any {
	report := reflect.ValueOf(s).Elem()
	if key, ok := strings.CutPrefix(name, "entity_"); ok {
		e := s.EntityState
		if e == nil { // there was no such message
			e = &figures.EntityState{}
		}
		name, report = key, reflect.ValueOf(e).Elem()
	}
	rows := report.FieldByNameFunc(func(field string) bool {
		f, _ := report.Type().FieldByName(field)
		return keyOf(&f) == name
	})
	if rows.Kind() == reflect.Struct {
		return reflect.Append(reflect.Zero(reflect.SliceOf(rows.Type())), rows).Interface()
	}
	return rows.Interface()
}

// fileColumns have the damage of a file in its row.
const fileColumns = `name format frames first last duration local active
	damage_count damage_offset=damage.offset damage_frame=damage.frame damage_text=damage.text`

type accountRow struct {
	Account string        `json:"account"`
	Bytes   int64         `json:"bytes"`
	Query   figures.Query `json:"query"`
}

// accountRows are the accounts of the ledger. Their queries are formulas.
func accountRows(b *figures.Bytes) (rows []accountRow) {
	for _, a := range accounts(b) {
		rows = append(rows, accountRow{a.key, a.bytes, figures.Query(b.Queries[a.key])})
	}
	return rows
}

// share is what one opcode, or type of transport message, took of a step.
type share struct {
	What  string `json:"what"`
	Bytes int64  `json:"bytes"`
}

func sharesOf(b *figures.Bucket) (rows []share) {
	for _, what := range slices.Sorted(maps.Keys(b.ByOpcode)) {
		rows = append(rows, share{what, b.ByOpcode[what]})
	}
	return rows
}
