package check

import (
	"cmp"
	"math"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/traffic"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
)

// stream is what came on a link, in one direction, about one life of a ship.
type stream struct {
	link   *link
	to     int
	object uint32
	ship   *match.Ship
	life   uint16 // its number
	times  traffic.Times
	craft  *craft // nil = nothing is known of it but its updates
	own    bool   // the ship belongs to the client of the link
	// players says that the ship lies in the slot of a client of the capture.
	players bool
	version int // of the trial, when this was looked up

	// What each update changes lies together.
	hash   uint16
	hashed bool
	// changed says that the newest hash is another one than that before.
	changed    bool
	hashBefore uint16
	cycled     bool    // it has had a block
	poor       bool    // that the ship was not whole when new was told
	newest     float32 // clock of the sender
	// newestRelayed says that the newest clock is the owner's: the host has passed it on.
	newestRelayed bool
	seen          capture.Time // of the newest update
	gap           capture.Time // that ended a gap of its owner
	tick          float32      // the clock of the newest, since when it has that, and whether that was told
	ticked        capture.Time
	stands        bool
	clocks        clocks
	overtaken     int64        // updates that came late
	late          capture.Time // the newest update that others overtook
	stale         bool         // the newest place is an offset from a position that is old
	updates       int64        // all
	blocks        int64        // with subsystems
	moving        int64        // with motion
	carried       int64        // of these, with the bytes of its owner's
	both          int64        // with both
	placed        int64        // with a position or an offset from one
	positions     int64
	chain         chain
	turns         turns
	health        health
	between       rhythm

	refresh   histogram.Histogram
	beginning beginning
	cloaks    []cloak
	first     match.Event
	before    capture.Time // of the last one of an earlier life; zero = there was none
}

// clocks are the newest of the sender.
type clocks struct {
	list [32]float32
	n    int
}

func (x *clocks) add(clock float32) {
	x.list[x.n%len(x.list)] = clock
	x.n++
}

// lack reports whether there is a hole that a clock fits into: the network has changed the order.
func (x *clocks) lack(clock float32) bool {
	const hole, same = 0.15, 0.02
	before, behind := float32(math.Inf(-1)), float32(math.Inf(1))
	for _, other := range x.list[:min(x.n, len(x.list))] {
		if other <= clock {
			before = max(before, other)
		}
		if other >= clock {
			behind = min(behind, other)
		}
	}
	return clock-before > same && behind-clock > same && behind-before >= hole && !math.IsInf(float64(before), 0)
}

// cloak is a state of the cloaking device, since when it is told.
type cloak struct {
	row int
	at  capture.Time
	on  bool
}

// disorder reports whether the network has changed the order of many updates.
func (s *stream) disorder() bool { return s.overtaken*20 > s.updates }

// rhythm is the intervals between updates.
type rhythm struct {
	n   int64
	sum float64
	all histogram.Histogram
}

func (x *rhythm) add(milliseconds float64) {
	x.n++
	x.sum += milliseconds
	x.all.Add(milliseconds)
}

// beginning is the first update that moves a new ship, by the clock of its sender.
type beginning struct {
	row    int // from 1; 0 = none
	at     capture.Time
	clock  float32
	placed bool // it has a position
}

// told is what the host's clock says to a client in a slice of time.
type told struct {
	n      int
	lowest float64 // offset from the clock of the capture: that of the update that came soonest
	first  match.Event
	apart  match.Event // the first of the slice before, if it was off the others' then; frame 0 = it was not
}

func (x *told) add(u *update) {
	o := offset(u.Time, u.clock)
	if x.n == 0 {
		x.lowest = o
		x.first = u.at()
	}
	x.lowest = min(x.lowest, o)
	x.n++
}

// drift follows the clock of a sender against that of the capture.
type drift struct {
	from, to    capture.Time
	n           int64
	first, last [drifts]float64
	before      *drift // the longest run that ended where the clock of the capture was set; nil = none did
}

// longest is the longest run.
func (x *drift) longest() *drift {
	if x.before != nil && x.lasts() < x.before.lasts() {
		return x.before
	}
	return x
}

func (x *drift) lasts() float64 { return x.to.SecondsSince(x.from) }

// drifts is over how many updates a clock is averaged.
const drifts = 10

// add takes a value. After an absence another run begins: the clock of the capture may have been set; and where it is known that it was.
func (x *drift) add(at capture.Time, clock float32, steps []capture.Step) {
	set := slices.ContainsFunc(steps, func(s capture.Step) bool { return s.Frame > 0 && x.to.Before(s.At) && !at.Before(s.At) })
	if set && x.n > 0 && (x.before == nil || x.before.lasts() < x.lasts()) {
		ended := *x
		ended.before, x.before = nil, &ended
	}
	if x.n == 0 || at.Sub(x.to) > time.Minute || set {
		x.n, x.from = 0, at
	}
	o := offset(at, clock)
	if x.n < drifts {
		x.first[x.n] = o
	}
	x.last[x.n%drifts] = o
	x.to = at
	x.n++
}

