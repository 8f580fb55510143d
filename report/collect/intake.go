package collect

import (
	"bcdump/decode"
)

// intake hands the messages of a capture to the sections that they concern.
//
// Those that come in the short are nine of ten. Most of what is counted of them are sums
// over small numbers, which sums keeps for all sections until the capture ends; the
// sections that want more are called by name.
type intake struct {
	queries *queries
	line    line
	short   shortLine
	sums    sums

	game, other []section // those that game messages concern, and all others

	exceptions *exceptions
	bandwidth  *bandwidth
	links      *links
	objects    *objects
	relays     *relays
}

// begin tells that another capture follows.
func (t *intake) begin() { t.short = shortLine{} }

// Record takes a message in long.
func (t *intake) Record(r *decode.Record) {
	t.short.frame = 0 // it may change what is known of the link
	l := &t.line
	l.take(r)
	if !l.game() {
		t.queries.mixed = t.queries.mixed || r.Proto == decode.EntityState
		for _, part := range t.other {
			part.record(l)
		}
		return
	}
	t.sums.record(l)
	for _, part := range t.game {
		part.record(l)
	}
}

// Brief takes a message in the short.
func (t *intake) Brief(b *decode.Brief) {
	l := &t.short
	l.take(b)
	t.sums.brief(l)
	t.bandwidth.brief(l)
	t.links.brief(l)
	t.relays.brief(l)
	if l.update {
		t.exceptions.brief(l)
		t.objects.brief(l)
	}
}
