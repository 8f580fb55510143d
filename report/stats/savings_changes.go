package stats

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/report/tally"
)

// change sends the datagrams of a link in another way. It may keep them, and change and give them later, in their
// order in each direction: all of them, those too that have no message left. One that keeps some has a method end, too.
type change interface {
	take(d *datagram, send func(*datagram))
}

// way is one way of sending, as a row says it.
type way struct {
	id, assumption string
	only           decode.Direction // "" = it changes both
	about          messageKind      // it looks at nothing else; 0 = at all datagrams
	changes        []func() change
	window         int // within how many milliseconds datagrams are joined, behind the changes; 0 = they are not
}

const ways = 8

// savedWays are the ways of sending.
var savedWays = [ways]way{
	{
		id: "resends-after-ack", about: acknowledging, changes: []func() change{newResendsAfterAck},
		assumption: "no message is sent again after an Ack for it passed here. An Ack may be lost behind the tap, so what comes towards the tap is at most this",
	},
	{
		id: "acks-once", about: acknowledging, changes: []func() change{newAcksOnce},
		assumption: "a message is acknowledged once, and again when a copy of it comes. Repeated Acks insure against loss: a lost one costs a copy",
	},
	{
		id: "one-update-per-ship", only: decode.ToClient, about: updateMessage, changes: []func() change{newOneUpdate},
		assumption: "a relayed update waits up to 150 ms for the host's own block of that ship, and its fields join it, without hash and sliders. Motion gets the host's time",
	},
	{
		id: "unchanged-blocks", only: decode.ToClient, about: updateMessage, changes: []func() change{newChangedBlocks},
		assumption: "a block is left out that says only what its receiver was told within 2 s. After a loss a condition is wrong for up to 2 s more",
	},
	{
		id: "updates-7-per-second", only: decode.ToClient, about: updateMessage, changes: []func() change{newSlowUpdates},
		assumption: "3 of 10 rounds of the host's own updates are left out, and their fields pass to the next. Motion is told 7 times a second, not 10",
	},
	{
		id: "one-datagram-per-tick", window: 5,
		assumption: "datagrams within 5 ms are one, of at most 512 bytes; they wait for the last",
	},
	{
		id: "one-datagram-per-tick", window: 50,
		assumption: "datagrams within 50 ms are one, of at most 512 bytes; they wait for the last",
	},
	{
		id: "all", changes: []func() change{newResendsAfterAck, newAcksOnce, newOneUpdate, newChangedBlocks}, window: 50,
		assumption: "all of these in this order, with 50 ms, but for 7 updates per second. What they save does not add up",
	},
}

// SavedWays are the ways of sending and what each takes for granted.
func SavedWays() (all [][2]string) {
	for _, w := range savedWays {
		all = append(all, [2]string{w.id, w.assumption})
	}
	return all
}

// keep leaves the messages in a datagram that are to be sent, and sends it. All of other kinds are.
func keep(d *datagram, kinds messageKind, send func(*datagram), sent func(*sentMessage) bool) {
	if d.kinds&kinds == 0 {
		send(d)
		return
	}
	kept := 0
	for i := range d.messages {
		if m := &d.messages[i]; m.kind&kinds != 0 && !sent(m) {
			continue
		}
		if kept < i {
			d.messages[kept] = d.messages[i]
		}
		kept++
	}
	d.messages = d.messages[:kept]
	send(d)
}

// maxAcked is half of how many messages of a direction are remembered as acknowledged; then the older half goes.
//
//limit:maxAcked Figures | acknowledged messages of a link and direction whose copies and Acks could be saved: twice as many | the older half is forgotten | TestSavedBounds
const maxAcked = 512

// acked remembers, by direction, the messages of a link that were acknowledged, and whether a copy came since. A
// number that comes again is that of another message.
type acked [2]struct{ newer, older map[messageKey]bool }

// ack takes an Ack that goes in a direction. It tells whether its message was acknowledged, and whether a copy of it
// came since.
func (a *acked) ack(m *sentMessage, dir int) (again, copied bool) {
	again, copied = a.of(m, 1-dir)
	a.set(m, 1-dir, false)
	return again, copied
}

// of tells whether a message was acknowledged that goes in a direction, and whether a copy of it came since.
func (a *acked) of(m *sentMessage, dir int) (known, copied bool) {
	if copied, known = a[dir].newer[m.key]; !known {
		copied, known = a[dir].older[m.key]
	}
	return known, copied
}

