package timeline

import (
	"math"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// condition is what is known of the parts of a ship: the newest value of each, as on
// the wire.
type condition struct {
	class *ship.Class
	hull  int // place of the hull among the subsystems; -1 = there is none
	first []int
	parts []known // subsystems, each followed by its children
	// shields are the facings of the shield generator.
	shields    [6]uint8
	hasShields bool
	power      []setting // by subsystem
	// told and set are what the newest message brought.
	told []PartTold
	set  []PowerTold
}

// begin tells that another message follows.
func (c *condition) begin() { c.told, c.set = c.told[:0], c.set[:0] }

// known is a value, if there was one.
type known struct {
	value uint8
	ok    bool
}

// setting is a power setting in percent, if there was one.
type setting struct {
	percent float64
	ok      bool
}

func newCondition(class *ship.Class) condition {
	c := condition{class: class, hull: hullOf(class), power: make([]setting, len(class.Subsystems))}
	for i := range class.Subsystems {
		c.first = append(c.first, len(c.parts))
		c.parts = append(c.parts, make([]known, 1+len(class.Subsystems[i].Children))...)
	}
	return c
}

// hullOf finds the hull; stations have several parts of that type.
func hullOf(class *ship.Class) int {
	found := -1
	for i := range class.Subsystems {
		sub := &class.Subsystems[i]
		if sub.Name == "Hull" {
			return i
		}
		if sub.Type == "hull" && found < 0 {
			found = i
		}
	}
	return found
}

// block takes a subsystem block and says what of the figures it brought. Power settings
// are taken only if nobody else tells them.
func (c *condition) block(b *message.SubsystemBlock, takePower bool) (hull, shields, power bool) {
	for i := range b.Items {
		item := &b.Items[i]
		if item.Index >= len(c.first) {
			continue
		}
		hull = hull || item.Index == c.hull
		shields = c.take(item.Index, item.Condition, item.Children, item.Facings) || shields
		if item.HasData && takePower {
			c.give(item.Index, float64(item.Power))
			power = true
		}
	}
	return hull, shields, power
}

// created takes the state of a new ship.
func (c *condition) created(items []message.CreationState) {
	for i := range items {
		item := &items[i]
		if item.Index >= len(c.first) {
			continue
		}
		c.take(item.Index, item.Condition, item.Children, item.Facings)
		if c.class.HasPower(item.Index) {
			c.give(item.Index, max(float64(item.Power), 0)) // 0 and less = off
		}
	}
}

func (c *condition) take(index int, value uint8, children, facings []byte) (shields bool) {
	at := c.first[index]
	c.tell(at, value)
	for i := range min(len(children), len(c.class.Subsystems[index].Children)) {
		c.tell(at+1+i, children[i])
	}
	if len(facings) < len(c.shields) {
		return false
	}
	for i := range c.shields {
		c.shields[i] = facings[i]
		c.told = append(c.told, PartTold{len(c.parts) + i, facings[i]})
	}
	c.hasShields = true
	return true
}

// tell takes the value of a part.
func (c *condition) tell(place int, value uint8) {
	c.parts[place] = known{value, true}
	c.told = append(c.told, PartTold{place, value})
}

// give takes the power of a subsystem.
func (c *condition) give(index int, percent float64) {
	c.power[index] = setting{percent, true}
	c.set = append(c.set, PowerTold{index, percent})
}

// settings takes power settings of the owner; any = one of them is of a system that
// the ship has.
func (c *condition) settings(list []message.PowerSetting) (any bool) {
	for _, p := range list {
		if int(p.Index) < len(c.power) && c.class.HasPower(int(p.Index)) {
			c.give(int(p.Index), tally.Hundredths(p.Percent()))
			any = true
		}
	}
	return any
}

// show writes what is known into the state.
func (c *condition) show(s *figures.State) {
	if c.class == nil {
		return
	}
	if c.hull >= 0 && c.parts[c.first[c.hull]].ok {
		percent := percentOf(c.parts[c.first[c.hull]].value)
		s.Hull = &percent
	}
	if c.hasShields {
		var percents [6]float64
		for i, v := range c.shields {
			percents[i] = percentOf(v)
		}
		s.Shields = &percents
	}
	s.Lowest = c.lowest()
}

// lowest finds the part in the worst condition, the hull left out.
func (c *condition) lowest() *figures.Part {
	least, found := -1, false
	for i, p := range c.parts {
		if !p.ok || c.hull >= 0 && i == c.first[c.hull] {
			continue
		}
		found = true
		if p.value < math.MaxUint8 && (least < 0 || p.value < c.parts[least].value) {
			least = i
		}
	}
	switch {
	case !found:
		return nil
	case least < 0:
		return &figures.Part{Percent: 100}
	}
	return &figures.Part{Name: c.partName(least), Percent: percentOf(c.parts[least].value)}
}

// partName names the part at a place in parts.
func (c *condition) partName(place int) string {
	index := len(c.first) - 1
	for c.first[index] > place {
		index--
	}
	sub := &c.class.Subsystems[index]
	if place == c.first[index] {
		return sub.Name
	}
	return sub.Children[place-c.first[index]-1].Name
}

// powerFigures lists the settings that are known.
func (c *condition) powerFigures() (list []figures.Setting) {
	for i, p := range c.power {
		if p.ok {
			list = append(list, figures.Setting{System: c.class.Subsystems[i].Name, Percent: p.percent})
		}
	}
	return list
}

// percentOf turns a value on the wire into percent: 255 is 100.
func percentOf(value uint8) float64 { return tally.Hundredths(float64(value) / math.MaxUint8 * 100) }
