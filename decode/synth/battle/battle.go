package battle

import (
	"fmt"
	"math"
	"time"
)

// Run plays a battle and records what passes the tap. The error is an impossible
// option, or the one of the tap.
func Run(o Options, tap Tap) (*Truth, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.defaults()
	if o.EntityState {
		truth := runArena(o, tap)
		return truth, tap.Err()
	}
	s := newSession(o, tap)
	if len(s.classes) == 0 {
		return nil, fmt.Errorf("ships: no class that a player may choose")
	}
	s.schedule()
	s.play()
	if err := tap.Err(); err != nil {
		return nil, err
	}
	s.truth.conclude(tap.Frames())
	s.truth.Nameless, s.truth.Unnamed = s.nameless()
	for _, k := range s.links {
		k.truth.NeverAcknowledged = Pair{k.up.unanswered(), k.down.unanswered()}
		if !k.up.unseen {
			s.truth.Links = append(s.truth.Links, k.truth)
		}
		if k.standing != nil {
			k.standing.Score = k.score
		}
	}
	return s.truth, nil
}

// schedule says when players come and go, and starts what repeats itself.
func (s *session) schedule() {
	length := s.length()
	for i, p := range s.players {
		at := time.Duration(i) * s.joinsEvery()
		if i > 0 && i == len(s.players)-1 {
			at = max(at, min(length/4, 20*time.Second)) // a late joiner
		}
		if late, ok := s.arrival(p); ok {
			at = late
		}
		s.after(at, p.join)
	}
	s.after(tick, s.world)
	if s.TimeLimit > 0 {
		s.after(time.Duration(s.TimeLimit)*time.Minute, s.timeUp)
	}
	if len(s.players) > 1 && len(s.Troubles) == 0 {
		s.after(s.turnover(), func() { s.change(0) })
	}
	for i := range s.Troubles {
		t := &s.Troubles[i]
		s.arrange(t, s.players[s.playerOf(t)-1])
	}
	if s.Begin > 0 {
		s.after(s.Begin, s.begins)
	}
	s.background()
}

// begins is the moment when the capture begins in the battle: who is in the game then was not seen to
// enter it.
func (s *session) begins() {
	s.all(func(p *player) {
		p.link.presence.midst = true
		s.truth.enters(p.link.standing)
	})
	for _, k := range s.links { // who goes in this moment still says so in the capture
		k.presence.midst = k.presence.midst || k.goneAt == s.now && k.ship != nil
	}
}

// nameless lists the connections of whose names the capture has nothing, and the names. What others are told of one that
// had gone when the capture began names its peer; if it says nothing in the capture, nobody knows which peer it was.
func (s *session) nameless() (list, names []string) {
	for _, k := range s.links {
		if p := k.presence; (s.At != 0 || s.Begin > 0) && p.Named == 0 && !p.called && (k.goneAt == 0 || k.goneAt >= s.Begin || p.Last == 0) {
			list, names = append(list, p.Client), append(names, p.Player)
		}
	}
	return list, names
}

// joinsEvery is how long after one player the next one joins: so long that, whatever the network does to
// a battle that does not depend on it, they hardly overtake each other.
func (s *session) joinsEvery() time.Duration {
	if s.independent() {
		return 4 * time.Second
	}
	return 1500 * time.Millisecond
}

// turnover is after how long the first player leaves. It comes back soon after.
func (s *session) turnover() time.Duration { return min(s.length()*3/5, 90*time.Second) }

// length is that of the battle, as far as it is known.
func (s *session) length() time.Duration {
	if s.Duration == 0 {
		return math.MaxInt64 / 8
	}
	return s.Duration
}

// change lets one player leave and come back, and then another.
func (s *session) change(n int) {
	p := s.players[n%len(s.players)]
	if p.link != nil && p.link.entered {
		p.leave()
		s.after(s.turnover()/6+500*time.Millisecond, p.join)
	}
	s.after(staying, func() { s.change(n + 1) })
}

// world moves the ships on, and lets them fight.
func (s *session) world() {
	s.after(tick, s.world)
	for _, p := range s.players {
		if p.fights() {
			p.ship.recover(tick.Seconds())
			p.ship.fly(tick.Seconds())
			p.fight()
		} else if p.ship.visible() { // a wreck, or the ship of somebody who is heard no more
			p.ship.drift(tick.Seconds())
		}
	}
	s.collide()
}

// staying is how long it takes until the next one leaves.
const staying = 4 * time.Minute
