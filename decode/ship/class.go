package ship

// The grades of a layout.
const (
	Observed = "observed" // read out of packets
	Partial  = "partial"  // some of it confirmed by packets
	Derived  = "derived"  // from the scripts of the game alone
	Unknown  = "unknown"  // there is no layout
)

var layoutNames = []string{Observed, Partial, Derived, Unknown}

// Class is a kind of ship, station or rock. It is read only. Tags say what a ship file has: see reader.go.
type Class struct {
	Species  uint8  `ship:"species must 0-255"` // the number on the wire
	Key      string `ship:"key must"`           // lower case, for commands and files
	Name     string `ship:"name must"`          // for people
	Faction  string `ship:"faction"`
	Flyable  bool   `ship:"flyable"` // players may choose it
	HasCloak bool   `ship:"has_cloak"`
	Layout   string `ship:"layout must"` // Observed, Partial, Derived or Unknown

	// Subsystems are in wire order, children inside their parents. It is nil
	// if the layout is unknown.
	Subsystems []Subsystem

	// Objects names all subsystems, children too, in the order in which the
	// game loads them. The id of one is that of the ship + 1 + position.
	Objects []string `ship:"object_order"`

	BlobLength int // bytes of the state at the end of a creation message; 0 = unknown
}

// Subsystem is one entry of the wire order.
type Subsystem struct {
	Index        int     // its position
	Name         string  `ship:"name must"`
	Type         string  `ship:"type must"`
	Format       Format  `ship:"format"`
	ObjectIndex  int     `ship:"object_index must 0-4095"` // position in Class.Objects
	MaxCondition float64 `ship:"max_condition must"`
	Tail         []Tail  `ship:"create_tail"`
	Children     []Part

	FacingMax        [6]float64 `ship:"facing_max"`       // of a shield: front, rear, top, bottom, left, right; 0 = none there
	MainBatteryMax   float64    `ship:"main_battery_max"` // of a reactor
	BackupBatteryMax float64    `ship:"backup_battery_max"`
	TorpedoSlots     []AmmoSlot // of a torpedo system
}

// AmmoSlot is one kind of torpedo that a torpedo system holds.
type AmmoSlot struct {
	Slot   int    `ship:"slot must 0-255"` // the number on the wire
	Script string `ship:"script must"`     // of the projectile
	// Max is how many; 0 = the slot is there and stays empty, as one of the Sovereign.
	Max int `ship:"max must 0-1073741824"`
}

// Part is a subsystem within another one, for example a torpedo tube.
type Part struct {
	Name         string  `ship:"name must"`
	Type         string  `ship:"type must"`
	ObjectIndex  int     `ship:"object_index must 0-4095"`
	MaxCondition float64 `ship:"max_condition must"`
}

// derive works out what follows from the list of subsystems, if there is one.
func (c *Class) derive() {
	c.Objects = nil
	for i := range c.Subsystems {
		s := &c.Subsystems[i]
		c.nameObject(s.ObjectIndex, s.Name)
		for _, part := range s.Children {
			c.nameObject(part.ObjectIndex, part.Name)
		}
	}
	c.BlobLength = c.blobLength()
}

func (c *Class) nameObject(index int, name string) {
	for len(c.Objects) <= index {
		c.Objects = append(c.Objects, "")
	}
	c.Objects[index] = name
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
