package stats

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/traffic"
)

// intake hands the records of a capture to the sections that want them.
//
// Nine of ten are walked: updates and Acks with nothing to remark. Most of what is counted
// of them are sums over small numbers, which sums keeps for all sections until the capture
// ends. Only sections that want more are called; those that there are, by their names: through
// interfaces a run takes 4 % longer.
type intake struct {
	split   bool // by more than direction
	brief   bool // nobody asks for the tables that sums fill, nor for exceptions
	match   *match.Match
	traffic *traffic.Traffic
	line    line
	sums    sums

	bandwidth  *bandwidth
	links      *links
	relayed    *relayed
	exceptions *exceptions
	objects    *objects
	notes      *notes

	others   []otherTaker
	entities []entityTaker
	games    []gameTaker
	walks    []walkedTaker
	updates  []updateTaker
	settlers []settler
	tables   []tabler
}

// add registers a section for the records that it wants.
func (t *intake) add(x section) {
	t.others = appendIf(t.others, x)
	t.entities = appendIf(t.entities, x)
	t.games = appendIf(t.games, x)
	t.settlers = appendIf(t.settlers, x)
	t.tables = appendIf(t.tables, x)
	switch x := x.(type) {
	case *bandwidth:
		t.bandwidth = x
	case *links:
		t.links = x
	case *relayed:
		t.relayed = x
	case *exceptions:
		t.exceptions = x
	case *objects:
		t.objects = x
	case *notes:
		t.notes = x
	default:
		t.walks = appendIf(t.walks, x)
		t.updates = appendIf(t.updates, x)
	}
}

// appendIf appends a section to the list of those that have some methods, if it has them.
func appendIf[T any](list []T, x section) []T {
	if taker, ok := x.(T); ok {
		return append(list, taker)
	}
	return list
}

// take takes the next record.
func (t *intake) take(r *decode.Record) {
	l := &t.line
	l.take(r)
	l.change, l.traffic = t.match.Change(), t.traffic.Change()
	if !l.isGame() {
		for _, x := range t.others {
			x.other(l)
		}
		if l.Proto == decode.EntityState {
			for _, x := range t.entities {
				x.entity(l)
			}
		}
		return
	}
	if r.Walked {
		t.walked(l)
	} else {
		t.decoded(l)
	}
	if t.split {
		for _, x := range t.tables {
			x.each(l)
		}
	}
}

func (t *intake) decoded(l *line) {
	if !t.brief {
		t.sums.decoded(l)
	}
	for _, x := range t.games {
		x.game(l)
	}
}

func (t *intake) walked(l *line) {
	if !t.brief {
		t.sums.walked(l)
	}
	t.bandwidth.walked(l)
	t.links.walked(l)
	t.relayed.walked(l)
	for _, x := range t.walks {
		x.walked(l)
	}
	if l.opcode < 0 {
		return
	}
	if l.Remarkable {
		t.notes.remarkable(l)
	}
	if !t.brief {
		t.exceptions.update(l)
	}
	t.objects.update(l)
	for _, x := range t.updates {
		x.update(l)
	}
}

// end gives the sums of the capture to those who want them.
func (t *intake) end() {
	t.sums.total()
	for _, x := range t.settlers {
		x.settle(&t.sums)
	}
	if t.split {
		return
	}
	for _, x := range t.tables {
		x.enter(&t.sums)
	}
}
