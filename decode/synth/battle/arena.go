package battle

import (
	"encoding/binary"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/synth"
)

// arena is a battle of the second protocol while it is played: a server and some players. They say hello, configure
// and start a match, send which keys are down 30 times a second, and get the state of the world 60 times a second
// each; enemies come in from the right, bullets hit them, they hit players. When nobody has a life left, the next
// match begins. What the network loses changes nothing of that: an Input that is lost was pressed nevertheless.
type arena struct {
	network
	numbers  entityNumbers
	server   netip.AddrPort
	at       time.Duration // when what is sent is sent; not before now
	began    time.Duration // of the match
	until    time.Duration // the matches end
	endless  bool          // only the number of datagrams ends them
	tick     int           // of the match
	fans     []*fan
	entities []synth.Entity // in the order in which they came
	gone     []departed
	lastID   uint32
	score    int32 // of the team
	faults   []*entityFault
}

// fan is a player, and what it is told.
type fan struct {
	up, down *line
	number   int
	name     string
	id       uint32
	lives    uint8
	score    int32
	sequence uint32
	keys     uint8
	known    []synth.Entity // by the last States, if only what changed is sent
	frozen   []synth.Entity // what it is told again and again
	until    time.Duration  // so
}

// departed is an id whose entity is gone.
type departed struct {
	id uint32
	at time.Duration
}

const (
	entityRate    = 60 // States a second
	worldWidth    = 1280
	worldHeight   = 720
	earlyCap      = 512 // entities that a State has at most
	lateCap       = 47  // the same of a late server: 1,200 bytes
	startLives    = 3
	playerSpeed   = 220
	bulletSpeed   = 400
	enemySpeed    = 60
	hitDistance   = 24
	scorePerEnemy = 100
	enemyColor    = 0xFFFFFFFF
	bulletColor   = 0xFFFF00FF
	allLost       = 0 // reason of a GameOver

	moment       = 10 * time.Millisecond // between two messages of the lobby
	betweenGames = 3 * time.Second
)

var playerColors = [...]uint32{0x55AAFFFF, 0xFF5555FF, 0x55FF55FF, 0xFFAA00FF}

// runArena plays a battle of entity-state.
func runArena(o Options, tap Tap) *Truth {
	o.NetworkSeed |= o.Seed | 1<<63 // the network decides nothing
	g := &arena{network: network{Options: o, tap: tap, truth: newTruth(o.Start), jitter: localJitter}, numbers: earlyNumbers, server: synth.EntityServer}
	g.chance = newDice(o.Seed, 4242)
	g.luck = newDice(g.NetworkSeed, 0x4E46)
	g.truth.Entities = &EntityTruth{Revision: "early"}
	if o.Late {
		g.numbers, g.truth.Entities.Revision = lateNumbers, "late"
	}
	if o.IPv6 {
		g.server = synth.EntityServer6
	}
	for i := range o.Players {
		g.fans = append(g.fans, g.newFan(i))
	}
	g.hookFaults()
	g.until, g.endless, g.Duration = g.Duration, g.Duration == 0, 0 // it ends itself
	g.match()
	g.noises()
	g.play()
	g.truth.concludeEntities(tap.Frames())
	for _, f := range g.faults {
		g.truth.Entities.Breaks = append(g.truth.Entities.Breaks, f.Broken)
	}
	return g.truth
}

func (g *arena) newFan(i int) *fan {
	address := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, uint8(20 + i)}), uint16(50000+i))
	if g.IPv6 {
		last := synth.EntityServer6.Addr().As16()
		last[15] = uint8(0x20 + i)
		address = netip.AddrPortFrom(netip.AddrFrom16(last), uint16(50000+i))
	}
	f := &fan{number: i + 1, name: synth.Names[i%len(synth.Names)]}
	seat := &EntityClient{Client: address.String(), Name: f.name}
	g.truth.Entities.Clients = append(g.truth.Entities.Clients, seat)
	f.up = &line{net: &g.network, account: &Link{}, up: true, from: address, to: g.server, seat: seat}
	f.down = &line{net: &g.network, account: &Link{}, from: g.server, to: address, seat: seat}
	f.up.back, f.down.back = f.down, f.up
	g.place(f.up, f.down, f.number)
	return f
}

