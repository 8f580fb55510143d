package battle

import (
	"bytes"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// What the host does with what arrives.

// accept gives a client the lowest free slot, and the peer id that goes with it.
func (s *session) accept(k *link) {
	p := k.player
	for i := range s.slots {
		if s.slots[i] == nil {
			s.slots[i], k.slot = p, uint8(i)
			break
		}
	}
	k.peer, p.slot = k.slot+2, k.slot
	p.nextObject = 0
	p.kills, p.deaths, p.score = 0, 0, 0
	k.down.control(transport.Connect, &transport.ConnectResponse{AssignedPeerID: k.peer}, func() { p.accepted(k) })
	s.request(k, 0)
}

// announce tells everyone the name of the newcomer, and the newcomer all names.
func (s *session) announce(k *link, info *transport.Peer) {
	k.down.control(transport.PeerInfo, info, nil)
	s.others(k.player, func(q *player) {
		q.link.down.control(transport.PeerInfo, info, nil)
		k.down.control(transport.PeerInfo, q.info(), nil)
	})
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
	k.down.say(0x20, &round, func() { k.player.checked(k, round.Round) })
}

// checksum asks for the next round, or lets the client in.
func (s *session) checksum(k *link, round uint8) {
	if round != 0xFF {
		s.request(k, int(round)+1)
		return
	}
	k.down.say(0x28, &message.ChecksumComplete{}, nil)
	k.down.say(0x00, &message.Settings{
		GameTime: s.clock(), CollisionDamage: true, PlayerSlot: k.player.slot,
		MapName: wire.Text("Multiplayer.Episode.Mission1.Mission1"),
	}, nil)
	k.down.say(0x01, &message.GameInit{}, func() { k.player.initialised(k) })
}

// enter tells the newcomer the state of the game, and the others of the newcomer.
func (s *session) enter(k *link) {
	p := k.player
	mission := message.MissionInit{PlayerLimit: 8, SystemIndex: 1, TimeLimit: message.NoLimit, FragLimit: message.NoLimit}
	k.down.say(0x35, &mission, func() { p.chooses(k, s.between(1200*time.Millisecond, 1800*time.Millisecond)) })
	s.others(p, func(q *player) {
		k.down.say(0x37, &message.Score{PlayerID: int32(q.link.peer), Kills: q.kills, Deaths: q.deaths, Score: q.score}, nil)
		if x := q.ship; x.visible() {
			now := message.Append(nil, 0x03, x.creation())
			k.down.reliable(now, &content{created: x.life, copied: bytes.Equal(now, x.created)})
		}
		q.link.down.say(0x17, joined(k.peer), nil)
	})
	k.down.say(0x17, joined(k.peer), nil)
	k.entered = true
	s.after(s.upTo(tick), func() { s.shows(k, func() { s.show(k, k.ship, true) }) })
	s.after(s.upTo(tick), func() { s.shows(k, func() { s.showOthers(k) }) })
}

// created copies the creation of a ship to the others, byte by byte. That the host
// asks for an object that it has just been told of was seen after nearly every one.
func (s *session) created(k *link, x *vessel, create []byte) {
	x.known, x.created = true, create
	k.down.say(0x1D, &message.ObjectNotFound{ObjectID: x.id}, nil)
	s.others(k.player, func(q *player) {
		q.link.down.reliable(create, &content{copied: true, created: x.life})
	})
}

// relay sends a message of a client to the others, byte by byte.
func (s *session) relay(k *link, payload []byte) {
	s.others(k.player, func(q *player) { q.link.down.reliable(payload, &content{copied: true}) })
}

// forward is a message of a client that the host copies to the others; effect happens
// at the host.
func (s *session) forward(k *link, opcode uint8, m wire.Message, effect func()) {
	payload := message.Append(nil, opcode, m)
	k.up.reliable(payload, &content{copied: true, effect: func() {
		s.relay(k, payload)
		if effect != nil {
			effect()
		}
	}})
}

// tell sends an event of the host to everybody.
func (s *session) tell(e *message.Event) {
	payload := message.Append(nil, 0x06, e)
	s.all(func(q *player) { q.link.down.reliable(payload, &content{}) })
}

// shows sends a client the state of ships, again and again.
func (s *session) shows(k *link, send func()) {
	if k.down.closed {
		return
	}
	send()
	s.after(s.between(98*time.Millisecond, 104*time.Millisecond), func() { s.shows(k, send) })
}

// show sends a client the state of a ship, if there is one to show.
func (s *session) show(k *link, x *vessel, own bool) {
	if x.visible() {
		s.sendUpdate(k.down, x, x.sight(k), own)
	}
}

// showOthers sends a client the state of all ships but its own.
func (s *session) showOthers(k *link) {
	s.others(k.player, func(q *player) { s.show(k, q.ship, false) })
}

// removed is what the host does when a client leaves: the others get its ship
// destroyed, its line removed, and a text. The Ack is repeated.
func (s *session) removed(k *link) {
	p := k.player
	wasIn := k.entered
	k.down.closed, k.entered = true, false
	s.slots[k.slot] = nil
	x := k.ship
	if x != nil {
		x.alive = false
	}
	if wasIn {
		s.others(p, func(q *player) { q.link.down.farewell(p, k.peer, x) })
	}
	for i := range 6 {
		s.after(time.Duration(i+1)*ackRepeat, func() { k.down.acknowledge(k.goodbye, 1) })
	}
}

func (l *line) farewell(p *player, peer uint8, x *vessel) {
	if x != nil && x.known {
		l.say(0x14, &message.DestroyObject{ObjectID: x.id}, nil)
	}
	l.say(0x17, playerLeft(peer), nil)
	l.say(0x18, &message.PlayerLeftText{PlayerName: wire.Text(p.name)}, nil)
}

// kill ends a ship. How it died decides what is sent, as it was seen: an explosion
// after the work of weapons, the score after anything else.
func (s *session) kill(x *vessel, by *player, how Cause) {
	if !x.alive {
		return
	}
	x.alive = false
	victim := x.owner
	victim.deaths++
	x.life.cause = how
	lifetime := float32(9.5)
	if how == ByCollision {
		lifetime = 12.9
	}
	event := message.Append(nil, 0x06, exploding(x, by, lifetime))
	k := victim.link
	s.all(func(q *player) {
		c := &content{killed: x.life}
		if q == victim {
			c.effect = func() { victim.ends(k, x, lifetime) }
		}
		q.link.down.reliable(event, c)
	})
	if how == ByWeapons {
		by.kills, by.score = by.kills+1, by.score+int32(x.class.Subsystems[0].MaxCondition/10)
		blast := explosion(x, s)
		s.all(func(q *player) { q.link.down.say(0x29, blast, nil) })
		return
	}
	change := message.ScoreChange{VictimID: int32(k.peer), VictimDeaths: victim.deaths}
	change.Updates = make([]message.ScoreUpdate, 1)
	s.all(func(q *player) { q.link.down.say(0x36, &change, nil) })
}

func exploding(x *vessel, by *player, lifetime float32) *message.Event {
	e := &message.Event{ClassID: explodingEvent, EventCode: objectExploding, TargetID: x.id, Lifetime: lifetime}
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
		Impact:   wire.CV4{Direction: direction(anyDirection(s.chance)), Magnitude: wire.NewCF16(20 + times(180, s.chance.Float64()))},
		Radius:   wire.NewCF16(50),
		Damage:   wire.NewCF16(6000),
	}
}
