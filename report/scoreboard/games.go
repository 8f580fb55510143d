package scoreboard

import (
	"maps"
	"slices"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// games gives what was played on each server that anybody connected to.
func (s *Scoreboard) games() []figures.MatchGame {
	out := []figures.MatchGame{}
	for _, x := range s.match.Missions() {
		if slices.ContainsFunc(s.match.Connections(), func(c *match.Connection) bool { return c.Server == x.Server }) {
			out = append(out, s.game(x))
		}
	}
	return out
}

func (s *Scoreboard) game(x *match.Mission) figures.MatchGame {
	g := figures.MatchGame{
		Server: tally.AddressText(x.Server), Map: x.Map, System: x.System,
		PlayerLimit: known(x.Players, x.Players > 0), TimeLimit: known(x.TimeLimit, x.TimeLimit > 0), FragLimit: known(x.FragLimit, x.FragLimit > 0),
		Collisions: known(x.Collision, x.Told), Friendly: known(x.Friendly, x.Told),
		Winner: s.winner(x), Teams: teams(x), Rounds: s.roundsOf(x),
	}
	g.Dialect = s.server[g.Server]
	s.played(x, &g)
	return g
}

// played says from when to when somebody was in the game.
func (s *Scoreboard) played(x *match.Mission, g *figures.MatchGame) {
	var from, to match.Event
	for _, c := range s.match.Connections() {
		if c.Server != x.Server || c.Entered.Frame == 0 {
			continue
		}
		if from.Frame == 0 || c.Entered.Time.Before(from.Time) {
			from = c.Entered
		}
		if to.Frame == 0 || to.Time.Before(c.Ending.Time) {
			to = c.Ending.Event
		}
	}
	g.From, g.To, g.Length = at(from), at(to), max(figures.At(to.Time, 0).Since(figures.At(from.Time, 0)), 0)
	for _, p := range s.match.Players() {
		g.Played += tally.BoolInt(p.Server == x.Server && (entered(p) || s.seen(p)))
	}
}

func teams(x *match.Mission) []figures.TeamScore {
	out := []figures.TeamScore{}
	for _, n := range slices.Sorted(maps.Keys(x.Teams)) {
		t := x.Teams[n]
		out = append(out, figures.TeamScore{Team: int(n), Kills: int(t.Kills), Score: int(t.Score)})
	}
	return out
}

func (s *Scoreboard) roundsOf(x *match.Mission) []figures.MatchRound {
	out := []figures.MatchRound{}
	for i, r := range x.Rounds {
		round := figures.MatchRound{
			Time: tally.TimeOf(r.Ended), Frame: r.Ended.Frame, Reason: r.Reason, Text: r.Text, Restarted: at(r.Restarts),
		}
		if winners := s.rounds[x]; i < len(winners) {
			round.Winner = winners[i]
		}
		out = append(out, round)
	}
	return out
}

// winner says who is ahead on a server: the team or the players with the highest score that the
// host sent. If it sent none above zero, those who killed most.
func (s *Scoreboard) winner(x *match.Mission) figures.Winner {
	var players []*match.Player
	whole := true // what the host sent of each
	for _, p := range s.match.Players() {
		switch {
		case p.Server != x.Server:
		case entered(p):
			players = append(players, p)
		case s.seen(p):
			players, whole = append(players, p), false
		}
	}
	if w := ahead(figures.ByTeamScore, players, func(p *match.Player) int { return teamScore(x, p) }); w.By != "" {
		w.Team = &players[slices.IndexFunc(players, func(p *match.Player) bool { return p.Name == w.Names[0] })].Team
		return w
	}
	if w := ahead(figures.ByScore, players, func(p *match.Player) int {
		if len(p.Connections) == 0 {
			return 0
		}
		return int(lastOf(p).Score.Points)
	}); w.By != "" && whole {
		return w
	}
	kills := s.killsBy()
	return ahead(figures.ByKills, players, func(p *match.Player) int { return kills[p] })
}

// teamScore is that of the team of a player.
func teamScore(x *match.Mission, p *match.Player) int {
	if p.Team < 0 || len(x.Teams) < 2 {
		return 0
	}
	return int(x.Teams[uint8(p.Team)].Score) //nolint:gosec // a team is a byte
}

// ahead gives those with the highest value above zero.
func ahead(by string, players []*match.Player, value func(*match.Player) int) figures.Winner {
	w := figures.Winner{Names: []string{}}
	for _, p := range players {
		switch n := value(p); {
		case n > w.Value:
			w.By, w.Value, w.Names = by, n, []string{p.Name}
		case n == w.Value && n > 0:
			w.Names = append(w.Names, p.Name)
		}
	}
	return w
}

// killsBy counts the kills of each player.
func (s *Scoreboard) killsBy() map[*match.Player]int {
	kills := map[*match.Player]int{}
	for _, k := range s.match.Kills() {
		if k.Counts {
			kills[k.Killer]++
		}
	}
	return kills
}
