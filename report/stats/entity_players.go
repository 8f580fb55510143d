package stats

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entityPlayers tells who played on a server, and how lives and scores changed.
type entityPlayers struct {
	*base
	list      []*entityPlayer
	current   map[entityPlayerKey]*entityPlayer // of this file
	observers map[netip.AddrPort]tally.Observer // of this file, by server
	changes   []entityChange
	dropped   int64
	lost      int64 // changes that found no room
}

type entityPlayerKey struct {
	server netip.AddrPort
	id     uint32
}

type entityPlayer struct {
	tally.Activity
	entityPlayerKey
	file         string
	name         string
	ship         *int
	color        string
	lives, score *int64
	livesLost    int64
	updates      int64 // of lives and score
}

// entityChange is a new value of one of its numbers.
type entityChange struct {
	entityPlayerKey
	file string
	name string
	of   *entityPlayer // until its capture ends
	at   tally.Stamp
	what string
	from *int64
	to   int64
}

const (
	//limit:maxEntityPlayers Figures | players of entity-state | counted | TestEntityBounds
	maxEntityPlayers = 1024
	//limit:maxChanges Figures | changes of lives and scores | counted | TestEntityLimits
	maxChanges = 4096
	//limit:maxObservers Figures | servers whose changes are followed | no changes | —
	maxObservers = 1024
)

func newEntityPlayers(b *base) *entityPlayers {
	return &entityPlayers{base: b, current: map[entityPlayerKey]*entityPlayer{}, observers: map[netip.AddrPort]tally.Observer{}}
}

func (e *entityPlayers) entity(file string, r *decode.Record) {
	if r.Dir != decode.ToClient {
		return
	}
	told := e.observes(r)
	switch m := r.Content().Message.(type) {
	case *entitystate.Roster:
		for i := range m.Players {
			e.roster(file, r, m, &m.Players[i])
		}
	case *entitystate.State:
		e.state(file, r, m)
	case *entitystate.LivesUpdate:
		if p := e.player(file, r, m.ID); p != nil {
			p.updates++
			e.change(file, r, told, p, "lives", &p.lives, int64(m.Lives))
		}
	case *entitystate.ScoreUpdate:
		if p := e.player(file, r, m.ID); p != nil {
			p.updates++
			e.change(file, r, told, p, "score", &p.score, int64(m.Score))
		}
	}
}

// observes reports whether the receiver of a message is the one to listen to: the first
// client, until it is told nothing for a while.
func (e *entityPlayers) observes(r *decode.Record) bool {
	o, known := e.observers[tally.LinkOf(r).Server]
	switch {
	case !known && len(e.observers) >= maxObservers:
		return false
	case known && !o.Hears(r):
		return false
	}
	e.observers[tally.LinkOf(r).Server] = tally.Observe(r)
	return true
}

// player finds or makes one; nil = there is no room.
func (e *entityPlayers) player(file string, r *decode.Record, id uint32) *entityPlayer {
	key := entityPlayerKey{tally.LinkOf(r).Server, id}
	p := e.current[key]
	if p == nil {
		if len(e.list) >= maxEntityPlayers {
			e.dropped++
			return nil
		}
		p = &entityPlayer{entityPlayerKey: key, file: file}
		e.current[key] = p
		e.list = append(e.list, p)
	}
	p.Pass(r.Datagram)
	return p
}

func (e *entityPlayers) roster(file string, r *decode.Record, m *entitystate.Roster, entry *entitystate.RosterPlayer) {
	p := e.player(file, r, entry.ID)
	if p == nil {
		return
	}
	p.name = cmp.Or(entry.Name.BeforeZero(), p.name)
	lives := int64(entry.Lives)
	p.lives = &lives
	if m.Ships {
		ship := int(entry.ShipID)
		p.ship = &ship
	}
}

func (e *entityPlayers) state(file string, r *decode.Record, m *entitystate.State) {
	for i := range m.Entities {
		entity := &m.Entities[i]
		if entity.Type != entitystate.Player {
			continue
		}
		if p := e.player(file, r, entity.ID); p != nil {
			p.color = tally.ColorText(entity.RGBA)
		}
	}
}

// change notes a new value.
func (e *entityPlayers) change(file string, r *decode.Record, told bool, p *entityPlayer, what string, was **int64, to int64) {
	from := *was
	if !told || from != nil && *from == to {
		return
	}
	*was = &to
	if what == "lives" && from != nil && to < *from {
		p.livesLost += *from - to
	}
	if len(e.changes) >= maxChanges {
		e.lost++
		return
	}
	e.changes = append(e.changes, entityChange{p.entityPlayerKey, file, "", p, tally.StampOf(r), what, from, to})
}

// end gives changes the names that players have at last.
func (e *entityPlayers) end() {
	for i := range e.changes {
		if c := &e.changes[i]; c.of != nil {
			c.name, c.of = c.of.name, nil
		}
	}
	clear(e.current)
	clear(e.observers)
}

func (e *entityPlayers) report(out *figures.Stats) {
	for _, p := range e.list {
		out.EntityState.Players = append(out.EntityState.Players, e.figure(p))
	}
	slices.SortStableFunc(out.EntityState.Players, func(a, b figures.EntityPlayer) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Server, b.Server), cmp.Compare(a.ID, b.ID))
	})
	for i := range e.changes {
		out.EntityState.Changes = append(out.EntityState.Changes, e.changeFigure(&e.changes[i]))
	}
	drop(out, "entity_players", e.dropped)
	drop(out, "entity_changes", e.lost)
}

func (e *entityPlayers) figure(p *entityPlayer) figures.EntityPlayer {
	f := figures.EntityPlayer{
		File: e.files.label(p.file), Server: tally.AddressText(p.server), ID: int64(p.id), Name: p.name, ShipID: p.ship, Color: p.color,
		LivesLost: p.livesLost, Score: p.score, Updates: p.updates,
	}
	f.First, f.Last = p.Ends()
	if p.lives != nil {
		lives := int(*p.lives)
		f.Lives = &lives
	}
	const updates = `name in ["LivesUpdate", "ScoreUpdate"]`
	f.Query = e.Of(tally.EntityProtocol, updates, fmt.Sprintf("fields.id == %d", p.id), tally.Is("src", f.Server))
	return f
}

func (e *entityPlayers) changeFigure(c *entityChange) figures.EntityChange {
	return figures.EntityChange{
		File: e.files.label(c.file), Time: c.at.Figure(), Frame: c.at.Frame, Server: tally.AddressText(c.server), ID: int64(c.id), Name: c.name,
		What: c.what, From: c.from, To: c.to, Query: e.Of(tally.EntityProtocol, tally.FramesIn(c.at.Frame, c.at.Frame)),
	}
}
