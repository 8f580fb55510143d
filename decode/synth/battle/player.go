package battle

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// player is a person with a client.
type player struct {
	s      *session
	number int
	name   string
	joins  int
	link   *link // the newest; nil before the first

	slot       uint8   // of the newest link
	nextObject uint32  // index within the slot of the next object it creates
	ship       *vessel // the newest; nil = none
	target     *vessel
	crew       crew
}

// link is one connection of a player.
type link struct {
	player  *player
	client  netip.AddrPort
	peer    uint8
	slot    uint8
	ship    *vessel          // the newest on this link; nil = none
	goodbye *numberedMessage // the message by which the client leaves
	goneAt  time.Duration    // when the host knew that the client has gone
	// up is closed when the client has gone, and down when the host knows that.
	up, down    *line
	round       uint8    // of checksums, the newest that the host has asked for
	inTeam      bool     // the host knows the player's team
	named       bool     // the host knows the player's name
	request     *content // the client's Connect
	ready       *content // the client's NewPlayerInGame
	entered     bool     // it has said NewPlayerInGame
	truth       Link
	presence    *Presence
	joinTrouble *Trouble  // of the join; nil = none
	score       Score     // as the host has it
	standing    *Standing // nil before it has entered
}

func newPlayer(s *session, number int) *player {
	return &player{s: s, number: number, name: synth.Names[number]}
}

func (s *session) newLink(p *player) *link {
	port := uint16(49152 + (s.firstPort()+p.number*433+p.joins)%16384)
	k := &link{player: p, ready: &content{}, client: s.address(p.machine(), port)}
	k.presence = &Presence{Player: p.name, Client: k.client.String(), End: CaptureEnded}
	k.truth = Link{Client: k.presence.Client, Name: p.name, presence: k.presence}
	if s.independent() {
		k.truth.Lost = &Losses{}
	}
	k.up = &line{net: &s.network, account: &k.truth, up: true, from: k.client, to: s.host, peer: synth.NoPeer, high: s.StartSeq}
	k.down = &line{net: &s.network, account: &k.truth, from: s.host, to: k.client, peer: synth.Host, high: s.StartSeq}
	k.up.back, k.down.back = k.down, k.up
	s.place(k.up, k.down, p.number+1)
	if p.joins == 0 {
		k.joinTrouble = s.joinTroubleOf(p.number + 1)
	}
	if k.suffers(silentHost) && k.joinTrouble.Step == "" {
		k.down.mute = true
		k.presence.hangs("connect", "host")
	}
	s.links = append(s.links, k)
	p.joins++
	return k
}

// playing reports that k is the player's link and still stands.
func (p *player) playing(k *link) bool { return p.link == k && !k.up.closed }

// ipv4 is the address that a client believes to have; the game knows no other kind.
func (p *player) ipv4() [4]byte { return p.s.machineIPv4(p.machine()) }

func (p *player) machine() int { return p.s.machine(p.number) }

func (p *player) info() *transport.Peer {
	return &transport.Peer{PeerID: p.link.peer, Address: p.ipv4(), Name: wire.NewWideText(p.name)}
}

// What a client does.

func (p *player) join() {
	s, k := p.s, p.s.newLink(p)
	p.link, p.ship, p.target = k, nil, nil
	p.connect(k)
	s.after(keepsAlive, func() { p.keepalive(k) })
	s.after(s.chance.upTo(tick), func() { p.report(k) })
}

func (p *player) connect(k *link) {
	request := transport.ConnectRequest{Address: p.ipv4(), Token: p.s.luck.Uint32() | 1, Password: p.s.password(k)}
	k.request = &content{effect: func() { p.s.accept(k) }, seen: p.s.truth.connected(k.presence)}
	k.up.instruct(transport.Connect, &request, k.request)
}

func (p *player) keepalive(k *link) {
	if p.playing(k) && !k.down.mute {
		k.up.send(piece{bytes: synth.Keepalive(), kind: transport.Keepalive})
		p.s.after(keepsAlive, func() { p.keepalive(k) })
	}
}

// keepsAlive is the pace of keepalives.
const keepsAlive = 5 * time.Second

// accepted tells the host the player's name.
func (p *player) accepted(k *link) {
	p.s.follow(func() { k.up.peer = k.peer })
	info := p.info()
	k.up.instruct(transport.PeerInfo, info, &content{effect: func() { p.s.announce(k, info) }, seen: into(&k.presence.Named)})
}