// send puts a datagram on its way.
func (g *arena) send(l *line, payload []byte, entities int, fault *entityFault) {
	p := g.newPacket(l)
	p.plain = append(p.plain, payload...)
	p.pieces = append(p.pieces, piece{number: payload[2], entities: entities})
	if fault != nil {
		p.pieces[0].fault, p.lacking = &fault.Broken, fault.Name == LostPart
	}
	if g.at > g.now {
		g.agenda.add(g.at, event{do: func() { g.carry(p) }})
		return
	}
	g.carry(p)
}

func (g *arena) says(f *fan, payload []byte)     { g.send(f.up, payload, 0, nil) }
func (g *arena) hears(f *fan, payload []byte)    { g.send(f.down, payload, 0, nil) }
func (g *arena) message(number uint8, b ...byte) { g.all(synth.EntityMessage(number, b...)) }

func (g *arena) all(payload []byte) {
	for _, f := range g.fans {
		g.hears(f, payload)
	}
}

// match is what comes before a match, and its begin. In the first one the players say hello.
func (g *arena) match() {
	first := g.lastID == 0
	g.at, g.tick, g.score = g.now, 0, 0
	g.remove(func(*synth.Entity) bool { return true })
	g.gone = nil
	g.truth.Entities.Matches++
	for i, f := range g.fans {
		f.lives, f.score, f.known = startLives, 0, nil
		f.id = g.add(synth.Entity{Type: synth.PlayerEntity, X: float32(100 + 60*(i/5)), Y: float32(100 + 120*(i%5)), RGBA: playerColors[i%len(playerColors)]})
		if !first {
			continue
		}
		g.says(f, entityHello(g.luck.Uint32(), f.name))
		g.at += moment
		g.hears(f, synth.EntityMessage(2))
		g.at += moment
		for _, joined := range g.fans[:i+1] {
			g.hears(joined, g.roster(i+1))
		}
		g.at += moment
	}
	if !first {
		g.all(g.roster(len(g.fans)))
		g.at += moment
	}
	if g.Crowd == 0 {
		for i := range g.fans { // one for each, in the line of fire
			g.add(synth.Entity{Type: synth.EnemyEntity, X: float32(300 + 60*(i/5)), Y: float32(100 + 120*(i%5)), VX: -enemySpeed, RGBA: enemyColor})
		}
	}
	g.says(g.fans[0], synth.EntityMessage(g.numbers.lobbyConfig, startLives, 1))
	g.at += moment
	status := binary.LittleEndian.AppendUint32(nil, g.fans[0].id)
	g.message(g.numbers.lobbyStatus, append(status, startLives, 1, 0, 0)...)
	g.at += moment
	g.says(g.fans[0], synth.EntityMessage(g.numbers.startMatch))
	g.at += moment
	g.message(g.numbers.lobbyStatus, append(status, startLives, 1, 1, 0)...)
	if g.began = g.at; first {
		g.until += g.began
	}
	g.next()
}

// next has the world go on a tick later.
func (g *arena) next() {
	g.tick++
	g.agenda.add(g.began+time.Duration(g.tick)*time.Second/entityRate, event{do: g.step})
}

// step is a tick of the world.
func (g *arena) step() {
	g.at = g.now
	if !g.endless && g.now > g.until || !slices.ContainsFunc(g.fans, func(f *fan) bool { return f.lives > 0 }) {
		g.end()
		return
	}
	g.inputs()
	g.move()
	g.collide()
	g.populate()
	for _, f := range g.fans {
		g.tell(f)
	}
	g.next()
}

// end is the end of a match. After the last one the players go.
func (g *arena) end() {
	g.message(g.numbers.gameOver, allLost)
	g.at += 100 * time.Millisecond
	g.message(g.numbers.returnToMenu)
	if g.endless || g.until-g.at > 2*betweenGames {
		g.agenda.add(g.at+betweenGames, event{do: g.match})
		return
	}
	for _, f := range g.fans {
		g.at += 50 * time.Millisecond
		g.says(f, synth.EntityMessage(g.numbers.disconnect))
	}
	g.Duration = g.at + time.Second // what is on its way arrives
}

