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

// statsTables are in the order in which they answer questions: what takes the
// bandwidth, what was sent, how did it go, who played.
var statsTables = []tableOf[figures.Stats]{
	{"files", "captures", showFiles, func(s *figures.Stats) any { return chosen{s.Files, fileColumns} }, "what was read: time span, damage, kinds of datagrams. The last line says what takes most bytes"},
	{"bandwidth", "bandwidth", showBandwidth, func(s *figures.Stats) any { return s.Bandwidth.Buckets }, "bytes of UDP payload over time, by direction. '--interval' sets the step; a column shows the highest of its steps. Pauses of over a minute are left out"},
	{"rates", "bandwidth", nil, func(s *figures.Stats) any { return s.Bandwidth.Rates }, "bytes by direction, and by client with '--by link'"},
	{"usage", "usage", showUsage, nil, "what takes the bytes, headers of IP and UDP included. The rows of a direction add up to its bytes"},
	{"savings", "savings", showSavings, nil, "what [other ways of sending](#savings) would save. It takes a third of the time of all others: text shows it only if named"},
	{"opcodes", "opcodes", showOpcodes, nil, "game messages: how many, how many bytes"},
	{"flags", "flag combinations", showFlags, nil, "combinations of flags of StateUpdates"},
	{"flag_exceptions", "direction rules", showExceptions, nil, "flags that their side should not send"},
	{"update_sizes", "sizes of updates", showUpdateSizes, nil, "lengths of StateUpdates: a histogram by direction; with '--only', percentiles by flags"},
	{"size_counts", "update_sizes", nil, func(s *figures.Stats) any { return nested(s.UpdateSizes, "dir dirty_flags", sizesOf) }, "each length of an update"},
	{"links", "links", showLinks, nil, "who played, when, how reliable each link was"},
	{"resends", "resends", showResends, nil, "how often reliable messages were sent again"},
	{"most_repeated", "resends", nil, nil, "the messages that were sent most often"},
	{"fragments", "fragments", showFragments, nil, "whether long messages were joined"},
	{"types", "transport messages", showTypes, nil, "transport messages"},
	{"objects", "objects", showObjects, nil, "lives of ships, and how often each was updated"},
	{"cycles", "cycles", showCycles, nil, "time until the same subsystems, power settings or all fields of a ship [come again](#sizes-and-cycles)"},
	{"relays", "relays", showRelays, nil, "whether the host [passed everything on](#relays), how fast; below, the first copies that were never made"},
	{"missing_copies", "relays", nil, func(s *figures.Stats) any {
		return nested(s.Relays, "opcode name", func(r *figures.Relay) []figures.MissingCopy { return r.First })
	}, "each copy that is named"},
	{"requests", "requests", showRequests, nil, "which files, objects and entries into sets were answered, by what, how fast"},
	{"joins", "joins", showJoins, func(s *figures.Stats) any {
		return nested(s.Joins, "file client name", func(j *figures.Join) []figures.Step { return j.Steps })
	}, "time to get into the game, the longest wait, the end; with '--only', every step"},
	{"join_ends", "joins", nil, func(s *figures.Stats) any { return s.Joins }, "each join"},
	{"entity_flows", "entity-state flows", entityTable(showEntityFlows), nil, "[entity-state](#entity-state): who played, how steadily snapshots came, how many were lost"},
	{"entity_kinds", "entities by type", entityTable(showEntityKinds), nil, "types of entities: how many at a time, born, gone"},
	{"entity_over_time", "entities over time", entityTable(showEntitySteps), nil, "number of entities over time; with '--only', every step"},
	{"entity_sizes", "sizes of snapshots", entityTable(showEntitySizes), nil, "bytes of snapshots, measured and expected"},
	{"entity_matches", "matches", entityTable(showEntityMatches), nil, "matches: begin and end"},
	{"entity_players", "entity-state players", entityTable(showEntityPlayers), nil, "players, with lives and score"},
	{"entity_changes", "lives and scores", entityTable(showEntityChanges), nil, "changes of lives and scores"},
	{"entity_flickers", "flicker", entityTable(showEntityFlickers), nil, "[entities that vanished](#entity-state) and came back within half a second"},
	{"entity_savings", "savings", entityTable(showEntitySavings), nil, "what [other ways of sending States](#entity-state) would save"},
	{"notes", "notes", showNotes, nil, "[notes](notes.md) by code, and what they are about"},
	{"notes_about", "notes", nil, func(s *figures.Stats) any {
		return nested(s.Notes, "code", func(n *figures.Note) []figures.Subject { return n.About })
	}, "each text of a note"},
	{"bytes", "bytes", showBytes, func(s *figures.Stats) any { return accountRows(&s.Bytes) }, "[who owns the bytes](ledger.md) of the file"},
	{"bytes_over_time", "bandwidth", nil, func(s *figures.Stats) any {
		return nested(s.Bandwidth.Buckets, "t dir link object_id ship proto", sharesOf)
	}, "each step and opcode, type or 'header'"},
}

// AboutStats says what each table of stats tells.
func AboutStats() []About { return aboutOf(statsTables) }

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
	p.full(s.Dropped, "record", "records", "without a row of their own")
	return p.write(w)
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
