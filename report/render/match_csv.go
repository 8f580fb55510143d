package render

import (
	"fmt"
	"io"
	"reflect"
	"slices"

	"bcdump/report/figures"
)

// gameRow is a game as a row of CSV, and gameColumns its columns.
type gameRow struct {
	File  string             `json:"file"` // if there are several
	Match *figures.Match     `json:"match"`
	Game  *figures.MatchGame `json:"game"`
}

const gameColumns = `file name=match.name first=match.first last=match.last server=game.server dialect=game.dialect map=game.map system=game.system
	player_limit=game.player_limit time_limit=game.time_limit frag_limit=game.frag_limit collisions=game.collisions friendly_fire=game.friendly_fire
	from=game.from to=game.to length=game.length players=game.players rounds=game.rounds
	winner_by=game.winner.by winner_names=game.winner.names winner_team=game.winner.team winner_value=game.winner.value`

func gamesOf(m *figures.Match) (rows []gameRow) {
	for i := range m.Games {
		rows = append(rows, gameRow{Match: m, Game: &m.Games[i]})
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
	header := true
	return func(m *figures.Match, file string) error {
		rows := matchTables[i].rows(m)
		list := rows
		if of, ok := rows.(chosen); ok {
			list = of.rows
		}
		for i := range reflect.ValueOf(list).Len() {
			reflect.ValueOf(list).Index(i).FieldByName("File").SetString(file)
		}
		defer func() { header = false }()
		return writeRows(w, rows, form, header)
	}, nil
}
