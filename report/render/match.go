package render

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// matchTables are the tables of a match, in their order.
var matchTables = []tableOf[figures.Match]{
	{"head", "games", showHead, func(m *figures.Match) any { return gamesOf(m) }, "map, star system, host, rules, [dialect](../protocol/state-update.md#dialects), teams, ended rounds, who is ahead"},
	{"players", "", showPlayers, func(m *figures.Match) any { return m.Players }, "who played, highest score first: score, kills, deaths, ping, slot, end; below, what each fired and flew"},
	{"kills", "", showKills, func(m *figures.Match) any { return m.Kills }, "each ship that exploded: killer, victim, weapon, certainty, frame"},
	{"chat", "", showChat, func(m *figures.Match) any { return m.Chat }, "the chat, with players joining and leaving"},
	{"presence", "", showPresence, func(m *figures.Match) any { return m.Presence }, "each connection with its frames; only if named"},
	{"volleys", "", showVolleys, func(m *figures.Match) any { return m.Volleys }, "shots that a ship fired at once; only if named"},
}

// MatchTables lists the names of the tables, in their order.
func MatchTables() []string { return namesOf(matchTables) }

// AboutMatch says what each table of a match tells.
func AboutMatch() []About { return aboutOf(matchTables) }

// WriteMatchJSON writes a match as WriteJSON does, or only its tables that were asked for.
func WriteMatchJSON(w io.Writer, m *figures.Match) error {
	return writeOnly(w, m, m.Only, matchTables)
}

// WriteMatch shows the match of a capture as tables.
func WriteMatch(w io.Writer, m *figures.Match, o Options) error {
	p := newPage(o)
	p.Day = m.First.Day()
	if len(m.Games) > 0 && m.Games[0].From != nil {
		p.Day = m.Games[0].From.Day()
	}
	if len(m.Games) == 0 {
		p.noMatch(m)
	} else {
		showTables(p, m, matchTables)
	}
	p.full(m.Dropped, "entry", "entries", "left out")
	return p.write(w)
}

// noMatch is for captures without the game.
func (p *page) noMatch(m *figures.Match) {
	p.Heading(m.Name, terminal.Style{})
	p.Say(p.Dim, "No match of the game in this capture.")
	if m.EntityState > 0 {
		p.Say(p.Dim, "It holds "+counted(m.EntityState, "entity-state message", "entity-state messages")+": see bcdump stats, bcdump timeline.")
	}
}

func showHead(p *page, m *figures.Match) {
	name := m.Name
	for i := range m.Games {
		p.game(name, numberOf(m, m.Games[i].Game), &m.Games[i])
		name = ""
	}
	for _, odd := range []string{m.Times, m.Relayed} {
		if odd != "" {
			p.Say(p.Note, "! "+odd)
		}
	}
	if m.Damage != nil {
		p.Say(p.Damage, "The capture is damaged: some of the match may be missing.")
	}
}

// game shows the head of one game.
func (p *page) game(name, number string, g *figures.MatchGame) {
	if name != "" {
		p.Heading(name, terminal.Style{})
	} else {
		p.Line()
	}
	if number != "" {
		number = "game " + number
	}
	p.Say(terminal.Style{}, dotted(number, mapName(g.Map), g.System, counted(int64(g.Played), "player", "players"), p.span(g)))
	p.Say(p.Dim, dotted(gameRules(g)...))
	for _, t := range g.Teams {
		p.Say(terminal.Style{}, fmt.Sprintf("team %d: %s points, %s", t.Team, terminal.Count(int64(t.Score)), counted(int64(t.Kills), "kill", "kills")))
	}
	for i := range g.Rounds {
		p.round(i+1, &g.Rounds[i])
	}
	if w := winnerText(&g.Winner); w != "" {
		p.Say(p.Name, "ahead at the end: "+w)
	}
}

// dotted joins the words that say something.
func dotted(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " · ")
}

