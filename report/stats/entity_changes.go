package stats

import (
	"cmp"
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entityChanges tells how the lives and scores of players changed, as one client of each server was told.
type entityChanges struct {
	*base
	players   map[entityPlayerKey]*entityPlayer // of this file
	observers map[netip.AddrPort]tally.Observer // of this file, by server
	rows      []entityChange
	dropped   int64
}

type entityPlayerKey struct {
	server netip.AddrPort
	id     uint32
}

type entityPlayer struct {
	name         string
	lives, score *int64
}

// entityChange is a new value of one of its numbers.
type entityChange struct {
	figures.EntityChange
	of *entityPlayer // until its capture ends
}

const (
	//limit:maxEntityPlayers Figures | players of entity-state | no changes; counted | TestEntityBounds
	maxEntityPlayers = 1024
	//limit:maxChanges Figures | changes of lives and scores | counted | TestEntityLimits
	maxChanges = 4096
	//limit:maxObservers Figures | servers whose changes are followed | no changes | —
	maxObservers = 1024
)

func newEntityChanges(b *base) *entityChanges {
	return &entityChanges{base: b, players: map[entityPlayerKey]*entityPlayer{}, observers: map[netip.AddrPort]tally.Observer{}}
}

func (e *entityChanges) entity(file string, r *decode.Record) {
	if r.Dir != decode.ToClient {
		return
	}
	told := e.observes(r)
	switch m := r.Content().Message.(type) {
	case *entitystate.Roster:
		for i := range m.Players {
			if p := e.player(r, m.Players[i].ID); p != nil {
				lives := int64(m.Players[i].Lives)
				p.name, p.lives = cmp.Or(m.Players[i].Name.BeforeZero(), p.name), &lives
			}
		}
	case *entitystate.LivesUpdate:
		if p := e.player(r, m.ID); p != nil && told {
			e.change(file, r, p, m.ID, "lives", &p.lives, int64(m.Lives))
		}
	case *entitystate.ScoreUpdate:
		if p := e.player(r, m.ID); p != nil && told {
			e.change(file, r, p, m.ID, "score", &p.score, int64(m.Score))
		}
	}
}

// observes reports whether the receiver of a message is the one to listen to: the first client, until it is told nothing
// for a while.
func (e *entityChanges) observes(r *decode.Record) bool {
	server := tally.LinkOf(r).Server
	o, known := e.observers[server]
	if known && !o.Hears(r) || !known && len(e.observers) >= maxObservers {
		return false
	}
	e.observers[server] = tally.Observe(r)
	return true
}

// player finds or makes one; nil = there is no room.
func (e *entityChanges) player(r *decode.Record, id uint32) *entityPlayer {
	key := entityPlayerKey{tally.LinkOf(r).Server, id}
	p := e.players[key]
	if p == nil {
		if len(e.players) >= maxEntityPlayers {
			e.dropped++
			return nil
		}
		p = &entityPlayer{}
		e.players[key] = p
	}
	return p
}

// change notes a new value.
func (e *entityChanges) change(file string, r *decode.Record, p *entityPlayer, id uint32, what string, was **int64, to int64) {
	from := *was
	if from != nil && *from == to {
		return
	}
	*was = &to
	if len(e.rows) >= maxChanges {
		e.dropped++
		return
	}
	at := tally.StampOf(r)
	e.rows = append(e.rows, entityChange{figures.EntityChange{
		File: file, Time: at.Figure(), Frame: at.Frame, Server: tally.AddressText(tally.LinkOf(r).Server), ID: int64(id),
		What: what, From: from, To: to,
	}, p})
}

// end gives changes the names that players have at last.
func (e *entityChanges) end() {
	for i := range e.rows {
		if x := &e.rows[i]; x.of != nil {
			x.Name, x.of = x.of.name, nil
		}
	}
	clear(e.players)
	clear(e.observers)
}

func (e *entityChanges) report(out *figures.Stats) {
	for i := range e.rows {
		f := e.rows[i].EntityChange
		f.File, f.Query = e.files.label(f.File), e.Of(tally.EntityProtocol, tally.FramesIn(f.Frame, f.Frame))
		out.EntityState.Changes = append(out.EntityState.Changes, f)
	}
	drop(out, "entity_changes", e.dropped)
}
