package diff

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/histogram"
	"bcdump/report/check"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/stats"
	"bcdump/report/tally"
)

// Looks are what a capture looks like without its ids, addresses and times: values that are counted, numbers that are
// measured, and what rules say. Keys are equal in two captures if they are about the same.
type Looks struct {
	file    figures.DiffFile
	facts   *facts.Facts
	queries tally.Queries
	minutes float64 // that all clients were there, added up
	active  float64 // minutes of the capture
	groups  map[string]int64
	values  map[string]*values
	rates   map[string]*rate
	numbers map[string]*numbers
	rules   map[string]*figures.CheckRule
	looker  *looker       // nil = there are no rows
	stats   figures.Stats // links, relays and joins
}

// about says what is compared, for those who put differences in order.
type about struct {
	section string
	key     string  // equal in two captures: "0x19 S>C flags"
	title   string  // for people: "TorpedoFire S>C: flags"
	subject string  // what it is about: "TorpedoFire S>C"; differences of one subject belong together
	aspect  string  // what of it: "flags"
	cause   string  // what subjects have in common that follow from one another: "0x19"
	origin  bool    // another subject of its cause may be about copies of it
	weight  float64 // how much a difference matters, 0 to 1
	judges  string  // whose doing it is, as sides has it; "" = it may be either's
}

// values counts what has one of several values.
type values struct {
	about
	group string // of a side without it, groups says how many there are; "" = none
	unit  string
	of    int64
	cells map[string]*cell
	// many says that there are more values than are kept: those that are not here say nothing.
	many bool
	// chosen says that people choose how often each comes, never that no battle occasions one: one that another capture
	// lacks is no chance.
	chosen, never bool
	mixed         bool                      // how much there is of each follows from how ships fly, and how many there are
	comes         bool                      // the value says where it comes
	where         []string                  // conditions of all
	ask           func(value string) string // the condition of one; "" = no filter tells it
}

// rate is how often something was sent.
type rate struct {
	about
	cell
	minutes float64 // over which it was counted, of all players together
	per     string
	where   []string
	// occasional says that what happens in a battle decides how often it comes.
	occasional bool
}

// numbers are how long something took, or how large it was.
type numbers struct {
	about
	histogram.Histogram
	unit  string
	least float64 // what is less apart is no difference
	where []string
}

// cell counts messages: how many, how unevenly over slots of ten seconds, and of how many clients.
type cell struct {
	count        int64
	slot, within int64
	squares      float64
	clients      uint64 // as bits, modulo 64
	row          int    // the first
	seen         int    // the newest row, plus 1
	name         string // what the value stands for
}

func (c *cell) add(row int, at capture.Time, client int) {
	if c.count == 0 {
		c.row = row
	}
	c.count, c.seen = c.count+1, row+1
	if slot := at.Sec / slotLength; slot != c.slot {
		c.squares += float64(c.within) * float64(c.within)
		c.slot, c.within = slot, 0
	}
	c.within++
	c.clients |= 1 << (uint(client) % 64)
}

// slotLength is in seconds.
const slotLength = 10

// join adds what was counted elsewhere, as if all of it came in other slots.
func (c *cell) join(d *cell) {
	if c.count == 0 || d.row < c.row {
		c.row = d.row
	}
	c.count, c.clients = c.count+d.count, c.clients|d.clients
	c.squares += d.squares + float64(d.within)*float64(d.within)
}

// burst is the variance of the count of a slot through its mean; 1 of what comes by chance, or more evenly than that.
func (c *cell) burst(l *Looks) float64 {
	slots := max(l.active*60/slotLength, 1)
	mean := float64(c.count) / slots
	if mean == 0 || slots < 2 {
		return 1
	}
	squares := c.squares + float64(c.within)*float64(c.within)
	return max((squares/slots-mean*mean)/mean*slots/(slots-1), 1)
}

