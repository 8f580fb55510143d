package stats

import (
	"bcdump/decode"
	"bcdump/report/figures"
)

// entityState is the section about the entity-state protocol. It is left out if there is
// no message of it.
type entityState struct {
	*base `snapshot:"-"`
	parts []entityPart `snapshot:"-"`
}

// entityPart is one part of the section.
type entityPart interface {
	section
	record(l *line)
}

func newEntityState(b *base) *entityState {
	return &entityState{base: b, parts: []entityPart{
		newEntityTraffic(b), newEntitySizes(b), newEntitySteps(b), newEntityMatches(b), newEntityPlayers(b), newEntitySavings(b),
	}}
}

func (e *entityState) begin(file string) {
	for _, part := range e.parts {
		if part, ok := part.(beginner); ok {
			part.begin(file)
		}
	}
}

func (e *entityState) end(file string, s *decode.Summary) {
	for _, part := range e.parts {
		if part, ok := part.(ender); ok {
			part.end(file, s)
		}
	}
}

func (e *entityState) other(l *line) {
	if l.Proto != decode.EntityState {
		return
	}
	e.Mixed = true
	for _, part := range e.parts {
		part.record(l)
	}
}

func (e *entityState) report(out *figures.Stats) {
	if !e.Mixed {
		return
	}
	out.EntityState = &figures.EntityState{
		Flows: []figures.EntityFlow{}, Kinds: []figures.EntityKind{}, Sizes: []figures.EntitySize{}, OverTime: []figures.EntityStep{},
		Matches: []figures.EntityMatch{}, Players: []figures.EntityPlayer{}, Changes: []figures.EntityChange{},
		Flickers: []figures.EntityFlicker{}, Savings: []figures.EntitySaving{},
	}
	for _, part := range e.parts {
		part.report(out)
	}
}
