package match

import (
	"slices"

	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// says takes a chat text. Its link says whose it is, if the capture has it from there; only of what
// the host tells the id in the text does. The host sends it to every client: what is a copy, or was
// told another client a moment ago, was there before.
func (m *Match) says(r *record.Record, c *Connection, h *host, chat *message.Chat, team bool) {
	if r.Relay.Frame != 0 {
		return
	}
	s := &Said{
		Event: EventOf(r), Server: h.address, Game: &h.mission, PeerID: int(chat.SenderID), Text: chat.Text.String(), Team: team,
		client: c.Client,
	}
	if r.Dir == record.ToClient && h.heard(s) || r.Has(record.OutOfOrder) && h.toldBack(s) {
		return
	}
	s.Text = wire.Short(s.Text, maxText)
	if s.From = c; r.Dir == record.ToClient {
		s.From = h.peer(chat.SenderID)
	}
	s.Player = h.player(chat.SenderID)
	before, late := h.before(r, chat.SenderID)
	switch {
	case r.Dir == record.ToClient && late:
		s.From, s.Player = before.from, before.player
	case s.From == nil:
	case r.Dir == record.ToClient && s.From.over() && s.From.Player != s.Player:
		s.From = nil // somebody else has the id since
	default:
		s.Player = s.From.Player
	}
	if len(m.chat) >= m.Room(maxChat) {
		m.dropped.Chat++
		return
	}
	m.chat = append(m.chat, s)
	h.recentTexts = append(h.recentTexts[max(len(h.recentTexts)-7, 0):], s)
}

// heard reports whether the same text was told another client a moment ago.
func (h *host) heard(s *Said) bool {
	for _, o := range h.recentTexts {
		if o.PeerID == s.PeerID && o.Text == s.Text && o.client != s.client && s.Time.Sub(o.Time) <= chatCopiesWithin {
			return true
		}
	}
	return false
}

// toldBack reports whether a text that comes late was told its own client before: its first copy came before the capture.
func (h *host) toldBack(s *Said) bool {
	return slices.ContainsFunc(h.recentTexts, func(o *Said) bool {
		return o.PeerID == s.PeerID && o.Text == s.Text && o.client == s.client && s.Time.Sub(o.Time) <= chatCopiesWithin
	})
}

// peer gives the connection with a peer id; nil = none is known.
func (h *host) peer(id int32) *Connection {
	if id <= 0 || int(id) >= len(h.peers) {
		return nil
	}
	return h.peers[id]
}

// player gives the player with a peer id; nil = none is known.
func (h *host) player(peer int32) *Player {
	c := h.peer(peer)
	switch slot := int(peer) - h.base(); {
	case c != nil && !c.over(), peer <= 0 || int(peer) >= len(h.namedPeers):
	case h.namedPeers[peer] != nil:
		return h.namedPeers[peer]
	case slot >= 0 && slot < len(h.absent) && h.absent[slot] != nil:
		return h.absent[slot]
	}
	if c == nil {
		return nil
	}
	return c.Player
}

// scored sets what a message says of the score of a peer. Of one
// that is over it may come late; later it is about somebody else with its peer id, whom a capture at one client
// does not have. Of a peer of whom nothing has come yet it is kept until then.
func (h *host) scored(r *record.Record, id int32, set func(*Score)) {
	c := h.peer(id)
	switch {
	case c != nil && c.over() && r.Steady().Sub(c.left) > leavingFor:
	case c != nil:
		c.Score.Event = EventOf(r)
		set(&c.Score)
	case id > 0 && int(id) < len(h.peers):
		if h.scoresAhead == nil {
			h.scoresAhead = map[uint8]Score{}
		}
		score := h.scoresAhead[uint8(id)]
		score.Event = EventOf(r)
		set(&score)
		h.scoresAhead[uint8(id)] = score
	}
}

// score takes what the host says a player has.
func (h *host) score(r *record.Record, s *message.Score) {
	h.scored(r, s.PlayerID, func(x *Score) {
		x.Kills, x.Deaths, x.Points = s.Kills, s.Deaths, s.Score
		x.ToldKills, x.ToldDeaths, x.ToldPoints = true, true, true
	})
}

// team takes which team a player is in.
func (h *host) team(peer int32, team uint8) {
	const none = 0xFF
	if p := h.player(peer); p != nil && team != none {
		p.Team = int(team)
	}
}

// scoreChange takes what changes with a death.
func (h *host) scoreChange(r *record.Record, s *message.ScoreChange) {
	h.scored(r, s.KillerID, func(x *Score) {
		x.Kills, x.Points = s.KillerKills, s.KillerScore
		x.ToldKills, x.ToldPoints = true, true
	})
	h.scored(r, s.VictimID, func(x *Score) { x.Deaths, x.ToldDeaths = s.VictimDeaths, true })
	for _, u := range s.Updates {
		h.scored(r, u.PlayerID, func(x *Score) { x.Points, x.ToldPoints = u.Score, true })
	}
}

// roundEnds takes the end of a round; the host tells every client.
func (m *Match) roundEnds(r *record.Record, x *Mission, e *message.EndGame) {
	if n := len(x.Rounds); n > 0 && x.Rounds[n-1].Restarts.Frame == 0 || n >= maxRounds {
		return
	}
	x.Rounds = append(x.Rounds, Round{Ended: EventOf(r), Reason: int(e.Reason), Text: e.ReasonText(), Standings: m.Standings(x)})
}

// Score is what the host sent last about a player in this round; the zero Score = nothing.
func (p *Player) Score() (s Score) {
	if len(p.Connections) > 0 && p.Last().Score.Frame >= p.Game.began.Frame {
		s = p.Last().Score
	}
	return s
}

// Standings gives what those have in this game who are or were in one, or whose ships were seen.
func (m *Match) Standings(x *Mission) (list []Standing) {
	kills := map[*Player]int{}
	for _, k := range m.kills {
		if k.Counts && k.Frame >= x.began.Frame {
			kills[k.Killer]++
		}
	}
	for _, p := range m.players {
		if p.Game != x || !p.Entered() && !p.Seen() {
			continue
		}
		s := Standing{Player: p, InTeam: p.Team, Kills: kills[p]}
		if p.Team >= 0 && len(x.Teams) > 1 {
			s.TeamPoints = int(x.Teams[uint8(p.Team)].Score) //nolint:gosec // a team is a byte
		}
		s.Points = int(p.Score().Points)
		list = append(list, s)
	}
	return list
}
