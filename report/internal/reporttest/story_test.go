package reporttest_test

import (
	"bytes"
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// A story is a conversation of a stock host with its players, told datagram by datagram. Time goes on
// only where the story says so; while it does, ships send their updates, and sides that are idle their
// keepalives. What is numbered is acknowledged. What goes otherwise stands in the story itself.
type story struct {
	synth.Script
	now, beat time.Duration
	beats     int
	players   []*player // in the order of joining; who left stays in it
	slots     [16]*player
	lost      bool // what is sent does not reach the capture
	unheard   bool // what is numbered is not acknowledged
	friendly  bool
	teams     bool
	plays     *craft // the ship of a host that plays
	hostAcks  time.Duration
	ownAcks   time.Duration // of the clients
	at        *player       // whose machine the capture is taken at; nil = the host's
	setBack   time.Duration // when the clock of the capture is set back
	back      time.Duration // by how much
	runs      time.Duration // for how long the host has run before
}

// player is one connection of somebody.
type player struct {
	*story
	name       string
	addr       netip.AddrPort
	peer, slot uint8
	token      uint32
	up, down   numbers
	in, gone   bool
	mute, deaf bool // it sends nothing; the host sends nothing to it
	object     uint32
	ship       *craft
	deaths     int32
	team       uint8
	early      float32 // by how many seconds its clock is behind the host's
}

// numbers are the next ones of a direction.
type numbers struct {
	low, high uint16
}

// craft is one life of a ship.
type craft struct {
	id      uint32
	class   *ship.Class
	owner   *player
	start   wire.Vector
	born    time.Duration
	wreck   time.Duration // until when it is shown after its death; 0 = it lives
	views   map[*player]*view
	hull    uint8
	shield  uint8 // its front
	hash    uint16
	created []byte
}

// view is what a sender has told one receiver of a ship; that of nobody is its owner's.
type view struct {
	told     int
	baseline wire.Vector
	cursor   int
}

// msg is a numbered message, and the Ack for it.
type msg struct{ bytes, ack []byte }

var theHost = netip.MustParseAddrPort("10.0.0.1:22101")

func newStory() *story {
	return &story{Script: synth.Script{Start: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}, hostAcks: 2 * time.Millisecond, ownAcks: 40 * time.Millisecond}
}

// address is that of the nth machine.
func address(n int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 1, byte(n)}), 40000)
}

// clock is the host's, in steps of 1/256 s.
func (s *story) clock() float32 {
	return float32(int((100+s.runs.Seconds()+s.now.Seconds())*256)) / 256
}

// wait lets time go by.
func (s *story) wait(d time.Duration) {
	end := s.now + d
	for ; s.beat <= end; s.beat += 100 * time.Millisecond {
		s.now = s.beat
		s.pulse()
	}
	s.now = end
}

func (s *story) tick() { s.wait(time.Millisecond) }

// pulse is what happens ten times a second.
func (s *story) pulse() {
	s.beats++
	for _, p := range s.players {
		if p.gone || p.peer == 0 {
			continue
		}
		if p.ship != nil && p.ship.wreck == 0 && !p.mute {
			p.sends(synth.Unreliable(p.ship.update(nil)))
		}
		if s.beats%50 == 0 && !p.mute {
			p.sends(synth.Keepalive())
		}
		if s.beats%50 == 0 && !p.deaf {
			p.gets(synth.Keepalive())
		}
		for _, x := range s.ships() {
			if p.in && !p.deaf {
				p.gets(synth.Unreliable(x.update(p)))
			}
		}
	}
}

// ships are those that the host shows.
func (s *story) ships() (list []*craft) {
	if s.plays != nil {
		list = append(list, s.plays)
	}
	for _, p := range s.players {
		if x := p.ship; x != nil && !p.gone && (x.wreck == 0 || s.now < x.wreck) {
			list = append(list, x)
		}
	}
	return list
}