func (a *acked) set(m *sentMessage, dir int, copied bool) {
	x := &a[dir]
	if x.newer == nil || len(x.newer) >= maxAcked {
		x.newer, x.older = map[messageKey]bool{}, x.newer
	}
	x.newer[m.key] = copied
}

func (a *acked) forget(m *sentMessage, dir int) {
	delete(a[dir].newer, m.key)
	delete(a[dir].older, m.key)
}

// resendsAfterAck sends no message again that was acknowledged.
type resendsAfterAck struct{ acked acked }

func newResendsAfterAck() change { return &resendsAfterAck{} }

func (c *resendsAfterAck) take(d *datagram, send func(*datagram)) {
	keep(d, acknowledging, send, func(m *sentMessage) bool {
		switch m.kind {
		case ackMessage:
			c.acked.ack(m, d.dir)
		case firstCopy:
			c.acked.forget(m, d.dir)
		case laterCopy:
			known, _ := c.acked.of(m, d.dir)
			return !known
		}
		return true
	})
}

// acksOnce sends an Ack again only if a copy of its message came.
type acksOnce struct{ acked acked }

func newAcksOnce() change { return &acksOnce{} }

func (c *acksOnce) take(d *datagram, send func(*datagram)) {
	keep(d, acknowledging, send, func(m *sentMessage) bool {
		switch m.kind {
		case ackMessage:
			again, copied := c.acked.ack(m, d.dir)
			return !again || copied
		case firstCopy:
			c.acked.forget(m, d.dir)
		case laterCopy:
			if known, _ := c.acked.of(m, d.dir); known {
				c.acked.set(m, d.dir, true)
			}
		}
		return true
	})
}

// oneUpdate gives the fields of relayed updates to the next block of the host about the ship.
type oneUpdate struct {
	queue   []*datagram // oldest first
	waiting map[shipKey][]*sentMessage
}

const (
	relayWait = 150 * time.Millisecond
	//limit:maxWaiting Figures | datagrams of a link whose relayed updates could join a block | the oldest goes as it came | TestSavedBounds
	maxWaiting = 256
)

func newOneUpdate() change { return &oneUpdate{waiting: map[shipKey][]*sentMessage{}} }

func (c *oneUpdate) take(d *datagram, send func(*datagram)) {
	if d.dir != toClient {
		send(d) // other changes are about these
		return
	}
	for len(c.queue) > 0 {
		if since := d.at.Sub(c.queue[0].at); since >= 0 && since <= relayWait && len(c.queue) < maxWaiting {
			break
		}
		c.release(send)
	}
	c.queue = append(c.queue, d)
	for i := range d.messages {
		m := &d.messages[i]
		switch {
		case m.kind != updateMessage:
		case m.flags == message.FlagSubsystems:
			c.join(m)
		case m.relay():
			c.waiting[m.ship] = append(c.waiting[m.ship], m)
		}
	}
}

// join has the relays about a ship join a block. What one of them tells, the newest one tells; a delta is one to the
// position before.
func (c *oneUpdate) join(block *sentMessage) {
	var flags uint8
	for _, m := range c.waiting[block.ship] {
		if m.flags&message.FlagPosition != 0 {
			flags &^= message.FlagDelta
		}
		flags |= m.flags &^ message.FlagWeapons
		m.bytes = 0
	}
	delete(c.waiting, block.ship)
	block.add(flags)
}

// add adds fields of motion.
func (m *sentMessage) add(flags uint8) {
	m.bytes += message.FixedSize(m.flags|flags) - message.FixedSize(m.flags)
	m.flags |= flags
}

// release sends the oldest datagram. What of it still waits goes as it came.
func (c *oneUpdate) release(send func(*datagram)) {
	d := c.queue[0]
	c.queue = slices.Delete(c.queue, 0, 1)
	for i := range d.messages {
		m := &d.messages[i]
		if !m.relay() {
			continue
		}
		if list := c.waiting[m.ship]; len(list) > 0 && list[0] == m {
			if c.waiting[m.ship] = list[1:]; len(list) == 1 {
				delete(c.waiting, m.ship)
			}
		}
	}
	keep(d, updateMessage, send, func(m *sentMessage) bool { return m.bytes > 0 })
}

func (c *oneUpdate) end(send func(*datagram)) {
	for len(c.queue) > 0 {
		c.release(send)
	}
}

// changedBlocks leaves out blocks that say only what was said a moment ago.
type changedBlocks struct {
	told map[shipKey][]toldState // by index of the subsystem
}

type toldState struct {
	says string
	at   capture.Time // zero = it was not told
}

const (
	toldAgain = 2 * time.Second
	//limit:maxToldShips Figures | ships of a link of which savings are worked out | all of them are told again | TestSavedBounds
	maxToldShips = 256
)

