package stats

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// otherWays tells what other ways of sending would save. It sends the datagrams of each link again, once for each of
// these ways, and compares what they cost: the headers of link, IP and UDP, those of the game, and the messages.
type otherWays struct {
	*base
	sent         [2]int64 // bytes, by direction
	microseconds int64    // of all links together
	left         int64    // datagrams of links that found no room
	saved        [ways]savedRow
	links        map[uint32]*otherLink
	next         datagram   // the one at hand
	of           *otherLink // nil = it has no room, or there is none
	update       message.StateUpdate
	told         map[blockKey]*blockStates
	rows         int // that were looked at
}

// mostSaved is how many messages a brief report looks at: a share is all that it tells.
const mostSaved = 200_000

// blockKey is what a subsystem block says the same in: its bytes, in the context that they are read in.
type blockKey struct {
	bytes   string
	open    uint8
	class   *ship.Class
	dialect message.Dialect
}

// savedRow is what one way saves, by direction, and how long it lets datagrams wait.
type savedRow struct {
	bytes [2]int64
	waits [2]waits
}

// waits are those of the datagrams that are joined.
type waits struct {
	sum   time.Duration
	most  time.Duration
	count int64
}

// otherLink is a link whose datagrams are sent again, in each of the ways.
type otherLink struct {
	first, last capture.Time
	chains      [ways]*chain
}

// chain sends the datagrams of a link in one way.
type chain struct {
	of      *way
	row     *savedRow
	changes []change
	sends   []func(*datagram) // to each change, and behind the last one
	free    []*datagram       // that were sent, or have nothing left to send
	passes  [2]bool           // by direction: nothing is saved
}

const (
	// maxSavedLinks is how many links are sent again at a time.
	//limit:maxSavedLinks Figures | links of which savings are worked out at a time | left out; counted, `dropped` | TestSavedBounds
	maxSavedLinks = 64
	// idleLink is how long a link is silent that makes room for another one.
	idleLink = 30 * time.Second
)

// datagram is one that is sent again.
type datagram struct {
	at       capture.Time
	dir      int         // its place in directions
	headers  int         // bytes before its messages: of link, IP and UDP, and its own
	kinds    messageKind // of its messages, and of those that it had
	messages []sentMessage
}

// sentMessage is a message of a datagram that is sent again.
type sentMessage struct {
	bytes int
	kind  messageKind
	// key is that of a reliable message, or of the one that an Ack is for.
	key messageKey
	// Of an update that is in order:
	flags uint8
	ship  shipKey
	told  *blockStates // nil = it has no block, or one that cannot be read
}

// relay reports whether it is an update without a subsystem block.
func (m *sentMessage) relay() bool {
	return m.kind == updateMessage && m.flags&message.FlagSubsystems == 0
}

// messageKind is a kind of message, or a set of them.
type messageKind uint8

const (
	firstCopy messageKind = 1 << iota // of a reliable message
	laterCopy                         // that its sender sent: the network's copies are like any message
	ackMessage
	updateMessage

	acknowledging = firstCopy | laterCopy | ackMessage
)

// messageKey is the number of a reliable message, as an Ack says it.
type messageKey struct {
	seq   uint16
	flags uint8 // of the Ack: the channel, and whether part counts
	part  uint8
}

// shipKey is the id of an object, and above it the number of its life; 0 = nobody knows it.
type shipKey uint64

// blockStates is what a subsystem block says.
type blockStates struct {
	bytes  int
	states []subsystemState
}

// subsystemState is an entry of a subsystem block: two that are equal say the same.
type subsystemState struct {
	index int
	says  string
}

func newOtherWays(b *base) *otherWays {
	return &otherWays{base: b, links: map[uint32]*otherLink{}, told: map[blockKey]*blockStates{}}
}

// add takes the messages: a datagram is sent when the next one begins.
func (s *otherWays) add(c *part) {
	if s.Filter != "" {
		return
	}
	for i, r := range c.All() {
		if !onWire(r) {
			continue
		}
		if s.rows++; s.options.Brief && s.rows > mostSaved {
			return
		}
		dir, length := side(r), c.Length(r)
		if r.Has(facts.Leads) {
			s.send()
			d := c.Datagram(r.Datagram)
			s.next = datagram{at: c.Steady(d), dir: dir, headers: c.Envelope(d) + c.Header(r), messages: s.next.messages[:0]}
			s.of = s.link(c.Side(r).Link, c.Steady(d))
			s.sent[dir] += int64(s.next.headers)
		}
		s.sent[dir] += int64(length)
		if s.of != nil {
			m := s.message(c, i, r, length)
			s.next.messages, s.next.kinds = append(s.next.messages, m), s.next.kinds|m.kind
		}
	}
}

