package scoreboard

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
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
	s := New(name, a, o)
	return tally.Report(a, name, c, func(r *decode.Record) error {
		s.Take(r)
		return nil
	}, s.End)
}

// Scoreboard follows one capture. It is for those who share the records with other reports.
type Scoreboard struct {
	name  string
	ships *ship.Catalogue
	match *match.Match
	flown map[*match.Player]*flown
	// others are what ships collided with.
	others map[*match.Kill]string
	rounds map[*match.Mission][]figures.Winner
	names  map[string]string // of the classes that were met, by key
	server map[string]string // dialects, by address
}

// maxOthers bounds what ships collided with.
//
//limit:maxOthers Figures | what ships of a match collided with | not named | TestManyShips
const maxOthers = 4096

// New begins a capture: then Take takes all of its records, after its accounts, and End gives the match.
func New(name string, a *tally.Accounts, o Options) *Scoreboard {
	s := &Scoreboard{
		name: name, match: a.Match, ships: o.Ships, flown: map[*match.Player]*flown{}, others: map[*match.Kill]string{},
		rounds: map[*match.Mission][]figures.Winner{}, names: map[string]string{}, server: map[string]string{},
	}
	if s.ships == nil {
		s.ships = ship.Stock()
	}
	s.match.OnForget(s.forget)
	s.match.AskWaits()
	return s
}

// Take takes the next record.
func (s *Scoreboard) Take(r *decode.Record) {
	change := s.match.Change()
	if x := change.Ship; x != nil && x.Class == "" && !x.Other && !change.Ended {
		x.Class = match.ClassKey(r.Context.Class) // learnt from an update
	}
	if k := change.Kill; k != nil && k.Other != 0 && r.Context.Names != nil && len(s.others) < maxOthers {
		s.others[k] = r.Context.Names.Name(k.Other)
	}
	if opcode, ok := r.Opcode(); ok && opcode == message.OpcodeEndGame && r.Proto == decode.BC {
		s.concludeRounds()
	}
}

// concludeRounds notes who is ahead when a round ends: afterwards the host counts anew.
func (s *Scoreboard) concludeRounds() {
	for _, x := range s.match.Missions() {
		if known := s.rounds[x]; len(known) < len(x.Rounds) {
			s.rounds[x] = append(known, s.winner(x))
		}
	}
}

// End gives all that is known when the capture has been read.
func (s *Scoreboard) End(summary *decode.Summary) *figures.Match {
	file := tally.FileOf(s.name, summary)
	for i := range summary.Servers {
		s.server[tally.AddressText(summary.Servers[i].Address)] = summary.Servers[i].Dialect.String()
	}
	out := &figures.Match{
		Version: figures.Version, Name: s.name, First: file.First, Last: file.Last,
		Games: s.games(), Players: s.players(), Kills: s.kills(), Chat: s.chat(), Presence: s.presence(),
		ShipNames: s.names, EntityState: summary.Datagrams.EntityState, Damage: file.Damage, Dropped: s.dropped(),
	}
	if len(out.Games) > 0 {
		out.Map = out.Games[0].Map
	}
	return out
}

// dropped names what found no room.
func (s *Scoreboard) dropped() map[string]int64 {
	d := s.match.Dropped()
	return tally.Dropped(map[string]int64{"connections": d.Records, "players": d.Players, "kills": d.Kills, "chat": d.Chat})
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
