package scoreboard

import (
	"slices"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// flown is what is kept of ships that made room for others.
type flown struct {
	classes []string
	lives   int
}

func (f *flown) add(x *match.Ship) {
	if x.Other {
		return
	}
	f.lives++
	if x.Class != "" && !slices.Contains(f.classes, x.Class) {
		f.classes = append(f.classes, x.Class)
	}
}

func (s *Scoreboard) forget(x *match.Ship) {
	if x.Player == nil {
		return
	}
	if s.flown[x.Player] == nil {
		s.flown[x.Player] = &flown{}
	}
	s.flown[x.Player].add(x)
}

func (s *Scoreboard) players() []figures.MatchPlayer {
	kills, deaths := s.killsBy(), map[*match.Player]int{}
	for _, k := range s.match.Kills() {
		deaths[k.Victim.Player]++
	}
	out := []figures.MatchPlayer{}
	for _, p := range s.match.Players() {
		if len(p.Connections) == 0 && !s.seen(p) {
			continue
		}
		f := s.player(p)
		f.Kills, f.Deaths = kills[p], deaths[p]
		out = append(out, f)
	}
	return out
}

// seen reports whether a player flew of whom the capture has no connection: others are told of his ships.
func (s *Scoreboard) seen(p *match.Player) bool {
	return len(p.Connections) == 0 && p.Name != "" && (len(p.Ships) > 0 || s.flown[p] != nil)
}

// seenOnly gives a player of whom the capture has no connection.
func (s *Scoreboard) seenOnly(p *match.Player) figures.MatchPlayer {
	f := figures.MatchPlayer{
		Server: tally.AddressText(p.Server), Name: p.Name, Client: []int{}, Entered: true, Team: known(p.Team, p.Team >= 0),
		Ending: figures.Ending{End: figures.EndUnknown, EndText: "seen at other players only"},
		Shots:  shots(p),
	}
	f.Ships, f.Lives = s.shipsOf(p)
	return f
}

func (s *Scoreboard) player(p *match.Player) figures.MatchPlayer {
	if len(p.Connections) == 0 {
		return s.seenOnly(p)
	}
	first, last := p.Connections[0], lastOf(p)
	f := figures.MatchPlayer{
		Server: tally.AddressText(p.Server), Name: p.Name, Address: tally.AddressText(last.Client), Slot: known(last.Slot, last.Slot >= 0),
		Client: clients(p), Left: left(last), Ending: tally.EndingOf(last),
		Entered: entered(p), Team: known(p.Team, p.Team >= 0), Ping: ping(p), Score: scoreOf(&last.Score),
		Shots: shots(p), Together: p.Together,
	}
	f.Joined = at(first.Asked)
	f.Ships, f.Lives = s.shipsOf(p)
	return f
}

func shots(p *match.Player) figures.Shots {
	return figures.Shots{Phaser: p.Shots[match.Phaser], Pulse: p.Shots[match.Pulse], Torpedo: p.Shots[match.Torpedo], Tractor: p.Shots[match.Tractor]}
}

// lastOf gives the last connection that was in the game; if none was, the last one.
func lastOf(p *match.Player) *match.Connection {
	for _, c := range slices.Backward(p.Connections) {
		if c.Entered.Frame != 0 {
			return c
		}
	}
	return p.Connections[len(p.Connections)-1]
}

func entered(p *match.Player) bool {
	return slices.ContainsFunc(p.Connections, func(c *match.Connection) bool { return c.Entered.Frame != 0 })
}

// left is when a connection ended; nil = nobody knows, or it was there when the capture ended.
func left(c *match.Connection) *figures.Time {
	if !c.Ending.Why.Ended() {
		return nil
	}
	return at(c.Ending.Event)
}

// clients gives the numbers of the links of a player.
func clients(p *match.Player) []int {
	numbers := []int{}
	for _, c := range p.Connections {
		if n := int(c.Link); !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// ping is the median of all connections of a player.
func ping(p *match.Player) *figures.Milliseconds {
	var all match.Waits
	for _, c := range p.Connections {
		all.Merge(&c.Waits)
	}
	return (*figures.Milliseconds)(all[all.Farther()].Rounded(0.5))
}

// shipsOf gives the classes that a player flew, in order, and how many ships.
func (s *Scoreboard) shipsOf(p *match.Player) (classes []string, lives int) {
	f := &flown{classes: []string{}}
	if old := s.flown[p]; old != nil {
		f.classes, f.lives = append(f.classes, old.classes...), old.lives
	}
	for _, x := range p.Ships {
		f.add(x)
	}
	for _, key := range f.classes {
		s.class(key)
	}
	return f.classes, f.lives
}

// class notes the name of a class, and gives its key.
func (s *Scoreboard) class(key string) string {
	if c := s.ships.ByKey(key); c != nil && key != "" {
		s.names[key] = c.Name
	}
	return key
}

func scoreOf(x *match.Score) figures.Standing {
	return figures.Standing{
		Kills: known(int(x.Kills), x.ToldKills), Deaths: known(int(x.Deaths), x.ToldDeaths), Points: known(int(x.Points), x.ToldPoints),
		Frame: frame(x.Event),
	}
}
