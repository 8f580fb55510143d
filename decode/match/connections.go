package match

import (
	"fmt"
	"math"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// connection gives the connection of a record.
func (m *Match) connection(r *record.Record) *Connection {
	known := &m.cache[r.Link%uint32(len(m.cache))]
	if c := *known; c != nil && c.Link == r.Link && !c.replacedBy(r) {
		return c
	}
	c := m.ofLink(r.Link)
	if c == nil || c.replacedBy(r) {
		c = m.connect(r)
	}
	if c.waits && r.Dir == record.ToClient && len(m.connections) < 2*m.Room(maxConnections) {
		m.admit(c)
	}
	if !c.waits {
		*known = c
	}
	return c
}

// ofLink gives the newest connection of a link; nil = there is none, or it had to make room.
func (m *Match) ofLink(link uint32) *Connection {
	if c := m.byLink[link]; c != nil {
		return c
	}
	c, _ := m.waiting.Get(link)
	return c
}

// replacedBy reports whether a record that begins no connection belongs to another one on the
// same addresses: the one before is over, or long silent, and its client has another id.
// Third-party clients write another id than the one that they were given.
func (c *Connection) replacedBy(r *record.Record) bool {
	return r.ClientPeer != 0 && c.PeerID != 0 && r.ClientPeer != c.PeerID && (c.over() || r.Steady().Sub(c.last()) >= droppedAfter)
}

// newConnection gives the connection of a record that may begin one: another connect request
// than the last one does. A request that was sent before the capture began and is sent again belongs to the join
// that goes on: that has steps, or the client has an id, or it has said something else without one.
func (m *Match) newConnection(r *record.Record) *Connection {
	if r.Unread || r.Header.Type != transport.Connect || r.Dir != record.ToServer {
		return m.connection(r)
	}
	token := uint32(0) // third-party clients have none
	if request, ok := r.Content().Message.(*transport.ConnectRequest); ok {
		token = request.Token
	}
	c := m.ofLink(r.Link)
	again := r.Peer != nobody && !r.Header.OneByteLength // the first copy was sent before the capture began
	goesOn := c != nil && !c.Joined && (again || len(c.Steps) > 0 || c.PeerID == 0 && c.Heard.Frame != 0)
	if c == nil || c.token != token && !goesOn || r.Has(record.NewLink) || c.over() && !r.Has(record.Retransmit) {
		if c != nil && !c.over() {
			m.close(c, Unknown, c.lastWord(c.Told), connectsAgain)
		}
		c = m.connect(r)
		c.Joined = !again
	}
	if c.token = token; c.Asked.Frame == 0 {
		c.Asked = EventOf(r)
	}
	if !c.waits {
		m.cache[r.Link%uint32(len(m.cache))] = c
	}
	return c
}

// connectsAgain is how a connection ends whose client begins another one.
const connectsAgain = "the client connects again"

// nobody is byte 0 of what a client without an id sends.
const nobody = 0xFF

// connect begins a connection. One that there is no room for waits, and takes part in nothing, until the host speaks to
// it: a flood of requests must not push out those who play.
func (m *Match) connect(r *record.Record) *Connection {
	if old := m.byLink[r.Link]; old != nil && !old.over() {
		m.close(old, Unknown, old.lastWord(old.Told), "another connection on the same addresses")
	}
	c := &Connection{
		File: m.file, Number: len(m.connections) + 1, Link: r.Link, Client: r.Src, Server: r.Server(), Game: &m.host(r.Server()).mission,
		Slot: -1, PeerID: r.ClientPeer, member: -1,
	}
	if r.Dir == record.ToClient {
		c.Client = r.Dst
	}
	if len(m.connections) < m.Room(maxConnections) {
		m.admit(c)
	} else {
		c.waits = true
		m.dropped.Connections++
		m.waiting.Put(r.Link, c)
	}
	return c
}

// admit puts a connection on the list.
func (m *Match) admit(c *Connection) {
	if c.waits {
		c.waits, c.Number = false, len(m.connections)+1
		m.dropped.Connections--
		m.waiting.Drop(c.Link)
	}
	m.connections = append(m.connections, c)
	m.byLink[c.Link] = c
	clear(m.ships[:]) // its ships are others
	m.attach(c)
}

// close ends a connection and takes it out of the game.
func (m *Match) close(c *Connection, why Why, at Event, text string) {
	c.end(why, at, text)
	m.leave(c)
}

// leave takes a client out of the game.
func (m *Match) leave(c *Connection) {
	c.left = m.now.Time
	if c.member >= 0 {
		m.host(c.Server).leave(c, m.now.Time)
	}
}

// enter takes a client into the game.
func (m *Match) enter(c *Connection, at Event) {
	if c.Entered.Frame != 0 || c.over() {
		return
	}
	c.Entered, c.State = at, InGame
	m.play(c)
	m.host(c.Server).enter(c, at)
}

// settings are those that a newcomer is told.
func (m *Match) settings(c *Connection, h *host, s *message.Settings) {
	if h.clock != nil && m.restarted(c, h, s.GameTime) {
		h = m.restart(h)
	}
	h.clock = &clock{m.now, s.GameTime}
	c.Slot = int(s.PlayerSlot)
	h.takeSlot(c)
	if c.Slot < len(h.absent) {
		h.absent[c.Slot] = nil // he is gone whose slot it was
	}
	h.mission.settings(s)
	if s.NameChanged {
		m.rename(c, wire.ShortName(s.NewName.String()))
	}
}

// restarted reports whether a host has started anew before it tells a newcomer its clock: that is another one, and
// whoever knew the one before was told nothing since the newcomer came.
func (m *Match) restarted(c *Connection, h *host, clock float32) bool {
	goes := func(on time.Duration) bool { // whether the same clock goes on, after so long
		return !(math.Abs(on.Seconds()-float64(clock-h.clock.told)) > lagsBy.Seconds())
	}
	if c.Entered.Frame != 0 || goes(m.now.Time.Sub(h.clock.Time)) || goes(m.now.Clock().Sub(h.clock.Clock())) || len(m.past) >= maxGames {
		return false
	}
	return !slices.ContainsFunc(m.connections, func(o *Connection) bool {
		return o != c && o.Game == c.Game && o.has(StepSettings) && c.First.Time.Before(o.Told.Time)
	})
}

// restart begins another game of a host: whoever joins is in it, all others have gone.
func (m *Match) restart(before *host) *host {
	m.past, m.newest = append(m.past, before), nil
	delete(m.hosts, before.address)
	h := m.host(before.address)
	h.numbered = before.numbered
	for _, c := range m.connections {
		switch {
		case c.Game != &before.mission || c.over():
		case c.Entered.Frame != 0 && m.outlives(c, droppedAfter):
			m.close(c, TimedOut, c.lastWord(c.Told), "silent for "+seconds(m.outlived(c)))
		case c.Entered.Frame != 0:
			m.close(c, Unknown, c.lastWord(c.Told), "the host starts anew")
		default:
			p := c.Player
			c.Game, c.Player = &h.mission, nil
			h.attachPeer(c)
			if p == nil {
				continue
			}
			p.Connections = slices.DeleteFunc(p.Connections, func(o *Connection) bool { return o == c })
			m.moves(c, m.newPlayer(c.Game, c.Name))
		}
	}
	return h
}

// outlives reports whether the host spoke to anybody that long after a client was heard last: to those who were there before it
// would have dropped that one.
func (m *Match) outlives(c *Connection, by time.Duration) bool {
	return slices.ContainsFunc(m.connections, func(o *Connection) bool { return c.outlivedIn(o) >= by })
}

// outlived is for how long it did.
func (m *Match) outlived(c *Connection) (longest time.Duration) {
	for _, o := range m.connections {
		longest = max(longest, c.outlivedIn(o))
	}
	return longest
}

func (c *Connection) outlivedIn(o *Connection) time.Duration {
	if o.Game != c.Game || o.First.Time.Sub(c.Heard.Time) >= droppedAfter {
		return 0
	}
	return o.Told.Time.Sub(c.Heard.Time)
}

// peerInfo takes who a peer is: the client itself, or another that the host tells of.
func (m *Match) peerInfo(r *record.Record, c *Connection, p *transport.Peer) {
	if r.Dir != record.ToServer {
		m.nameFromPeerInfo(m.host(c.Server), p.PeerID, wire.ShortName(p.Name.String()))
		return
	}
	c.step(StepName, r)
	m.rename(c, wire.ShortName(p.Name.String()))
}

// boot takes a Boot message. It goes to the client that is thrown out, and tells the others.
func (m *Match) boot(r *record.Record, c *Connection, kick *transport.Kick) {
	const receiver = 0xFF
	if c.PeerID == 0 && kick.PeerID != receiver && !c.over() {
		c.PeerID = kick.PeerID
		m.identified(c)
	}
	if kick.PeerID == c.PeerID || kick.PeerID == receiver {
		c.boot(kick, EventOf(r))
		m.leave(c)
		return
	}
	if x := m.host(c.Server).peers[kick.PeerID]; x != nil && !x.over() {
		x.Ending.Others = EventOf(r)
		x.boot(kick, EventOf(r))
		m.leave(x)
	}
}

// bootPlayer takes the game message with which a third-party server throws a client out; its reasons
// are a list of its own.
func (m *Match) bootPlayer(r *record.Record, c *Connection, x *message.BootPlayer) {
	if r.Dir != record.ToClient {
		return
	}
	why := Kicked
	if c.Entered.Frame == 0 {
		why = Refused
	}
	if x.Reason == bootChecks && c.thrown.Frame == 0 {
		c.thrown = EventOf(r)
	}
	m.close(c, why, EventOf(r), fmt.Sprintf("BootPlayer, reason %d", x.Reason))
}

// gone takes what the others are told of a client that has left.
func (m *Match) gone(at Event, link uint32, x *Connection) {
	if x == nil || x.Heard.Frame == 0 && x.Told.Frame == 0 {
		return
	}
	if old := m.before(x, at, link); old != nil {
		x = old
	}
	if x.Ending.Why == Open && x.joins() && x.Refusal.Frame == 0 && at.Time.Sub(x.Heard.Time) < keepaliveAfter {
		if x.rumour.Frame == 0 {
			x.rumour = at // about whoever had its id before, unless the host says no more
		}
		return
	}
	if len(x.told) < maxMembers {
		x.told = append(x.told, link)
	}
	if x.Ending.Why == Open {
		x.lose(at)
		m.leave(x)
		x.hearsay = true
	}
	if x.Ending.Others.Frame == 0 {
		x.Ending.Others = at
	}
	if x.Entered.Frame == 0 && !x.Joined && len(x.Steps) == 0 && x.Heard.Frame != 0 { // it leaves as the capture begins
		x.Entered = x.First
		m.play(x)
		if l := &m.host(x.Server).leaver; l.connection == x {
			l.player = x.Player
		}
	}
}

// identified takes a client whose id is known late; others may have been told before that it has gone.
func (m *Match) identified(c *Connection) {
	h := m.host(c.Server)
	m.attach(c)
	if n := h.farewells[c.PeerID]; !c.Joined && n.Frame != 0 && !n.Time.Before(c.First.Time) && m.now.Time.Sub(n.Time) < leavingFor {
		m.rename(c, n.name)
		m.gone(n.Event, n.link, c)
	}
}

// attach gives a connection its peer id. Who has had it until now and goes on, behind a router that begins anew, keeps his ship.
func (m *Match) attach(c *Connection) {
	h := m.host(c.Server)
	if o := h.peers[c.PeerID]; c.PeerID != 0 && o != nil && o.changesPort(c) {
		c.Name, c.Slot = o.Name, o.Slot
		h.takeSlot(c)
		m.moves(c, o.Player)
	}
	h.attachPeer(c)
}

// changesPort reports whether a connection in the game seems to go on in one that begins without a connect request, from the same address and
// with the same peer id.
func (c *Connection) changesPort(o *Connection) bool {
	return c != o && c.Entered.Frame != 0 && !c.over() && !o.Joined && len(o.Steps) == 0 && (o.Player == nil || o.Player.Name == "") && c.Client.Addr() == o.Client.Addr()
}

// before gives the connection that had the peer id of x before it, if what a client is told of the end of
// that id is about the earlier one: it was there when that one ended, and was not told of it. What is lost
// on the way comes later than the host gives the id to somebody else. nil = it is about x.
func (m *Match) before(x *Connection, at Event, link uint32) *Connection {
	to := m.byLink[link]
	for i := len(m.connections) - 1; i >= 0; i-- {
		o := m.connections[i]
		if o == x || o.Game != x.Game || o.PeerID != x.PeerID || o.Entered.Frame == 0 || !o.over() {
			continue
		}
		there := to != nil && to.Entered.Frame != 0 && to.Entered.Time.Before(o.left)
		if there && at.Time.Sub(o.left) < relayWithin && !slices.Contains(o.told, link) {
			return o
		}
		return nil
	}
	return nil
}

// leftByName is for a host that shows the text and sends no event.
func (m *Match) leftByName(r *record.Record, c *Connection, h *host, name string) {
	for _, x := range h.members {
		if x != nil && x != c && x.Name == name && !x.over() && !x.Heard.Time.Before(x.Entered.Time) && r.Steady().Sub(x.Heard.Time) > leavingFor {
			m.gone(EventOf(r), r.Link, x)
		}
	}
}

// refuse takes a message that says why the client cannot join.
func (c *Connection) refuse(r *record.Record, version bool, text string) {
	if r.Dir == record.ToClient && c.Refusal.Frame == 0 {
		c.Refusal = Refusal{Event: EventOf(r), Version: version, Text: wire.Short(text, maxText)}
	}
}

// sentAgain counts a message that was there before.
func (c *Connection) sentAgain(r *record.Record) {
	c.Resent[senderIndex(r)]++
}

// gap notes that something that the host sent is not in the capture, or not yet: before a number, or before the first one.
func (c *Connection) gap(r *record.Record) {
	n, numbered := &c.numbers[senderIndex(r)], r.Header.HasSeq && r.Header.Type == transport.Data
	if r.Dir == record.ToClient && (r.Has(record.Gap) || numbered && !n.some && r.Header.Seq > 0) {
		c.lost = EventOf(r)
	}
	if numbered {
		n.take(r.Header.Seq)
	}
}

// acks takes an Ack. An Ack of a number above all that came shows that the message is missing, before the next number does.
func (c *Connection) acks(r *record.Record) {
	if !r.Has(record.AckUnseen) {
		return
	}
	n := &c.numbers[1-senderIndex(r)]
	ahead := n.some && r.Header.AckFlags&transport.AckLowChannel == 0 && int16(r.Header.Seq-n.newest) > 0
	if r.Dir != record.ToServer {
		none := !n.some && r.Header.Seq > 0 && r.Header.AckFlags&transport.AckLowChannel == 0 // of its messages is there
		c.missed, c.said = c.missed || ahead || none, r.Steady()
		return
	}
	if c.unseen = r.Steady(); ahead {
		c.ahead = c.unseen
	}
}

// part takes one part of a message of the client.
func (c *Connection) part(r *record.Record) {
	if r.Dir != record.ToServer || r.Header.FragmentIndex > 63 {
		return
	}
	if c.Pending.Seen == 0 || c.Pending.Seq != r.Header.Seq {
		c.Pending = Partial{Seq: r.Header.Seq}
	}
	c.Pending.Seen |= 1 << r.Header.FragmentIndex
	if r.Header.FragmentIndex == 0 {
		c.Pending.Total = int(r.Header.FragmentTotal)
	}
}

// OfLinks are the connections of one capture by the numbers of their links.
type OfLinks [][]*Connection

// OfLinks gives them, when the capture was read to its end.
func (m *Match) OfLinks() (all OfLinks) {
	for _, c := range m.connections {
		for len(all) <= int(c.Link) {
			all = append(all, nil)
		}
		all[c.Link] = append(all[c.Link], c)
	}
	return all
}

// At gives that of a link in a frame; nil = none has the link.
func (all OfLinks) At(link uint32, frame int64) *Connection {
	if int64(link) >= int64(len(all)) || len(all[link]) == 0 {
		return nil
	}
	list := all[link]
	for i := len(list) - 1; i > 0; i-- { // of a client that connected again
		if list[i].First.Frame <= frame {
			return list[i]
		}
	}
	return list[0]
}
