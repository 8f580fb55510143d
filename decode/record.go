package decode

import (
	"net/netip"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/gamespy"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// SchemaVersion is the version of the keys that records have in JSON and in
// filters; it is raised when one changes its meaning.
const SchemaVersion = 1

// Protocol names what a datagram speaks.
type Protocol string

// Protocols.
const (
	BC          Protocol = "bc"
	EntityState Protocol = "entity-state"
	GameSpy     Protocol = "gamespy"
	Unknown     Protocol = "unknown"
)

// Direction says who sent a datagram.
type Direction string

// Directions.
const (
	ToServer Direction = "C>S"
	ToClient Direction = "S>C"
)

// Record is one transport message, one message joined from fragments, one GameSpy
// text, one entity-state message, or one datagram (or the rest of one) that could not be read.
//
// A Record and everything it points to is valid until the next one is asked for;
// Clone makes one that stays.
type Record struct {
	Frame  int64 // frame number in the file, from 1; of a joined message, of its last part
	Time   capture.Time
	Digits uint8 // fractional digits of Time that the capture has: 6 or 9
	Src    netip.AddrPort
	Dst    netip.AddrPort
	Proto  Protocol
	// Envelope is the bytes of the frame around the UDP payload: headers of link, IP and
	// UDP, and padding.
	Envelope int

	// Of BC and entity-state. Length is that of the transport message, or of the whole
	// entity-state message; of a joined message, of its parts.
	Dir    Direction
	Client string // name of the client at one end of the link, once known
	Length int

	// Of entity-state only: how its server numbers its messages.
	Revision entitystate.Revision

	// Of BC only.
	Peer uint8 // byte 0 of the datagram
	// ClientPeer is the peer id of that client; 0 = not known.
	ClientPeer uint8
	Index      int // place of the message within its datagram, from 0
	// Header is the transport message; of a joined message, that of its last part.
	Header transport.Message
	// Unread is set on what follows a fault: Header is not valid then.
	Unread bool
	Offset int     // of the message in the plaintext datagram
	Frames []int64 // of a joined or lost message: frames of its parts, in index order
	Lost   bool    // parts are missing: there is no payload

	// Copy counts the copies of a repeated message so far, from 2; 0 = it is the first.
	Copy int
	// Answers is what an Ack acknowledges, and Relay what a copy of the host was copied
	// from.
	Answers AckOf
	Relay   Relay

	// Payload is the game message (opcode first), the control payload, the GameSpy
	// text, the entity-state message (header first), or the bytes that could not be read.
	Payload []byte
	Notes   []Note
	// Context is what earlier messages tell about this one.
	Context message.Context
	Content Content
}

// Content is what the payload of a record says.
type Content struct {
	Spec *message.Spec // of a game message whose opcode is known
	// State is the row of an entity-state message whose type is known.
	State *entitystate.Spec
	wire.Decoded
	Pairs []gamespy.Pair // of a GameSpy text
	Kind  gamespy.Kind
}

// IsGame reports whether the record holds a whole game message.
func (r *Record) IsGame() bool {
	return r.Proto == BC && !r.Unread && !r.Lost && r.Header.Type == transport.Data &&
		!r.Header.Cut && (!r.Header.Fragment || r.Joined()) && len(r.Payload) > 0
}

// Joined reports whether the record is a message put together from fragments.
func (r *Record) Joined() bool { return r.Frames != nil && !r.Lost }

// Part reports whether the record is one fragment of a message.
func (r *Record) Part() bool {
	return r.Proto == BC && !r.Unread && r.Header.Fragment && r.Frames == nil
}

// AppendAddress appends an address as printed: "10.0.0.2:1024", "[::1]:22101", and
// "server" in a text log that does not have the address of the server.
func AppendAddress(b []byte, a netip.AddrPort) []byte {
	if !a.Addr().IsValid() {
		return append(b, "server"...)
	}
	return a.AppendTo(b)
}

// TypeName is the transport type as printed: "data", "ack", ...; "unknown" after a
// fault.
func (r *Record) TypeName() string {
	if r.Unread {
		return "unknown"
	}
	return r.Header.Type.String()
}

// Opcode is the first byte of a game message, or the type of an entity-state message.
func (r *Record) Opcode() (opcode uint8, ok bool) {
	switch {
	case r.IsGame():
		return r.Payload[0], true
	case r.Proto == EntityState && len(r.Payload) >= entitystate.HeaderSize:
		return r.Payload[2], true
	}
	return 0, false
}

// Name is the name of a game or entity-state message; "" if there is none or no source
// knows it.
func (r *Record) Name() string {
	switch {
	case r.Content.Spec != nil:
		return r.Content.Spec.Name
	case r.Content.State != nil:
		return r.Content.State.Name
	}
	return ""
}

// Has reports whether the record carries a note of that kind.
func (r *Record) Has(code Code) bool {
	return slices.ContainsFunc(r.Notes, func(n Note) bool { return n.Code == code })
}

// Undecoded reports that the payload could not be read to its last field, so that
// its bytes have to be shown.
func (r *Record) Undecoded() bool {
	switch {
	case r.Part() && !r.Header.Cut:
		return r.Has(FragmentConflict) // its bytes are in no other record
	case r.Proto == GameSpy || r.Lost:
		return false
	case r.Proto == EntityState:
		return !r.Content.Complete()
	case r.Proto != BC || r.Unread || r.Header.Cut:
		return true
	}
	return len(r.Payload) > 0 && !r.Content.Complete()
}

// Clone gives a Record that stays valid. Its message is decoded anew.
func (r *Record) Clone() *Record {
	c := *r
	c.Payload = slices.Clone(r.Payload)
	c.Frames = slices.Clone(r.Frames)
	var fresh contents
	c.Notes = slices.Clone(r.Notes[:r.ownNotes()])
	fresh.fill(&c)
	return &c
}

func (r *Record) note(code Code, offset int, text string) {
	r.Notes = append(r.Notes, Note{Code: code, Offset: offset, Text: text})
}
