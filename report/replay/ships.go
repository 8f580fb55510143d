package replay

import (
	"bcdump/decode/match"
	"bcdump/decode/ship"
	"bcdump/report/figures"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// Steps to a unit.
const (
	milliseconds = 1000
	hundredths   = 100
	compressed   = 127  // of a direction on the wire
	condition    = 2.55 // of a percent
	whole        = 1
)

// hangar is all ships.
type hangar struct {
	replay *replay
	room   room
	list   []*track
	of     map[*match.Ship]*track
}

// track is a ship.
type track struct {
	figures.ReplayShip
	place    int // among all
	life     *match.Ship
	owner    string // its player, as names have it
	class    *ship.Class
	layout   []timeline.PartName
	parts    []*figures.ReplayPart // by place in layout; nil = nothing was told
	power    []*figures.ReplayPart // by subsystem
	shields  [2]*figures.Column    // time, mean of the six
	updates  rate
	times    *figures.Column // of what is told of its motion
	rows     int             // positions told
	last     int64
	cloaked  bool
	hits     int64
	damage   float64
	distance float64
}

func newHangar(r *replay, most int) hangar {
	return hangar{replay: r, room: room{name: "ships", most: most}, of: map[*match.Ship]*track{}}
}

// track finds or makes that of a ship; nil = there is no room.
func (h *hangar) track(x *match.Ship) *track {
	t := h.of[x]
	if t != nil || x.Other {
		return t
	}
	if !h.room.take() {
		return nil
	}
	t = &track{life: x, place: len(h.list)}
	t.ID, t.Life, t.Player, t.From = tally.ObjectText(x.Object), x.Number, -1, h.replay.clock.seconds()
	t.Name = t.ID
	t.times, t.CT = figures.NewColumn(milliseconds), figures.NewColumn(milliseconds)
	t.T, t.DT, t.ST = figures.NewColumnOf(t.times), figures.NewColumnOf(t.times), figures.NewColumnOf(t.times)
	t.X, t.Y, t.Z = figures.NewSmooth(hundredths), figures.NewSmooth(hundredths), figures.NewSmooth(hundredths)
	for _, c := range t.directions() {
		*c = figures.NewColumn(compressed)
	}
	t.Speed, t.Cloak = figures.NewColumn(hundredths), figures.NewColumn(whole)
	t.shields = [2]*figures.Column{figures.NewColumn(hundredths), figures.NewColumn(6 * condition)}
	t.updates = newRate()
	h.of[x], h.list = t, append(h.list, t)
	return t
}

func (t *track) directions() [6]**figures.Column {
	return [6]**figures.Column{&t.FX, &t.FY, &t.FZ, &t.UX, &t.UY, &t.UZ}
}

// Told takes what a message says of a ship.
func (r *replay) Told(m *timeline.Told) {
	t := r.hangar.track(m.Ship)
	if t == nil {
		return
	}
	t.last = r.clock.ms()
	t.named(m)
	kept := r.thinned == 1
	if m.Leads {
		r.count(&t.updates)
		if m.Position != nil {
			kept = r.moved(t, m.Position)
		}
		r.turned(t, m, kept)
	}
	if m.Cloaked != nil {
		t.cloaked = t.cloaked || *m.Cloaked
		r.changed(t.CT, t.Cloak, int64(tally.BoolInt(*m.Cloaked)), never)
	}
	r.conditions(t, m)
}

// named takes what the ship is called.
func (t *track) named(m *timeline.Told) {
	t.Name, t.owner = m.Name, m.Player
	if m.Class == t.class || m.Class == nil {
		return
	}
	t.class, t.Class = m.Class, m.Class.Name
	t.layout = timeline.Layout(m.Class)
	t.parts = make([]*figures.ReplayPart, len(t.layout))
	t.power = make([]*figures.ReplayPart, len(m.Class.Subsystems))
}

// moved takes a position, and says whether it is kept.
func (r *replay) moved(t *track, at *[3]float32) bool {
	kept := r.place(t.rows)
	t.rows++
	if kept {
		t.now(t.T, r)
		t.X.Add(float64(at[0]))
		t.Y.Add(float64(at[1]))
		t.Z.Add(float64(at[2]))
	}
	return kept
}

// now adds the time to a column of those that share times.
func (t *track) now(c *figures.Column, r *replay) {
	if ms := r.clock.ms(); t.times.Len() == 0 || t.times.Last() != ms {
		t.times.AddSteps(ms)
	}
	c.AddNewest()
}

// turned takes directions and speed.
func (r *replay) turned(t *track, m *timeline.Told, kept bool) {
	now := [6]int64{t.FX.Last(), t.FY.Last(), t.FZ.Last(), t.UX.Last(), t.UY.Last(), t.UZ.Last()}
	was := now
	for i := range 3 {
		if m.Forward != nil {
			now[i] = int64(m.Forward[i])
		}
		if m.Up != nil {
			now[3+i] = int64(m.Up[i])
		}
	}
	if kept && now != was {
		t.now(t.DT, r)
		for i, c := range t.directions() {
			(*c).AddSteps(now[i])
		}
	}
	if n := t.Speed.Len(); m.Speed != nil && kept {
		if steps := t.Speed.Steps(float64(*m.Speed)); n == 0 || steps != t.Speed.Last() {
			t.now(t.ST, r)
			t.Speed.AddSteps(steps)
		}
	}
}

// thin drops each second position, and gives how many are left.
func (h *hangar) thin() (left int) {
	for _, t := range h.list {
		for _, c := range []*figures.Column{t.X, t.Y, t.Z, t.FX, t.FY, t.FZ, t.UX, t.UY, t.UZ, t.Speed} {
			c.Halve()
		}
		figures.HalveTimes(t.times, t.T, t.DT, t.ST)
		left += t.T.Len()
	}
	return left
}

// end says how each ship ended, and whose it was.
func (h *hangar) end(m *match.Match, p *people, length float64) {
	for _, t := range h.list {
		t.Until, t.End = ended(t, &h.replay.clock, length)
		t.Player = p.of(t.life.Player, t.owner)
		t.distance = timeline.Flown(t.life)
	}
}

// ended says when and how a ship ended.
func ended(t *track, c *clock, length float64) (at float64, how string) {
	x := t.life
	switch {
	case x.Died.Frame != 0 && x.Kill != nil:
		return c.of(x.Died), map[match.Cause]string{
			match.ByWeapon: figures.ShipKilled, match.ByCollision: figures.ShipCollision, match.BySelfDestruct: figures.ShipSelfDestruct, match.ByUnknown: figures.ShipExploded,
		}[x.Kill.Cause]
	case x.Died.Frame != 0 && goneBy(x.Player, x.Died):
		return c.of(x.Died), figures.ShipLeft
	case x.Died.Frame != 0:
		return c.of(x.Died), figures.ShipRemoved
	case x.After() != nil:
		return float64(t.last) / milliseconds, figures.ShipReplaced
	}
	if e, gone := left(x.Player); gone && c.of(e) >= t.From {
		return max(c.of(e), float64(t.last)/milliseconds), figures.ShipLeft
	}
	return length, figures.ShipAtEnd
}

// left gives when a player left; gone = he did.
func left(p *match.Player) (at match.Event, gone bool) {
	if p == nil || len(p.Connections) == 0 {
		return at, false
	}
	e := &p.Connections[len(p.Connections)-1].Ending
	return e.Event, e.Why == match.Left || e.Why == match.TimedOut || e.Why == match.Kicked
}

// goneBy reports whether a player had left when his ship was removed.
func goneBy(p *match.Player, e match.Event) bool {
	if p == nil {
		return false
	}
	for _, c := range p.Connections {
		x := &c.Ending
		if (x.Why == match.Left || x.Why == match.TimedOut || x.Why == match.Kicked) && x.Time.Sub(e.Time).Abs() < setBack*60 {
			return true
		}
	}
	return false
}

func (h *hangar) report() []figures.ReplayShip {
	out := []figures.ReplayShip{}
	for _, t := range h.list {
		t.Parts, t.Power = listed(t.parts), listed(t.power)
		out = append(out, t.ReplayShip)
	}
	return out
}
