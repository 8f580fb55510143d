package battle

import (
	"math"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// What games in teams and games with a time limit have beside others.

// teamOf is the team of a player: they take turns.
func (p *player) teamOf() uint8 { return uint8(p.number % len(p.s.teams)) }

// mates reports that two players fight side by side.
func (p *player) mates(q *player) bool { return p.s.Teams && p.teamOf() == q.teamOf() }

// script is the mission.
func (s *session) script() string {
	if s.Teams {
		return "Multiplayer.Episode.Mission2.Mission2"
	}
	return "Multiplayer.Episode.Mission1.Mission1"
}

// selectTeam tells the host the player's team; it tells all others.
func (p *player) selectTeam(k *link) {
	c := &content{copied: true}
	c.effect = func() {
		k.inTeam = true
		p.s.all(func(q *player) { p.s.passOn(c, c.payload, q, &content{copied: true}) })
	}
	k.up.reliable(message.Append(nil, 0x41, &message.TeamSelect{PlayerID: int32(k.peer), Team: p.teamOf()}), c)
}

// saysToTeam is says for the player's team, the player included.
func (p *player) saysToTeam(text string) {
	k := p.link
	m := &message.TeamChat{Chat: message.Chat{SenderID: int32(k.peer), Text: wire.Text(text)}}
	c := &content{copied: true}
	c.seen = func(frame int64, _ time.Time) { p.s.truth.said(frame, k.presence, text) }
	c.effect = func() {
		p.s.all(func(q *player) {
			if p.mates(q) && q.link.inTeam {
				p.s.passOn(c, c.payload, q, &content{copied: true})
			}
		})
	}
	k.up.reliable(message.Append(nil, 0x2D, m), c)
}

// scoreOf is the message with what somebody has reached, for a newcomer.
func (s *session) scoreOf(of *link) []byte {
	n := of.score
	score := message.Score{PlayerID: int32(of.peer), Kills: n.Kills, Deaths: n.Deaths, Score: n.Points}
	if !s.Teams {
		return message.Append(nil, 0x37, &score)
	}
	team := &message.ScoreInit{Score: score, Team: message.NoTeam}
	if of.inTeam {
		team.Team = of.player.teamOf()
	}
	return message.Append(nil, 0x3F, team)
}

// tellTeams tells a client what the teams have reached.
func (s *session) tellTeams(l *line) {
	for i := range s.teams {
		l.say(0x40, &message.TeamScore{Team: uint8(i), Kills: s.teams[i].Kills, Score: s.teams[i].Points}, nil)
	}
}

// teamScores adds a kill to the score of a team, and tells all.
func (s *session) teamScores(killer *player, points int32) {
	team := &s.teams[killer.teamOf()]
	team.Kills, team.Points = team.Kills+1, team.Points+points
	s.all(func(q *player) { s.tellTeams(q.link.down) })
}

// roundEnd is when the time is up, on the host's clock.
func (s *session) roundEnd() int32 { return clockAtStart + 60*int32(s.TimeLimit) }

// timeUp ends the round; from then on nobody fires.
func (s *session) timeUp() {
	const timeIsUp = 1
	s.truce = math.MaxInt64
	s.all(func(p *player) { p.link.down.say(0x38, &message.EndGame{Reason: timeIsUp}, nil) })
}
