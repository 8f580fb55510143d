// Package tables shows figures.Stats: as tables for people, as CSV, as JSON.
//
// In comes a report of `bcdump stats`; out come bytes for a stream. What columns its tables have is said by the tags of
// their rows, in report/figures; here stands which tables there are, and what else than rows they show.
//
// The package must not know how anything was counted.
package tables

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// Section is a table of the report.
type Section struct {
	// Name is what --only calls it; About what it tells, for documents.
	Name, About string
	// Quiet says that people see it only if they name it.
	Quiet bool
	// key is that of JSON which has it; "" = its name.
	key string
	// rows are those of CSV, and of text unless show writes it. named = somebody asked for it.
	rows func(*figures.Stats) any
	show func(p *table.Page, s *figures.Stats, named bool)
}

// first is how many sections are what people ask of a capture at once.
const first = 5

// List lists the sections in the order in which they answer questions: what takes the bandwidth, what was sent, how did
// it go, who played.
func List() []Section { return slices.Clone(sections) }

var sections = []Section{
	{Name: "files", About: "what was read: time span, damage, kinds of datagrams. The last line says what takes most bytes", rows: func(s *figures.Stats) any { return s.Files }, show: head},
	{Name: "bandwidth", About: "bytes of UDP payload over time, by direction. '--interval' sets the step; a column shows the highest of its steps. Pauses of over a minute are left out. In CSV each step", rows: func(s *figures.Stats) any { return s.Bandwidth.Buckets }, show: bandwidth},
	{Name: "opcodes", About: "game messages: how many each way, bytes, sizes of payloads", rows: func(s *figures.Stats) any { return s.Opcodes }, show: opcodes},
	{Name: "flags", About: "combinations of flags of StateUpdates, sizes of payloads", rows: func(s *figures.Stats) any { return s.Flags }, show: flags},
	{Name: "flag_exceptions", About: "flags that their side should not send, with the frames", rows: func(s *figures.Stats) any { return s.FlagExceptions }, show: exceptions},
	{Name: "usage", About: "what takes the bytes, headers of IP and UDP included. The rows of a direction add up to its bytes", rows: func(s *figures.Stats) any { return s.Usage }, show: usage},
	{Name: "savings", About: "what [other ways of sending](#savings) would save. It takes a third of the time of all others", Quiet: true, rows: func(s *figures.Stats) any { return s.Savings }, show: savings},
	{Name: "links", About: "who played, when, how reliable each link was", rows: func(s *figures.Stats) any { return s.Links }, show: links},
	{Name: "fragments", About: "whether long messages were joined", rows: func(s *figures.Stats) any { return []figures.Fragments{s.Fragments} }, show: fragments},
	{Name: "types", About: "transport messages", rows: func(s *figures.Stats) any { return s.Types }},
	{Name: "objects", About: "lives of ships, and how often each was updated", rows: func(s *figures.Stats) any { return s.Objects }},
	{Name: "cycles", About: "updates and time until the same subsystems, power settings or all fields of a ship [come again](#sizes-and-cycles)", rows: func(s *figures.Stats) any { return s.Cycles }},
	{Name: "relays", About: "whether the host [passed everything on](#relays), how fast", rows: func(s *figures.Stats) any { return s.Relays }, show: relays},
	{Name: "missing_copies", About: "the first copies that were never made", key: "relays", rows: func(s *figures.Stats) any { return table.Within(s.Relays, "first_missing", "opcode", "name") }},
	{Name: "requests", About: "which files, objects and entries into sets were answered, by what, how fast. EnterSet is answered only by a client that lacks the object", rows: func(s *figures.Stats) any { return s.Requests }},
	{Name: "joins", About: "time to get into the game, the longest wait, the end; with '--only' and in CSV every step", rows: func(s *figures.Stats) any { return table.Within(s.Joins, "steps", "file", "client", "name") }, show: joins},
	{Name: "entity_flows", About: "[entity-state](#entity-state): who played, how steadily snapshots came, how many were lost", rows: entity(func(e *figures.EntityState) any { return e.Flows }), show: flows},
	{Name: "entity_sizes", About: "bytes of snapshots to one client, measured and expected", rows: entity(func(e *figures.EntityState) any { return e.Sizes })},
	{Name: "entity_changes", About: "changes of lives and scores", rows: entity(func(e *figures.EntityState) any { return e.Changes })},
	{Name: "entity_flickers", About: "[entities that vanished](#entity-state) and came back within half a second", rows: entity(func(e *figures.EntityState) any { return e.Flickers })},
	{Name: "entity_savings", About: "what [other ways of sending States](#entity-state) would save", rows: entity(func(e *figures.EntityState) any { return e.Savings })},
	{Name: "notes", About: "[notes](notes.md) by code, and what they are about", rows: func(s *figures.Stats) any { return s.Notes }, show: notes},
	{Name: "bytes", About: "[who owns the bytes](ledger.md) of the file", rows: func(s *figures.Stats) any { return accounts(&s.Bytes) }, show: ledger},
	{Name: "rates", About: "bytes a second by direction, and by client with '--by link'", Quiet: true, key: "bandwidth", rows: func(s *figures.Stats) any { return s.Bandwidth.Rates }},
	{Name: "join_ends", About: "each join", Quiet: true, key: "joins", rows: func(s *figures.Stats) any { return s.Joins }},
	{Name: "notes_about", About: "each text of a note", Quiet: true, key: "notes", rows: func(s *figures.Stats) any { return table.Within(s.Notes, "about", "code") }},
}