const (
	// maxValues bounds the values that are told apart of one field, and maxKinds the kinds of messages.
	//limit:maxValues Figures | values of a field that `diff` tells apart, in bytes each at most 64 | "many": those that are not kept are not compared | TestBounds
	maxValues = 32
	//limit:maxKinds Figures | kinds of messages, and fields of all of them, that `diff` tells apart | not compared; counted | TestBounds
	maxKinds = 1 << 13
	// maxValue bounds the text of a value, in bytes.
	maxValue = 64
)

// add counts a value; what finds no room makes them many.
func (v *values) add(value string, row int, at capture.Time, client int) *cell {
	v.of++
	c := v.cells[value]
	if c == nil {
		if len(v.cells) >= maxValues || len(value) > maxValue {
			v.many = true
			return nil
		}
		if v.cells == nil {
			v.cells = map[string]*cell{}
		}
		c = &cell{}
		v.cells[value] = c
	}
	c.add(row, at, client)
	return c
}

// query keeps the lines of a value, as many as it gives; without a condition it keeps the first.
func (v *values) query(l *Looks, value string, c *cell) (q figures.Query, lines int64) {
	switch {
	case c == nil && v.where == nil:
		return "", 0
	case c == nil || c.row < 0:
		return l.queries.Of(v.where...), v.of
	case v.ask != nil:
		if is := v.ask(value); is != "" {
			return l.queries.Of(append(v.where[:len(v.where):len(v.where)], is)...), c.count
		}
	}
	row, part := l.facts.Row(c.row), tally.OnWire
	if row.Has(facts.Joined) {
		part = "frames"
	}
	return figures.Query(fmt.Sprintf("frame == %d && index == %d && %s", l.facts.FrameAt(c.row), row.Index, part)), 1
}

// Kinds are opcodes, and behind them the types of control messages.
const (
	controls = 256
	kinds    = 512
)

// looker goes through a capture.
type looker struct {
	*Looks
	kinds    [2][kinds]*kind
	aspects  int
	dropped  int64
	ofLinks  match.OfLinks
	all      []*party // by number of the connection, from 0
	rhythm   rhythm
	leaves   leaves
	patterns map[string]*values

	// The message at hand.
	i      int
	row    *facts.Row
	record *decode.Record // nil = it is walked
	at     capture.Time
	dir    int
	kind   int // -1 = nothing that is counted
	party  *party
	here   *kind
	label  string
	event  string // of an event whose fields depend on it, what it is
	others bool   // it is about another client
	owner  int    // the slot that it names; -1 = none
	last   *cell
}

// Directions.
const (
	toServer = iota
	toClient
)

var directions = [2]decode.Direction{decode.ToServer, decode.ToClient}

// sides are the senders of both directions.
var sides = [2]string{check.Client.String(), check.Server.String()}

// weightOf is how much it matters what one side does: clients are mostly the same program, servers are what is compared.
func weightOf(dir int) float64 { return [2]float64{0.6, 1}[dir] }

// Look makes looks of a capture.
func Look(f *facts.Facts, o Options) *Looks {
	s := &f.Summary
	counted := stats.Connections(f, o.Filter)
	l := &Looks{
		facts: f, stats: counted, file: figures.DiffFile{File: counted.Files[0], Clients: []string{}}, queries: tally.Queries{Mixed: s.Datagrams.EntityState > 0, Copied: s.Copies.Datagrams > 0},
		groups: map[string]int64{}, values: map[string]*values{}, rates: map[string]*rate{}, numbers: map[string]*numbers{}, rules: map[string]*figures.CheckRule{},
	}
	l.queries.Filter = o.Filter
	if len(s.Servers) > 0 {
		l.file.Dialect = s.Servers[0].Dialect.String()
	}
	x := &looker{Looks: l, ofLinks: f.Match().OfLinks(), patterns: map[string]*values{}, rhythm: newRhythm(l)}
	for _, c := range f.Match().Connections() {
		p := &party{conn: c, whole: len(c.Steps) > 0 && c.Steps[len(c.Steps)-1].Name == match.StepShip}
		x.all = append(x.all, p)
		l.file.Clients = append(l.file.Clients, c.Name)
		last := c.Heard.Time
		if c.Heard.Frame == 0 || last.Before(c.Told.Time) {
			last = c.Told.Time
		}
		l.minutes += max(last.Sub(c.First.Time), 0).Minutes()
	}
	l.active, l.looker = float64(l.file.Active)/60, x
	rules := o.asks("rules")
	judged := make(chan *figures.CheckFile, 1)
	if rules {
		go func() { judged <- check.Judge(f, check.Options{Judge: check.Both}).Verdicts }()
	}
	x.look()
	x.end()
	if rules {
		verdicts := <-judged
		for i := range verdicts.Rules {
			r := &verdicts.Rules[i]
			l.rules[r.ID+" "+r.Judges] = r
		}
	}
	return l
}

