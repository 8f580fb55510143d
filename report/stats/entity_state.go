package stats

import (
	"time"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entityState is the section about the entity-state protocol. It is left out if there is
// no message of it.
type entityState struct {
	parts []section
	some  bool
}

func newEntityState(q *tally.Queries, by splitter, interval time.Duration) *entityState {
	return &entityState{parts: []section{
		newEntityTraffic(q),
		newEntitySizes(q),
		newEntitySteps(q, by, interval),
		newEntityMatches(q),
		newEntityPlayers(q),
	}}
}

func (e *entityState) begin(file string) {
	for _, part := range e.parts {
		part.begin(file)
	}
}

func (e *entityState) record(l *line) {
	if l.Proto != decode.EntityState {
		return
	}
	e.some = true
	for _, part := range e.parts {
		part.record(l)
	}
}

func (e *entityState) report(out *figures.Stats) {
	if !e.some {
		return
	}
	out.EntityState = &figures.EntityState{
		Flows: []figures.EntityFlow{}, Kinds: []figures.EntityKind{}, Sizes: []figures.EntitySize{}, OverTime: []figures.EntityStep{},
		Matches: []figures.EntityMatch{}, Players: []figures.EntityPlayer{}, Changes: []figures.EntityChange{},
	}
	for _, part := range e.parts {
		part.report(out)
	}
}
