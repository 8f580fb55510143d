package check

import (
	"iter"
	"net/netip"
	"slices"
	"sort"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/gamespy"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/reassembly"
	"bcdump/report/facts"
)

// trial is a capture before its judges. It is gone through once; then game messages are judged, and what stays for the end.
type trial struct {
	*facts.Facts
	match  *match.Match
	reader *facts.Reader // of the message at hand
	ahead  *facts.Reader // of others
	now    capture.Time  // that of the newest frame
	began  capture.Time
	until  capture.Time // the end of the capture
	times  *decode.Clock
	// jumps are the last moments before the clock of the capture jumps, or the capture has a hole: nobody knows how much time
	// went by, or what did.
	jumps   []capture.Time
	hosts   map[netip.AddrPort]*host
	servers []*host // the same, in the order of their connections
	whole   *host   // the capture
	row     int     // of the record at hand
	frame   int64
	ask     handlers
	links   []*link
	ofLinks match.OfLinks
	all     []*link  // of all connections, by their numbers from 1 on
	places  int      // of the counts of a link
	games   []uint32 // rows of the game messages of all links, but updates
	texts   []text
	hangar  hangar
	streams streams
	bursts  []burst // by place
	stretch int64   // that the newest frame lies in
	heard   heard
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
	decoder  message.Decoder
	doubled  bool   // the datagram at hand is one that the network doubled
	place    string // where the capture was taken: see captured
	most     int    // clients in the game at once: see together
	spread   bool
	entities entities
	// oneWay is what findOneWay says when the capture has been gone through: each rule asks for each link.
	oneWay func() string
}

// subject is what the message or the stream at hand is about.
type subject struct {
	object uint32       // 0 = no ship
	until  capture.Time // of what is judged as a whole
}

func newTrial(f *facts.Facts) *trial {
	t := &trial{Facts: f, match: f.Match(), ofLinks: f.Match().OfLinks(), jumps: f.Holes(), reader: f.Reader(), ahead: f.Reader(), times: &f.Summary.Clock}
	t.oneWay = sync.OnceValue(t.findOneWay)
	t.hangar, t.heard.t, t.streams.of = newHangar(t), t, map[streamKey]*stream{}
	t.hosts, t.whole = map[netip.AddrPort]*host{}, t.newHost(t.match.Numbered(), &facts.Dropped{})
	if n := f.Datagrams(); n > 0 {
		t.until = f.Steady(f.Datagram(uint32(n - 1)))
	}
	dialects := map[netip.AddrPort]message.Dialect{}
	for _, s := range f.Summary.Servers {
		dialects[s.Address] = s.Dialect
	}
	for _, c := range t.match.Connections() {
		if t.hosts[c.Server] == nil {
			x := t.newHost(t.match.NumberedOf(c.Server), f.Dropped(c.Server))
			t.hosts[c.Server], t.servers = x, append(t.servers, x)
		}
		l := &link{Connection: c, t: t, host: t.hosts[c.Server], dialect: dialects[c.Server]}
		if l.unsure = l.dialect == message.Undecided; l.unsure {
			l.dialect = message.Stock
		}
		l.end = l.endOf(t.until)
		if i := slices.IndexFunc(l.Steps, func(s match.Step) bool { return s.Name == match.StepAccepted }); i >= 0 {
			l.accepted = l.Steps[i].Event
		}
		t.all = append(t.all, l)
	}
	for _, k := range f.Clocks() {
		if n := k.Connection.Number; n <= len(t.all) { // else there was no room for it
			t.all[n-1].senders[direction(k.Own)] = k
		}
	}
	return t
}

// findOneWay names the side from which a capture of a game has no message; "" = both sides are there.
func (t *trial) findOneWay() string {
	silent := func(to int) bool {
		return !slices.ContainsFunc(t.links, func(l *link) bool { return l.last[to].frame > 0 })
	}
	switch {
	case len(t.links) == 0:
	case silent(toServer):
		return "nothing that clients sent is in the capture"
	case silent(toClient):
		return "nothing that the host sent is in the capture"
	}
	return ""
}

// certain reports whether the capture has no hole for a time after a moment, and its clock does not jump.
func (t *trial) certain(at capture.Time, after time.Duration) bool {
	i := sort.Search(len(t.jumps), func(i int) bool { return !t.jumps[i].Before(at) })
	return i == len(t.jumps) || t.jumps[i].Sub(at) >= after
}

