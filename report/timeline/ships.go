package timeline

import (
	"fmt"
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// ships follows the ships of a game.
type ships struct {
	scope    *scope
	match    *match.Match
	kept     match.Slot[*shipLife]
	list     []*shipLife // the newest, which are kept
	sections playerSections
	updates  int64 // rows of updates, thinned or not
	flows    *traffic.Traffic
	streams  traffic.Slot[*stream]
	fields   int // writers whose fields are followed
	row      figures.TimelineRow
	change   *match.Change       // that the record at hand makes
	happened figures.Event       // the newest that was told
	newest   Told                // what the listener was told last
	own      message.StateUpdate // the newest that was walked
	read     update              // the newest
	blocks   blockCache
	lives    uint32 // that have begun

	// What found no room: lives, receivers, settings of power, fields.
	forgotten, unfollowed, settings, unrefreshed int64

	// Of the capture being read.
	players map[peerKey]*shipLife
	copies  copies
}

// maxShipLives is how many ships a timeline keeps; the oldest one makes room.
//
//limit:maxShipLives Figures | ships of a timeline | the oldest is dropped; its updates are counted | TestFloods
const maxShipLives = 1024

func newShips(s *scope, m *match.Match, flows *traffic.Traffic) *ships {
	t := &ships{scope: s, match: m, flows: flows, streams: traffic.Keep[*stream](flows), sections: newSections()}
	t.kept = match.Keep(m, t.newLife)
	m.OnForget(t.forgets)
	return t
}

// begin tells that another capture follows.
func (t *ships) begin() {
	t.players = map[peerKey]*shipLife{}
	t.copies = newCopies()
}

// record takes a record of the game.
func (t *ships) record(r *decode.Record) {
	t.change = t.match.Change()
	if r.Walked {
		t.walked(r)
		return
	}
	opcode, ok := r.Opcode()
	if !ok || r.Content().Fields == 0 {
		return
	}
	if m, ok := r.Content().Message.(*message.StateUpdate); ok {
		t.read.decoded(r, m)
		t.update(&t.read)
		return
	}
	if happens[opcode] == nil || r.Has(decode.Retransmit) || !r.Content().Complete() && !creates(opcode) {
		return
	}
	happens[opcode](t, r)
}

// walked takes an update or an Ack that nobody has to decode.
func (t *ships) walked(r *decode.Record) {
	if r.Header.Type == transport.Ack {
		return
	}
	t.read.walked(r, &t.own)
	t.update(&t.read)
}

// newLife gives what is kept of a life that begins.
func (t *ships) newLife(life *match.Ship) *shipLife {
	t.lives++
	if before := life.Before(); before != nil && t.kept.Of(before) != nil {
		t.retire(t.kept.Of(before))
	}
	x := &shipLife{
		number: t.lives, listened: t.scope.options.Listener != nil,
		Ship: life, id: tally.ObjectText(life.Object),
	}
	if t.list = append(t.list, x); len(t.list) > maxShipLives {
		t.forget(0)
	}
	return x
}

// counted gives the updates of a life that were counted.
func (t *ships) counted(x *match.Ship) *tally.Extent {
	if k := t.kept.Of(x); k != nil {
		return &k.counted
	}
	return &tally.Extent{}
}

// changed gives what is kept of the ship that the record at hand is about. One that has made room for others
// and is heard of again begins anew.
func (t *ships) changed() *shipLife {
	life := t.change.Ship
	x := t.kept.Of(life)
	if x == nil {
		x = t.newLife(life)
		t.kept.Set(life, x)
	}
	return x
}

// retire drops of a ship what only its updates need: another one has taken its id.
func (t *ships) retire(x *shipLife) {
	x.retire()
	t.scrap(x)
}

// scrap drops the rest of its condition, if nobody can score with it any more.
func (t *ships) scrap(x *shipLife) {
	if x == nil || !x.retired {
		return
	}
	for _, flown := range t.players {
		if flown == x {
			return
		}
	}
	x.scrap()
}

// current gives the newest life of an object at the server of a record; nil if nothing is
// known of it.
func (t *ships) current(r *decode.Record, id uint32) *shipLife {
	if x := t.match.Lives().Current(match.Key{Server: tally.LinkOf(r).Server, Object: id}); x != nil && !x.Other {
		return t.kept.Of(x)
	}
	return nil
}

// forgets takes a life that the match forgets.
func (t *ships) forgets(life *match.Ship) {
	if i := slices.Index(t.list, t.kept.Of(life)); i >= 0 {
		t.forget(i)
	}
}

// forget drops what is known of a life.
func (t *ships) forget(i int) {
	old := t.list[i]
	t.list = slices.Delete(t.list, i, i+1)
	t.kept.Set(old.Ship, nil)
	t.forgotten++
	t.fields -= old.streams.refreshes
	for _, f := range t.flows.Flows(old.Ship) {
		t.streams.Set(f, nil)
	}
	t.sections.forget(old)
	for peer, x := range t.players {
		if x == old {
			delete(t.players, peer)
		}
	}
}

// update takes an update: what it says about its ship, and its row.
func (t *ships) update(u *update) {
	r := u.Record
	x := t.changed()
	x.rename(t.scope, r)
	if r.Dir == decode.ToServer {
		t.flies(x, r)
	}
	t.follow(x, u)
	counted := x.chosen && t.scope.covers(r.Time)
	x.condition.begin()
	before := x.motion
	x.apply(u)
	if counted {
		t.count(x, u)
	}
	if u.blocks && u.stream != nil {
		u.stream.block(u, len(x.condition.first), counted)
	}
	x.applyBlocks(u, &t.blocks)
	t.told(x, r, u)
	if counted {
		t.updates++
		t.showUpdate(x, u)
	}
	t.tellCloak(x, r, &before)
}

// follow finds the stream of an update; there is none where the account of the traffic has no room.
func (t *ships) follow(x *shipLife, u *update) {
	c := t.flows.Change()
	if c.Flow == nil {
		return
	}
	if u.stream = t.streams.Of(c.Flow); u.stream == nil {
		u.stream = x.streams.of(u.Record)
		t.streams.Set(c.Flow, u.stream)
	}
	u.stream.take(c.Step)
	u.since, u.measures = c.Alike, c.Step != traffic.Late && c.Step != traffic.Copy
	u.behind = c.Step == traffic.Late && u.blocks && u.Dir == decode.ToClient
}

// flies notes the ship of a client.
func (t *ships) flies(x *shipLife, r *decode.Record) {
	key := peerKey{r.Dst, r.Peer}
	if x.pilot == key {
		return
	}
	before := t.players[key]
	t.players[key], x.pilot = x, key
	if before != nil && before != x {
		before.pilot = peerKey{}
		t.scrap(before)
	}
}

// count books an update in the summary of its ship.
func (t *ships) count(x *shipLife, u *update) {
	x.updates++
	if x.updates == 1 {
		x.first, x.digits = u.Stamp(), u.Digits
	}
	x.last = u.Stamp()
	x.counted.Take(tally.PositionOf(u.Record))
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
	if u.stream == nil || !x.streams.refresh(u, &t.fields) {
		t.unrefreshed++
	}
	x.keepTime(u)
	t.settings += x.power.pass(&x.condition, u.Steady())
}

// keepTime compares the clock of the sender with that of the capture.
func (x *shipLife) keepTime(u *update) {
	if !u.hasTime || u.Dir != decode.ToServer && !u.blocks {
		return
	}
	c := &x.clocks[tally.BoolInt(u.Dir == decode.ToClient)]
	if *c == nil {
		*c = &clock{}
	}
	(*c).take(u.Stamp(), float64(u.m.GameTime))
}

// showUpdate gives the row of an update to whoever wants rows.
func (t *ships) showUpdate(x *shipLife, u *update) {
	if t.scope.options.Asked < ForListener {
		t.sections.update(x, u)
	}
	if t.scope.options.Row == nil || !x.due(u.Steady(), t.scope.options.Every) {
		return
	}
	row := t.newRow(x, u.Record)
	row.Kind = figures.KindUpdate
	row.GameTime = u.gameTime()
	if u.hasFlags {
		row.DirtyFlags, row.Flags = flagsText()[u.m.DirtyFlags], message.FlagNames(u.m.DirtyFlags)
	}
	row.Late = u.late || u.behind
	row.Fresh, row.Parts = u.fresh.texts(), x.condition.partFigures(u.fresh)
	t.scope.err = t.scope.options.Row(row)
}

// newRow fills the row with what all rows have.
func (t *ships) newRow(x *shipLife, r *decode.Record) *figures.TimelineRow {
	now := x.state()
	t.row = figures.TimelineRow{
		Version: figures.Version, Time: figures.At(r.Time, r.Digits), Frame: r.Frame, Index: int(r.Index),
		Dir: string(r.Dir), Receiver: tally.AddressText(r.Dst),
		Life:  x.figure(),
		State: now.figure(), File: t.scope.label(t.scope.file),
	}
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
func (t *ships) tell(x *shipLife, r *decode.Record, e figures.Event, brought fresh) {
	if !x.chosen || !t.scope.covers(r.Time) || t.scope.err != nil {
		return
	}
	t.happened = e
	if l := t.scope.options.Listener; l != nil {
		l.Happened(x.Ship, r, &t.happened)
	}
	if t.scope.options.Asked < ForListener {
		t.sections.event(x, r, &t.happened)
	}
	if t.scope.options.Row == nil {
		return
	}
	row, own := t.newRow(x, r), e
	row.Kind, row.Event = figures.KindEvent, &own
	row.Fresh, row.Parts = brought.texts(), x.condition.partFigures(brought)
	t.scope.err = t.scope.options.Row(row)
}
