package stats

import (
	"bcdump/report/figures"
)

// section is one part of a report.
type section interface {
	// begin tells that another capture follows, whose links and objects are others.
	begin(file string)
	record(l *line)
	report(s *figures.Stats)
}

// summed is a section that has figures in the sums of a capture.
type summed interface {
	settle(s *sums)
}

// drop notes how many lines a full table had no row for.
func drop(s *figures.Stats, table string, lines int64) {
	if lines == 0 {
		return
	}
	if s.Dropped == nil {
		s.Dropped = map[string]int64{}
	}
	s.Dropped[table] += lines
}

// maxRows bounds the rows of most tables.
const maxRows = 4096
