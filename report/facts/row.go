package facts

import (
	"math"
	"net/netip"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
)

// Row is a record of the capture: a transport message, a message joined from fragments, a GameSpy text,
// an entity-state message, or bytes that could not be read. Rows stand in the order in which decode
// prints their records: that of frames, and within a datagram of places; a message that was joined
// follows its last part, and a lost message follows what showed that it is lost.
//
// It holds no pointers, and numbers of other rows count from 1 where 0 says that there is none.
type Row struct {
	// Datagram is the number of its datagram, from 0: see [Facts.Datagram].
	Datagram uint32
	// Object is the id of the object that a message names as object_id, if Has(Named).
	Object uint32
	// ref is the number, from 1, of what only few records have, if Has(sparse), which has the rest; of an Ack, of the row that it
	// acknowledges; with the bit passed, of the row that the host passed on with this one, whose place in the world is that of
	// this one; of another StateUpdate, of its place.
	ref uint32
	// size is the length of the payload in bytes, and voice the number of who speaks, and of what earlier messages tell, among
	// the voices since the first that its datagrams have: large says that few has it.
	size  uint16
	voice uint16
	// start is where the payload begins in its datagram, unless it is apart.
	start uint16
	// over is by how many bytes the transport message is longer than its payload.
	over uint16
	// Life is the number of the life of a ship that an update is about, or that the message begins or ends, from 1:
	// see [Facts.Life].
	Life uint16
	// Seq is the sequence number; of an Ack, the number that is acknowledged.
	Seq uint16
	// Kind is the type of the transport message; of an entity-state message, its revision.
	Kind uint8
	// Opcode is the first byte of a game message, or the type of an entity-state message, if Has(HasOpcode).
	Opcode uint8
	// Flags is the dirty flags of a StateUpdate, if Has(Update).
	Flags uint8
	// Index is the place of the message within its datagram, from 0.
	Index uint8
	// Is says what is so of the record.
	Is Bits
}

const (
	// large is a number that a row has no room for.
	large = math.MaxUint16
	// passed is set in ref with what the host passed on.
	passed = 1 << 31
)

// Bits say what is so of a record.
type Bits uint32

// What may be so.
const (
	// Game, EntityState and GameSpy name the protocol; without one of them the record is of none that is known.
	Game Bits = 1 << iota
	EntityState
	GameSpy
	// ToClient is set on what goes from the server to the client.
	ToClient
	// HasOpcode says that there is a game message or an entity-state message, so that Opcode is valid.
	HasOpcode
	// Update is set on a StateUpdate of which at least the flags could be read.
	Update
	// Named says that the message names an object.
	Named
	// Joined is set on a message that was joined from fragments, or of which fragments are lost: its bytes
	// are in other rows too.
	Joined
	// Lost is set on the latter.
	Lost
	// Part is set on a fragment.
	Part
	// Again is set on a copy of a message that was there before, Retransmit if that had the same content since.
	Again
	Retransmit
	// Unread is set on bytes that could not be read.
	Unread
	// Reliable is set on messages that are acknowledged.
	Reliable
	// AckAgain is set on an Ack of what was acknowledged before, AckUnseen on one of what the capture lacks.
	AckAgain
	AckUnseen
	// Remarked is set if there are notes beside these two.
	Remarked
	// Leads is set on the first row of a game datagram on the wire.
	Leads
	// Followed is set on an update about a life of a ship whose updates to its receiver are followed: see [Row.Step].
	Followed
	// Begins is set on the first message that tells of the creation of its life, Ends on the first that ends it.
	Begins
	Ends
	// Walked is set on an update or an Ack whose bytes all have a field, as is known without decoding it.
	Walked
	// Echo and Surplus are set on what the host passed on to its sender, and to who had it already.
	Echo
	Surplus
	// Shot is set on the first message that tells of a shot.
	Shot
	// stale is set on a copy whose number has come with other content since.
	stale
	// placed is set on an update that has a place in the world.
	placed
	// apart is set where the payload does not lie within its datagram.
	apart
	// sparse is set on what has something that only few records have.
	sparse
	// stepShift is where the bits of Step begin.
	stepShift = 29
)

// Step says what an update is to those before it about the same ship, to the same client.
func (r *Row) Step() traffic.Step { return traffic.Step(r.Is >> stepShift) }

// Has reports whether all of some bits are set.
func (r *Row) Has(b Bits) bool { return r.Is&b == b }

