package outline

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"bcdump/decode/match"
)

// Outline is the table of the messages of one capture. One goroutine writes to it, any number ask.
type Outline struct {
	length atomic.Int64
	blocks atomic.Pointer[[]*block] // as many as have rows, the last one with some; they never move
	kinds  kinds
	seed   maphash.Seed

	// Of Write; readers look up only links of rows that they have seen.
	end     int64              // frame of the newest row
	servers map[uint64]uint16  // numbers of servers, by their hashes
	served  [knownLinks]uint16 // number of the server of a link; 0 = not known
	parts   []int              // of the message at hand

	// Of Take.
	match  *match.Match
	taken  int   // messages
	deaths []int // numbers of messages whose rows are still to come
}

// knownLinks bounds the links whose server is known: of the others each counts as a server of its
// own. Their numbers begin with 1.
const knownLinks = 1 << 16

// New makes a table without rows.
func New() *Outline {
	o := &Outline{seed: maphash.MakeSeed(), servers: map[uint64]uint16{}}
	o.match = match.New()
	o.blocks.Store(new([]*block))
	o.kinds.number = map[string]uint16{}
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
	Told                       // it tells that a ship explodes, first or again: see match.Death
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

// Len is how many messages there are so far.
func (o *Outline) Len() int { return int(o.length.Load()) }

// Row gives what is known of a message; the zero Row if there is none of that number yet.
func (o *Outline) Row(n int) Row {
	t := o.table()
	if n < 0 || n >= t.length {
		return Row{}
	}
	b, i := t.at(n)
	return Row{
		Frame: b.frameOf(i), Index: uint8(b.who[i]), Kind: Kind(b.kind[i]), Link: b.who[i] >> 8,
		Object: b.object[i], Flags: b.flags[i],
	}
}

// Title gives the title of messages of a kind; "" for kind 0.
func (o *Outline) Title(k Kind) string { return o.kinds.title(k) }

// kinds numbers the titles of messages.
type kinds struct {
	mu     sync.Mutex
	number map[string]uint16
	titles []string
}

// mostKinds bounds the titles that are told apart; there are some 600, if no protocol is added
// that makes them up.
const mostKinds = 4096

// of gives the number of a title.
func (k *kinds) of(title string) uint16 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n, ok := k.number[title]; ok {
		return n
	}
	if len(k.titles) >= mostKinds {
		return 0
	}
	k.titles = append(k.titles, title)
	n := uint16(len(k.titles))
	k.number[title] = n
	return n
}

func (k *kinds) title(n Kind) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n == 0 || int(n) > len(k.titles) {
		return ""
	}
	return k.titles[n-1]
}