// checked answers a checksum request; the directory of round 2 takes a while to read.
func (p *player) checked(k *link, round uint8) {
	delay := 20 * time.Millisecond
	if round == 2 {
		delay = 250 * time.Millisecond
	}
	p.s.after(delay, func() {
		if p.playing(k) && !k.keepsStill(round) {
			k.up.reliable(k.answer(round), &content{effect: func() { p.s.checksum(k, round) }, loses: k.losesPart(round)})
		}
	})
}

// initialised enters the game.
func (p *player) initialised(k *link) {
	p.s.after(100*time.Millisecond, func() {
		if p.playing(k) {
			k.ready.effect = func() { p.s.enter(k) }
			k.up.reliable(message.Append(nil, 0x2A, &message.NewPlayerInGame{}), k.ready)
		}
	})
}

// chooses takes a ship after a while.
func (p *player) chooses(k *link, delay time.Duration) {
	p.s.after(delay, func() {
		if p.playing(k) {
			p.spawn(k)
		}
	})
}

// spawn creates the player's next ship.
func (p *player) spawn(k *link) {
	s := p.s
	if s.Teams && p.nextObject == 0 {
		p.selectTeam(k)
	}
	x := s.newShip(p)
	p.ship, k.ship, p.target = x, x, nil
	p.crew = newCrew(s)
	create := message.Append(nil, 0x03, x.creation())
	c := &content{copied: true, created: x.life}
	c.effect = func() { s.created(k, x, c) }
	x.made = c
	k.up.reliable(create, c)
	k.up.gate = c
}

// report sends the state of the player's ship, again and again.
func (p *player) report(k *link) {
	if !p.playing(k) {
		return
	}
	if x := p.ship; x != nil && !x.over && x.made.out {
		p.s.sendUpdate(k.up, x, &x.mine, false)
	}
	p.s.after(p.s.luck.between(97*time.Millisecond, 103*time.Millisecond), func() { p.report(k) })
}

func (p *player) says(text string) {
	if k := p.link; k != nil && k.entered && !k.up.closed {
		chat := message.Append(nil, 0x2C, &message.Chat{SenderID: int32(k.peer), Text: wire.Text(text)})
		c := &content{copied: true, seen: p.s.truth.said(k.presence, text)}
		c.effect = func() { p.s.all(c.copyTo) }
		k.up.reliable(chat, c)
	}
}

func (p *player) leave() {
	k := p.link
	k.up.closed = true
	goodbye := transport.Leave{PeerID: k.peer, Address: p.ipv4()}
	c := &content{effect: func() { p.s.removed(k) }, seen: k.presence.ends(Left), needs: slices.Clone(k.up.aloft)}
	k.goodbye = k.up.instruct(transport.Disconnect, &goodbye, c)
}

// ends is what the client does when its ship has exploded.
func (p *player) ends(k *link, x *vessel, lifetime float32) {
	x.ended = true
	p.s.follow(func() { x.over = true })
	p.chooses(k, time.Duration(lifetime)*time.Second+p.s.chance.between(time.Second, 3*time.Second))
}

// chooseClass takes the ships in turn at first, and any later.
func (p *player) chooseClass() *ship.Class {
	classes := p.s.classes
	if p.joins == 1 && p.nextObject == 0 {
		for _, c := range classes {
			if c.Key == firstShips[p.number%len(firstShips)] {
				return c
			}
		}
	}
	return classes[p.s.chance.IntN(len(classes))]
}

// firstShips are what the first players begin with: large and small ones, with and
// without a cloak.
var firstShips = []string{"sovereign", "birdofprey", "akira", "vorcha", "galaxy", "warbird", "nebula", "keldon"}

// Games in teams.

// teamOf is the team of a player: they take turns.
func (p *player) teamOf() uint8 { return uint8(p.number % len(p.s.teams)) }

// mates reports that two players fight side by side.
func (p *player) mates(q *player) bool { return p.s.Teams && p.teamOf() == q.teamOf() }

// selectTeam tells the host the player's team; it tells all others.
func (p *player) selectTeam(k *link) {
	c := &content{copied: true}
	c.effect = func() {
		k.inTeam = true
		p.s.all(c.copyTo)
	}
	k.up.reliable(message.Append(nil, 0x41, &message.TeamSelect{PlayerID: int32(k.peer), Team: p.teamOf()}), c)
}

// saysToTeam is says for the player's team, the player included.
func (p *player) saysToTeam(text string) {
	k := p.link
	m := &message.TeamChat{Chat: message.Chat{SenderID: int32(k.peer), Text: wire.Text(text)}}
	c := &content{copied: true, seen: p.s.truth.said(k.presence, text)}
	c.effect = func() {
		p.s.all(func(q *player) {
			if p.mates(q) && q.link.inTeam {
				c.copyTo(q)
			}
		})
	}
	k.up.reliable(message.Append(nil, 0x2D, m), c)
}