// send sends the datagram at hand in all ways.
func (s *otherWays) send() {
	if s.of == nil {
		return
	}
	cost := s.next.cost()
	for _, c := range s.of.chains {
		c.take(&s.next, cost)
	}
	s.of = nil
}

// link gives the link of a datagram; nil = it has no room.
func (s *otherWays) link(number uint32, now capture.Time) *otherLink {
	x := s.links[number]
	if x == nil {
		if len(s.links) >= maxSavedLinks && !s.makeRoom(now) {
			s.left++
			return nil
		}
		x = &otherLink{first: now}
		for way := range x.chains {
			x.chains[way] = newChain(&savedWays[way], &s.saved[way])
		}
		s.links[number] = x
	}
	x.last = now
	return x
}

// makeRoom ends the link that was silent longest, if it was for long.
func (s *otherWays) makeRoom(now capture.Time) bool {
	var oldest uint32 // 0 is the number of no link
	for number, x := range s.links {
		if y := s.links[oldest]; y == nil || x.last.Before(y.last) || x.last == y.last && number < oldest {
			oldest = number
		}
	}
	if now.Sub(s.links[oldest].last) < idleLink {
		return false
	}
	s.close(oldest)
	return true
}

func (s *otherWays) close(number uint32) {
	x := s.links[number]
	s.microseconds += max(0, x.last.Sub(x.first).Microseconds())
	for _, c := range x.chains {
		c.end()
	}
	delete(s.links, number)
}

func (s *otherWays) end(*part) {
	s.send()
	for number := range s.links {
		s.close(number)
	}
}

// message is what of a message matters to the ways of sending.
func (s *otherWays) message(c *part, i int, r *facts.Row, length int) sentMessage {
	m := sentMessage{bytes: length}
	switch {
	case r.Has(facts.Unread):
	case r.Kind == uint8(transport.Ack):
		m.kind, m.key = ackMessage, keyOf(c.reader.Header(i))
	case r.Has(facts.Update):
		s.updated(&m, c, i, r)
	case !c.reader.Header(i).HasSeq:
	case !r.Has(facts.Again):
		m.kind, m.key = firstCopy, keyOf(c.reader.Header(i))
	case c.First(r).Pause >= traffic.Doubled:
		m.kind, m.key = laterCopy, keyOf(c.reader.Header(i))
	}
	return m
}

// keyOf is the number that an Ack is for, or that of a message.
func keyOf(h *transport.Message) messageKey {
	ack := *h
	if h.Type != transport.Ack {
		ack = transport.NewAck(h)
	}
	return messageKey{ack.Seq, ack.AckFlags, ack.FragmentIndex}
}

// updated takes an update whose bytes all have a field.
func (s *otherWays) updated(m *sentMessage, c *part, i int, r *facts.Row) {
	if !r.Has(facts.Walked) && !c.whole(i) {
		return
	}
	m.kind, m.flags, m.ship = updateMessage, r.Flags, shipKey(r.Object)|shipKey(r.Life)<<32
	if !m.relay() {
		m.told = s.read(c, i, r)
	}
}

// maxToldBlocks bounds the blocks that are remembered as they read.
const maxToldBlocks = 1024

// read reads the block of an update; nil = it cannot be read.
func (s *otherWays) read(c *part, i int, r *facts.Row) *blockStates {
	if !r.Has(facts.Walked) {
		u, _ := c.reader.At(i).Content().Message.(*message.StateUpdate)
		return statesOf(u, int(c.Size(r)))
	}
	rest, open := s.update.ReadFixed(c.Payload(r))
	key := blockKey{string(rest), open, c.Context(r).Class, c.Context(r).Dialect}
	told, known := s.told[key]
	if known {
		return told
	}
	if rest != nil {
		s.update.ReadBlock(rest, open, key.class, key.dialect)
	}
	if len(s.told) >= maxToldBlocks {
		clear(s.told)
	}
	told = statesOf(&s.update, int(c.Size(r)))
	s.told[key] = told
	return told
}

