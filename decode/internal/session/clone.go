package session

import (
	"slices"
	"unsafe"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/objects"
	"bcdump/decode/relay"
)

// Clone gives a copy that goes on from here by itself: for the same batches it makes the same records. It
// shares with s what does not change; what the fast path has noted begins anew.
//
// It is to be taken between two batches, and is made to be kept: what takes much memory and can be made
// again is made when it is used first. As long as it was not used, several may clone it at once. See Holds.
func (s *Session) Clone() *Session {
	return &Session{
		options: s.options, protocols: s.protocols, summary: s.summary,
		joiner: s.joiner.Clone(), tracker: s.tracker.Clone(),
		links: s.links.clone(), flows: s.flows.clone(), servers: s.servers.clone(),
	}
}

// Holds reports whether a clone makes the same records as s for a capture that goes on with a frame of
// this time. It does but for one whose clock goes back by seconds: of what clients sent a clone
// remembers only what was sent lately.
func (s *Session) Holds(at capture.Time) bool {
	return s.servers.relays.Holds(relay.Nanoseconds(at.Sec, at.Nanos))
}

// Memory counts the bytes that a clone takes, about.
func (s *Session) Memory() int {
	return int(unsafe.Sizeof(*s)) + s.joiner.Memory() + s.tracker.Memory() + s.links.memory() + s.flows.memory() + s.servers.memory()
}

func (g *links) clone() links {
	return links{byFlow: g.byFlow.Clone((*link).clone), names: g.names.Clone(nil), count: g.count}
}

func (g *links) memory() int {
	return g.byFlow.Memory(int(unsafe.Sizeof(link{}))) + g.names.Memory(0)
}

func (l *link) clone() *link {
	c := *l
	c.state, c.asked = nil, slices.Clone(l.asked)
	return &c
}

func (f *entityFlows) clone() entityFlows {
	flow := func(x *entityFlow) *entityFlow { c := *x; return &c }
	score := func(x *entitystate.Score) *entitystate.Score { c := *x; return &c }
	return entityFlows{decided: f.decided.Clone(flow), candidates: f.candidates.Clone(score), revisions: f.revisions.Clone(nil)}
}

func (f *entityFlows) memory() int {
	return f.decided.Memory(int(unsafe.Sizeof(entityFlow{}))) + f.candidates.Memory(int(unsafe.Sizeof(entitystate.Score{}))) + f.revisions.Memory(0)
}

func (k *servers) clone() servers {
	return servers{
		dialect: k.dialect, ships: k.ships, classes: k.classes,
		known: k.known.Clone((*server).clone), positions: k.positions.Clone(), relays: k.relays.Clone(),
	}
}

func (k *servers) memory() int {
	n := k.known.Memory(int(unsafe.Sizeof(server{}))) + k.positions.Memory() + k.relays.Memory()
	k.known.Each(func(s *server) {
		n += s.hashes.Memory() + s.classes.Memory()
		if s.directory != nil {
			n += objects.DirectorySize
		}
	})
	return n
}

func (s *server) clone() *server {
	return &server{directory: s.directory, dialect: s.dialect, hashes: s.hashes.Clone(), classes: s.classes.Clone()}
}
