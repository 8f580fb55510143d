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
	problems *problems
	counted  *datagrams
	builder  *facts.Builder // of the capture at hand; nil = there is none
	span     facts.Span
	counting *counting // nil = nobody counts beside
}

// New gives an empty report.
func New(o Options) *Stats {
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	b := &base{
		Queries: tally.Queries{Filter: o.Filter}, options: o, files: &files{},
		by: splitter{link: slices.Contains(o.By, ByLink), object: slices.Contains(o.By, ByObject)},
	}
	fragments, links, notes, joins := &fragments{base: b}, newLinks(b), newNotes(b), &joins{base: b}
	objects, relayed := newObjects(b), &relayed{base: b}
	s := &Stats{
		base: b, counted: &datagrams{base: b},
		problems: &problems{base: b, links: links, notes: notes, parts: fragments},
	}
	s.sections = []section{b.files, newBandwidth(b), links, fragments, objects, relayed, joins, s.counted, newEntities(b), notes}
	if !o.Brief {
		s.sections = append(s.sections, &ledger{base: b}, types{newCounts(b, splitter{link: b.by.link})}, opcodes{newCounts(b, b.by)},
			flags{newCounts(b, b.by)}, newExceptions(b), &usage{base: b}, newRequests(b))
	}
	if o.Savings {
		s.sections = append(s.sections, newOtherWays(b))
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
	a.Match.AskRelays()
	a.Traffic()
	s.builder = facts.NewBuilder(file, a)
}

// partRows is how many rows are counted at a time: they stay in the cache until all sections have seen them.
const partRows = 1 << 11

// Take takes the next record.
func (s *Stats) Take(r *decode.Record) {
	if s.builder.Full(partRows) {
		s.next()
	}
	s.builder.Take(r)
}

// next has the rows so far counted.
func (s *Stats) next() {
	switch {
	case s.base.options.Jobs < 2:
		s.count(s.builder)
		s.builder.Clear()
		return
	case s.counting == nil:
		s.counting = &counting{full: make(chan *facts.Builder), empty: make(chan *facts.Builder, 2)}
		s.counting.empty <- s.builder.Another()
		go s.countAll(s.counting)
	}
	s.counting.full <- s.builder
	s.builder = <-s.counting.empty
}

// counting counts parts of a capture while others are read.
type counting struct {
	full, empty chan *facts.Builder
	broken      any // what a section panicked with
}

// countAll counts parts until there are no more.
func (s *Stats) countAll(x *counting) {
	for b := range x.full {
		func() {
			defer func() {
				if reason := recover(); reason != nil {
					x.broken = reason
				}
			}()
			if x.broken == nil {
				s.count(b)
			}
		}()
		b.Clear()
		x.empty <- b
	}
	close(x.empty)
}

func (s *Stats) count(b *facts.Builder) {
	c := &part{b.Facts, b.Reader()}
	for _, x := range s.sections {
		x.add(c)
	}
}

// End tells that all records of the capture were taken.
func (s *Stats) End(_ string, summary *decode.Summary) {
	if x := s.counting; x != nil {
		close(x.full)
		for range x.empty { // until all parts are counted
		}
		if s.counting = nil; x.broken != nil {
			panic(x.broken)
		}
	}
	s.count(s.builder)
	s.builder.Facts.Summary = *summary
	for _, x := range s.sections {
		if x, ok := x.(ender); ok {
			x.end(&part{s.builder.Facts, s.builder.Reader()})
		}
	}
	s.builder = nil
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
