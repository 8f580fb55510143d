package identify

import (
	"net/netip"
	"slices"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/message"
	"bcdump/decode/objects"
	"bcdump/decode/ship"
)

// Classes infers the classes of the objects of one server. One goroutine at a time.
type Classes struct {
	ships *ship.Catalogue
	open  *bounded.Map[uint32, *inference] // objects whose class is not known yet
}

// NewClasses makes that of a server of which nothing was seen. ships is what classes there
// are, nil = those of the game.
func NewClasses(ships *ship.Catalogue) Classes {
	if ships == nil {
		ships = ship.Stock()
	}
	return Classes{ships: ships, open: bounded.New[uint32, *inference](rememberedObjects)}
}

// inference is about an object whose creation was not seen: the classes that it may still
// have. What is seen of it can only take classes away:
//
//  1. its blocks have to read to the last byte with every check of the dialect, and
//     all of them in the same dialect;
//  2. the next block for a receiver begins where the one before ended;
//  3. only subsystems with a power setting occur in power blocks;
//  4. the hash of its properties is that of its class, where that is known;
//  5. what fires torpedoes or pulses is a tube or a cannon.
//
// It gets a class when one is left and all subsystems of that class were seen: a
// ship of a mod reads like a stock one for some blocks, but hardly for all. It loses
// the class again with the first block that does not fit.
type inference struct {
	left      []candidate
	blocks    int
	needed    int       // blocks before a class is believed
	named     bool      // a hash left one class
	forged    bool      // and blocks spoke against it: that hash means nothing
	powered   [256]bool // subsystems whose power was set
	trusted   bool      // there is a class that has a setting for all of these
	receivers map[netip.AddrPort]*cursor
}

// candidate is one class that an object may have.
type candidate struct {
	class        *ship.Class
	dialects     dialects
	seen         []bool // its subsystems that were in a block; nil = none was
	hits, misses int    // of rule 2
}

// dialects is a set of dialects.
type dialects [message.OpenBC + 1]bool

func (d *dialects) none() bool { return *d == dialects{} }

// cursor is where the last block that went to a receiver ended, by class.
type cursor struct {
	next map[*ship.Class]int
}

const (
	// enoughBlocks is how many blocks have to agree at least before a class is
	// believed.
	enoughBlocks = 3
	// manyBlocks are several rounds: they do although a subsystem was not seen. OpenBC
	// leaves some out of what it sends to others than the owner.
	manyBlocks = 24
	// patience is after how many blocks more of them will not help.
	//limit:patience What earlier messages tell | blocks examined for an object of unknown class | its class stays unknown | TestPatience
	patience = 500
	// rememberedObjects bounds the objects whose class is open, and followedReceivers the
	// receivers followed for one of them.
	//limit:rememberedObjects What earlier messages tell | objects of a server whose class is unknown | the oldest starts over | TestForgotten
	rememberedObjects = 256
	//limit:followedReceivers What earlier messages tell | receivers followed for an object of unknown class | others are not used for the order of blocks | —
	followedReceivers = 32
)

// knownHashes are the hashes that were observed.
var knownHashes = map[uint16]string{0xFB37: "akira", 0x040C: "nebula"}

// of gives what is known of an object.
func (s *Classes) of(id uint32) *inference {
	if x, ok := s.open.Get(id); ok {
		return x
	}
	x := &inference{needed: enoughBlocks}
	s.begin(x)
	s.open.Put(id, x)
	return x
}

// begin begins with all classes.
func (s *Classes) begin(x *inference) {
	classes := s.ships.Classes()
	*x = inference{needed: x.needed, forged: x.forged || x.named, left: make([]candidate, 0, len(classes))}
	for i := range classes {
		if class := &classes[i]; class.Subsystems != nil {
			x.left = append(x.left, candidate{class: class, dialects: dialects{message.Stock: true, message.OpenBC: true}})
		}
	}
}

// beginAgain is harder to convince every time: the id has gone to a ship of another class,
// or the ship is none of those that are known.
func (s *Classes) beginAgain(x *inference) {
	x.needed = max(manyBlocks, 2*x.needed)
	s.begin(x)
}

