package render

import (
	"fmt"
	"io"
	"strings"

	"bcdump/report/figures"
)

// matchRow is a game as a row of CSV.
type matchRow struct {
	File        string   `json:"file"` // if there are several
	Name        string   `json:"name"`
	First       string   `json:"first"`
	Last        string   `json:"last"`
	Server      string   `json:"server"`
	Dialect     string   `json:"dialect"`
	Map         string   `json:"map"`
	System      string   `json:"system"`
	PlayerLimit *int     `json:"player_limit"`
	TimeLimit   *int     `json:"time_limit"`
	FragLimit   *int     `json:"frag_limit"`
	Collisions  *bool    `json:"collisions"`
	Friendly    *bool    `json:"friendly_fire"`
	From        *string  `json:"from"`
	To          *string  `json:"to"`
	Length      float64  `json:"length"`
	Played      int      `json:"players"`
	Rounds      int      `json:"rounds"`
	WinnerBy    string   `json:"winner_by"`
	WinnerNames []string `json:"winner_names"`
	WinnerTeam  *int     `json:"winner_team"`
	WinnerValue int      `json:"winner_value"`
}

func matchRows(m *figures.Match, file string) []matchRow {
	rows := []matchRow{}
	for i := range m.Games {
		g := &m.Games[i]
		rows = append(rows, matchRow{
			file, m.Name, m.First, m.Last, g.Server, g.Dialect, g.Map, g.System, g.PlayerLimit, g.TimeLimit, g.FragLimit, g.Collisions, g.Friendly,
			g.From, g.To, g.Length, g.Played, len(g.Rounds), g.Winner.By, g.Winner.Names, g.Winner.Team, g.Winner.Value,
		})
	}
	return rows
}

// MatchCSV writes the lines of one table of match after match, a header before the first. file is
// the name of the capture if there are several, "" otherwise.
func MatchCSV(w io.Writer, table string, form CSVForm) (write func(m *figures.Match, file string) error, err error) {
	if !strings.Contains(" "+strings.Join(MatchTables(), " ")+" ", " "+table+" ") {
		return nil, fmt.Errorf("there is no table %q", table)
	}
	header := true
	return func(m *figures.Match, file string) error {
		defer func() { header = false }()
		return writeRows(w, matchList(m, table, file), form, header)
	}, nil
}

// matchList gives the rows of a table.
func matchList(m *figures.Match, table, file string) any {
	switch table {
	case "players":
		return named(m.Players, func(x *figures.MatchPlayer) *string { return &x.File }, file)
	case "kills":
		return named(m.Kills, func(x *figures.Kill) *string { return &x.File }, file)
	case "chat":
		return named(m.Chat, func(x *figures.ChatLine) *string { return &x.File }, file)
	case "presence":
		return named(m.Presence, func(x *figures.Presence) *string { return &x.File }, file)
	}
	return matchRows(m, file)
}

// named gives rows with the name of their file.
func named[Row any](rows []Row, name func(*Row) *string, file string) []Row {
	for i := range rows {
		*name(&rows[i]) = file
	}
	return rows
}