func newChangedBlocks() change { return &changedBlocks{told: map[shipKey][]toldState{}} }

func (c *changedBlocks) take(d *datagram, send func(*datagram)) {
	keep(d, updateMessage, send, func(m *sentMessage) bool {
		if d.dir != toClient || m.told == nil || c.news(m, d.at) {
			return true
		}
		m.bytes, m.told, m.flags = m.bytes-m.told.bytes, nil, m.flags&^message.FlagSubsystems
		return m.flags != 0
	})
}

// news reports whether a block says something that its receiver does not know, which it does then.
func (c *changedBlocks) news(m *sentMessage, now capture.Time) bool {
	told, news := c.told[m.ship], false
	known := len(told)
	for _, x := range m.told.states {
		if x.index >= len(told) {
			told = append(told, make([]toldState, x.index+1-len(told))...)
		}
		t := &told[x.index]
		since := now.Sub(t.at)
		news = news || t.says != x.says || t.at.IsZero() || since < 0 || since >= toldAgain
	}
	if !news {
		return false
	}
	for _, x := range m.told.states {
		told[x.index] = toldState{x.says, now}
	}
	if len(c.told) >= maxToldShips {
		clear(c.told)
	} else if len(told) == known {
		return true // it is the list that is there
	}
	c.told[m.ship] = told
	return true
}

// slowUpdates leaves out some rounds of the host's own updates: those that have a block.
type slowUpdates struct {
	round int
	began capture.Time
	ships map[shipKey]bool  // of the round
	owed  map[shipKey]uint8 // fields of updates that were left out
}

// roundTime is within what time all updates of a round are sent.
const roundTime = 50 * time.Millisecond

func newSlowUpdates() change {
	return &slowUpdates{ships: map[shipKey]bool{}, owed: map[shipKey]uint8{}}
}

func (c *slowUpdates) take(d *datagram, send func(*datagram)) {
	keep(d, updateMessage, send, func(m *sentMessage) bool {
		if d.dir != toClient || m.flags&message.FlagSubsystems == 0 {
			return true
		}
		if since := d.at.Sub(c.began); c.ships[m.ship] || since < 0 || since > roundTime || len(c.ships) >= maxToldShips {
			c.round, c.began = c.round+1, d.at
			clear(c.ships)
		}
		c.ships[m.ship] = true
		if c.round%10%3 == 2 { // 2, 5 and 8
			if len(c.owed) < maxToldShips {
				c.owed[m.ship] |= m.flags &^ message.FlagSubsystems
			}
			return false
		}
		m.add(c.owed[m.ship])
		delete(c.owed, m.ship)
		return true
	})
}

// joinDatagrams sends what comes within a time as one datagram.
type joinDatagrams struct {
	window time.Duration
	open   [2]*datagram
	bytes  [2]int            // of its messages
	times  [2][]capture.Time // of the datagrams in it
	waits  *[2]waits         // of all links
}

const (
	maxJoined         = 512 // bytes, as stock software fills them
	maxJoinedMessages = 255
)

func (c *joinDatagrams) take(d *datagram, send func(*datagram)) {
	bytes := d.payload()
	if x := c.open[d.dir]; x != nil {
		since := d.at.Sub(x.at)
		if since >= 0 && since <= c.window && tally.HeaderBytes+c.bytes[d.dir]+bytes <= maxJoined && len(x.messages)+len(d.messages) <= maxJoinedMessages {
			x.messages = append(x.messages, d.messages...)
			c.bytes[d.dir] += bytes
			c.times[d.dir] = append(c.times[d.dir], d.at)
			d.messages = d.messages[:0]
			send(d)
			return
		}
		c.close(d.dir, send)
	}
	c.open[d.dir], c.bytes[d.dir], c.times[d.dir] = d, bytes, append(c.times[d.dir][:0], d.at)
}

// close sends a datagram when the last one has joined it.
func (c *joinDatagrams) close(dir int, send func(*datagram)) {
	last, w := len(c.times[dir])-1, &c.waits[dir]
	w.count++ // the last one waits for none
	for _, at := range c.times[dir][:last] {
		wait := c.times[dir][last].Sub(at)
		w.sum, w.count, w.most = w.sum+wait, w.count+1, max(w.most, wait)
	}
	send(c.open[dir])
	c.open[dir] = nil
}

func (c *joinDatagrams) end(send func(*datagram)) {
	for dir := range c.open {
		if c.open[dir] != nil {
			c.close(dir, send)
		}
	}
}