// Forget ends the inference of an object whose creation was seen.
func (s *Classes) Forget(id uint32) { s.open.Drop(id) }

// Vacated tells that the ships of a player are gone: the next one's have their ids.
func (s *Classes) Vacated(slot int) {
	for id := range s.open.Entries() {
		if objects.SlotOf(id) == slot {
			s.open.Drop(id)
		}
	}
}

// Open counts the objects whose class is open.
func (s *Classes) Open() int { return s.open.Len() }

// Evicted counts the objects that made room for others while their class was open.
func (s *Classes) Evicted() int64 { return s.open.Evicted() }

// Refutes reports that a block does not fit the class that its object was inferred to have:
// the id may have gone to another ship unseen. Then the inference begins again. trial is
// overwritten.
func (s *Classes) Refutes(trial *message.StateUpdate, class *ship.Class, read *Reading) bool {
	m := read.Update
	if m.DirtyFlags&message.FlagSubsystems == 0 || m.Subsystems.Sound(read.Context.Dialect) {
		return false
	}
	if fit, _ := read.blockAs(trial, class); !fit.none() {
		return false
	}
	s.beginAgain(s.of(m.ObjectID))
	return true
}

// Infer takes an update of an object without a class as evidence. It gives the class as soon
// as only one is left, nil until then. trial is overwritten.
func (s *Classes) Infer(trial *message.StateUpdate, read *Reading, receiver netip.AddrPort) *ship.Class {
	m := read.Update
	if !HasClassEvidence(m) {
		return nil
	}
	x := s.of(m.ObjectID)
	if x.blocks >= patience || x.needed >= patience {
		return nil
	}
	if m.Hashed() {
		x.keepHash(m.SubsysHash)
	}
	if m.DirtyFlags&message.FlagSubsystems != 0 {
		x.keepFitting(trial, read, receiver)
	} else {
		s.seePower(x, m.Power)
	}
	if len(x.left) == 0 {
		s.beginAgain(x)
	}
	return x.convinced()
}

// HasClassEvidence reports whether an update holds anything that speaks for a class.
func HasClassEvidence(m *message.StateUpdate) bool {
	return m.DirtyFlags&(message.FlagSubsystems|message.FlagWeapons) != 0 || m.Hashed()
}

// convinced gives the class if one is left and enough was seen to believe it.
func (x *inference) convinced() *ship.Class {
	var c *candidate
	for i := range x.left {
		if x.trusted && !x.left[i].setsPower(x) {
			continue
		}
		if c != nil {
			return nil
		}
		c = &x.left[i]
	}
	if c == nil {
		return nil
	}
	whole := c.seen != nil && !slices.Contains(c.seen, false) || x.blocks >= max(manyBlocks, 2*x.needed)
	if x.named && x.needed == enoughBlocks || x.blocks >= x.needed && whole && c.hits >= c.misses {
		return c.class
	}
	return nil
}

// keep drops the candidates that fail.
func (x *inference) keep(fits func(*candidate) bool) {
	kept := x.left[:0]
	for i := range x.left {
		if fits(&x.left[i]) {
			kept = append(kept, x.left[i])
		}
	}
	x.left = kept
}

// any reports that keep would leave something.
func (x *inference) any(fits func(*candidate) bool) bool {
	return slices.ContainsFunc(x.left, func(c candidate) bool { return fits(&c) })
}

// keepHash applies rule 4, unless blocks say that the game of the sender is another.
func (x *inference) keepHash(hash uint16) {
	key, known := knownHashes[hash]
	named := func(c *candidate) bool { return c.class.Key == key }
	if known && !x.forged && x.any(named) {
		x.keep(named)
		x.named = true
	}
}

// seePower takes power settings for rule 3. A client that sets what no ship has says
// nothing about its own: those of tests do.
func (s *Classes) seePower(x *inference, settings []message.PowerSetting) {
	fresh := false
	for _, p := range settings {
		fresh = fresh || !x.powered[p.Index]
		x.powered[p.Index] = true
	}
	if !fresh {
		return
	}
	classes := s.ships.Classes()
	x.trusted = slices.ContainsFunc(classes, func(c ship.Class) bool {
		return (&candidate{class: &c}).setsPower(x)
	})
}