// mapName is the name of a map without the folders that all have.
func mapName(script string) string { return script[strings.LastIndexByte(script, '.')+1:] }

// span says from when to when somebody was in the game.
func (p *page) span(g *figures.MatchGame) string {
	if g.From == nil || g.To == nil {
		return "nobody got into the game"
	}
	text := p.second(*g.From) + " – " + p.second(*g.To) + ", " + terminal.Duration(float64(g.Length))
	if g.From.Day() == p.Day {
		return p.date() + text
	}
	return text
}

// gameRules are the host and what it told of the rules.
func gameRules(g *figures.MatchGame) []string {
	words := []string{"host " + g.Server}
	if g.Dialect != "undecided" && g.Dialect != "" {
		words[0] += " (" + g.Dialect + " dialect)"
	}
	limit := func(n *int, text string) {
		if n != nil {
			words = append(words, fmt.Sprintf(text, *n))
		}
	}
	limit(g.PlayerLimit, "at most %d players")
	limit(g.TimeLimit, "time limit %d min")
	limit(g.FragLimit, "frag limit %d")
	if g.Collisions != nil && !*g.Collisions {
		words = append(words, "collisions do no damage")
	}
	if g.Friendly != nil && *g.Friendly {
		words = append(words, "friendly fire")
	}
	return words
}

func (p *page) round(n int, r *figures.MatchRound) {
	text := fmt.Sprintf("round %d ended %s, frame %d: %s", n, p.second(r.Time), r.Frame, cmp.Or(r.Text, fmt.Sprintf("reason %d", r.Reason)))
	if r.Restarted != nil {
		text += "; a new one began " + p.second(*r.Restarted)
	}
	if w := winnerText(&r.Winner); w != "" {
		text += "; ahead: " + w
	}
	p.Say(terminal.Style{}, text)
}

// winnerText says who is ahead, and by what; "" = nobody.
func winnerText(w *figures.Winner) string {
	names := strings.Join(w.Names, ", ")
	switch w.By {
	case figures.ByTeamScore:
		if w.Team == nil {
			return fmt.Sprintf("the teams are level (%s), %s points, sent by the host", names, terminal.Count(int64(w.Value)))
		}
		return fmt.Sprintf("team %d (%s), %s points, sent by the host", *w.Team, names, terminal.Count(int64(w.Value)))
	case figures.ByScore:
		return fmt.Sprintf("%s, %s points, sent by the host", names, terminal.Count(int64(w.Value)))
	case figures.ByKills:
		return names + ", " + counted(int64(w.Value), "kill", "kills") + ", as counted"
	}
	return ""
}

// ranked gives the players of each game, who is ahead first; those who never were in the game come last.
func ranked(m *figures.Match) []figures.MatchPlayer {
	players := slices.Clone(m.Players)
	points := func(x *figures.MatchPlayer) int {
		if x.Score.Points == nil {
			return 0
		}
		return *x.Score.Points
	}
	slices.SortStableFunc(players, func(a, b figures.MatchPlayer) int {
		entered := 0
		if a.Entered != b.Entered {
			entered = map[bool]int{true: -1, false: 1}[a.Entered]
		}
		return cmp.Or(cmp.Compare(a.Game, b.Game), entered, cmp.Compare(points(&b), points(&a)), cmp.Compare(b.Kills, a.Kills))
	})
	return players
}

func showPlayers(p *page, m *figures.Match) {
	if len(m.Players) == 0 {
		p.Heading("PLAYERS", p.Dim, "none in this capture")
		return
	}
	players := ranked(m)
	p.Heading("PLAYERS", terminal.Style{}, "score as the host sent it; kills and deaths as counted")
	rowsOf(p, players, "name team game score_points kills deaths ping_ms slot joined left end", func(x *figures.MatchPlayer, key string, c *terminal.Cell) {
		switch {
		case key == "name" && !x.Entered:
			c.Style = p.Dim
		case key == "game":
			c.Text = numberOf(m, x.Game)
		case (key == "kills" || key == "deaths") && !x.Entered:
			c.Text = ""
		case key == "end":
			*c = p.end(&x.Ending)
		}
	})
	p.flown(m, players[:p.Shown(len(players))])
}

