package session

import (
	"slices"
	"unsafe"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/internal/bounded"
	"bcdump/decode/objects"
	"bcdump/decode/relay"
)

// Clone gives a copy that goes on from here by itself: for the same batches it makes the same records. It
// shares with s what does not change; what the fast path has noted begins anew.
//
// It is to be taken between two batches, and is made to be kept: what takes much memory and can be made
// again is made when it is used first. As long as it was not used, several may clone it at once. See Holds; one that
// is whole holds for every time, and may take half a megabyte more.
//
// What an earlier clone has too, if it was not used yet, is in one place in both; nil = there is none. shared counts the
// bytes of that, of what Memory says, about.
func (s *Session) Clone(before *Session, whole bool) (c *Session, shared int) {
	if before == nil {
		before = &Session{}
	}
	c = &Session{options: s.options, protocols: s.protocols, summary: s.summary, newest: s.newest, joiner: s.joiner.Clone(), flows: s.flows.clone()}
	var counts [3]int
	c.tracker, counts[0] = s.tracker.Clone(before.tracker)
	c.links, counts[1] = s.links.clone(&before.links)
	c.servers, counts[2] = s.servers.clone(&before.servers, whole)
	return c, counts[0] + counts[1] + counts[2]
}

// Holds reports whether a clone makes the same records as s for a capture that goes on with a frame of
// this time. It does but for one whose clock goes back by seconds: of what clients sent a clone
// remembers only what was sent lately.
func (s *Session) Holds(at capture.Time) bool {
	at = at.Add(s.summary.Back)
	return s.servers.relays.Holds(relay.Nanoseconds(at.Sec, at.Nanos))
}

// Memory counts the bytes that a clone takes, about; one that is whole or one that is not.
func (s *Session) Memory(whole bool) int {
	return int(unsafe.Sizeof(*s)) + s.joiner.Memory() + s.tracker.Memory() + s.links.memory() + s.flows.memory() + s.servers.memory(whole)
}

// Records is how many records were made so far.
func (s *Session) Records() int { return int(s.summary.Records) }

func (g *links) clone(before *links) (c links, shared int) {
	byFlow, shared := g.byFlow.Clone(before.byFlow, bounded.Values[*link]{Copy: (*link).clone, Same: (*link).same, Size: linkSize})
	names, both := g.names.Clone(before.names, bounded.Values[string]{Same: bounded.Same[string]})
	return links{byFlow: byFlow, names: names, count: g.count}, shared + both
}

func (g *links) memory() int {
	return g.byFlow.Memory(linkSize) + g.names.Memory(0)
}

const linkSize = int(unsafe.Sizeof(link{}))

func (l *link) clone(*link) *link {
	c := *l
	c.state, c.asked = nil, slices.Clone(l.asked)
	return &c
}

// same reports whether a link and a clone are the same.
func (l *link) same(other *link) bool {
	return l.peer == other.peer && l.name == other.name && l.slot == other.slot && l.hasSlot == other.hasSlot && l.number == other.number &&
		l.sides == other.sides && l.named == other.named && l.flow == other.flow && l.hashes == other.hashes && l.wants == other.wants && slices.Equal(l.asked, other.asked)
}

func (f *entityFlows) clone() entityFlows {
	flow := func(x, _ *entityFlow) *entityFlow { c := *x; return &c }
	score := func(x, _ *entitystate.Score) *entitystate.Score { c := *x; return &c }
	decided, _ := f.decided.Clone(nil, bounded.Values[*entityFlow]{Copy: flow})
	candidates, _ := f.candidates.Clone(nil, bounded.Values[*entitystate.Score]{Copy: score})
	revisions, _ := f.revisions.Clone(nil, bounded.Values[entitystate.Revision]{})
	return entityFlows{decided: decided, candidates: candidates, revisions: revisions}
}

func (f *entityFlows) memory() int {
	return f.decided.Memory(int(unsafe.Sizeof(entityFlow{}))) + f.candidates.Memory(int(unsafe.Sizeof(entitystate.Score{}))) + f.revisions.Memory(0)
}

func (k *servers) clone(before *servers, whole bool) (c servers, shared int) {
	c = servers{dialect: k.dialect, ships: k.ships, classes: k.classes}
	var counts [2]int
	c.known, _ = k.known.Clone(before.known, bounded.Values[*server]{Copy: (*server).clone})
	c.positions, counts[0] = k.positions.Clone(&before.positions)
	c.relays, counts[1] = k.relays.Clone(&before.relays, whole)
	return c, counts[0] + counts[1]
}

func (k *servers) memory(whole bool) int {
	n := k.known.Memory(int(unsafe.Sizeof(server{}))) + k.positions.Memory() + k.relays.Memory(whole)
	k.known.Each(func(s *server) {
		n += s.hashes.Memory() + s.classes.Memory()
		if s.directory != nil {
			n += objects.DirectorySize
		}
	})
	return n
}

func (s *server) clone(before *server) *server {
	c := &server{directory: s.directory, dialect: s.dialect, classes: s.classes.Clone()}
	if before != nil {
		c.hashes = s.hashes.Clone(&before.hashes)
	} else {
		c.hashes = s.hashes.Clone(nil)
	}
	return c
}