// setsPower reports whether the class has a power setting wherever one was set.
func (c *candidate) setsPower(x *inference) bool {
	for i, set := range x.powered {
		if set && !c.class.HasPower(i) {
			return false
		}
	}
	return true
}

// keepFitting applies rules 1 and 2.
func (x *inference) keepFitting(trial *message.StateUpdate, read *Reading, receiver netip.AddrPort) {
	x.blocks++
	before := x.receivers[receiver]
	now := &cursor{next: map[*ship.Class]int{}}
	x.keep(func(c *candidate) bool {
		fit, b := read.blockAs(trial, c.class)
		for dialect := range c.dialects {
			c.dialects[dialect] = c.dialects[dialect] && fit[dialect]
		}
		if c.dialects.none() {
			return false
		}
		now.next[c.class] = b.next
		c.see(&b, before)
		return true
	})
	if before != nil || len(x.receivers) < followedReceivers {
		if x.receivers == nil {
			x.receivers = map[netip.AddrPort]*cursor{}
		}
		x.receivers[receiver] = now
	}
	x.keepFollowing()
}

// see notes a block that fits.
func (c *candidate) see(b *span, before *cursor) {
	if c.seen == nil {
		c.seen = make([]bool, len(c.class.Subsystems))
	}
	for i := b.start; ; {
		c.seen[i] = true
		if i = (i + 1) % len(c.seen); i == b.next {
			break
		}
	}
	switch {
	case before == nil:
	case c.follows(before.next[c.class], b.start):
		c.hits++
	default:
		c.misses++
	}
}

// follows is rule 2. OpenBC keeps one cursor for all receivers though the blocks for
// the owner hold more, so those for others leave some subsystems out.
func (c *candidate) follows(next, start int) bool {
	leftOut := 0
	if !c.dialects[message.Stock] {
		leftOut = 2
	}
	all := len(c.class.Subsystems)
	return (start-next+all)%all <= leftOut
}

// span is the range of subsystems that a block holds.
type span struct {
	start, next int
}

// blockAs reads the block of an update as that of a class. It gives the dialects
// that fit: the one of the server or, while that is open, either.
func (read *Reading) blockAs(trial *message.StateUpdate, class *ship.Class) (fit dialects, b span) {
	settled := read.Context.Dialect
	for _, dialect := range []message.Dialect{message.Stock, message.OpenBC} {
		if settled != message.Undecided && settled != dialect {
			continue
		}
		if s, ok := blockFits(trial, read.payload, class, dialect); ok {
			fit[dialect] = true
			b = span{int(s.Start), s.NextIndex(class)}
		}
	}
	return fit, b
}

// keepFollowing drops classes whose blocks do not follow one another although those
// of another class do. Lost updates break the sequence of the right class too, so
// it takes several.
func (x *inference) keepFollowing() {
	const several = 4
	best := 0
	for i := range x.left {
		if c := &x.left[i]; c.hits > 2*c.misses {
			best = max(best, c.hits)
		}
	}
	if best < several {
		return
	}
	x.keep(func(c *candidate) bool { return 2*c.hits > best })
}

// Fired applies rule 5 to a weapon of a type, as in ship.Subsystem, that fired under this id
// and belongs to no object that is known.
func (s *Classes) Fired(id uint32, weapon string) {
	owner, x := s.nearest(id)
	if x == nil {
		return
	}
	is := func(c *candidate) bool { return c.class.PartType(int(id-owner-1)) == weapon }
	if x.any(is) { // else it belongs to a ship that was not heard of
		x.keep(is)
	}
}

// nearest finds the open object of the same slot right below an id.
func (s *Classes) nearest(id uint32) (owner uint32, x *inference) {
	for candidate, y := range s.open.Entries() {
		if candidate < id && objects.SlotOf(candidate) == objects.SlotOf(id) && (x == nil || candidate > owner) {
			owner, x = candidate, y
		}
	}
	return owner, x
}
