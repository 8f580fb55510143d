package check

import (
	"fmt"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/gamespy"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/reassembly"
	"bcdump/report/facts"
)

// watch is a rule at work on one capture: it asks for messages and says of each instance whether it
// keeps the rule.
type watch struct {
	*trial
	part
	rule *Rule
	area string
	base int // the first of its places in the counts of a link
	ties []tie
	sees bool // what players see else may follow from it: spells are kept
}

// follows notes which cause n violations follow from; nil = none.
func (w *watch) follows(side Who, place int, l *link, at match.Event, n int64) *Cause {
	for i := range w.ties {
		x := &w.ties[i]
		if (x.cause.Side == side || x.cause.Side == Both || x.cause.Across) && (x.tied == nil || x.tied(w.trial, l, at)) {
			l = w.linkOr(l)
			if l.tied[place] == nil {
				put(&l.tied, place, make([]int64, len(w.ties)))
			}
			l.tied[place][i] += n
			return x.cause
		}
	}
	return nil
}

// mostShown is how many violations of a rule are named, someShown how many of a link when there are many links. A
// link that breaks more than some breaks many.
const (
	//limit:mostShown Verdicts | violations of a rule that are named, of a link and of a capture | only counted | TestNamedViolations
	mostShown = 20
	//limit:someShown Verdicts | violations of a rule that are named of a link, if the capture has more than 256 links | only counted | TestNamedViolations
	someShown = 4
	fewLinks  = 256
)

// shown is how many violations of a rule are named of a link.
func (t *trial) shown() int {
	if len(t.links) > fewLinks {
		return someShown
	}
	return mostShown
}

// Violation is an instance that breaks a rule.
type Violation struct {
	At   match.Event
	Link *match.Connection // nil = none
	Text string
	// Object is the ship that it is about; 0 = none is known.
	Object uint32
	// Times is how many of the same frame and the same text this stands for.
	Times int64
	Cause *Cause // that it follows from; nil = none
}

// ofPart is a part of a rule, by its place in Rule.Parts. The watch itself is the first.
func (w *watch) ofPart(i int) part { return part{w, i} }

type part struct {
	w *watch
	i int
}

// keeps counts an instance that keeps the rule.
func (p part) keeps(side Who, l *link) { p.tally(side, l).instances++ }

// kept counts an instance, and is false if a violation is to be told with fails. That spares hot paths to
// make what it says: it is counted here if enough of the link are named.
func (p part) kept(side Who, l *link, ok bool) bool {
	x := p.tally(side, l)
	x.instances++
	return ok || p.broken(x, side, l)
}

// broken counts a violation of an instance if it need not be named.
func (p part) broken(x *count, side Who, l *link) bool {
	if !x.enough {
		return false
	}
	cause := p.w.follows(side, p.w.place(side, p.i), l, match.Event{}, 1)
	if cause == nil && p.lacks(l, p.w.place(side, p.i)) {
		return false
	}
	x.violations++
	p.spell(cause, side, l, p.w.heard.Time)
	return true
}

// judges counts an instance. Text is only made of a violation.
func (p part) judges(side Who, l *link, ok bool, at match.Event, format string, values ...any) {
	if ok {
		p.keeps(side, l)
		return
	}
	p.breaks(side, l, at, format, values...)
}

// adds counts instances that are judged together.
func (p part) adds(side Who, l *link, n int64) { p.tally(side, l).instances += n }

// breaks counts a violation. at is the message at fault or, if one is missing, the one that should have
// caused it; the text says what was seen and what was expected.
func (p part) breaks(side Who, l *link, at match.Event, format string, values ...any) {
	p.keeps(side, l)
	p.fails(side, l, at, format, values...)
}

// fails adds a violation to an instance that was counted.
func (p part) fails(side Who, l *link, at match.Event, format string, values ...any) {
	cause := p.w.follows(side, p.w.place(side, p.i), l, at, 1)
	p.tally(side, l).violations++
	p.spell(cause, side, l, at.Time)
	p.named(cause, side, l, at, format, values...)
}