// roster lists the first n players.
func (g *arena) roster(n int) []byte {
	b := []byte{uint8(n)}
	for i, f := range g.fans[:n] {
		b = append(binary.LittleEndian.AppendUint32(b, f.id), f.lives)
		if g.Late {
			b = append(b, uint8(i%5))
		}
		b = appendEntityName(b, f.name)
	}
	return synth.EntityMessage(9, b...)
}

// add brings an entity into the world.
func (g *arena) add(e synth.Entity) (id uint32) {
	g.lastID++
	if e.ID = g.lastID; len(g.gone) > 0 && g.now-g.gone[0].at > time.Second && g.hit(reusedID, nil) != nil {
		e.ID, g.gone = g.gone[0].id, g.gone[1:]
	}
	g.entities = append(g.entities, e)
	return e.ID
}

// inputs lets the players change their keys now and then, and send them every other tick.
func (g *arena) inputs() {
	every := 15
	if g.Shots > 0 {
		every = max(1, int(entityRate/g.Shots))
	}
	for _, f := range g.fans {
		if g.chance.IntN(20) == 0 {
			f.keys = uint8(g.chance.IntN(keyShoot))
		}
		f.keys &^= keyShoot
		if g.tick%every == int(f.id)%every {
			f.keys |= keyShoot
		}
		if g.tick%2 == 0 && f.lives > 0 {
			f.sequence++
			keys, fault := f.keys, g.hit(oddKeys, f)
			if fault != nil {
				keys |= 0x80
			}
			g.send(f.up, entityInput(f.sequence, keys), 0, fault)
		}
	}
}

func (g *arena) move() {
	for i := range g.entities {
		e := &g.entities[i]
		if e.Type == synth.PlayerEntity {
			g.steer(e)
		}
		e.X += e.VX / entityRate
		e.Y += e.VY / entityRate
		if e.Type == synth.PlayerEntity {
			e.X, e.Y = min(max(e.X, 0), worldWidth), min(max(e.Y, 0), worldHeight)
		}
	}
	g.remove(func(e *synth.Entity) bool { return e.X < -50 || e.X > worldWidth+50 })
}

// steer turns the keys of a player into a velocity.
func (g *arena) steer(e *synth.Entity) {
	f := g.fan(e.ID)
	axis := func(less, more uint8) float32 {
		switch {
		case f.keys&less != 0 && f.keys&more == 0:
			return -playerSpeed
		case f.keys&more != 0 && f.keys&less == 0:
			return playerSpeed
		}
		return 0
	}
	e.VX, e.VY = axis(keyLeft, keyRight), axis(keyUp, keyDown)
}

func (g *arena) fan(id uint32) *fan {
	for _, f := range g.fans {
		if f.id == id {
			return f
		}
	}
	return nil
}

// remove takes entities out of the world; late servers say so.
func (g *arena) remove(gone func(*synth.Entity) bool) {
	g.entities = slices.DeleteFunc(g.entities, func(e synth.Entity) bool {
		if !gone(&e) {
			return false
		}
		if e.Type != synth.PlayerEntity {
			g.gone = append(g.gone, departed{e.ID, g.now})
		}
		if g.Late {
			g.all(entityDespawn(e.ID))
		}
		return true
	})
}

// collide removes enemies that were hit, by bullets and by players.
func (g *arena) collide() {
	hit := map[uint32]bool{}
	for i := range g.entities {
		enemy := &g.entities[i]
		if enemy.Type != synth.EnemyEntity {
			continue
		}
		for j := range g.entities {
			other := &g.entities[j]
			if other.Type != synth.EnemyEntity && !hit[other.ID] && !hit[enemy.ID] && near(enemy, other, hitDistance) {
				hit[enemy.ID] = true
				g.strike(other, hit)
			}
		}
	}
	if len(hit) > 0 {
		g.remove(func(e *synth.Entity) bool { return hit[e.ID] })
	}
}

func near(a, b *synth.Entity, distance float32) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return float32(dx*dx)+float32(dy*dy) < distance*distance
}

