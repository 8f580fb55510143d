package render

import (
	"io"
	"reflect"
	"slices"
	"strings"

	"bcdump/report/figures"
)

// WriteStatsJSON writes the report as WriteJSON does. If it is about some tables only, it has only
// their keys, and those that say what it is about.
func WriteStatsJSON(w io.Writer, s *figures.Stats) error {
	return writeJSON(w, s, without(s, s.Only, []string{"v", "filter", "by", "only", "dropped"}, statsKey))
}

// statsKey gives the key that holds a table.
func statsKey(name string) string {
	if strings.HasPrefix(name, "entity_") {
		return "entity_state"
	}
	if slices.Contains(keysOf(figures.Stats{}), name) {
		return name
	}
	return shownIn(name)
}

// WriteMatchJSON writes a match as WriteJSON does. If it is about some tables only, it has only
// their keys, and those that say what it is about.
func WriteMatchJSON(w io.Writer, m *figures.Match) error {
	about := []string{"v", "only", "name", "first", "last", "ship_names", "entity_state", "damage", "dropped"}
	return writeJSON(w, m, without(m, m.Only, about, matchKey))
}

// matchKey gives the key that holds a table; the map is in games too.
func matchKey(name string) string {
	if name == "head" {
		return "games"
	}
	return name
}

// without lists the keys of a report that nobody has asked for; none if all of it is wanted.
func without(report any, only, about []string, key func(string) string) map[string]bool {
	if len(only) == 0 {
		return nil
	}
	left := map[string]bool{}
	for _, k := range keysOf(report) {
		left[k] = !slices.Contains(about, k)
	}
	for _, name := range only {
		delete(left, key(name))
	}
	return left
}

// keysOf lists the keys of a struct, or of what a pointer leads to.
func keysOf(report any) (keys []string) {
	for _, f := range reflect.VisibleFields(reflect.Indirect(reflect.ValueOf(report)).Type()) {
		keys = append(keys, keyOf(&f))
	}
	return keys
}
