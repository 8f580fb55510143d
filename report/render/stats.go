package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
)

// statsTables are in the order in which they answer questions: what takes the
// bandwidth, what was sent, how did it go, who played.
var statsTables = []tableOf[figures.Stats]{
	{"files", "captures", showFiles, func(s *figures.Stats) any { return chosen{s.Files, fileColumns} }},
	{"problems", "problems", showProblems, nil},
	{"bandwidth", "bandwidth", showBandwidth, func(s *figures.Stats) any { return s.Bandwidth.Buckets }},
	{"rates", "bandwidth", nil, func(s *figures.Stats) any { return s.Bandwidth.Rates }},
	{"usage", "usage", showUsage, nil},
	{"opcodes", "opcodes", showOpcodes, nil},
	{"flags", "flag combinations", showFlags, nil},
	{"flag_exceptions", "direction rules", showExceptions, nil},
	{"update_sizes", "sizes of updates", showUpdateSizes, nil},
	{"size_counts", "update_sizes", nil, func(s *figures.Stats) any { return nested(s.UpdateSizes, "dir dirty_flags", sizesOf) }},
	{"links", "links", showLinks, nil},
	{"resends", "resends", showResends, nil},
	{"most_repeated", "resends", nil, nil},
	{"fragments", "fragments", showFragments, nil},
	{"types", "transport messages", showTypes, nil},
	{"objects", "objects", showObjects, nil},
	{"cycles", "cycles of subsystems", showCycles, nil},
	{"relays", "relays", showRelays, nil},
	{"missing_copies", "relays", nil, func(s *figures.Stats) any {
		return nested(s.Relays, "opcode name", func(r *figures.Relay) []figures.MissingCopy { return r.First })
	}},
	{"joins", "joins", showJoins, func(s *figures.Stats) any {
		return nested(s.Joins, "file client name", func(j *figures.Join) []figures.Step { return j.Steps })
	}},
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
	{"notes_about", "notes", nil, func(s *figures.Stats) any {
		return nested(s.Notes, "code", func(n *figures.Note) []figures.Subject { return n.About })
	}},
	{"bytes", "bytes", showBytes, func(s *figures.Stats) any { return accountRows(&s.Bytes) }},
	{"bytes_over_time", "bandwidth", nil, func(s *figures.Stats) any {
		return nested(s.Bandwidth.Buckets, "t dir link object_id ship proto", sharesOf)
	}},
}

// WriteStats shows the report as tables.
func WriteStats(w io.Writer, s *figures.Stats, o Options) error {
	p := newPage(o)
	p.day, p.names = dayOf(s), clientsOf(s)
	var empty []string
	silent, left := showTables(p, s, statsTables)
	for _, t := range silent {
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

// dayOf is the date of the first capture; "" = it has no time.
func dayOf(s *figures.Stats) string {
	for i := range s.Files {
		if day := s.Files[i].First.Day(); day != "" {
			return day
		}
	}
	return ""
}

// clientsOf gives the names of clients by address. Two clients with the same address, in
// two captures, have none.
func clientsOf(s *figures.Stats) map[string]string {
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
