package battle

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// What the host does with what arrives.

// accept gives a client the lowest free slot, and the peer id that goes with it.
func (s *session) accept(k *link) {
	if reason, why := k.refusal(); reason != 0 {
		s.refuse(k, reason, why)
		return
	}
	p := k.player
	for i := range s.slots {
		if s.slots[i] == nil {
			s.slots[i], k.slot = p, uint8(i)
			break
		}
	}
	k.peer, p.slot = k.slot+2, k.slot
	p.nextObject = 0
	k.score = Score{}
	answer := transport.ConnectResponse{AssignedPeerID: k.peer}
	k.down.gate = k.request
	k.down.instruct(transport.Connect, &answer, &content{effect: func() { p.accepted(k) }, seen: k.placed})
	s.request(k, 0)
}

// placed files that the client has been given a place in the game.
func (k *link) placed(int64) { k.presence.PeerID, k.presence.Slot = &k.peer, &k.slot }

// entered files that a player is in the game.
func (s *session) entered(k *link) func(int64) {
	return func(frame int64) {
		k.presence.enters(frame)
		s.truth.enters(k.standing)
	}
}

// announce tells everyone the name of the newcomer, and the newcomer all names.
func (s *session) announce(k *link, info *transport.Peer) {
	k.down.names(info, k.presence)
	for _, q := range s.players {
		if q == k.player || q.link == nil || q.link.peer == 0 || q.link.down.closed {
			continue
		}
		q.link.down.names(info, k.presence)
		if q.link.named {
			k.down.names(q.info(), q.link.presence)
		}
	}
	k.named = true
}

// names tells a client the name of another one.
func (l *line) names(info *transport.Peer, of *Presence) {
	l.instruct(transport.PeerInfo, info, &content{seen: of.isCalled})
}

// rounds are the directories that a host asks for, in order.
var rounds = []message.ChecksumRequest{
	{Round: 0, Directory: wire.Text("scripts/"), Filter: wire.Text("App.pyc")},
	{Round: 1, Directory: wire.Text("scripts/"), Filter: wire.Text("Autoexec.pyc")},
	{Round: 2, Directory: wire.Text("scripts/ships"), Filter: wire.Text("*.pyc"), Recursive: true},
	{Round: 3, Directory: wire.Text("scripts/mainmenu"), Filter: wire.Text("*.pyc")},
	{Round: 0xFF, Directory: wire.Text("Scripts/Multiplayer"), Filter: wire.Text("*.pyc"), Recursive: true},
}

func (s *session) request(k *link, i int) {
	round := rounds[i]
	k.round = round.Round
	k.down.say(0x20, &round, func() { k.player.checked(k, round.Round) })
}

// checksum asks for the next round, or lets the client in.
func (s *session) checksum(k *link, round uint8) {
	if k.ignores(round) || s.judges(k, round) {
		return
	}
	if round != 0xFF {
		s.request(k, int(round)+1)
		return
	}
	k.down.say(0x28, &message.ChecksumComplete{}, nil)
	s.tellSettings(k)
	k.down.say(0x01, &message.GameInit{}, func() { k.player.initialised(k) })
}

// tellSettings sends Settings; the clock in them is that of the moment when they go out.
func (s *session) tellSettings(k *link) {
	settings := message.Settings{
		GameTime: s.clock(), CollisionDamage: true, PlayerSlot: k.player.slot,
		MapName: wire.Text(s.script()),
	}
	c := &content{}
	c.late = func(by time.Duration) { c.payload = putClock(c.payload, s.clock()-s.clockAt(s.now-by)) }
	k.down.reliable(message.Append(nil, 0x00, &settings), c)
}

// putClock puts the clock of Settings forward.
func putClock(payload []byte, by float32) []byte {
	payload = slices.Clone(payload)
	clock := payload[1:]
	now := math.Float32frombits(binary.LittleEndian.Uint32(clock)) + by
	binary.LittleEndian.PutUint32(clock, math.Float32bits(now))
	return payload
}

