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
	Species  uint8  `json:"species" ship:"must 0-255" about:"number in creation messages; no two classes of a file share it"`
	Key      string `json:"key" ship:"must" about:"short name for commands, such as 'courier': a lower-case letter, then lower-case letters, digits, '_' and '-'"`
	Name     string `json:"name" ship:"must" about:"name for people"`
	Faction  string `json:"faction" about:"any text"`
	Flyable  bool   `json:"flyable" about:"whether players can choose it"`
	HasCloak bool   `json:"has_cloak" about:"whether it can cloak"`
	Layout   string `json:"layout" ship:"must" about:"how well the lists are known: 'observed' in packets, 'partial' (packets confirm some of it), 'derived' (from scripts only), 'unknown' (no lists)"` // Observed, Partial, Derived or Unknown

	// Subsystems are in wire order, children inside their parents. It is nil
	// if the layout is unknown.
	Subsystems []Subsystem

	// Objects names all subsystems, children too, in the order in which the
	// game loads them. The id of one is that of the ship + 1 + position.
	Objects []string `json:"object_order" about:"names of all subsystems and parts in loading order; each is exactly once in 'top_level' or its children"`

	BlobLength int // bytes of the state at the end of a creation message; 0 = unknown
}

// Subsystem is one entry of the wire order.
type Subsystem struct {
	Index        int     // its position
	Name         string  `json:"name" ship:"must" about:"as in 'object_order'"`
	Type         string  `json:"type" ship:"must" about:"[one of these](#types)"`
	Format       Format  `json:"format" about:"what its entry consists of; follows from 'type'"`
	ObjectIndex  int     `json:"object_index" ship:"must 0-4095" about:"its position in 'object_order'"`
	MaxCondition float64 `json:"max_condition" ship:"must" about:"condition when whole, above 0"`
	Tail         []Tail  `json:"create_tail" about:"more values in creation messages; follows from 'type'"`
	Children     []Part

	FacingMax        [6]float64 `json:"facing_max" about:"of a shield: front, rear, top, bottom, left, right; 0 = no shield there"`
	MainBatteryMax   float64    `json:"main_battery_max" about:"of a reactor: charge, above 0"`
	BackupBatteryMax float64    `json:"backup_battery_max" about:"of a reactor: charge, above 0"`
	TorpedoSlots     []AmmoSlot // of a torpedo system
}

// AmmoSlot is one kind of torpedo that a torpedo system holds.
type AmmoSlot struct {
	Slot   int    `json:"slot" ship:"must 0-255" about:"number on the wire"`
	Script string `json:"script" ship:"must" about:"of the projectile"`
	// Max is how many; 0 = the slot is there and stays empty, as one of the Sovereign.
	Max int `json:"max" ship:"must 0-1073741824" about:"how many; may be 0"`
}

// Part is a subsystem within another one, for example a torpedo tube.
type Part struct {
	Name         string  `json:"name" ship:"must" about:"as in 'object_order'"`
	Type         string  `json:"type" ship:"must" about:"[one of these](#types)"`
	ObjectIndex  int     `json:"object_index" ship:"must 0-4095" about:"its position in 'object_order'"`
	MaxCondition float64 `json:"max_condition" ship:"must" about:"condition when whole, above 0"`
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
