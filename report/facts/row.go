package facts

import (
	"net/netip"

	"bcdump/decode/capture"
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
	// Object is the id of the object that a StateUpdate is about; 0 for other messages.
	Object uint32
	// Size is the length of the payload in bytes: of the game message, of the GameSpy text, of the
	// entity-state message, of what could not be read.
	Size uint32
	// Length is the length of the transport message with its header, in bytes: of a joined or lost
	// message, that of its parts.
	Length uint32
	// ref is, of an Ack, the number of the row that it acknowledges, from 1; of a StateUpdate, the number of
	// its place in the world, from 1.
	ref uint32
	// more is the number of what only few records have, from 1.
	more uint32
	// side and context are numbers of who speaks, and of what earlier messages tell.
	side, context uint32
	at            address
	// Kind is the type of the transport message; of an entity-state message, its revision.
	Kind uint8
	// Opcode is the first byte of a game message, or the type of an entity-state message, if Has(HasOpcode).
	Opcode uint8
	// Flags is the dirty flags of a StateUpdate.
	Flags uint8
	// Index is the place of the message within its datagram, from 0.
	Index uint8
	// Seq is the sequence number; of an Ack, the number that is acknowledged.
	Seq uint16
	// Is says what is so of the record.
	Is Bits
}

// Bits say what is so of a record.
type Bits uint16

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
	// Joined is set on a message that was joined from fragments, or of which fragments are lost: its bytes
	// are in other rows too.
	Joined
	// Again is set on a copy of a message that was there before.
	Again
	// Unread is set on bytes that could not be read.
	Unread
	// Reliable is set on messages that are acknowledged.
	Reliable
	// AckAgain is set on an Ack of what was acknowledged before, AckUnseen on one of what the capture lacks.
	AckAgain
	AckUnseen
	// stale is set on a copy whose number has come with other content since.
	stale
	// placed is set on an update that has a place in the world.
	placed
)

// Has reports whether all of some bits are set.
func (r *Row) Has(b Bits) bool { return r.Is&b == b }

// Datagram is a UDP datagram.
type Datagram struct {
	// Time is when it was captured.
	Time capture.Time
	// Frame is the number of its frame, from 1; of a datagram joined from IP fragments, that of the last one.
	Frame uint32
	// Length is the length of the UDP payload in bytes, as the UDP header says.
	Length uint32
	// Present is how many of these the capture has.
	Present uint32
	// Headers are the bytes of the frame before the payload (link, IP, UDP), Padding those behind it.
	Headers, Padding uint32
	ends             uint32
	// more is the number of what only few datagrams have, from 1.
	more   uint32
	at     address
	digits uint8
}

// Ends say who sent a datagram to whom.
func (f *Facts) Ends(d *Datagram) (src, dst netip.AddrPort) {
	return f.ends[d.ends].Src, f.ends[d.ends].Dst
}