// look goes through all rows.
func (x *looker) look() {
	reader, datagram := x.facts.Reader(), uint32(0)
	for i, r := range x.facts.All() {
		if !r.Has(facts.Game) {
			continue
		}
		if x.row == nil || r.Datagram != datagram {
			datagram = r.Datagram
			d := x.facts.Datagram(datagram)
			x.at = x.facts.Steady(d)
		}
		if x.open(i, r); x.party == nil && x.facts.Side(r).Link == 0 {
			continue
		}
		switch {
		case !r.Has(facts.Walked):
			x.record = reader.At(i)
			x.general()
		case r.Kind == uint8(transport.Ack):
			x.rhythm.ack(x)
		default:
			x.kind = message.OpcodeStateUpdate
			x.update()
		}
	}
}

// open makes a row the message at hand.
func (x *looker) open(i int, r *facts.Row) {
	x.i, x.row, x.dir, x.kind, x.record = i, r, tally.BoolInt(r.Has(facts.ToClient)), -1, nil
	x.party, x.owner = x.partyOf(i, r), -1
}

// partyOf gives the connection of a row; nil = there is none.
func (x *looker) partyOf(i int, r *facts.Row) *party {
	c := x.ofLinks.At(x.facts.Side(r).Link, x.facts.FrameAt(i))
	if c == nil {
		return nil
	}
	return x.all[c.Number-1]
}

// client is the number of the connection, from 1; 0 = none.
func (x *looker) client() int {
	if x.party == nil {
		return 0
	}
	return x.party.conn.Number
}

// owns reports whether an object belongs to the client of the message.
func (x *looker) owns(object uint32) bool {
	slot, ok := wire.OwnerSlot(object)
	return ok && x.party != nil && slot == x.party.conn.Slot
}

// kind is how the messages of one kind and direction look.
type kind struct {
	key, title, cause string
	dir, kind         int
	where             []string
	all               cell
	loose             bool // their sizes differ by what they hold
	aspects           map[string]*values
	fields            map[string]*field // by path
	channels          [4]cell           // of updates
	flags             [256]cell
	sizes             [256]*[updateSizes]cell // of updates without blocks, by their flags
}

// updateSizes bounds the sizes of updates that are told apart: those without blocks are shorter.
const updateSizes = 64

// kindOf says what a message is: a whole one; -1 = a part, or nothing that could be read.
func (x *looker) kindOf() int {
	switch r := x.row; {
	case r.Is&(facts.Unread|facts.Lost|facts.Part) != 0:
		return -1
	case r.Has(facts.HasOpcode):
		return int(r.Opcode)
	case r.Kind == uint8(transport.Data) || r.Kind == uint8(transport.Ack):
		return -1
	case r.Kind == uint8(transport.OldDisconnect):
		return controls + int(transport.Disconnect)
	}
	return controls + int(x.row.Kind)
}

// ofKind gives the kind of the message at hand.
func (x *looker) ofKind() *kind {
	x.here = x.kinds[x.dir][x.kind]
	if x.here != nil {
		return x.here
	}
	k := &kind{dir: x.dir, kind: x.kind, aspects: map[string]*values{}, fields: map[string]*field{}}
	dir := string(directions[x.dir])
	k.cause = transport.Type(uint8(x.kind)).String()
	what := tally.Is("type", k.cause)
	if x.kind < controls {
		k.cause, what = tally.OpcodeText(x.kind), tally.OpcodeIs(x.kind)
	}
	k.where = []string{what, tally.DirIs(directions[x.dir]), tally.Once}
	k.title = "StateUpdate " + dir
	if x.record != nil {
		k.title = x.record.Title() + " " + dir
	}
	k.key = k.cause + " " + dir
	x.here, x.kinds[x.dir][x.kind] = k, k
	return k
}

