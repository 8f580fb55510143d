package stats

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Stats collects the report of `bcdump stats`.
type Stats struct {
	options  Options
	sections []section
	problems *problems
	intake   intake
}

// New gives an empty report.
func New(o Options) *Stats {
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	by := splitter{link: slices.Contains(o.By, ByLink), object: slices.Contains(o.By, ByObject)}
	m := match.New(match.Options{Ships: maxLives, Begins: newObject, Relays: true})
	s := &Stats{options: o, intake: intake{match: m, split: by.link || by.object}}
	s.sections, s.problems = sections(&base{Queries: tally.Queries{Filter: o.Filter}, options: o, by: by, files: &files{}, match: m})
	for _, x := range s.sections {
		s.intake.add(x)
	}
	return s
}

// File takes all records of a capture, none of which may have been read before. Damage
// is no error: it stands in the figures.
func (s *Stats) File(name string, c *decode.Capture) error {
	s.Begin(name)
	err := c.Deliver(func(r *decode.Record) error {
		s.intake.take(r)
		return nil
	})
	if err != nil {
		return err
	}
	summary := c.Summary()
	s.End(name, &summary)
	return nil
}

// Begin tells that a capture follows, for those who share its records with other reports: then
// Take takes all of them, and End says what the capture was.
func (s *Stats) Begin(file string) {
	s.intake.begin(file)
	for _, x := range s.sections {
		if x, ok := x.(beginner); ok {
			x.begin(file)
		}
	}
}

// Take takes the next record.
func (s *Stats) Take(r *decode.Record) { s.intake.take(r) }

// End tells that all records of the capture were taken.
func (s *Stats) End(file string, summary *decode.Summary) {
	s.intake.end()
	for _, x := range s.sections {
		if x, ok := x.(ender); ok {
			x.end(file, summary)
		}
	}
}

// Match is the account of the match, for those who share the records.
func (s *Stats) Match() *match.Match { return s.intake.match }

// Report gives the figures of all captures so far.
func (s *Stats) Report() figures.Stats {
	out := figures.Stats{Version: figures.Version, Filter: s.options.Filter, By: append([]string{}, s.options.By...)}
	for _, x := range s.sections {
		x.report(&out)
	}
	s.problems.report(&out)
	return out
}
