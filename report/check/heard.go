package check

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sort"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/reassembly"
	"bcdump/report/facts"
)

// heard is a message, as the functions of rules get it. It is valid until they return.
type heard struct {
	*facts.Row
	t     *trial
	n     int // number of the row
	Frame int64
	Time  capture.Time // on the steady clock: rules are not about that of the capture
	link  *link
	to    int  // toServer or toClient
	who   Who  // the sender
	code  int  // opcode of a game message; -1 = it is none
	once  bool // the first copy of these bytes under this number; always true without a number
	// number is that of the sequence, without the wrap; -1 = none. Of a joined message it is that
	// of its parts.
	number int64
	read   *decode.Record // see record; nil = nobody has asked
}

// record gives the whole message. Few ask.
func (h *heard) record() *decode.Record {
	if h.read == nil {
		h.read = h.t.reader.At(h.n)
	}
	return h.read
}

// content decodes it.
func (h *heard) content() *decode.Content { return h.record().Content() }

// name is how it is called.
func (h *heard) name() string { return h.record().Name() }

// title is how it is called in the text of a violation.
func (h *heard) title() string {
	if h.Has(facts.Part) {
		return "a fragment"
	}
	return h.record().Title()
}

// noted reports whether it has a note; what decoding alone would note is noted too.
func (h *heard) noted(code decode.Code) bool { return h.record().Has(code) }

// note is the text of a note.
func (h *heard) note(code decode.Code) string {
	for _, n := range h.record().Diagnostics() {
		if n.Code == code {
			return n.Text
		}
	}
	return ""
}

// header is that of a message on the wire.
func (h *heard) header() *transport.Message { return h.t.reader.Header(h.n) }

// payload is what it says.
func (h *heard) payload() []byte { return h.t.Payload(h.Row) }

// at is the moment of the message.
func (h *heard) at() match.Event { return h.t.Event(h.n) }

// peer is what its datagram begins with.
func (h *heard) peer() uint8 {
	if content := h.t.Content(h.t.Datagram(h.Datagram)); len(content) > 0 {
		return content[0]
	}
	return 0
}

// sum tells payloads apart.
func (h *heard) sum() uint64 { return reassembly.Sum(h.payload()) }

// ack gives the flags of an Ack, and the index of the fragment that it names, if they say that it does.
func (h *heard) ack() (flags, index uint8) {
	p := h.payload() // the number comes first
	if len(p) > 2 {
		flags = p[2]
	}
	if len(p) > 3 {
		index = p[3]
	}
	return flags, index
}

// acknowledges gives the numbers of the channel that an Ack names, and of the other one.
func (h *heard) acknowledges() (named, other *numbers) {
	flags, _ := h.ack()
	sent := &h.link.numbers[1-h.to]
	if flags&transport.AckLowChannel != 0 {
		return &sent[1], &sent[0]
	}
	return &sent[0], &sent[1]
}

// control reports whether it is a control message, or an Ack.
func (h *heard) control() bool { return transport.Type(h.Kind) != transport.Data }

// update is an update about a ship, read no farther than its header.
type update struct {
	*heard
	clock  float32 // of its sender, in seconds
	stream *stream
	traffic.Paces
	overtaken bool // by newer ones: the network has changed the order
	relayed   bool // it has the bytes of one that a client sent a moment ago
	// What the stream knows: the ship (nil = nothing), whether it belongs to the client of the link, and
	// whether it lies in the slot of a client of the capture.
	craft        *craft
	own, players bool
}

// handlers are what rules have asked for: of what passes, in order, and of game messages when all has passed, so that they see
// what came later.
type handlers struct {
	datagrams []func(*heard) // the first message of each, and what could not be read
	faults    []func(*heard) // what could not be read of a datagram
	every     []func(*heard) // transport messages but walked ones, each copy, no joined ones
	joined    []func(*heard) // messages joined from fragments
	copies    []func(*delivery, *heard, capture.Time)
	settled   []func(*delivery)
	acks      []func(*heard)
	updates   [2][]func(*update) // by direction
	blocks    []func(*update, *block)
	controls  []func(*heard) // control messages but Acks, each copy
	games     [256][]func(*heard)
	exploding []func(*heard, *message.Event, *craft)
	ends      []func()
}

// onDatagram asks for the first message of each datagram of the game.
func (w *watch) onDatagram(f func(*heard)) { w.ask.datagrams = append(w.ask.datagrams, f) }

// onEvery asks for all transport messages, each copy, but for updates and Acks with nothing to
// remark.
func (w *watch) onEvery(f func(*heard)) { w.ask.every = append(w.ask.every, f) }

// onSettled asks for reliable messages and fragments when it is known what became of them.
func (w *watch) onSettled(f func(*delivery)) { w.ask.settled = append(w.ask.settled, f) }