// lacks reports whether more violations that no cause explains are to be named, though enough are in all.
func (p part) lacks(l *link, place int) bool {
	const some = 5
	return len(p.w.ties) > 0 && len(p.w.linkOr(l).alone[place]) < some
}

// named names a violation that was counted.
func (p part) named(cause *Cause, side Who, l *link, at match.Event, format string, values ...any) {
	l = p.w.linkOr(l)
	place := p.w.place(side, p.i)
	if l.counts[place].enough && (cause != nil || !p.lacks(l, place)) {
		return
	}
	list := &l.named
	if l.counts[place].enough {
		list = &l.alone
	}
	there := (*list)[place]
	v := Violation{At: at, Link: l.Connection, Object: p.w.subject.object, Text: fmt.Sprintf(format, values...), Times: 1, Cause: cause}
	for i := len(there) - 1; i >= 0 && there[i].At.Frame == at.Frame; i-- {
		if there[i].Text == v.Text {
			there[i].Times++
			return
		}
	}
	if len(there) == someShown {
		there = slices.Grow(there, mostShown-someShown)
	}
	put(list, place, append(there, v))
	l.counts[place].enough = len(l.named[place]) >= p.w.shown()
}

// tally gives what was counted of the part on a link.
func (p part) tally(side Who, l *link) *count {
	return &p.w.linkOr(l).counts[p.w.place(side, p.i)]
}

// linkOr gives a link, or what counts what has none.
func (t *trial) linkOr(l *link) *link {
	if l == nil {
		return &t.nowhere
	}
	return l
}

// place is that of a part among the counts of a link.
func (w *watch) place(side Who, part int) int { return w.base + 2*part + int(side) }

// heard is a message, as the functions of rules get it. It is valid until they return.
type heard struct {
	*decode.Record
	Time capture.Time // on the steady clock: rules are not about that of the capture
	link *link
	to   int  // toServer or toClient
	who  Who  // the sender
	code int  // opcode of a game message; -1 = it is none
	once bool // the first copy of these bytes under this number; always true without a number
	// number is that of the sequence, without the wrap; -1 = none. Of a joined message it is that
	// of its parts.
	number int64
	row    *facts.Row
	walked bool   // see facts.Walked
	summed uint64 // see sum; 0 = not known yet
}

// sum tells payloads apart.
func (h *heard) sum() uint64 {
	if h.summed == 0 {
		h.summed = reassembly.Sum(h.Payload)
	}
	return h.summed
}

// at is the moment of the message.
func (h *heard) at() match.Event { return match.EventOf(h.Record) }

// handlers are what rules have asked for.
type handlers struct {
	datagrams []func(*heard) // the first message of each, and what could not be read
	faults    []func(*heard) // what could not be read of a datagram
	every     []func(*heard) // transport messages but walked ones, each copy, no joined ones
	joined    []func(*heard) // messages joined from fragments, and those that never were whole
	copies    []func(*delivery, *heard, capture.Time)
	settled   []func(*delivery)
	acks      []func(*heard)
	updates   [2][]func(*update) // by direction
	blocks    []func(*update, *block)
	controls  []func(*heard)      // control messages but Acks, each copy
	games     [256][]func(*heard) // game messages, each once
	gamespy   []func(*decode.Record, []gamespy.Pair, gamespy.Kind)
	links     []func(*link)
	entered   []func(*link)
	ends      []func()
	ships     []func(*craft, *heard)
	deaths    []func(*craft, *heard)
	exploding []func(*heard, *message.Event, *craft)
}

// update is an update about a ship, read no farther than its header.
type update struct {
	*heard
	object uint32
	clock  float32 // of its sender, in seconds
	flags  uint8
	stream *stream
	traffic.Paces
	overtaken bool // by newer ones: the network has changed the order
	// What the stream knows: the ship (nil = nothing), whether it belongs to the client of the link, and
	// whether it lies in the slot of a client of the capture.
	craft        *craft
	own, players bool
}

// onDatagram asks for the first message of each datagram of the game.
func (w *watch) onDatagram(f func(*heard)) { w.ask.datagrams = append(w.ask.datagrams, f) }

