package timeline

import (
	"math"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// layout is the parts of the ships of a class.
type layout struct {
	*ship.Class
	names   []ship.PartName
	places  ship.Places
	shields int // place of the first
	hull    int // place; -1 = there is none
}

func newLayout(class *ship.Class) *layout {
	l := &layout{Class: class, names: class.Parts(), places: class.Places(), hull: -1}
	l.shields = l.places[len(class.Subsystems)]
	for i := range class.Subsystems { // stations have several of that type
		if s := &class.Subsystems[i]; s.Name == "Hull" {
			l.hull = l.places[i]
			break
		} else if s.Type == "hull" && l.hull < 0 {
			l.hull = l.places[i]
		}
	}
	return l
}

// condition is what is known of the parts of a ship: the newest value of each, as on
// the wire.
type condition struct {
	*layout         // nil = the class is not known
	parts   []known // by place
	// batteries are those of the reactor, main and backup.
	batteries    [2]uint8
	hasBatteries bool
	power        []setting         // by subsystem
	list         []figures.Setting // the same, as rows show it; nil = to be made
	version      uint32            // counts changes
	powered      uint32            // version that the power of a system changed with last
	// told and set are what the newest message brought.
	told []ship.PartTold
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

// newCondition is one of which nothing is known; all of it counts as changed with a version.
func newCondition(l *layout, version uint32) condition {
	return condition{layout: l, parts: make([]known, len(l.names)), power: make([]setting, len(l.Subsystems)), version: version, powered: version}
}

// block takes a subsystem block and says what of the figures it brought. Power settings
// are taken only if nobody else tells them.
func (c *condition) block(b *message.SubsystemBlock, takePower bool) (brought fresh) {
	brought = freshParts
	for i := range b.Items {
		item := &b.Items[i]
		if item.Index >= len(c.power) {
			continue
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
		if item.Index >= len(c.power) {
			continue
		}
		c.take(item.Index, item.Condition, item.Children, item.Facings, [2]uint8{item.Main, item.Backup})
		if c.HasPower(item.Index) {
			c.give(item.Index, max(float64(item.Power), 0)) // 0 and less = off
		}
	}
}

func (c *condition) take(index int, value uint8, children, facings []byte, batteries [2]uint8) (brought fresh) {
	from := len(c.told)
	c.told = c.places.Tells(c.told, index, value, children, facings)
	for _, p := range c.told[from:] {
		if now := (known{p.Value, true}); c.parts[p.Place] != now {
			c.parts[p.Place] = now
			c.version++
		}
		if p.Place >= c.shields {
			brought |= freshShields
		}
	}
	if c.places[index] == c.hull {
		brought |= freshHull
	}
	if c.Subsystems[index].Format == ship.Reactor {
		if batteries != c.batteries || !c.hasBatteries {
			c.batteries, c.hasBatteries = batteries, true
			c.version++
		}
		brought |= freshBatteries
	}
	return brought
}

// give takes the power of a subsystem.
func (c *condition) give(index int, percent float64) {
	if now := (setting{percent, true}); c.power[index] != now {
		c.power[index], c.list = now, nil
		c.version++
		c.powered = c.version
	}
	c.set = append(c.set, PowerTold{index, percent})
}

// settings takes power settings of the owner; any = one of them is of a system that
// the ship has.
func (c *condition) settings(list []message.PowerSetting) (any bool) {
	for _, p := range list {
		if int(p.Index) < len(c.power) && c.HasPower(int(p.Index)) {
			c.give(int(p.Index), tally.Hundredths(p.Percent()))
			any = true
		}
	}
	return any
}

// figure shows what is known of it.
func (c *condition) figure(f *figures.State) {
	if c.layout == nil {
		return
	}
	if c.list == nil {
		for i, p := range c.power {
			if p.ok {
				c.list = append(c.list, figures.Setting{System: c.Subsystems[i].Name, Percent: p.percent})
			}
		}
	}
	f.Power = c.list
	if c.hull >= 0 && c.parts[c.hull].ok {
		percent := percentOf(c.parts[c.hull].value)
		f.Hull = &percent
	}
	if c.parts[c.shields].ok {
		f.Shields = new([ship.Facings]float64)
		for i := range f.Shields {
			f.Shields[i] = percentOf(c.parts[c.shields+i].value)
		}
	}
	if c.hasBatteries {
		f.Batteries = &[2]float64{percentOf(c.batteries[0]), percentOf(c.batteries[1])}
	}
	worst := -1 // of the parts but the hull
	for i, p := range c.parts[:c.shields] {
		if p.ok && i != c.hull && (worst < 0 || p.value < c.parts[worst].value) {
			worst = i
		}
	}
	switch {
	case worst < 0:
	case c.parts[worst].value == math.MaxUint8:
		f.Lowest = &figures.Part{Percent: 100}
	default:
		f.Lowest = &figures.Part{Name: c.names[worst].Name, Percent: percentOf(c.parts[worst].value)}
	}
}

// partFigures lists the parts whose condition is known, if a message brought some.
func (c *condition) partFigures(brought fresh) (list []figures.Part) {
	if brought&freshParts == 0 {
		return nil
	}
	list = make([]figures.Part, 0, c.shields)
	for i, p := range c.parts[:c.shields] {
		if p.ok {
			list = append(list, figures.Part{Name: c.names[i].Name, Percent: percentOf(p.value)})
		}
	}
	return list
}

// percentOf turns a value on the wire into percent: 255 is 100.
func percentOf(value uint8) float64 { return tally.Hundredths(float64(value) / math.MaxUint8 * 100) }
