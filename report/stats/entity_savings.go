package stats

import (
	"math"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entitySavings works out what the savings that the documents name would bring: it sends the
// States of the capture again, by the rules of docs/stats.md.
type entitySavings struct {
	*base
	flows   map[tally.Link]*savingFlow
	bytes   int64
	states  int64
	noFit   int64 // entities with a number that needs more than 16 bits
	sums    [savings]savingSum
	time    time.Duration // sum of intervals
	dropped int64         // States of flows that found no room
}

// The savings. Each is a rule of its own; the last one has all of them.
const (
	saveRate = iota
	saveDeltas
	saveNumbers
	saveInterest
	saveAll
	savings
)

var savingNames = [savings]string{"30 Hz", "deltas", "16-bit numbers", "interest", "all four"}

// savingSum is what would be sent.
type savingSum struct{ states, entities, bytes int64 }

// savingFlow is what one client would know.
type savingFlow struct {
	last    capture.Time // State
	kept    capture.Time // State that is sent at 30 Hz
	started bool
	name    string // of its player
	own     uint32 // its entity, if named
	named   bool
	known   map[uint32]*knownEntity
	state   uint32 // number of the State at hand
}

// knownEntity is what a client was told last of an entity, by deltas alone and with all savings.
type knownEntity struct {
	sent [2]entitystate.Entity
	told [2]bool
	seen [2]uint32 // number of the State that had it
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

func newEntitySavings(b *base) *entitySavings { return &entitySavings{base: b} }

func (e *entitySavings) begin(string) { e.flows = map[tally.Link]*savingFlow{} }

func (e *entitySavings) record(l *line) {
	if l.Dir != decode.ToClient {
		return
	}
	switch m := l.Content().Message.(type) {
	case *entitystate.Roster:
		if f := e.flows[l.link()]; f != nil {
			f.roster(m)
		}
	case *entitystate.State:
		e.state(l, m)
	}
}

// roster finds out which entity is the player of the client.
func (f *savingFlow) roster(m *entitystate.Roster) {
	for i := range m.Players {
		if name := fields.PaddedText(m.Players[i].Name); name != "" && name == f.name {
			f.own, f.named = m.Players[i].ID, true
		}
	}
}

func (e *entitySavings) state(l *line, m *entitystate.State) {
	f := e.flows[l.link()]
	if f == nil {
		if len(e.flows) >= maxSavers {
			e.dropped++
			return
		}
		f = &savingFlow{known: map[uint32]*knownEntity{}}
		e.flows[l.link()] = f
	}
	f.name = l.Client
	since := l.Time.Sub(f.last)
	if !f.started || since < 0 || since > tally.BreakOff {
		clear(f.known) // a client that comes back is told everything
		f.started, f.kept = true, capture.Time{}
	} else {
		e.time += since
	}
	f.last = l.Time
	e.send(f, l, m)
}

// send counts a State by each of the rules.
func (e *entitySavings) send(f *savingFlow, l *line, m *entitystate.State) {
	f.state++
	e.states++
	e.bytes += int64(l.length)
	halved := f.kept == (capture.Time{}) || l.Time.Sub(f.kept) >= halfRate
	if halved {
		f.kept = l.Time
		e.sums[saveRate].add(1, int64(len(m.Entities)), int64(l.length))
	}
	near := f.nearOnes(m)
	interest, deltas, all := int64(0), int64(0), int64(0)
	for i := range m.Entities {
		entity := &m.Entities[i]
		close := near(entity)
		interest += int64(tally.BoolInt(close))
		if !fits(entity) {
			e.noFit++
		}
		k := f.entity(entity.ID)
		if k == nil {
			deltas, all = deltas+1, all+int64(tally.BoolInt(close && halved))
			continue
		}
		deltas += int64(tally.BoolInt(k.news(0, f.state, *entity)))
		if close && halved {
			all += int64(tally.BoolInt(k.news(1, f.state, narrow(entity))))
		}
	}
	gone := f.gone(halved)
	count := int64(len(m.Entities))
	e.sums[saveInterest].add(1, interest, stateSize(int(interest)))
	e.sums[saveNumbers].add(1, count, stateSize(0)+narrowEntity*count)
	e.sums[saveDeltas].add(1, deltas, stateSize(int(deltas))+despawnSize*gone[0])
	if halved {
		e.sums[saveAll].add(1, all, stateSize(0)+narrowEntity*all+despawnSize*gone[1])
	}
}

func (s *savingSum) add(states, entities, bytes int64) {
	s.states += states
	s.entities += entities
	s.bytes += bytes
}

// entity gives what the client knows of an entity; nil = there is no room, so that it is sent
// each time.
func (f *savingFlow) entity(id uint32) *knownEntity {
	k := f.known[id]
	if k == nil && len(f.known) < maxKnown {
		k = &knownEntity{}
		f.known[id] = k
	}
	return k
}

const (
	// maxKnown bounds the entities that one client knows of: what servers send at most.
	maxKnown = 512
	// maxSavers bounds the clients of which that is kept.
	maxSavers = 64
)

// news reports whether a State says something about an entity that the client does not know.
func (k *knownEntity) news(way int, state uint32, entity entitystate.Entity) bool {
	k.seen[way] = state
	if k.told[way] && k.sent[way] == entity {
		return false
	}
	k.told[way], k.sent[way] = true, entity
	return true
}

// gone forgets the entities that a State lacks, and counts those that a client was told of.
func (f *savingFlow) gone(halved bool) (count [2]int64) {
	for id, k := range f.known {
		for way, due := range [2]bool{true, halved} {
			if due && k.told[way] && k.seen[way] != f.state {
				k.told[way] = false
				count[way]++
			}
		}
		if !k.told[0] && !k.told[1] {
			delete(f.known, id)
		}
	}
	return count
}

// nearOnes tells which entities a client would be told of: players, and what is near its own; near
// any of them, as long as nobody knows which is its own.
func (f *savingFlow) nearOnes(m *entitystate.State) func(*entitystate.Entity) bool {
	var places [][2]float64
	for i := range m.Entities {
		if x := &m.Entities[i]; x.Type == entitystate.Player && (!f.named || x.ID == f.own) {
			places = append(places, [2]float64{float64(x.X), float64(x.Y)})
		}
	}
	return func(x *entitystate.Entity) bool {
		if x.Type == entitystate.Player || len(places) == 0 {
			return true
		}
		for _, at := range places {
			if math.Hypot(float64(x.X)-at[0], float64(x.Y)-at[1]) <= nearby {
				return true
			}
		}
		return false
	}
}

// narrow gives an entity whose numbers are whole.
func narrow(x *entitystate.Entity) entitystate.Entity {
	y := *x
	for _, n := range []*float32{&y.X, &y.Y, &y.VX, &y.VY} {
		*n = float32(math.Round(float64(*n)))
	}
	return y
}

// fits reports whether all numbers of an entity fit into 16 bits, to the pixel.
func fits(x *entitystate.Entity) bool {
	for _, n := range [...]float32{x.X, x.Y, x.VX, x.VY} {
		if n := math.Round(float64(n)); !(n >= math.MinInt16 && n <= math.MaxInt16) {
			return false
		}
	}
	return true
}

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
