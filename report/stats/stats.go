package stats

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Stats collects the report of `bcdump stats`. Each capture is counted by itself; what was counted is
// joined when the capture ends.
type Stats struct {
	options Options
	total   *counters // of the captures that have ended; nil = none has
	now     *counters // of the capture at hand
	general bool      // for tests: every message is decoded
}

// counters are the sections of a report, and what they share.
type counters struct {
	*base
	sections []section
	problems *problems
	intake   intake
}

// New gives an empty report.
func New(o Options) *Stats {
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	return &Stats{options: o}
}

func newCounters(o Options, a *tally.Accounts) *counters {
	by := splitter{link: slices.Contains(o.By, ByLink), object: slices.Contains(o.By, ByObject)}
	a.Match.AskRelays()
	c := &counters{
		base:   &base{Queries: tally.Queries{Filter: o.Filter}, options: o, by: by, files: &files{}, match: a.Match, traffic: a.Traffic()},
		intake: intake{match: a.Match, traffic: a.Traffic(), split: by.link || by.object, brief: o.Brief},
	}
	c.sections, c.problems = sections(c.base)
	for _, x := range c.sections {
		if _, costly := x.(*otherWays); !costly || o.Savings {
			c.intake.add(x)
		}
	}
	return c
}

// File takes all records of a capture, none of which may have been read before. Damage
// is no error: it stands in the figures.
func (s *Stats) File(name string, c *decode.Capture) error {
	a := tally.NewAccounts()
	a.General = s.general
	s.Begin(name, a)
	in := &s.now.intake
	summary, err := a.Read(name, c, func(r *decode.Record) error {
		in.take(r)
		return nil
	})
	if err == nil {
		s.End(name, summary)
	}
	return err
}

// Begin tells that a capture follows, for those who share its records with other reports: then
// Take takes all of them, after its accounts, and End says what the capture was.
func (s *Stats) Begin(file string, a *tally.Accounts) {
	s.now = newCounters(s.options, a)
	s.now.intake.split = s.now.intake.split || s.general
	for _, x := range s.now.sections {
		if x, ok := x.(beginner); ok {
			x.begin(file)
		}
	}
}

// Take takes the next record.
func (s *Stats) Take(r *decode.Record) { s.now.intake.take(r) }

// End tells that all records of the capture were taken.
func (s *Stats) End(file string, summary *decode.Summary) {
	s.now.intake.end()
	for _, x := range s.now.sections {
		if x, ok := x.(ender); ok {
			x.end(file, summary)
		}
	}
	s.join(s.now)
	s.now = nil
}

// join adds what was counted of captures that come behind those so far.
func (s *Stats) join(c *counters) {
	c.release()
	if s.total == nil {
		s.total = c
		return
	}
	s.total.Mixed = s.total.Mixed || c.Mixed
	for i, x := range s.total.sections {
		tally.MergeAny(x, c.sections[i])
	}
}

// release lets go of what was needed to count.
func (c *counters) release() {
	c.match, c.traffic, c.intake = nil, nil, intake{}
}

// counted gives what was counted of all captures that have ended.
func (s *Stats) counted() *counters {
	if s.total == nil {
		s.total = newCounters(s.options, tally.NewAccounts())
	}
	return s.total
}

// Report gives the figures of all captures so far.
func (s *Stats) Report() figures.Stats {
	c := s.counted()
	out := figures.Stats{Version: figures.Version, Filter: s.options.Filter, By: append([]string{}, s.options.By...)}
	c.Copied = slices.ContainsFunc(c.files.list, func(f figures.File) bool { return f.Copies != nil })
	for _, x := range c.sections {
		if _, entities := x.(entityTaker); c.Mixed || !entities {
			x.report(&out)
		}
	}
	return out
}