// onAck asks for Acks.
func (w *watch) onAck(f func(*heard)) { w.ask.acks = append(w.ask.acks, f) }

// onControl asks for control messages other than Acks, each copy.
func (w *watch) onControl(f func(*heard)) { w.ask.controls = append(w.ask.controls, f) }

// onUpdate asks for updates of one direction, or both.
func (w *watch) onUpdate(to int, f func(*update)) {
	for i := range w.ask.updates {
		if to == i || to == bothWays {
			w.ask.updates[i] = append(w.ask.updates[i], f)
		}
	}
}

// onBlock asks for updates of the host with a subsystem block about ships of a known class.
func (w *watch) onBlock(f func(*update, *block)) { w.ask.blocks = append(w.ask.blocks, f) }

const bothWays = -1

// onGame asks for game messages by opcode, originals only; no opcode = all but updates.
func (w *watch) onGame(to int, f func(*heard), opcodes ...uint8) {
	for i := range w.ask.games {
		if slices.Contains(opcodes, uint8(i)) || len(opcodes) == 0 && i != message.OpcodeStateUpdate {
			w.ask.games[i] = append(w.ask.games[i], func(h *heard) {
				if to == bothWays || to == h.to {
					f(h)
				}
			})
		}
	}
}

// onMessage asks for game messages of one type that go one way, or both.
func onMessage[M wire.Message](w *watch, to int, f func(*heard, M), opcodes ...uint8) {
	w.onGame(to, func(h *heard) {
		if m, ok := h.content().Message.(M); ok {
			f(h, m)
		}
	}, opcodes...)
}

// onWhole asks for those that were read to their last field: in one that was not, fields may lie elsewhere.
func onWhole[M wire.Message](w *watch, to int, f func(*heard, M), opcodes ...uint8) {
	onMessage(w, to, func(h *heard, m M) {
		if h.content().Complete() {
			f(h, m)
		}
	}, opcodes...)
}

// onExploding asks for the events that tell a client of the end of a ship; nil = nothing else is known of it.
func (w *watch) onExploding(f func(h *heard, m *message.Event, c *craft)) {
	w.ask.exploding = append(w.ask.exploding, f)
}

// atEnd has something judged when the capture has been gone through.
func (w *watch) atEnd(f func()) { w.ask.ends = append(w.ask.ends, f) }

// atEndOfAll asks at the end for each of a list, as it is then: all links, all streams.
func atEndOfAll[T any](w *watch, list *[]*T, f func(*T)) {
	w.atEnd(func() {
		for _, x := range *list {
			f(x)
		}
	})
}

// atEndOfShips asks at the end for each ship that a client made. What is said then is about that ship.
func atEndOfShips(w *watch, f func(*craft)) {
	atEndOfAll(w, &w.hangar.all, func(c *craft) {
		w.subject = subject{object: c.Object}
		f(c)
	})
}

// each gives something to all who asked for it.
func each[T any](handlers []func(T), x T) {
	for _, f := range handlers {
		f(x)
	}
}

// lately is how long before its copy an update is passed on.
const lately = 2 * time.Second

// codeJoined and codeLeft are the codes of a PlayerListEvent.
const (
	codeJoined = message.CodePlayerCame
	codeLeft   = message.CodePlayerGone
)

// entry is a game message of a link, but no update, with what rules look for in it, if it was read to its end.
type entry struct {
	*facts.Row
	row    int
	number int32 // of the sequence, without the wrap; -1 = none
	time   capture.Time
	link   *link
	peer   uint8  // a peer id: of an event, a score; the round of a checksum message
	event  uint32 // code of an event
	class  uint32 // of an event, or of an object
	source uint32 // of an event
	object uint32 // that the message is about: target of an event
	other  uint32 // that the event is about beside
}

func (e *entry) at() match.Event { return e.link.t.Event(e.row) }

// logged is a message of the log: its row and its number.
type logged struct {
	row    uint32
	number int32
}

// told and said give the messages to and of a client between two moments, both included: with these opcodes, and as wanted;
// nil = each.
func (l *link) told(from, until capture.Time, want func(*entry) bool, opcodes ...uint8) []*entry {
	return l.within(toClient, from, until, want, opcodes)
}

func (l *link) said(from, until capture.Time, want func(*entry) bool, opcodes ...uint8) []*entry {
	return l.within(toServer, from, until, want, opcodes)
}

// within looks into the log. It lies in the order in which messages were captured; a clock that was set back ends what is found.
func (l *link) within(to int, from, until capture.Time, want func(*entry) bool, opcodes []uint8) (found []*entry) {
	for x, r := range l.since(from) {
		if until.Before(l.t.timeOf(r)) {
			break
		}
		if way(r) == to && slices.Contains(opcodes, r.Opcode) {
			if e := l.read(x, r); want == nil || want(e) {
				found = append(found, e)
			}
		}
	}
	return found
}

