package tally

import (
	"fmt"

	"bcdump/decode/match"
	"bcdump/report/figures"
)

// Position is the place of a line in the capture.
type Position struct {
	Frame int64
	Index int // of the message within its datagram
}

// Extent is the first and the last of the lines about a life.
type Extent struct {
	first, last Position
	some        bool
}

// Take adds a line.
func (e *Extent) Take(at Position) {
	if !e.some {
		e.first, e.some = at, true
	}
	e.last = at
}

// Within is the condition that the updates of a life have among those of its object; counted gives those of a life that were
// counted. In the frame where one life ends and the next one begins, places in the datagram tell.
func Within(x *match.Ship, counted func(*match.Ship) *Extent) []string {
	e, before, after := counted(x), neighbour(x, counted, (*match.Ship).Before), neighbour(x, counted, (*match.Ship).After)
	where := []string{fmt.Sprintf("frame in %d..%d", e.first.Frame, e.last.Frame)}
	if before != nil && before.last.Frame == e.first.Frame {
		where = append(where, fmt.Sprintf("(frame != %d || index >= %d)", e.first.Frame, e.first.Index))
	}
	if after != nil && after.first.Frame == e.last.Frame {
		where = append(where, fmt.Sprintf("(frame != %d || index <= %d)", e.last.Frame, e.last.Index))
	}
	return where
}

// neighbour gives the lines of the nearest life that has some; nil = none has.
func neighbour(x *match.Ship, counted func(*match.Ship) *Extent, step func(*match.Ship) *match.Ship) *Extent {
	for x = step(x); x != nil; x = step(x) {
		if b := counted(x); b.some {
			return b
		}
	}
	return nil
}

// TimeOf is the time of an event; none if it never was.
func TimeOf(e match.Event) (t figures.Time) {
	if e.Frame != 0 {
		t = figures.At(e.Clock(), e.Digits)
	}
	return t
}

// ConnectionOf is who is connected to which server.
func ConnectionOf(c *match.Connection) figures.Connection {
	return figures.Connection{Player: c.Name, Client: int(c.Link), Address: AddressText(c.Client), Server: AddressText(c.Server)}
}

// EndingOf is how a connection ended.
func EndingOf(c *match.Connection) figures.Ending {
	return figures.Ending{End: string(c.Ending.Why), EndFrame: c.Ending.Frame, EndText: c.Ending.Text, Moved: c.Moved != nil}
}