// sends and gets pass a datagram as it is.
func (p *player) sends(messages ...[]byte) {
	peer := cmp.Or(p.peer, synth.NoPeer)
	p.pass(p.now, p.addr, theHost, synth.Datagram(peer, messages...))
}

func (p *player) gets(messages ...[]byte) {
	p.pass(p.now, theHost, p.addr, synth.Datagram(synth.Host, messages...))
}

func (s *story) pass(at time.Duration, from, to netip.AddrPort, plain []byte) {
	if !s.lost {
		s.Game(at, from, to, plain)
	}
}

// up and dn pass numbered messages in one datagram, and later the Acks for them in another one.
func (p *player) upAll(all ...msg) {
	p.sends(bytesOf(all)...)
	if !p.unheard {
		p.pass(p.now+p.hostAcks, theHost, p.addr, synth.Datagram(synth.Host, acksOf(all)...))
	}
	p.tick()
}

func (p *player) downAll(all ...msg) {
	p.gets(bytesOf(all)...)
	if !p.unheard {
		p.pass(p.now+p.ownAcks, p.addr, theHost, synth.Datagram(p.peer, acksOf(all)...))
	}
	p.tick()
}

func bytesOf(all []msg) (list [][]byte) {
	for _, m := range all {
		list = append(list, m.bytes)
	}
	return list
}

func acksOf(all []msg) (list [][]byte) {
	for _, m := range all {
		list = append(list, m.ack)
	}
	return list
}

// take gives the next number.
func (n *numbers) take() uint16 {
	n.high++
	return n.high - 1
}

// data numbers a game message; a long one comes in parts.
func (n *numbers) data(payload []byte) (all []msg) {
	seq := n.take()
	if len(payload) <= 407 {
		return []msg{{synth.Reliable(seq, payload), synth.AckHigh(seq)}}
	}
	for i, part := range synth.Parts(seq, payload) {
		all = append(all, msg{part, ackPart(seq, uint8(i))})
	}
	return all
}

func ackPart(seq uint16, index uint8) []byte {
	m := transport.NewFragment(seq, index, 0)
	ack := transport.NewAck(&m)
	return ack.Append(nil, nil)
}

// control numbers a control message.
func (n *numbers) control(t transport.Type, m wire.Message) msg {
	n.low++
	return msg{synth.Control(t, n.low-1, m), synth.AckLow(n.low - 1)}
}

// says and told send a numbered game message to the host and to the player.
func (p *player) says(payload []byte) []msg {
	all := p.up.data(payload)
	for _, m := range all {
		p.upAll(m)
	}
	return all
}

func (p *player) told(payload []byte) []msg {
	all := p.down.data(payload)
	p.downAll(all...)
	return all
}

// present are the players in the game but for some.
func (s *story) present(but ...*player) (list []*player) {
	for _, p := range s.players {
		if p.in && !p.gone && !slices.Contains(but, p) {
			list = append(list, p)
		}
	}
	return list
}

// tellAll tells everybody in the game but for some.
func (s *story) tellAll(payload []byte, but ...*player) {
	for _, p := range s.present(but...) {
		p.told(payload)
	}
}

// relays is a message of a player that the host passes on to all others.
func (p *player) relays(payload []byte) {
	p.says(payload)
	p.tellAll(payload, p)
}

// chats is a line that all see, the player too.
func (p *player) chats(text string) {
	payload := synth.Chat(int32(p.peer), text)
	p.says(payload)
	p.tellAll(payload)
}

// losing does something of which nothing reaches the capture.
func (s *story) losing(do func()) {
	was := s.lost
	s.lost = true
	do()
	s.lost = was
}

// unacked does something that nobody acknowledges.
func (s *story) unacked(do func()) {
	was := s.unheard
	s.unheard = true
	do()
	s.unheard = was
}

// begins is where the capture starts.
func (s *story) begins() {
	s.Sent = slices.DeleteFunc(s.Sent, func(d synth.Sent) bool { return d.At < s.now })
}

// Joining.

