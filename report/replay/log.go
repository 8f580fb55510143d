package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// log is what happened.
type log struct {
	*book
	hangar *hangar
	room   *room
	lines  []line
}

// line is one whose player is known in the end.
type line struct {
	figures.ReplayLine
	of *match.Ship // whom it is about; nil = see Player
}

// logged says which events have a line, of which kind, and what stands between the name and the words.
var logged = map[string]struct{ kind, between string }{
	figures.Created: {figures.LogSpawn, " "}, figures.Respawned: {figures.LogSpawn, " "}, figures.Hit: {figures.LogHit, " is "},
	figures.Cloaked: {figures.LogCloak, " "}, figures.Decloaked: {figures.LogCloak, " "}, figures.Scored: {figures.LogScore, ": "},
	figures.Collided: {figures.LogNote, " "}, figures.Warped: {figures.LogNote, " "}, figures.Tractored: {figures.LogNote, " is "},
	figures.Damaged: {figures.LogNote, ": "}, figures.Repaired: {figures.LogNote, ": "},
}

// happened takes what happened to a ship.
func (l *log) happened(x *match.Ship, frame int64, e *figures.Event) {
	t := l.hangar.track(x)
	if t == nil {
		return
	}
	if e.What == figures.Hit {
		t.hits++
		t.damage += float64(*e.Amount)
	}
	as := logged[e.What]
	if as.kind == "" || !l.room.take() {
		return
	}
	text := named(x, t) + as.between + strings.Replace(e.Text, "created", "spawned", 1)
	l.lines = append(l.lines, line{figures.ReplayLine{T: l.seconds(), Kind: as.kind, Text: text, Player: -1, Ship: t.place, Frame: frame}, x})
}

// named is what a line calls a ship: its player, if he is known.
func named(x *match.Ship, t *track) string {
	switch {
	case x.Player != nil && x.Player.Name != "":
		return x.Player.Name
	case t != nil && t.owner != "":
		return t.owner
	case t != nil:
		return t.Name
	}
	return "somebody"
}

// add adds a line of the account of the match.
func (l *log) add(at figures.Seconds, kind, text string, player, ship int, frame int64) {
	l.lines = append(l.lines, line{figures.ReplayLine{T: at, Kind: kind, Text: text, Player: player, Ship: ship, Frame: frame}, nil})
}

// history takes what the account of the match knows.
func (l *log) history(m *match.Match, told *figures.Match, p *people) {
	for _, x := range m.Connections() {
		l.connection(x, p)
	}
	for i, k := range m.Kills() {
		l.kill(k, &told.Kills[i])
	}
	for _, s := range m.Chat() {
		l.chat(s, p)
	}
	for _, x := range m.Missions() {
		for _, round := range x.Rounds {
			l.add(l.clock.of(round.Ended), figures.LogEnd, "the round ended"+behind(": ", round.Text), -1, -1, round.Ended.Frame)
			if round.Restarts.Frame != 0 {
				l.add(l.clock.of(round.Restarts), figures.LogNote, "the next round began", -1, -1, round.Restarts.Frame)
			}
		}
	}
}

// behind puts words before a text, if there is one.
func behind(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// connection tells how somebody came and went.
func (l *log) connection(x *match.Connection, p *people) {
	name, player := cmp.Or(x.Name, "somebody"), p.of(x.Player, "")
	if x.Entered.Frame != 0 {
		l.add(l.clock.of(x.Entered), figures.LogJoin, name+" joined", player, -1, x.Entered.Frame)
	}
	if end := tally.EndingOf(x); x.Ending.Why.Ended() {
		l.add(l.clock.of(x.Ending.Event), figures.LogLeave, name+" "+end.Sentence(), player, -1, x.Ending.Frame)
	}
}

// kill tells of a ship that exploded.
func (l *log) kill(k *match.Kill, told *figures.Kill) {
	t := l.hangar.of[k.Victim]
	ship, victim, kind := -1, named(k.Victim, t), figures.LogDeath
	if t != nil {
		ship = t.place
	}
	if k.Cause == match.ByWeapon {
		kind = figures.LogKill
	}
	l.lines = append(l.lines, line{figures.ReplayLine{T: l.clock.of(k.Event), Kind: kind, Text: victim + " exploded: " + told.How(), Player: -1, Ship: ship, Frame: k.Frame}, k.Victim})
}

// chat tells what somebody said.
func (l *log) chat(s *match.Said, p *people) {
	who, name := s.Player, ""
	if s.From != nil {
		who, name = s.From.Player, s.From.Name
	}
	if who != nil {
		name = who.Name
	}
	name = cmp.Or(name, fmt.Sprint("peer ", s.PeerID))
	if s.Team {
		name += " to the team"
	}
	l.add(l.clock.of(s.Event), figures.LogChat, name+": "+s.Text, p.of(who, ""), -1, s.Frame)
}

// report gives the lines in the order of time.
func (l *log) report() []figures.ReplayLine {
	out := []figures.ReplayLine{}
	for _, x := range l.lines {
		if x.of != nil {
			if t := l.hangar.of[x.of]; t != nil {
				x.Player = t.Player
			}
		}
		out = append(out, x.ReplayLine)
	}
	slices.SortStableFunc(out, func(a, b figures.ReplayLine) int { return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Frame, b.Frame)) })
	return out
}
