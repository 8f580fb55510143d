package battle

import (
	"slices"
	"time"
)

// With a seed of its own for the network (Options.NetworkSeed), the same battle is played whatever the
// network does. What is played and what is sent are then two things: in the battle every message
// arrives after the same time, so that nothing that a player or the host decides depends on the
// network. On the wire it arrives when the network delivers it, and what follows from it is sent then,
// as much later as it was in the battle. Without such a seed both are one.

// onTime is how long a message takes in the battle; no network is faster.
const onTime = shortestWay + behindTap

// independent reports that the battle does not depend on the network.
func (o *Options) independent() bool { return o.NetworkSeed != 0 }

// origin is the message that what happens now follows from, and when it arrived in the battle. Without
// a message it is a decision of a player or the host.
type origin struct {
	from *content
	at   time.Duration
}

// follower is what is sent so long after a message has arrived on the wire.
type follower struct {
	delay time.Duration
	do    func()
}

// within gives do with an origin.
func (n *network) within(o origin, do func()) func() {
	if o.from == nil {
		return do
	}
	return func() {
		was := n.origin
		n.origin = o
		do()
		n.origin = was
	}
}

// follow does on the wire what follows from the origin of now, when that has arrived there.
func (n *network) follow(do func()) {
	o := n.origin
	n.origin = origin{} // what is done on the wire decides nothing
	n.since(o.from, n.now-o.at, do)
	n.origin = o
}

// since does something so long after a message has arrived on the wire; at once if there is none.
func (n *network) since(c *content, delay time.Duration, do func()) {
	switch {
	case c == nil || c.landed && c.landedAt+delay <= n.now:
		do()
	case c.landed:
		n.after(c.landedAt+delay-n.now, do)
	default:
		c.followers = append(c.followers, follower{delay, do})
	}
}

// lands says that a message has arrived on the wire.
func (n *network) lands(c *content) {
	c.landed, c.landedAt = true, n.now
	followers := c.followers
	c.followers = nil
	for _, f := range followers {
		n.since(c, f.delay, f.do)
	}
}

// turn is a message that waits to be sent.
type turn struct {
	ready bool
	send  func()
}

// plan sends a message as soon as what it follows from has arrived, and lets it have its effect.
func (l *line) plan(c *content, send func()) {
	n := l.net
	if !n.independent() {
		c.out = true
		send()
		return
	}
	now, gate, t := n.now, l.gate, &turn{}
	t.send = func() {
		c.out = true
		if c.late != nil {
			c.late(n.now - now)
		}
		send()
	}
	if l.up {
		l.turns = append(l.turns, t)
		l.aloft = append(slices.DeleteFunc(l.aloft, func(c *content) bool { return c.landed }), c)
	}
	n.follow(func() {
		n.since(gate, 0, func() { n.sinceAll(c.needs, func() { l.proceed(t) }) })
	})
	if c.loses == 0 {
		n.agenda.add(n.now+onTime, event{do: n.within(origin{c, n.now + onTime}, func() { l.happen(c) })})
	}
}

// sinceAll does something when all of some messages have arrived on the wire.
func (n *network) sinceAll(list []*content, do func()) {
	if len(list) == 0 {
		do()
		return
	}
	n.since(list[0], 0, func() { n.sinceAll(list[1:], do) })
}

// settle lets what the host was told in the battle have happened, when it hears no more of the client.
func (l *line) settle() {
	for _, c := range l.aloft {
		if !c.landed && c.loses == 0 {
			l.net.lands(c)
		}
	}
}

// proceed sends a message that is ready. Those of a client keep their order.
func (l *line) proceed(t *turn) {
	if t.ready = true; !l.up {
		t.send()
	}
	for len(l.turns) > 0 && l.turns[0].ready {
		next := l.turns[0]
		l.turns = l.turns[1:]
		next.send()
	}
}

// happen is a message that arrives in the battle.
func (l *line) happen(c *content) {
	if c.effect != nil && !l.back.closed && !l.back.mute {
		c.effect()
	}
}

// close says that the sender has done with the link.
func (l *line) close() {
	l.closed = true
	l.net.follow(func() { l.shut = true })
}
