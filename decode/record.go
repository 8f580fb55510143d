package decode

import (
	"fmt"
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
// It is lean: what it says is where the message came from, what earlier messages tell about
// it, and its bytes. What these say is decoded when someone asks: see Content.
//
// A Record and everything it points to is valid until the next one is asked for;
// Clone makes one that stays.
type Record struct {
	*capture.Datagram // of a joined message, that of its last part; never nil
	*Side             // never nil
	// Header is the transport message; of a joined message, that of its last part. It is
	// zero if Unread is set, and for other protocols than BC; never nil.
	Header *transport.Message
	// Payload is the game message (opcode first), the control payload, the GameSpy
	// text, the entity-state message (header first), or the bytes that could not be read.
	Payload []byte
	// Context is what earlier messages tell about this one.
	Context message.Context
	// Answers is what an Ack acknowledges, and Relay what a copy of the host was copied
	// from.
	Answers AckOf
	Relay   Relay

	// Parts are those of a joined or lost message; nil for all others.
	Parts *Parts

	diagnostics []Diagnostic
	decoder     *contents

	// Copy counts the copies of a repeated message so far, from 2; 0 = it is the first.
	Copy   int32
	Offset int32 // of the message in the plaintext datagram; BC only
	Peer   uint8 // byte 0 of the datagram; BC only
	Index  uint8 // place of the message within its datagram, from 0; BC only
	// Revision is how the server numbers its messages; entity-state only.
	Revision entitystate.Revision
	// Unread is set on what follows a fault: Header is not valid then.
	Unread bool

	// Walked says that the bytes of the payload were walked to their end, in their context:
	// fields own all of them, and its only notes are RepeatAck, AckUnseen and those that
	// Remarkable stands for. It is so for most updates and Acks, and spares to decode them.
	Walked     bool
	Remarkable bool // there may be remarks about the values of a walked update
	ackAgain   bool // RepeatAck is to be noted
	ackUnseen  bool // AckUnseen is to be noted
}

// Side is what is known, at one moment, of those who speak: in which protocol, from which
// side, and who the client is. Records share it; it does not change.
type Side struct {
	Proto Protocol
	Dir   Direction // BC and entity-state only
	Link  uint32    // tells links of the game in one capture apart, from 1; 0 = none
	// Client is the name of the client at one end of the link, "" = not known, and
	// ClientPeer its peer id, 0 = not known.
	Client     string
	ClientPeer uint8
}

// Parts are what a message was joined from, or what was there of one that is lost.
type Parts struct {
	Frames []int64 // in index order
	Length int     // of their transport messages, in bytes
	Lost   bool    // some are missing: there is no payload
}

// noHeader is the header of records that have none.
var noHeader transport.Message

// Frames gives the frames of the parts of a joined or lost message, in index order; nil for
// all others.
func (r *Record) Frames() []int64 {
	if r.Parts == nil {
		return nil
	}
	return r.Parts.Frames
}

// Lost reports whether parts of the message are missing: it has no payload.
func (r *Record) Lost() bool { return r.Parts != nil && r.Parts.Lost }

// Length is that of the transport message, or of the whole entity-state message, in bytes;
// of a joined or lost message, of its parts; 0 for other protocols.
func (r *Record) Length() int {
	switch {
	case r.Parts != nil:
		return r.Parts.Length
	case r.Unread:
		return len(r.Payload)
	case r.Proto == EntityState && r.Snapped:
		return len(r.Payload) + int(r.Missing)
	case r.Proto == EntityState:
		return len(r.Payload)
	}
	return int(r.Header.Length)
}

// Envelope is the bytes of the frame around the UDP payload: headers of link, IP and UDP,
// and padding.
func (r *Record) Envelope() int { return int(r.HeaderBytes + r.Padding) }

// Content decodes the payload when it is first asked for. It is valid as long as the record.
func (r *Record) Content() *Content {
	if r.decoder == nil {
		r.decoder = new(contents)
	}
	return r.decoder.of(r)
}

// Diagnostics are what is worth knowing beside the fields: about the header, the order of
// messages, and then the payload.
func (r *Record) Diagnostics() []Diagnostic {
	r.spellOut()
	if !r.plain() {
		r.Content()
	}
	return r.diagnostics
}

// Has reports whether the record carries a note of that kind.
func (r *Record) Has(code Code) bool {
	switch {
	case code == RepeatAck && r.ackAgain || code == AckUnseen && r.ackUnseen:
		return true
	case contentNote(code) && !r.plain():
		r.Content()
	}
	return slices.ContainsFunc(r.diagnostics, func(n Diagnostic) bool { return n.Code == code })
}

// Clean reports whether it is known without decoding that the record has no notes and that
// fields own all of its payload: it is an update or an Ack, and its line follows from its
// bytes and its context.
func (r *Record) Clean() bool {
	return r.plain() && !r.ackAgain && !r.ackUnseen && len(r.diagnostics) == 0
}

// plain reports whether it is known without decoding that the payload calls for no notes.
func (r *Record) plain() bool { return r.Walked && !r.Remarkable }

// spellOut writes the notes that are only marked.
func (r *Record) spellOut() {
	if r.ackAgain {
		noteAckAgain(r)
	}
	if r.ackUnseen {
		noteAckUnseen(r)
	}
	r.ackAgain, r.ackUnseen = false, false
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
	return r.Proto == BC && !r.Unread && !r.Lost() && r.Header.Type == transport.Data &&
		!r.Header.Cut && (!r.Header.Fragment || r.Joined()) && len(r.Payload) > 0
}

// Joined reports whether the record is a message put together from fragments.
func (r *Record) Joined() bool { return r.Parts != nil && !r.Parts.Lost }

// Part reports whether the record is one fragment of a message.
func (r *Record) Part() bool {
	return r.Proto == BC && !r.Unread && r.Header.Fragment && r.Parts == nil
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
	if r.Proto == EntityState {
		if state := r.Content().State; state != nil {
			return state.Name
		}
		return ""
	}
	if opcode, ok := r.Opcode(); ok {
		if spec := message.Lookup(opcode); spec != nil {
			return spec.Name
		}
	}
	return ""
}

// Undecoded reports that the payload could not be read to its last field, so that
// its bytes have to be shown.
func (r *Record) Undecoded() bool {
	switch {
	case r.Walked:
		return false
	case r.Part() && !r.Header.Cut:
		return r.Has(FragmentConflict) // its bytes are in no other record
	case r.Proto == GameSpy || r.Lost():
		return false
	case r.Proto == EntityState:
		return !r.Content().Complete()
	case r.Proto != BC || r.Unread || r.Header.Cut:
		return true
	}
	return len(r.Payload) > 0 && !r.Content().Complete()
}

// Clone gives a Record that stays valid. Its message is decoded anew.
func (r *Record) Clone() *Record {
	c := *r
	c.spellOut()
	c.Datagram, c.Side = new(capture.Datagram), new(Side)
	*c.Datagram, *c.Side = *r.Datagram, *r.Side
	header := *r.Header
	c.Header = &header
	c.Payload = slices.Clone(r.Payload)
	c.diagnostics = slices.Clone(c.diagnostics[:c.ownNotes()])
	c.decoder = nil
	return &c
}

// Diagnose adds one. Those about the payload come by themselves, when it is decoded.
func (r *Record) Diagnose(code Code, offset int, text string) {
	r.diagnostics = append(r.diagnostics, Diagnostic{Code: code, Offset: offset, Text: text})
}

func noteAckAgain(r *Record) {
	r.Diagnose(RepeatAck, Whole, fmt.Sprintf("seq %d was acknowledged before", r.Header.Seq))
}

func noteAckUnseen(r *Record) {
	r.Diagnose(AckUnseen, Whole, fmt.Sprintf("seq %d is not in the capture", r.Header.Seq))
}
