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
	"iter"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// Section is a part of the report.
type Section struct {
	// Name is what --only calls it; About what it tells, for documents.
	Name, About string
	// Quiet says that people see it only if they name it.
	Quiet bool
	// key is that of JSON which has it; "" = its name.
	key string
	// title is what a page says of its table; "" = it shows the section in another way, or not.
	title string
	// rows are those of CSV and Parquet, and of a table of the section's name, unless tables says what others there are.
	rows   func(*figures.Stats) any
	tables func(v *view) []table.Table
	// show writes text that is more than tables; nil = there is none.
	show func(p *table.Page, v *view)
}

// view is the report as somebody looks at it.
type view struct {
	*figures.Stats
	names map[string]string // of clients, by address
	named bool              // somebody asked for the section
}

// first is how many sections are what people ask of a capture at once.
const first = 5

// List lists the sections in the order in which they answer questions: what takes the bandwidth, what was sent, how did
// it go, who played.
func List() []Section { return slices.Clone(sections) }

var sections = []Section{
	{Name: "files", About: "what was read: time span, damage, kinds of datagrams. The last line says what takes most bytes", rows: func(s *figures.Stats) any { return s.Files }, show: head},
	{Name: "bandwidth", About: "bytes of UDP payload over time, by direction. '--interval' sets the step; a column shows the highest of its steps. Pauses of over a minute are left out. In CSV each step", title: "Bandwidth", rows: func(s *figures.Stats) any { return s.Bandwidth.Buckets }, tables: rates, show: bandwidth},
	{Name: "opcodes", About: "game messages: how many each way, bytes, sizes of payloads", title: "Messages by opcode", rows: func(s *figures.Stats) any { return s.Opcodes }, tables: opcodes},
	{Name: "flags", About: "combinations of flags of StateUpdates, sizes of payloads", title: "Flags of the updates: which parts they held", rows: func(s *figures.Stats) any { return s.Flags }, tables: flags},
	{Name: "flag_exceptions", About: "flags that their side should not send, with the frames", title: "Rules about flags", rows: func(s *figures.Stats) any { return s.FlagExceptions }, tables: exceptions},
	{Name: "usage", About: "what takes the bytes, headers of IP and UDP included. The rows of a direction add up to its bytes", rows: func(s *figures.Stats) any { return s.Usage }, show: usage},
	{Name: "savings", About: "what [other ways of sending](#savings) would save. It takes a third of the time of all others", Quiet: true, title: "What other ways of sending would save", rows: func(s *figures.Stats) any { return s.Savings }, tables: savings},
	{Name: "links", About: "who played, when, how reliable each link was", title: "Connections", rows: func(s *figures.Stats) any { return s.Links }, tables: links},
	{Name: "fragments", About: "whether long messages were joined", title: "Fragments", rows: func(s *figures.Stats) any { return []figures.Fragments{s.Fragments} }, tables: fragments},
	{Name: "types", About: "transport messages", title: "Transport messages", rows: func(s *figures.Stats) any { return s.Types }},
	{Name: "objects", About: "lives of ships, and how often each was updated", title: "Ships and other objects", rows: func(s *figures.Stats) any { return s.Objects }},
	{Name: "cycles", About: "updates and time until the same subsystems, power settings or all fields of a ship [come again](#sizes-and-cycles)", title: "How what updates say comes round", rows: func(s *figures.Stats) any { return s.Cycles }},
	{Name: "relays", About: "whether the host [passed everything on](#relays), how fast", title: "What the server passes on", rows: func(s *figures.Stats) any { return s.Relays }, tables: relays},
	{Name: "missing_copies", About: "the first copies that were never made", key: "relays", title: "The first copies that were never made", rows: func(s *figures.Stats) any { return table.Within(s.Relays, "first_missing", "opcode", "name") }},
	{Name: "requests", About: "which files, objects and entries into sets were answered, by what, how fast. EnterSet is answered only by a client that lacks the object", title: "Messages that may be answered", rows: func(s *figures.Stats) any { return s.Requests }},
	{Name: "joins", About: "time to get into the game, the longest wait, the end; with '--only' and in CSV every step", rows: func(s *figures.Stats) any { return table.Within(s.Joins, "steps", "file", "client", "name") }, show: joins},
	{Name: "entity_flows", About: "[entity-state](#entity-state): who played, how steadily snapshots came, how many were lost", title: "Entity-state: connections", rows: entity(func(e *figures.EntityState) any { return e.Flows }), tables: flows},
	{Name: "entity_sizes", About: "bytes of snapshots to one client, measured and expected", title: "Entity-state: sizes of States", rows: entity(func(e *figures.EntityState) any { return e.Sizes })},
	{Name: "entity_changes", About: "changes of lives and scores", title: "Entity-state: lives and scores", rows: entity(func(e *figures.EntityState) any { return e.Changes })},
	{Name: "entity_flickers", About: "[entities that vanished](#entity-state) and came back within half a second", title: "Entity-state: entities that vanished for a moment", rows: entity(func(e *figures.EntityState) any { return e.Flickers })},
	{Name: "entity_savings", About: "what [other ways of sending States](#entity-state) would save", title: "Entity-state: what other ways of sending would save", rows: entity(func(e *figures.EntityState) any { return e.Savings })},
	{Name: "notes", About: "[notes](notes.md) by code, and what they are about", title: "Notes of the decoder", rows: func(s *figures.Stats) any { return s.Notes }, tables: notes},
	{Name: "bytes", About: "[who owns the bytes](ledger.md) of the file", title: "Who owns the bytes of the file", rows: func(s *figures.Stats) any { return accounts(&s.Bytes) }, tables: ledger},
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

// Apart says that no traffic of the game has the section, but that of entity-state.
func (x *Section) Apart() bool { return strings.HasPrefix(x.Name, "entity_") }

// Names lists what --only can name.
func Names() (names []string) {
	for i := range sections {
		names = append(names, sections[i].Name)
	}
	return names
}

// Text shows the report to people: the sections that are named, or else those that are not quiet.
func Text(w io.Writer, s *figures.Stats, o table.Looks) error {
	o.Day, o.Names = dayOf(s), clientsOf(s)
	p := table.NewPage(o)
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
		x.write(p, &view{s, o.Names, named})
		switch {
		case p.Len() == before:
			if named || s.EntityState != nil || !x.Apart() { // few captures have this protocol
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

// write shows a section. Of many tables it shows the largest.
func (x *Section) write(p *table.Page, v *view) {
	if x.show != nil {
		x.show(p, v)
		return
	}
	const unsplit = 4 // each direction of both protocols
	all := x.parts(v)
	n := max(p.Shown(len(all)), min(len(all), unsplit))
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	if n < len(all) {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].Weight, all[a].Weight) })
		slices.Sort(order[:n])
	}
	for _, i := range order[:n] {
		p.Table(&all[i])
	}
	p.More(len(all)-n, "smaller table", "smaller tables")
}