// onEvery asks for all transport messages, each copy, but for updates and Acks with nothing to
// remark.
func (w *watch) onEvery(f func(*heard)) { w.ask.every = append(w.ask.every, f) }

// onFault asks for what could not be read of a datagram of the game.
func (w *watch) onFault(f func(*heard)) { w.ask.faults = append(w.ask.faults, f) }

// onJoined asks for messages that were joined from fragments, and for those that will never be.
func (w *watch) onJoined(f func(*heard)) { w.ask.joined = append(w.ask.joined, f) }

// onCopy asks for reliable messages that are sent again, with the time of the copy before.
func (w *watch) onCopy(f func(d *delivery, h *heard, before capture.Time)) {
	w.ask.copies = append(w.ask.copies, f)
}

// onSettled asks for reliable messages and fragments when it is known what became of them.
func (w *watch) onSettled(f func(*delivery)) { w.ask.settled = append(w.ask.settled, f) }

// onAck asks for Acks.
func (w *watch) onAck(f func(*heard)) { w.ask.acks = append(w.ask.acks, f) }

// onUpdate asks for updates.
func (w *watch) onUpdate(f func(*update)) {
	w.onUpdateTo(toServer, f)
	w.onUpdateTo(toClient, f)
}

// onUpdateTo asks for updates of one direction.
func (w *watch) onUpdateTo(to int, f func(*update)) {
	w.ask.updates[to] = append(w.ask.updates[to], f)
}

// onControl asks for control messages other than Acks, each copy.
func (w *watch) onControl(f func(*heard)) { w.ask.controls = append(w.ask.controls, f) }

// onGame asks for game messages by opcode, originals only; no opcode = all but updates.
func (w *watch) onGame(f func(*heard), opcodes ...uint8) {
	if len(opcodes) == 0 {
		for i := range w.ask.games {
			if i != message.OpcodeStateUpdate {
				opcodes = append(opcodes, uint8(i))
			}
		}
	}
	for _, o := range opcodes {
		w.ask.games[o] = append(w.ask.games[o], f)
	}
}

// onMessage asks for game messages of one type that go one way, or both.
func onMessage[M wire.Message](w *watch, to int, f func(*heard, M), opcodes ...uint8) {
	w.onGame(func(h *heard) {
		if m, ok := h.Content().Message.(M); ok && (to == bothWays || h.to == to) {
			f(h, m)
		}
	}, opcodes...)
}

const bothWays = -1

// onWhole asks for those that were read to their last field: in one that was not, fields may lie elsewhere.
func onWhole[M wire.Message](w *watch, to int, f func(*heard, M), opcodes ...uint8) {
	onMessage(w, to, func(h *heard, m M) {
		if h.Content().Complete() {
			f(h, m)
		}
	}, opcodes...)
}

// onLink asks for links when they begin.
func (w *watch) onLink(f func(*link)) { w.ask.links = append(w.ask.links, f) }

// onEntered asks for clients when they come into the game.
func (w *watch) onEntered(f func(*link)) { w.ask.entered = append(w.ask.entered, f) }

// onShip asks for ships when their owners make them.
func (w *watch) onShip(f func(*craft, *heard)) { w.ask.ships = append(w.ask.ships, f) }

// onDeath asks for ships when the first client is told that they explode.
func (w *watch) onDeath(f func(*craft, *heard)) { w.ask.deaths = append(w.ask.deaths, f) }

// atEnd has something judged when the capture has been read.
func (w *watch) atEnd(f func()) { w.ask.ends = append(w.ask.ends, f) }

// atEndOfAll asks at the end for each of a list, as it is then: all links, all streams.
func atEndOfAll[T any](w *watch, list *[]*T, f func(*T)) {
	w.atEnd(func() {
		for _, x := range *list {
			f(x)
		}
	})
}

