package battle

import (
	"fmt"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// view is what a sender keeps of one ship for one receiver: what it sent last, and
// where in its rounds it is. A client and the host keep views of their own.
type view struct {
	link     *link // of the receiver; another link begins anew
	begun    bool
	baseline vector // the last position that went out whole
	placed   vector // the last place that went out at all
	base     vector // the last position that went out whole, as the wire has it
	wholeAt  float64

	forward, up wire.CV3
	speed       wire.CF16
	motionAt    [3]float64 // when forward, up, speed were sent
	cloaked     bool
	cloakAt     float64

	cursor  int         // next subsystem of a block
	blocks  uint32      // so far
	window  *Window     // counts them
	powers  []uint8     // settings as they were sent
	powerAt float64     // when the round of all settings began
	power   int         // where in that round it is
	told    []toldEntry // of each subsystem, if blocks that say nothing new are not sent
}

// Paces of stock software, in seconds.
const (
	wholeEvery   = 1.3 // a full position
	refreshAfter = 1.0 // what has not changed is sent again
	farOff       = 50  // units from the baseline that make a full position due
)

// sight is the host's view for a link.
func (x *vessel) sight(k *link) *view {
	v := &x.views[k.slot]
	if v.link != k {
		*v = view{link: k, window: &Window{Receiver: k.truth.Client}}
	}
	return v
}

// sendUpdate sends a StateUpdate of a ship. A client sends motion and power, the host
// motion and subsystems; of its own ship a client gets subsystems only.
func (s *session) sendUpdate(l *line, x *vessel, v *view, own bool) {
	m, p := &s.update, piece{life: x.life}
	m.SetContext(message.Context{Class: x.class, Dialect: s.Dialect})
	m.ObjectID, m.GameTime, m.DirtyFlags, m.HasHash = x.id, s.clock(), 0, false
	bools := 0
	if l.up || !own {
		bools = s.motion(m, x, v, l.up)
	}
	if l.up {
		p.items = uint8(s.power(m, x, v))
	} else {
		p.block = s.subsystems(m, x, v, own, bools)
	}
	if s.sends(Unchanged) && !l.up && v.knows(&m.Subsystems, s.now, len(x.parts)) {
		m.DirtyFlags, v.blocks = m.DirtyFlags&^message.FlagSubsystems, v.blocks-1
		if m.DirtyFlags == 0 {
			return
		}
	}
	p.flags, p.text, p.reported = m.DirtyFlags, s.textOf(m, x.class), v.reports(m, own)
	s.text = s.writer.Append(append(s.text[:0], message.OpcodeStateUpdate), m)
	l.unreliable(s.text, p)
	v.begun = true
}

// motion fills in place, direction and speed, and counts the booleans among them.
func (s *session) motion(m *message.StateUpdate, x *vessel, v *view, up bool) (bools int) {
	now := s.now.Seconds()
	offset := x.position.minus(v.baseline)
	whole := !v.begun || now-v.wholeAt >= wholeEvery || offset.length() > farOff
	switch {
	case whole:
		m.DirtyFlags |= message.FlagPosition
		m.Position, m.HasHash, m.SubsysHash = x.position.onWire(), up, hashOf(x.class)
		v.baseline, v.placed, v.wholeAt = x.position, x.position, now
		bools++
	case x.position != v.placed:
		m.DirtyFlags |= message.FlagDelta
		m.Delta = wire.CV4{Direction: direction(offset.unit()), Magnitude: wire.NewCF16(offset.length())}
		v.placed = x.position
	}
	due := func(changed bool, at *float64) bool {
		if !changed && !whole && now-*at < refreshAfter {
			return false
		}
		*at = now
		return true
	}
	if f := direction(x.forward); due(f != v.forward, &v.motionAt[0]) {
		m.DirtyFlags |= message.FlagForward
		m.Forward, v.forward = f, f
	}
	if u := direction(x.up); due(u != v.up, &v.motionAt[1]) {
		m.DirtyFlags |= message.FlagUp
		m.Up, v.up = u, u
	}
	if c := wire.NewCF16(x.speed); due(c != v.speed, &v.motionAt[2]) {
		m.DirtyFlags |= message.FlagSpeed
		m.Speed, v.speed = c, c
	}
	if x.class.HasCloak && (x.cloaked != v.cloaked || now-v.cloakAt >= 5*refreshAfter) {
		m.DirtyFlags |= message.FlagCloak
		m.Cloaked, v.cloaked, v.cloakAt = x.cloaked, x.cloaked, now
		bools++
	}
	return bools
}

// power fills in settings: those that changed, and in turn all others. A stock client
// stops after three.
func (s *session) power(m *message.StateUpdate, x *vessel, v *view) int {
	const most = 3
	m.DirtyFlags |= message.FlagWeapons
	m.Power = m.Power[:0]
	if v.powers == nil {
		v.powers = make([]uint8, len(x.parts))
	}
	add := func(i int) {
		v.powers[i] = x.parts[i].power
		m.Power = append(m.Power, message.PowerSetting{Index: uint8(i), Value: settingOnWire(x.parts[i].power)})
	}
	for i := range x.parts {
		if len(m.Power) < most && x.class.HasPower(i) && x.parts[i].power != v.powers[i] {
			add(i)
		}
	}
	now := s.now.Seconds()
	if v.power == 0 && now-v.powerAt < 5*refreshAfter && v.begun {
		return len(m.Power)
	}
	if v.power == 0 {
		v.powerAt = now
	}
	for ; len(m.Power) < most && v.power < len(x.parts); v.power++ {
		if x.class.HasPower(v.power) {
			add(v.power)
		}
	}
	if v.power == len(x.parts) {
		v.power = 0
	}
	return len(m.Power)
}

// settingOnWire is a power setting as a client sends it: 204 = 100 %.
func settingOnWire(percent uint8) uint8 { return uint8(int(percent) * 204 / 100) }

// subsystems fills in the next entries of the round.
func (s *session) subsystems(m *message.StateUpdate, x *vessel, v *view, own bool, bools int) block {
	m.DirtyFlags |= message.FlagSubsystems
	n := s.entries(x.class, v.cursor, !own, bools)
	states := &m.Subsystems
	states.StartIndex = uint8(v.cursor)
	for range n {
		states.Items = append(states.Items, message.SubsystemState{})
		x.fillState(&states.Items[len(states.Items)-1], v.cursor, own, &s.octets)
		v.cursor = (v.cursor + 1) % len(x.parts)
	}
	s.octets.reset()
	v.blocks++
	return block{window: v.window, number: v.blocks, start: states.StartIndex, next: uint8(v.cursor)}
}

// fullBlock is the length at which a writer begins no further entry.
const fullBlock = 10

// entries is how many entries the next block has: a writer looks before each whether
// the block, start index included, has ten bytes.
func (s *session) entries(class *ship.Class, start int, remote bool, bools int) (n int) {
	length := 1
	for n < len(class.Subsystems) && length < fullBlock {
		sub := &class.Subsystems[(start+n)%len(class.Subsystems)]
		n++
		if sub.Format == ship.Shield && s.Dialect == message.OpenBC {
			length++
			continue
		}
		length += ship.EntrySize(sub, remote)
		if sub.Format.HasPower() {
			if bools%5 == 0 {
				length++
			}
			bools++
		}
	}
	return n
}

// fillState gives the state of one subsystem. The owner knows its power settings and
// gets none.
func (x *vessel) fillState(state *message.SubsystemState, i int, own bool, memory *octets) {
	p, sub := &x.parts[i], &x.class.Subsystems[i]
	state.Condition = onWire(p.condition)
	state.Children = memory.take(p.childrenOnWire)
	if sub.Format == ship.Shield && x.s.Dialect == message.OpenBC {
		return // it sends the condition of a shield generator and nothing more
	}
	if state.HasData = !own && sub.Format.HasPower(); state.HasData {
		state.Power = p.power
	}
	switch sub.Format {
	case ship.Shield:
		state.Facings = memory.take(x.facingsOnWire)
	case ship.Reactor:
		state.Main, state.Backup = onWire(x.main), onWire(x.backup)
	}
}

// textOf says what a StateUpdate carries, for the sums; nothing if nobody asks.
func (s *session) textOf(m *message.StateUpdate, class *ship.Class) []byte {
	switch {
	case !s.Sums:
		return nil
	case m.DirtyFlags&message.FlagSubsystems != 0:
		return blockText(&m.Subsystems, class)
	}
	return powerText(m.Power)
}

// reports gives where an update says that its ship is: as the wire has it, which rounds.
func (v *view) reports(m *message.StateUpdate, own bool) reportedPlace {
	t := reportedPlace{clock: m.GameTime, own: own}
	switch {
	case m.DirtyFlags&message.FlagPosition != 0:
		v.base = vectorOf(m.Position)
		t.place, t.placed = v.base, true
	case m.DirtyFlags&message.FlagDelta != 0:
		t.place, t.placed = v.base.plus(vectorOf(m.Delta.Vector())), true
	}
	return t
}

// toldEntry is what a receiver was told last of a subsystem.
type toldEntry struct {
	text string
	at   time.Duration // 0 = nothing
}

// toldAgain is the time after which a receiver is told unchanged values again.
const toldAgain = 2 * time.Second

// knows reports that a receiver was told all entries of a block a moment ago. If not, it is told them now.
func (v *view) knows(block *message.SubsystemBlock, now time.Duration, all int) bool {
	if v.told == nil {
		v.told = make([]toldEntry, all)
	}
	known, told := true, make([]toldEntry, len(block.Items))
	for i := range block.Items {
		t := v.told[(int(block.StartIndex)+i)%all]
		told[i] = toldEntry{fmt.Sprint(block.Items[i]), now}
		known = known && t.text == told[i].text && t.at > 0 && now-t.at < toldAgain
	}
	for i := range told {
		if !known {
			v.told[(int(block.StartIndex)+i)%all] = told[i]
		}
	}
	return known
}