// aspect gives what is counted of a kind under a name; nil = there is no room.
func (x *looker) aspect(k *kind, key, title string) *values {
	v := k.aspects[key]
	if v == nil {
		if x.aspects++; x.aspects > maxKinds {
			x.dropped++
			return nil
		}
		v = &values{about: k.about(key, title), group: k.key, unit: "messages", never: true, where: k.where}
		k.aspects[key] = v
	}
	return v
}

func (k *kind) about(key, title string) about {
	return about{section: "layout", key: k.key + " " + key, title: k.title + ": " + title, subject: k.title, aspect: title, cause: k.cause, origin: k.dir == toServer, weight: weightOf(k.dir), judges: sides[k.dir]}
}

// count counts a value of an aspect.
func (x *looker) count(key, title, value string, ask func(string) string) *values {
	v := x.aspect(x.here, key, title)
	if v != nil {
		v.add(value, x.i, x.at, x.client())
		v.ask = ask
	}
	return v
}

// update counts an update.
func (x *looker) update() {
	k, r := x.ofKind(), x.row
	client := x.client()
	k.all.add(x.i, x.at, client)
	k.channels[x.channel()].add(x.i, x.at, client)
	if !r.Has(facts.Update) {
		return // it is cut
	}
	k.flags[r.Flags].add(x.i, x.at, client)
	if size := x.facts.Size(r); r.Flags&(message.FlagSubsystems|message.FlagWeapons) == 0 && size < updateSizes {
		if k.sizes[r.Flags] == nil {
			k.sizes[r.Flags] = new([updateSizes]cell)
		}
		k.sizes[r.Flags][size].add(x.i, x.at, client)
	}
	x.rhythm.update(x)
}

// general counts a message that is decoded.
func (x *looker) general() {
	r := x.record
	x.rhythm.general(x)
	x.label, x.event, x.others, x.last = "", "", false, nil
	if x.kind = x.kindOf(); x.kind < 0 || x.row.Has(facts.Retransmit) {
		return
	}
	c := r.Content()
	k := x.ofKind()
	_, creation := c.Message.(*message.ObjectCreate)
	for _, n := range r.Diagnostics() {
		if meansLayout(n.Code) {
			if v := x.count("note "+string(n.Code), "note "+string(n.Code), "there", func(string) string { return tally.Noted(n.Code) }); v != nil {
				v.chosen, v.never = creation, !x.row.Has(facts.Update) // it follows from the class of the ship, and from how it flies
			}
		}
	}
	if x.kind == message.OpcodeStateUpdate {
		x.update()
		return
	}
	k.all.add(x.i, x.at, x.client())
	x.count("channel", "channel", channelNames[x.channel()], askChannel)
	x.label = r.Title()
	if c.Message != nil {
		x.leaves.of(c.Message, fields.Limit(&c.Decoded), x.leaf)
		k.loose = k.loose || x.leaves.loose
	}
	if !k.loose {
		x.count("size", "size in bytes", strconv.Itoa(len(r.Payload)), k.askSize)
	}
	if x.party != nil {
		x.talk()
	}
}

// channel says whether the message is reliable and ordered, as a place of channelNames.
func (x *looker) channel() int {
	if x.record == nil {
		return 0 // what has a number is not walked
	}
	return tally.BoolInt(x.record.Header.Reliable()) + 2*tally.BoolInt(x.record.Header.Ordered())
}

var channelNames = [4]string{"unreliable", "reliable", "unreliable, ordered", "reliable, ordered"}