// entity gives rows about the entity-state protocol: none if there was no message of it.
func entity(rows func(*figures.EntityState) any) func(*figures.Stats) any {
	return func(s *figures.Stats) any {
		if s.EntityState == nil {
			return rows(&figures.EntityState{})
		}
		return rows(s.EntityState)
	}
}

// Names lists what --only can name.
func Names() (names []string) {
	for i := range sections {
		names = append(names, sections[i].Name)
	}
	return names
}

// Options say what text shows.
type Options struct {
	table.Looks
	// Only names the sections; empty = all that are not quiet.
	Only []string
	// Brief shows what people ask first, and of the rest what fits into so many Lines; it names what is left out.
	Brief bool
	Lines int
}

// Text shows the report to people.
func Text(w io.Writer, s *figures.Stats, o Options) error {
	o.Day, o.Names = dayOf(s), clientsOf(s)
	p := table.NewPage(o.Looks)
	var empty, left, quiet []string
	for i := range sections {
		x := &sections[i]
		named := slices.Contains(o.Only, x.Name)
		if x.Quiet {
			quiet = append(quiet, x.Name)
		}
		if !named && (x.Quiet || len(o.Only) > 0) {
			continue
		}
		before := p.Len()
		x.write(p, s, named)
		switch {
		case p.Len() == before:
			if named || s.EntityState != nil || !strings.HasPrefix(x.Name, "entity_") { // few captures have this protocol
				empty = append(empty, x.Name)
			}
		case o.Brief && i >= first && strings.Count(p.String(), "\n") > o.Lines:
			p.Truncate(before)
			left = append(left, x.Name)
		}
	}
	switch {
	case len(left) > 0:
		p.Heading("", p.Dim, "not shown: "+strings.Join(left, ", ")+" (--all shows them); "+strings.Join(quiet, ", ")+" (--only NAME does)")
	case len(empty) > 0:
		p.Heading("", p.Dim, "nothing to show of "+strings.Join(empty, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Dropped)) {
		p.Heading("", p.Note, "table "+name+" is full: "+terminal.Counted(s.Dropped[name], "record", "records")+" without a row of their own")
	}
	_, err := p.WriteTo(w)
	return err
}

// write shows a section.
func (x *Section) write(p *table.Page, s *figures.Stats, named bool) {
	if x.show != nil {
		x.show(p, s, named)
		return
	}
	p.Table(&table.Table{Name: x.Name, Rows: x.rows(s)})
}

// CSV writes one section.
func CSV(w io.Writer, s *figures.Stats, name string, guarded bool) error {
	for i := range sections {
		if sections[i].Name == name {
			return table.CSV(w, &table.Table{Rows: sections[i].rows(s)}, guarded)
		}
	}
	return fmt.Errorf("there is no table %q", name)
}

// JSON writes the report, or only what it says that somebody asked for.
func JSON(w io.Writer, s *figures.Stats) error {
	if len(s.Only) == 0 {
		return table.JSON(w, s)
	}
	kept := strings.Fields("v filter by only dropped")
	for i := range sections {
		if x := &sections[i]; slices.Contains(s.Only, x.Name) {
			kept = append(kept, x.jsonKey())
		}
	}
	return table.JSON(w, s, kept...)
}

// jsonKey is that of JSON which has the section.
func (x *Section) jsonKey() string {
	if strings.HasPrefix(x.Name, "entity_") {
		return "entity_state"
	}
	return cmp.Or(x.key, x.Name)
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

// clientsOf gives the names of clients by address. Two clients with the same address, in two captures, have none.
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
