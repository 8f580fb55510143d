package decode

import (
	"net/netip"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// suspect is an object whose creation was not seen, and the classes that it may
// still have. What is seen of it can only take classes away:
//
//  1. its blocks have to read to the last byte with every check of the dialect;
//  2. the next block for a receiver begins where the one before ended;
//  3. only subsystems with a power setting occur in power blocks;
//  4. the hash of its properties is that of its class, where that is known;
//  5. what fires torpedoes or pulses is a tube or a cannon.
//
// It gets a class when one is left, and never before.
type suspect struct {
	left      []candidate
	blocks    int
	receivers map[netip.AddrPort]*cursor
}

// candidate is one class that an object may have.
type candidate struct {
	class        *ship.Class
	hits, misses int // of rule 2
}

// cursor is the last block that went to a receiver.
type cursor struct {
	start, entries int
	next           map[*ship.Class]int
}

const (
	// enoughBlocks is how many blocks have to agree before a class is believed.
	enoughBlocks = 3
	// patience is after how many blocks more of them will not help.
	patience = 500
	// suspectReceivers bounds the receivers followed for one object.
	suspectReceivers = 32
)

// knownHashes are the hashes that were observed.
var knownHashes = map[uint16]string{0xFB37: "akira", 0x040C: "nebula"}

func (k *knowledge) catalogue() *ship.Catalogue {
	if k.options.Ships != nil {
		return k.options.Ships
	}
	return ship.Stock()
}

func (k *knowledge) suspectOf(s *server, id uint32) *suspect {
	if x, ok := s.suspects.get(id); ok {
		return x
	}
	x := &suspect{receivers: map[netip.AddrPort]*cursor{}}
	classes := k.catalogue().Classes()
	for i := range classes {
		if classes[i].Subsystems != nil {
			x.left = append(x.left, candidate{class: &classes[i]})
		}
	}
	s.suspects.put(id, x)
	return x
}

// infer takes an update of an object without a class as evidence. It gives the
// object with its class as soon as only one is left.
func (k *knowledge) infer(r *Record, s *server, m *message.StateUpdate) Object {
	object := Object{ID: m.ObjectID}
	if m.DirtyFlags&(message.FlagSubsystems|message.FlagWeapons) == 0 && !m.HasHash {
		return object
	}
	x := k.suspectOf(s, m.ObjectID)
	if x.blocks >= patience {
		return object
	}
	update := *m // the decoder uses its memory again
	if update.HasHash && update.DirtyFlags&message.FlagPosition != 0 {
		x.keepHash(update.SubsysHash)
	}
	if update.DirtyFlags&message.FlagSubsystems != 0 {
		k.keepFitting(r, s, x)
	} else {
		x.keepPowered(update.Power)
	}
	if len(x.left) != 1 || x.blocks < enoughBlocks {
		return object
	}
	object.Class, object.Inferred = x.left[0].class, true
	s.directory = s.directory.with(object)
	s.suspects.drop(object.ID)
	return object
}

// keep drops the candidates that fail.
func (x *suspect) keep(fits func(*candidate) bool) {
	kept := x.left[:0]
	for i := range x.left {
		if fits(&x.left[i]) {
			kept = append(kept, x.left[i])
		}
	}
	x.left = kept
}

func (x *suspect) keepHash(hash uint16) {
	key, known := knownHashes[hash]
	if !known {
		return
	}
	x.keep(func(c *candidate) bool { return c.class.Key == key })
	x.blocks = max(x.blocks, enoughBlocks)
}

func (x *suspect) keepPowered(settings []message.PowerSetting) {
	for _, p := range settings {
		x.keep(func(c *candidate) bool { return c.class.HasPower(int(p.Index)) })
	}
	if len(settings) > 0 {
		x.blocks++
	}
}

// keepFitting applies rules 1 and 2.
func (k *knowledge) keepFitting(r *Record, s *server, x *suspect) {
	x.blocks++
	before := x.receivers[r.Dst]
	now := &cursor{next: map[*ship.Class]int{}}
	x.keep(func(c *candidate) bool {
		start, next, fits := k.blockAs(r, s, c.class)
		now.start = start
		now.next[c.class] = next
		if before != nil {
			if before.next[c.class] == start {
				c.hits++
			} else {
				c.misses++
			}
		}
		return fits
	})
	if before != nil || len(x.receivers) < suspectReceivers {
		x.receivers[r.Dst] = now
	}
	x.keepFollowing()
}

// blockAs reads the block of an update as that of a class, in the dialect of the
// server or, while that is open, in either.
func (k *knowledge) blockAs(r *Record, s *server, class *ship.Class) (start, next int, fits bool) {
	dialects := []message.Dialect{s.dialect.settled}
	if s.dialect.settled == message.Undecided {
		dialects = []message.Dialect{message.Stock, message.OpenBC}
	}
	for _, dialect := range dialects {
		context := r.Context
		context.Class, context.Dialect = class, dialect
		d := k.trial.DecodeIn(r.Payload, context)
		m, ok := d.Message.(*message.StateUpdate)
		if ok && d.Complete() && m.Subsystems.Sound(dialect) {
			return int(m.Subsystems.StartIndex), m.Subsystems.NextIndex, true
		}
	}
	return 0, 0, false
}

// keepFollowing drops classes whose blocks do not follow one another although those
// of another class do. Lost updates break the sequence of the right class too, so
// it takes several.
func (x *suspect) keepFollowing() {
	const several = 4
	best := 0
	for _, c := range x.left {
		if c.hits > 2*c.misses {
			best = max(best, c.hits)
		}
	}
	if best < several {
		return
	}
	x.keep(func(c *candidate) bool { return 2*c.hits > best })
}

// weapon applies rule 5 to the weapon that a message names.
func (k *knowledge) weapon(r *Record, s *server) {
	var id uint32
	kind := "torpedo_tube"
	d := k.messages.Decode(r.Payload)
	switch m := d.Message.(type) {
	case *message.TorpedoFire:
		id = m.ObjectID
	case *message.BeamFire:
		id, kind = m.ObjectID, "pulse_weapon"
	}
	if d.Fields == 0 || s.directory.Name(id) != "" {
		return
	}
	owner, x := s.nearestSuspect(id)
	if x == nil {
		return
	}
	x.keep(func(c *candidate) bool { return objectType(c.class, int(id-owner-1)) == kind })
}

// nearestSuspect finds the object of the same slot right below an id.
func (s *server) nearestSuspect(id uint32) (owner uint32, x *suspect) {
	for candidate, y := range s.suspects.entries {
		if candidate < id && slotOf(candidate) == slotOf(id) && (x == nil || candidate > owner) {
			owner, x = candidate, y
		}
	}
	return owner, x
}

// objectType is what kind of subsystem stands at a place in load order, "" if none.
func objectType(class *ship.Class, index int) string {
	for i := range class.Subsystems {
		sub := &class.Subsystems[i]
		if sub.ObjectIndex == index {
			return sub.Type
		}
		for _, part := range sub.Children {
			if part.ObjectIndex == index {
				return part.Type
			}
		}
	}
	return ""
}
