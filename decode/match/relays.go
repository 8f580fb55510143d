package match

import (
	"math/bits"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// RelayRow is what hosts did with the messages of one opcode that clients sent.
type RelayRow struct {
	RelayCounts
	// First are the first of the missing.
	First []MissingCopy
}

// RelayCounts are the numbers of it. A pair is a message and a client that should have got a copy
// of it.
type RelayCounts struct {
	Originals int64 // messages, each once
	Copies    int64 // to clients other than the sender, surplus ones too
	Echoes    int64 // copies to the sender
	Surplus   int64 // copies to a client that had had one before
	Pairs     int64 // that are judged: Got + Missing
	Got       int64
	Missing   int64 // copies that were never made
	Joining   int64 // no copy, and the client had just come into the game
	Leaving   int64 // no copy, and the client went, or the host had ceased to speak to it
	Lost      int64 // no copy, and the host did not acknowledge the message, it may have come before the capture began, or the capture lacks something that was sent to the client then
	Late      int64 // no copy, but the capture ends too soon to tell
}

// MissingCopy is a copy that was never made.
type MissingCopy struct {
	Event  // the message of the sender
	File   string
	Sender *Connection
	To     *Connection
	Others bool   // got one
	Object uint32 // that a creation makes
}

// pending is a message of a client of which copies may still come.
type pending struct {
	Event
	host     *host
	sender   *Connection
	expected uint64 // members who should get a copy, as bits
	got      uint64
	passed   capture.Time // when the host is known to have got it; zero = nobody knows
	object   uint32       // that a creation makes
	opcode   uint8
	unacked  bool // the host has not acknowledged it, and may not have got it
}

// relays waits for the copies of what clients send: a ring, oldest first.
type relays struct {
	ring        []pending // a power of two of places, at most maxPending
	first, next int64     // places are counted on; those between are waiting
	rows        [256]RelayRow
	file        string
}

func (w *relays) begin(file string) { w.first, w.next, w.file = 0, 0, file }

func (w *relays) at(i int64) *pending { return &w.ring[i&int64(len(w.ring)-1)] }

// room makes room for one more.
func (w *relays) room(now capture.Time) {
	switch waiting := w.next - w.first; {
	case waiting == maxPending:
		w.judge(now)
	case waiting == int64(len(w.ring)):
		grown := relays{ring: make([]pending, max(fewPending, 2*len(w.ring)))}
		for i := w.first; i < w.next; i++ {
			*grown.at(i) = *w.at(i)
		}
		w.ring = grown.ring
	}
}

// original takes what a client sends; x is the ship that it is about, nil = none.
func (w *relays) original(r *record.Record, c *Connection, h *host, opcode uint8, x *Ship) {
	h.row(opcode).Originals++
	expected := h.audience(c, message.AudienceOf(opcode))
	if expected == 0 || opcode == message.OpcodeStateUpdate && h.remakes() {
		return
	}
	w.room(r.Steady())
	*w.at(w.next) = pending{
		Event: EventOf(r), host: h, sender: c, opcode: opcode, expected: expected,
	}
	if opcode == message.OpcodeObjectCreateTeam && x != nil {
		w.at(w.next).object = x.Object
	}
	w.at(w.next).unacked = h.acks && r.Header.Reliable()
	w.next++
}

// acked takes an Ack of the host.
func (w *relays) acked(r *record.Record, h *host) {
	h.acks = true
	if p := w.find(r.Answers.Frame, int(r.Answers.Index)); p != nil {
		p.unacked = false
		p.arrives(r)
	}
}

// created takes a creation that the host tells a client of in a message of its own, as it does when somebody
// comes into the game: it needs no copy of what the owner sent.
func (w *relays) created(c *Connection, h *host, x *Ship) {
	if x == nil || c.member < 0 {
		return
	}
	for i := w.first; i < w.next; i++ {
		if p := w.at(i); p.opcode == message.OpcodeObjectCreateTeam && p.object == x.Object && p.host == h {
			p.got |= 1 << c.member
		}
	}
}

func (h *host) row(opcode uint8) *RelayRow {
	if h.rows[opcode] == nil {
		h.rows[opcode] = &RelayRow{}
	}
	return h.rows[opcode]
}

// audience gives the members that should get a copy of what a client sends.
func (h *host) audience(c *Connection, a message.Audience) uint64 {
	switch a {
	case message.AllClients:
		if c.member >= 0 {
			return h.present
		}
	case message.OtherClients, message.Remade:
		if c.member >= 0 {
			return h.present &^ (1 << c.member)
		}
	}
	return 0
}

func (w *relays) copied(r *record.Record, c *Connection, h *host, opcode uint8) {
	row := h.row(opcode)
	switch {
	case r.Relay.Echo:
		row.Echoes++
	default:
		row.Copies++
		if r.Relay.Surplus {
			row.Surplus++
		}
	}
	if p := w.find(r.Relay.Frame, int(r.Relay.Index)); p != nil && c.member >= 0 {
		p.got |= 1 << c.member
		p.arrives(r)
	}
}

// arrives notes that the host has got the message: it may have been sent several times before.
func (p *pending) arrives(r *record.Record) {
	if p.passed == (capture.Time{}) {
		p.passed = r.Steady()
	}
}

// remakes reports whether it is plain that the host tells the state of ships in updates of its own.
func (h *host) remakes() bool {
	row := h.row(message.OpcodeStateUpdate)
	return row.Got == 0 && row.Missing > remakesAfter
}

// find gives the message at a place of the capture; nil = nobody waits for its copies.
func (w *relays) find(frame int64, index int) *pending {
	n := w.next - w.first
	low, high := int64(0), n
	for low < high {
		middle := (low + high) / 2
		if p := w.at(w.first + middle); p.Frame < frame || p.Frame == frame && p.Index < index {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == n {
		return nil
	}
	if p := w.at(w.first + low); p.Frame == frame && p.Index == index {
		return p
	}
	return nil
}

// settle judges what is so old that no copy will come.
func (w *relays) settle(now capture.Time) {
	for w.first < w.next {
		if now.Sub(w.at(w.first).Time) < relayWithin {
			return
		}
		w.judge(now)
	}
}

// end judges what is left when the capture ends.
func (w *relays) end(now capture.Time) {
	for w.first < w.next {
		w.judge(now)
	}
}

// judge judges the oldest message.
func (w *relays) judge(now capture.Time) {
	p := w.at(w.first)
	w.first++
	row := p.host.row(p.opcode)
	got := p.expected & p.got
	row.Got += int64(bits.OnesCount64(got))
	for missing := p.expected &^ p.got; missing != 0; missing &= missing - 1 {
		i := bits.TrailingZeros64(missing)
		w.missing(row, p, p.host.members[i], p.host.entered[i], now)
	}
}

// missing says why a client got no copy.
func (w *relays) missing(row *RelayRow, p *pending, to *Connection, entered, now capture.Time) {
	passed := p.Time
	if passed.Before(p.passed) {
		passed = p.passed
	}
	switch {
	case p.Time.Sub(entered) < joiningFor:
		row.Joining++
	case now.Sub(passed) < relayWithin/2:
		row.Late++
	case to.goes(passed, leavingFor) || p.sender.goes(p.Time, joiningFor):
		row.Leaving++
	case passed.Before(to.mute[1]) && to.mute[0].Sub(passed) < time.Second: // the capture lacks what came then
		row.Lost++
	case p.unacked, !p.sender.Joined && p.Time.Sub(p.sender.First.Time) < relayWithin: // it may be sent again, and was passed on before
		row.Lost++
	case to.lost.Frame != 0 && (p.opcode == message.OpcodeStateUpdate || to.lost.Time.Sub(p.Time) >= -time.Second):
		row.Lost++ // of an update, which has no number, nobody knows when
	case p.opcode != message.OpcodeStateUpdate && !to.ahead.Before(p.Time) && to.ahead.Sub(p.Time) < relayWithin/2:
		row.Lost++
	default:
		row.Missing++
		if len(row.First) < maxMissing {
			row.First = append(row.First, MissingCopy{
				Event: p.Event, File: w.file, Sender: p.sender, To: to, Others: p.expected&p.got != 0, Object: p.object,
			})
		}
	}
}

// add adds what one host did to the sums. What hosts of stock software tell in messages of their
// own is no copy that is missing, unless the host passes on most of it as it is.
func (w *relays) add(h *host) {
	for opcode := range h.rows {
		from, to := h.rows[opcode], &w.rows[opcode]
		if from == nil {
			continue
		}
		if message.AudienceOf(uint8(opcode)) == message.Remade && from.Got < from.Missing {
			*from = RelayRow{RelayCounts: RelayCounts{Originals: from.Originals, Copies: from.Copies, Echoes: from.Echoes, Surplus: from.Surplus}}
		}
		from.Pairs = from.Got + from.Missing
		to.Add(&from.RelayCounts)
		to.First = append(to.First, from.First[:min(len(from.First), maxMissing-min(len(to.First), maxMissing))]...)
	}
}

// Add adds what other hosts did.
func (x *RelayCounts) Add(o *RelayCounts) {
	x.Originals, x.Copies, x.Echoes, x.Surplus = x.Originals+o.Originals, x.Copies+o.Copies, x.Echoes+o.Echoes, x.Surplus+o.Surplus
	x.Pairs, x.Got, x.Missing = x.Pairs+o.Pairs, x.Got+o.Got, x.Missing+o.Missing
	x.Joining, x.Leaving, x.Lost, x.Late = x.Joining+o.Joining, x.Leaving+o.Leaving, x.Lost+o.Lost, x.Late+o.Late
}
