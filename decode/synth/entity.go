package synth

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"
)

// EntityOptions say what a generated entity-state game is like.
type EntityOptions struct {
	Players int
	Length  time.Duration // of the match
	Seed    uint64
	// Entities is how many a State has at any time; 0 = as many as the game brings,
	// NoEntities = none.
	Entities int
	// Late is a server of the later revision: it numbers some messages otherwise, has
	// ships in the roster, sends Despawn, and at most 47 entities.
	Late bool
	IPv6 bool
	Loss float64 // share of datagrams that the capture lacks
}

// NoEntities makes every State empty.
const NoEntities = -1

// EntityGame writes a game of a server and some players: they say hello, configure and
// start a match, send which keys are down 30 times a second, and get the state of the
// world 60 times a second each; enemies come in from the right, bullets hit them, they
// hit players. It ends when nobody has a life left, or shortly before the time is up. The
// same options give the same bytes.
func EntityGame(o EntityOptions) *Script {
	g := &entityGame{
		EntityOptions: o, Script: &Script{Start: stockDay}, chance: rand.New(rand.NewPCG(o.Seed, 4242)),
		numbers: earlyNumbers, server: EntityServer,
	}
	if o.Late {
		g.numbers = lateNumbers
	}
	if o.IPv6 {
		g.server = EntityServer6
	}
	for i := range o.Players {
		g.players = append(g.players, g.newPlayer(i))
	}
	g.lobby()
	g.play()
	g.end()
	return g.Script
}

// Addresses of the server.
var (
	EntityServer  = netip.MustParseAddrPort("198.51.100.10:4242")
	EntityServer6 = netip.MustParseAddrPort("[2001:db8:42::10]:4242")
)

type entityGame struct {
	EntityOptions
	*Script
	chance   *rand.Rand
	numbers  entityNumbers
	server   netip.AddrPort
	now      time.Duration
	tick     int
	players  []*entityPlayer
	entities []Entity // by id
	lastID   uint32
	score    int32 // of the team
}

type entityPlayer struct {
	address  netip.AddrPort
	name     string
	id       uint32
	lives    uint8
	score    int32
	sequence uint32
	keys     uint8
}

const (
	entityRate      = 60 // States a second
	worldWidth      = 1280
	worldHeight     = 720
	earlyCap        = 512 // entities that a State has at most
	lateCap         = 47  // the same of a late server: 1,200 bytes
	startLives      = 3
	playerSpeed     = 220
	bulletSpeed     = 400
	enemySpeed      = 60
	hitDistance     = 24
	scorePerEnemy   = 100
	enemyColor      = 0xFFFFFFFF
	bulletColor     = 0xFFFF00FF
	gameOverAllLost = 0
)

var playerColors = [...]uint32{0x55AAFFFF, 0xFF5555FF, 0x55FF55FF, 0xFFAA00FF}

func (g *entityGame) newPlayer(i int) *entityPlayer {
	address := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, uint8(20 + i)}), uint16(50000+i))
	if g.IPv6 {
		last := EntityServer6.Addr().As16()
		last[15] = uint8(0x20 + i)
		address = netip.AddrPortFrom(netip.AddrFrom16(last), uint16(50000+i))
	}
	return &entityPlayer{address: address, name: Names[i%len(Names)], lives: startLives}
}

// send puts a datagram into the capture, unless that lacks it.
func (g *entityGame) send(from, to netip.AddrPort, payload []byte) {
	if g.Loss == 0 || g.chance.Float64() >= g.Loss {
		g.Raw(g.now+time.Duration(g.chance.IntN(2000))*time.Microsecond, from, to, payload)
	}
}

func (g *entityGame) up(p *entityPlayer, payload []byte)   { g.send(p.address, g.server, payload) }
func (g *entityGame) down(p *entityPlayer, payload []byte) { g.send(g.server, p.address, payload) }

func (g *entityGame) all(payload []byte) {
	for _, p := range g.players {
		g.down(p, payload)
	}
}

// lobby is what comes before the match.
func (g *entityGame) lobby() {
	for i, p := range g.players {
		p.id = g.add(Entity{Type: PlayerEntity, X: 100, Y: float32(100 + 120*i), RGBA: playerColors[i%len(playerColors)]})
		g.up(p, entityHello(g.chance.Uint32(), p.name))
		g.now += 10 * time.Millisecond
		g.down(p, EntityMessage(2))
		g.now += 10 * time.Millisecond
		for _, joined := range g.players[:i+1] {
			g.down(joined, g.roster(i+1))
		}
		g.now += 10 * time.Millisecond
	}
	if g.Entities == 0 {
		for i := range g.players { // one for each, in the line of fire
			g.add(Entity{Type: EnemyEntity, X: 300, Y: float32(100 + 120*i), VX: -enemySpeed, RGBA: enemyColor})
		}
	}
	g.up(g.players[0], EntityMessage(g.numbers.lobbyConfig, startLives, 1))
	g.now += 10 * time.Millisecond
	status := binary.LittleEndian.AppendUint32(nil, g.players[0].id)
	g.all(EntityMessage(g.numbers.lobbyStatus, append(status, startLives, 1, 0, 0)...))
	g.now += 10 * time.Millisecond
	g.up(g.players[0], EntityMessage(g.numbers.startMatch))
	g.now += 10 * time.Millisecond
	g.all(EntityMessage(g.numbers.lobbyStatus, append(status, startLives, 1, 1, 0)...))
}