func statesOf(u *message.StateUpdate, size int) *blockStates {
	if !u.Subsystems.Decoded() || !u.Subsystems.BitsOK {
		return nil
	}
	told := &blockStates{bytes: u.Blocks(size).Subsystems}
	for i := range u.Subsystems.Items {
		x := &u.Subsystems.Items[i]
		says := append([]byte{x.Condition, byte(tally.BoolInt(x.HasData)), x.Power, x.Main, x.Backup}, x.Children...)
		told.states = append(told.states, subsystemState{x.Index, string(append(says, x.Facings...))})
	}
	return told
}

func newChain(of *way, row *savedRow) *chain {
	c := &chain{of: of, row: row}
	for dir, d := range directions {
		c.passes[dir] = of.only != "" && of.only != d
	}
	for _, change := range of.changes {
		c.changes = append(c.changes, change())
	}
	if of.window > 0 {
		c.changes = append(c.changes, &joinDatagrams{window: time.Duration(of.window) * time.Millisecond, waits: &row.waits})
	}
	for place, x := range c.changes {
		c.sends = append(c.sends, func(d *datagram) {
			if len(d.messages) == 0 {
				c.free = append(c.free, d)
				return
			}
			x.take(d, c.sends[place+1])
		})
	}
	c.sends = append(c.sends, func(d *datagram) {
		row.bytes[d.dir] -= d.cost()
		c.free = append(c.free, d)
	})
	return c
}

// take sends a datagram of the capture, which costs so much.
func (c *chain) take(d *datagram, cost int64) {
	if c.passes[d.dir] || c.of.about != 0 && c.of.about&d.kinds == 0 {
		return // nothing is saved
	}
	c.row.bytes[d.dir] += cost
	if len(c.free) == 0 {
		c.free = append(c.free, &datagram{})
	}
	n := len(c.free) - 1
	own := c.free[n]
	c.free = c.free[:n]
	own.at, own.dir, own.headers, own.kinds = d.at, d.dir, d.headers, d.kinds
	own.messages = append(own.messages[:0], d.messages...)
	c.sends[0](own)
}

func (c *chain) end() {
	for place, x := range c.changes {
		if x, keeps := x.(interface{ end(send func(*datagram)) }); keeps {
			x.end(c.sends[place+1])
		}
	}
}

// cost is what a datagram takes on the wire. One without messages is not sent.
func (d *datagram) cost() int64 {
	if len(d.messages) == 0 {
		return 0
	}
	return int64(d.headers + d.payload())
}

// payload is the bytes of the messages.
func (d *datagram) payload() (bytes int) {
	for i := range d.messages {
		bytes += d.messages[i].bytes
	}
	return bytes
}

func (s *otherWays) report(out *figures.Stats) {
	out.Savings = []figures.Saving{}
	if s.sent == [2]int64{} {
		return
	}
	for way := range s.saved {
		row, of := &s.saved[way], &savedWays[way]
		var both int64
		for dir, d := range directions {
			if both += row.bytes[dir]; of.only == "" || of.only == d {
				f := s.figure(way, row.bytes[dir], s.sent[dir])
				f.Dir, f.Waits = string(d), row.waits[dir].figure()
				out.Savings = append(out.Savings, f)
			}
		}
		f := s.figure(way, both, s.sent[toServer]+s.sent[toClient])
		f.Dir = figures.BothDirections
		out.Savings = append(out.Savings, f)
	}
	drop(out, "savings", s.left)
}

func (s *otherWays) figure(way int, saved, of int64) figures.Saving {
	w := &savedWays[way]
	return figures.Saving{
		ID: w.id, Window: w.window, Bytes: saved, Share: tally.Ratio(float64(saved), float64(of)),
		Rate: tally.Ratio(float64(saved)*1e6, float64(s.microseconds)), Assumption: w.assumption,
	}
}

func (w *waits) figure() *figures.Waits {
	if w.count == 0 {
		return nil
	}
	return &figures.Waits{Mean: figures.Milliseconds((w.sum / time.Duration(w.count)).Seconds() * 1e3), Most: figures.Milliseconds(w.most.Seconds() * 1e3)}
}
