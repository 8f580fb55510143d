package stats

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Stats collects the report of `bcdump stats`.
type Stats struct {
	base     *base
	sections []section
	counted  *datagrams
	parts    *facts.Parts // of the capture at hand; nil = there is none
	span     facts.Span
}

// New gives an empty report.
func New(o Options) *Stats {
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	if o.Brief {
		o.Only = []string{"bandwidth", "fragments", "notes", "savings"}
	}
	b := &base{
		Queries: tally.Queries{Filter: o.Filter}, options: o, files: &files{},
		by: splitter{link: slices.Contains(o.By, ByLink), object: slices.Contains(o.By, ByObject)},
	}
	s := &Stats{base: b, counted: &datagrams{base: b}}
	s.sections = []section{b.files, newLinks(b), s.counted, newEntities(b)} // who the others are about
	add := func(x section, tables ...string) {
		if len(o.Only) == 0 || slices.ContainsFunc(tables, func(t string) bool { return slices.Contains(o.Only, t) }) {
			s.sections = append(s.sections, x)
		}
	}
	add(newBandwidth(b), "bandwidth", "rates")
	add(&fragments{base: b}, "fragments")
	add(newObjects(b), "objects", "cycles")
	add(&relayed{base: b}, "relays", "missing_copies")
	add(&joins{base: b}, "joins", "join_ends")
	add(newNotes(b), "notes", "notes_about")
	add(&ledger{base: b}, "bytes", "files")
	add(types{newCounts(b, splitter{link: b.by.link})}, "types")
	add(opcodes{newCounts(b, b.by)}, "opcodes")
	add(flags{newCounts(b, b.by)}, "flags", "flag_exceptions")
	add(&exceptions{base: b}, "flag_exceptions")
	add(&usage{base: b}, "usage", "files")
	add(newRequests(b), "requests")
	if o.Savings {
		add(newOtherWays(b), "savings")
	}
	return s
}

// Narrow has only what lies in a span of captures counted by File.
func (s *Stats) Narrow(span facts.Span) {
	s.span = span
	s.base.Filter = filter.And(s.base.Filter, span.Condition())
}

// File counts a capture, none of whose records may have been read before. Damage is no error: it stands in the figures.
func (s *Stats) File(name string, c *decode.Capture) error {
	a := tally.NewAccounts()
	if !s.span.Whole() {
		a.Wanted = s.span.Within
	}
	s.Begin(name, a)
	summary, err := a.Read(name, c, func(r *decode.Record) error {
		s.Take(r)
		return nil
	})
	if err != nil {
		summary = &decode.Summary{}
	}
	s.End(name, summary)
	return err
}

// Begin tells that a capture follows: then Take takes all of its records, after its accounts, and End says what it was.
// Between them another goroutine counts, unless there is one job only.
func (s *Stats) Begin(file string, a *tally.Accounts) {
	s.parts = facts.NewParts(facts.NewBuilder(file, a), s.base.options.Jobs, func(f *facts.Facts, x *facts.Reader, from int) {
		s.add(&part{f, x, from, f.Rows()})
	})
}

// Take takes the next record.
func (s *Stats) Take(r *decode.Record) { s.parts.Take(r) }

func (s *Stats) add(c *part) {
	for _, x := range s.sections {
		x.add(c)
	}
}

// Facts counts a capture that was read to its end.
func (s *Stats) Facts(f *facts.Facts) {
	c := &part{Facts: f, reader: f.Reader()}
	for c.to < f.Rows() {
		c.from, c.to = c.to, min(c.to+facts.PartRows, f.Rows())
		s.add(c)
	}
	s.conclude(c)
}

// End tells that all records of the capture were taken.
func (s *Stats) End(_ string, summary *decode.Summary) {
	f := s.parts.End(summary)
	s.conclude(&part{Facts: f, reader: f.Reader()})
	s.parts = nil
}

// conclude tells all sections that the capture was read to its end.
func (s *Stats) conclude(c *part) {
	for _, x := range s.sections {
		if x, ok := x.(ender); ok {
			x.end(c)
		}
	}
}

// Report gives the figures of all captures so far.
func (s *Stats) Report() figures.Stats {
	b := s.base
	out := figures.Stats{
		Version: figures.Version, Filter: b.Filter, By: append([]string{}, b.options.By...), Savings: []figures.Saving{},
	}
	b.Mixed = s.counted.counts.EntityState > 0
	b.Copied = slices.ContainsFunc(b.files.list, func(f figures.File) bool { return f.Copies != nil })
	for _, x := range s.sections {
		x.report(&out)
	}
	return out
}
