package tally

import (
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// Stamp is a line and its time.
type Stamp struct {
	Frame  int64
	Time   capture.Time // on the steady clock
	shown  capture.Time
	digits uint8 // behind the second
}

// StampOf is the line of a record and its time.
func StampOf(r *decode.Record) Stamp { return Stamp{r.Frame, r.Steady(), r.Time, r.Digits} }

// Figure is the time; none of the zero Stamp.
func (s *Stamp) Figure() (t figures.Time) {
	if s.Frame != 0 {
		t = figures.At(s.shown, s.digits)
	}
	return t
}

// Observer is the client that a report listens to: a server tells all of them the same, but
// a network brings it in another order to each.
type Observer struct {
	Client netip.AddrPort
	last   Stamp // that it was told something
}

// Observe listens to the receiver of a message.
func Observe(r *decode.Record) Observer { return Observer{r.Dst, StampOf(r)} }

// Hears reports whether a message of a server is one to listen to: it goes to the observer,
// or the observer was told nothing for longer than BreakOff.
func (o *Observer) Hears(r *decode.Record) bool {
	return o.Client == r.Dst || r.Steady().Sub(o.last.Time) > BreakOff
}

// BreakOff is the interval from which on messages are not lost, but not sent.
const BreakOff = time.Second
