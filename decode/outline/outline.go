// Package outline is what those who go through a capture need to know of every message without
// decoding it again: where it stands, what it is, whose it is, and which other messages belong to it.
//
// In come the records of a capture, once and in order ([Outline.Take]).
//
// Out come answers about messages by their numbers, from 0, in the order of the capture:
//
//	o.Len()                          how many there are so far
//	o.Row(n)                         frame, kind, client, object, flags
//	o.Next(n, outline.SameKind)      the next one like it; o.Previous goes the other way
//	o.First(frame)                   the first message of a frame
//	o.Related(n)                     its Ack, its copies, its parts: what belongs to it
//
// Everything but Take may be called at any time by any number of goroutines, while messages still
// come: an answer is about the messages of that moment. A message takes 28 bytes.
//
// The package must not know how a capture is read, or what a screen looks like.
package outline

import (
	"net/netip"
	"sort"
	"sync"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
)

// Outline is the table of the messages of one capture. One goroutine fills it, any number ask.
type Outline struct {
	mu     sync.RWMutex // guards what follows
	chunks []chunk      // all full but the last one
	length int          // rows
	kinds  map[string]Kind
	titles []string           // of kinds, from 1
	served [knownLinks]uint16 // number of the server of a link; 0 = not known

	// Of Take.
	end         int64 // frame of the newest row
	servers     map[netip.AddrPort]uint16
	match       *match.Match
	ack, update Kind // nine of ten messages
}

const (
	// knownLinks bounds the links whose server is known: of the others each counts as a server of its
	// own. Their numbers begin with 1.
	knownLinks = 1 << 16
	// mostKinds bounds the titles that are told apart; there are some 600, if no protocol is added
	// that makes them up.
	mostKinds = 4096
)

// New makes a table without rows.
func New() *Outline {
	o := &Outline{kinds: map[string]Kind{}, servers: map[netip.AddrPort]uint16{}}
	o.match = match.New()
	o.ack, o.update = o.kind(record.TypeTitle(transport.Ack)), o.kind(message.Lookup(message.OpcodeStateUpdate).Name)
	return o
}

// Flags say what a message is.
type Flags uint16

// Flags of rows.
const (
	Note     Flags = 1 << iota // there is something to remark about it: it has diagnostics
	Death                      // it is the first that tells of a death: see match.Change
	Part                       // it is one fragment of a message
	Joined                     // it was put together from fragments
	Lost                       // so many of its fragments are missing that it could not be
	Update                     // it is a StateUpdate
	Ack                        // it acknowledges a message
	Repeat                     // it was sent before: a retransmission
	ToServer                   // a client sent it
	ToClient                   // the host sent it
	Explodes                   // it tells that a ship explodes, first or again: see match.Death
)

// Row is what is known of a message.
type Row struct {
	// Frame is that of the message, from 1. A lost message, which stands where it was given up, has
	// that of the message before it here, though its record has that of its last part.
	Frame int64
	Index uint8 // of the message within its datagram
	Kind  Kind
	// Link tells clients apart, as in records; 0 = none. All from 16,777,215 on are one.
	Link uint32
	// Object is the ship or other object that the message is about, as match.About has it; 0 = none.
	Object uint32
	Flags  Flags
}

// Kind is what the message is called: messages of the same kind have the same title (see
// record.Record). Numbers of kinds have no meaning, and may be others in the next run. 0 = none of
// those that were told apart.
type Kind uint16

// row is a message in the table. Only the references of parts change once it is there.
type row struct {
	// back is how many messages back stands the one that an Ack acknowledges, the first copy of a
	// repeat, the part that came last of a joined or lost message, or the part of the same message that
	// came before a part. 0 = none, or not known.
	back uint32
	// other is how many messages back stands the one that the host passed on; of a part, how many
	// messages ahead the message that it belongs to. 0 = none, or not known.
	other     uint32
	object    uint32
	who       uint32 // the link in the upper 24 bits, the index in the lower 8
	frame     uint32 // the lower bits
	frameHigh uint16
	kind      Kind
	flags     Flags
}

// chunk holds rows.
type chunk struct {
	rows  *[chunkRows]row
	flags Flags // all that occur
	marks marks // of its kinds, links and objects
}

// marks is a set of numbers that may seem to hold others too: most searches skip most chunks.
type marks [32]uint64

func (m *marks) add(n uint32) { m[spread(n)/64] |= 1 << (spread(n) % 64) }

func (m *marks) may(n uint32) bool { return m[spread(n)/64]&(1<<(spread(n)%64)) != 0 }

// spread gives a bit for a number: ids of objects have their differences in the upper half.
func spread(n uint32) uint32 { return n * 0x9E3779B1 >> 21 }

const chunkRows = 1 << 14

// mostLink is the highest number that a link has in a row.
const mostLink = 1<<24 - 1

func (y *row) link() uint32 { return y.who >> 8 }

