package rows

import (
	"iter"
	"reflect"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/stats/tables"
	"bcdump/report/table"
)

// StatsPrefix begins the names of the tables of stats.
const StatsPrefix = "stats_"

// StatsTables gives the tables of stats, by the names of their folders, and their rows, a slice of structs.
func StatsTables(s *figures.Stats) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for section, list := range tables.Each(s) {
			if !yield(StatsPrefix+section.Name, table.Flat(list)) {
				return
			}
		}
	}
}

// AllTables lists the tables of stats behind the others.
func AllTables() []Table {
	all := Tables()
	for section, list := range tables.Each(new(figures.Stats)) {
		about := "A row of 'bcdump stats -o csv --only " + section.Name + "': " + strings.ReplaceAll(strings.Split(section.About, ". ")[0], "](#", "](stats.md#") + "."
		all = append(all, Table{Name: StatsPrefix + section.Name, About: about, Row: reflect.Zero(reflect.TypeOf(table.Flat(list)).Elem()).Interface()})
	}
	return all
}