// hold goes through the capture, and holds it against the rules that have asked.
func (t *trial) hold() {
	for i, row := range t.All() {
		t.row = i
		t.take(row)
	}
	for _, l := range t.links {
		l.sent[toServer].settle(nil, t.settled)
		l.sent[toClient].settle(nil, t.settled)
	}
	for _, x := range t.servers {
		for _, a := range x.answers {
			t.acksLacked(x, a)
		}
	}
	for _, row := range t.games {
		t.recall(int(row))
	}
	t.heard.code = -1 // nothing is at hand
	for _, f := range t.ask.ends {
		t.subject = subject{}
		f()
	}
}

// take takes the next record.
func (t *trial) take(row *facts.Row) {
	d := t.Datagram(row.Datagram)
	frame, now := int64(d.Frame), t.Steady(d)
	if frame > t.frame { // what is lost is told later, of its own frame
		if t.frame == 0 {
			t.began, t.now = now, now
		}
		if t.frame = frame; t.now.Before(now) {
			t.reaches(now)
		}
	}
	switch {
	case row.Has(facts.GameSpy):
		t.text()
	case row.Has(facts.EntityState) && t.entities.take(t.reader.At(t.row)):
		t.dropped++
	}
	if !row.Has(facts.Game) {
		return
	}
	l := t.linkOf(t.ofLinks.At(t.Side(row).Link, frame))
	if l == nil {
		return
	}
	h := t.hears(row, l, frame, now)
	first := l.last[h.to].frame < frame // of its datagram; what is lost is told later
	if first {
		l.before[h.to], l.last[h.to] = l.last[h.to], moment{frame, now}
		if l.stall.unheard++; h.to == toClient {
			l.stall.unheard = 0
		}
	}
	t.hear(h, d)
	if first {
		l.sent[toServer].settle(&now, t.settled)
		l.sent[toClient].settle(&now, t.settled)
	}
}

// reaches notes how far the capture has been gone through.
func (t *trial) reaches(now capture.Time) { t.now, t.stretch = now, int64(now.Sub(t.began)/stretch) }

// hears makes a row the message at hand. It is written field by field: as a whole it would be copied.
func (t *trial) hears(row *facts.Row, l *link, frame int64, now capture.Time) *heard {
	h := &t.heard
	h.Row, h.n, h.Frame, h.Time, h.link, h.to, h.code, h.once, h.number, h.read = row, t.row, frame, now, l, toServer, -1, true, -1, nil
	if row.Has(facts.ToClient) {
		h.to = toClient
	}
	h.who, t.subject = sender(h.to), subject{}
	return h
}

// linkOf gives the link of a connection, which may be new; nil = there is none.
func (t *trial) linkOf(c *match.Connection) *link {
	if c == nil {
		return nil
	}
	l := t.all[c.Number-1]
	if l.counts == nil {
		l.place, l.counts = len(t.links), make([]count, t.places)
		t.begins(l)
		t.links = append(t.links, l)
		l.host.links = append(l.host.links, l)
		t.version++
	}
	return l
}

// hear takes a message of the game.
func (t *trial) hear(h *heard, d *facts.Datagram) {
	if h.Index == 0 && !h.Has(facts.Joined) {
		t.doubled = h.link.recent[h.to].doubled(reassembly.Sum(t.Content(d)), h.Time)
		h.link.host.cut = h.link.host.cut || t.Snapped(d)
		each(t.ask.datagrams, h)
	}
	kind := transport.Type(h.Kind)
	switch {
	case h.Has(facts.Unread):
		each(t.ask.faults, h)
		return
	case kind == transport.Ack:
		t.ack(h)
		return
	case t.doubled, h.Has(facts.Lost):
		return
	}
	if h.Has(facts.HasOpcode) {
		h.code = int(h.Opcode)
	}
	t.number(h)
	switch {
	case h.Has(facts.Joined):
		each(t.ask.joined, h)
	case !h.Has(facts.Walked):
		each(t.ask.every, h)
	}
	switch {
	case h.code == message.OpcodeStateUpdate:
		t.update(h)
	case h.code >= 0 && h.once:
		t.game(h)
	case h.control():
		if _, ok := h.content().Message.(*transport.ConnectResponse); ok && h.to == toClient {
			h.link.sent[toServer].acknowledge(keyOf(1, 0, -1), h, true) // stock hosts send it with or without an Ack in front
		}
		h.link.leaves(h)
		each(t.ask.controls, h)
	}
}