// strike is what an enemy's end does to the bullet or the player that it met.
func (g *arena) strike(other *synth.Entity, hit map[uint32]bool) {
	if f := g.fan(other.ID); f != nil {
		f.lives--
		g.all(entityLives(f.id, f.lives))
		hit[other.ID] = f.lives == 0
		return
	}
	hit[other.ID] = true
	f := g.fans[int(other.ID)%len(g.fans)]
	f.score += scorePerEnemy
	g.score += scorePerEnemy
	g.all(entityScore(f.id, f.score))
	if g.Late {
		g.all(entityScore(0, g.score))
	}
}

// populate adds bullets and enemies.
func (g *arena) populate() {
	for _, f := range g.fans {
		if at := slices.IndexFunc(g.entities, func(e synth.Entity) bool { return e.ID == f.id }); at >= 0 && f.keys&keyShoot != 0 {
			g.add(synth.Entity{Type: synth.BulletEntity, X: g.entities[at].X + 40, Y: g.entities[at].Y, VX: bulletSpeed, RGBA: bulletColor})
		}
	}
	if g.Crowd <= 0 && g.tick%20 == 0 {
		g.enemy(float32(worldWidth/2 + g.chance.IntN(worldWidth/2)))
	}
	crowd := g.Crowd
	if g.hit(oversize, nil) != nil {
		crowd = 60
	}
	for len(g.entities) < crowd {
		g.enemy(float32(300 + g.chance.IntN(worldWidth-300)))
	}
	if g.Crowd > 0 {
		g.entities = g.entities[:g.Crowd]
	}
}

func (g *arena) enemy(x float32) {
	g.add(synth.Entity{
		Type: synth.EnemyEntity, X: x, Y: float32(g.chance.IntN(worldHeight)),
		VX: -enemySpeed - float32(g.chance.IntN(80)), RGBA: enemyColor,
	})
}

// sent is how many entities go into a State.
func (g *arena) sent() int {
	switch {
	case g.Crowd == NoCrowd:
		return 0
	case g.Late && g.hit(oversize, nil) == nil:
		return min(len(g.entities), lateCap)
	}
	return min(len(g.entities), earlyCap)
}

// tell sends a player the state of the world.
func (g *arena) tell(f *fan) {
	if g.tick%2 == 0 && (g.sends(HalfRate) || g.hit(slowly, f) != nil) {
		return
	}
	list, fault := g.entities[:g.sent()], (*entityFault)(nil)
	for _, x := range g.faults {
		if x.world != nil && len(list) > 0 && g.strikes(x, f) {
			if told := x.world(g, f, slices.Clone(list)); told != nil {
				list, fault = told, x
			}
		}
	}
	b := synth.EntityState(g.only(f, list))
	now := g.at
	for _, x := range g.faults {
		if x.bytes != nil && g.strikes(x, f) {
			b, fault = x.bytes(b), x
		}
		if x.Name == lately && g.strikes(x, f) {
			g.at, fault = g.at+100*time.Millisecond, x
		}
	}
	g.send(f.down, b, int(binary.LittleEndian.Uint16(b[4:])), fault)
	g.at = now
}

// only is what of a State is sent in another way than whole. What is gone a player is told then, as late servers do anyway.
func (g *arena) only(f *fan, list []synth.Entity) []synth.Entity {
	if own := slices.IndexFunc(list, func(e synth.Entity) bool { return e.ID == f.id }); own >= 0 && g.sends(Interest) {
		me := list[own]
		list = slices.DeleteFunc(slices.Clone(list), func(e synth.Entity) bool { return e.Type != synth.PlayerEntity && !near(&e, &me, nearby) })
	}
	if !g.sends(Deltas) {
		return list
	}
	has := func(list []synth.Entity, id uint32) bool {
		return slices.ContainsFunc(list, func(e synth.Entity) bool { return e.ID == id })
	}
	for i := range f.known {
		if id := f.known[i].ID; !has(list, id) && (!g.Late || has(g.entities, id)) {
			g.hears(f, entityDespawn(id))
		}
	}
	news := slices.DeleteFunc(slices.Clone(list), func(e synth.Entity) bool { return slices.Contains(f.known, e) })
	f.known = slices.Clone(list)
	return news
}

// nearby is within how many pixels of its own a player is told of what is no player.
const nearby = 640
