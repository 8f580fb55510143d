package timeline

import (
	"fmt"
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// ships follows the ships of a game.
type ships struct {
	line     // the row at hand
	scope    *scope
	list     []*shipLife // the newest, which are kept
	of       map[*match.Ship]*shipLife
	sections playerSections
	updates  int64 // rows of updates, thinned or not
	fields   int   // writers whose fields are followed
	row      figures.TimelineRow
	newest   Told   // what the listener was told last
	read     update // the newest
	blocks   blocks
	again    bool // the row at hand tells what another client was told

	// What found no room: lives, receivers, settings of power, fields.
	forgotten, unfollowed, settings, unrefreshed int64

	// Of the capture being read.
	lives    []*shipLife // by their numbers in the facts; nil = nothing is kept of one
	newestOf map[match.Key]*shipLife
	players  map[peerKey]*shipLife
	copies   copies
}

// maxShipLives is how many ships a timeline keeps; the oldest one makes room.
//
//limit:maxShipLives Figures | ships of a timeline; one more for each 128 frames | the oldest is dropped; its updates are counted | TestFloods
const maxShipLives = 1024

// begin tells that another capture follows.
func (t *ships) begin() {
	t.lives, t.newestOf, t.players = nil, map[match.Key]*shipLife{}, map[peerKey]*shipLife{}
	t.copies = newCopies()
}

// take takes a row of the game.
func (t *ships) take(number int, row *facts.Row) {
	switch {
	case !row.Has(facts.HasOpcode):
	case row.Opcode == message.OpcodeStateUpdate:
		if row.Life == 0 {
			t.forgotten += int64(tally.BoolInt(row.Has(facts.Update)))
			return
		}
		t.line.take(number, row)
		if t.read.read(&t.line) {
			t.update(&t.read)
		}
	case happens[row.Opcode].take != nil && !row.Has(facts.Retransmit):
		t.line.take(number, row)
		if row.Life > 0 {
			t.life() // a new one takes the id of another
		}
		h := &happens[row.Opcode]
		t.again = h.copied && !t.copies.first(&t.line)
		if !row.Has(h.bit) || t.again && !row.Has(facts.Ends) && (t.scope.options.Listener == nil || !row.Has(facts.Shot)) {
			return // most: they need not be decoded
		}
		r := t.record()
		if r.Content().Fields > 0 && (r.Content().Complete() || h.bit == facts.Begins) {
			h.take(t, r)
		}
	}
}

// life finds or makes what is kept of the ship that the row at hand is about. One that has made room for others
// and is heard of again begins anew.
func (t *ships) life() *shipLife {
	n := int(t.Life)
	for len(t.lives) <= n {
		t.lives = append(t.lives, nil)
	}
	x := t.lives[n]
	if x == nil {
		x = t.newLife(n)
	}
	return x
}

// newLife begins to keep what is known of a life.
func (t *ships) newLife(n int) *shipLife {
	life := t.facts.Life(uint16(n))
	if before := t.newestOf[life.Key]; before != nil && before.Number < life.Number {
		before.retire()
	}
	x := &shipLife{number: n, listened: t.scope.options.Listener != nil, Ship: life, id: tally.ObjectText(life.Object)}
	t.lives[n], t.of[life] = x, x
	if newest := t.newestOf[life.Key]; newest == nil || newest.Number <= life.Number {
		t.newestOf[life.Key] = x
	}
	if t.list = append(t.list, x); len(t.list) > match.Room(maxShipLives, t.frame) {
		t.forget()
	}
	return x
}

// counted gives the updates of a life that were counted.
func (t *ships) counted(x *match.Ship) *tally.Extent {
	if k := t.of[x]; k != nil {
		return &k.counted
	}
	return &tally.Extent{}
}

// current gives the newest life of an object at the server of the row at hand; nil if nothing is
// known of it.
func (t *ships) current(id uint32) *shipLife {
	if x := t.newestOf[match.Key{Server: t.server(), Object: id}]; x != nil && !x.other {
		return x
	}
	return nil
}

// forget drops what is known of the oldest life.
func (t *ships) forget() {
	old := t.list[0]
	t.list = slices.Delete(t.list, 0, 1)
	delete(t.of, old.Ship)
	if old.number < len(t.lives) && t.lives[old.number] == old {
		t.lives[old.number] = nil
	}
	if t.newestOf[old.Key] == old {
		delete(t.newestOf, old.Key)
	}
	t.forgotten++
	t.fields -= old.streams.refreshes
	t.sections.forget(old)
	for peer, x := range t.players {
		if x == old {
			delete(t.players, peer)
		}
	}
}

// update takes an update: what it says about its ship, and its row.
func (t *ships) update(u *update) {
	x := t.life()
	x.rename(t.scope, t.names())
	if t.dir == decode.ToServer {
		t.flies(x)
	}
	u.follow(x)
	counted := x.chosen && t.scope.covers(t.time)
	x.condition.begin()
	before := x.motion
	x.apply(u)
	if u.blocks && u.Rest != nil {
		t.blocks.read(x, u)
	}
	if counted {
		t.count(x, u)
	}
	if u.blocks && u.stream != nil {
		u.stream.block(u, len(x.condition.power), counted)
	}
	x.applyBlock(u)
	t.told(x, u)
	if counted {
		t.updates++
		t.showUpdate(x, u)
	}
	t.tellCloak(x, &before)
}

// follow finds the stream of the update; there is none where the account of the traffic has no room.
func (u *update) follow(x *shipLife) {
	if !u.Has(facts.Followed) {
		return
	}
	step, w := u.Step(), x.streams.flow(u.line)
	if step == traffic.First {
		w.Times = traffic.Times{}
	}
	u.stream = w.stream
	u.stream.take(step)
	u.since, u.measures = w.Take(step, u.steady, u.Flags).Alike, step != traffic.Late && step != traffic.Copy
	u.behind = step == traffic.Late && u.blocks && u.dir == decode.ToClient
}

// flies notes the ship of a client.
func (t *ships) flies(x *shipLife) {
	key := peerKey{server: t.dst}
	if content := t.facts.Content(t.datagram); len(content) > 0 {
		key.peer = content[0]
	}
	if x.pilot == key {
		return
	}
	if before := t.players[key]; before != nil {
		before.pilot = peerKey{}
	}
	t.players[key], x.pilot = x, key
}

// count books an update in the summary of its ship.
func (t *ships) count(x *shipLife, u *update) {
	x.updates++
	if x.updates == 1 {
		x.first, x.digits = u.stamp, u.datagram.Digits()
	}
	x.last = u.stamp
	x.counted.Take(tally.Position{Frame: u.frame, Index: int(u.Index)})
	asked := t.scope.options.Asked == ForAll
	if u.stream == nil {
		t.unfollowed++
	} else if t.scope.options.Asked < ForListener {
		u.stream.cadence(u)
	}
	if asked || x.listened {
		x.path.take(u)
	}
	if !asked {
		return
	}
	if u.stream == nil || !x.streams.refresh(u, &t.fields, match.Room(maxRefreshes, t.frame)) {
		t.unrefreshed++
	}
	x.keepTime(u)
	t.settings += x.power.pass(&x.condition, u.steady)
}

// keepTime compares the clock of the sender with that of the capture.
func (x *shipLife) keepTime(u *update) {
	if !u.hasTime || u.dir != decode.ToServer && !u.blocks {
		return
	}
	c := &x.clocks[tally.BoolInt(u.dir == decode.ToClient)]
	if *c == nil {
		*c = &clock{}
	}
	(*c).take(u.stamp, float64(u.GameTime))
}

// showUpdate gives the row of an update to whoever wants rows.
func (t *ships) showUpdate(x *shipLife, u *update) {
	if t.scope.options.Asked < ForListener {
		t.sections.update(x, u)
	}
	if t.scope.options.Row == nil || !x.due(u.steady, t.scope.options.Every) {
		return
	}
	row := t.newRow(x, figures.KindUpdate, u.fresh)
	row.GameTime = u.gameTime()
	if u.HasFlags() {
		row.DirtyFlags, row.Flags = flagsText()[u.DirtyFlags], message.FlagNames(u.DirtyFlags)
	}
	row.Late = u.Late || u.behind
	t.scope.err = t.scope.options.Row(row)
}

// newRow fills the row with what all rows have.
func (t *ships) newRow(x *shipLife, kind string, brought fresh) *figures.TimelineRow {
	t.row = figures.TimelineRow{
		Version: figures.Version, Kind: kind, Time: figures.At(t.time, t.datagram.Digits()), Frame: t.frame, Index: int(t.Index),
		Dir: string(t.dir), Receiver: tally.AddressText(t.dst), Parts: x.condition.partFigures(brought),
		Life:  x.figure(),
		State: x.state(), File: t.scope.label(t.scope.file),
	}
	t.row.Fresh = brought.texts()
	if x.hasUp {
		up := [3]float32(x.up.Vector())
		t.row.Up = &up
	}
	if x.hashed {
		t.row.SubsysHash = fmt.Sprintf("0x%04X", x.hash)
	}
	return &t.row
}

// tell gives the row of an event to whoever wants rows.
func (t *ships) tell(x *shipLife, e figures.Event, brought fresh) {
	if !x.chosen || !t.scope.covers(t.time) || t.scope.err != nil {
		return
	}
	if l := t.scope.options.Listener; l != nil {
		l.Happened(x.Ship, t.frame, &e)
	}
	if t.scope.options.Asked < ForListener {
		t.sections.event(x, &t.line, &e)
	}
	if t.scope.options.Row == nil {
		return
	}
	row := t.newRow(x, figures.KindEvent, brought)
	row.Event = &e
	t.scope.err = t.scope.options.Row(row)
}
