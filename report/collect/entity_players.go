package collect

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/report/figures"
)

// entityPlayers tells who played on a server, and how lives and scores changed.
type entityPlayers struct {
	*queries
	file      string
	list      []*entityPlayer
	current   map[entityPlayerKey]*entityPlayer // of this file
	observers map[netip.AddrPort]observer       // of this file, by server
	changes   []entityChange
	dropped   int64
	lost      int64 // changes that found no room
}

type entityPlayerKey struct {
	server netip.AddrPort
	id     uint32
}

type entityPlayer struct {
	span
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
	*entityPlayer
	at   sighting
	what string
	from *int64
	to   int64
}

// observer is the client whose messages tell the changes: all are told the same, but a
// network brings it in another order to each.
type observer struct {
	client netip.AddrPort
	last   sighting
}

const (
	maxEntityPlayers = 1024
	maxChanges       = 4096
	maxObservers     = 1024
)

func newEntityPlayers(q *queries) *entityPlayers { return &entityPlayers{queries: q} }

func (e *entityPlayers) begin(file string) {
	e.file, e.current, e.observers = file, map[entityPlayerKey]*entityPlayer{}, map[netip.AddrPort]observer{}
}

func (e *entityPlayers) record(l *line) {
	if l.Dir != decode.ToClient {
		return
	}
	told := e.observes(l)
	switch m := l.Content().Message.(type) {
	case *entitystate.Roster:
		for i := range m.Players {
			e.roster(l, m, &m.Players[i])
		}
	case *entitystate.State:
		e.state(l, m)
	case *entitystate.LivesUpdate:
		if p := e.player(l, m.ID); p != nil {
			p.updates++
			e.change(l, told, p, "lives", &p.lives, int64(m.Lives))
		}
	case *entitystate.ScoreUpdate:
		if p := e.player(l, m.ID); p != nil {
			p.updates++
			e.change(l, told, p, "score", &p.score, int64(m.Score))
		}
	}
}

// observes reports whether the receiver of a message is the one to listen to: the first
// client, until it is told nothing for a while.
func (e *entityPlayers) observes(l *line) bool {
	o, known := e.observers[l.link().server]
	switch {
	case !known && len(e.observers) >= maxObservers:
		return false
	case known && o.client != l.link().client && l.Time.Sub(o.last.time) <= breakOff:
		return false
	}
	e.observers[l.link().server] = observer{l.link().client, sightingOf(l.Record)}
	return true
}

// player finds or makes one; nil = there is no room.
func (e *entityPlayers) player(l *line, id uint32) *entityPlayer {
	key := entityPlayerKey{l.link().server, id}
	p := e.current[key]
	if p == nil {
		if len(e.list) >= maxEntityPlayers {
			e.dropped++
			return nil
		}
		p = &entityPlayer{entityPlayerKey: key, file: e.file}
		e.current[key] = p
		e.list = append(e.list, p)
	}
	p.pass(l.Time, l.Digits)
	return p
}

func (e *entityPlayers) roster(l *line, m *entitystate.Roster, entry *entitystate.RosterPlayer) {
	p := e.player(l, entry.ID)
	if p == nil {
		return
	}
	p.name = cmp.Or(fields.PaddedText(entry.Name), p.name)
	lives := int64(entry.Lives)
	p.lives = &lives
	if m.Ships {
		ship := int(entry.ShipID)
		p.ship = &ship
	}
}

func (e *entityPlayers) state(l *line, m *entitystate.State) {
	for i := range m.Entities {
		entity := &m.Entities[i]
		if entity.Type != entitystate.Player {
			continue
		}
		if p := e.player(l, entity.ID); p != nil {
			p.color = colorText(entity.RGBA)
		}
	}
}

// change notes a new value.
func (e *entityPlayers) change(l *line, told bool, p *entityPlayer, what string, was **int64, to int64) {
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
	e.changes = append(e.changes, entityChange{p, sightingOf(l.Record), what, from, to})
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
		File: p.file, Server: addressText(p.server), ID: int64(p.id), Name: p.name, ShipID: p.ship, Color: p.color,
		LivesLost: p.livesLost, Score: p.score, Updates: p.updates,
	}
	f.First, f.Last = p.texts()
	if p.lives != nil {
		lives := int(*p.lives)
		f.Lives = &lives
	}
	const updates = `name in ["LivesUpdate", "ScoreUpdate"]`
	f.Query = e.of(entityProtocol, updates, fmt.Sprintf("fields.id == %d", p.id), is("src", f.Server))
	return f
}

func (e *entityPlayers) changeFigure(c *entityChange) figures.EntityChange {
	return figures.EntityChange{
		File: c.file, Time: c.at.text(), Frame: c.at.frame, Server: addressText(c.server), ID: int64(c.id), Name: c.name,
		What: c.what, From: c.from, To: c.to, Query: e.of(entityProtocol, framesIn(c.at.frame, c.at.frame)),
	}
}

func colorText(rgba uint32) string { return fmt.Sprintf("#%08X", rgba) }
