package ship

// PartName is a part of a ship.
type PartName struct{ Name, Type string }

// Parts names the parts of a ship whose conditions are told: its subsystems, each followed by what it consists of, then the
// six shields. Type is that of a subsystem or a part, and "facing" of shields.
func (c *Class) Parts() (parts []PartName) {
	for i := range c.Subsystems {
		s := &c.Subsystems[i]
		parts = append(parts, PartName{Name: s.Name, Type: s.Type})
		for _, child := range s.Children {
			parts = append(parts, PartName{Name: child.Name, Type: child.Type})
		}
	}
	for _, side := range [Facings]string{"front", "rear", "top", "bottom", "left", "right"} {
		parts = append(parts, PartName{Name: "shield " + side, Type: "facing"})
	}
	return parts
}

// Facings is how many shields a ship has.
const Facings = 6

// PartTold is the condition of a part, in 1/255.
type PartTold struct {
	Place int // in Class.Parts
	Value uint8
}

// Places has the place of each subsystem in Class.Parts; the place of the first shield stands last.
type Places []int

// Places gives them.
func (c *Class) Places() Places {
	places, n := make(Places, 0, len(c.Subsystems)+1), 0
	for i := range c.Subsystems {
		places, n = append(places, n), n+1+len(c.Subsystems[i].Children)
	}
	return append(places, n)
}

// Tells appends what a message tells of a subsystem and its parts; what the class does not have is left out.
func (p Places) Tells(told []PartTold, index int, condition uint8, children, facings []byte) []PartTold {
	if index >= len(p)-1 {
		return told
	}
	at := p[index]
	told = append(told, PartTold{at, condition})
	for i, value := range children[:min(len(children), p[index+1]-at-1)] {
		told = append(told, PartTold{at + 1 + i, value})
	}
	if len(facings) >= Facings {
		for i, value := range facings[:Facings] {
			told = append(told, PartTold{p[len(p)-1] + i, value})
		}
	}
	return told
}