// ack takes an Ack. One that looks doubled may answer what came in between.
func (t *trial) ack(h *heard) {
	flags, index := h.ack()
	l, low := h.link, flags&transport.AckLowChannel != 0
	l.sent[1-h.to].answered(h, low, flags, index)
	if h.to == toServer && !low {
		l.stall.answers(h)
		if c := l.dies; c != nil && c.knows.IsZero() && h.Seq == c.seq {
			c.knows = h.Time
		}
	}
	if h.Has(facts.AckUnseen) {
		named, _ := h.acknowledges()
		if l.Joined && !named.started {
			named.ahead = int(h.Seq) + 1
		}
		named.acknowledged(h.Seq)
		if flags&transport.AckFragment != 0 && !low && named.carried(h.Seq) && l.sent[1-h.to].lacksPart(h, int(index)) {
			number := named.unwrap(h.Seq)
			named.open(hole{number, number, h.Time, h.Time, h.n, true})
		}
	}
	l.accepts = l.accepts || h.to == toServer && low && h.Seq == 0 && !t.doubled // the response is the first
	if !t.doubled {
		each(t.ask.acks, h)
	}
}

// number finds out whether a message is an original, and counts what is missing.
func (t *trial) number(h *heard) {
	if !h.Has(facts.Reliable) && (h.Has(facts.Walked) || !h.header().HasSeq) {
		return
	}
	n := &h.link.numbers[h.to][channel(transport.Type(h.Kind))]
	switch {
	case h.Seq > 255:
		n.eightBit = false // what seemed to follow 255 was sent again, and its first copy was not seen
	case !n.eightBit && t.Noted(h.Row, decode.Counter8Bit):
		n.eightBit, n.wrapped = true, h.n
	}
	if h.Has(facts.Joined) {
		h.number = n.unwrap(h.Seq)
		return
	}
	h.once = !h.Has(facts.Again)
	h.number = n.take(h.Seq, !h.once, h.Time, h.n)
	if n.eightBit && h.to == toClient && !h.control() {
		h.link.stall.sends(h)
	}
	if h.Has(facts.Reliable) {
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
	if row := t.Row(d.row); d.link.host.sure && row.Has(facts.HasOpcode) {
		a := d.link.host.answers[d.to]
		if a == nil {
			a = &answers{}
			d.link.host.answers[d.to] = a
		}
		a.all[row.Opcode]++
		a.n++
		const due = 3 * time.Second // by then the Ack has come
		if d.acked.IsZero() && d.copies == 1 && d.link.sends(receiver(d.to), d.newest, due) {
			a.none[row.Opcode]++
			a.mute = append(a.mute, d)
			return
		}
	}
	each(t.ask.settled, d)
}

// game keeps what later messages are judged by.
func (t *trial) game(h *heard) {
	l := h.link
	t.games, l.log = append(t.games, uint32(h.n)), append(l.log, logged{uint32(h.n), int32(h.number)})
	switch {
	case h.Opcode == message.OpcodeNewPlayerInGame && h.to == toServer && l.ready.Frame == 0:
		l.ready = h.at()
	case h.Opcode == message.OpcodeObjectCreate, h.Opcode == message.OpcodeObjectCreateTeam:
		t.version++
		if m, ok := h.content().Message.(*message.ObjectCreate); ok && h.content().Fields >= m.FieldsToObject() {
			t.hangar.created(t.Life(h.Life), h, m)
		}
	case h.to == toServer:
	case h.Opcode == message.OpcodeSettings:
		if m, ok := h.content().Message.(*message.Settings); ok {
			l.friendly = m.FriendlyFire
		}
	case h.Opcode == message.OpcodePlayerListEvent:
		if m, ok := h.content().Message.(*message.Event); ok && m.EventCode == codeLeft {
			t.hangar.left(l.Server, int(m.PeerID)-firstPeer)
		}
	}
	if mayExplode(h) {
		t.ends(h)
	}
}

// mayExplode tells events of the end of a ship by their class, before they are decoded.
func mayExplode(h *heard) bool {
	p := h.payload()
	return match.MayExplode(h.Opcode) && len(p) > 2 && int(p[1])|int(p[2])<<8 == message.ClassObjectExploding
}

// ends notes when a ship ends, by the account of the match, and when its owner is told.
func (t *trial) ends(h *heard) {
	object, _, dies := match.Death(h.record())
	if !dies {
		return
	}
	if c := t.hangar.ships[t.Life(h.Life)]; c != nil && h.Has(facts.Ends) && c.died.Frame == 0 {
		c.died = h.at()
	}
	if c := t.hangar.of(h.link.Server, object); c != nil && c.fresh() && c.owner == h.link && h.to == toClient && c.told.IsZero() {
		m, _ := h.content().Message.(*message.Event)
		c.told, c.seq, c.lifetime, h.link.dies = h.Time, h.Seq, float64(m.Lifetime), c
	}
}

// recall has a game message judged, when all of the capture is known.
func (t *trial) recall(i int) {
	row := t.Row(i)
	d := t.Datagram(row.Datagram)
	t.row, t.frame = i, int64(d.Frame)
	t.reaches(t.Steady(d))
	h := t.hears(row, t.linkOf(t.ofLinks.At(t.Side(row).Link, t.frame)), t.frame, t.now)
	h.code = int(row.Opcode)
	if h.to == toClient && mayExplode(h) {
		if object, _, dies := match.Death(h.record()); dies {
			m, _ := h.content().Message.(*message.Event)
			for _, f := range t.ask.exploding {
				f(h, m, t.hangar.of(h.link.Server, object))
			}
		}
	}
	each(t.ask.games[h.code], h)
}

func (t *trial) update(h *heard) {
	u, l := &t.newest, h.link
	if !h.Has(facts.Update) {
		return
	}
	t.subject.object, u.heard = h.Object, h
	_, u.clock, _, _ = message.UpdateHeader(h.payload())
	switch slot := slotOf(h.Object); {
	case h.to == toClient && l.firstUpdate.Frame == 0:
		l.firstUpdate = h.at()
	case h.to == toServer && l.seenSlot == 0 && slot >= 0: // the slot that the first one of a client shows
		l.seenSlot = slot + 1
		t.version++
	}
	if u.stream = t.stream(u); u.stream == nil {
		t.dropped++
		return
	}
	u.craft, u.own, u.players = u.stream.craft, u.stream.own, u.stream.players
	u.Paces = u.stream.times.Take(h.Step(), h.Time, h.Flags)
	u.relayed = h.to == toClient && t.Relays(h.Row) && t.Relay(h.Row).After <= lately
	u.stream.count(u)
	for _, f := range t.ask.updates[h.to] {
		f(u)
	}
	t.block(u)
}

// block is what the subsystem block of an update of the host says in the dialect of the host.
type block struct {
	*message.Skim
	class *ship.Class
}

// block reads the subsystem block of an update.
func (t *trial) block(u *update) {
	if len(t.ask.blocks) == 0 || u.to != toClient || u.Flags&message.FlagSubsystems == 0 {
		return
	}
	class := t.class(u)
	if class == nil || len(class.Subsystems) == 0 {
		return
	}
	t.skimmed = t.skim(u, class, u.link.dialect)
	t.seen.Skim, t.seen.class = &t.skimmed, class
	for _, f := range t.ask.blocks {
		f(u, &t.seen)
	}
}

// skim looks over an update in a dialect.
func (t *trial) skim(u *update, class *ship.Class, dialect message.Dialect) message.Skim {
	return t.scratch.Skim(u.payload(), class, dialect)
}

// states decodes the subsystem block of an update.
func (t *trial) states(payload []byte, class *ship.Class, dialect message.Dialect) []message.SubsystemState {
	m, ok := t.decoder.DecodeIn(payload, message.Context{Class: class, Dialect: dialect}).Message.(*message.StateUpdate)
	if !ok {
		return nil
	}
	return m.Subsystems.Items
}

// others gives the other links of the server of one.
func (t *trial) others(l *link) iter.Seq[*link] {
	return func(yield func(*link) bool) {
		for _, o := range t.links {
			if o != l && o.Server == l.Server && !yield(o) {
				return
			}
		}
	}
}

// text is a GameSpy text, which is alone in its datagram.
type text struct {
	at       match.Event
	src, dst netip.AddrPort
	pairs    []gamespy.Pair
	kind     gamespy.Kind
}

func (t *trial) text() {
	row := t.Row(t.row)
	x := text{at: t.Event(t.row)}
	x.src, x.dst = t.Ends(t.Datagram(row.Datagram))
	x.at.Index = -1
	x.pairs, x.kind = gamespy.Parse(t.Payload(row), nil)
	t.texts = append(t.texts, x)
}
