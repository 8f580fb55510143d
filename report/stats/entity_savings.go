package stats

import (
	"math"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entitySavings works out what the savings that the documents name would bring: it sends the
// States of the capture again, by the rules of docs/reference/stats.md.
type entitySavings struct {
	*base
	flows   int // clients of the capture at hand
	bytes   int64
	states  int64
	noFit   int64 // entities with a number that needs more than 16 bits
	sums    [savings]savingSum
	time    time.Duration // sum of intervals
	dropped int64         // States of flows that found no room
}

// The savings. Each is a rule of its own; the last one has all of them.
const (
	//row:leaner `30 Hz` | at least 25 ms between two States
	saveRate = iota
	//row:leaner `deltas` | only entities that changed; all after a pause of a second. A Despawn of 8 bytes for each that is gone, unless the server sends it anyway
	saveDeltas
	//row:leaner `16-bit numbers` | x, y, vx, vy as whole pixels of two bytes: 17 bytes an entity, not 25
	saveNumbers
	//row:leaner `interest` | players, and what is within 640 pixels of the client's own
	saveInterest
	//row:leaner `all four` | all of these
	saveAll
	savings
)

var savingNames = [savings]string{"30 Hz", "deltas", "16-bit numbers", "interest", "all four"}

// savingSum is what would be sent.
type savingSum struct{ states, entities, bytes int64 }

// savingFlow is what one client would know.
type savingFlow struct {
	kept  capture.Time // State that is sent at 30 Hz
	own   uint32       // entity of its player, if named
	named bool
	views [2]view   // by deltas alone, and with all savings
	near  []float32 // scratch: x and y of players
}

// view is what a client was told last of the entities that States have.
type view struct {
	told  map[uint32]toldEntity
	state int64 // number of the State at hand
}

type toldEntity struct {
	entitystate.Entity
	state int64 // the last one that has it
}

const (
	// halfRate is the least time between two States at 30 Hz: a frame and a half of 60 Hz, so
	// that a State that comes a little early is not left out.
	halfRate = 25 * time.Millisecond
	// nearby is how far from its player a client is told of others, in pixels: half of a screen
	// that is 1,280 wide.
	nearby = 640

	despawnSize = entitystate.HeaderSize + 4 // an id
	// narrowEntity is an entity with x, y, vx and vy of two bytes each in the place of four.
	narrowEntity = entitystate.EntitySize - 4*2
)

// roster finds out which entity is the player of a client; it comes before the first State.
func (e *entitySavings) roster(row *entityFlow, r *decode.Record, m *entitystate.Roster) {
	f := e.flow(row)
	for i := range m.Players {
		if name := m.Players[i].Name.BeforeZero(); f != nil && name != "" && name == r.Client {
			f.own, f.named = m.Players[i].ID, true
		}
	}
}

// flow gives what the client of a flow would know; nil = it has no room.
func (e *entitySavings) flow(row *entityFlow) *savingFlow {
	if row.saved == nil && e.flows < maxSavers {
		row.saved = &savingFlow{views: [2]view{{told: map[uint32]toldEntity{}}, {told: map[uint32]toldEntity{}}}}
		e.flows++
	}
	return row.saved
}

// state takes a State, as entitySizes does.
func (e *entitySavings) state(row *entityFlow, r *decode.Record, m *entitystate.State, since time.Duration, steady bool) {
	f := e.flow(row)
	if f == nil {
		e.dropped++
		return
	}
	if steady {
		e.time += since
	} else {
		clear(f.views[0].told) // a client that comes back is told everything
		clear(f.views[1].told)
		f.kept = capture.Time{}
	}
	e.send(f, r, m)
}

// send counts a State by each of the rules.
func (e *entitySavings) send(f *savingFlow, r *decode.Record, m *entitystate.State) {
	e.states++
	e.bytes += int64(r.Length())
	halved := f.kept == (capture.Time{}) || r.Steady().Sub(f.kept) >= halfRate
	if halved {
		f.kept = r.Steady()
		e.sums[saveRate].add(1, int64(len(m.Entities)), int64(r.Length()))
	}
	f.players(m)
	var interest, deltas, all int64
	for i := range m.Entities {
		x := &m.Entities[i]
		near := f.isNear(x)
		interest += int64(tally.BoolInt(near))
		if !fits(x) {
			e.noFit++
		}
		deltas += int64(tally.BoolInt(f.views[0].news(x)))
		if near && halved {
			whole := narrow(x)
			all += int64(tally.BoolInt(f.views[1].news(&whole)))
		}
	}
	count := int64(len(m.Entities))
	e.sums[saveInterest].add(1, interest, stateSize(int(interest)))
	e.sums[saveNumbers].add(1, count, stateSize(0)+narrowEntity*count)
	told := r.Revision == entitystate.Late // servers of this revision send a Despawn for what is gone anyway
	e.sums[saveDeltas].add(1, deltas, stateSize(int(deltas))+despawnSize*f.views[0].gone(&f.views[0], told))
	if halved {
		e.sums[saveAll].add(1, all, stateSize(0)+narrowEntity*all+despawnSize*f.views[1].gone(&f.views[0], told))
	}
}

func (s *savingSum) add(states, entities, bytes int64) {
	s.states += states
	s.entities += entities
	s.bytes += bytes
}

const (
	// maxKnown bounds the entities that one client knows of: what servers send at most.
	//limit:maxKnown Figures | entities known to a client for which savings are worked out | each counts as new | TestEntityLimits
	maxKnown = 512
	// maxSavers bounds the clients of which that is kept.
	//limit:maxSavers Figures | clients for which savings are worked out | left out; counted | TestEntityBounds
	maxSavers = 64
)

// news reports whether a State says something about an entity that the client does not know. An id that it has twice is
// news the second time.
func (v *view) news(x *entitystate.Entity) bool {
	before, known := v.told[x.ID]
	if !known && len(v.told) >= maxKnown {
		return true
	}
	v.told[x.ID] = toldEntity{*x, v.state}
	return !known || before.Entity != *x || before.state == v.state
}

// gone forgets the entities that a State lacks, and counts them; of those that are gone from all of the world, which are
// no more in world, only if nobody else tells of them.
func (v *view) gone(world *view, told bool) (n int64) {
	for id, x := range v.told {
		if x.state != v.state {
			delete(v.told, id)
			if _, there := world.told[id]; there || !told {
				n++
			}
		}
	}
	v.state++
	return n
}

// players finds where those are near whom a client is told of others: its own player, or any of
// them, as long as nobody knows which is its own.
func (f *savingFlow) players(m *entitystate.State) {
	f.near = f.near[:0]
	for i := range m.Entities {
		if x := &m.Entities[i]; x.Type == entitystate.Player && (!f.named || x.ID == f.own) {
			f.near = append(f.near, x.X, x.Y)
		}
	}
}

// isNear reports whether a client would be told of an entity: of all players, and of what is near
// one of those that count.
func (f *savingFlow) isNear(x *entitystate.Entity) bool {
	if x.Type == entitystate.Player || len(f.near) == 0 {
		return true
	}
	for i := 0; i < len(f.near); i += 2 {
		dx, dy := x.X-f.near[i], x.Y-f.near[i+1]
		if dx*dx+dy*dy <= nearby*nearby {
			return true
		}
	}
	return false
}

// narrow gives an entity whose numbers are whole.
func narrow(x *entitystate.Entity) entitystate.Entity {
	y := *x
	y.X, y.Y, y.VX, y.VY = whole(y.X), whole(y.Y), whole(y.VX), whole(y.VY)
	return y
}

func whole(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }

// fits reports whether all numbers of an entity fit into 16 bits, to the pixel.
func fits(x *entitystate.Entity) bool {
	return fit(x.X) && fit(x.Y) && fit(x.VX) && fit(x.VY)
}

func fit(n float32) bool { return n >= math.MinInt16-0.5 && n < math.MaxInt16+0.5 }

func (e *entitySavings) report(out *figures.Stats) {
	drop(out, "entity_savings", e.dropped)
	if e.states == 0 {
		return
	}
	seconds := e.time.Seconds()
	for i, s := range e.sums {
		f := figures.EntitySaving{
			Saving: savingNames[i], States: e.states, Sent: s.states, Entities: s.entities, Bytes: e.bytes, After: s.bytes,
			Saved: 1 - tally.Ratio(float64(s.bytes), float64(e.bytes)),
			Rate:  tally.Ratio(float64(e.bytes), seconds), RateAfter: tally.Ratio(float64(s.bytes), seconds),
			Query: e.Of(tally.EntityProtocol, tally.IsState, "fields.count >= 0"),
		}
		if i == saveNumbers || i == saveAll {
			f.NoFit = e.noFit
		}
		out.EntityState.Savings = append(out.EntityState.Savings, f)
	}
}
