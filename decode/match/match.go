package match

import (
	"net/netip"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Match is the account of all captures that it was given. One goroutine at a time.
type Match struct {
	begun       []func(*Ship) any // what reports keep of a life that begins
	forgets     []func(*Ship)
	passes      bool // who passes on what is asked for
	waits       bool // how long messages wait is
	file        string
	connections []*Connection // of all captures
	players     []*Player
	lives       Lives
	kills       []*Kill
	chat        []*Said
	volleys     []*Volley
	missions    []*Mission
	relays      relays
	answers     answers
	dropped     Dropped

	// Of the capture at hand.
	now      Event       // the newest record
	numbered [2]Numbered // to the server, to the client
	byLink   map[uint32]*Connection
	waiting  *bounded.Map[uint32, *Connection] // those that there is no room for, by link
	hosts    map[netip.AddrPort]*host
	past     []*host         // that have started anew
	newest   *host           // that was asked for; nil = none was
	cache    [64]*Connection // by number of the link
	ships    [256]struct {   // by number of the link and id
		link, id uint32
		own      bool // the owner's updates were heard too
		ship     *Ship
	}
	change Change
	heard  *Connection // of the newest record
}

// Dropped counts what a limit left out. Connections counts again one that was forgotten and goes on, Answers and Rounds count
// answers to checksum requests, and rounds of them.
type Dropped struct{ Connections, Players, Kills, Chat, Volleys, Answers, Rounds int64 }

// Change is what a record did to a ship.
type Change struct {
	Ship    *Ship // that an update is about, or that begins or ends; nil = none
	Created bool  // it is the first that is told of its creation
	Ended   bool  // it ends with it
	Kill    *Kill // nil = nobody was killed
	Shot    bool  // it is the first that tells of a shot
}

// New makes a Match that has seen nothing.
func New() *Match {
	m := &Match{}
	m.lives = Lives{limit: maxShips, room: m.Room, begins: m.begins, forget: m.forget}
	m.Begin("")
	return m
}

// Slot is where a report finds what it keeps of each ship.
type Slot[T any] struct{ place int }

// Keep has something kept of each life that begins, for one report.
func Keep[T any](m *Match, begins func(*Ship) T) Slot[T] {
	m.begun = append(m.begun, func(x *Ship) any { return begins(x) })
	return Slot[T]{len(m.begun) - 1}
}

// Of gives what is kept of a life.
func (s Slot[T]) Of(x *Ship) T {
	of, _ := x.kept[s.place].(T)
	return of
}

// Set keeps something else of a life.
func (s Slot[T]) Set(x *Ship, of T) { x.kept[s.place] = of }

// OnForget asks for lives that make room for others, the oldest first.
func (m *Match) OnForget(f func(*Ship)) { m.forgets = append(m.forgets, f) }

// AskWaits asks for Connection.Waits, before the first record.
func (m *Match) AskWaits() { m.waits = true }

// AskRelays asks for who passes on what, before the first record.
func (m *Match) AskRelays() { m.passes = true }

// Begin tells that another capture follows: its links and objects are others.
func (m *Match) Begin(file string) {
	m.file, m.now = file, Event{}
	m.newest, m.past, m.numbered = nil, nil, [2]Numbered{}
	m.byLink, m.hosts = map[uint32]*Connection{}, map[netip.AddrPort]*host{}
	m.waiting = bounded.New[uint32, *Connection](maxWaiting)
	clear(m.cache[:])
	clear(m.ships[:])
	m.lives.NextCapture()
	m.relays.begin(file)
}

// Connections gives the connections of all captures, in order.
func (m *Match) Connections() []*Connection { return m.connections }

// Players gives the players of all captures, in order.
func (m *Match) Players() []*Player { return m.players }

// Lives gives the ships of all captures that are still kept.
func (m *Match) Lives() *Lives { return &m.lives }

// Kills gives the ships that exploded, in order.
func (m *Match) Kills() []*Kill { return m.kills }

// Chat gives what was said, each text once.
func (m *Match) Chat() []*Said { return m.chat }

// Volleys gives the shots that ships fired at once, in order.
func (m *Match) Volleys() []*Volley { return m.volleys }

// Missions gives what hosts said about their missions, one for each game of a server: another one begins when it starts anew.
func (m *Match) Missions() []*Mission { return m.missions }

// Relays gives what hosts passed on, by opcode; call it after End.
func (m *Match) Relays() *[256]RelayRow { return &m.relays.rows }

// Answers gives the answers to checksum rounds that differ, in order.
func (m *Match) Answers() []*Answer { return m.answers.order }

// TurnedAway tells why a client was turned away; against are files of an installation, by round. ok is false for one
// that was not, or for reasons that no file and no version has.
func (m *Match) TurnedAway(c *Connection, against map[uint8]*Reference) (t TurnedAway, ok bool) {
	return (&court{m.connections, m.players, against}).judge(c)
}

// Dropped counts what found no room.
func (m *Match) Dropped() Dropped {
	d := m.dropped
	d.Answers, d.Rounds = m.answers.left, m.answers.rounds
	return d
}

// Numbered gives the numbered messages of the capture at hand, those to the server and those to the client.
func (m *Match) Numbered() *[2]Numbered { return &m.numbered }

// NumberedOf gives the numbered messages of a server, or those of the capture if there was no room for the server.
func (m *Match) NumberedOf(server netip.AddrPort) *[2]Numbered {
	if h := m.hosts[server]; h != nil {
		return h.numbered
	}
	return &m.numbered
}

// Change gives what the record that was taken last did, as Take did.
func (m *Match) Change() *Change { return &m.change }

// Room is for how many there is room up to the record at hand.
func (m *Match) Room(most int) int { return Room(most, m.now.Frame) }

// Take takes the next record. What it gives is valid until the next one.
func (m *Match) Take(r *record.Record) *Change {
	m.change, m.heard = Change{}, nil
	if r.Proto != record.BC || r.Link == 0 {
		return &m.change
	}
	if m.now.Frame < r.Frame { // what is told late of a lost fragment is of an earlier one
		m.now.Is(r)
		m.relays.settle(m.now.Time)
	}
	if m.passes && r.Answers.Frame != 0 && r.Dir == record.ToClient {
		m.relays.acked(r, m.host(r.Server()))
	}
	if r.Walked {
		m.walked(r)
	} else {
		m.general(r)
	}
	if x := m.change.Ship; x != nil && x.Class == "" && x.learnt == "" && !x.Other && !m.change.Ended {
		x.learnt = ClassKey(r.Context.Class)
	}
	if m.waits && m.heard != nil && r.Answers.Frame != 0 {
		m.heard.Waits.Take(r)
	}
	return &m.change
}

// walked takes an update or an Ack that nobody has to decode.
func (m *Match) walked(r *record.Record) {
	c := m.connection(r)
	m.heard = c
	c.hear(r)
	if r.Header.Type == transport.Ack {
		c.acks(r)
	} else if !c.waits {
		id, _, _, _ := message.UpdateHeader(r.Payload)
		if c.hashed.Frame == 0 {
			c.hash(r)
		}
		m.update(r, c, id)
		m.pass(r, c, message.OpcodeStateUpdate)
	}
}

// Connection gives the connection of the record that was taken last; nil = it belongs to none, or
// there is no room for it.
func (m *Match) Connection() *Connection {
	if m.heard == nil || m.heard.waits {
		return nil
	}
	return m.heard
}

func (m *Match) general(r *record.Record) {
	if r.Lost() || r.Unread {
		return
	}
	c := m.newConnection(r)
	m.heard = c
	c.hear(r)
	if r.Header.HasSeq && r.Header.Type == transport.Data && r.Parts == nil {
		m.numbered[senderIndex(r)].take(r)
		m.host(c.Server).numbered[senderIndex(r)].take(r)
	}
	c.gap(r)
	if r.Header.Type == transport.Ack {
		c.acks(r)
	}
	if r.Again() {
		c.sentAgain(r)
		m.seenAgain(r, c)
		return
	}
	if c.PeerID == 0 && r.ClientPeer != 0 && !c.over() { // the answer to its request is missing
		c.PeerID = r.ClientPeer
		m.identified(c)
	}
	if c.Name == "" && r.Client != "" {
		m.rename(c, r.Client)
	}
	opcode, ok := r.Opcode()
	switch {
	case r.Part():
		c.part(r)
	case ok && c.waits: // it takes part in nothing
	case ok:
		m.game(r, c, opcode)
	case r.Parts == nil && r.Header.Type != transport.Data:
		m.control(r, c)
	}
}

// seenAgain takes what was there before. An update says nothing new, but it is about a ship. Of a report or a request
// the host may not have got the copy before.
func (m *Match) seenAgain(r *record.Record, c *Connection) {
	content := r.Content()
	switch x := content.Message.(type) {
	case *message.StateUpdate:
		if content.Fields > 0 {
			m.update(r, c, x.ObjectID)
		}
	case *message.Event:
		if r.Payload[0] == message.OpcodeCollisionEffect && content.Complete() {
			m.collides(r, x)
		}
	case *message.HostMsg:
		c.asksToDie(r)
	}
}

// game takes a game message.
func (m *Match) game(r *record.Record, c *Connection, opcode uint8) {
	if r.Joined() && r.Dir == record.ToServer {
		c.Pending = Partial{}
	}
	m.step(r, c, opcode)
	switch opcode {
	case message.OpcodeStateUpdate:
		c.hash(r)
	case message.OpcodeChecksumRequest, message.OpcodeChecksumResponse, message.OpcodeChecksumComplete:
		m.answers.take(r, c)
	}
	m.learn(r, c)
	m.pass(r, c, opcode)
}

// hash notes an update of the client with a hash of its ship's subsystems.
func (c *Connection) hash(r *record.Record) {
	if r.Dir != record.ToServer {
		return
	}
	if c.hashed.Frame == 0 && message.UpdateHasHash(r.Payload) {
		c.hashed.Is(r)
	}
	if c.Strange.Frame == 0 && r.Has(record.SubsysHash) {
		c.Strange.Is(r)
	}
}

// step takes a step of a join.
func (m *Match) step(r *record.Record, c *Connection, opcode uint8) {
	name, to := stepOf(r, opcode)
	if name == StepMission && c.over() && c.Entered.Frame == 0 && r.Steady().Sub(c.left) < joiningFor {
		c.Entered = EventOf(r) // the others knew before that it is gone
	}
	if name == "" || c.over() && !c.waits {
		return
	}
	known := c.Joined || len(c.Steps) > 0 // otherwise the first ship of a player may be any
	if name == StepShip && !known {
		return
	}
	if name == StepMission && !c.has(StepReady) && c.Joined && !c.missed {
		return // a host that tells of a mission before the client is ready
	}
	c.step(name, r)
	if to > c.State {
		c.State = to
	}
	if to == InGame {
		m.enter(c, EventOf(r))
	}
}

// learn takes what a game message tells of the match.
func (m *Match) learn(r *record.Record, c *Connection) {
	content := r.Content()
	if u, ok := content.Message.(*message.StateUpdate); ok {
		if content.Fields > 0 {
			m.update(r, c, u.ObjectID)
		}
		return
	}
	if x, ok := content.Message.(*message.ObjectCreate); ok {
		if content.Fields >= x.FieldsToObject() {
			m.created(r, c, x)
		}
		return
	}
	if content.Message == nil || !content.Complete() {
		return
	}
	m.takeComplete(r, c, content.Message)
}

// takeComplete takes a complete message.
func (m *Match) takeComplete(r *record.Record, c *Connection, told wire.Message) {
	h := m.host(c.Server)
	switch x := told.(type) {
	case *message.Settings:
		m.settings(c, h, x)
	case *message.MissionInit:
		h.mission.init(x)
	case *message.SystemChecksumFail:
		c.refuse(r, false, x.Text.String())
	case *message.VersionDifferent:
		c.refuse(r, true, x.Text.String())
	case *message.DestroyObject:
		m.ended(r, c, x.ObjectID, End{})
	case *message.Event:
		m.event(r, c, h, x)
	case *message.PlayerLeftText:
		if name := wire.ShortName(x.PlayerName.String()); !m.namesLeaver(r, h, name) {
			m.leftByName(r, c, h, name)
		}
	case *message.BootPlayer:
		m.bootPlayer(r, c, x)
	case *message.HostMsg:
		c.asksToDie(r)
	case *message.Explosion:
		m.blast(r, x.ObjectID)
	case *message.TorpedoFire:
		m.fired(r, c, Torpedo, x.ObjectID, targetOf(x.HasTarget(), x.TargetID))
	case *message.BeamFire:
		m.fired(r, c, Pulse, x.ObjectID, targetOf(x.HasTarget(), x.TargetID))
	default:
		m.scripts(r, c, h, told)
	}
}

// scripts takes a message of a mission's script.
func (m *Match) scripts(r *record.Record, c *Connection, h *host, told wire.Message) {
	switch x := told.(type) {
	case *message.Chat:
		m.says(r, c, h, x, false)
	case *message.TeamChat:
		m.says(r, c, h, &x.Chat, true)
	case *message.Score:
		h.score(r, x)
	case *message.ScoreInit:
		h.score(r, &x.Score)
		h.team(x.PlayerID, x.Team)
	case *message.TeamSelect:
		h.team(x.PlayerID, x.Team)
	case *message.ScoreChange:
		m.scored(r, h, x)
		h.scoreChange(r, x)
	case *message.TeamScore:
		h.mission.Teams[x.Team] = *x
	case *message.EndGame:
		m.roundEnds(r, &h.mission, x)
	case *message.RestartGame:
		h.mission.restart(r)
	}
}

// control takes a control message.
func (m *Match) control(r *record.Record, c *Connection) {
	if r.Header.Type == transport.Connect && r.Dir == record.ToServer && len(c.Steps) == 0 {
		c.step(StepConnect, r)
	}
	switch x := r.Content().Message.(type) {
	case *transport.ConnectResponse:
		c.PeerID = x.AssignedPeerID
		h := m.host(c.Server)
		h.detachPeer(c.PeerID)
		h.attachPeer(c)
		c.step(StepAccepted, r)
	case *transport.Peer:
		m.peerInfo(r, c, x)
	case *transport.Kick:
		m.boot(r, c, x)
	}
	if r.Header.Type == transport.Disconnect || r.Header.Type == transport.OldDisconnect {
		m.disconnect(r, c)
	}
}

// disconnect takes a Disconnect, of which third-party software has a form without content.
func (m *Match) disconnect(r *record.Record, c *Connection) {
	if r.Dir == record.ToClient {
		m.close(c, Unknown, EventOf(r), "the host closed the connection")
		return
	}
	m.close(c, Left, EventOf(r), "")
}

// pass takes a game message, on its first way along a link: one of a client that the host is to
// pass on, or a copy.
func (m *Match) pass(r *record.Record, c *Connection, opcode uint8) {
	if !m.passes {
		return
	}
	switch {
	case r.Dir == record.ToServer:
		m.relays.original(r, c, m.host(c.Server), opcode, m.change.Ship)
	case r.Relay.Frame != 0:
		m.relays.copied(r, c, m.host(c.Server), opcode)
	case opcode == message.OpcodeObjectCreateTeam || opcode == message.OpcodeObjectCreate:
		m.relays.created(c, m.host(c.Server), m.change.Ship)
	}
}

// host gives the game of a server. Beyond the limit servers share one that nobody asks about.
func (m *Match) host(address netip.AddrPort) *host {
	if h := m.newest; h != nil && h.address == address {
		return h // most captures have one
	}
	m.newest = m.hostOf(address)
	return m.newest
}

func (m *Match) hostOf(address netip.AddrPort) *host {
	if h := m.hosts[address]; h != nil {
		return h
	}
	if len(m.hosts) >= maxGames {
		address = netip.AddrPort{}
		if h := m.hosts[address]; h != nil {
			return h
		}
	}
	h := &host{address: address, numbered: &[2]Numbered{}}
	h.mission = Mission{Server: address, Teams: map[uint8]message.TeamScore{}}
	m.hosts[address] = h
	if len(m.missions) < maxGames {
		m.missions = append(m.missions, &h.mission)
	}
	return h
}
