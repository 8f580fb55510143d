package fields

import "bcdump/decode/wire"

// Gate is the part that printing visitors share: it lets the first limit fields
// pass and keeps hidden ones back. Embed it.
type Gate struct {
	limit, seen int
	hidden      int
	whole       bool // hidden fields pass too
	cut         bool // a field lay behind the limit
	stopped     bool // cut, and not in a new element since
	skipped     int  // depth of objects that lie behind the limit
}

// NewGate lets limit fields pass; All lets pass all.
func NewGate(limit int) Gate { return Gate{limit: limit} }

// Leaf counts one field and reports whether to print it.
func (g *Gate) Leaf() bool {
	if g.seen >= g.limit {
		g.cut, g.stopped = true, true
		return false
	}
	g.seen++
	return g.hidden == 0
}

// Shown reports whether a value that owns no bytes is printed: it belongs to the
// field before it.
func (g *Gate) Shown() bool { return !g.stopped && g.skipped == 0 && g.hidden == 0 }

// OpenObject reports whether an object is printed; Close ends it.
func (g *Gate) OpenObject() bool {
	if g.skipped > 0 || g.seen >= g.limit || g.hidden > 0 {
		g.skipped++
		return false
	}
	return true
}

// OpenList reports whether a list is printed: one whose count was read is, even if
// all its elements were cut. Close ends it.
func (g *Gate) OpenList() bool {
	if g.skipped > 0 || g.stopped || g.hidden > 0 {
		g.skipped++
		return false
	}
	return true
}

// OpenItem reports whether an element of a list is printed. Every one of a list that
// was opened is: it is in the list because some of it was read, be it only what its
// Show methods announce. CloseItem ends it.
func (g *Gate) OpenItem() bool {
	if g.skipped > 0 || g.hidden > 0 {
		g.skipped++
		return false
	}
	g.stopped = false
	return true
}

// Close ends an object or list, and reports whether it was printed.
func (g *Gate) Close() bool {
	if g.skipped > 0 {
		g.skipped--
		return false
	}
	return true
}

// CloseItem ends an element of a list, and reports whether it was printed.
func (g *Gate) CloseItem() bool {
	printed := g.Close()
	g.stopped = g.cut
	return printed
}

// Hide counts how deep the visit is within hidden fields.
func (g *Gate) Hide(on bool) {
	switch {
	case g.whole:
	case on:
		g.hidden++
	default:
		g.hidden--
	}
}

// Enter visits conditional fields that are present.
func (g *Gate) Enter(present bool, _ string) bool { return present }

// Leave ends Enter.
func (g *Gate) Leave() {}

// Evidence is not printed with values.
func (g *Gate) Evidence(wire.Evidence) {}

// Refuse does nothing: the limit has ended the message already.
func (g *Gate) Refuse(string, string) {}

// Terminator is not printed. It comes last, so it need not be counted.
func (g *Gate) Terminator(string, *bool) {}
