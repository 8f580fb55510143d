package timeline

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Sum gives, of a ship of the account of a timeline, how far it flew, how many seconds it mostly took until all its subsystems
// were told (nine times of ten less; nil = they never were), and the queries for its updates, and for those of the stream that tells its motion; "" = it has made room for others.
func (t *Timeline) Sum(x *match.Ship) (flown float64, cycle *figures.Seconds, updates, leading figures.Query) {
	life := t.ships.of[x]
	if life == nil {
		return 0, nil, "", ""
	}
	about, stream := t.ships.about(life), tally.DirIs(decode.ToServer)
	if p := &life.path; !p.owned {
		stream = fmt.Sprintf("dst == %q", tally.AddressText(p.receiver))
	}
	return life.path.total(), (*figures.Seconds)(cycles(life).Rounded(0.9)), t.scope.Of(about), t.scope.Of(about, stream, tally.Once)
}

// told tells of a message that was taken; u is nil of a creation.
func (t *ships) told(x *shipLife, u *update) {
	l := t.scope.options.Listener
	if l == nil {
		return
	}
	told := &t.newest
	*told = Told{Frame: t.frame, Ship: x.Ship, Class: x.ship, Name: x.name, Player: x.player, Parts: x.condition.told, Power: x.condition.set}
	if x.motion.known&freshCloak != 0 {
		told.Cloaked = &x.motion.cloaked
	}
	switch {
	case u == nil:
		told.Leads = true
		if x.motion.known&freshPosition != 0 {
			told.Position = &x.motion.position
		}
	case u.Whole && !u.Late && x.path.leads(u):
		told.Leads, told.Update = true, u.StateUpdate
		if world := &u.World; world.Known {
			told.Position = (*[3]float32)(&world.Position)
		}
	}
	l.Told(told)
}

// leads reports whether an update belongs to the stream that is measured.
func (p *path) leads(u *update) bool {
	if p.owned {
		return u.dir == decode.ToServer
	}
	return p.receiver.IsValid() && p.receiver == u.dst
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