func (y *row) at() int64 { return int64(y.frameHigh)<<32 | int64(y.frame) }

func (o *Outline) row(n int) *row { return &o.chunks[n/chunkRows].rows[n%chunkRows] }

// Len is how many messages there are so far.
func (o *Outline) Len() int {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.length
}

// Row gives what is known of a message; the zero Row if there is none of that number yet.
func (o *Outline) Row(n int) Row {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if n < 0 || n >= o.length {
		return Row{}
	}
	y := o.row(n)
	return Row{Frame: y.at(), Index: uint8(y.who), Kind: y.kind, Link: y.link(), Object: y.object, Flags: y.flags}
}

// Title gives the title of messages of a kind; "" for kind 0.
func (o *Outline) Title(k Kind) string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if k == 0 || int(k) > len(o.titles) {
		return ""
	}
	return o.titles[k-1]
}

// SameServer reports whether two links are with the same server, as far as that is known.
func (o *Outline) SameServer(a, b uint32) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.sameServer(a, b)
}

func (o *Outline) sameServer(a, b uint32) bool {
	return a == b || a < knownLinks && b < knownLinks && o.served[a] != 0 && o.served[a] == o.served[b]
}

// First gives the first message of a frame, or of the first frame behind it that has one.
func (o *Outline) First(frame int64) (n int, ok bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	n = o.first(frame)
	return n, n < o.length
}

// first looks back from the end in growing steps: what is asked for while rows come is near.
func (o *Outline) first(frame int64) int {
	low, high := o.length, o.length // rows from high on are not before the frame
	for step := 1; low > 0; step *= 2 {
		low = max(high-step, 0)
		if o.row(low).at() < frame {
			break
		}
		high = low
	}
	return low + sort.Search(high-low, func(i int) bool { return o.row(low+i).at() >= frame })
}

// number gives a message by its place; -1 if there is none. A joined message has the place of the
// part that completed it: whole asks for the joined one.
func (o *Outline) number(p place, whole bool) (found int) {
	found = -1
	for n := o.first(p.frame); n < o.length && o.row(n).at() == p.frame; n++ {
		y := o.row(n)
		if y.who&0xFF == uint32(p.index) && y.flags&Lost == 0 && (whole || y.flags&Joined == 0) {
			found = n
			if !whole || y.flags&Joined != 0 {
				break
			}
		}
	}
	return found
}

// Search is what Next and Previous look for.
type Search uint8

// Searches. All but the last three find nothing from a message that has no such thing.
const (
	SameKind      Search = iota // of the same kind: it is called the same
	SameClient                  // to or from the same client: on the same link
	SameShip                    // an update of the ship, or other object, that the message is about
	WithNote                    // with a note, and neither an Ack nor sent again: of these ordinary traffic has too many
	WithDeath                   // that is the first to tell of a death
	WithExplosion               // of what tells that a ship explodes, first or again
)

// Next gives the first message behind n that is what is asked for; ok is false if there is none yet.
func (o *Outline) Next(n int, what Search) (found int, ok bool) { return o.search(n, what, 1) }

// Previous gives the last message before n that is what is asked for.
func (o *Outline) Previous(n int, what Search) (found int, ok bool) { return o.search(n, what, -1) }

func (o *Outline) search(n int, what Search, step int) (found int, ok bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if n < 0 || n >= o.length {
		return 0, false
	}
	is, flags, mark := o.like(o.row(n), what)
	for n += step; is != nil && n >= 0 && n < o.length; n += step {
		if c := &o.chunks[n/chunkRows]; c.flags&flags != flags || mark != 0 && !c.marks.may(mark) {
			if n = n / chunkRows * chunkRows; step > 0 {
				n += chunkRows - 1
			}
			continue
		}
		if is(o.row(n)) {
			return n, true
		}
	}
	return -1, false
}

// like tells of rows whether they are what is asked for from a row, nil = none is; and which flags and mark a chunk of
// such rows has.
func (o *Outline) like(from *row, what Search) (is func(*row) bool, flags Flags, mark uint32) {
	switch {
	case what == SameKind && from.kind != 0:
		return func(y *row) bool { return y.kind == from.kind }, 0, uint32(from.kind)
	case what == SameClient && from.link() != 0 && from.link() != mostLink:
		return func(y *row) bool { return y.link() == from.link() }, 0, from.who | 0xFF
	case what == SameShip && from.object != 0:
		return func(y *row) bool {
			return y.object == from.object && y.flags&Update != 0 && o.sameServer(from.link(), y.link())
		}, Update, from.object
	case what == WithNote:
		return func(y *row) bool { return y.flags&(Note|Ack|Repeat) == Note }, Note, 0
	case what == WithDeath:
		return func(y *row) bool { return y.flags&Death != 0 }, Death, 0
	case what == WithExplosion:
		return func(y *row) bool { return y.flags&Explodes != 0 }, Explodes, 0
	}
	return nil, 0, 0
}