// since gives the messages that did not come before a moment.
func (l *link) since(at capture.Time) iter.Seq2[logged, *facts.Row] {
	return func(yield func(logged, *facts.Row) bool) {
		for _, x := range l.log[l.from(at):] {
			if !yield(x, l.t.Row(int(x.row))) {
				return
			}
		}
	}
}

// from is the place in the log of the first of these.
func (l *link) from(at capture.Time) int {
	return sort.Search(len(l.log), func(i int) bool { return !l.t.timeOf(l.t.Row(int(l.log[i].row))).Before(at) })
}

// timeOf is when a row was captured.
func (t *trial) timeOf(r *facts.Row) capture.Time { return t.Steady(t.Datagram(r.Datagram)) }

// way is the direction of a row.
func way(r *facts.Row) int { return direction(!r.Has(facts.ToClient)) }

// has reports whether what a row says was said on a link too, so long before or after it, both included. It looks at those next
// to the row first.
func (l *link) has(to, row int, payload []byte, code uint8, before, after time.Duration) bool {
	at := l.t.timeOf(l.t.Row(row))
	from, until := at.Add(-before), at.Add(after)
	middle := sort.Search(len(l.log), func(i int) bool { return int(l.log[i].row) >= row })
	for i, step := middle, 1; i >= 0; i += step {
		if i == len(l.log) || step > 0 && until.Before(l.t.timeOf(l.t.Row(int(l.log[i].row)))) {
			i, step = middle, -1
			continue
		}
		r := l.t.Row(int(l.log[i].row))
		if l.t.timeOf(r).Before(from) {
			break
		}
		if r.Opcode == code && way(r) == to && bytes.Equal(l.t.Payload(r), payload) {
			return true
		}
	}
	return false
}

// late reports whether a message is out of order, or something is missing right before it.
func (t *trial) late(e *entry) bool {
	return t.Noted(e.Row, decode.Gap) || t.Noted(e.Row, decode.OutOfOrder)
}

// read reads a message of the log. Of a creation the first fields are enough.
func (l *link) read(x logged, r *facts.Row) *entry {
	e := &entry{Row: r, row: int(x.row), number: x.number, time: l.t.timeOf(r), link: l}
	said := l.t.ahead.At(e.row).Content()
	ship, created := said.Message.(*message.ObjectCreate)
	if said.Message != nil && (said.Complete() || created && said.Fields >= ship.FieldsToObject()) {
		e.fill(said.Message)
	}
	return e
}

func (e *entry) fill(said wire.Message) {
	switch x := said.(type) {
	case *message.ChecksumRequest:
		e.peer = x.Round
	case *message.ChecksumResponse:
		e.peer = x.Round
	case *message.Event:
		e.event, e.class, e.source, e.object, e.other, e.peer = x.EventCode, x.ClassID, x.SourceID, x.TargetID, x.TargetRef, x.PeerID
	case *message.ObjectCreate:
		e.class, e.object = x.ClassID, x.ObjectID
	case *message.DestroyObject:
		e.object = x.ObjectID
	case *message.ObjectNotFound:
		e.object = x.ObjectID
	case *message.Explosion:
		e.object = x.ObjectID
	case *message.BeamFire:
		e.object = x.TargetID
	case *message.Score:
		e.peer = uint8(x.PlayerID)
	case *message.ScoreInit:
		e.peer = uint8(x.PlayerID)
	case *message.ScoreChange:
		e.source, e.object = uint32(x.KillerID), uint32(x.VictimID)
	}
}

// about matches messages about an object.
func about(object uint32) func(*entry) bool { return func(e *entry) bool { return e.object == object } }

// byNumber sorts messages by their sequence numbers.
func byNumber(a, b *entry) int { return cmp.Compare(a.number, b.number) }

// codes lists opcodes for the text of a violation.
func codes(all []*entry) (text string) {
	for i, e := range all {
		if i > 0 {
			text += " "
		}
		text += opcodeText(e.Opcode)
	}
	return cmp.Or(text, "nothing")
}

// opcodeText names an opcode: "MissionInit (0x35)".
func opcodeText(code uint8) string {
	if spec := message.Lookup(code); spec != nil {
		return fmt.Sprintf("%s (0x%02X)", spec.Name, code)
	}
	return fmt.Sprintf("opcode 0x%02X", code)
}

// offset is how far the clock of a sender is behind that of the capture, in seconds.
func offset(at capture.Time, clock float32) float64 {
	return float64(at.Sec) + float64(at.Nanos)/1e9 - float64(clock)
}