func askChannel(value string) string {
	return map[string]string{
		channelNames[0]: "!reliable && !ordered", channelNames[1]: "reliable && !ordered", channelNames[2]: "!reliable && ordered", channelNames[3]: "reliable && ordered",
	}[value]
}

// askSize is the condition of a size: only the game's messages have that key.
func (k *kind) askSize(size string) string {
	if k.kind >= controls {
		return ""
	}
	return "size == " + size
}

// meansLayout reports whether a note is about what the sender wrote, and not about the network.
func meansLayout(code decode.Code) bool {
	switch code {
	case decode.Truncated, decode.Trailing, decode.BoolGroup, decode.Unusual, decode.DirLastPart, decode.DirOther, decode.OutsideFilter,
		decode.UnknownOpcode, decode.UnknownPayload, record.OneByteLength, record.OldDisconnect, record.Suspect:
		return true
	}
	return false
}

// end concludes what was counted.
func (x *looker) end() {
	for dir := range x.kinds {
		for _, k := range x.kinds[dir] {
			if k != nil {
				x.ends(k)
				x.rateOf(k)
			}
		}
	}
	x.talked()
	x.rhythm.end(x)
	x.relays()
	x.file.Dropped = tally.Dropped(map[string]int64{"kinds": x.dropped})
}

// ends concludes what was counted of a kind.
func (x *looker) ends(k *kind) {
	x.groups[k.key] = k.all.count
	for key, v := range k.aspects {
		if key == "size" && k.loose {
			continue
		}
		if v.group != "" {
			v.of = k.all.count
		}
		x.values[v.section+":"+v.key] = v
	}
	if k.kind == message.OpcodeStateUpdate {
		x.updates(k)
	}
}

// updates gives what is counted of updates by their flags.
func (x *looker) updates(k *kind) {
	put := func(key, title string, of int64, never bool, ask func(string) string) *values {
		v := &values{about: k.about(key, title), group: k.key, unit: "messages", of: of, never: never, where: k.where, ask: ask, cells: map[string]*cell{}}
		x.values[v.section+":"+v.key] = v
		return v
	}
	together := put("dirty_flags", "flags together", k.all.count, false, func(v string) string { // that some met says little
		for flags := range k.flags {
			if v == flagsText(flags) {
				return fmt.Sprintf("fields.dirty_flags == 0x%02X", flags)
			}
		}
		return ""
	})
	together.weight, together.mixed = together.weight*0.9, true // a flag says more
	channels := put("channel", "channel", k.all.count, true, askChannel)
	for i := range k.channels {
		if k.channels[i].count > 0 {
			channels.cells[channelNames[i]] = &k.channels[i]
		}
	}
	for bit := range 8 {
		name := flagsText(1 << bit)
		set := &cell{}
		for flags := range k.flags {
			if flags&(1<<bit) != 0 && k.flags[flags].count > 0 {
				set.join(&k.flags[flags])
			}
		}
		if set.count > 0 {
			v := put("flag "+name, "flag "+name, k.all.count, bit != cloakBit, func(string) string { return fmt.Sprintf("fields.flags contains %q", name) })
			v.cells["set"], v.mixed = set, true
		}
	}
	for flags := range k.flags {
		c := &k.flags[flags]
		if c.count > 0 {
			together.cells[flagsText(flags)] = c
		}
		if k.sizes[flags] == nil {
			continue
		}
		sizes := put(fmt.Sprintf("size of 0x%02X", flags), "size of "+flagsText(flags), c.count, true, func(v string) string {
			return fmt.Sprintf("fields.dirty_flags == 0x%02X && size == %s", flags, strings.TrimSuffix(v, " B"))
		})
		sizes.group = ""
		counted := int64(0)
		for size := range k.sizes[flags] {
			if s := &k.sizes[flags][size]; s.count > 0 {
				sizes.cells[fmt.Sprint(size, " B")] = s
				counted += s.count
			}
		}
		sizes.many = counted < c.count // some are longer
	}
}

// cloakBit is the flag that follows from the ships that people choose.
var cloakBit = bits.TrailingZeros8(message.FlagCloak)

