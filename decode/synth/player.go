package synth

import (
	"encoding/binary"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// player is one client and what the host knows of it.
type player struct {
	s        *session
	slot     uint8
	peer     uint8
	name     string
	up, down *line
	entered  bool // has said NewPlayerInGame
	gone     bool
	ship     *ship
	created  []byte // the message that made the ship
}

func (p *player) address() [4]byte { return p.up.from.Addr().As4() }

// What the client does.

func (p *player) join() {
	token := p.s.chance.Uint32() | 1
	p.up.control(transport.Connect, &transport.ConnectRequest{Address: p.address(), Token: token})
	p.s.after(5*time.Second, p.keepalive)
}

func (p *player) keepalive() {
	if p.gone {
		return
	}
	p.up.send(Keepalive())
	p.s.after(5*time.Second, p.keepalive)
}

func (p *player) say(text string) {
	if p.entered && !p.gone {
		p.up.reliable(Chat(int32(p.peer), text))
	}
}

func (p *player) leave() {
	p.gone = true
	p.up.control(transport.Disconnect, &transport.Leave{PeerID: p.peer, Address: p.address()})
}

// chooseShip creates the player's ship some way from the middle.
func (p *player) chooseShip() {
	first := uint32(0x3FFFFFFF) + uint32(p.slot)*0x40000
	at := [3]float32{float32(int(p.slot)*120 - 88), -66, -73}
	p.ship = newShip(first, at)
	p.created = CreateAkira(p.slot, first, p.name, at)
	p.up.reliable(p.created)
	p.s.after(time.Second, p.fight)
}

// fight fires the phasers for a while, again and again. The events are observed
// ones; only the object in them is another.
func (p *player) fight() {
	if p.gone {
		return
	}
	stop := p.phasers("0801010000DA0080000000000005000040")
	p.up.reliable(p.phasers("0728810000D800800000000000050000400000000000000000"))
	p.s.after(350*time.Millisecond, func() {
		if !p.gone {
			p.up.reliable(stop)
		}
	})
	p.s.after(time.Duration(700+p.s.chance.IntN(900))*time.Millisecond, p.fight)
}

// phasers puts the player's phaser system, the sixth object of an Akira, into an
// event.
func (p *player) phasers(event string) []byte {
	b := Hex(event)
	const objectAt = 13
	binary.LittleEndian.PutUint32(b[objectAt:], p.ship.id+6)
	return b
}

// atClient is what the client does with a message of the host.
func (p *player) atClient(m *transport.Message, payload []byte) {
	switch {
	case m.Type == transport.Connect:
		p.up.peer = p.peer
		p.up.control(transport.PeerInfo, p.info())
	case m.Type != transport.Data:
	case payload[0] == 0x20:
		p.checked(message.Decode(payload).Message.(*message.ChecksumRequest).Round)
	case payload[0] == 0x01:
		p.s.after(100*time.Millisecond, func() { p.up.reliable(Game(0x2A, &message.NewPlayerInGame{})) })
	case payload[0] == 0x35:
		p.s.after(1500*time.Millisecond, p.chooseShip)
	}
}

func (p *player) info() *transport.Peer {
	return &transport.Peer{PeerID: p.peer, Address: p.address(), Name: wire.NewWideText(p.name)}
}

// checked answers a checksum request; the directory of round 2 takes a while to read.
func (p *player) checked(round uint8) {
	delay := 20 * time.Millisecond
	if round == 2 {
		delay = 250 * time.Millisecond
	}
	p.s.after(delay, func() { p.up.reliable(answers[round]) })
}

// answers by round are those of a stock installation.
var answers = map[uint8][]byte{
	0:    Hex(stockAnswer0)[7:],
	1:    Hex(stockAnswer1)[7:],
	2:    StockAnswer2(),
	3:    Hex(stockAnswer3)[11:],
	0xFF: Hex(stockAnswerFF),
}

// What the host does.

// atHost is what the host does with a message of the client.
func (p *player) atHost(m *transport.Message, payload []byte) {
	switch {
	case m.Type == transport.Connect:
		p.down.control(transport.Connect, &transport.ConnectResponse{AssignedPeerID: p.peer})
		p.down.reliable(Game(0x20, &requests[0]))
	case m.Type == transport.PeerInfo:
		p.announce()
	case m.Type == transport.Disconnect:
		p.removed()
	case m.Type == transport.Data:
		p.game(payload)
	}
}

// announce tells everyone the name of the newcomer, and the newcomer all names.
func (p *player) announce() {
	p.down.control(transport.PeerInfo, p.info())
	p.s.others(p, func(q *player) {
		q.down.control(transport.PeerInfo, p.info())
		p.down.control(transport.PeerInfo, q.info())
	})
}

func (p *player) game(payload []byte) {
	switch payload[0] {
	case 0x21:
		p.checksum(payload[1])
	case 0x2A:
		p.enter()
	case 0x03, 0x07, 0x08: // a ship, phasers on, phasers off: copied to the others
		p.s.others(p, func(q *player) { q.down.reliable(payload) })
	case 0x2C:
		p.down.reliable(payload)
		p.s.others(p, func(q *player) { q.down.reliable(payload) })
	}
}

var requests = []message.ChecksumRequest{
	{Round: 0, Directory: wire.Text("scripts/"), Filter: wire.Text("App.pyc")},
	{Round: 1, Directory: wire.Text("scripts/"), Filter: wire.Text("Autoexec.pyc")},
	{Round: 2, Directory: wire.Text("scripts/ships"), Filter: wire.Text("*.pyc"), Recursive: true},
	{Round: 3, Directory: wire.Text("scripts/mainmenu"), Filter: wire.Text("*.pyc")},
	{Round: 0xFF, Directory: wire.Text("Scripts/Multiplayer"), Filter: wire.Text("*.pyc"), Recursive: true},
}

// checksum asks for the next round, or lets the client in.
func (p *player) checksum(round uint8) {
	if round != 0xFF {
		p.down.reliable(Game(0x20, &requests[round+1]))
		return
	}
	p.down.reliable(Game(0x28, &message.ChecksumComplete{}))
	p.down.reliable(Game(0x00, &message.Settings{
		GameTime: p.s.clock(), CollisionDamage: true, PlayerSlot: p.slot,
		MapName: wire.Text("Multiplayer.Episode.Mission1.Mission1"),
	}))
	p.down.reliable(Game(0x01, &message.GameInit{}))
}

// enter tells the newcomer the state of the game, and the others of the newcomer.
func (p *player) enter() {
	p.down.reliable(Game(0x35, &message.MissionInit{
		PlayerLimit: 8, SystemIndex: 1, TimeLimit: message.NoLimit, FragLimit: message.NoLimit,
	}))
	p.s.others(p, func(q *player) {
		p.down.reliable(Game(0x37, &message.Score{PlayerID: int32(q.peer)}))
		if q.created != nil {
			p.down.reliable(q.created)
		}
		q.down.reliable(listEvent(0x008000F1, p.peer))
	})
	p.down.reliable(listEvent(0x008000F1, p.peer))
	p.entered = true
}

// listEvent is a PlayerListEvent: class, event, no source, a host object, peer id.
func listEvent(event uint32, peer uint8) []byte {
	b := []byte{0x17}
	for _, v := range []uint32{0x866, event, 0, 0x791} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return append(b, peer)
}

// removed is what the host does when a player leaves: the others get its ship
// destroyed, its line removed, and a text. No source shows these with certainty.
func (p *player) removed() {
	p.entered = false
	p.s.others(p, func(q *player) {
		if p.ship != nil {
			q.down.reliable(binary.LittleEndian.AppendUint32([]byte{0x14}, p.ship.id))
		}
		q.down.reliable(listEvent(0x00060005, p.peer))
		q.down.reliable(append([]byte{0x18, uint8(len(p.name)), 0}, p.name...))
	})
	p.ship, p.created = nil, nil
	p.down.waiting = nil
}

// updates sends the state of the player's ship up, and that of all ships down.
func (p *player) updates() {
	if p.ship != nil && !p.gone {
		p.up.unreliable(p.ship.update(p, true))
	}
	if !p.entered || p.gone {
		return
	}
	for _, q := range p.s.players {
		if q.ship != nil {
			p.down.unreliable(q.ship.update(p, false))
		}
	}
}
