package match

import (
	"fmt"
	"math"
	"slices"
	"time"

	"bcdump/decode/capture"
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
	m.host(c.Server).attachPeer(c)
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
	for _, c := range m.connections {
		switch {
		case c.Game != &before.mission || c.over():
		case c.Entered.Frame != 0 && m.outlived(c) >= droppedAfter:
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
	h.attachPeer(c)
	if n := h.farewells[c.PeerID]; !c.Joined && n.Frame != 0 && !n.Time.Before(c.First.Time) && m.now.Time.Sub(n.Time) < leavingFor {
		m.rename(c, n.name)
		m.gone(n.Event, n.link, c)
	}
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
		c.missed = c.missed || ahead
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

// End tells that the capture has been read: what is open is closed, and what hosts should have
// passed on is judged.
func (m *Match) End() {
	m.relays.end(m.now.Time) // before connections are closed that the capture leaves open
	spoke, mute := m.spoke()
	for _, c := range m.connections {
		if c.File != m.file {
			continue
		}
		c.Unheard = c.Told.Frame == 0 && mute[c.Game]
		switch unknown := c.Ending.Why == Open || c.Ending.Why == Unknown; {
		case c.Ending.Why == Open && c.rumour.Frame != 0 && c.Told.Time.Sub(c.rumour.Time) < leavingFor && m.now.Time.Sub(c.rumour.Time) > leavingFor:
			c.end(GivenUp, c.rumour, "still talking")
		case c.Ending.Why == Open && m.moved(c):
			c.end(Unknown, c.lastWord(c.Told), c.Moved.goesOn(c))
		case unknown && c.givenUp(spoke[c.Game]):
			c.Ending.Why = Open
			c.end(GivenUp, c.Told, "the host says no more, and the client goes on for "+seconds(c.Heard.Time.Sub(c.Told.Time)))
		case c.Ending.Why == Open:
			m.conclude(c)
		case c.Ending.Text == connectsAgain:
			c.Ending.Text = m.connects(c)
		default:
			c.doubt()
		}
		(&court{connections: m.connections, players: m.players}).turnedAway(c)
		c.unfinished(m.now.Time)
	}
	for _, h := range m.hosts {
		m.past = append(m.past, h)
	}
	for _, h := range m.past {
		m.relays.add(h)
	}
}

const connectsAgain = "the client connects again"

// connects says who came on the addresses of a connection, without a word that it has ended. A router may give the port of one client
// to another.
func (m *Match) connects(c *Connection) string {
	i := slices.IndexFunc(m.connections[c.Number:], func(o *Connection) bool { return o.Link == c.Link && o.File == c.File })
	switch o := m.connections[c.Number+i]; {
	case o.Name == "" || c.Name == "" || o.Name == c.Name && o.Slot != c.Slot && min(o.Slot, c.Slot) >= 0:
		return "somebody connects from the same address"
	case o.Name != c.Name:
		return o.Name + " connects from the same address"
	}
	return connectsAgain
}

// goesOn says from where a connection goes on, or with which address of the host.
func (c *Connection) goesOn(before *Connection) string {
	if c.Server != before.Server {
		return "goes on with " + c.Server.String()
	}
	return "goes on from " + c.Client.String()
}

// moved finds the connection on which a client goes on from another address, as behind a router that begins anew.
func (m *Match) moved(c *Connection) bool {
	for _, o := range m.connections[c.Number:] {
		if c.Moved == nil && o.File == c.File && c.goesOnIn(o) {
			c.Moved = o
		}
	}
	return c.Moved != nil
}

// spoke is when each host spoke last, mute whose answers the capture lacks: a client has an id, and nothing was
// said to it.
func (m *Match) spoke() (last map[*Mission]capture.Time, mute map[*Mission]bool) {
	last, mute = map[*Mission]capture.Time{}, map[*Mission]bool{}
	for _, c := range m.connections {
		mute[c.Game] = mute[c.Game] || c.Told.Frame == 0 && c.PeerID != 0
		if last[c.Game].Before(c.Told.Time) {
			last[c.Game] = c.Told.Time
		}
	}
	return last, mute
}

// conclude says how a connection stands when the capture ends.
func (m *Match) conclude(c *Connection) {
	quiet := m.now.Time.Sub(c.Heard.Time)
	switch {
	case c.Refusal.Frame != 0:
		c.end(Refused, c.Refusal.Event, c.Refusal.Words())
	case quiet < goneAfter || c.Heard.Frame == 0 && m.now.Time.Sub(c.Told.Time) < goneAfter:
		c.stands(m.now)
	case c.Heard.Frame == 0:
		c.end(Unknown, c.Told, "the capture has nothing that it sent")
	case quiet >= droppedAfter && !c.Unheard && m.outlived(c) < keepaliveAfter:
		c.end(Unknown, c.lastWord(c.Told), fellSilent)
	case quiet >= droppedAfter && !c.Unheard && m.now.Time.Sub(c.Told.Time) >= leavingFor && c.Told.Time.Sub(c.Heard.Time) >= leavingFor: // hosts go on for a while
		c.end(TimedOut, c.lastWord(c.Told), "silent for "+seconds(quiet))
	case c.stuck(m.now.Time) != nil:
		c.stands(m.now)
	default:
		c.end(Unknown, c.lastWord(c.Told), "silent for "+seconds(quiet)+" when the capture ended")
	}
}

// fellSilent is how those end to whom a host says no more, as to all others.
const fellSilent = "the host falls silent"

// outlived is for how long the host spoke to anybody after a client was heard last: to those who were there before it would have
// dropped that one.
func (m *Match) outlived(c *Connection) (longest time.Duration) {
	for _, o := range m.connections {
		if o.Game == c.Game && o.First.Time.Sub(c.Heard.Time) < droppedAfter {
			longest = max(longest, o.Told.Time.Sub(c.Heard.Time))
		}
	}
	return longest
}

// unfinished adds to an ending how far the join came, if it did not come to its end.
func (c *Connection) unfinished(until capture.Time) {
	e := &c.Ending
	if at, silent := c.Hangs(until); at != nil && e.Why != Refused {
		e.Text = joined(fmt.Sprintf("after %s the %s does not answer%s", at.Name, silent, c.answers(silent)), e.Text)
	} else if e.Text == "" && c.Entered.Frame == 0 && (e.Why == Left || e.Why == Kicked) {
		e.Text = "before he was in the game"
	}
}

// answers says what there was of the answer that a join waits for.
func (c *Connection) answers(from Party) string {
	text := ""
	if from == TheClient && c.Pending.Seen != 0 {
		if text = "its answer is incomplete"; c.Pending.Missing() >= 0 {
			text = fmt.Sprintf("part %d of %d of its answer is missing", c.Pending.Missing()+1, c.Pending.Total)
		}
	}
	if n := c.Resent[0] + c.Resent[1]; n > 0 {
		text = joined(text, fmt.Sprintf("sent again %d×", n))
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// stands says how a connection stands that has not ended: one that is stuck, since the step where it hangs.
func (c *Connection) stands(now Event) {
	at := c.stuck(now.Time)
	switch {
	case c.Entered.Frame != 0:
		c.end(Stayed, now, "")
	case at != nil:
		c.end(Stuck, at.Event, "")
	default:
		c.end(CaptureEnded, now, "")
	}
}

func (c *Connection) stuck(until capture.Time) *Step {
	at, _ := c.Hangs(until)
	return at
}
