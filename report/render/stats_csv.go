package render

import (
	"errors"
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
func StatsLists() (names []string) {
	for _, t := range statsTables {
		names = append(names, t.name)
	}
	return names
}

// WriteStatsCSV writes one table of the report, as WriteCSV does.
func WriteStatsCSV(w io.Writer, s *figures.Stats, name string, form CSVForm) error {
	i := slices.IndexFunc(statsTables, func(t statsTable) bool { return t.name == name })
	switch {
	case i < 0:
		return fmt.Errorf("there is no table %q", name)
	case name == "files":
		return writeFiles(w, s.Files, form)
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

// writeFiles has the damage of a file in its row.
func writeFiles(w io.Writer, files []figures.File, form CSVForm) error {
	row, err := csvRows[figures.File](w, form, `name format frames first last duration local active
		damage_count damage_offset=damage.offset damage_frame=damage.frame damage_text=damage.text`)
	for i := range files {
		err = errors.Join(err, row(&files[i]))
	}
	return err
}

// Rows of CSV that are no lists in the report.

type missingRow struct {
	Opcode string `json:"opcode"`
	Name   string `json:"name"`
	figures.MissingCopy
}

func missingRows(relays []figures.Relay) (rows []missingRow) {
	for i := range relays {
		for _, m := range relays[i].First {
			rows = append(rows, missingRow{relays[i].Opcode, relays[i].Name, m})
		}
	}
	return rows
}

type stepRow struct {
	File   string `json:"file"`
	Client string `json:"client"`
	Name   string `json:"name"`
	figures.Step
}

func stepRows(joins []figures.Join) (rows []stepRow) {
	for _, j := range joins {
		for _, s := range j.Steps {
			rows = append(rows, stepRow{j.File, j.Client, j.Name, s})
		}
	}
	return rows
}

type subjectRow struct {
	Code string `json:"code"`
	figures.Subject
}

func subjectRows(notes []figures.Note) (rows []subjectRow) {
	for i := range notes {
		for _, x := range notes[i].About {
			rows = append(rows, subjectRow{notes[i].Code, x})
		}
	}
	return rows
}

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

// shareRow is what one opcode, or type of transport message, took of a step.
type shareRow struct {
	T figures.Time `json:"t"`
	figures.Split
	Proto string `json:"proto"`
	What  string `json:"what"`
	Bytes int64  `json:"bytes"`
}

func shareRows(buckets []figures.Bucket) (rows []shareRow) {
	for i := range buckets {
		b := &buckets[i]
		for _, what := range slices.Sorted(maps.Keys(b.ByOpcode)) {
			rows = append(rows, shareRow{b.T, b.Split, b.Proto, what, b.ByOpcode[what]})
		}
	}
	return rows
}
