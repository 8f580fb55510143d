package stats

import "bcdump/report/figures"

// entityState begins what is told of the entity-state protocol. It and the sections about the
// protocol are left out if there is no message of it.
type entityState struct {
	*base `merge:"-"`
}

// entitySections gives those.
func entitySections(b *base) []section {
	return []section{
		&entityState{b}, newEntityTraffic(b), newEntitySizes(b), newEntitySteps(b), newEntityMatches(b), newEntityPlayers(b), newEntitySavings(b),
	}
}

func (e *entityState) entity(*line) { e.Mixed = true }

func (e *entityState) report(out *figures.Stats) {
	out.EntityState = &figures.EntityState{
		Flows: []figures.EntityFlow{}, Kinds: []figures.EntityKind{}, Sizes: []figures.EntitySize{}, OverTime: []figures.EntityStep{},
		Matches: []figures.EntityMatch{}, Players: []figures.EntityPlayer{}, Changes: []figures.EntityChange{},
		Flickers: []figures.EntityFlicker{}, Savings: []figures.EntitySaving{},
	}
}