// called is what to call a player.
func called(name, address string) string { return cmp.Or(name, address) }

// numberOf is the number of a game where there are several.
func numberOf(m *figures.Match, game int) string {
	if len(m.Games) < 2 {
		return ""
	}
	return strconv.Itoa(game)
}

// shipNames are the classes of a player's ships, and how many ships there were if they were more.
func shipNames(m *figures.Match, x *figures.MatchPlayer) string {
	var names []string
	for _, key := range x.Ships {
		names = append(names, shipName(m, key))
	}
	if names == nil && x.Lives > 0 {
		names = []string{"unknown class"}
	}
	if x.Lives > len(names) && x.Lives > 1 {
		return fmt.Sprintf("%d× %s", x.Lives, strings.Join(names, ", "))
	}
	return strings.Join(names, ", ")
}

func shipName(m *figures.Match, key string) string { return cmp.Or(m.ShipNames[key], key) }

// end says how a connection ended.
func (p *page) end(x *figures.Ending) terminal.Cell {
	look := p.Damage
	switch x.End {
	case figures.EndLeft:
		look = terminal.Style{}
	case figures.EndTimeout, figures.EndDropped, figures.EndStuck, figures.EndKicked:
		look = p.Note
	case figures.EndStayed, figures.EndCaptureEnded:
		look = p.Dim
	}
	return styled(x.Words(), look)
}

// flown shows who flew what, and fired how often.
func (p *page) flown(m *figures.Match, players []figures.MatchPlayer) {
	players = slices.DeleteFunc(slices.Clone(players), func(x figures.MatchPlayer) bool { return x.Lives == 0 && x.Shots == (figures.Shots{}) })
	if len(players) == 0 {
		return
	}
	p.Heading("SHIPS AND SHOTS", terminal.Style{})
	rowsOf(p, players, "name game shots_phaser shots_pulse shots_torpedo shots_tractor together ships", func(x *figures.MatchPlayer, key string, c *terminal.Cell) {
		switch key {
		case "game":
			c.Text = numberOf(m, x.Game)
		case "ships":
			c.Text = shipNames(m, x)
		}
	})
}

// gameRow is a game as a row of CSV, and gameColumns its first columns.
type gameRow struct {
	File  string       `json:"file"` // if there are several
	Name  string       `json:"name"`
	First figures.Time `json:"first"`
	Last  figures.Time `json:"last"`
	figures.MatchGame
}

const gameColumns = `file name first last server dialect map system player_limit time_limit frag_limit collisions friendly_fire from to length players rounds *`

func gamesOf(m *figures.Match) (rows []gameRow) {
	for i := range m.Games {
		rows = append(rows, gameRow{Name: m.Name, First: m.First, Last: m.Last, MatchGame: m.Games[i]})
	}
	return rows
}

// MatchCSV writes the lines of one table of match after match, a header before the first. file is
// the name of the capture if there are several, "" otherwise.
func MatchCSV(w io.Writer, table string, form CSVForm) (write func(m *figures.Match, file string) error, err error) {
	i := slices.Index(MatchTables(), table)
	if i < 0 {
		return nil, fmt.Errorf("there is no table %q", table)
	}
	keys := ""
	if table == "head" {
		keys = gameColumns
	}
	lines := csvOf(w, form, keys)
	return func(m *figures.Match, file string) error {
		rows := matchTables[i].rows(m)
		for i := range reflect.ValueOf(rows).Len() {
			reflect.ValueOf(rows).Index(i).FieldByName("File").SetString(file)
		}
		return lines(rows)
	}, nil
}
