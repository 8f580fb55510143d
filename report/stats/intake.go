package stats

import (
	"bcdump/decode"
	"bcdump/report/tally"
)

// intake hands the messages of a capture to the sections that they concern.
//
// Nine of ten are walked: updates and Acks with nothing to remark. Most of what is counted
// of them are sums over small numbers, which sums keeps for all sections until the capture
// ends; the sections that want more are called by name.
type intake struct {
	queries *tally.Queries
	general bool // for tests: every message is decoded
	line    line
	sums    sums

	game, other []section // those that game messages concern, and all others

	exceptions *exceptions
	bandwidth  *bandwidth
	links      *links
	objects    *objects
	relays     *relayed
}

// begin tells that another capture follows.
func (t *intake) begin() { t.line = line{} }

// take takes the next message.
func (t *intake) take(r *decode.Record) {
	r.Walked = r.Walked && !t.general
	l := &t.line
	l.take(r)
	switch {
	case !l.game():
		t.queries.Mixed = t.queries.Mixed || r.Proto == decode.EntityState
		for _, part := range t.other {
			part.record(l)
		}
	case r.Walked && t.sums.on:
		t.walked(l)
	default:
		t.sums.record(l)
		for _, part := range t.game {
			part.record(l)
		}
	}
}

func (t *intake) walked(l *line) {
	t.sums.walked(l)
	t.bandwidth.record(l)
	t.links.record(l)
	t.relays.record(l)
	if l.opcode >= 0 {
		t.exceptions.record(l)
		t.objects.record(l)
	}
}