// knocks is a player who has done nothing yet.
func (s *story) knocks(name string, machine int) *player {
	p := &player{story: s, name: name, addr: address(machine), token: 0x5000 + uint32(len(s.players))}
	s.players = append(s.players, p)
	return p
}

// joins comes all the way into the game.
func (s *story) joins(name string, machine int) *player {
	p := s.knocks(name, machine)
	p.connects()
	p.checks(synth.StockAnswer)
	p.settles(nil)
	p.enters()
	return p
}

// flies joins and takes a ship.
func (s *story) flies(name string, machine int, class string) *player {
	p := s.joins(name, machine)
	s.wait(time.Second)
	p.takes(class)
	return p
}

var rounds = []message.ChecksumRequest{
	{Round: 0, Directory: wire.Text("scripts/"), Filter: wire.Text("App.pyc")},
	{Round: 1, Directory: wire.Text("scripts/"), Filter: wire.Text("Autoexec.pyc")},
	{Round: 2, Directory: wire.Text("scripts/ships"), Filter: wire.Text("*.pyc"), Recursive: true},
	{Round: 3, Directory: wire.Text("scripts/mainmenu"), Filter: wire.Text("*.pyc")},
	{Round: 0xFF, Directory: wire.Text("Scripts/Multiplayer"), Filter: wire.Text("*.pyc"), Recursive: true},
}

// connects gets a peer id, and tells its name; the first round of checksums is asked.
func (p *player) connects() {
	s := p.story
	hello := p.asks()
	p.sends(hello.bytes)
	s.tick()
	p.answered(hello)
}

// asks is the request for entry, or a copy of it.
func (p *player) asks() msg {
	p.up.low = max(p.up.low, 1)
	return msg{synth.Control(transport.Connect, 0, &transport.ConnectRequest{Address: p.addr.Addr().As4(), Token: p.token}), synth.AckLow(0)}
}

// answered gives the player a peer id.
func (p *player) answered(hello msg) {
	s := p.story
	for i := range s.slots {
		if s.slots[i] == nil && (s.plays == nil || i > 0) {
			s.slots[i], p.slot = p, uint8(i)
			break
		}
	}
	peer := p.slot + 2
	if s.plays != nil {
		peer = p.slot + 1
	}
	p.peer = peer
	welcome := append([]msg{p.down.control(transport.Connect, &transport.ConnectResponse{AssignedPeerID: peer})}, p.down.data(synth.Game(0x20, &rounds[0]))...)
	p.gets(append([][]byte{hello.ack}, bytesOf(welcome)...)...)
	s.wait(p.ownAcks)
	info := p.up.control(transport.PeerInfo, p.info())
	p.sends(append(acksOf(welcome), info.bytes)...)
	s.tick()
	p.pass(p.now+time.Millisecond, theHost, p.addr, synth.Datagram(synth.Host, info.ack))
	for _, q := range s.players {
		if q.gone || q.peer == 0 {
			continue
		}
		q.downAll(q.down.control(transport.PeerInfo, p.info()))
		if q != p {
			p.downAll(p.down.control(transport.PeerInfo, q.info()))
		}
	}
}

func (p *player) info() *transport.Peer {
	return &transport.Peer{PeerID: p.peer, Address: p.addr.Addr().As4(), Name: wire.NewWideText(p.name)}
}

// checks answers all rounds of checksums.
func (p *player) checks(answer func(round uint8) []byte) {
	for i := range rounds {
		p.asked(i)
		p.says(answer(rounds[i].Round))
		p.tick()
	}
}

// asked is a request for checksums; the first one comes with the peer id.
func (p *player) asked(i int) {
	if i > 0 {
		p.told(synth.Game(0x20, &rounds[i]))
	}
	p.wait(50 * time.Millisecond)
}

