package replay

import (
	"iter"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// people are those who are shown: the players, in the order of figures.Match, and behind them those
// who fly without a connection in the capture: the player of the host, and where it was taken at a
// client all others.
type people struct {
	clock  *clock
	length figures.Seconds
	list   []*match.Player
	places map[*match.Player]int
	named  map[string]int // places of others
	others []string
}

// newPeople takes the players that figures.Match has.
func newPeople(m *match.Match, c *clock, length figures.Seconds) *people {
	p := &people{clock: c, length: length, places: map[*match.Player]int{}, named: map[string]int{}}
	for _, x := range m.Players() {
		if len(x.Connections) > 0 {
			p.places[x] = len(p.list)
			p.list = append(p.list, x)
		}
	}
	return p
}

// of gives the place of a player, or of a name that none of them has; -1 = nobody is known.
func (p *people) of(x *match.Player, name string) int {
	if at, ok := p.places[x]; ok {
		return at
	}
	if name == "" {
		return -1
	}
	at, ok := p.named[name]
	if !ok {
		at = len(p.list) + len(p.others)
		p.named[name], p.others = at, append(p.others, name)
	}
	return at
}

// report gives all of them, with the figures of the match.
func (p *people) report(m *figures.Match, kills []*match.Kill, h *hangar, atHost bool) []figures.ReplayPlayer {
	out := p.players(m)
	for _, name := range p.others {
		out = append(out, figures.ReplayPlayer{Name: name, Host: atHost})
	}
	for _, t := range h.list {
		if t.Player >= 0 {
			t.sum(&out[t.Player])
		}
		if t.Player >= len(p.list) {
			t.flew(&out[t.Player])
		}
	}
	p.count(out, kills, h)
	return out
}

// players gives those that the match has.
func (p *people) players(m *figures.Match) []figures.ReplayPlayer {
	out := make([]figures.ReplayPlayer, len(p.list))
	for i, x := range p.list {
		out[i].Name = x.Name
		p.present(&out[i], x)
		if i < len(m.Players) {
			scored(&out[i], &m.Players[i])
		}
	}
	return out
}

// count counts kills and deaths of those whom the match does not have.
func (p *people) count(out []figures.ReplayPlayer, kills []*match.Kill, h *hangar) {
	for _, k := range kills {
		if at := h.player(k.Victim); at >= len(p.list) {
			out[at].Deaths++
		}
		if at := h.player(k.By); at >= len(p.list) {
			out[at].Kills++
		}
	}
}

// player gives the place of the player of a ship; -1 = nobody knows.
func (h *hangar) player(x *match.Ship) int {
	if t := h.of[x]; t != nil {
		return t.Player
	}
	return -1
}

// present takes from when to when a player was in the game.
func (p *people) present(f *figures.ReplayPlayer, x *match.Player) {
	for _, c := range x.Connections {
		f.Peer = int(c.PeerID)
		if c.Entered.Frame == 0 {
			continue
		}
		if f.From == nil {
			from := p.clock.of(c.Entered)
			f.From = &from
		}
		until := p.length
		if (c.Ending.Why.Ended() || c.Ending.Why == match.Unknown) && c.Ending.Frame != 0 {
			until = p.clock.of(c.Ending.Event)
		}
		f.Until = &until
	}
}

// scored takes what the match says of a player.
func scored(f *figures.ReplayPlayer, m *figures.MatchPlayer) {
	f.Slot, f.Team, f.End, f.Kills, f.Deaths, f.Score = m.Slot, m.Team, m.End, m.Kills, m.Deaths, m.Score.Points
	shots := m.Shots
	f.Shots = &shots
}

// sum adds what is known of a ship to its player.
func (t *track) sum(f *figures.ReplayPlayer) {
	f.Hits += t.hits
	f.Damage = tally.Hundredths(f.Damage + t.damage)
	f.Distance = tally.Hundredths(f.Distance + t.distance)
	if !t.cloaked {
		return
	}
	total := t.timeCloaked()
	if f.Cloaked != nil {
		total += *f.Cloaked
	}
	total = thousandths(total)
	f.Cloaked = &total
}

// flew takes from when to when somebody without a connection had a ship.
func (t *track) flew(f *figures.ReplayPlayer) {
	if f.From == nil {
		f.From = &t.From
	}
	if f.Until == nil || *f.Until < t.Until {
		f.Until = &t.Until
	}
}

// timeCloaked is for how many seconds a ship was cloaked.
func (t *track) timeCloaked() (total figures.Seconds) {
	next, stop := iter.Pull(t.CT.All())
	defer stop()
	since, on := figures.Seconds(0), false
	for x := range t.Cloak.All() {
		n, _ := next()
		at := figures.Seconds(n)
		if on {
			total += at - since
		}
		since, on = at, x == 1
	}
	if on {
		total += max(t.Until-since, 0)
	}
	return total
}
