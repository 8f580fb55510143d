package render

import (
	"io"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
)

// statsTable is one table of the report.
type statsTable struct {
	name  string
	title string
	// show writes it; false = there is nothing to show.
	show func(*page, *figures.Stats) bool
}

// statsTables are in the order in which they answer questions: what takes the
// bandwidth, what was sent, how did it go, who played.
var statsTables = []statsTable{
	{"files", "captures", showFiles},
	{"problems", "problems", showProblems},
	{"bandwidth", "bandwidth", showBandwidth},
	{"usage", "usage", showUsage},
	{"opcodes", "opcodes", showOpcodes},
	{"flags", "flag combinations", showFlags},
	{"flag_exceptions", "direction rules", showExceptions},
	{"update_sizes", "sizes of updates", showUpdateSizes},
	{"links", "links", showLinks},
	{"resends", "resends", showResends},
	{"fragments", "fragments", showFragments},
	{"types", "transport messages", showTypes},
	{"objects", "objects", showObjects},
	{"cycles", "cycles of subsystems", showCycles},
	{"relays", "relays", showRelays},
	{"joins", "joins", showJoins},
	{"entity_flows", "entity-state flows", entityTable(showEntityFlows)},
	{"entity_kinds", "entities by type", entityTable(showEntityKinds)},
	{"entity_over_time", "entities over time", entityTable(showEntitySteps)},
	{"entity_sizes", "sizes of snapshots", entityTable(showEntitySizes)},
	{"entity_matches", "matches", entityTable(showEntityMatches)},
	{"entity_players", "entity-state players", entityTable(showEntityPlayers)},
	{"entity_changes", "lives and scores", entityTable(showEntityChanges)},
	{"entity_flickers", "flicker", entityTable(showEntityFlickers)},
	{"entity_savings", "savings", entityTable(showEntitySavings)},
	{"notes", "notes", showNotes},
	{"bytes", "bytes", showBytes},
}

// StatsTables lists the names of the tables that WriteStats shows, in their order.
func StatsTables() (names []string) {
	for _, t := range statsTables {
		names = append(names, t.name)
	}
	return names
}

// WriteStats shows the report as tables.
func WriteStats(w io.Writer, s *figures.Stats, o Options) error {
	o.Only = tablesOf(o.Only)
	p := newPage(o)
	p.day, p.names = dayOf(s), namesOf(s)
	var empty []string
	for _, t := range statsTables {
		if !wanted(o.Only, t.name) || t.show(p, s) {
			continue
		}
		if s.EntityState != nil || len(o.Only) > 0 || !strings.HasPrefix(t.name, "entity_") { // few captures have this protocol
			empty = append(empty, t.title)
		}
	}
	if len(empty) > 0 {
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
		if day, _, ok := strings.Cut(s.Files[i].First, "T"); ok {
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
