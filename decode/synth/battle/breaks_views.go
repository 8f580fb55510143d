package battle

import (
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
)

// wrongViews hooks in the faults. The truth has them among what is broken, by their kinds, with the frames of what
// is told wrong or, if nothing is told, of what is last told before or should have been told.
func (s *session) wrongViews() {
	for i := range s.Views {
		f := &viewFault{fault{charge: &charge{rule: s.Views[i].Kind}, s: s}, &s.Views[i]}
		s.charges = append(s.charges, f.charge)
		viewFaults[f.Kind](f)
	}
}

// viewFault is a fault that is hooked in.
type viewFault struct {
	fault
	*ViewFault
}

var viewFaults = map[string]func(*viewFault){
	Blind: (*viewFault).blind, Freeze: (*viewFault).freeze, Lie: (*viewFault).lie, Ghost: (*viewFault).ghost, Shift: (*viewFault).shift,
}

// tells reports whether a line is that to the player.
func (f *viewFault) tells(l *line) bool {
	k := f.link(l)
	return k != nil && !l.up && k.player.number == f.Player-1
}

// about reports whether an update tells the player of the ship of another one.
func (f *viewFault) about(g *updateDraft) bool { return !g.line.up && !g.own && f.tells(g.line) }

// lately is from when on something is told wrong.
func (f *viewFault) lately() bool { return f.s.now >= viewFrom }

func (f *viewFault) blind() {
	f.onLink(func(k *link) {
		if k.player.number == f.Player-1 {
			f.blame(&k.ready.frame) // from then on it should see the ships that are there
		}
	})
	f.onGame(func(l *line, x *sending) {
		life := x.content.created
		if life == nil || life.Player != f.s.players[f.Of-1].name {
			return
		}
		if l.up {
			f.blame(&x.content.frame)
		}
		x.drop = f.tells(l)
	})
	f.beforeUpdate(func(g *updateDraft) bool { return g.ship.owner.number != f.Of-1 || !f.about(g) })
}

func (f *viewFault) freeze() {
	const before = 500 * time.Millisecond
	f.onGame(func(l *line, x *sending) {
		if x.content.created != nil && f.tells(l) {
			f.blame(&x.content.frame) // the last that it is told of a new ship
		}
	})
	f.beforeUpdate(func(g *updateDraft) bool { return !f.lately() || f.s.now >= viewFrom+f.For || !f.about(g) })
	f.afterUpdate(func(g *updateDraft) {
		if f.s.now < viewFrom && f.s.now >= viewFrom-before && f.about(g) {
			g.piece.fault = f.charge
		}
	})
}

func (f *viewFault) lie() {
	f.afterUpdate(func(g *updateDraft) {
		if !f.lately() || !f.about(g) {
			return
		}
		items, start := g.m.Subsystems.Items, int(g.m.Subsystems.StartIndex)
		for i := range items {
			if part := &g.ship.class.Subsystems[(start+i)%len(g.ship.parts)]; strings.EqualFold(part.Name, f.Part) {
				items[i].Condition, g.piece.fault = uint8(f.Value*255/100), f.charge
			}
		}
	})
}

func (f *viewFault) shift() {
	f.afterUpdate(func(g *updateDraft) {
		if f.lately() && f.about(g) && has(g, message.FlagPosition) {
			g.m.Position[0] += float32(f.Value)
			g.piece.fault = f.charge
		}
	})
}

// ghost keeps the ends of others' ships from the player, and tells on of them until another ship has their id.
func (f *viewFault) ghost() {
	var ghosts []*vessel
	f.onGame(func(l *line, x *sending) {
		y := f.ends(x)
		switch {
		case y == nil || y.owner.number == f.Player-1:
		case f.tells(l):
			x.drop = true
			ghosts = append(ghosts, y)
		default:
			f.blame(&x.content.frame)
		}
	})
	f.s.altered.shown = func(k *link) {
		if k.player.number != f.Player-1 {
			return
		}
		for _, x := range ghosts {
			reborn := slices.ContainsFunc(f.s.players, func(p *player) bool { return p.ship != nil && p.ship != x && p.ship.id == x.id })
			if !reborn && (x != x.owner.ship || !x.visible()) {
				f.s.sendUpdate(k.down, x, x.sight(k), false)
			}
		}
	}
}

// ends gives the ship whose end a message of the host tells; nil = none.
func (f *viewFault) ends(x *sending) *vessel {
	const destroyed = 0x14
	for _, p := range f.s.players {
		y := p.ship
		if y != nil && (x.content.killed == y.life || x.content.opcode == destroyed && uint32At(x.payload, 1) == y.id) {
			return y
		}
	}
	return nil
}
