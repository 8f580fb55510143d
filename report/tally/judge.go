package tally

import (
	"bcdump/decode"
	"bcdump/report/figures"
)

// Judge holds a capture against rules while a report reads it.
type Judge interface {
	// Take takes the next record.
	Take(r *decode.Record) error
	// End gives the verdicts when the capture has been read.
	End(s *decode.Summary) *figures.CheckFile
}

// Rules begins the judge of a capture, with the accounts of the run.
type Rules func(file string, a *Accounts) Judge