// trial is a capture before its judges.
type trial struct {
	clock
	*facts.Facts
	match   *match.Match
	until   capture.Time // the end of the capture
	ended   bool         // all of it was gone through
	ask     handlers
	links   []*link
	silent  int // of the links, those at the front that have been silent for long
	ofLinks match.OfLinks
	all     []*link // of all connections, by their numbers from 1 on
	nowhere link    // counts what is on no link
	places  int     // of the counts of a link
	hangar  hangar
	streams streams
	bursts  bursts
	heard   heard
	row     int // of the record at hand
	frame   int64
	began   capture.Time  // the capture
	times   *decode.Clock // of it; nil = it has not been read yet
	newest  update
	seen    block // of it
	// delivery and about are the message and the ship that are judged: what ties a violation to its cause asks for them.
	delivery *delivery
	about    *stream
	subject  subject
	foreign  []alien // ships whose ids are not of their players' slots
	version  int     // of what is known of ships and slots
	dropped  int64   // updates that nobody follows, and flows of entity-state
	scratch  message.StateUpdate
	skimmed  message.Skim
	looks    message.SeenBlocks
	decoder  message.Decoder
	cut      bool // a game datagram is cut
	// several says that two clients were in the game at the same time.
	several bool
	// spread says that two of them had different addresses.
	spread   bool
	place    string       // where the capture was taken, as it seemed at that moment: see captured
	placed   capture.Time // "" = it has to be found out
	gamespy  bool
	entities entities
	// doubled says that the datagram at hand is one that the network doubled.
	doubled bool
}

func newTrial(f *facts.Facts) *trial {
	t := &trial{Facts: f, match: f.Match(), ofLinks: f.Match().OfLinks(), hangar: newHangar(), streams: streams{of: map[streamKey]*stream{}}}
	var jumps []capture.Time
	for i := range f.Datagrams() {
		now := f.Steady(f.Datagram(uint32(i)))
		if i > 0 && now.Sub(t.until) > step {
			jumps = append(jumps, t.until)
		}
		t.until = now
	}
	dialects := map[netip.AddrPort]message.Dialect{}
	for _, s := range f.Summary.Servers {
		dialects[s.Address] = s.Dialect
	}
	for _, c := range t.match.Connections() {
		l := &link{Connection: c, jumps: jumps, dialect: dialects[c.Server]}
		if l.unsure = l.dialect == message.Undecided; l.unsure {
			l.dialect = message.Stock
		}
		l.end = l.endOf(t.until)
		t.all = append(t.all, l)
	}
	for _, k := range f.Clocks() {
		if n := k.Connection.Number; n <= len(t.all) { // else there was no room for it
			t.all[n-1].senders[direction(k.Own)] = k
		}
	}
	return t
}

// hold goes through the capture, and holds it against the rules that have asked.
func (t *trial) hold() {
	t.times = &t.Summary.Clock
	x := t.Reader()
	for i, row := range t.All() {
		t.row = i
		t.take(row, x.At(i))
	}
	t.end()
}

// take takes the next record.
func (t *trial) take(row *facts.Row, r *decode.Record) {
	if r.Frame > t.frame { // what is lost is told later, of its own frame
		if t.frame == 0 {
			t.began = r.Steady()
		}
		t.frame = r.Frame
		t.set(r.Steady())
		if !t.now.Before(t.bursts.ends) {
			t.bursts.look(t.now, t.places, t.counted)
		}
	}
	if r.Proto == decode.GameSpy {
		t.text(r)
	}
	if r.Proto == decode.EntityState && t.entities.take(r) {
		t.dropped++
	}
	if r.Proto != decode.BC {
		return
	}
	l := t.link(r.Link, r.Frame)
	if l == nil {
		return
	}
	h := &t.heard
	h.Record, h.Time, h.link, h.to, h.row, h.walked = r, r.Steady(), l, place(r), row, row.Has(facts.Walked) // field by field: as a whole it would be copied
	h.who, h.code, h.once, h.number, h.summed = sender(h.to), -1, true, -1, 0
	first := h.link.last[h.to].Frame < h.Frame // of its datagram; what is lost is told later
	if first {
		h.link.before[h.to] = h.link.last[h.to]
		h.link.last[h.to].Is(r)
		t.speaks(h.link)
		if h.link.stall.unheard++; h.to == toClient {
			h.link.stall.unheard = 0
		}
	}
	t.hear(h)
	if e := h.link.Entered.Frame; e != 0 && e <= h.Frame && !h.link.entered {
		t.enter(h.link)
	}
	if first {
		for to := range h.link.sent {
			if x := &h.link.sent[to]; x.due.Before(h.Time) {
				x.settle(h.Time, t.settled)
			}
		}
	}
}

