package present

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
	{"bandwidth", "bandwidth", showBandwidth},
	{"usage", "usage", showUsage},
	{"opcodes", "opcodes", showOpcodes},
	{"flags", "flag combinations", showFlags},
	{"flag_exceptions", "rules of directions", showExceptions},
	{"links", "links", showLinks},
	{"resends", "resends", showResends},
	{"fragments", "fragments", showFragments},
	{"types", "transport messages", showTypes},
	{"objects", "objects", showObjects},
	{"relays", "relays", showRelays},
	{"joins", "joins", showJoins},
	{"notes", "notes", showNotes},
	{"bytes", "bytes", showBytes},
}

// StatsTables lists the names of the tables, in their order.
func StatsTables() (names []string) {
	for _, t := range statsTables {
		names = append(names, t.name)
	}
	return names
}

// WriteStats shows the report as tables.
func WriteStats(w io.Writer, s *figures.Stats, o Options) error {
	p := newPage(o)
	p.day, p.names = dayOf(s), namesOf(s.Links)
	var empty []string
	for _, t := range statsTables {
		if wanted(o.Only, t.name) && !t.show(p, s) {
			empty = append(empty, t.title)
		}
	}
	if len(empty) > 0 {
		empty[0] = "nothing to show of: " + empty[0]
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
func namesOf(links []figures.Link) map[string]string {
	names := map[string]string{}
	for i := range links {
		l := &links[i]
		if other, ok := names[l.Client]; ok && other != l.Name {
			names[l.Client] = ""
		} else {
			names[l.Client] = l.Name
		}
	}
	return names
}
