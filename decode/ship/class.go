package ship

// The grades of a layout.
const (
	Observed = "observed" // read out of packets
	Partial  = "partial"  // some of it confirmed by packets
	Derived  = "derived"  // from the scripts of the game alone
	Unknown  = "unknown"  // there is no layout
)

var layoutNames = []string{Observed, Partial, Derived, Unknown}

// Class is a kind of ship, station or rock. It is read only.
type Class struct {
	Species         uint8  // the number on the wire
	Key             string // lower case, for commands and files
	Script          string // of the class in the game
	Hardpoint       string // script of its subsystems; may be missing
	ParentHardpoint string // the hardpoint that this one extends; mostly none
	Name            string // for people
	Faction         string
	Flyable         bool // players may choose it
	HasCloak        bool
	Layout          string // Observed, Partial, Derived or Unknown

	// Subsystems are in wire order, children inside their parents. It is nil
	// if the layout is unknown.
	Subsystems []Subsystem

	// Objects names all subsystems, children too, in the order in which the
	// game loads them. The id of one is that of the ship + 1 + position.
	Objects []string

	BlobLength int // bytes of the state at the end of a creation message; 0 = unknown
}

// Subsystem is one entry of the wire order.
type Subsystem struct {
	Index        int // its position
	Name, Type   string
	Format       Format
	ObjectIndex  int // position in Class.Objects
	MaxCondition float64
	Tail         []Tail
	Children     []Part

	FacingMax        [6]float64 // of a shield: front, rear, top, bottom, left, right; 0 = none there
	MainBatteryMax   float64    // of a reactor
	BackupBatteryMax float64
	TorpedoSlots     []AmmoSlot // of a torpedo system
}

// AmmoSlot is one kind of torpedo that a torpedo system holds.
type AmmoSlot struct {
	Slot   int    // the number on the wire
	Script string // of the projectile
	Max    int    // how many; 0 = the slot is there and stays empty
}

// Part is a subsystem within another one, for example a torpedo tube.
type Part struct {
	Name, Type   string
	ObjectIndex  int
	MaxCondition float64
}

// ObjectName names the subsystem at a position of the load order.
func (c *Class) ObjectName(objectIndex int) (string, bool) {
	if objectIndex < 0 || objectIndex >= len(c.Objects) {
		return "", false
	}
	return c.Objects[objectIndex], true
}

// PartType gives the type of the subsystem at a position of the load order, be it one of the wire
// order or a part of one; "" = it is none of them.
func (c *Class) PartType(objectIndex int) string {
	for i := range c.Subsystems {
		s := &c.Subsystems[i]
		if s.ObjectIndex == objectIndex {
			return s.Type
		}
		for j := range s.Children {
			if s.Children[j].ObjectIndex == objectIndex {
				return s.Children[j].Type
			}
		}
	}
	return ""
}

// HasPower tells whether the power of the subsystem at index can be set.
func (c *Class) HasPower(index int) bool {
	return index >= 0 && index < len(c.Subsystems) && c.Subsystems[index].Format.HasPower()
}

// PowerIndexes lists the subsystems whose power can be set. No other index is
// right in a power block.
func (c *Class) PowerIndexes() []int {
	var indexes []int
	for i := range c.Subsystems {
		if c.HasPower(i) {
			indexes = append(indexes, i)
		}
	}
	return indexes
}
