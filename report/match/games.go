package match

import (
	"maps"
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// games gives what was played on each server that anybody connected to, and numbers it.
func (s *scoreboard) games(summary *decode.Summary) []figures.MatchGame {
	out := []figures.MatchGame{}
	for _, x := range s.match.Missions() {
		if slices.ContainsFunc(s.match.Connections(), func(c *match.Connection) bool { return c.Game == x }) {
			g := s.game(x)
			g.Game = len(out) + 1
			s.numbers[x] = g.Game
			for i := range summary.Servers {
				if o := &summary.Servers[i]; o.Address == x.Server {
					g.Dialect = o.Dialect.String()
				}
			}
			out = append(out, g)
		}
	}
	return out
}

func (s *scoreboard) game(x *match.Mission) figures.MatchGame {
	g := figures.MatchGame{
		Server: tally.AddressText(x.Server), Map: x.Map, System: x.System,
		PlayerLimit: known(x.Players, x.Players > 0), TimeLimit: known(x.TimeLimit, x.TimeLimit > 0), FragLimit: known(x.FragLimit, x.FragLimit > 0),
		Collisions: known(x.Collision, x.Told), Friendly: known(x.Friendly, x.Told),
		Winner: winner(s.match.Standings(x)), Teams: teams(x), Rounds: roundsOf(x),
	}
	s.played(x, &g)
	return g
}

// played says from when to when somebody was in the game.
func (s *scoreboard) played(x *match.Mission, g *figures.MatchGame) {
	var from, to match.Event
	for _, c := range s.match.Connections() {
		if c.Game != x || c.Entered.Frame == 0 {
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
		g.Played += tally.BoolInt(p.Game == x && (p.Entered() || p.Seen()))
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

func roundsOf(x *match.Mission) []figures.MatchRound {
	out := []figures.MatchRound{}
	for _, r := range x.Rounds {
		out = append(out, figures.MatchRound{
			Time: tally.TimeOf(r.Ended), Frame: r.Ended.Frame, Reason: r.Reason, Text: r.Text, Restarted: at(r.Restarts), Winner: winner(r.Standings),
		})
	}
	return out
}

// winner says who is ahead: the team or the players with the highest score that the host sent. If it sent none above zero,
// or is not heard of all, those who killed most.
func winner(list []match.Standing) figures.Winner {
	if w := ahead(figures.ByTeamScore, list, func(s *match.Standing) int { return s.TeamPoints }); w.By != "" {
		first := slices.IndexFunc(list, func(s match.Standing) bool { return s.TeamPoints == w.Value })
		if team := list[first].InTeam; !slices.ContainsFunc(list, func(s match.Standing) bool { return s.TeamPoints == w.Value && s.InTeam != team }) {
			w.Team = &team
		}
		return w
	}
	whole := !slices.ContainsFunc(list, func(s match.Standing) bool { return len(s.Connections) == 0 })
	if w := ahead(figures.ByScore, list, func(s *match.Standing) int { return s.Points }); w.By != "" && whole {
		return w
	}
	return ahead(figures.ByKills, list, func(s *match.Standing) int { return s.Kills })
}

// ahead gives those with the highest value above zero.
func ahead(by string, list []match.Standing, value func(*match.Standing) int) figures.Winner {
	w := figures.Winner{Names: []string{}}
	for i := range list {
		switch n := value(&list[i]); {
		case n > w.Value:
			w.By, w.Value, w.Names = by, n, []string{tally.PlayerOf(list[i].Player)}
		case n == w.Value && n > 0:
			w.Names = append(w.Names, tally.PlayerOf(list[i].Player))
		}
	}
	return w
}
