package tally

import (
	"cmp"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
)

// EntityLives follows the entities that one client is told of: from the first State that
// has an id to the first of the States that have it no more. Beyond maxEntities at a time
// they are not followed.
type EntityLives[T any] struct {
	alive   []EntityLife[T] // by id
	Dropped int64           // entities of a State that found no room
	newest  capture.Time    // of the States that were not late
	forward int64           // by how many entities more moved as their velocity says than against it, in all of these
	next    int             // place behind the one that was looked for last
}

// EntityLife is an entity that is in the world, or was a moment ago.
type EntityLife[T any] struct {
	ID   uint32
	Kind uint8 // type of the entity
	Born Stamp // the first State that has it
	seen Stamp // in the last State that has it
	Gone Stamp // the first one that has it no more; frame 0 = it is there
	x, y float32
	Of   T // what whoever follows it keeps of it; born may set it
}

const (
	// maxEntities is what servers send at most.
	//limit:maxEntities Figures | entities of a flow, or of a server of a timeline, at a time | not followed; counted | TestEntityLimits
	maxEntities = 512
	// grace is how long an id may be missing without being another life when it comes
	// back, as the documents advise.
	grace = 500 * time.Millisecond
	// overtaken is by how much a State may come later than one that was sent behind it.
	overtaken = 200 * time.Millisecond
	// doubtful is how many States may be late before it is known that velocities say where things go.
	doubtful = 8
)

// EntityEvents is who is told what becomes of entities.
type EntityEvents[T any] struct {
	Born func(*EntityLife[T]) // it was not there before
	Died func(*EntityLife[T]) // it is gone for longer than grace
	Back func(*EntityLife[T]) // it is there again, after some States had lacked it; Gone is the first; nil = nobody asks
}

// Late reports whether a State was sent before one that has come already: States have no number, but what moves is
// farther back in it than its velocity says.
func (e *EntityLives[T]) Late(m *entitystate.State, now capture.Time) bool {
	since := now.Sub(e.newest)
	return e.forward >= -doubtful && since >= 0 && since <= overtaken && e.moved(m) < 0
}

// moved is how many entities have moved as their velocity says since the last State, less those that moved against it.
func (e *EntityLives[T]) moved(m *entitystate.State) (forward int64) {
	e.next = 0
	for i := range m.Entities {
		x := &m.Entities[i]
		at, found := e.place(x.ID)
		if !found || e.alive[at].Kind != x.Type {
			continue
		}
		l := &e.alive[at]
		switch way := float64(x.X-l.x)*float64(x.VX) + float64(x.Y-l.y)*float64(x.VY); {
		case way > 0:
			forward++
		case way < 0:
			forward--
		}
	}
	return forward
}

// State takes the next State. One that is late tells nothing new.
func (e *EntityLives[T]) State(r *decode.Record, m *entitystate.State, tell EntityEvents[T]) {
	now, died := StampOf(r), tell.Died
	if e.Late(m, r.Steady()) {
		e.forward--
		return
	}
	e.newest, e.forward = r.Steady(), e.forward+e.moved(m)
	e.next = 0
	for i := range m.Entities {
		e.see(&m.Entities[i], now, &tell)
	}
	e.bury(func(l *EntityLife[T]) bool {
		if l.seen.Frame == now.Frame {
			return false
		}
		if l.Gone.Frame == 0 {
			l.Gone = now
		}
		return now.Time.Sub(l.seen.Time) > grace
	}, died)
}

func (e *EntityLives[T]) see(entity *entitystate.Entity, now Stamp, tell *EntityEvents[T]) {
	i, found := e.place(entity.ID)
	if found && e.alive[i].Kind == entity.Type {
		if e.alive[i].Gone.Frame != 0 && tell.Back != nil {
			tell.Back(&e.alive[i])
		}
		l := &e.alive[i]
		l.seen, l.Gone, l.x, l.y = now, Stamp{}, entity.X, entity.Y
		return
	}
	life := EntityLife[T]{ID: entity.ID, Kind: entity.Type, Born: now, seen: now, x: entity.X, y: entity.Y}
	switch {
	case found && e.alive[i].seen.Frame == now.Frame:
		return // an id twice in one State: the first one counts
	case found: // the id of something else
		if e.alive[i].Gone.Frame == 0 {
			e.alive[i].Gone = now
		}
		tell.Died(&e.alive[i])
		e.alive[i] = life
	case len(e.alive) >= maxEntities:
		e.Dropped++
		return
	default:
		e.alive = slices.Insert(e.alive, i, life)
	}
	tell.Born(&e.alive[i])
}

// Find gives an entity that is in the world, or was a moment ago; nil if there is none.
func (e *EntityLives[T]) Find(id uint32) *EntityLife[T] {
	i, found := e.place(id)
	if !found {
		return nil
	}
	return &e.alive[i]
}

// place finds an id. Most States have the ids in order, so the next one is likely the one behind
// the last.
func (e *EntityLives[T]) place(id uint32) (i int, found bool) {
	if i, found = e.next, e.next < len(e.alive) && e.alive[e.next].ID == id; !found {
		i, found = slices.BinarySearchFunc(e.alive, id, func(l EntityLife[T], id uint32) int { return cmp.Compare(l.ID, id) })
	}
	e.next = i + 1
	return i, found
}

// bury takes lives out.
func (e *EntityLives[T]) bury(dead func(*EntityLife[T]) bool, died func(*EntityLife[T])) {
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

// End is the end of the capture: what the last State lacks is gone. The others are still
// there, of which stays is told.
func (e *EntityLives[T]) End(died, stays func(*EntityLife[T])) {
	e.bury(func(l *EntityLife[T]) bool { return l.Gone.Frame != 0 }, died)
	for i := range e.alive {
		stays(&e.alive[i])
	}
	e.alive = e.alive[:0]
}