// counted gives the counts of all links.
func (t *trial) counted(take func([]count)) {
	take(t.nowhere.counts)
	for _, l := range t.links {
		take(l.counts)
	}
}

// link gives the link with a number at a frame; nil = none of the match has it.
func (t *trial) link(number uint32, frame int64) *link {
	return t.linkOf(t.ofLinks.At(number, frame))
}

// linkOf gives the link of a connection; nil = there is none.
func (t *trial) linkOf(c *match.Connection) *link {
	if c == nil {
		return nil
	}
	l := t.all[c.Number-1]
	if l.counts == nil {
		l.place, l.counts = len(t.links), make([]count, t.places)
		t.begins(l)
		t.links = append(t.links, l)
		t.version++
		each(t.ask.links, l)
	}
	return l
}

// text takes a GameSpy text.
func (t *trial) text(r *decode.Record) {
	t.gamespy = true
	pairs, kind := gamespy.Parse(r.Payload, nil)
	for _, f := range t.ask.gamespy {
		f(r, pairs, kind)
	}
}

// hear takes a message of the game.
func (t *trial) hear(h *heard) {
	t.subject = subject{}
	if h.Index == 0 && h.Parts == nil {
		t.doubled = h.link.recent[h.to].doubled(reassembly.Sum(h.Datagram.Payload), h.Time)
		t.cut = t.cut || h.Missing > 0 && h.Snapped
		each(t.ask.datagrams, h)
	}
	switch {
	case h.Unread:
		each(t.ask.faults, h)
		return
	case h.Header.Type == transport.Ack:
		h.link.sent[1-h.to].answered(h) // one that looks doubled may answer what came in between
		if h.to == toServer {
			h.link.stall.answers(h)
		}
		if t.doubled {
			return
		}
		each(t.ask.acks, h)
		return
	case t.doubled:
		return
	case h.Lost():
		each(t.ask.joined, h)
		return
	}
	if opcode, ok := h.Opcode(); ok {
		h.code = int(opcode)
	}
	t.number(h)
	if h.Joined() {
		each(t.ask.joined, h)
	}
	if !h.walked && h.Parts == nil {
		each(t.ask.every, h)
	}
	switch {
	case h.code == message.OpcodeStateUpdate:
		t.update(h)
	case h.code >= 0 && h.once:
		t.game(h)
		each(t.ask.games[h.code], h)
	case h.Header.Type != transport.Data:
		if _, ok := h.Content().Message.(*transport.ConnectResponse); ok && h.to == toClient {
			h.link.sent[toServer].accepted(h)
		}
		h.link.leaves(h)
		each(t.ask.controls, h)
	}
}

// game keeps what later messages are judged by.
func (t *trial) game(h *heard) {
	h.link.got[h.code] = h.link.got[h.code] || h.to == toClient
	if logged[h.code] {
		h.link.log.add(entryOf(h, t.row))
	}
	switch m := h.Content().Message.(type) {
	case *message.NewPlayerInGame:
		if h.to == toServer && h.link.ready.Frame == 0 {
			h.link.ready = h.at()
		}
	case *message.Settings:
		t.version++
	case *message.ObjectCreate:
		t.version++
		if h.Content().Fields >= m.FieldsToObject() {
			t.made(t.hangar.created(t.Life(h.row.Life), h, m), h)
		}
	case *message.Event:
		if h.to == toClient && m.EventCode == codeLeft {
			t.hangar.left(h.link.Server, int(m.PeerID)-firstPeer)
		}
		object, _, dies := match.Death(h.Record)
		if dies && h.row.Has(facts.Ends) {
			t.dies(t.hangar.ships[t.Life(h.row.Life)], h)
		}
		if dies && h.to == toClient {
			for _, f := range t.ask.exploding {
				f(h, m, t.hangar.of(h.link.Server, object))
			}
		}
	}
}

