package match

import (
	"slices"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

func (s *scoreboard) players() []figures.MatchPlayer {
	kills, deaths := map[*match.Player]int{}, map[*match.Player]int{}
	for _, k := range s.match.Kills() {
		deaths[k.Victim.Player]++
		kills[k.Killer] += tally.BoolInt(k.Counts)
	}
	out := []figures.MatchPlayer{}
	for _, p := range s.match.Players() {
		if len(p.Connections) == 0 && !p.Seen() {
			continue
		}
		f := s.player(p)
		f.Kills, f.Deaths = kills[p], deaths[p]
		out = append(out, f)
	}
	return out
}

// seenOnly gives a player of whom the capture has no connection.
func (s *scoreboard) seenOnly(p *match.Player) figures.MatchPlayer {
	f := figures.MatchPlayer{
		Server: tally.AddressText(p.Server), Game: s.numbers[p.Game], Name: p.Name, Client: []int{}, Entered: true, Team: known(p.Team, p.Team >= 0),
		Ending: figures.Ending{End: figures.EndUnknown, EndText: "seen at other players only"},
		Shots:  shots(p), Together: p.Together,
	}
	f.Ships, f.Lives = s.shipsOf(p)
	return f
}

func (s *scoreboard) player(p *match.Player) figures.MatchPlayer {
	if len(p.Connections) == 0 {
		return s.seenOnly(p)
	}
	first, last, score := p.Connections[0], p.Last(), p.Score()
	f := figures.MatchPlayer{
		Server: tally.AddressText(p.Server), Game: s.numbers[p.Game], Name: p.Name, Address: tally.AddressText(last.Client), Slot: known(last.Slot, last.Slot >= 0),
		Client: clients(p), Left: left(last), Ending: tally.EndingOf(last),
		Entered: p.Entered(), Team: known(p.Team, p.Team >= 0), Ping: ping(p), Score: scoreOf(&score),
		Shots: shots(p), Together: p.Together,
	}
	f.Joined = at(first.Began())
	f.Ships, f.Lives = s.shipsOf(p)
	return f
}

func shots(p *match.Player) figures.Shots {
	return figures.Shots{Phaser: p.Shots[match.Phaser], Pulse: p.Shots[match.Pulse], Torpedo: p.Shots[match.Torpedo], Tractor: p.Shots[match.Tractor]}
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
func (s *scoreboard) shipsOf(p *match.Player) (classes []string, lives int) {
	f := match.Flown{Classes: append([]string{}, p.Gone.Classes...), Lives: p.Gone.Lives}
	for _, x := range p.Ships {
		f.Add(x)
	}
	for _, key := range f.Classes {
		s.class(key)
	}
	return f.Classes, f.Lives
}

// class notes the name of a class, and gives its key.
func (s *scoreboard) class(key string) string {
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