func flagsText(flags int) string { return strings.Join(message.FlagNames(uint8(flags)), " ") }

// rateOf gives how often a kind is sent.
func (x *looker) rateOf(k *kind) {
	players, per := x.minutes, "per minute and player"
	if players <= 0 {
		players = x.active
	}
	update := k.kind == message.OpcodeStateUpdate
	if update && k.dir == toClient { // about each ship, of which there are the more the more players are there
		ships := players / max(x.active, 1e-3)
		for _, p := range x.facts.Match().Players() {
			if p.Seen() { // he has no connection in the capture
				ships++
			}
		}
		players, per = players*ships, "per minute, player and ship"
	}
	dir := string(directions[k.dir])
	name := strings.TrimSuffix(k.title, " "+dir)
	x.rates[k.key] = &rate{
		about: about{section: "rates", key: k.key, title: k.title, aspect: dir, subject: name, cause: k.cause, weight: weightOf(k.dir), judges: sides[k.dir]},
		cell:  k.all, minutes: players, per: per, where: k.where, occasional: k.kind < controls && !update && message.Lookup(uint8(k.kind)) != nil || k.kind >= controls && k.kind != controls+int(transport.Keepalive),
	}
}

// relays says what of the messages of clients hosts pass on, and what is missing of that.
func (x *looker) relays() {
	rows, others := x.facts.Match().Relays(), int64(0) // copies for other clients: of none, nobody is there to pass on to
	for opcode, r := range rows {
		if message.AudienceOf(uint8(opcode)) == message.OtherClients {
			others += r.Pairs + r.Copies
		}
	}
	for opcode, r := range rows {
		if r.Originals+r.Copies == 0 || others == 0 && message.AudienceOf(uint8(opcode)) != message.AllClients {
			continue
		}
		name, key := tally.OpcodeText(opcode), tally.OpcodeText(opcode)
		if known := message.Lookup(uint8(opcode)); known != nil {
			name = known.Name
		}
		where := []string{tally.OpcodeIs(opcode), tally.DirIs(decode.ToServer), tally.Once}
		put := func(key, title, subject, aspect, unit, value string, of, n int64) {
			v := &values{about: about{section: "relays", key: key, title: title, subject: subject, aspect: aspect, cause: tally.OpcodeText(opcode), weight: 1, judges: sides[toClient]}, unit: unit, of: of, where: where}
			if n > 0 {
				v.cells = map[string]*cell{value: {count: n, clients: 1<<min(len(x.all), 63) - 1, row: -1}}
				if row, ok := x.first(r); ok && value == missing {
					v.cells[value].row = row
				}
			}
			x.values["relays:"+key] = v
		}
		put(key+" passed on", name+" of clients", name+" of clients", "", "messages", "passed on by the host", r.Originals, min(r.Copies, r.Originals))
		switch message.AudienceOf(uint8(opcode)) {
		case message.OtherClients, message.AllClients, message.Remade:
			if r.Pairs > 0 {
				put(key+" relay", name+": copies for other clients", "copies for other clients", name, "copies", missing, r.Pairs, r.Missing)
			}
		}
	}
}

const missing = "missing"

// first gives the row of the first message of which a copy is missing.
func (x *looker) first(r match.RelayRow) (row int, ok bool) {
	if len(r.First) == 0 {
		return 0, false
	}
	return x.facts.RowAt(r.First[0].Frame, uint8(r.First[0].Index))
}

// rhythm measures when things are sent, and how much at once.
type rhythm struct {
	looks    *Looks
	flows    map[uint64]*traffic.Times
	updates  [2][2]*numbers // by direction and whether the ship is the client's own
	placed   [2][2]*numbers
	blocks   [2][2]*numbers
	acks     [2]*numbers // by the direction of what is acknowledged
	resends  [2]*numbers
	alive    [2]*numbers
	relays   *numbers
	parts    [2]*values // bytes of fragments but the last ones
	repeated [2]*values
}

