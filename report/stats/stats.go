package stats

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Splits that StatsOptions.By may name. Rows are always split by direction; "opcode"
// is how opcodes and buckets are split anyhow.
const (
	ByDirection = "dir"
	ByLink      = "link"
	ByObject    = "object"
	ByOpcode    = "opcode"
)

// Splits lists what StatsOptions.By may name.
func Splits() []string { return []string{ByDirection, ByLink, ByObject, ByOpcode} }

// Options of a report.
type Options struct {
	// By is how the tables are split, beside by direction.
	By []string
	// Interval is the width of the buckets of the bandwidth; 0 = one second. It
	// doubles as often as it must for the buckets to be few enough.
	Interval time.Duration
	// Filter is the expression that the records have passed, by
	// decode.Options.Filter; "" = none. It stands in every query.
	Filter string
	// ChartOnly leaves out of the buckets of the bandwidth what a chart does not show:
	// bytes by opcode, and queries. They are most of the report of a long capture.
	ChartOnly bool
}

// Stats collects the report of `bcdump stats`.
type Stats struct {
	options  Options
	queries  *tally.Queries // of all sections
	sections []section
	intake   intake
	summed   []summed
	tables   []section // that count game messages in the sums, unless they are split
	split    bool      // by more than direction
	files    []figures.File
	ledger   ledger
}

// New gives an empty report.
func New(o Options) *Stats {
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	q := &tally.Queries{Filter: o.Filter}
	by := splitter{link: slices.Contains(o.By, ByLink), object: slices.Contains(o.By, ByObject)}
	s := &Stats{options: o, queries: q}
	t := &s.intake
	*t = intake{
		queries: q, exceptions: newExceptions(q), bandwidth: newBandwidth(q, by, o, s),
		links: newLinks(q), objects: newObjects(q), relays: newRelayed(q),
	}
	counts, kinds, codes := &datagrams{Queries: q}, newTypes(q, by), newNotes(q)
	names, bits, bytes := newOpcodes(q, by, s), newFlags(q, by), newUsage(q)
	again, parts, ways := newResends(q), &fragments{Queries: q}, newJoins(q)
	states := newEntityState(q, by, o.Interval)
	s.sections = []section{
		counts, kinds, names, bits, t.exceptions, t.bandwidth, bytes, t.links,
		again, parts, t.objects, t.relays, ways, states, codes,
	}
	s.summed = []summed{counts, kinds, names, bits, bytes, codes}
	t.other = []section{counts, names, t.bandwidth, parts, states, codes}
	t.game = []section{counts, t.exceptions, t.bandwidth, bytes, t.links, again, parts, t.objects, t.relays, ways, codes}
	s.tables = []section{kinds, names, bits}
	if by.link || by.object {
		s.takeRecords()
	}
	return s
}

// takeRecords lets all messages be counted in the tables of the sections:
// sums are split by direction only.
func (s *Stats) takeRecords() {
	if s.split {
		return
	}
	s.split = true
	s.intake.game = append(s.intake.game, s.tables...)
}

// File takes all records of a capture, none of which may have been read before. Damage
// is no error: it stands in the figures.
func (s *Stats) File(name string, c *decode.Capture) error {
	for _, part := range s.sections {
		part.begin(name)
	}
	t := &s.intake
	t.begin()
	t.sums = sums{on: !s.split}
	err := c.Deliver(func(r *decode.Record) error {
		t.take(r)
		return nil
	})
	if err != nil {
		return err
	}
	for _, part := range s.summed {
		part.settle(&t.sums)
	}
	summary := c.Summary()
	s.files = append(s.files, tally.FileOf(name, &summary))
	s.ledger.add(&summary)
	return nil
}

// active is the time that rates are taken over, of all captures.
func (s *Stats) active() (seconds float64) {
	for i := range s.files {
		seconds += s.files[i].Active
	}
	return seconds
}

// Report gives the figures of all captures so far.
func (s *Stats) Report() figures.Stats {
	out := figures.Stats{
		Version: figures.Version,
		Filter:  s.options.Filter,
		By:      append([]string{}, s.options.By...),
		Files:   append([]figures.File{}, s.files...),
	}
	s.ledger.report(&out, s.options.Filter != "")
	for _, part := range s.sections {
		part.report(&out)
	}
	if len(s.files) == 1 {
		onlyFile(&out)
	}
	return out
}

// onlyFile leaves the names of the file out of rows where there is only one.
func onlyFile(s *figures.Stats) {
	for i := range s.Objects {
		s.Objects[i].File = ""
	}
	for i := range s.MostRepeated {
		s.MostRepeated[i].File = ""
	}
	for i := range s.Joins {
		s.Joins[i].File = ""
	}
	if s.EntityState != nil {
		onlyFileOf(s.EntityState)
	}
}

func onlyFileOf(e *figures.EntityState) {
	for i := range e.Matches {
		e.Matches[i].File = ""
	}
	for i := range e.Players {
		e.Players[i].File = ""
	}
	for i := range e.Changes {
		e.Changes[i].File = ""
	}
}
