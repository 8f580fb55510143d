package battle

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
)

// A fault of what one player is told sits in a few places: before a message is sent, before and after an update is written, and
// when a client was told of all ships.

// viewFault is a fault while the battle is played.
type viewFault struct {
	*ViewFault
	charge
	s      *session
	ghosts []*vessel // whose ends the player was not told
}

// wrongViews hooks in the faults.
func (s *session) wrongViews() {
	var all []*viewFault
	for i := range s.Views {
		all = append(all, &viewFault{ViewFault: &s.Views[i], s: s})
		s.faults = append(s.faults, all[i])
	}
	if all == nil {
		return
	}
	s.withheld = func(l *line, payload []byte, c *content) (drop bool) {
		for _, f := range all {
			drop = f.withholds(l, payload, c) || drop
		}
		return drop
	}
}

func (f *viewFault) found() Broken { return f.finding(f.Kind) }

// link gives the link of a line.
func (s *session) link(l *line) *link {
	i := slices.IndexFunc(s.links, func(k *link) bool { return k.up == l || k.down == l })
	return s.links[i]
}

// tells reports whether a line is that to the player.
func (f *viewFault) tells(l *line) bool {
	return !l.up && f.s.link(l).player.number == f.Player-1
}

// about reports whether an update tells the player of the ship of another one.
func (f *viewFault) about(g *updateDraft) bool { return !g.line.up && !g.own && f.tells(g.line) }

// lately is from when on something is told wrong.
func (f *viewFault) lately() bool { return f.s.now >= viewFrom }

// connects is a new link.
func (f *viewFault) connects(k *link) {
	if f.Kind == Blind && k.player.number == f.Player-1 {
		f.blame(&k.ready.frame) // from then on it should see the ships that are there
	}
}

// withholds reports whether a game message is not sent.
func (f *viewFault) withholds(l *line, payload []byte, c *content) bool {
	switch made := c.created; f.Kind {
	case Blind:
		if made == nil || made.Player != f.s.players[f.Of-1].name {
			return false
		}
		if l.up {
			f.blame(&c.frame)
		}
		return f.tells(l)
	case Freeze:
		if made != nil && f.tells(l) {
			f.blame(&c.frame) // the last that it is told of a new ship
		}
	case Ghost:
		switch y := f.ends(payload, c); {
		case y == nil || y.owner.number == f.Player-1:
		case f.tells(l):
			f.ghosts = append(f.ghosts, y)
			return true
		default:
			f.blame(&c.frame)
		}
	}
	return false
}

// due reports whether an update is sent.
func (f *viewFault) due(g *updateDraft) bool {
	switch f.Kind {
	case Blind:
		return g.ship.owner.number != f.Of-1 || !f.about(g)
	case Freeze:
		return !f.lately() || f.s.now >= viewFrom+f.For || !f.about(g)
	}
	return true
}

// spoils changes an update.
func (f *viewFault) spoils(g *updateDraft) {
	const before = 500 * time.Millisecond
	lately := f.lately()
	if f.Kind == Freeze {
		lately = !lately && f.s.now >= viewFrom-before
	}
	if !lately || !f.about(g) {
		return
	}
	switch f.Kind {
	case Freeze:
		g.piece.fault = &f.charge
	case Lie:
		items, start := g.m.Subsystems.Items, int(g.m.Subsystems.StartIndex)
		for i := range items {
			if part := &g.ship.class.Subsystems[(start+i)%len(g.ship.parts)]; strings.EqualFold(part.Name, f.Part) {
				items[i].Condition, g.piece.fault = uint8(f.Value*255/100), &f.charge
			}
		}
	case Shift:
		if g.m.DirtyFlags&message.FlagPosition != 0 {
			g.m.Position[0] += float32(f.Value)
			g.piece.fault = &f.charge
		}
	}
}

// shown has been told of all ships: it is told of ghosts too, until another ship has their id.
func (f *viewFault) shown(k *link) {
	if k.player.number != f.Player-1 {
		return
	}
	for _, x := range f.ghosts {
		reborn := slices.ContainsFunc(f.s.players, func(p *player) bool { return p.ship != nil && p.ship != x && p.ship.id == x.id })
		if !reborn && (x != x.owner.ship || !x.visible()) {
			f.s.sendUpdate(k.down, x, x.sight(k), false)
		}
	}
}

// ends gives the ship whose end a message of the host tells; nil = none.
func (f *viewFault) ends(payload []byte, c *content) *vessel {
	const destroyed = 0x14
	for _, p := range f.s.players {
		y := p.ship
		if y != nil && (c.killed == y.life || payload[0] == destroyed && binary.LittleEndian.Uint32(payload[1:]) == y.id) {
			return y
		}
	}
	return nil
}
