package timeline

import (
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Options say what a timeline is about. The zero value takes everything.
type Options struct {
	// Of are ids, players, classes or names of ships; empty = all ships.
	Of []string
	// From and To bound the time of the capture; From is included, To is not.
	From, To Moment
	// Filter is the expression that the records have passed, by
	// decode.Options.Filter; "" = none. It stands in every query.
	Filter string
	// Row gets each row in frame order; it is valid until the next one. nil = none.
	// An error ends the run.
	Row func(*figures.TimelineRow) error
	// EntityRow gets each row about an entity in the same way, but that one which
	// vanished comes half a second late. nil = none.
	EntityRow func(*figures.EntityRow) error
	// Every thins the rows: of the updates of one ship in so much time only the first
	// is given to Row. 0 = all. Events are always given.
	Every time.Duration
	// NameFiles puts the name of the file into rows.
	NameFiles bool
}

// Limits of what a timeline keeps.
const (
	maxShipLives = 1024 // ships; the oldest one makes room
	// maxTracks bounds the receivers of all ships together, maxReceivers those of one.
	maxTracks    = 8192
	maxReceivers = 64
	// clockPause is what is no time passed, but a clock that was set.
	clockPause = time.Hour
)

// Timeline collects the report of `bcdump timeline`.
type Timeline struct {
	options  Options
	choice   choice
	files    []figures.File
	lives    *match.Lives[*shipLife]
	sections playerSections
	queries  tally.Queries
	updates  int64 // rows of updates, thinned or not
	tracks   int   // cadences and rounds of all lives
	dropped  timelineDrops
	entities entityWorlds

	// Of the capture being read.
	file    string
	from    capture.Time
	to      capture.Time
	players map[peerKey]*shipLife
	copies  copies
	row     figures.TimelineRow
	err     error // of Row or EntityRow
}

// timelineDrops counts what found no room.
type timelineDrops struct {
	lives, receivers, power int64
}

// peerKey is a client at one server.
type peerKey struct {
	server netip.AddrPort
	peer   uint8
}

// New gives an empty timeline.
func New(o Options) *Timeline {
	t := &Timeline{options: o, choice: newChoice(o.Of), queries: tally.Queries{Filter: o.Filter}, sections: newSections()}
	t.lives = match.NewLives(maxShipLives, t.newShipLife, t.forget)
	return t
}

// File takes all records of a capture. They must not have been read before. The error is
// one of Row.
func (t *Timeline) File(name string, c *decode.Capture) error {
	t.begin(name)
	start, _ := c.Start()
	t.from, t.to = t.options.From.resolve(start), t.options.To.resolve(start)
	err := c.Deliver(func(r *decode.Record) error {
		t.record(r)
		return t.err
	})
	if err != nil {
		return err
	}
	t.endWorlds()
	summary := c.Summary()
	t.files = append(t.files, tally.FileOf(name, &summary))
	return t.err
}

func (t *Timeline) begin(file string) {
	t.file = file
	t.players = map[peerKey]*shipLife{}
	t.lives.NextCapture()
	t.copies = newCopies()
}

// record takes one record.
func (t *Timeline) record(r *decode.Record) {
	if r.Proto == decode.EntityState {
		t.entity(r)
		return
	}
	opcode, ok := r.Opcode()
	if !ok || r.Proto != decode.BC || r.Content().Fields == 0 {
		return
	}
	if m, ok := r.Content().Message.(*message.StateUpdate); ok {
		t.update(r, m)
		return
	}
	if happens[opcode] == nil || r.Has(decode.Retransmit) || !r.Content().Complete() && !creates(opcode) {
		return
	}
	happens[opcode](t, r)
}

// counted reports whether a record lies in the time asked for.
func (t *Timeline) counted(r *decode.Record) bool {
	return !r.Time.Before(t.from) && (t.options.To.IsZero() || r.Time.Before(t.to))
}

// current gives the newest life of an object at the server of a record; nil if nothing is
// known of it.
func (t *Timeline) current(r *decode.Record, id uint32) *shipLife {
	if x := t.lives.Current(match.Key{Server: tally.LinkOf(r).Server, Object: id}); x != nil {
		return x.Of
	}
	return nil
}

// forget drops what is known of the oldest life.
func (t *Timeline) forget(life *match.Life[*shipLife]) {
	old := life.Of
	t.dropped.lives++
	t.tracks -= len(old.cadences) + len(old.rounds)
	t.sections.forget(old)
	for peer, x := range t.players {
		if x == old {
			delete(t.players, peer)
		}
	}
}

// update takes an update: what it says about its ship, and its row.
func (t *Timeline) update(r *decode.Record, m *message.StateUpdate) {
	server, own := tally.LinkOf(r).Server, r.Dir == decode.ToServer
	x := t.lives.Updated(match.Key{Server: server, Object: m.ObjectID}, own).Of
	x.rename(t, r)
	if own {
		t.players[peerKey{server, r.Peer}] = x
	}
	u := newUpdate(r, m)
	counted := x.chosen && t.counted(r)
	wasCloaked := x.state.Cloaked
	x.apply(&u)
	if counted {
		t.count(x, &u)
	}
	u.round = x.round(t, &u, counted)
	x.applyBlocks(&u)
	if counted {
		t.updates++
		t.showUpdate(x, &u)
	}
	x.tellCloak(t, r, wasCloaked)
}

// count books an update in the summary of its ship.
func (t *Timeline) count(x *shipLife, u *update) {
	x.updates++
	if x.updates == 1 {
		x.first, x.digits = u.Time, u.Digits
	}
	x.last = u.Time
	x.counted.Take(tally.PositionOf(u.Record))
	x.cadence(t, u)
	x.path.take(u)
	if u.hasTime && (u.Dir == decode.ToServer || u.blocks) {
		x.clocks[tally.BoolInt(u.Dir == decode.ToClient)].take(u.Time, float64(u.m.GameTime))
	}
	x.power.pass(t, x, u.Time)
}

// showUpdate gives the row of an update to whoever wants rows.
func (t *Timeline) showUpdate(x *shipLife, u *update) {
	t.sections.update(x, u)
	if t.options.Row == nil || !x.due(u.Time, t.options.Every) {
		return
	}
	row := t.newRow(x, u.Record)
	row.Kind = figures.KindUpdate
	row.GameTime = u.gameTime()
	if u.hasFlags {
		row.DirtyFlags, row.Flags = flagsText[u.m.DirtyFlags], message.FlagNames(u.m.DirtyFlags)
	}
	row.Late = u.late || u.round.late
	row.Fresh = u.fresh
	t.err = t.options.Row(row)
}

// newRow fills the row with what all rows have.
func (t *Timeline) newRow(x *shipLife, r *decode.Record) *figures.TimelineRow {
	t.row = figures.TimelineRow{
		Version: figures.Version, Time: tally.TimeText(r.Time, r.Digits), Frame: r.Frame, Index: int(r.Index),
		Dir: string(r.Dir), Receiver: tally.AddressText(r.Dst),
		ObjectID: x.id, Ship: x.Class, Name: x.name, Life: x.Number,
		State: x.state,
	}
	if t.options.NameFiles {
		t.row.File = t.file
	}
	return &t.row
}

// tell gives the row of an event to whoever wants rows.
func (t *Timeline) tell(x *shipLife, r *decode.Record, e figures.Event, fresh ...string) {
	if !x.chosen || !t.counted(r) || t.err != nil {
		return
	}
	t.sections.event(x, r, &e)
	if t.options.Row == nil {
		return
	}
	row := t.newRow(x, r)
	row.Kind, row.Event = figures.KindEvent, &e
	row.Fresh = append([]string{}, fresh...)
	t.err = t.options.Row(row)
}