// enter tells the newcomer the state of the game, and the others of the newcomer.
func (s *session) enter(k *link) {
	p := k.player
	k.down.gate = k.ready
	mission := s.mission()
	k.down.reliable(message.Append(nil, 0x35, &mission), &content{
		effect: func() { p.chooses(k, s.chance.between(1200*time.Millisecond, 1800*time.Millisecond)) }, seen: s.entered(k),
	})
	k.standing = &Standing{Player: p.name, Client: k.truth.Client}
	s.others(p, func(q *player) { s.tellScore(k, q.link) })
	if s.Teams {
		s.tellTeams(k.down)
	}
	s.others(p, func(q *player) {
		if x := q.ship; x.flies() {
			now := message.Append(nil, 0x03, x.creation())
			k.down.reliable(now, &content{created: x.life, copied: bytes.Equal(now, x.created), needs: []*content{x.made}})
		}
		q.link.down.say(0x17, joined(s.listed, k.peer), nil)
	})
	k.down.say(0x17, joined(s.listed, k.peer), nil)
	k.entered = true
	s.follow(func() {
		s.after(s.luck.upTo(tick), func() { s.shows(k, func() { s.show(k, k.ship, true) }) })
		s.after(s.luck.upTo(tick), func() { s.shows(k, func() { s.showOthers(k) }) })
	})
}

// mission is what the host says of the game.
func (s *session) mission() message.MissionInit {
	m := message.MissionInit{PlayerLimit: s.places(), SystemIndex: 1, TimeLimit: message.NoLimit, FragLimit: message.NoLimit}
	if s.TimeLimit > 0 {
		m.TimeLimit, m.EndTime = uint8(s.TimeLimit), s.roundEnd()
	}
	return m
}

// tellScore tells a newcomer what somebody has reached.
func (s *session) tellScore(k, of *link) {
	n := of.score
	k.down.reliable(s.scoreOf(of), &content{seen: of.standing.sends(Sent{&n.Kills, &n.Deaths, &n.Points})})
}

// created copies the creation of a ship to the others. That the host tells everyone
// of an object that it does not find, of which it has just been told, was seen after nearly every one.
func (s *session) created(k *link, x *vessel, c *content) {
	x.known, x.created, x.since = true, c.payload, s.now
	s.all(func(q *player) { q.link.down.say(0x1D, &message.ObjectNotFound{ObjectID: x.id}, nil) })
	s.others(k.player, c.copyTo)
}

// copyTo copies a message of a client to another one, byte by byte.
func (c *content) copyTo(q *player) {
	q.link.down.reliable(c.payload, &content{copied: true, created: c.created, seen: c.seen})
}

// forward is a message of a client that the host copies to the others; effect happens
// at the host.
func (s *session) forward(k *link, opcode uint8, m wire.Message, effect func(from *content)) *content {
	c := &content{copied: true}
	c.effect = func() {
		s.others(k.player, c.copyTo)
		if effect != nil {
			effect(c)
		}
	}
	k.up.reliable(message.Append(nil, opcode, m), c)
	return c
}

// tell sends an event of the host to everybody.
func (s *session) tell(e *message.Event) {
	payload := message.Append(nil, 0x06, e)
	s.all(func(q *player) { q.link.down.reliable(payload, &content{}) })
}

// shows sends a client the state of ships, again and again.
func (s *session) shows(k *link, send func()) {
	var again func()
	round := 0
	again = func() {
		if k.down.shut {
			return
		}
		if round++; !s.skipsRound(round) {
			send()
		}
		s.after(s.luck.between(98*time.Millisecond, 104*time.Millisecond), again)
	}
	again()
}

// show sends a client the state of a ship, if there is one to show.
func (s *session) show(k *link, x *vessel, own bool) {
	if x.visible() && x.made.landed {
		s.sendUpdate(k.down, x, x.sight(k), own)
	}
}

// showOthers sends a client the state of all ships but its own.
func (s *session) showOthers(k *link) {
	s.others(k.player, func(q *player) { s.show(k, q.ship, false) })
}

// removed is what the host does when a client leaves. The Ack is repeated.
func (s *session) removed(k *link) {
	s.gone(k)
	s.follow(func() {
		for i := range 6 {
			s.after(time.Duration(i+1)*ackRepeat, func() { k.down.acknowledge(k.goodbye, 1) })
		}
	})
}

// gone is the end of a connection: the others get its ship destroyed, its line removed,
// and a text.
func (s *session) gone(k *link) {
	p := k.player
	wasIn := k.entered
	k.down.close()
	s.follow(k.up.settle)
	k.entered, k.goneAt = false, s.now
	s.slots[k.slot] = nil
	x := k.ship
	flew := x.flies()
	if x != nil {
		x.alive, x.gone = false, s.now
	}
	if wasIn {
		s.others(p, func(q *player) { q.link.down.farewell(k, flew) })
	}
}

