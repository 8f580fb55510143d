package match

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/ship"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Options say how captures are read.
type Options struct {
	// Ships are the classes that have names; nil = those of the game.
	Ships *ship.Catalogue
}

// Of gives the match of a capture, none of whose records may have been read before. Damage is no
// error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.Match, error) {
	a := tally.NewAccounts()
	a.Match.AskWaits()
	summary, err := a.Read(name, c, func(*decode.Record) error { return nil })
	if err != nil {
		return nil, err
	}
	return From(name, a.Match, summary, o), nil
}

// scoreboard is the match of one capture.
type scoreboard struct {
	ships   *ship.Catalogue
	match   *match.Match
	names   map[string]string // of the classes that were met, by key
	numbers map[*match.Mission]int
}

// From gives the match that an account tells, which was asked for waits, of a capture that was read to its end.
func From(name string, m *match.Match, summary *decode.Summary, o Options) *figures.Match {
	s := &scoreboard{ships: o.Ships, match: m, names: map[string]string{}, numbers: map[*match.Mission]int{}}
	if s.ships == nil {
		s.ships = ship.Stock()
	}
	file := tally.FileOf(name, summary)
	out := &figures.Match{
		Version: figures.Version, Name: name, First: file.First, Last: file.Last,
		Games: s.games(summary), Players: s.players(), Kills: s.kills(), Chat: s.chat(), Presence: s.presence(), Volleys: s.volleys(),
		ShipNames: s.names, EntityState: summary.Datagrams.EntityState, Damage: file.Damage, Dropped: s.dropped(), Times: file.Times, Relayed: file.Relayed,
	}
	if len(out.Games) > 0 {
		out.Map = out.Games[0].Map
	}
	return out
}

// dropped names what found no room.
func (s *scoreboard) dropped() map[string]int64 {
	d := s.match.Dropped()
	return tally.Dropped(map[string]int64{"connections": d.Connections, "players": d.Players, "kills": d.Kills, "chat": d.Chat, "volleys": d.Volleys})
}

// at is the time of an event; nil = it is not known.
func at(e match.Event) *figures.Time {
	if e.Frame == 0 {
		return nil
	}
	text := tally.TimeOf(e)
	return &text
}

// frame is the frame of an event; nil = it is not known.
func frame(e match.Event) *int64 {
	if e.Frame == 0 {
		return nil
	}
	return &e.Frame
}

// known gives a number if a condition holds.
func known[T any](n T, ok bool) *T {
	if !ok {
		return nil
	}
	return &n
}
