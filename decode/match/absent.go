package match

import (
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// A capture may have no connection of a player: at a client it has none of the others, and one that
// begins in a battle has none yet. The host tells who they are: PeerInfo their peer ids, creations
// their slots. firstPeer is the peer id of slot 0 at a host that does not play.
const firstPeer = 2

// base is the peer id of slot 0, as a connection shows of which both are known.
func (h *host) base() int {
	if h.firstPeer == 0 {
		return firstPeer
	}
	return h.firstPeer
}

// playerOfID gives the player in the slot of an id; nil = it is no player's, or there is no room for him.
func (m *Match) playerOfID(h *host, id uint32) *Player {
	slot, ok := wire.OwnerSlot(id)
	if !ok || slot >= len(h.slots) {
		return nil
	}
	if c := h.slots[slot]; c != nil && c.Player != nil && (!c.over() || h.absent[slot] == nil) {
		return c.Player
	}
	if h.absent[slot] == nil {
		h.absent[slot] = m.newPlayer(&h.mission, "")
		h.attributeChat(slot+h.base(), nil, h.absent[slot])
	}
	return h.absent[slot]
}

// attachPeer enters a connection under its peer id, and gives it the score and the texts that came for that id before.
func (h *host) attachPeer(c *Connection) {
	if c.PeerID == 0 {
		return
	}
	h.peers[c.PeerID] = c
	if score, ok := h.scoresAhead[c.PeerID]; ok {
		c.Score = score
		delete(h.scoresAhead, c.PeerID)
	}
	h.attributeChat(int(c.PeerID), c, c.Player)
}

// attributeChat gives a client or a player the last texts of a peer that nobody knew when they came.
func (h *host) attributeChat(peer int, from *Connection, p *Player) {
	for _, s := range h.recentTexts {
		if s.PeerID == peer && s.From == nil && s.Player == nil && !s.left {
			s.From, s.Player = from, p
		}
	}
}

// detachPeer forgets what was told of a peer: somebody else has the id from now on.
func (h *host) detachPeer(peer uint8) {
	h.namedPeers[peer] = nil
	delete(h.scoresAhead, peer)
	delete(h.farewells, peer)
	for _, s := range h.recentTexts {
		s.left = s.left || s.PeerID == int(peer)
	}
}

// nameFromPeerInfo takes the name of a peer that the host tells of.
func (m *Match) nameFromPeerInfo(h *host, peer uint8, name string) {
	if c := h.peers[peer]; c != nil && !c.over() {
		if c.Name == "" {
			m.rename(c, name)
		}
		return
	}
	if name == "" {
		return
	}
	slot := int(peer) - h.base()
	if slot < 0 || slot >= len(h.slots) || h.slots[slot] != nil && !h.slots[slot].over() {
		h.namedPeers[peer] = m.named(h, h.namedPeers[peer], name)
		return
	}
	h.absent[slot] = m.named(h, h.absent[slot], name)
	h.namedPeers[peer] = h.absent[slot]
}

// nameFromCreation takes the name in the creation of a ship: that of its player.
func (m *Match) nameFromCreation(r *record.Record, c *Connection, o *message.ObjectCreate) {
	name := wire.ShortName(o.ObjectName.String())
	slot, ok := wire.OwnerSlot(o.ObjectID)
	if r.Payload[0] != message.OpcodeObjectCreateTeam || o.ClassID != message.ClassShip || name == "" || !ok || slot >= maxMembers {
		return
	}
	h := m.host(c.Server)
	if r.Dir == record.ToClient {
		c = h.slots[slot]
	}
	switch {
	case c == nil || c.over():
		h.absent[slot] = m.named(h, h.absent[slot], name)
	case c.Name == "":
		m.rename(c, name)
	}
}

// named gives the player of a name, of whom something may be known already; nil = there is no room
// for him.
func (m *Match) named(h *host, known *Player, name string) *Player {
	if known != nil && known.Name == name {
		return known
	}
	switch other := m.playerOf(&h.mission, name, nil); {
	case other != nil && known != nil:
		m.merge(known, other)
		return other
	case other != nil:
		return other
	case known != nil && known.Name == "":
		known.Name = name
		return known
	}
	return m.newPlayer(&h.mission, name)
}

// slotFromID takes the slot of a client of whose join the capture has nothing, or not all, from an object of its own.
func (m *Match) slotFromID(c *Connection, id uint32) {
	slot, ok := wire.OwnerSlot(id)
	if c.Joined && c.lost.Frame == 0 || c.Slot >= 0 || !ok {
		return
	}
	h := m.host(c.Server)
	c.Slot = slot
	h.takeSlot(c)
	for _, known := range []*Player{h.absent[slot], h.namedPeers[c.PeerID]} {
		m.identifyAs(c, known)
	}
	h.absent[slot], h.namedPeers[c.PeerID] = nil, nil
}

// identifyAs makes a client the player that the host announced before; nil = there is none.
func (m *Match) identifyAs(c *Connection, known *Player) {
	switch {
	case known == nil || known == c.Player:
	case c.Player == nil:
		c.Name = known.Name
		m.moves(c, known)
	case known.Name == "":
		m.merge(known, c.Player)
	case c.Name == "":
		m.rename(c, known.Name)
	}
}

// departs takes who has gone: somebody else may get the peer id, and the slot that goes with it.
func (h *host) departs(r *record.Record, c *Connection, peer uint8) {
	h.leaver.Event, h.leaver.peer, h.leaver.connection, h.leaver.player = EventOf(r), peer, c, h.player(int32(peer))
	if c != nil && !c.over() {
		return
	}
	if d := (departure{r.Steady(), c, h.player(int32(peer))}); d.player != nil {
		if h.departures == nil {
			h.departures = map[uint8]departure{}
		}
		if old, known := h.departures[peer]; !known || old.player != d.player || d.at.Sub(old.at) > relayWithin { // otherwise others are told the same
			h.departures[peer] = d
		}
	}
	told, known := h.farewells[peer]
	h.detachPeer(peer)
	if !known {
		told = farewell{Event: EventOf(r), link: r.Link}
	}
	if h.farewells == nil {
		h.farewells = map[uint8]farewell{}
	}
	h.farewells[peer] = told
	if slot := int(peer) - h.base(); slot >= 0 && slot < len(h.absent) {
		h.absent[slot] = nil
		h.vacant[slot], h.taken[slot] = true, 0
	}
}

// arrives takes who has come, of whom the capture may have no connection: what flies under an id of the slot
// from now on is of him.
func (h *host) arrives(r *record.Record, peer uint8) {
	if slot := int(peer) - h.base(); slot >= 0 && slot < len(h.vacant) && h.vacant[slot] {
		h.vacant[slot], h.taken[slot] = false, r.Frame
	}
}

// namesLeaver takes the name in the text that a player has left: of who has gone just before; false = nobody has.
func (m *Match) namesLeaver(r *record.Record, h *host, name string) bool {
	x := &h.leaver
	if x.peer == 0 || name == "" || r.Steady().Sub(x.Time) > joiningFor {
		return false
	}
	if n, known := h.farewells[x.peer]; known {
		n.name = name
		h.farewells[x.peer] = n
	}
	switch {
	case x.player == nil || x.player.Name != "":
	case x.connection != nil && x.connection.Player == x.player:
		m.rename(x.connection, name)
	default:
		m.named(h, x.player, name)
	}
	x.peer = 0
	return true
}
