package stats

import (
	"time"
)

// Splits that Options.By may name. Rows are always split by direction; "opcode"
// is how opcodes and buckets are split anyhow.
const (
	ByDirection = "dir"
	ByLink      = "link"
	ByObject    = "object"
	ByOpcode    = "opcode"
)

// Splits lists what Options.By may name.
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
	// Bare leaves out the queries of bandwidth buckets, which make up most of the report of a long capture, and the buckets of
	// both directions: a chart adds the directions up.
	Bare bool
	// Only names the tables that are asked for, as `stats --only` does: what others alone need is not counted. Empty = all.
	Only []string
	// Brief counts only what Problems and the rates of the bandwidth need, and of savings enough for their shares.
	Brief bool
	// Jobs is how many goroutines there may be, 0 = one per processor: with two and more, parts of a capture are counted while
	// others are read.
	Jobs int
	// Savings works out what other ways of sending would save: it takes a third of the time of the rest.
	Savings bool
}
