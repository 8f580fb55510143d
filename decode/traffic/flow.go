package traffic

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// Flow is the updates about one life of a ship that go one way on one connection.
type Flow struct {
	Ship       *match.Ship
	Connection *match.Connection
	Own        bool // the client sends them

	clock *Clock
	begun bool
	at    capture.Time  // of the newest update but for copies
	back  time.Duration // by how much the clock of the capture was set back before it
	kinds [2]kind       // of updates without and with a subsystem block
}

// kind is the newest of the updates that have a subsystem block, or of those that have none: some hosts send the
// first with their own clock, and pass on the others with that of a client.
type kind struct {
	frame  int64
	print  uint64
	length int
	clock  float32 // NaN = there was none
	flags  uint8
	late   float32 // the newest that came late
	lates  uint8   // in a row, each newer than the one before
}

// setBack reports whether a clock that is behind was set: so many in a row the network does not hold up.
func (k *kind) setBack(clock float32) bool {
	const several = 5
	if k.lates == 0 || clock > k.late {
		k.lates++
	} else {
		k.lates = 1
	}
	k.late = clock
	return k.lates > several
}

// Change is what a record did.
type Change struct {
	// Flow is that of an update; nil = the record is none, or there is no room for it.
	Flow *Flow
	Step Step
}

// Paces say how long before an update its flow had others.
type Paces struct {
	// Since is how long before the flow had an update, Alike one that has a subsystem block or none as this one,
	// and Placed, if this one has a position, another that has one.
	Since, Alike, Placed time.Duration
	// Before is when the flow had an update before, BeforeAlike one alike, however long ago; zero = there was none.
	Before, BeforeAlike capture.Time
}

// Unknown stands for a time that is not measured: it would not lie within a run.
const Unknown time.Duration = -1

// Step is what an update is to its flow. All but Interval, Late and Copy begin a run.
type Step uint8

// Steps.
const (
	First    Step = iota // of its flow
	Interval             // the flow goes on
	Pause                // nothing came for 2 s: each second a sender tells all that there is of a ship
	Absence              // nothing came for a minute
	ClockSet             // the clock of the capture was set
	Late                 // the same, but a newer one came before: that it has a position measures nothing
	Copy                 // of the network, or no clock can be read: it measures nothing
)

// Copied is within what time a copy of the network comes; what comes again later was sent again.
const Copied = 500 * time.Millisecond

// Doubled is within what time a copy of the network comes where a server that sends again after 0.4 s is looked for.
// [Copied] is longer, so that no rule blames a sender for what the network did.
const Doubled = 200 * time.Millisecond

const (
	pause   = 2 * time.Second
	absence = time.Minute
	// clockSet is by how many seconds a sender's clock goes back that was set.
	clockSet = 5
)

func newFlow(x *match.Ship, c *match.Connection, own bool) *Flow {
	none := kind{clock: float32(math.NaN())}
	return &Flow{Ship: x, Connection: c, Own: own, kinds: [2]kind{none, none}}
}

// take takes an update, and gives what it is.
func (f *Flow) take(r *record.Record) Step {
	_, clock, flags, ok := message.UpdateHeader(r.Payload)
	k := &f.kinds[flags/message.FlagSubsystems&1]
	now := r.Steady()
	since := now.Sub(f.at)
	step := f.step(since, r)
	if step != First && (r.Again() || !ok || k.clock == clock && since < Copied && k.copied(flags, r)) {
		return Copy
	}
	f.begun, f.at, f.back = true, now, r.Back
	if f.Own || flags&message.FlagSubsystems != 0 {
		f.clock.take(r, clock)
	}
	if clock < k.clock && clock >= k.clock-clockSet && !k.setBack(clock) {
		if step == Interval {
			return Late
		}
		return step
	}
	k.lates = 0
	k.frame, k.clock, k.flags, k.length, k.print = r.Frame, clock, flags, len(r.Payload), printOf(r.Payload)
	return step
}

// copied reports whether an update with the same clock is a copy. A host may have two blocks to send in one
// moment; and what the network copies is a datagram.
func (k *kind) copied(flags uint8, r *record.Record) bool {
	return k.flags == flags && k.length == len(r.Payload) && k.print == printOf(r.Payload) && k.frame != r.Frame
}

// printOf tells updates with equal heads apart, by what stands behind the head and at the end.
func printOf(payload []byte) uint64 {
	const words = 8
	if len(payload) < message.UpdateHeaderSize+words {
		return 0
	}
	return binary.LittleEndian.Uint64(payload[message.UpdateHeaderSize:]) ^ bits.ReverseBytes64(binary.LittleEndian.Uint64(payload[len(payload)-words:]))
}

// Times remember when a flow had its newest updates but for copies. The zero Times has none.
type Times struct {
	at     capture.Time    // of all
	alike  [2]capture.Time // of those without and with a subsystem block
	placed capture.Time    // of those with a position that did not come late
	run    capture.Time    // when the run of updates began
}

// Take takes an update, of which is known what step it is.
func (x *Times) Take(step Step, now capture.Time, flags uint8) Paces {
	alike := &x.alike[flags/message.FlagSubsystems&1]
	p := Paces{Unknown, Unknown, Unknown, x.at, *alike}
	switch step {
	case Copy:
		return p
	case Interval, Late:
		p.Since, p.Alike = now.Sub(x.at), x.within(*alike, now)
	default:
		x.run = now
	}
	x.at, *alike = now, now
	if step != Late && flags&message.FlagPosition != 0 {
		p.Placed, x.placed = x.within(x.placed, now), now
	}
	return p
}

// within is the time since a moment, if that lies in the run.
func (x *Times) within(from, to capture.Time) time.Duration {
	if from.IsZero() || from.Before(x.run) {
		return Unknown
	}
	return to.Sub(from)
}

// step is what an update is that comes so long after the newest one.
func (f *Flow) step(since time.Duration, r *record.Record) Step {
	switch {
	case !f.begun:
		return First
	case since < 0 || r.Back != f.back:
		return ClockSet
	case since < pause:
		return Interval
	case since < absence:
		return Pause
	}
	return Absence
}