// drifted is by how many seconds the clock has drifted.
func (x *drift) drifted() (sum float64) {
	for i := range x.first {
		sum += x.last[i] - x.first[i]
	}
	return sum / drifts
}

// health follows the conditions of the subsystems and their parts, from one block that has them to the next.
type health struct {
	blocks int64
	class  *ship.Class          // that parts and newest are of; nil = there was no block
	newest *[blockStarts][]byte // updates, by the subsystem that their blocks begin with; nil = there was none
	parts  []beat               // by subsystem and place in it
	first  []int                // place among them of each subsystem
	moves  bool                 // one of them changed by much in the newest block
	name   string               // of the first subsystem that went to and fro; "" = none did
	row    int                  // of the block that shows it
}

// blockStarts is how many subsystems a block may begin with for the next one to be held against it.
const blockStarts = 16

// beat is how a condition changes.
type beat struct {
	last  uint8
	known bool
	rose  bool // by much, at the newest change
	fell  bool
	turns int // changes by much to the other side, in a row
}

// much is a change of a condition that no repair makes from one block to the next: 5 % of 255.
const much = 13

// takes takes the next value, and counts how often in a row it turned.
func (b *beat) takes(value uint8) {
	change := int(value) - int(b.last)
	rose, fell := b.known && change >= much, b.known && change <= -much
	switch {
	case rose && b.fell || fell && b.rose:
		b.turns++
	default:
		b.turns = 0
	}
	b.last, b.known, b.rose, b.fell = value, true, rose, fell
}

// chain follows where the blocks of subsystems begin, in the order of the sender's clock.
type chain struct {
	waiting      traffic.Cursor[window]
	next         int // where the next block has to begin
	begun        bool
	gaps         int64   // of the lost, those after which a block is missing
	clock        float32 // of the last block
	blocks, lost int64
	like         int64   // of the lost, those that begin where a block of that moment to others does
	others       *starts // to the owner of the ship, or to others than that; nil = not known
	first        uint32  // the row of the first that begins elsewhere, from 1; 0 = none does
	began        int     // where it does
	expected     int
}

// unread is the start of a block that does not decode: nobody knows where it begins and ends.
const unread = -1

// window is where a block stands, and where the one behind it begins.
type window struct {
	next  int32
	row   uint32  // of the block, from 1
	clock float32 // as it is told
}

// alike reports whether four of five blocks that begin elsewhere begin where those of that moment to others do.
func (c *chain) alike() bool { return c.like*5 >= c.lost*4 }

// starts is where the newest blocks about a ship begin, by the clock of the host.
type starts struct {
	newest [32]begun
	n      int
}

type begun struct {
	clock float32
	start int32
}

func (x *starts) note(clock float32, start int) {
	b := begun{clock, int32(start)}
	if x.newest[(x.n+len(x.newest)-1)%len(x.newest)] != b {
		x.newest[x.n%len(x.newest)] = b
		x.n++
	}
}

// has reports whether a block of that moment begins so.
func (x *starts) has(clock float32, start int) bool {
	return x != nil && slices.Contains(x.newest[:min(x.n, len(x.newest))], begun{clock, int32(start)})
}

// turns is which power settings a client has told, and what they were.
type turns struct {
	told *[256]uint16 // by subsystem, plus 1; 0 = not told, nil = none is
	next int          // by the newest update
}

// take takes the settings of an update. What has changed may come out of turn; of the others it gives the first,
// and which comes next in the list. The first is unread while some are new: nobody knows what comes before them.
func (t *turns) take(settings []byte) (first, next int, some bool) {
	if t.told == nil {
		t.told = new([256]uint16)
	}
	fresh := false
	for i := 0; i+1 < len(settings); i += 2 {
		index, value := settings[i], settings[i+1]
		before, now := t.told[index], uint16(value)+1
		if t.told[index] = now; before != 0 && now != before && int(index) != t.next {
			continue
		}
		if fresh = fresh || before == 0; !some {
			first = int(index)
		}
		t.next, some = t.after(index), true
	}
	if fresh {
		first = unread
	}
	return first, t.next, some
}

// after gives what comes next in turn.
func (t *turns) after(index uint8) int {
	for {
		index++ // after the last comes the first
		if t.told[index] != 0 {
			return int(index)
		}
	}
}

// follow holds blocks against those before, until so many are left.
func (c *chain) follow(left int) {
	const lost = 0.15 // seconds from one block to the next: one is missing between them
	for x := c.waiting.Next(left); x != nil; x = c.waiting.Next(left) {
		if x.Start == unread {
			c.begun = false
			continue
		}
		if c.begun {
			c.blocks++
		}
		if c.begun && x.Start != c.next {
			if x.Clock-c.clock > lost {
				c.gaps++
			}
			c.lost++
			if c.others.has(x.Of.clock, x.Start) {
				c.like++
			}
			if c.first == 0 {
				c.first, c.began, c.expected = x.Of.row, x.Start, c.next
			}
		}
		c.begun, c.next, c.clock = true, int(x.Of.next), x.Clock
	}
}

