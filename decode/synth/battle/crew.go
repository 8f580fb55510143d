package battle

import (
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// crew is when a player does what next, in the time of the battle.
type crew struct {
	phasers, cannons, torpedoes, target, course, slider, cloak, chat, rareAction time.Duration
	firing                                                                       bool // phasers
}

func newCrew(s *session) crew {
	soon := func(from, to time.Duration) time.Duration { return s.now + s.chance.between(from, to) }
	return crew{
		phasers: soon(time.Second, 4*time.Second), cannons: soon(time.Second, 4*time.Second),
		torpedoes: soon(2*time.Second, 8*time.Second), slider: soon(2*time.Second, 12*time.Second),
		cloak: soon(5*time.Second, 30*time.Second), chat: soon(2*time.Second, 25*time.Second),
		rareAction: soon(5*time.Second, 40*time.Second), course: s.now,
	}
}

// due reports that a time has come, and sets the next one.
func (p *player) due(at *time.Duration, from, to time.Duration) bool {
	if p.s.now < *at {
		return false
	}
	*at = p.s.now + p.s.chance.between(from, to)
	return true
}

// fights reports that the player has a ship that can do something.
func (p *player) fights() bool {
	return p.link != nil && p.link.entered && !p.link.up.closed && p.ship != nil && p.ship.known && p.ship.alive && !p.ship.ended
}

// fight is what a player decides in one tick.
func (p *player) fight() {
	c := &p.crew
	p.aim()
	p.steer()
	if p.due(&c.slider, 4*time.Second, 15*time.Second) {
		p.moveSlider()
	}
	if p.ship.class.HasCloak && p.due(&c.cloak, 15*time.Second, 40*time.Second) {
		p.toggleCloak()
	}
	if p.due(&c.chat, 10*time.Second, 60*time.Second) {
		p.speak(chatter[p.s.chance.IntN(len(chatter))])
	}
	if p.due(&c.rareAction, 15*time.Second, 60*time.Second) {
		p.doSomethingRare()
	}
	if p.target != nil && !p.ship.cloaked && p.s.now >= p.s.truce {
		p.shoot(p.target.position.minus(p.ship.position))
	}
}

// speak says something to all or, in a game of teams, sometimes to the team.
func (p *player) speak(text string) {
	if p.s.Teams && p.s.chance.happens(1./3) {
		p.saysToTeam(text)
		return
	}
	p.says(text)
}

var chatter = []string{
	"hello", "ready?", "torps are slow", "shields at 80%", "gg", "nice shot", "my warp core!",
	"who has the bird?", "regroup at the planet", "I am hit, covering fire please", "lag?", "one more round",
}

// aim keeps a target, or takes the nearest; the host is told of every change.
func (p *player) aim() {
	if p.target != nil && p.target.alive && p.s.now < p.crew.target {
		return
	}
	p.crew.target = p.s.now + p.s.chance.between(8*time.Second, 20*time.Second)
	var best *vessel
	for _, q := range p.s.players {
		if q == p || p.mates(q) || !q.fights() || q.ship.cloaked || p.s.now-q.ship.since < mercy {
			continue
		}
		if best == nil || p.away(q.ship) < p.away(best) {
			best = q.ship
		}
	}
	if best == nil || best == p.target {
		p.target = best
		return
	}
	event := message.Event{ClassID: message.ClassObjPtr, EventCode: targetChanged, SourceID: p.ship.id, TargetID: p.ship.id}
	if p.target != nil {
		event.ObjectRef = p.target.id
	}
	p.target = best
	p.link.up.reliable(message.Append(nil, 0x0D, &event), &content{needs: []*content{best.made}})
}

// mercy is for how long nobody fires at a new ship.
const mercy = time.Second

func (p *player) away(x *vessel) float64 { return x.position.minus(p.ship.position).length() }

// steer flies at the target, past it, and back; without one it flies about.
func (p *player) steer() {
	const near, edge = 25, 160
	x, s := p.ship, p.s
	switch {
	case x.position.length() > edge:
		x.course = x.position.scaled(-1).unit()
	case p.target != nil && p.away(p.target) > near && s.now >= p.crew.course:
		x.course = p.target.position.minus(x.position).unit()
		x.wanted = min(8, 3+times(0.05, p.away(p.target)))
	case s.now >= p.crew.course:
		x.course, x.wanted = anyDirection(s.chance), 2+times(5, s.chance.Float64())
		p.crew.course = s.now + s.chance.between(3*time.Second, 7*time.Second)
	}
}

// moveSlider sets the power of one system.
func (p *player) moveSlider() {
	x := p.ship
	if i := p.s.chance.IntN(len(x.parts)); x.class.HasPower(i) {
		x.parts[i].power = sliders[p.s.chance.IntN(len(sliders))]
	}
}

// sliders are settings in percent. Most players leave most systems at 100 or more.
var sliders = []uint8{0, 50, 75, 100, 100, 100, 110, 125, 125}

// toggleCloak presses the button: the host copies that to the others, and all see the
// state in the updates of the ship.
func (p *player) toggleCloak() {
	x, k := p.ship, p.link
	device := x.system("cloak")
	if device < 0 || x.output("cloak") <= 0 {
		return
	}
	on := !x.cloaked
	p.ceaseFire()
	event := message.Event{ClassID: message.ClassBool, EventCode: statusNotify, TargetID: x.subsystem(device)}
	if on {
		event.Value = 1
	}
	p.s.forward(k, 0x0A, &event, func(*content) { x.cloaked = on && x.alive })
}

// doSomethingRare does one of the rare things.
func (p *player) doSomethingRare() {
	x, k, s := p.ship, p.link, p.s
	switch s.chance.IntN(8) {
	case 0, 1:
		if i := x.system("phaser_system"); i >= 0 {
			x.phaserLevel = uint8(s.chance.IntN(3))
			s.forward(k, 0x12, &message.Event{ClassID: message.ClassChar, EventCode: setPhaserLevel, TargetID: x.subsystem(i), Value: x.phaserLevel}, nil)
		}
	case 2, 3:
		p.changeTorpedoes()
	case 4, 5, 6:
		p.hurryRepair()
	case 7: // the ship is past saving
		if x.parts[0].condition < 0.4 {
			p.scuttle(k, x)
		}
	}
}

// scuttle asks the host to destroy the player's ship.
func (p *player) scuttle(k *link, x *vessel) {
	c := &content{}
	c.effect = func() { p.s.kill(x, blow{cause: BySelfDestruct, from: c}) }
	k.up.reliable(message.Append(nil, 0x13, &message.HostMsg{}), c)
}

func (p *player) changeTorpedoes() {
	x := p.ship
	i := x.system("torpedo_system")
	if i < 0 || len(x.class.Subsystems[i].TorpedoSlots) < 2 {
		return
	}
	x.ammunition = 1 - min(x.ammunition, 1)
	p.s.forward(p.link, 0x1B, &message.Event{
		ClassID: message.ClassChar, EventCode: torpedoTypeNotify, TargetID: x.subsystem(i), Value: x.ammunition,
	}, nil)
}

// hurryRepair moves a damaged subsystem up the list of the repair crew.
func (p *player) hurryRepair() {
	x := p.ship
	team := x.system("repair")
	for i := range x.parts {
		if team >= 0 && x.parts[i].repairing {
			p.s.forward(p.link, 0x11, &message.Event{
				ClassID: message.ClassObjPtr, EventCode: repairPriority, TargetID: x.subsystem(team),
				ObjectRef: x.subsystem(i),
			}, nil)
			return
		}
	}
}

// collide lets ships that meet bump into each other. Each client reports that itself.
func (s *session) collide() {
	const touching, pause = 4, 30
	for i, p := range s.players {
		if p.fights() && p.ship.bumped > 0 {
			p.ship.bumped--
		}
		for _, q := range s.players[i+1:] {
			if p.fights() && q.fights() && p.ship.bumped == 0 && p.away(q.ship) < touching {
				p.ship.bumped, q.ship.bumped = pause, pause
				p.bump(q.ship, p.ship.force(q.ship))
				q.bump(p.ship, p.ship.force(q.ship))
			}
		}
	}
}

// force is how hard two ships hit each other.
func (x *vessel) force(other *vessel) float64 { return times(200, x.speed+other.speed) }

// bump reports a collision to the host, which lets the ship suffer for it.
func (p *player) bump(other *vessel, force float64) {
	x, s := p.ship, p.s
	to := direction(other.position.minus(x.position).unit())
	event := message.Event{
		ClassID: message.ClassCollision, EventCode: objectCollision, SourceID: other.id, TargetID: x.id, Force: float32(force),
		Contacts: []message.Contact{{Direction: to, Magnitude: 200}, {Direction: wire.CV3{to[0], to[1], 0}, Magnitude: 215}},
	}
	c := &content{needs: []*content{other.made}}
	c.effect = func() {
		x.damage(0, force)
		if x.alive && x.parts[0].condition <= 0 {
			s.kill(x, blow{cause: ByCollision, from: c})
		}
	}
	p.link.up.reliable(message.Append(nil, 0x15, &event), c)
	x.course = x.position.minus(other.position).unit()
	p.crew.course = s.now + s.chance.between(2*time.Second, 4*time.Second)
}
