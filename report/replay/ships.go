package replay

import (
	"slices"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
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
	*book
	room *room
	list []*track
	of   map[*match.Ship]*track
}

// track is a ship.
type track struct {
	figures.ReplayShip
	place    int // among all
	life     *match.Ship
	owner    string // its player, as names have it
	class    *ship.Class
	layout   []ship.PartName
	parts    []*figures.ReplayPart // by place in layout; nil = nothing was told
	power    []*figures.ReplayPart // by subsystem
	shields  [2]*figures.Column    // time, mean of the six
	told     int64                 // ms, of the newest parts; 0 with an empty list of runs
	updates  rate
	times    *figures.Column // of what is told of its motion
	heading  [6]int64        // newest directions, forward and up, as on the wire
	speed    int64           // newest, in steps
	moving   bool            // there was one
	last     int64           // ms, of the newest message
	cloaked  bool
	hits     int64
	damage   float64
	distance float64
	leading  figures.Query // keeps the updates of the stream that tells the motion
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
	t.ID, t.Life, t.Player, t.From = tally.ObjectText(x.Object), x.Number, -1, h.seconds()
	t.Name = t.ID
	t.Runs = figures.NewColumn(milliseconds)
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

// told takes what a message says of a ship.
func (h *hangar) told(m *timeline.Told) {
	t := h.track(m.Ship)
	if t == nil {
		return
	}
	t.last = h.passed
	t.named(m)
	if m.Update != nil {
		h.count(&t.updates)
	}
	if m.Leads { // a creation does, too
		h.turned(t, m.Update, h.moved(t, m.Position))
	}
	if m.Cloaked != nil {
		t.cloaked = t.cloaked || *m.Cloaked
		h.changed(t.CT, t.Cloak, int64(tally.BoolInt(*m.Cloaked)), never)
	}
	h.conditions(t, m)
}

// named takes what the ship is called.
func (t *track) named(m *timeline.Told) {
	t.Name, t.owner = m.Name, m.Player
	if m.Class == t.class || m.Class == nil {
		return
	}
	t.class, t.Class = m.Class, m.Class.Name
	t.layout = m.Class.Parts()
	t.parts = make([]*figures.ReplayPart, len(t.layout))
	t.power = make([]*figures.ReplayPart, len(m.Class.Subsystems))
}

// moved takes a position, and says whether what else the message tells of the motion is kept.
func (h *hangar) moved(t *track, at *[3]float32) (kept bool) {
	if at == nil {
		return h.changes.take()
	}
	t.now(t.T, h.passed)
	t.X.Add(float64(at[0]))
	t.Y.Add(float64(at[1]))
	t.Z.Add(float64(at[2]))
	return true
}

// now adds the time to a column of those that share times.
func (t *track) now(c *figures.Column, ms int64) {
	if t.times.Len() == 0 || t.times.Last() != ms {
		t.times.AddSteps(ms)
	}
	c.AddNewest()
}

// turned takes directions and speed.
func (h *hangar) turned(t *track, u *message.StateUpdate, kept bool) {
	tells := func(flag uint8) bool { return u != nil && u.DirtyFlags&flag != 0 }
	for i := range 3 {
		if tells(message.FlagForward) {
			t.heading[i] = int64(u.Forward[i])
		}
		if tells(message.FlagUp) {
			t.heading[3+i] = int64(u.Up[i])
		}
	}
	if tells(message.FlagSpeed) {
		t.speed, t.moving = t.Speed.Steps(float64(u.Speed.Float32())), true
	}
	if !kept {
		return
	}
	if t.heading != [6]int64{t.FX.Last(), t.FY.Last(), t.FZ.Last(), t.UX.Last(), t.UY.Last(), t.UZ.Last()} {
		t.now(t.DT, h.passed)
		for i, c := range t.directions() {
			(*c).AddSteps(t.heading[i])
		}
	}
	if t.moving && (t.Speed.Len() == 0 || t.speed != t.Speed.Last()) {
		t.now(t.ST, h.passed)
		t.Speed.AddSteps(t.speed)
	}
}

// thin drops each second position, direction and speed.
func (h *hangar) thin() {
	for _, t := range h.list {
		for _, c := range []*figures.Column{t.X, t.Y, t.Z, t.FX, t.FY, t.FZ, t.UX, t.UY, t.UZ, t.Speed} {
			c.Halve()
		}
		figures.HalveTimes(t.times, t.T, t.DT, t.ST)
	}
}

// end says how each ship ended, and whose it was.
func (h *hangar) end(p *people, length figures.Seconds, flown *timeline.Timeline) {
	for _, t := range h.list {
		if t.Runs.Len() > 0 {
			t.Runs.AddSteps(t.told)
		}
		t.distance, t.Cycle, t.Query, t.leading = flown.Sum(t.life)
		t.Until, t.End = ended(t, &h.clock, length)
		t.Player = p.of(t.life.Player, t.owner)
		for _, before := range h.list[:t.place] { // nobody has two ships: nothing told how the one before ended
			if t.Player >= 0 && before.Player == t.Player && before.End == figures.ShipAtEnd && figures.Seconds(before.last)/milliseconds < t.From {
				before.Until, before.End = figures.Seconds(before.last)/milliseconds, figures.ShipReplaced
			}
		}
	}
}

// ended says when and how a ship ended.
func ended(t *track, c *clock, length figures.Seconds) (at figures.Seconds, how string) {
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
		return figures.Seconds(t.last) / milliseconds, figures.ShipReplaced
	}
	if e, gone := left(x.Player); gone && c.of(e) >= t.From {
		return max(c.of(e), figures.Seconds(t.last)/milliseconds), figures.ShipLeft
	}
	return length, figures.ShipAtEnd
}

// left gives when a player left; gone = he did.
func left(p *match.Player) (at match.Event, gone bool) {
	if p == nil || len(p.Connections) == 0 {
		return at, false
	}
	last := p.Connections[len(p.Connections)-1]
	return last.Ending.Event, wentAway(last)
}

// goneBy reports whether a player had left when his ship was removed.
func goneBy(p *match.Player, e match.Event) bool {
	return p != nil && slices.ContainsFunc(p.Connections, func(c *match.Connection) bool {
		return wentAway(c) && c.Ending.Time.Sub(e.Time).Abs() < time.Minute
	})
}

// wentAway reports whether a connection ended because its player was gone: what ends with the
// capture does not tell.
func wentAway(c *match.Connection) bool {
	return c.Ending.Why.Ended() && c.Ending.Why != match.Refused
}

func (h *hangar) report() []figures.ReplayShip {
	out := []figures.ReplayShip{}
	for _, t := range h.list {
		t.Parts, t.Power = listed(t.parts), listed(t.power)
		out = append(out, t.ReplayShip)
	}
	return out
}