func (g *entityGame) roster(n int) []byte {
	b := []byte{uint8(n)}
	for i, p := range g.players[:n] {
		b = append(binary.LittleEndian.AppendUint32(b, p.id), p.lives)
		if g.Late {
			b = append(b, uint8(i%5))
		}
		b = appendEntityName(b, p.name)
	}
	return EntityMessage(9, b...)
}

// add brings an entity into the world.
func (g *entityGame) add(e Entity) (id uint32) {
	g.lastID++
	e.ID = g.lastID
	g.entities = append(g.entities, e)
	return e.ID
}

// play runs the match. The first State goes out a tick after the lobby.
func (g *entityGame) play() {
	begin := g.now
	for g.tick < int(g.Length*entityRate/time.Second) && g.alive() {
		g.tick++
		g.now = begin + time.Duration(g.tick)*time.Second/entityRate
		g.inputs()
		g.move()
		g.collide()
		g.populate()
		g.all(EntityState(g.entities[:g.sent()]))
	}
}

func (g *entityGame) alive() bool {
	return slices.ContainsFunc(g.players, func(p *entityPlayer) bool { return p.lives > 0 })
}

// sent is how many entities go into a State.
func (g *entityGame) sent() int {
	switch {
	case g.Entities == NoEntities:
		return 0
	case g.Late:
		return min(len(g.entities), lateCap)
	}
	return min(len(g.entities), earlyCap)
}

// inputs lets the players change their keys now and then, and send them every other tick.
func (g *entityGame) inputs() {
	for _, p := range g.players {
		if g.chance.IntN(20) == 0 {
			p.keys = uint8(g.chance.IntN(keyShoot))
		}
		p.keys &^= keyShoot
		if g.tick%15 == int(p.id)%15 {
			p.keys |= keyShoot
		}
		if g.tick%2 == 0 && p.lives > 0 {
			p.sequence++
			g.up(p, entityInput(p.sequence, p.keys))
		}
	}
}

func (g *entityGame) move() {
	for i := range g.entities {
		e := &g.entities[i]
		if e.Type == PlayerEntity {
			g.steer(e)
		}
		e.X += e.VX / entityRate
		e.Y += e.VY / entityRate
		if e.Type == PlayerEntity {
			e.X, e.Y = min(max(e.X, 0), worldWidth), min(max(e.Y, 0), worldHeight)
		}
	}
	g.remove(func(e *Entity) bool { return e.X < -50 || e.X > worldWidth+50 })
}

// steer turns the keys of a player into a velocity, and lets it shoot.
func (g *entityGame) steer(e *Entity) {
	p := g.player(e.ID)
	axis := func(less, more uint8) float32 {
		switch {
		case p.keys&less != 0 && p.keys&more == 0:
			return -playerSpeed
		case p.keys&more != 0 && p.keys&less == 0:
			return playerSpeed
		}
		return 0
	}
	e.VX, e.VY = axis(keyLeft, keyRight), axis(keyUp, keyDown)
}

func (g *entityGame) player(id uint32) *entityPlayer {
	for _, p := range g.players {
		if p.id == id {
			return p
		}
	}
	return nil
}

// remove takes entities out of the world; late servers say so.
func (g *entityGame) remove(gone func(*Entity) bool) {
	kept := g.entities[:0]
	for i := range g.entities {
		e := g.entities[i]
		if !gone(&e) {
			kept = append(kept, e)
		} else if g.Late {
			g.all(entityDespawn(e.ID))
		}
	}
	g.entities = kept
}

// collide removes enemies that were hit, by bullets and by players.
func (g *entityGame) collide() {
	hit := map[uint32]bool{}
	for i := range g.entities {
		enemy := &g.entities[i]
		if enemy.Type != EnemyEntity {
			continue
		}
		for j := range g.entities {
			other := &g.entities[j]
			if other.Type != EnemyEntity && !hit[other.ID] && !hit[enemy.ID] && near(enemy, other) {
				hit[enemy.ID] = true
				g.strike(other, hit)
			}
		}
	}
	if len(hit) > 0 {
		g.remove(func(e *Entity) bool { return hit[e.ID] })
	}
}

func near(a, b *Entity) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return dx*dx+dy*dy < hitDistance*hitDistance
}

