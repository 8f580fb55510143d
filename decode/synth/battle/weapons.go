package battle

import (
	"math"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Work of weapons in points, and how far they reach.
const (
	phaserPoints  = 3200 // of a burst
	cannonPoints  = 900  // of a bolt
	torpedoPoints = 3600
	phaserRange   = 110
	cannonRange   = 90
	torpedoRange  = 170
	torpedoSpeed  = 40 // units a second
	hitShare      = 0.7
)

// shoot fires what is ready at a target in that direction.
func (p *player) shoot(way vector) {
	x, c, distance := p.ship, &p.crew, way.length()
	if p.s.Shots > 0 {
		p.keepFiring()
		return
	}
	if i := x.system("phaser_system"); i >= 0 && distance < phaserRange && !c.firing && p.due(&c.phasers, 2500*time.Millisecond, 6*time.Second) {
		p.firePhasers(i)
	}
	ahead := x.forward.dot(way.unit()) > 0.8
	if i := x.system("pulse_system"); i >= 0 && ahead && distance < cannonRange && p.due(&c.cannons, 1500*time.Millisecond, 4*time.Second) {
		p.fireCannons(i)
	}
	if i := x.system("torpedo_system"); i >= 0 && ahead && distance < torpedoRange && p.due(&c.torpedoes, 6*time.Second, 14*time.Second) {
		p.fireTorpedoes(i)
	}
}

// keepFiring fires so many times a second, from wherever the target is.
func (p *player) keepFiring() {
	x, c, s := p.ship, &p.crew, p.s
	pause := time.Duration(float64(time.Second) / s.Shots)
	c.phasers = max(c.phasers, s.now-pause)
	for p.s.now >= c.phasers {
		c.phasers += s.chance.between(pause/2, pause*3/2)
		var ready []func()
		if i := x.system("phaser_system"); i >= 0 && !c.firing {
			ready = append(ready, func() { p.firePhasers(i) })
		}
		if i := x.system("pulse_system"); i >= 0 {
			ready = append(ready, func() { p.fireCannons(i) })
		}
		if i := x.system("torpedo_system"); i >= 0 {
			ready = append(ready, func() { p.fireTorpedoes(i) })
		}
		if len(ready) > 0 {
			ready[s.chance.IntN(len(ready))]()
		}
	}
}

// points is the work of a weapon: with a rate of shots, about as much a second as without.
func (s *session) points(usual float64) float64 {
	const usualRate = 0.7
	if s.Shots > 0 {
		usual = times(usual, min(1, usualRate/s.Shots))
	}
	return usual
}

// burst is how long phasers fire.
func (s *session) burst() time.Duration {
	if s.Shots > 0 {
		pause := time.Duration(float64(time.Second) / s.Shots)
		return s.chance.between(min(pause/2, 400*time.Millisecond), min(pause*3/2, 1500*time.Millisecond))
	}
	return s.chance.between(400*time.Millisecond, 1500*time.Millisecond)
}

// firePhasers sends a burst: on twice, as stock software does, then off. The host
// tells everybody what it saw.
func (p *player) firePhasers(i int) {
	x, at, k, s := p.ship, p.target, p.link, p.s
	sub := &x.class.Subsystems[i]
	system := x.object(sub.ObjectIndex)
	bank := system
	if len(sub.Children) > 0 {
		bank = x.object(sub.Children[s.chance.IntN(len(sub.Children))].ObjectIndex)
	}
	start := message.Event{ClassID: message.ClassStartFiring, EventCode: startFiring, TargetID: system, TargetRef: at.id}
	strength := times(phaserPoints, x.output("phaser_system"))
	s.forward(k, 0x07, &start, nil)
	s.forward(k, 0x07, &start, func(from *content) {
		if !x.alive {
			return
		}
		s.weaponEvent(phaserStarted, bank, system, at.id)
		s.weaponEvent(weaponFired, bank, system, at.id)
		s.strike(at, strength, blow{ByWeapons, p, phaser, from})
	})
	p.crew.firing = true
	s.after(s.burst(), func() {
		if p.ship == x {
			p.ceaseFire()
		}
	})
}

// ceaseFire ends a burst.
func (p *player) ceaseFire() {
	x, k := p.ship, p.link
	i := x.system("phaser_system")
	if !p.crew.firing || i < 0 {
		return
	}
	p.crew.firing = false
	if !p.fights() {
		return
	}
	system := x.subsystem(i)
	p.s.forward(k, 0x08, &message.Event{ClassID: message.ClassSubsystem, EventCode: stopFiring, TargetID: system}, func(*content) {
		p.s.weaponEvent(phaserStopped, system, system, 0)
	})
}

func (s *session) weaponEvent(code, weapon, system, target uint32) {
	s.tell(&message.Event{ClassID: message.ClassObjPtr, EventCode: code, SourceID: weapon, TargetID: system, ObjectRef: target})
}

// fireCannons sends one bolt from each cannon.
func (p *player) fireCannons(i int) {
	x, at, s := p.ship, p.target, p.s
	way := direction(at.position.minus(x.position).unit())
	for _, cannon := range x.class.Subsystems[i].Children {
		shot := message.BeamFire{ObjectID: x.object(cannon.ObjectIndex), Kind: 2, Direction: way, Flags: 3, TargetID: at.id}
		s.forward(p.link, 0x1A, &shot, func(from *content) {
			s.strike(at, times(cannonPoints, x.output("pulse_system")), blow{ByWeapons, p, pulse, from})
		})
	}
}

// fireTorpedoes sends a salvo; each torpedo is an object of its own and takes an id,
// and needs a while to the target.
func (p *player) fireTorpedoes(i int) {
	x, at, s := p.ship, p.target, p.s
	sub := &x.class.Subsystems[i]
	kind := s.projectile(sub, x.ammunition)
	way := at.position.minus(x.position)
	flight := time.Duration(way.length() / torpedoSpeed * float64(time.Second))
	for n := range min(1+s.chance.IntN(3), len(sub.Children)) {
		tube := x.object(sub.Children[n].ObjectIndex)
		shot := message.TorpedoFire{ObjectID: tube, Projectile: kind, Flags: 1, Direction: direction(way.unit()), TargetID: at.id}
		shot.HitOffset = message.Contact{Direction: direction(anyDirection(s.luck)), Magnitude: uint8(s.luck.IntN(256))}
		if s.chance.happens(0.1) { // fired blindly
			shot.Flags = 5
		}
		p.nextObject++
		s.forward(p.link, 0x19, &shot, func(from *content) {
			s.weaponEvent(weaponFired, tube, x.object(sub.ObjectIndex), at.id)
			s.after(flight, func() { s.strike(at, torpedoPoints, blow{ByWeapons, p, torpedo, from}) })
		})
	}
}

// projectile is the number of what a torpedo slot holds.
func (s *session) projectile(sub *ship.Subsystem, slot uint8) uint8 {
	for _, a := range sub.TorpedoSlots {
		for n := uint8(1); a.Slot == int(slot) && n < math.MaxUint8; n++ {
			if script, ok := s.Ships.Projectile(n); ok && strings.EqualFold(script, a.Script) {
				return n
			}
		}
	}
	return 2 // a photon torpedo
}

// strike is a shot that reaches its target or misses it.
func (s *session) strike(at *vessel, points float64, b blow) {
	if s.chance.happens(hitShare) && b.by.ship != nil { // who has left and come back has nothing to do with it
		at.hit(s.points(points), at.side(b.by), b)
	}
}

// side is the facing that a shot of a player meets: front, rear, top, bottom, left,
// right.
func (x *vessel) side(by *player) int {
	if by.ship == nil {
		return 0
	}
	way := by.ship.position.minus(x.position)
	right := x.forward.cross(x.up)
	along := [3]float64{way.dot(x.forward), way.dot(x.up), -way.dot(right)}
	best := 0
	for i := range along {
		if math.Abs(along[i]) > math.Abs(along[best]) {
			best = i
		}
	}
	if along[best] < 0 {
		return 2*best + 1
	}
	return 2 * best
}
