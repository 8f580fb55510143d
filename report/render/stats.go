package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
)

// statsTable is one table of the report, or what only CSV has as a table of its own.
type statsTable struct {
	name, title string
	// show writes it; false = there is nothing to show. nil = the table called title shows it.
	show func(*page, *figures.Stats) bool
	// rows are those of CSV; nil = the key of the name holds them.
	rows func(*figures.Stats) any
}

// statsTables are in the order in which they answer questions: what takes the
// bandwidth, what was sent, how did it go, who played.
var statsTables = []statsTable{
	{"files", "captures", showFiles, nil},
	{"problems", "problems", showProblems, nil},
	{"bandwidth", "bandwidth", showBandwidth, func(s *figures.Stats) any { return s.Bandwidth.Buckets }},
	{"rates", "bandwidth", nil, func(s *figures.Stats) any { return s.Bandwidth.Rates }},
	{"usage", "usage", showUsage, nil},
	{"opcodes", "opcodes", showOpcodes, nil},
	{"flags", "flag combinations", showFlags, nil},
	{"flag_exceptions", "direction rules", showExceptions, nil},
	{"update_sizes", "sizes of updates", showUpdateSizes, nil},
	{"size_counts", "update_sizes", nil, func(s *figures.Stats) any { return sizeRows(s.UpdateSizes) }},
	{"links", "links", showLinks, nil},
	{"resends", "resends", showResends, nil},
	{"most_repeated", "resends", nil, nil},
	{"fragments", "fragments", showFragments, nil},
	{"types", "transport messages", showTypes, nil},
	{"objects", "objects", showObjects, nil},
	{"cycles", "cycles of subsystems", showCycles, nil},
	{"relays", "relays", showRelays, nil},
	{"missing_copies", "relays", nil, func(s *figures.Stats) any { return missingRows(s.Relays) }},
	{"joins", "joins", showJoins, func(s *figures.Stats) any { return stepRows(s.Joins) }},
	{"join_ends", "joins", nil, func(s *figures.Stats) any { return s.Joins }},
	{"entity_flows", "entity-state flows", entityTable(showEntityFlows), nil},
	{"entity_kinds", "entities by type", entityTable(showEntityKinds), nil},
	{"entity_over_time", "entities over time", entityTable(showEntitySteps), nil},
	{"entity_sizes", "sizes of snapshots", entityTable(showEntitySizes), nil},
	{"entity_matches", "matches", entityTable(showEntityMatches), nil},
	{"entity_players", "entity-state players", entityTable(showEntityPlayers), nil},
	{"entity_changes", "lives and scores", entityTable(showEntityChanges), nil},
	{"entity_flickers", "flicker", entityTable(showEntityFlickers), nil},
	{"entity_savings", "savings", entityTable(showEntitySavings), nil},
	{"notes", "notes", showNotes, nil},
	{"notes_about", "notes", nil, func(s *figures.Stats) any { return subjectRows(s.Notes) }},
	{"bytes", "bytes", showBytes, func(s *figures.Stats) any { return accountRows(&s.Bytes) }},
	{"bytes_over_time", "bandwidth", nil, func(s *figures.Stats) any { return shareRows(s.Bandwidth.Buckets) }},
}

// briefTables are shown if nobody asks for more: the captures, their problems, and the first two of the others.
const briefTables = 4

// shownIn names the table that shows what a name stands for.
func shownIn(name string) string {
	i := slices.IndexFunc(statsTables, func(t statsTable) bool { return t.name == name })
	if i >= 0 && statsTables[i].show == nil {
		return statsTables[i].title
	}
	return name
}

// StatsTables lists the names of the tables that WriteStats shows, in their order.
func StatsTables() (names []string) {
	for _, t := range statsTables {
		if t.show != nil {
			names = append(names, t.name)
		}
	}
	return names
}

// WriteStats shows the report as tables.
func WriteStats(w io.Writer, s *figures.Stats, o Options) error {
	only := slices.Clone(o.Only)
	for i, name := range only {
		only[i] = shownIn(name)
	}
	o.Only = only
	p := newPage(o)
	p.day, p.names = dayOf(s), namesOf(s)
	var empty []string
	shown, left := 0, 0
	for _, t := range statsTables {
		if t.show == nil || !wanted(o.Only, t.name) {
			continue
		}
		if o.Brief && shown == briefTables {
			left++
			continue
		}
		if t.show(p, s) {
			shown++
			continue
		}
		if s.EntityState != nil || len(o.Only) > 0 || !strings.HasPrefix(t.name, "entity_") { // few captures have this protocol
			empty = append(empty, t.title)
		}
	}
	if left > 0 {
		p.heading("", p.Dim, fmt.Sprintf("--all shows %d tables more, --only flags,links those", left))
	} else if len(empty) > 0 {
		empty[0] = "no " + empty[0]
		p.heading("", p.Dim, empty...)
	}
	for _, table := range slices.Sorted(maps.Keys(s.Dropped)) {
		p.heading("", p.Note, "the table of "+table+" was full: "+counted(s.Dropped[table], "record", "records")+" found no row of their own")
	}
	_, err := w.Write(p.b.Bytes())
	return err
}

func wanted(only []string, name string) bool {
	return len(only) == 0 || slices.Contains(only, name)
}

// dayOf is the date of the first capture; "" = it has no time.
func dayOf(s *figures.Stats) string {
	for i := range s.Files {
		if day, _, ok := strings.Cut(string(s.Files[i].First), "T"); ok {
			return day
		}
	}
	return ""
}

// namesOf gives the names of clients by address. Two clients with the same address, in
// two captures, have none.
func namesOf(s *figures.Stats) map[string]string {
	names := map[string]string{}
	add := func(client, name string) {
		if other, ok := names[client]; ok && other != name {
			name = ""
		}
		names[client] = name
	}
	for i := range s.Links {
		add(s.Links[i].Client, s.Links[i].Name)
	}
	if s.EntityState != nil {
		for i := range s.EntityState.Flows {
			add(s.EntityState.Flows[i].Client, s.EntityState.Flows[i].Name)
		}
	}
	return names
}
