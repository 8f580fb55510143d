package check

import (
	"cmp"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/report/tally"
)

// entityHeard is an entity-state message, as the functions of rules get it. It is valid until they return.
type entityHeard struct {
	*decode.Record
	now   capture.Time       // on the steady clock
	state *entitystate.State // nil = it is none
	flow  *entityFlow        // nil = there are too many
	late  bool               // newer States came before
}

// whom names the client.
func (e *entityHeard) whom() string {
	return cmp.Or(e.Client, tally.AddressText(tally.LinkOf(e.Record).Client))
}

// note gives the text of a note; "" = the message does not have it.
func (e *entityHeard) note(codes ...decode.Code) string {
	for _, d := range e.Diagnostics() {
		if slices.Contains(codes, d.Code) {
			return d.Text
		}
	}
	return ""
}

// entityFlow is what one client is sent.
type entityFlow struct {
	lives tally.EntityLives[struct{}]
	ended map[uint32]entity // of ids whose entities are gone
	// States since a moment, and when the last one came.
	states     int
	from, last capture.Time
	hash       uint64 // of the last one
	near       int    // of them, that came soon behind another one
	missing    int    // States that were lost between others
}

// entity is the life of one.
type entity = tally.EntityLife[struct{}]

// maxEntityFlows bounds the flows whose entities are followed.
//
//limit:maxEntityFlows Verdicts | flows of entity-state whose entities are judged | counted as dropped | TestFloods
const maxEntityFlows = 64

// entities tell of entity-state traffic.
type entities struct {
	there  bool
	flows  map[tally.Link]*entityFlow
	every  []func(*entityHeard)
	born   []func(*entityHeard, *entity)
	died   []func(*entityHeard, *entity)
	back   []func(*entityHeard, *entity)
	heard  entityHeard
	events tally.EntityEvents[struct{}]
}

func tellLife(asked *[]func(*entityHeard, *entity), e *entityHeard) func(*entity) {
	return func(l *entity) {
		for _, f := range *asked {
			f(e, l)
		}
	}
}

// take takes an entity-state message.
func (x *entities) take(r *decode.Record) (dropped bool) {
	if !x.there {
		x.there, x.flows = true, map[tally.Link]*entityFlow{}
		e := &x.heard
		x.events = tally.EntityEvents[struct{}]{Born: tellLife(&x.born, e), Died: tellLife(&x.died, e), Back: tellLife(&x.back, e)}
	}
	key := tally.LinkOf(r)
	flow := x.flows[key]
	if flow == nil && len(x.flows) < maxEntityFlows {
		flow = &entityFlow{ended: map[uint32]entity{}}
		x.flows[key] = flow
	}
	state, _ := r.Content().Message.(*entitystate.State)
	x.newMatch(r, key.Server)
	told := state != nil && flow != nil && state.ClientAccepts()
	x.heard = entityHeard{r, r.Steady(), state, flow, told && flow.lives.Late(state, r.Steady())}
	for _, f := range x.every {
		f(&x.heard)
	}
	if told {
		flow.lives.State(r, state, x.events)
	}
	return flow == nil
}

// newMatch forgets the ids of a match that is over.
func (x *entities) newMatch(r *decode.Record, server netip.AddrPort) {
	switch r.Content().Message.(type) {
	case *entitystate.StartMatch, *entitystate.GameOver, *entitystate.ReturnToMenu:
		for key, flow := range x.flows {
			if key.Server == server {
				flow.lives, flow.ended = tally.EntityLives[struct{}]{}, map[uint32]entity{}
			}
		}
	}
}