// made tells of a new ship.
func (t *trial) made(c *craft, h *heard) {
	if c == nil {
		return
	}
	c.row = t.row
	t.noteForeign(c, h.link)
	for _, f := range t.ask.ships {
		f(c, h)
	}
}

// dies tells of the end of a ship, once: of the first message that tells of it, by the account of the match.
func (t *trial) dies(c *craft, h *heard) {
	if c == nil || c.died.Frame != 0 {
		return
	}
	c.died = h.at()
	for _, f := range t.ask.deaths {
		f(c, h)
	}
}

// classExploding is the class of the event that tells of the end of a ship.
const classExploding = 0x8129

// number finds out whether a message is an original, and counts what is missing.
func (t *trial) number(h *heard) {
	if !h.Header.HasSeq {
		return
	}
	n := h.link.numbersOf(h.Record)
	switch {
	case h.Header.Seq > 255:
		n.eightBit = false // what seemed to follow 255 was sent again, and its first copy was not seen
	case !n.eightBit && h.Has(decode.Counter8Bit):
		n.eightBit, n.wrapped = true, h.at()
	}
	if h.Parts != nil {
		h.number = n.unwrap(h.Header.Seq)
		return
	}
	h.number, h.once = n.take(h.Record), !h.Again()
	if n.eightBit && h.to == toClient && h.Header.Type == transport.Data {
		h.link.stall.sends(h)
	}
	if h.Header.Reliable() {
		t.follow(h)
	}
}

// follow follows a reliable message.
func (t *trial) follow(h *heard) {
	d, before := h.link.sent[h.to].sent(h)
	if t.delivery = d; d != nil && !before.IsZero() {
		for _, f := range t.ask.copies {
			f(d, h, before)
		}
	}
}

// settled tells what became of a message.
func (t *trial) settled(d *delivery) {
	if t.delivery = d; d.to == toClient && d.wrapped() {
		d.link.stall.settled(d)
	}
	each(t.ask.settled, d)
}

func (t *trial) update(h *heard) {
	object, clock, flags, ok := message.UpdateHeader(h.Payload)
	if !ok {
		return
	}
	u := &t.newest
	t.subject.object = object
	u.heard, u.object, u.clock, u.flags = h, object, clock, flags
	t.noteFirst(u)
	if u.stream = t.stream(u); u.stream == nil {
		t.dropped++
		return
	}
	u.craft, u.own, u.players = u.stream.craft, u.stream.own, u.stream.players
	u.Paces = u.stream.times.Take(h.row.Step(), h.Time, flags)
	u.stream.count(u)
	t.hangar.moved(u)
	for _, f := range t.ask.updates[u.to] {
		f(u)
	}
	t.block(u)
}

// noteFirst notes the first update to a client, and the slot that the first one of a client shows.
func (t *trial) noteFirst(u *update) {
	switch l := u.link; {
	case u.to == toClient && l.firstUpdate.Frame == 0:
		l.firstUpdate = u.at()
	case u.to == toServer && l.seenSlot == 0 && slotOf(u.object) >= 0:
		l.seenSlot = slotOf(u.object) + 1
		t.version++
	}
}

// enter notes that a client is in the game.
func (t *trial) enter(l *link) {
	l.entered = true
	for _, o := range t.links {
		if o != l && o.Server == l.Server && o.entered && !o.end.Before(l.Entered.Time) {
			t.several = true
			t.spread = t.spread || o.Client.Addr() != l.Client.Addr()
		}
	}
	each(t.ask.entered, l)
}

// end ends the capture.
func (t *trial) end() {
	t.ended = true
	t.place = ""
	t.clock.end()
	for _, l := range t.links {
		l.sent[toServer].end(t.settled)
		l.sent[toClient].end(t.settled)
	}
	for _, f := range t.ask.ends {
		f()
	}
	t.bursts.look(t.now, t.places, t.counted)
}

// lately is how long before its copy an update is passed on.
const lately = 2 * time.Second

// relayed reports whether an update of the host has the bytes of one that a client sent.
func (u *update) relayed() bool {
	return u.to == toClient && u.Relay.Frame != 0 && u.Relay.After <= lately
}
