package timeline

import (
	"time"

	"bcdump/report/tally"
)

// Options say what a timeline is about. The zero value takes everything.
type Options struct {
	// Of are ids, players, classes or names of ships; empty = all ships.
	Of []string
	// From and To bound the time of the capture; From is included, To is not.
	From, To tally.Moment
	// Zone is where times of day in From and To are; nil = UTC.
	Zone *time.Location
	// Filter is the expression that the records have passed, by
	// decode.Options.Filter; "" = none. It stands in every query.
	Filter string
	// Row gets each row, a *figures.TimelineRow or a *figures.EntityRow, in frame order, but that an entity vanished half
	// a second late; it is valid until the next one. nil = none. An error ends the run.
	Row func(row any) error
	// Listener is told what rows and figures are made of; nil = nobody listens.
	Listener Listener
	// Asked is what somebody will ask for: what only the rest needs is not collected.
	Asked Asked
	// Every thins the rows: of the updates of one ship in so much time only the first
	// is given to Row. 0 = all. Events are always given.
	Every time.Duration
	// Jobs is how many goroutines there may be, besides those that read; 0 = one per processor.
	Jobs int
	// NameFiles puts the name of the file into rows.
	NameFiles bool
}

// Asked is how much somebody will ask for, each time less than before.
type Asked uint8

// What is asked for.
const (
	ForAll      Asked = iota
	ForRows           // not for Summary
	ForListener       // only for a Listener, Cycle, Flown and Updates
)
