package timeline

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// Flown is how far a ship of the account of a timeline flew.
func (t *Timeline) Flown(x *match.Ship) float64 {
	if x := t.ships.of[x]; x != nil {
		return x.path.total()
	}
	return 0
}

// told tells of a message that was taken.
func (t *ships) told(x *shipLife, u *update) {
	l := t.scope.options.Listener
	if l == nil {
		return
	}
	told := &t.newest
	told.Frame, told.Ship, told.Class, told.Name, told.Player, told.Parts, told.Power = t.frame, x.Ship, x.ship, x.name, x.player, x.condition.told, x.condition.set
	told.Leads, told.Position, told.Forward, told.Up, told.Speed, told.Cloaked = false, nil, nil, nil, nil, nil
	if x.motion.known&freshCloak != 0 {
		told.Cloaked = &x.motion.cloaked
	}
	if u != nil {
		told.motion(u, &x.path)
	} else {
		told.Leads = true
		if x.motion.known&freshPosition != 0 {
			told.Position = &x.motion.position
		}
	}
	l.Told(told)
}

// motion takes what an update says about the motion of its ship.
func (t *Told) motion(u *update, p *path) {
	if !u.Whole || u.Late {
		return
	}
	t.Leads = p.leads(u)
	if world := &u.World; world.Known {
		t.Position = (*[3]float32)(&world.Position)
	}
	if u.has(message.FlagForward) {
		t.Forward = &u.Forward
	}
	if u.has(message.FlagUp) {
		t.Up = &u.Up
	}
	if u.has(message.FlagSpeed) {
		t.speed = u.Speed.Float32()
		t.Speed = &t.speed
	}
}

// leads reports whether an update belongs to the stream that is measured.
func (p *path) leads(u *update) bool {
	if p.owned {
		return u.dir == decode.ToServer
	}
	return p.receiver.IsValid() && p.receiver == u.dst
}

// Cycle is how long it mostly took until all subsystems of a ship were told, in seconds: nine times of
// ten less; nil = they never were.
func (t *Timeline) Cycle(x *match.Ship) *figures.Seconds {
	life := t.ships.of[x]
	if life == nil {
		return nil
	}
	return (*figures.Seconds)(cycles(life).Rounded(0.9))
}

// Updates is the query for the updates of a ship; "" = it has made room for others.
func (t *Timeline) Updates(x *match.Ship) figures.Query {
	if k := t.ships.of[x]; k != nil {
		return t.scope.Of(t.ships.about(k))
	}
	return ""
}

// shoots tells of a shot, if somebody listens: which message is the first that tells of it knows the account
// of the match, which counts shots.
func (t *ships) shoots(r *decode.Record, s Shot, weapon, target uint32) {
	l := t.scope.options.Listener
	if l == nil || !t.Has(facts.Shot) && !s.Aims && !s.Ends {
		return
	}
	x, _ := t.whose(r, weapon)
	if x == nil {
		return
	}
	s.Frame, s.Ship, s.Weapon = r.Frame, x.Ship, weapon
	if victim, _ := t.whose(r, target); victim != nil && victim != x {
		s.Target = victim.Ship
	}
	l.Shot(&s)
}