// Datagram is a UDP datagram.
type Datagram struct {
	sec, nanos uint32 // since 1970, when it was captured; odd has others
	// Frame is the number of its frame, from 1, modulo 2^32; of a datagram joined from IP fragments, that of the last one.
	Frame uint32
	// at is where its payload lies; if it is odd, the number of what only few datagrams have, from 1, which says that too.
	at      address
	ends    uint32
	length  uint16 // of the UDP payload in bytes, as the UDP header says
	padding uint8
	digits  uint8 // that its time has behind the second, and whether it is odd
}

// odd is set in the digits of a datagram.
const odd = 1 << 7

// Time is when a datagram was captured.
func (f *Facts) Time(d *Datagram) capture.Time {
	if d.digits&odd != 0 {
		return capture.Time{Sec: f.unusualOf(d).sec, Nanos: d.nanos}
	}
	return capture.Time{Sec: int64(d.sec), Nanos: d.nanos}
}

// address is where the payload of a datagram lies.
func (f *Facts) address(d *Datagram) address {
	if d.digits&odd != 0 {
		return f.unusualOf(d).at
	}
	return d.at
}

// unusual is what only few datagrams have.
type unusual struct {
	at               address
	sec              int64
	back, late       time.Duration // see capture.Datagram
	copyOf           int64
	joined, stated   uint32 // numbers of what the datagram was joined from, and of the ends that it states, from 1
	headers, padding int32
	length           int32
	missing          int32 // bytes that the capture lacks
	fragments        uint16
	snapped          bool
	// sized says that headers, padding and length are these.
	sized bool
}

// usual is what most datagrams have.
var usual unusual

func (f *Facts) unusualOf(d *Datagram) *unusual {
	if d.digits&odd == 0 {
		return &usual
	}
	return f.unusual.at(int(d.at - 1))
}

// Ends say who sent a datagram to whom.
func (f *Facts) Ends(d *Datagram) (src, dst netip.AddrPort) {
	return f.ends[d.ends].Src, f.ends[d.ends].Dst
}

// Steady is the time of a datagram on a clock that is never set back: see [capture.Datagram.Steady].
func (f *Facts) Steady(d *Datagram) capture.Time {
	if d.digits&odd == 0 {
		return f.Time(d)
	}
	u := f.unusualOf(d)
	return f.Time(d).Add(u.back + u.late)
}

// Stamp is the time of a datagram as it is shown: see [capture.Datagram.Stamp].
func (f *Facts) Stamp(d *Datagram) capture.Time {
	return f.Time(d).Add(f.unusualOf(d).late)
}

// Event is the moment of a row.
func (f *Facts) Event(i int) match.Event {
	r := f.Row(i)
	d := f.Datagram(r.Datagram)
	u := f.unusualOf(d)
	return match.Event{Frame: int64(d.Frame), Index: int(r.Index), Time: f.Steady(d), Back: u.back + u.late, Digits: d.Digits()}
}

// Late reports whether frames before a datagram have later times.
func (f *Facts) Late(d *Datagram) bool { return f.unusualOf(d).late != 0 }

// Snapped reports whether a datagram is cut by a snap length.
func (f *Facts) Snapped(d *Datagram) bool {
	u := f.unusualOf(d)
	return u.snapped && u.missing > 0
}

// Digits is how many digits the time of a datagram has behind the second.
func (d *Datagram) Digits() uint8 { return d.digits &^ odd }

// Envelope is the bytes of the frame around the UDP payload: headers of link, IP and UDP, and padding.
func (f *Facts) Envelope(d *Datagram) int {
	headers, padding, _ := f.sizes(d)
	return int(headers + padding)
}

// PayloadLength is the length of the UDP payload of a datagram in bytes, as the UDP header says.
func (f *Facts) PayloadLength(d *Datagram) int {
	_, _, length := f.sizes(d)
	return int(length)
}

// sizes are the bytes before the payload of a datagram, those behind it, and those of the payload as the UDP header says.
func (f *Facts) sizes(d *Datagram) (headers, padding, length int32) {
	if u := f.unusualOf(d); u.sized {
		return u.headers, u.padding, u.length
	}
	return f.headers[d.ends], int32(d.padding), int32(d.length)
}

// Header is the bytes of a datagram of the game before its first message, of which this is the row: 2, or fewer if it
// has no more.
func (f *Facts) Header(r *Row) int {
	if r.Has(Unread) {
		return int(f.fewOf(r).offset)
	}
	return transport.DatagramHeader
}
