package render

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"bcdump/report/figures"
)

// matchRow is a game as a row of CSV, and matchColumns its columns.
type matchRow struct {
	File  string             `json:"file"` // if there are several
	Match *figures.Match     `json:"match"`
	Game  *figures.MatchGame `json:"game"`
}

const matchColumns = `file name=match.name first=match.first last=match.last server=game.server dialect=game.dialect map=game.map system=game.system
	player_limit=game.player_limit time_limit=game.time_limit frag_limit=game.frag_limit collisions=game.collisions friendly_fire=game.friendly_fire
	from=game.from to=game.to length=game.length players=game.players rounds=game.rounds
	winner_by=game.winner.by winner_names=game.winner.names winner_team=game.winner.team winner_value=game.winner.value`

// MatchCSV writes the lines of one table of match after match, a header before the first. file is
// the name of the capture if there are several, "" otherwise.
func MatchCSV(w io.Writer, table string, form CSVForm) (write func(m *figures.Match, file string) error, err error) {
	if !strings.Contains(" "+strings.Join(MatchTables(), " ")+" ", " "+table+" ") {
		return nil, fmt.Errorf("there is no table %q", table)
	}
	var row func(*matchRow) error
	games := func(m *figures.Match, file string) (err error) {
		if row == nil {
			row, err = csvRows[matchRow](w, form, matchColumns)
		}
		for i := range m.Games {
			err = errors.Join(err, row(&matchRow{file, m, &m.Games[i]}))
		}
		return err
	}
	if table == "head" {
		return games, nil
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
	}
	return named(m.Presence, func(x *figures.Presence) *string { return &x.File }, file)
}

// named gives rows with the name of their file.
func named[Row any](rows []Row, name func(*Row) *string, file string) []Row {
	for i := range rows {
		*name(&rows[i]) = file
	}
	return rows
}