// settles tells the newcomer the rules of the game.
func (p *player) settles(change func(*message.Settings)) {
	m := message.Settings{GameTime: p.clock(), CollisionDamage: true, FriendlyFire: p.friendly, PlayerSlot: p.slot, MapName: wire.Text("Multiplayer.Episode.Mission1.Mission1")}
	if change != nil {
		change(&m)
	}
	p.downAll(slices.Concat(p.down.data([]byte{0x28}), p.down.data(synth.Game(0x00, &m)), p.down.data([]byte{0x01}))...)
	p.wait(100 * time.Millisecond)
}

// enters comes into the game.
func (p *player) enters() {
	p.says(synth.Game(0x2A, &message.NewPlayerInGame{}))
	p.told(mission())
	p.in = true
	for _, q := range p.present(p) {
		p.told(q.score())
	}
	if p.teams {
		p.told(synth.Game(0x40, &message.TeamScore{Team: 0}))
		p.told(synth.Game(0x40, &message.TeamScore{Team: 1}))
	}
	for _, x := range p.ships() {
		if x.wreck == 0 && x.owner != p {
			p.told(x.creation())
		}
	}
	p.tellAll(listed(p.peer, true))
}

// score is what a newcomer is told of somebody.
func (p *player) score() []byte {
	m := message.Score{PlayerID: int32(p.peer), Deaths: p.deaths}
	if p.teams {
		return synth.Game(0x3F, &message.ScoreInit{Score: m, Team: p.team})
	}
	return synth.Game(0x37, &m)
}

// selects takes a side.
func (p *player) selects(team uint8) {
	p.team = team
	payload := synth.Game(0x41, &message.TeamSelect{PlayerID: int32(p.peer), Team: team})
	p.says(payload)
	p.tellAll(payload)
}

func mission() []byte {
	return synth.Game(0x35, &message.MissionInit{PlayerLimit: 8, SystemIndex: 1, TimeLimit: message.NoLimit, FragLimit: message.NoLimit})
}

// listed puts somebody on the list of players, or off it.
func listed(peer uint8, there bool) []byte {
	code := uint32(0x00060005)
	if there {
		code = 0x008000F1
	}
	return synth.Game(0x17, &message.Event{ClassID: message.ClassPlayerList, EventCode: code, TargetID: 0x791, PeerID: peer})
}

// leaves says goodbye; the others are told.
func (p *player) leaves() {
	p.goodbye()
	p.ends()
}

func (p *player) goodbye() {
	p.upAll(p.up.control(transport.Disconnect, &transport.Leave{PeerID: p.peer, Address: p.addr.Addr().As4()}))
}

// ends is what the host does about one who is gone.
func (p *player) ends() {
	p.gone, p.slots[p.slot] = true, nil
	if x := p.ship; x != nil && x.wreck == 0 {
		p.tellAll(synth.Game(0x14, &message.DestroyObject{ObjectID: x.id}))
	}
	if p.in {
		p.tellAll(listed(p.peer, false))
		p.tellAll(synth.Game(0x18, &message.PlayerLeftText{PlayerName: wire.Text(p.name)}))
	}
}

// Ships.

// takes creates the player's next ship.
func (p *player) takes(class string) *craft {
	x := p.build(class)
	p.says(x.creation())
	p.tellAll(x.created, p)
	p.tellAll(synth.Game(0x1D, &message.ObjectNotFound{ObjectID: x.id}))
	return x
}

// build makes a ship that nobody knows yet.
func (p *player) build(class string) *craft {
	x := p.craft(class, p.slot, p.object)
	x.owner, p.ship = p, x
	p.object += uint32(len(x.class.Objects)) + 1
	x.created = x.creation()
	return x
}

func (s *story) craft(class string, slot uint8, index uint32) *craft {
	c := ship.Stock().ByKey(class)
	x := &craft{id: 0x3FFFFFFF + uint32(slot)*0x40000 + index, class: c, born: s.now, views: map[*player]*view{}, hull: 255, shield: 255, hash: 0xFB37}
	if class != "akira" {
		x.hash = 0x1000 + uint16(c.Species)
	}
	x.start = wire.Vector{20 * float32(slot), 0, 10}
	return x
}

