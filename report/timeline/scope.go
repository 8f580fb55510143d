package timeline

import (
	"bcdump/decode/capture"
	"bcdump/decode/ship"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// scope is what a timeline is asked for, and the capture being read.
type scope struct {
	tally.Queries
	options Options
	choice  choice
	layouts map[*ship.Class]*layout
	file    string
	from    capture.Time
	to      capture.Time
	outside []figures.File // of which no frame lies in the time asked for
	err     error          // of Row
}

// begin tells that another capture follows, with the time of its first frame.
func (s *scope) begin(file string, start capture.Time) {
	s.file = file
	s.from, s.to = s.options.From.Time(start, s.options.Zone), s.options.To.Time(start, s.options.Zone)
}

// covers reports whether a moment lies in the time asked for.
func (s *scope) covers(at capture.Time) bool {
	return !at.Before(s.from) && (s.options.To.IsZero() || at.Before(s.to))
}

// layout gives the parts of the ships of a class.
func (s *scope) layout(class *ship.Class) *layout {
	l := s.layouts[class]
	if l == nil {
		l = newLayout(class)
		s.layouts[class] = l
	}
	return l
}

// label is what rows say about the file that they are of: its name, if that is asked for.
func (s *scope) label(file string) string {
	if s.options.NameFiles {
		return file
	}
	return ""
}
