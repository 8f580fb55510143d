package identify

import (
	"fmt"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/message"
	"bcdump/decode/objects"
	"bcdump/decode/ship"
)

// Hashes follows the hashes that updates have over the properties of their ships, at one server.
// A ship keeps its hash, and ships of one class have the same, if all play with the same files.
type Hashes struct {
	ships   *bounded.Map[uint32, shipHash] // by object id
	classes map[string]classHash           // by key
}

// shipHash is the hash of a ship that lives.
type shipHash struct {
	value  uint16
	judged bool // it was held against what is known of its class
}

// classHash is the first hash that a ship of a class had.
type classHash struct {
	value uint16
	ship  uint32
}

const (
	// hashedShips bounds the ships whose hash is kept, hashedClasses the classes.
	//limit:hashedShips What earlier messages tell | ships of a server whose subsystem hash is known | the one unused for longest is forgotten | TestHashesOfOthers
	hashedShips = 256
	//limit:hashedClasses What earlier messages tell | classes of a server whose subsystem hash is known | not held against others | TestManyHashedClasses
	hashedClasses = 256
)

// NewHashes knows no ships.
func NewHashes() Hashes {
	return Hashes{ships: bounded.New[uint32, shipHash](hashedShips), classes: map[string]classHash{}}
}

// Begins tells that another ship has the id.
func (h *Hashes) Begins(id uint32) { h.ships.Drop(id) }

// Vacated tells that the ships of a player are gone.
func (h *Hashes) Vacated(slot int) {
	for id := range h.ships.Entries() {
		if objects.SlotOf(id) == slot {
			h.ships.Drop(id)
		}
	}
}

// Hear takes an update that has a hash and says what is strange about it, "" = nothing. class is
// nil if the class of the ship is not known from its creation. What is known of classes holds for
// stock software: others send one hash for all.
func (h *Hashes) Hear(m *message.StateUpdate, class *ship.Class, dialect message.Dialect) string {
	x, known := h.ships.Get(m.ObjectID)
	switch {
	case known && x.value != m.SubsysHash:
		h.ships.Put(m.ObjectID, shipHash{m.SubsysHash, true})
		return fmt.Sprintf("subsys_hash 0x%04X: it was 0x%04X before", m.SubsysHash, x.value)
	case known && (x.judged || class == nil || dialect == message.Undecided):
		return ""
	}
	judged := class != nil && dialect != message.Undecided
	h.ships.Put(m.ObjectID, shipHash{m.SubsysHash, judged})
	if !judged {
		return ""
	}
	return h.judge(m, class, dialect)
}

// judge holds a hash against the one that is known of the class, and against ships of it that
// came before.
func (h *Hashes) judge(m *message.StateUpdate, class *ship.Class, dialect message.Dialect) string {
	if dialect == message.Stock {
		if key := knownHashes[m.SubsysHash]; key != "" && key != class.Key {
			return fmt.Sprintf("subsys_hash 0x%04X is known of %s, not of %s", m.SubsysHash, ship.Stock().ByKey(key).Name, class.Name)
		}
		for value, key := range knownHashes {
			if key == class.Key && value != m.SubsysHash {
				return fmt.Sprintf("subsys_hash 0x%04X: that of %s is known to be 0x%04X", m.SubsysHash, class.Name, value)
			}
		}
	}
	first, met := h.classes[class.Key]
	switch {
	case met && first.value != m.SubsysHash:
		return fmt.Sprintf("subsys_hash 0x%04X: 0x%08X, of class %s too, has 0x%04X", m.SubsysHash, first.ship, class.Name, first.value)
	case !met && len(h.classes) < hashedClasses:
		h.classes[class.Key] = classHash{m.SubsysHash, m.ObjectID}
	}
	return ""
}