// strike is what an enemy's end does to the bullet or the player that it met.
func (g *entityGame) strike(other *Entity, hit map[uint32]bool) {
	if p := g.player(other.ID); p != nil {
		p.lives--
		g.all(entityLives(p.id, p.lives))
		hit[other.ID] = p.lives == 0
		return
	}
	hit[other.ID] = true
	p := g.players[int(other.ID)%len(g.players)]
	p.score += scorePerEnemy
	g.score += scorePerEnemy
	g.all(entityScore(p.id, p.score))
	if g.Late {
		g.all(entityScore(0, g.score))
	}
}

// populate adds bullets and enemies.
func (g *entityGame) populate() {
	for _, p := range g.players {
		if at := slices.IndexFunc(g.entities, func(e Entity) bool { return e.ID == p.id }); at >= 0 && p.keys&keyShoot != 0 {
			g.add(Entity{Type: BulletEntity, X: g.entities[at].X + 40, Y: g.entities[at].Y, VX: bulletSpeed, RGBA: bulletColor})
		}
	}
	if g.Entities <= 0 {
		if g.tick%20 == 0 {
			g.enemy(float32(worldWidth/2 + g.chance.IntN(worldWidth/2)))
		}
		return
	}
	for len(g.entities) < g.Entities {
		g.enemy(float32(300 + g.chance.IntN(worldWidth-300)))
	}
	g.entities = g.entities[:g.Entities]
}

func (g *entityGame) enemy(x float32) {
	g.add(Entity{
		Type: EnemyEntity, X: x, Y: float32(g.chance.IntN(worldHeight)),
		VX: -enemySpeed - float32(g.chance.IntN(80)), RGBA: enemyColor,
	})
}

// end is the end of the match, and the players go.
func (g *entityGame) end() {
	g.now += time.Second / entityRate
	g.all(EntityMessage(g.numbers.gameOver, gameOverAllLost))
	g.now += 100 * time.Millisecond
	g.all(EntityMessage(g.numbers.returnToMenu))
	for _, p := range g.players {
		g.now += 50 * time.Millisecond
		g.up(p, EntityMessage(g.numbers.disconnect))
	}
}

// Messages of the entity-state protocol, header included. They are written by code of
// their own, so that a mistake of the decoder's shows.

// Entity is one entity of a State.
type Entity struct {
	ID           uint32
	Type         uint8
	X, Y, VX, VY float32
	RGBA         uint32
}

// Types of entities.
const (
	PlayerEntity = 1
	EnemyEntity  = 2
	BulletEntity = 3
)

// EntityMessage puts the header before a payload.
func EntityMessage(kind uint8, payload ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(len(payload)))
	return append(append(b, kind, 1), payload...)
}

// EntityState is a State.
func EntityState(entities []Entity) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(len(entities)))
	for i := range entities {
		b = entities[i].append(b)
	}
	return EntityMessage(4, b...)
}

func (e *Entity) append(b []byte) []byte {
	b = append(binary.LittleEndian.AppendUint32(b, e.ID), e.Type)
	for _, f := range [...]float32{e.X, e.Y, e.VX, e.VY} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return binary.LittleEndian.AppendUint32(b, e.RGBA)
}

// Keys of an Input.
const (
	keyUp    = 0x01
	keyDown  = 0x02
	keyLeft  = 0x04
	keyRight = 0x08
	keyShoot = 0x10
)

func entityInput(sequence uint32, keys uint8) []byte {
	return EntityMessage(3, append(binary.LittleEndian.AppendUint32(nil, sequence), keys)...)
}

func entityHello(token uint32, name string) []byte {
	return EntityMessage(1, appendEntityName(binary.LittleEndian.AppendUint32(nil, token), name)...)
}

func entityLives(id uint32, lives uint8) []byte {
	return EntityMessage(10, append(binary.LittleEndian.AppendUint32(nil, id), lives)...)
}

func entityScore(id uint32, score int32) []byte {
	return EntityMessage(11, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, id), uint32(score))...)
}

func entityDespawn(id uint32) []byte {
	return EntityMessage(6, binary.LittleEndian.AppendUint32(nil, id)...)
}

// entityNameSize is what a name has room for; at least one byte of it is zero.
const entityNameSize = 16

func appendEntityName(b []byte, name string) []byte {
	padded := make([]byte, entityNameSize)
	copy(padded[:entityNameSize-1], name)
	return append(b, padded...)
}

// entityNumbers are the types that early and late servers number otherwise.
type entityNumbers struct {
	lobbyStatus, lobbyConfig, startMatch, gameOver, disconnect, returnToMenu uint8
}

var (
	earlyNumbers = entityNumbers{lobbyStatus: 14, lobbyConfig: 15, startMatch: 16, gameOver: 17, disconnect: 12, returnToMenu: 13}
	lateNumbers  = entityNumbers{lobbyStatus: 12, lobbyConfig: 13, startMatch: 14, gameOver: 15, disconnect: 16, returnToMenu: 17}
)