// farewell tells a client that another one is gone, whose ship flew or did not.
func (l *line) farewell(k *link, flew bool) {
	tell := func(opcode uint8, m wire.Message) {
		l.reliable(message.Append(nil, opcode, m), &content{seen: k.presence.tells})
	}
	if x := k.ship; flew {
		l.reliable(message.Append(nil, 0x14, &message.DestroyObject{ObjectID: x.id}), &content{seen: func(frame int64) {
			k.presence.tells(frame)
			x.life.removed = true
		}})
	}
	tell(0x17, playerLeft(k.player.s.listed, k.peer))
	tell(0x18, &message.PlayerLeftText{PlayerName: wire.Text(k.player.name)})
}

// blow is what may end a ship, and the client's message that it comes from.
type blow struct {
	cause  Cause
	by     *player // nil = nobody
	weapon string
	from   *content
}

// Weapons.
const (
	phaser  = "phaser"
	pulse   = "pulse"
	torpedo = "torpedo"
)

func newKill(x *vessel, b blow) *Kill {
	k := &Kill{Victim: x.owner.name, Ship: x.class.Key, ObjectID: x.life.ObjectID, Cause: causes[b.cause]}
	x.s.follow(func() { k.Hit = b.from.frame })
	if b.weapon != "" {
		k.Weapon = &b.weapon
	}
	if b.by == nil {
		return k
	}
	k.Killer = &b.by.name
	if b.by.ship != nil {
		k.KillerShip = &b.by.ship.class.Key
	}
	return k
}

var causes = map[Cause]string{ByWeapons: "weapon", BySelfDestruct: "self_destruct", ByCollision: "collision"}

// kill ends a ship. How it died decides what is sent, as it was seen: an explosion
// after the work of weapons, the score after anything else.
func (s *session) kill(x *vessel, b blow) {
	if !x.alive {
		return
	}
	x.alive = false
	victim := x.owner
	k := victim.link
	x.life.cause, x.life.kill = b.cause, newKill(x, b)
	lifetime := float32(9.5)
	if b.cause == ByCollision {
		lifetime = 12.9
	}
	x.gone = s.now + time.Duration(float64(lifetime)*float64(time.Second))
	event := message.Append(nil, 0x06, exploding(x, b.by, lifetime))
	s.all(func(q *player) {
		c := &content{killed: x.life}
		if q == victim {
			c.effect = func() { victim.ends(k, x, lifetime) }
		}
		q.link.down.reliable(event, c)
	})
	if b.cause == ByWeapons {
		score, points := &b.by.link.score, int32(x.class.Subsystems[0].MaxCondition/10)
		score.Kills, score.Points = score.Kills+1, score.Points+points
		blast := explosion(x, s)
		s.all(func(q *player) { q.link.down.say(0x29, blast, nil) })
		if s.Teams {
			s.teamScores(b.by, points)
		}
		return
	}
	k.score.Deaths++
	deaths := k.score.Deaths
	change := message.ScoreChange{VictimID: int32(k.peer), VictimDeaths: deaths}
	change.Updates = make([]message.ScoreUpdate, 1)
	payload := message.Append(nil, 0x36, &change)
	s.all(func(q *player) {
		q.link.down.reliable(payload, &content{seen: k.standing.sends(Sent{Deaths: &deaths})})
	})
}

func exploding(x *vessel, by *player, lifetime float32) *message.Event {
	e := &message.Event{ClassID: message.ClassObjectExploding, EventCode: objectExploding, TargetID: x.id, Lifetime: lifetime}
	if by != nil {
		e.FiringPlayer = int32(by.link.peer)
		if by.ship != nil {
			e.SourceID = by.ship.id
		}
	}
	return e
}

func explosion(x *vessel, s *session) *message.Explosion {
	return &message.Explosion{
		ObjectID: x.id,
		Impact:   wire.CV4{Direction: direction(anyDirection(s.luck)), Magnitude: wire.NewCF16(20 + times(180, s.luck.Float64()))},
		Radius:   wire.NewCF16(50),
		Damage:   wire.NewCF16(6000),
	}
}

// Missions, rounds and teams.

// script is the mission.
func (s *session) script() string {
	if s.Teams {
		return "Multiplayer.Episode.Mission2.Mission2"
	}
	return "Multiplayer.Episode.Mission1.Mission1"
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
func (s *session) roundEnd() int32 { return int32(s.began) + 60*int32(s.TimeLimit) }

// timeUp ends the round; from then on nobody fires.
func (s *session) timeUp() {
	const timeIsUp = 1
	s.truce = math.MaxInt64
	s.all(func(p *player) { p.link.down.say(0x38, &message.EndGame{Reason: timeIsUp}, nil) })
}
