package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// mostSentences is how many sentences there are at most, and mostGone how many of these say who
// went before the end.
const (
	mostSentences = 5
	mostGone      = 2
)

// summary says in a few sentences what happened, the most important first.
func summary(r *figures.Replay) []string {
	out := []string{}
	leader := won(r.Match)
	out = append(out, leader...)
	out = append(out, gone(r.Match)...)
	if leader == nil {
		out = append(out, played(r.Match)...)
	}
	out = append(out, twice(r.Stats)...)
	out = append(out, broken(r.Check)...)
	if len(r.Entities) > 0 {
		out = append(out, fmt.Sprintf("%s of the entity-state protocol moved.", tally.Counted(len(r.Entities), "entity", "entities")))
	}
	if len(out) == 0 {
		out = append(out, "Nobody played.")
	}
	return out[:min(len(out), mostSentences)]
}

// won says who is ahead, or that there were several games; nil = nobody.
func won(m *figures.Match) []string {
	if n := len(m.Games); n > 1 {
		return []string{fmt.Sprintf("%d games were played.", n)}
	}
	for i := range m.Games {
		if w := &m.Games[i].Winner; w.By != "" {
			return []string{ahead(w)}
		}
	}
	return nil
}

// played says who was in a game that nobody leads.
func played(m *figures.Match) []string {
	const few = 3
	var names []string
	deaths := 0
	for i := range m.Players {
		if m.Players[i].Entered {
			names = append(names, m.Players[i].Name)
		}
		deaths += m.Players[i].Deaths
	}
	if len(names) == 0 {
		return nil
	}
	who, what := strings.Join(names, " and "), "no ship exploded"
	if len(names) > few || slices.Contains(names, "") {
		who = tally.Counted(len(names), "player", "players")
	} else if len(names) == few {
		who = names[0] + ", " + names[1] + " and " + names[2]
	}
	if deaths > 0 {
		what = tally.Counted(deaths, "ship", "ships") + " exploded"
	}
	return []string{who + " played; " + what + "."}
}

func ahead(w *figures.Winner) string {
	verb, what := " is ahead with ", tally.Counted(w.Value, "kill", "kills")
	if len(w.Names) > 1 {
		verb = " are ahead with "
	}
	if w.By != figures.ByKills {
		what = tally.Counted(w.Value, "point", "points")
	}
	return strings.Join(w.Names, " and ") + verb + what + "."
}

// gone says who could not join, and who went against his will.
func gone(m *figures.Match) (out []string) {
	others := 0
	for i := range m.Presence {
		p := &m.Presence[i]
		switch {
		case !p.Notable() || p.End == figures.EndUnknown:
		case len(out) == mostGone:
			others++
		default:
			out = append(out, cmp.Or(p.Player, p.Address)+" "+p.Sentence()+".")
		}
	}
	if others > 0 {
		out = append(out, tally.Counted(others, "more client", "more clients")+" did not get in or had to go.")
	}
	return out
}

// twice says how much was sent again.
func twice(s *figures.Stats) (out []string) {
	const little = 0.005
	for _, side := range []struct{ dir, name string }{{"S>C", "The host"}, {"C>S", "The clients"}} {
		share := 0.0
		for i := range s.Usage {
			if u := &s.Usage[i]; u.Dir == side.dir && u.Group == "sent again" {
				share += u.Share
			}
		}
		if share >= little && len(out) == 0 {
			out = append(out, fmt.Sprintf("%s sent %.0f %% of the bytes again.", side.name, max(share*100, 1)))
		}
	}
	return out
}

// broken says how many rules are broken, as many as the table of all rules does, if some of them are errors.
func broken(c *figures.Check) []string {
	if c.Summary.Errors == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d judged rules of the stock game are broken.", c.Summary.Fail, c.Summary.Fail+c.Summary.Pass)}
}