const shipSpeed = 5 // units a second, along Y

func (x *craft) place(now time.Duration) wire.Vector {
	v := x.start
	v[1] += float32(shipSpeed * (now - x.born).Seconds())
	return v
}

// part is the id of one by its name.
func (x *craft) part(name string) uint32 {
	i := slices.Index(x.class.Objects, name)
	if i < 0 {
		panic(fmt.Sprintf("%s has no %s", x.class.Key, name))
	}
	return x.id + 1 + uint32(i)
}

// creation creates the ship as it is now.
func (x *craft) creation() []byte {
	m := message.NewObjectCreate(true)
	m.OwnerSlot, m.Team = uint8((x.id-0x3FFFFFFF)/0x40000), 2
	m.ClassID, m.ObjectID, m.Species = message.ClassShip, x.id, x.class.Species
	m.Position, m.Orientation = x.start, [4]float32{1, 0, 0, 0}
	m.ObjectName, m.SetName = wire.Text("Host"), wire.Text("Multi1")
	if x.owner != nil {
		m.ObjectName = wire.Text(x.owner.name)
		if now := x.owner.now; now > x.born {
			m.Position, m.Velocity = x.place(now), wire.CV4F{Direction: wire.CV3{0, 127, 0}, Magnitude: shipSpeed}
		}
	}
	for i := range x.class.Subsystems {
		sub := &x.class.Subsystems[i]
		state := message.CreationState{Index: i, Condition: 255, Children: full(len(sub.Children)), Power: 100, Main: 255, Backup: 255, Mode: 1}
		if sub.Format == ship.Shield {
			state.Facings = full(6)
		}
		m.Subsystems = append(m.Subsystems, state)
	}
	return synth.Game(0x03, m)
}

func full(n int) []byte { return bytes.Repeat([]byte{255}, n) }

// update tells a receiver of the ship; nil = the host, and its owner sends it.
func (x *craft) update(to *player) []byte {
	s := to
	if s == nil {
		s = x.owner
	}
	v := x.views[to]
	if v == nil {
		v = &view{}
		x.views[to] = v
	}
	m := message.StateUpdate{ObjectID: x.id, GameTime: s.clock()}
	if to == nil {
		m.GameTime -= x.owner.early
	}
	m.SetContext(message.Context{Class: x.class, Dialect: message.Stock})
	bools := 0
	if own := to != nil && to == x.owner; !own {
		bools = x.motion(&m, v, s.now, to == nil)
	}
	if to == nil {
		m.DirtyFlags |= message.FlagWeapons
	} else {
		x.block(&m, v, to != x.owner, bools)
	}
	v.told++
	return synth.Game(0x1C, &m)
}

// motion puts in a full position every 1.3 s, and an offset otherwise.
func (x *craft) motion(m *message.StateUpdate, v *view, now time.Duration, up bool) (bools int) {
	place := x.place(now)
	if v.told%13 != 0 {
		m.DirtyFlags = message.FlagDelta
		m.Delta = wire.CV4{Direction: wire.CV3{0, 127, 0}, Magnitude: wire.NewCF16(float64(place[1] - v.baseline[1]))}
		return 0
	}
	m.DirtyFlags = message.FlagPosition | message.FlagForward | message.FlagUp | message.FlagSpeed
	m.Position, m.HasHash, m.SubsysHash = place, up, x.hash
	m.Forward, m.Up, m.Speed = wire.CV3{0, 127, 0}, wire.CV3{0, 0, 127}, wire.NewCF16(shipSpeed)
	v.baseline = place
	return 1
}

