package timeline

import (
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entityWorlds is what a timeline tells of the entity-state protocol. Mostly all clients of a
// server are told the same, so one of them is listened to: the first one, until it is
// told nothing for a second. A client that is told something else has a world of its own.
type entityWorlds struct {
	scope   *scope
	current map[netip.AddrPort]*entityWorld // of this file
	list    []*entityWorld
	players []*entityTrack // lives that ended, or that were there at the end
	rest    []*entityTrack
	dropped int64 // lives that are in sums only, and entities that were not followed
	servers int64 // messages of servers that are not followed
	clients int64 // messages to clients that could not be held against those to the first one
	mains   int   // worlds of first clients
	others  int   // clients that are, and worlds apart
	held    int   // bytes of payload of States that wait
	row     figures.EntityRow
}

// Limits of what a timeline keeps of entities. There are maxEntities of each server at a
// time.
const (
	//limit:maxWorlds Figures | servers of entity-state in a timeline | left out; counted | TestFloods
	maxWorlds = 64
	//limit:maxPlayerTracks Figures | lives of players in a timeline | in the totals only; counted | TestEntityTimelineLimits
	maxPlayerTracks = 256
	//limit:maxOtherTracks Figures | lives of other entities | in the totals only; counted | —
	maxOtherTracks = 4096
	//limit:maxWorldPlayers Figures | players of a server whose name, lives and score are known | not known | TestEntityTimelineLimits
	maxWorldPlayers = 256 // names, lives and scores of a server
	//limit:maxWorldEvents Figures | events of players that a table shows | counted | TestEntityTimelineLimits
	maxWorldEvents = 32 // that an overview shows of a server
)

// entityWorld is the entities of one server, as one client is told.
type entityWorld struct {
	file           string
	server         netip.AddrPort
	observer       tally.Observer
	tally.Activity // of States
	states         int64
	lives          tally.EntityLives[*entityTrack]
	players        map[uint32]*worldPlayer
	sums           [256]*entitySum // by type; nil = there was none
	events         []figures.EntityRow
	more           int64
	told           tally.SentStates
	others         []*entityWorld // of the same server
	other          *otherWorld    // nil = that of the first client
}

// worldPlayer is what is told of a player beside its entity.
type worldPlayer struct {
	name         string
	lives, score *int64
}

// entityTrack follows one entity.
type entityTrack struct {
	world       *entityWorld
	id          uint32
	kind        uint8
	player      *worldPlayer // nil = none that is known
	chosen      bool
	receiver    netip.AddrPort
	receivers   bool // there were several
	first, last tally.Stamp
	gone        tally.Stamp
	states      int64
	color       uint32
	x, y        float32
	way
	due capture.Time // of the next row, if rows are thinned
}

// way is how far something went, by its places and by its velocity.
type way struct {
	path, meant float64 // pixels
	time        time.Duration
}

// entitySum sums up lives.
type entitySum struct {
	lives, vanished, states int64
	way
}

// record takes an entity-state message.
func (t *entityWorlds) record(r *decode.Record) {
	if r.Dir != decode.ToClient {
		return
	}
	w := t.receiverWorld(r)
	if w == nil {
		return
	}
	if !w.waits() {
		w.observer = tally.Observe(r)
	}
	switch m := r.Content().Message.(type) {
	case *entitystate.Roster:
		for i := range m.Players {
			w.roster(&m.Players[i])
		}
	case *entitystate.State:
		if w.waits() {
			t.hold(t.current[r.Src], w, r)
			return
		}
		t.state(w, r, m)
		if !w.isApart() {
			t.told(w, r)
		}
	case *entitystate.Despawn:
		if l := w.lives.Find(m.ID); l != nil {
			t.tellEntity(l.Of, tally.StampOf(r), figures.EntityEvent{What: figures.Despawned, Text: "despawned by the server"})
		}
	case *entitystate.LivesUpdate:
		if p := w.player(m.ID); p != nil {
			t.change(w, r, m.ID, figures.Lives, &p.lives, int64(m.Lives))
		}
	case *entitystate.ScoreUpdate:
		if p := w.player(m.ID); p != nil {
			t.change(w, r, m.ID, figures.Score, &p.score, int64(m.Score))
		}
	}
}

// world gives the world of a server; nil = there are too many.
func (t *entityWorlds) world(r *decode.Record) *entityWorld {
	w := t.current[r.Src]
	switch {
	case w != nil:
	case t.mains >= maxWorlds:
		t.servers++
	default:
		w = newEntityWorld(t.scope.file, r)
		t.mains++
		t.current[r.Src] = w
		t.list = append(t.list, w)
	}
	return w
}

func newEntityWorld(file string, r *decode.Record) *entityWorld {
	return &entityWorld{file: file, server: r.Src, players: map[uint32]*worldPlayer{}, observer: tally.Observe(r)}
}

// player finds or makes one; nil = there is no room.
func (w *entityWorld) player(id uint32) *worldPlayer {
	p := w.players[id]
	if p == nil && len(w.players) < maxWorldPlayers {
		p = &worldPlayer{}
		w.players[id] = p
	}
	return p
}

func (w *entityWorld) roster(entry *entitystate.RosterPlayer) {
	p := w.player(entry.ID)
	if p == nil {
		return
	}
	lives := int64(entry.Lives)
	p.name, p.lives = entry.Name.BeforeZero(), &lives
	if l := w.lives.Find(entry.ID); l != nil && l.Kind == entitystate.Player {
		l.Of.player = p
	}
}

// state takes a State: who came, who went, where everybody is.
func (t *entityWorlds) state(w *entityWorld, r *decode.Record, m *entitystate.State) {
	if t.scope.covers(r.Time) {
		w.states++
		w.Pass(r.Datagram)
	}
	before := w.lives.Dropped
	w.lives.State(r, m, tally.EntityEvents[*entityTrack]{
		Born: func(l *tally.EntityLife[*entityTrack]) {
			l.Of = &entityTrack{world: w, id: l.ID, kind: l.Kind, receiver: r.Dst}
			if l.Kind == entitystate.Player {
				l.Of.player = w.player(l.ID)
			}
			t.tellEntity(l.Of, l.Born, figures.EntityEvent{What: figures.Appeared, Text: "appeared"})
		},
		Died: t.vanished,
	})
	t.dropped += w.lives.Dropped - before
	for i := range m.Entities {
		if l := w.lives.Find(m.Entities[i].ID); l != nil && l.Kind == m.Entities[i].Type {
			t.updateEntity(l.Of, r, &m.Entities[i])
		}
	}
}

// takes reports whether an entity is one of those asked for. Names of players may come
// late, so it is asked every time.
func (t *entityWorlds) takes(x *entityTrack) bool {
	if x.chosen {
		return true
	}
	x.chosen = t.scope.choice.takes(x.id, strconv.FormatUint(uint64(x.id), 10), fmt.Sprintf("type %d", x.kind), typeName(x.kind), x.name())
	return x.chosen
}

func (x *entityTrack) name() string {
	if x.player == nil {
		return ""
	}
	return x.player.name
}

func typeName(kind uint8) string {
	e := entitystate.Entity{Type: kind}
	return e.TypeName()
}

// updateEntity books what a State says of an entity, and gives its row.
func (t *entityWorlds) updateEntity(x *entityTrack, r *decode.Record, e *entitystate.Entity) {
	if x.last.Frame == r.Frame || !t.scope.covers(r.Time) || !t.takes(x) {
		return
	}
	moved := x.move(r, e)
	t.moved(x, r, e)
	if t.scope.options.Row == nil || t.scope.err != nil || t.scope.options.Every > 0 && r.Steady().Before(x.due) {
		return
	}
	x.due = r.Steady().Add(t.scope.options.Every)
	row := t.newEntityRow(x, x.last)
	row.Kind, row.Color = figures.KindUpdate, tally.ColorText(e.RGBA)
	row.X, row.Y, row.VX, row.VY = number(e.X), number(e.Y), number(e.VX), number(e.VY)
	if row.VX != nil && row.VY != nil {
		row.Speed = histogram.Thousandths(speedOf(e))
	}
	if moved >= 0 {
		row.Moved = histogram.Thousandths(moved)
	}
	t.scope.err = t.scope.options.Row(row)
}

// moved tells where an entity is.
func (t *entityWorlds) moved(x *entityTrack, r *decode.Record, e *entitystate.Entity) {
	l := t.scope.options.Listener
	if l == nil || x.world.isApart() || number(e.X) == nil || number(e.Y) == nil {
		return
	}
	l.Entity(&EntityMove{Server: x.world.server, ID: x.id, Life: x.first, Kind: typeName(x.kind), Name: x.name(), X: e.X, Y: e.Y})
}

// move goes to the next place. It gives the speed from the last one, -1 if there is none.
func (x *entityTrack) move(r *decode.Record, e *entitystate.Entity) (moved float64) {
	now, since := tally.StampOf(r), r.Steady().Sub(x.last.Time)
	known := x.states > 0
	x.receivers = x.receivers || known && x.receiver != r.Dst
	length := math.Hypot(float64(e.X)-float64(x.x), float64(e.Y)-float64(x.y))
	if !known {
		x.first, x.receiver = now, r.Dst
	}
	x.states++
	x.last, x.color, x.x, x.y = now, e.RGBA, e.X, e.Y
	speed := speedOf(e)
	if !known || since <= 0 || since > tally.BreakOff || !isNumber(length) || !isNumber(speed) {
		return -1
	}
	x.path += length
	x.meant += speed * since.Seconds()
	x.time += since
	return length / since.Seconds()
}

func speedOf(e *entitystate.Entity) float64 { return math.Hypot(float64(e.VX), float64(e.VY)) }

// vanished takes an entity that later States lack.
func (t *entityWorlds) vanished(l *tally.EntityLife[*entityTrack]) {
	l.Of.gone = l.Gone
	t.tellEntity(l.Of, l.Gone, figures.EntityEvent{What: figures.Vanished, Text: "vanished"})
	t.finish(l.Of)
}

// finish sums up a life, and keeps it if there is room.
func (t *entityWorlds) finish(x *entityTrack) {
	if x.states == 0 {
		return
	}
	sum := x.world.sums[x.kind]
	if sum == nil {
		sum = &entitySum{}
		x.world.sums[x.kind] = sum
	}
	sum.add(x)
	switch {
	case x.kind == entitystate.Player && len(t.players) < maxPlayerTracks:
		t.players = append(t.players, x)
	case x.kind != entitystate.Player && len(t.rest) < maxOtherTracks:
		t.rest = append(t.rest, x)
	default:
		t.dropped++
	}
}

func (s *entitySum) add(x *entityTrack) {
	s.lives++
	s.states += x.states
	s.path += x.path
	s.meant += x.meant
	s.time += x.time
	if x.gone.Frame != 0 {
		s.vanished++
	}
}

// end ends the worlds of a capture.
func (t *entityWorlds) end() {
	for _, w := range slices.Clone(t.list) {
		t.settle(w)
	}
	for _, w := range t.list {
		w.lives.End(t.vanished, func(l *tally.EntityLife[*entityTrack]) { t.finish(l.Of) })
	}
	clear(t.current)
}

// change tells another number of lives, or another score.
func (t *entityWorlds) change(w *entityWorld, r *decode.Record, id uint32, what string, was **int64, to int64) {
	from := *was
	if from != nil && *from == to {
		return
	}
	*was = &to
	if w.waits() {
		return
	}
	text := fmt.Sprintf("%s %d", what, to)
	if from != nil {
		text = fmt.Sprintf("%s %d → %d", what, *from, to)
	}
	x := &entityTrack{world: w, id: id, kind: entitystate.Player, receiver: r.Dst, player: w.players[id]}
	t.tellEntity(x, tally.StampOf(r), figures.EntityEvent{What: what, From: from, To: &to, Text: text})
}

// tellEntity gives the row of an event to whoever wants it.
func (t *entityWorlds) tellEntity(x *entityTrack, at tally.Stamp, e figures.EntityEvent) {
	if !t.scope.covers(at.Figure().Time) || !t.takes(x) || t.scope.err != nil {
		return
	}
	row := t.newEntityRow(x, at)
	row.Kind, row.Event = figures.KindEvent, &e
	x.world.event(row)
	if t.scope.options.Row != nil {
		t.scope.err = t.scope.options.Row(row)
	}
}

// event keeps what an overview shows: what happens to players, but their scores, which
// change all the time.
func (w *entityWorld) event(row *figures.EntityRow) {
	switch {
	case row.Type != entitystate.Player || row.Event.What == figures.Score:
	case len(w.events) >= maxWorldEvents:
		w.more++
	default:
		w.events = append(w.events, *row)
	}
}

// newEntityRow fills the row with what all rows have.
func (t *entityWorlds) newEntityRow(x *entityTrack, at tally.Stamp) *figures.EntityRow {
	t.row = figures.EntityRow{
		File:    t.scope.label(t.scope.file),
		Version: figures.Version, Proto: string(decode.EntityState), Time: at.Figure(), Frame: at.Frame,
		Server: tally.AddressText(x.world.server), Receiver: tally.AddressText(x.world.observer.Client), Apart: x.world.isApart(),
		ID: int64(x.id), Type: int(x.kind), TypeName: typeName(x.kind), Name: x.name(),
	}
	return &t.row
}
