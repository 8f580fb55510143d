package battle

import (
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// count books a game datagram that passes the tap.
func (t *Truth) count(p *packet, after time.Duration, frame int64) {
	at, d, size := t.Start.Add(after), p.line.direction(), int64(len(p.plain))
	c := &t.counts[d]
	if p.line.up {
		p.line.account.presence.Last = frame
	}
	t.Datagrams.Game++
	t.Game.Packets.add(d, 1)
	t.Game.Bytes.add(d, size)
	c.inSecond(at.Unix(), size)
	for i := range p.pieces {
		x := &p.pieces[i]
		c.types[x.kind]++
		switch {
		case p.line.up:
			p.line.account.left = p.line.account.left || x.kind == transport.Disconnect
		case x.ack == nil && x.kind != transport.Keepalive:
			p.line.account.said = after
		}
		switch {
		case x.ack != nil:
			t.countAck(d, x.ack)
		case x.message != nil:
			t.countNumbered(p.line, x.message, at, frame)
		case x.life != nil:
			t.countUpdate(p, x, frame)
			t.tells(p, x, after)
		}
	}
}

func (c *counts) inSecond(at, bytes int64) {
	if n := len(c.seconds); n == 0 || c.seconds[n-1].at != at {
		c.seconds = append(c.seconds, second{at: at})
	}
	c.seconds[len(c.seconds)-1].bytes += bytes
}

func (t *Truth) countAck(d int, of *numberedMessage) {
	t.Game.Acks.add(d, 1)
	of.ackCaptured = true
	if of.header.Fragment {
		t.Game.Acks.Fragment++
	}
	if of.header.Type != transport.Data {
		t.Game.Acks.Low++
	}
}

func (t *Truth) countUpdate(p *packet, r *piece, frame int64) {
	d := p.line.direction()
	c := &t.counts[d]
	c.wire[0x1C]++
	c.unique[0x1C]++
	c.flags[r.flags]++
	t.Updates.Total.add(d, 1)
	r.life.Updates.add(d, 1)
	t.shows(r.life)
	if r.flags&message.FlagSubsystems != 0 {
		t.Blocks.Blocks++
		r.life.Blocks++
		r.life.countBlock(&r.block, p.again)
	}
	if r.flags&message.FlagWeapons != 0 {
		t.Blocks.Messages++
		t.Blocks.Pairs += int64(r.items)
		r.life.Powers++
	}
	if r.life.sums != nil {
		r.life.sums.add(r.flags, r.text, frame, p.line.account.Client)
	}
}

func (x *Life) countBlock(b *block, again bool) {
	if b.window.Captured == 0 {
		x.Windows = append(x.Windows, b.window)
	}
	b.window.count(b, again)
}

// countNumbered books a numbered message or part.
func (t *Truth) countNumbered(l *line, m *numberedMessage, at time.Time, frame int64) {
	d := l.direction()
	repeated := m.captured
	if m.captured = true; !repeated {
		m.frame = frame
	}
	if repeated {
		t.Game.Retransmits.add(d, 1)
		l.account.Retransmits.add(d, 1)
	}
	switch {
	case m.header.Type != transport.Data:
		m.content.passes(frame)
	case m.header.Fragment:
		t.countPart(d, m.content, repeated, frame)
	default:
		t.counts[d].wire[m.content.opcode]++
		if !repeated {
			t.counts[d].first(m.content)
		}
		m.content.passes(frame)
		t.note(l, m.content, at, frame)
	}
}

// passes keeps when a message passed whole for the first time.
func (m *content) passes(frame int64) {
	if m.frame != 0 {
		return
	}
	m.frame = frame
	if m.seen != nil {
		m.seen(frame)
	}
}

// first books a message that passes whole for the first time.
func (c *counts) first(m *content) {
	c.unique[m.opcode]++
	if m.copied {
		c.relays[m.opcode]++
	}
}

func (t *Truth) countPart(d int, m *content, repeated bool, frame int64) {
	t.Fragments.Parts++
	if repeated {
		return
	}
	if m.passed == 0 {
		t.Fragments.begun++
	}
	m.passed++
	if m.passed == m.total {
		t.Fragments.Complete++
		t.counts[d].wire[m.opcode]++
		t.counts[d].first(m)
		m.passes(frame)
	}
}

// shows files a ship that the capture tells of.
func (t *Truth) shows(x *Life) {
	if !x.shown {
		x.shown, x.Creations = true, [][3]any{}
		t.Objects = append(t.Objects, x)
	}
}

// note files births and deaths.
func (t *Truth) note(l *line, m *content, at time.Time, frame int64) {
	if x := m.created; x != nil {
		x.owner.called = true
		t.shows(x)
		way := "S>C"
		if l.up {
			way = "C>S"
		}
		x.Creations = append(x.Creations, [3]any{frame, way, l.account.Client})
		if t.withViews && !l.up {
			t.view(x, l.account).begins(at.Sub(t.Start))
		}
	}
	if x := m.killed; x != nil && x.Death == nil {
		x.Death = &Death{Frame: frame, Time: at, Cause: x.cause}
		t.Deaths.add(x.cause)
		x.kill.Frame, x.kill.Time = frame, at
		t.Kills = append(t.Kills, x.kill)
	}
}

// View is what one client was told of one ship of another, as it passed the tap: what is lost before says nothing, nor
// what comes later than newer, or twice.
type View struct {
	Client   string `json:"client"`
	ObjectID string `json:"object_id"`
	Updates  int64  `json:"updates"`
	// Lag is the times between two updates, in ms, and Drift the distances from the place that was told last to that
	// of each report of the owner that says where it is, from a second after the client knows the ship on, as long as the host speaks to it.
	Lag   []float64 `json:"lag_ms"`
	Drift []float64 `json:"drift"`

	link        *Link
	known       bool // it was told anything
	begun, last time.Duration
	clock       float32
	place       vector
	placed      bool
}

// reportedPlace is where an update says that a ship is, as the wire has it: it cuts a way to 1/127 of its length.
type reportedPlace struct {
	clock  float32
	place  vector
	placed bool // it says so
	own    bool // it tells the owner
}

// view finds or makes one.
func (t *Truth) view(life *Life, link *Link) *View {
	for _, v := range life.views {
		if v.link == link {
			return v
		}
	}
	v := &View{Client: link.Client, ObjectID: life.ObjectID, link: link}
	life.views = append(life.views, v)
	t.Views = append(t.Views, v)
	return v
}

// begins takes the first that the client is told of the ship.
func (v *View) begins(at time.Duration) {
	if !v.known {
		v.known, v.begun = true, at
	}
}

// gone is after which silence of the host a client is told nothing more.
const gone = 300 * time.Millisecond

// tells books an update for the views.
func (t *Truth) tells(p *packet, x *piece, at time.Duration) {
	if !t.withViews || p.again || x.reported.own || x.life.Death != nil || x.life.removed {
		return
	}
	if p.line.up {
		for _, v := range x.life.views {
			if v.placed && x.reported.placed && !v.link.left && at-v.begun >= time.Second && at-v.link.said <= gone {
				v.Drift = append(v.Drift, x.reported.place.minus(v.place).length())
			}
		}
		return
	}
	if p.line.account.left {
		return // it does not see it
	}
	v := t.view(x.life, p.line.account)
	v.begins(at)
	if v.Updates++; v.Updates > 1 {
		v.Lag = append(v.Lag, (at-v.last).Seconds()*1000)
	}
	v.last = at
	if x.reported.clock >= v.clock && x.reported.placed {
		v.clock, v.place, v.placed = x.reported.clock, x.reported.place, true
	}
}

const (
	inputMessage = 3
	stateMessage = 4
)

// entity counts a datagram that passes the tap.
func (t *Truth) entity(p *packet, frame int64, lacks bool) {
	x, c, d := &p.pieces[0], p.line.seat, p.line.direction()
	if x.fault != nil {
		x.fault.Frames = append(x.fault.Frames, frame)
	}
	if lacks {
		c.Lacking++
		return
	}
	t.Datagrams.EntityState++
	t.Entities.types[d][x.number]++
	c.Packets.add(d, 1)
	c.Bytes.add(d, int64(len(p.plain)))
	switch n := int64(x.entities); x.number {
	case inputMessage:
		c.Inputs++
	case stateMessage:
		if c.Least = min(c.Least, n); c.States == 0 {
			c.Least = n
		}
		c.States, c.Entities, c.Most = c.States+1, c.Entities+n, max(c.Most, n)
	}
}
