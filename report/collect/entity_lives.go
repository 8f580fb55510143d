package collect

import (
	"cmp"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
)

// entityLives follows the entities that one client is told of: from the first State that
// has an id to the first of the States that have it no more. Beyond maxEntities at a time
// they are not followed.
type entityLives struct {
	alive   []entityLife // by id
	dropped int64        // entities of a State that found no room
}

// entityLife is an entity that is in the world, or was a moment ago.
type entityLife struct {
	id   uint32
	kind uint8
	born sighting
	seen sighting // in the last State that has it
	gone sighting // the first one that has it no more; frame 0 = it is there
	// track is for whoever follows it; born may set it.
	track *entityTrack
}

// sighting is a line and its time.
type sighting struct {
	frame  int64
	time   capture.Time
	digits uint8
}

func sightingOf(r *decode.Record) sighting { return sighting{r.Frame, r.Time, r.Digits} }

func (s *sighting) text() string { return timeText(s.time, s.digits) }

const (
	// maxEntities is what servers send at most.
	maxEntities = 512
	// grace is how long an id may be missing without being another life when it comes
	// back, as the documents advise.
	grace = 500 * time.Millisecond
)

// state takes the next State. born is told of entities that were not there before, died
// of those that are gone for longer than grace.
func (e *entityLives) state(r *decode.Record, m *entitystate.State, born, died func(*entityLife)) {
	now := sightingOf(r)
	for i := range m.Entities {
		e.see(&m.Entities[i], now, born, died)
	}
	e.bury(func(l *entityLife) bool {
		if l.seen.frame == now.frame {
			return false
		}
		if l.gone.frame == 0 {
			l.gone = now
		}
		return now.time.Sub(l.seen.time) > grace
	}, died)
}

func (e *entityLives) see(entity *entitystate.Entity, now sighting, born, died func(*entityLife)) {
	i, found := e.place(entity.ID)
	if found && e.alive[i].kind == entity.Type {
		e.alive[i].seen, e.alive[i].gone = now, sighting{}
		return
	}
	life := entityLife{id: entity.ID, kind: entity.Type, born: now, seen: now}
	switch {
	case found && e.alive[i].seen.frame == now.frame:
		return // an id twice in one State: the first one counts
	case found: // the id of something else
		if e.alive[i].gone.frame == 0 {
			e.alive[i].gone = now
		}
		died(&e.alive[i])
		e.alive[i] = life
	case len(e.alive) >= maxEntities:
		e.dropped++
		return
	default:
		e.alive = slices.Insert(e.alive, i, life)
	}
	born(&e.alive[i])
}

// find gives an entity that is in the world, or was a moment ago; nil if there is none.
func (e *entityLives) find(id uint32) *entityLife {
	i, found := e.place(id)
	if !found {
		return nil
	}
	return &e.alive[i]
}

func (e *entityLives) place(id uint32) (i int, found bool) {
	return slices.BinarySearchFunc(e.alive, id, func(l entityLife, id uint32) int { return cmp.Compare(l.id, id) })
}

// bury takes lives out.
func (e *entityLives) bury(dead func(*entityLife) bool, died func(*entityLife)) {
	kept := e.alive[:0]
	for i := range e.alive {
		if l := &e.alive[i]; dead(l) {
			died(l)
		} else {
			kept = append(kept, *l)
		}
	}
	e.alive = kept
}

// end is the end of the capture: what the last State lacks is gone. The others are still
// there, of which stays is told.
func (e *entityLives) end(died, stays func(*entityLife)) {
	e.bury(func(l *entityLife) bool { return l.gone.frame != 0 }, died)
	for i := range e.alive {
		stays(&e.alive[i])
	}
	e.alive = e.alive[:0]
}
