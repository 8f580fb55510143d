package stats

import (
	"slices"
	"sync"
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
	builder  *facts.Builder // of the capture at hand, whose records come one by one; nil = none
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
		problems: &problems{base: b, links: links, notes: notes, joined: joins, objects: objects, relayed: relayed, parts: fragments},
	}
	s.sections = []section{b.files, newBandwidth(b), links, fragments, objects, relayed, joins, s.counted, newEntities(b), notes}
	if !o.Brief {
		s.sections = append(s.sections, &ledger{base: b}, newTypes(b), newOpcodes(b), newFlags(b), newExceptions(b),
			&updateSizes{base: b}, &usage{base: b}, newResends(b), newRequests(b))
	}
	if o.Savings {
		s.sections = append(s.sections, newOtherWays(b))
	}
	return s
}

// Narrow adds a condition to the filter that the records of all captures have passed.
func (s *Stats) Narrow(condition string) {
	s.base.Filter = filter.And(s.base.Filter, condition)
	s.base.options.Filter = s.base.Filter
}

// Add counts a capture.
func (s *Stats) Add(f *facts.Facts) { s.add(f, true) }

// add counts a capture, or a part of it; last = it is the end. Each of several goroutines has sections of its own, and
// gives them some rows at a time: those stay in the cache until all of its sections have seen them.
func (s *Stats) add(f *facts.Facts, last bool) {
	jobs := max(s.options().Jobs, 1)
	if f.Rows() < few {
		jobs = 1
	}
	var wait sync.WaitGroup
	broken := make([]any, jobs) // what sections panicked with
	for job := range jobs {
		own := &part{f, f.Reader(), f.Name, 0, 0}
		count := func() {
			for own.from = 0; own.from < f.Rows(); own.from = own.to {
				own.to = min(own.from+few, f.Rows())
				for i := job; i < len(s.sections); i += jobs {
					s.sections[i].add(own)
				}
			}
			for i := job; i < len(s.sections); i += jobs {
				if x, ok := s.sections[i].(ender); ok && last {
					x.end(own)
				}
			}
		}
		if jobs == 1 {
			count()
			return
		}
		wait.Go(func() {
			defer func() { broken[job] = recover() }()
			count()
		})
	}
	wait.Wait()
	for _, reason := range broken {
		if reason != nil {
			panic(reason)
		}
	}
}

// few is how many rows are counted at a time.
const few = 1 << 11

func (s *Stats) options() *Options { return &s.base.options }

// File counts a capture, none of whose records may have been read before. Damage is no error: it stands in the
// figures.
func (s *Stats) File(name string, c *decode.Capture) error {
	f, err := facts.Read(c, facts.Options{})
	if err == nil {
		f.Name = name
		s.Add(f)
	}
	return err
}

// Begin tells that a capture follows, for those who share its records with other reports: then
// Take takes all of them, after its accounts, and End says what the capture was.
func (s *Stats) Begin(file string, a *tally.Accounts) {
	a.Match.AskRelays()
	a.Traffic()
	s.builder = facts.NewBuilder(file, a)
}

// partRows is how many rows of a capture whose records come one by one are counted at a time.
const partRows = few

// Take takes the next record.
func (s *Stats) Take(r *decode.Record) {
	if s.builder.Full(partRows) {
		s.add(s.builder.Facts, false)
		s.builder.Clear()
	}
	s.builder.Take(r)
}

// End tells that all records of the capture were taken.
func (s *Stats) End(_ string, summary *decode.Summary) {
	s.builder.Facts.Summary = *summary
	s.add(s.builder.Facts, true)
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