// block puts in the next subsystems until there are ten bytes.
func (x *craft) block(m *message.StateUpdate, v *view, remote bool, bools int) {
	m.DirtyFlags |= message.FlagSubsystems
	m.Subsystems.StartIndex = uint8(v.cursor)
	parts := x.class.Subsystems
	for length, n := 1, 0; n < len(parts) && length < 10; n++ {
		sub := &parts[v.cursor]
		state := message.SubsystemState{Condition: 255, Children: full(len(sub.Children)), Main: 255, Backup: 255}
		if v.cursor == 0 {
			state.Condition = x.hull
		}
		if sub.Format == ship.Shield {
			state.Facings = append([]byte{x.shield}, full(5)...)
		}
		length += ship.EntrySize(sub, remote)
		if sub.Format.HasPower() {
			if state.HasData = remote; remote {
				state.Power = 100
			}
			if bools%5 == 0 {
				length++
			}
			bools++
		}
		m.Subsystems.Items = append(m.Subsystems.Items, state)
		v.cursor = (v.cursor + 1) % len(parts)
	}
}

// Fighting.

// torpedo and bolt are shots at a ship.
func (x *craft) torpedo(tube string, at *craft) []byte {
	return synth.Game(0x19, &message.TorpedoFire{
		ObjectID: x.part(tube), Projectile: 2, Flags: 1, Direction: wire.CV3{127, 0, 0}, TargetID: at.id,
		HitOffset: message.Contact{Direction: wire.CV3{0, 127, 0}, Magnitude: 90},
	})
}

func (x *craft) bolt(cannon string, at *craft) []byte {
	return synth.Game(0x1A, &message.BeamFire{ObjectID: x.part(cannon), Kind: 2, Direction: wire.CV3{127, 0, 0}, Flags: 3, TargetID: at.id})
}

// collision is the report of a ship that hit something.
func (x *craft) collision(other uint32) []byte {
	return synth.Game(0x15, &message.Event{
		ClassID: message.ClassCollision, EventCode: 0x00800050, SourceID: other, TargetID: x.id, Force: 900,
		Contacts: []message.Contact{{Direction: wire.CV3{127, 0, 0}, Magnitude: 200}},
	})
}

// explodes is the death of a ship by a killer; 0 = nobody.
func (x *craft) explodes(killer uint32, peer uint8, lifetime float32) []byte {
	return synth.Game(0x06, &message.Event{
		ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, SourceID: killer, TargetID: x.id,
		FiringPlayer: int32(peer), Lifetime: lifetime,
	})
}

func (x *craft) explosion() []byte {
	return synth.Game(0x29, &message.Explosion{
		ObjectID: x.id, Impact: wire.CV4{Direction: wire.CV3{0, 127, 0}, Magnitude: wire.NewCF16(20)}, Radius: wire.NewCF16(50), Damage: wire.NewCF16(6000),
	})
}

// scored is the score of a death without a killer.
func (p *player) scored() []byte {
	return synth.Game(0x36, &message.ScoreChange{VictimID: int32(p.peer), VictimDeaths: p.deaths})
}

// dies makes a wreck of the ship.
func (x *craft) dies(lifetime float32) {
	x.hull, x.wreck = 0, x.owner.now+time.Duration(float64(lifetime)*float64(time.Second))
}

// killed is a death by the weapons of a ship, as all are told of it.
func (x *craft) killed(by *craft) {
	x.dies(9.5)
	p := x.owner
	p.tellAll(x.explodes(by.id, by.owner.peer, 9.5))
	p.tellAll(x.explosion())
}

// perished is a death without a killer.
func (x *craft) perished(lifetime float32) {
	x.dies(lifetime)
	p := x.owner
	p.deaths++
	p.tellAll(x.explodes(0, 0, lifetime))
	p.tellAll(p.scored())
}

// content is the capture.
func (s *story) content() []byte {
	link := synth.Ethernet()
	if s.at != nil {
		s.Sent = slices.DeleteFunc(s.Sent, func(d synth.Sent) bool { return d.From != s.at.addr && d.To != s.at.addr })
	}
	frames := s.Frames(link)
	for i := range frames {
		if t := frames[i].Time; s.setBack > 0 && t.Sub(s.Start) >= s.setBack {
			frames[i].Time = t.Add(-s.back)
		}
	}
	return synth.Pcap{Link: link.Type}.File(frames)
}
