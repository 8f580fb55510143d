package replay

import (
	"math"
	"time"

	"bcdump/decode/match"
	"bcdump/report/figures"
)

// sightEvery is how often it is kept where a player was told that a ship is.
const sightEvery = 500 * time.Millisecond

// sights are what each player was told of others' ships.
type sights struct {
	*book
	seen *figures.Desync
	room *room
	of   map[sightKey]*figures.ReplaySight
}

// sightKey is a client, and a life of a ship.
type sightKey struct {
	client int
	ship   string
	life   int
}

// row keeps where a client is told that a ship is.
func (s *sights) row(r *figures.DesyncRow) error {
	key := sightKey{r.Client, r.Ship, r.Life}
	x := s.of[key]
	if x == nil {
		if !s.room.take() {
			return nil
		}
		x = newSight()
		s.of[key] = x
	}
	if s.changes.take() {
		x.T.AddSteps(s.since(s.start.Add(r.At)))
		x.X.Add(r.X)
		x.Y.Add(r.Y)
		x.Z.Add(r.Z)
	}
	return nil
}

func newSight() *figures.ReplaySight {
	smooth := func() *figures.Column { return figures.NewSmooth(hundredths) }
	return &figures.ReplaySight{T: figures.NewColumn(milliseconds), X: smooth(), Y: smooth(), Z: smooth()}
}

// report gives the views of players, and adds to the log what they saw else.
func (s *sights) report(p *people, h *hangar, l *log) []figures.ReplaySight {
	out := []figures.ReplaySight{}
	players, left := map[int]int{}, map[int]time.Duration{} // by number of the link
	for _, c := range p.connections() {
		last := c.Heard
		if last.Frame == 0 {
			last = c.Told
		}
		players[int(c.Link)], left[int(c.Link)] = p.of(c.Player, ""), last.Time.Sub(s.start)
	}
	ships := map[sightKey]int{}
	for i, t := range h.list {
		ships[sightKey{0, t.ID, t.Life}] = i
	}
	d := s.seen
	for i := range d.Views {
		v := &d.Views[i]
		ship, known := ships[sightKey{0, v.Ship, v.Life}]
		player, there := players[v.Client]
		if !known || !there || player < 0 || v.Until == math.MaxInt64 || v.Until < v.From.At { // frames centuries apart
			continue
		}
		x := s.of[sightKey{v.Client, v.Ship, v.Life}]
		if x == nil {
			x = newSight()
		}
		x.Player, x.Ship, x.From, x.Until = player, ship, secondsOf(v.From.At), secondsOf(max(v.From.At, min(v.Until, left[v.Client])))
		out = append(out, *x)
	}
	for i := range d.Findings {
		f := &d.Findings[i]
		player, there := players[f.Client]
		if there && f.From.At < math.MaxInt64 && l.room.take() {
			l.add(secondsOf(f.From.At), figures.LogSaw, f.Text, player, -1, f.From.Frame)
		}
	}
	return out
}

func secondsOf(d time.Duration) figures.Seconds { return thousandths(figures.Seconds(d.Seconds())) }

// connections are those of the players that are shown.
func (p *people) connections() (all []*match.Connection) {
	for _, x := range p.list {
		all = append(all, x.Connections...)
	}
	return all
}