// parts are the tables of a section.
func (x *Section) parts(v *view) []table.Table {
	all := []table.Table{{Name: x.Name, Rows: nil}}
	if x.tables != nil {
		all = x.tables(v)
	} else {
		all[0].Rows = x.rows(v.Stats)
	}
	for i := range all {
		all[i].Title = cmp.Or(all[i].Title, x.title)
	}
	return all
}

// Forms are the tables that a page draws: those of the sections that it does not show in another way, but empty ones.
func Forms(s *figures.Stats) (all []table.Form) {
	for i := range sections {
		all = append(all, FormsOf(sections[i].Name, s)...)
	}
	return all
}

// FormsOf are those of one section.
func FormsOf(name string, s *figures.Stats) (all []table.Form) {
	o := table.Looks{Day: dayOf(s), Names: clientsOf(s)}
	x := &sections[slices.Index(Names(), name)]
	if x.title == "" {
		return nil
	}
	tables := x.parts(&view{Stats: s, names: o.Names})
	for i := range tables {
		if f := tables[i].Form(o); len(f.Columns) > 0 && len(f.Columns[0].Values) > 0 {
			all = append(all, f)
		}
	}
	return all
}

// Each gives the rows of each section, a slice of structs, and what they are.
func Each(s *figures.Stats) iter.Seq2[*Section, any] {
	return func(yield func(*Section, any) bool) {
		for i := range sections {
			if !yield(&sections[i], sections[i].rows(s)) {
				return
			}
		}
	}
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
	if x.Apart() {
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
