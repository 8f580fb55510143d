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
	hull  int // place of the hull among the parts; -1 = there is none
	first []int
	names []string // of parts
	parts []known  // subsystems, each followed by its children
	// shields are the facings of the shield generator.
	shields    [6]uint8
	hasShields bool
	// batteries are those of the reactor, main and backup.
	batteries    [2]uint8
	hasBatteries bool
	power        []setting // by subsystem
	// version counts changes. worst and list are of the version when they were asked for.
	version uint32
	powered uint32 // version that the power of a system changed with last
	worst   worst
	list    []figures.Setting
	listed  bool
	// told and set are what the newest message brought, if somebody listens.
	listened bool
	told     []ship.PartTold
	set      []PowerTold
}

// worst is the part in the worst condition, the hull left out.
type worst struct {
	place int16 // in parts, noPart or allWhole
	known bool  // it was looked for since parts have changed
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

// newCondition is one of which nothing is known; all of it counts as changed with a version.
func newCondition(class *ship.Class, listened bool, version uint32) condition {
	c := condition{class: class, hull: -1, power: make([]setting, len(class.Subsystems)), listened: listened, version: version, powered: version}
	named := false
	for i := range class.Subsystems {
		sub := &class.Subsystems[i]
		if isHull := sub.Name == "Hull"; isHull && !named || sub.Type == "hull" && c.hull < 0 { // stations have several of that type
			c.hull, named = len(c.names), isHull
		}
		c.first = append(c.first, len(c.names))
		c.names = append(c.names, sub.Name)
		for k := range sub.Children {
			c.names = append(c.names, sub.Children[k].Name)
		}
	}
	c.parts = make([]known, len(c.names))
	return c
}

// block takes a subsystem block and says what of the figures it brought. Power settings
// are taken only if nobody else tells them.
func (c *condition) block(b *message.SubsystemBlock, takePower bool) (brought fresh) {
	brought = freshParts
	for i := range b.Items {
		item := &b.Items[i]
		if item.Index >= len(c.first) {
			continue
		}
		if c.first[item.Index] == c.hull {
			brought |= freshHull
		}
		brought |= c.take(item.Index, item.Condition, item.Children, item.Facings, [2]uint8{item.Main, item.Backup})
		if item.HasData && takePower {
			c.give(item.Index, float64(item.Power))
			brought |= freshPower
		}
	}
	return brought
}

// created takes the state of a new ship.
func (c *condition) created(items []message.CreationState) {
	for i := range items {
		item := &items[i]
		if item.Index >= len(c.first) {
			continue
		}
		c.take(item.Index, item.Condition, item.Children, item.Facings, [2]uint8{item.Main, item.Backup})
		if c.class.HasPower(item.Index) {
			c.give(item.Index, max(float64(item.Power), 0)) // 0 and less = off
		}
	}
}

func (c *condition) take(index int, value uint8, children, facings []byte, batteries [2]uint8) (brought fresh) {
	at, sub := c.first[index], &c.class.Subsystems[index]
	c.tell(at, value)
	for i := range min(len(children), len(sub.Children)) {
		c.tell(at+1+i, children[i])
	}
	if len(facings) >= len(c.shields) {
		c.tellShields([6]uint8(facings))
		brought |= freshShields
	}
	if sub.Format == ship.Reactor {
		c.tellBatteries(batteries)
		brought |= freshBatteries
	}
	return brought
}

// tellShields takes the facings of the shield generator.
func (c *condition) tellShields(now [6]uint8) {
	if now != c.shields || !c.hasShields {
		c.shields, c.hasShields = now, true
		c.version++
	}
	if c.listened {
		for i, value := range now {
			c.told = append(c.told, ship.PartTold{Place: len(c.parts) + i, Value: value})
		}
	}
}

// tellBatteries takes the batteries of the reactor.
func (c *condition) tellBatteries(now [2]uint8) {
	if now != c.batteries || !c.hasBatteries {
		c.batteries, c.hasBatteries = now, true
		c.version++
	}
}

// tell takes the value of a part.
func (c *condition) tell(place int, value uint8) {
	if now := (known{value, true}); c.parts[place] != now {
		c.parts[place] = now
		c.worst.known = false
		c.version++
	}
	if c.listened {
		c.told = append(c.told, ship.PartTold{Place: place, Value: value})
	}
}

// give takes the power of a subsystem.
func (c *condition) give(index int, percent float64) {
	if now := (setting{percent, true}); c.power[index] != now {
		c.power[index] = now
		c.listed = false
		c.version++
		c.powered = c.version
	}
	if c.listened {
		c.set = append(c.set, PowerTold{index, percent})
	}
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

// health is what rows show of it.
func (c *condition) health() (h health) {
	h.place = noPart
	if c.class == nil {
		return h
	}
	h.names, h.power = c.names, c.powerFigures()
	if c.hull >= 0 {
		hull := c.parts[c.hull]
		h.hull, h.hasHull = hull.value, hull.ok
	}
	h.shields, h.hasFacing = c.shields, c.hasShields
	h.batteries, h.hasBatteries = c.batteries, c.hasBatteries
	if h.place = c.worstPart(); h.place >= 0 {
		h.lowest = c.parts[h.place].value
	}
	return h
}

// worstPart gives the part in the worst condition, the hull left out.
func (c *condition) worstPart() int16 {
	if !c.worst.known {
		c.worst = worst{c.lowest(), true}
	}
	return c.worst.place
}

func (c *condition) lowest() int16 {
	least, found := allWhole, false
	for i, p := range c.parts {
		if !p.ok || i == c.hull {
			continue
		}
		found = true
		if p.value < math.MaxUint8 && (least < 0 || p.value < c.parts[least].value) {
			least = i
		}
	}
	if !found {
		return noPart
	}
	return int16(least)
}

// powerFigures lists the settings that are known.
func (c *condition) powerFigures() []figures.Setting {
	if c.listed {
		return c.list
	}
	c.list, c.listed = nil, true
	for i, p := range c.power {
		if p.ok {
			c.list = append(c.list, figures.Setting{System: c.class.Subsystems[i].Name, Percent: p.percent})
		}
	}
	return c.list
}

// partFigures lists the parts whose condition is known, if a message brought some.
func (c *condition) partFigures(brought fresh) (list []figures.Part) {
	if brought&freshParts == 0 {
		return nil
	}
	list = make([]figures.Part, 0, len(c.parts))
	for i, p := range c.parts {
		if p.ok {
			list = append(list, figures.Part{Name: c.names[i], Percent: percentOf(p.value)})
		}
	}
	return list
}

// Places of no part: nothing is known of any, or all that are known are whole.
const (
	noPart   = -2
	allWhole = -1
)

// percentOf turns a value on the wire into percent: 255 is 100.
func percentOf(value uint8) float64 { return tally.Hundredths(float64(value) / math.MaxUint8 * 100) }
