package stats

import (
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
)

// window is the interval in which most datagrams of the game lie at the moment, when they
// are split by direction only. What its buckets are to get is gathered in it, until a
// datagram comes that lies elsewhere.
type window struct {
	number     int64
	begin, end capture.Time // nothing lies in it if they are the same
	sides      [2]windowSide
}

// windowSide is one direction.
type windowSide struct {
	datagrams int64
	bytes     [kinds]int64
	seen      [kinds]bool
	order     []kind // the kinds that were seen
}

func (s *windowSide) add(what kind, bytes int) {
	if !s.seen[what] {
		s.seen[what] = true
		s.order = append(s.order, what)
	}
	s.bytes[what] += int64(bytes)
}

// datagram enters one with its header.
func (s *windowSide) datagram(header int) {
	s.datagrams++
	s.add(kindHeader, header)
}

// inWindow takes a message of the game.
func (w *bandwidth) inWindow(l *line) {
	w.late = w.late || l.Late != 0
	s := w.side(l.Stamp(), l.from)
	s.add(kindOf(l), l.length)
	if l.first {
		s.datagram(l.header())
	}
}

// side moves the window to where a moment lies.
func (w *bandwidth) side(at capture.Time, dir int) *windowSide {
	if at.Before(w.window.begin) || !at.Before(w.window.end) {
		w.move(at)
	}
	return &w.window.sides[dir]
}

func (w *bandwidth) move(at capture.Time) {
	w.flush()
	x := &w.window
	x.number = w.Number(at)
	x.begin, x.end = w.Bounds(x.number)
}

// flush enters what the window holds into its buckets. It does not matter for the width
// of the intervals that this is late: their number only grows until they are widened, and
// the width that they have in the end is the first one with which they are few enough.
func (w *bandwidth) flush() {
	w.enter()
	w.widen()
}

func (w *bandwidth) enter() {
	for dir := range w.window.sides {
		if s := &w.window.sides[dir]; len(s.order) > 0 {
			w.enterSide(s, directions[dir])
		}
	}
}

func (w *bandwidth) enterSide(s *windowSide, dir decode.Direction) {
	row := w.at(stepKey{number: w.window.number, proto: decode.BC, dir: dir})
	row.datagrams += s.datagrams
	row.parts = slices.Grow(row.parts, max(len(s.order)-len(row.parts), 0))
	slices.Sort(s.order) // a new row then gets its parts one behind the other
	for _, what := range s.order {
		row.bytes += s.bytes[what]
		w.part(row, what, s.bytes[what])
		s.bytes[what], s.seen[what] = 0, false
	}
	s.datagrams, s.order = 0, s.order[:0]
}