func newRhythm(l *Looks) (r rhythm) {
	r = rhythm{looks: l, flows: map[uint64]*traffic.Times{}}
	put := func(key, title, unit, subject string, weight, least float64, where ...string) *numbers {
		n := &numbers{about: about{section: "rhythm", key: key, title: title, subject: subject, aspect: strings.TrimSuffix(title, ","), cause: subject, weight: weight}, unit: unit, least: least, where: where}
		l.numbers[key] = n
		return n
	}
	r.relays = put("relay delay", "until the host passes a message on,", "ms", "relay delay", 1, 10, "relay_of", tally.Once, "!relay_of.surplus", fmt.Sprintf("opcode != 0x%02X", message.OpcodeStateUpdate))
	r.relays.judges = sides[toClient]
	whose := [2]string{"other ships", "their own ship"}
	for dir, d := range directions {
		sent, at, updates, w := " "+string(d), tally.DirIs(d), tally.OpcodeIs(message.OpcodeStateUpdate), weightOf(dir)
		for own, of := range whose {
			r.updates[dir][own] = put("update interval "+of+sent, "interval of updates of "+of+sent+",", "ms", "update interval", w, 0, updates, at)
			r.blocks[dir][own] = put("block bytes "+of+sent, "bytes of a block of "+of+sent+",", "B", "subsystem blocks", w, 3, updates, at, "fields.dirty_flags == 0x20")
			r.placed[dir][own] = put("position interval "+of+sent, "interval of full positions of "+of+sent+",", "ms", "position interval", w, 0, updates, at, `fields.flags contains "POSITION"`)
		}
		r.acks[dir] = put("ack delay"+sent, "until messages"+sent+" are acknowledged,", "ms", "ack delay", 0.5, 0, "answers", tally.DirIs(directions[1-dir])) // it follows from the network
		r.resends[dir] = put("resend interval"+sent, "until messages"+sent+" are sent again,", "ms", "resend interval", 0.5, 0, tally.Repeated, at)
		r.alive[dir] = put("keepalive interval"+sent, "interval of keepalives"+sent+",", "ms", "keepalive interval", w, 0, tally.Is("type", transport.Keepalive.String()), at)
		for _, n := range []*numbers{r.updates[dir][0], r.updates[dir][1], r.blocks[dir][0], r.blocks[dir][1], r.placed[dir][0], r.placed[dir][1], r.resends[dir], r.alive[dir]} {
			n.judges = sides[dir]
		}
		r.acks[dir].judges = sides[1-dir]
		share := func(key, title, subject, unit string, ask func(string) string, where ...string) *values {
			v := &values{about: about{section: "rhythm", key: key, title: title, subject: subject, cause: subject, aspect: title, weight: w, judges: sides[dir]}, unit: unit, where: where, ask: ask}
			l.values["rhythm:"+key] = v
			return v
		}
		r.parts[dir] = share("fragment bytes"+sent, "fragments"+sent+": bytes of the first fragment of a message", "fragments", "messages", func(v string) string { return "len == " + v }, "fragment.index == 0", at, tally.OnWire, tally.Once)
		r.repeated[dir] = share("repeated acks"+sent, "Acks"+sent+": those that repeat a number", "Acks", "Acks", func(string) string { return tally.Noted(decode.RepeatAck) }, tally.Is("type", transport.Ack.String()), at)
	}
	return r
}

// between adds a time that passed, in milliseconds; what lies behind a clock that was set back is left out.
func between(n *numbers, from, to capture.Time) {
	if !from.IsZero() && from.Before(to) {
		n.Add(decode.Milliseconds(to.Sub(from)))
	}
}

// update takes an update.
func (r *rhythm) update(x *looker) {
	row := x.row
	own := tally.BoolInt(x.owns(row.Object))
	if row.Has(facts.Followed) {
		key := uint64(x.facts.Side(row).Link)<<32 | uint64(row.Life)<<1 | uint64(x.dir)
		flow := r.flows[key]
		if flow == nil {
			flow = &traffic.Times{}
			r.flows[key] = flow
		}
		p := flow.Take(row.Step(), x.at, row.Flags)
		if p.Since != traffic.Unknown {
			r.updates[x.dir][own].Add(decode.Milliseconds(p.Since))
		}
		if p.Placed != traffic.Unknown {
			r.placed[x.dir][own].Add(decode.Milliseconds(p.Placed))
		}
	}
	if row.Flags == message.FlagSubsystems && row.Has(facts.Walked) {
		r.blocks[x.dir][own].Add(float64(x.facts.Size(row) - message.UpdateHeaderSize))
	}
}