// streams are those of a capture.
type streams struct {
	of     map[streamKey]*stream
	all    []*stream
	recent [512]*stream
}

// streamKey is what tells streams apart.
type streamKey struct {
	life *match.Ship
	link *link
	to   int
}

// stream gives the stream of an update; nil = there is no room.
func (t *trial) stream(u *update) *stream {
	if !u.Has(facts.Followed) {
		return nil
	}
	cached := &t.streams.recent[(u.Object>>18^u.Object^u.link.Link<<3)&255^uint32(u.to)<<8]
	s := *cached
	if s == nil || s.life != u.Life || s.link != u.link || s.to != u.to {
		s = t.streams.of[streamKey{t.Life(u.Life), u.link, u.to}]
	}
	if s == nil {
		life := t.Life(u.Life)
		t.hangar.hears(life)
		s = &stream{link: u.link, to: u.to, object: u.Object, first: u.at(), version: t.version - 1, ship: life, life: u.Life}
		if before := life.Before(); before != nil {
			if o := t.streamOf(before, u.link, u.to); o != nil {
				s.before = o.seen
				o.rest()
			}
		}
		t.streams.of[streamKey{life, u.link, u.to}] = s
		t.streams.all = append(t.streams.all, s)
	}
	*cached = s
	if s.version != t.version {
		slot := slotOf(u.Object)
		s.craft, s.own, s.players, s.version = t.hangar.ships[s.ship], slot >= 0 && slot == u.link.slotOf(), t.isPlayers(u.link, slot), t.version
	}
	return s
}

// rest gives back what is kept to judge later updates, when none will come.
func (s *stream) rest() {
	s.chain.follow(0)
	s.chain.waiting.Rest()
	s.turns.told, s.health = nil, health{blocks: s.health.blocks, name: s.health.name, row: s.health.row}
}

// streamOf gives the stream about a ship that goes one way on a link; nil = there is none.
func (t *trial) streamOf(x *match.Ship, l *link, to int) *stream {
	return t.streams.of[streamKey{x, l, to}]
}

// ownersOf gives what the owner of a ship says of it; nil = nothing.
func (t *trial) ownersOf(s *stream) *stream {
	for _, o := range t.streams.all {
		if o.to == toServer && o.object == s.object && o.craft == s.craft && o.link.Server == s.link.Server {
			return o
		}
	}
	return nil
}

// atEndOfStreams asks at the end for each stream that goes one way, or both.
func (w *watch) atEndOfStreams(to int, f func(*stream)) {
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if to == bothWays || to == s.to {
			w.about, w.subject = s, subject{s.object, s.seen}
			f(s)
		}
	})
}

// count counts an update.
func (s *stream) count(u *update) {
	const motionFlags = 0x1F
	s.updates++
	s.seen = u.Time
	u.overtaken = u.clock < s.newest && s.clocks.lack(u.clock)
	if finite(u.clock) {
		s.clocks.add(u.clock)
	}
	if u.overtaken {
		s.overtaken, s.late = s.overtaken+1, u.Time
	}
	s.own = s.own || u.own // the slot of a client that did not join is known later
	moving, block := u.Flags&motionFlags != 0, u.Flags&message.FlagSubsystems != 0
	if moving {
		s.moving++
		if u.relayed {
			s.carried++
		}
	}
	if block {
		s.blocks++
		if moving {
			s.both++
		}
	}
	if u.clock > s.newest || s.newest-u.clock > farBack {
		s.newest, s.newestRelayed = u.clock, u.relayed
	}
}

// farBack is from how many seconds on a clock that goes back was set, or was wrong before: what comes next is held against it.
const farBack = 5

// isPlayers reports whether a slot is that of a client of the capture.
func (t *trial) isPlayers(at *link, slot int) bool {
	for _, l := range t.links {
		if slot >= 0 && l.Server == at.Server && l.slotOf() == slot {
			return true
		}
	}
	return false
}

// reading is what the host of a server says of its clock in a slice of time.
type reading struct {
	from   capture.Time
	links  []*link // with updates in this slice
	lowest []float64
	usual  float64 // what most said in the slice before
	known  bool
}

// most gives what most are told. Where as many are told one thing as another, it is what was told before, or to who came first.
func (x *reading) most() float64 {
	x.lowest = x.lowest[:0]
	for _, l := range x.links {
		x.lowest = append(x.lowest, l.shows.lowest)
	}
	slices.Sort(x.lowest)
	n := len(x.lowest)
	low, high := x.lowest[(n-1)/2], x.lowest[n/2]
	if !x.known {
		x.usual = slices.MinFunc(x.links, func(a, b *link) int { return cmp.Compare(a.place, b.place) }).shows.lowest
	}
	if x.known = true; math.Abs(high-x.usual) < math.Abs(low-x.usual) {
		x.usual = high
	} else {
		x.usual = low
	}
	return x.usual
}
