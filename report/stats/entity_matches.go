package stats

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entityMatches tells when matches began and how they ended.
type entityMatches struct {
	*base
	list    []*entityMatch
	current map[netip.AddrPort]*entityMatch // of this file, by server
	dropped int64
}

type entityMatch struct {
	file         string
	server       netip.AddrPort
	start, end   tally.Stamp
	last         tally.Stamp // of a State
	begun, ended string      // name of the message
	reason       *int
	players      int
	states       int64
	scores       map[uint32]int64
}

const (
	//limit:maxMatches Figures | matches of entity-state | counted | TestEntityBounds
	maxMatches = 512
	// matchScores is how many scores a match remembers.
	//limit:matchScores Figures | scores of a match | not in its sum | TestEntityLimits
	matchScores = 64
)

func newEntityMatches(b *base) *entityMatches {
	return &entityMatches{base: b, current: map[netip.AddrPort]*entityMatch{}}
}

func (e *entityMatches) end() { clear(e.current) }

func (e *entityMatches) entity(file string, r *decode.Record) {
	now := e.current[tally.LinkOf(r).Server]
	switch m := r.Content().Message.(type) {
	case *entitystate.StartMatch:
		e.open(file, r)
	case *entitystate.State:
		if now.finished(r) && len(m.Entities) > 0 {
			now = e.open(file, r)
		}
		now.state(r, m)
	case *entitystate.ScoreUpdate:
		if now != nil && now.ended == "" {
			now.score(m)
		}
	case *entitystate.GameOver:
		reason := int(m.Reason)
		now.over(r, &reason)
	case *entitystate.ReturnToMenu:
		now.over(r, nil)
	}
}

// open begins a match. One without States that is still open was none: players say twice
// that they want to begin.
func (e *entityMatches) open(file string, r *decode.Record) *entityMatch {
	server := tally.LinkOf(r).Server
	now := e.current[server]
	if now != nil && now.ended == "" && now.states == 0 {
		return now
	}
	now = &entityMatch{file: file, server: server, start: tally.StampOf(r), begun: r.Name(), scores: map[uint32]int64{}}
	now.end = now.start
	if len(e.list) >= maxMatches {
		e.dropped++
		if len(e.current) >= maxMatches {
			return now
		}
	} else {
		e.list = append(e.list, now)
	}
	e.current[server] = now
	return now
}

// finished reports whether a State belongs to another match: this one has ended, and
// there was silence since. Some come while it ends, and servers may go on for a while.
func (x *entityMatch) finished(r *decode.Record) bool {
	return x == nil || x.ended != "" && r.Steady().Sub(x.last.Time) > tally.BreakOff
}

func (x *entityMatch) state(r *decode.Record, m *entitystate.State) {
	if x == nil {
		return
	}
	x.last = tally.StampOf(r)
	if x.ended != "" {
		return
	}
	x.states++
	x.end = x.last
	players := 0
	for i := range m.Entities {
		if m.Entities[i].Type == entitystate.Player {
			players++
		}
	}
	x.players = max(x.players, players)
}

func (x *entityMatch) score(m *entitystate.ScoreUpdate) {
	if _, known := x.scores[m.ID]; known || len(x.scores) < matchScores {
		x.scores[m.ID] = int64(m.Score)
	}
}

// over ends a match; the first message that says so counts.
func (x *entityMatch) over(r *decode.Record, reason *int) {
	if x == nil || x.ended != "" {
		return
	}
	x.end, x.ended, x.reason = tally.StampOf(r), r.Name(), reason
	x.last = x.end
}

func (e *entityMatches) report(out *figures.Stats) {
	for _, x := range e.list {
		f := figures.EntityMatch{
			File: e.files.label(x.file), Server: tally.AddressText(x.server), Start: x.start.Figure(), StartFrame: x.start.Frame, StartedBy: x.begun,
			End: x.end.Figure(), EndFrame: x.end.Frame, EndedBy: x.ended, Reason: x.reason,
			Duration: max(x.end.Figure().Since(x.start.Figure()), 0), Players: x.players, Score: x.team(), States: x.states,
			Query: e.Of(tally.EntityProtocol, tally.IsState, "fields.count >= 0", tally.Is("src", tally.AddressText(x.server)), tally.FramesIn(x.start.Frame, x.end.Frame)),
		}
		out.EntityState.Matches = append(out.EntityState.Matches, f)
	}
	drop(out, "entity_matches", e.dropped)
}

// team is the score of the team if the server tells it, else that of all players.
func (x *entityMatch) team() *int64 {
	if len(x.scores) == 0 {
		return nil
	}
	if score, told := x.scores[0]; told {
		return &score
	}
	var sum int64
	for _, score := range x.scores {
		sum += score
	}
	return &sum
}