// ack takes an Ack.
func (r *rhythm) ack(x *looker) {
	v := r.repeated[x.dir]
	if v.of++; x.row.Has(facts.AckAgain) {
		v.of--
		v.add("repeated", x.i, x.at, x.client())
	}
	if a := x.facts.Answers(x.row); a.Frame != 0 && a.Copies == 1 {
		r.acks[1-x.dir].Add(decode.Milliseconds(a.After))
	}
}

// general takes a message that is decoded, repeats too.
func (r *rhythm) general(x *looker) {
	h, row := x.record.Header, x.row
	again := row.Has(facts.Retransmit)
	if x.record.Relay.Frame != 0 && !x.record.Relay.Surplus && !again && !row.Has(facts.Update) { // of most updates the record is not at hand
		r.relays.Add(decode.Milliseconds(match.Delay(x.record)))
	}
	if row.Is&(facts.Unread|facts.Joined) != 0 || x.party == nil {
		return
	}
	k := x.party
	pause := x.record.First.Pause
	switch {
	case row.Has(facts.Part) && !again && h.FragmentIndex == 0:
		r.parts[x.dir].add(strconv.Itoa(int(h.Length)), x.i, x.at, x.client())
	case h.Type == transport.Ack:
		r.ack(x)
	case h.Type == transport.Keepalive:
		between(r.alive[x.dir], k.alive[x.dir], x.at)
		k.alive[x.dir] = x.at
	case h.Type == transport.Data && !h.Fragment && pause >= traffic.Doubled && k.again[x.dir] != x.record.Frame:
		r.resends[x.dir].Add(decode.Milliseconds(pause))
		k.again[x.dir] = x.record.Frame
	}
}

const (
	// fewReliable is how many messages a link has at least whose retransmissions are held against those of the others, and
	// fewResent how many of these: one lost Ack of fragments makes ten.
	fewReliable, fewResent = 50, 20
	// apartFrom is by how much its share of retransmissions is larger, as a share and as a factor.
	apartFrom, timesAsMany = 0.1, 3
)

// end counts the links on which senders insist far more than the others of the capture are: what the network loses differs
// between captures, what one client makes of it does not.
func (r *rhythm) end(x *looker) {
	for key, n := range x.numbers {
		if n.Count == 0 {
			delete(x.numbers, key)
		}
	}
	v := &values{about: about{section: "rhythm", key: "link sent again", title: "links whose messages are sent again far more than those of the others", subject: "retransmissions of one link", weight: 1}, unit: "links", never: true}
	var reliable, insisted int64
	for i := range x.stats.Links {
		reliable, insisted = reliable+x.stats.Links[i].Reliable, insisted+x.stats.Links[i].Insisted
	}
	for i := range x.stats.Links {
		k := &x.stats.Links[i]
		if k.Reliable < fewReliable || reliable-k.Reliable < fewReliable {
			continue
		}
		share, others := float64(k.Insisted)/float64(k.Reliable), float64(insisted-k.Insisted)/float64(reliable-k.Reliable)
		if v.of++; k.Insisted >= fewResent && share-others >= apartFrom && share >= timesAsMany*others {
			v.of--
			row := 0 // of the first that was sent again
			for i, r := range x.facts.All() {
				if !r.Has(facts.Retransmit) {
					continue
				}
				if p := x.partyOf(i, r); p != nil && tally.AddressText(p.conn.Client) == k.Client {
					row = i
					break
				}
			}
			v.add("far more", row, capture.Time{}, 1)
		}
	}
	x.values["rhythm:"+v.key] = v
}
