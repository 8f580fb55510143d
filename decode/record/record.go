package record

import (
	"fmt"
	"net/netip"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/transport"
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
	// Plain is the whole datagram, deciphered; nil for other protocols than BC, and for lost messages.
	Plain []byte
	// Context is what earlier messages tell about this one.
	Context message.Context
	// Answers is what an Ack acknowledges, and Relay what a copy of the host was copied
	// from.
	Answers AckOf
	Relay   Relay
	// First is where the first copy of a repeated message stands.
	First First

	// Parts are those of a joined or lost message; nil for all others.
	Parts *Parts

	diagnostics []Diagnostic
	decoder     *Decoder

	// Copy counts the copies of a repeated message so far, from 2; 0 = it is the first.
	Copy   int32
	Offset int32 // of the message in the plaintext datagram; BC only
	Peer   uint8 // byte 0 of the datagram; BC only
	Count  uint8 // byte 1 of the datagram: how many messages it announces; BC only
	Index  uint8 // place of the message within its datagram, from 0; BC only
	// Revision is how the server numbers its messages; entity-state only.
	Revision entitystate.Revision
	// Stale says that other content has come under the number of the message since it was sent first. It
	// is a copy, with the note Conflict and without Copy: that counts copies of what the number carries now.
	Stale bool
	// Unread is set on what follows a fault: Header is not valid then.
	Unread bool

	// Walked says that the bytes of the payload were walked to their end, in their context:
	// fields own all of them, and its only notes are RepeatAck, AckUnseen and those that
	// Remarkable stands for. It is so for most updates and Acks, and spares to decode them.
	Walked     bool
	Remarkable bool // there may be remarks about the values of a walked update
	// Skim is what the look over a walked update told; empty for all others.
	Skim message.Skim
	// Block is the subsystem block of such an update in its Context; nil = it is not remembered.
	Block     *message.SeenBlock
	ackAgain  bool // RepeatAck is to be noted
	ackUnseen bool // AckUnseen is to be noted
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
	// Indexes are the places of the parts within their datagrams, in the same order.
	Indexes []uint8
	Places  []Place // of their payloads; nil if the message is lost
	Length  int     // of their transport messages, in bytes
	Lost    bool    // some are missing: there is no payload
}

// Again reports whether a message is a copy of one that was there before.
func (r *Record) Again() bool { return r.Copy > 0 || r.Stale }

// noHeader is the header of records that have none.
var noHeader transport.Message

// Begin makes a record of a message whose bytes are in a datagram. Everything that it does
// not name is empty. header is nil for what has none. It is written field by field, and structs one
// by one: made as a whole they would be copied.
func (r *Record) Begin(d *capture.Datagram, side *Side, header *transport.Message, payload []byte) {
	r.Datagram, r.Side, r.Header, r.Payload, r.Plain = d, side, &noHeader, payload, nil
	r.Context = message.Context{}
	r.Answers = AckOf{}
	r.Relay = Relay{}
	r.First = First{}
	r.Parts, r.Block, r.diagnostics, r.decoder = nil, nil, nil, nil
	r.Skim = message.Skim{}
	r.Copy, r.Offset, r.Peer, r.Count, r.Index, r.Revision = 0, 0, 0, 0, 0, 0
	r.Stale, r.Unread, r.Walked, r.Remarkable, r.ackAgain, r.ackUnseen = false, false, false, false, false, false
	if header != nil {
		r.Header, r.Offset = header, header.Offset
	}
}

// Join makes the record of the message that a part completes.
func (r *Record) Join(part *Record, parts *Parts, payload []byte) {
	*r = *part
	r.Parts, r.Payload, r.diagnostics = parts, payload, nil
}

// Length is that of the transport message, or of the whole entity-state message, in bytes;
// of a joined or lost message, of its parts; 0 for other protocols.
func (r *Record) Length() int {
	switch {
	case r.Parts != nil:
		return r.Parts.Length
	case r.Proto == BC && !r.Unread:
		return int(r.Header.Length)
	}
	return r.format().Length(r)
}

// Opcode is the first byte of a game message, or the type of an entity-state message.
func (r *Record) Opcode() (opcode uint8, ok bool) { return r.format().Opcode(r) }

// Name is the name of a game or entity-state message; "" if there is none or no source
// knows it.
func (r *Record) Name() string { return r.format().Name(r) }

// Undecoded reports that the payload could not be read to its last field, so that
// its bytes have to be shown.
func (r *Record) Undecoded() bool { return !r.Walked && r.format().Undecoded(r) }

// Server is the end of the link that hosts the game.
func (r *Record) Server() netip.AddrPort {
	if r.Dir == ToClient {
		return r.Src
	}
	return r.Dst
}

// MarkAck says, without writing it before someone asks, that the number of an Ack was
// acknowledged before, and that it is not in the capture.
func (r *Record) MarkAck(again, unseen bool) { r.ackAgain, r.ackUnseen = again, unseen }

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

// Envelope is the bytes of the frame around the UDP payload: headers of link, IP and UDP,
// and padding.
func (r *Record) Envelope() int { return int(r.HeaderBytes + r.Padding) }

// Content decodes the payload when it is first asked for. It is valid as long as the record.
func (r *Record) Content() *Content {
	if r.decoder == nil {
		r.decoder = new(Decoder)
	}
	return r.decoder.of(r)
}

// Diagnostics are what is worth knowing beside the fields: about the header, the order of
// messages, and then the payload.
func (r *Record) Diagnostics() []Diagnostic {
	r.spellOut()
	if !r.needsNoDecoding() {
		r.Content()
	}
	return r.diagnostics
}

// Remarks are Diagnostics, but for those that AcksAgain and AcksUnseen tell of a walked Ack.
func (r *Record) Remarks() []Diagnostic {
	if !r.needsNoDecoding() {
		r.Content()
	}
	return r.diagnostics
}

// Has reports whether the record carries a note of that kind.
func (r *Record) Has(code Code) bool {
	switch {
	case code == RepeatAck && r.ackAgain || code == AckUnseen && r.ackUnseen:
		return true
	case contentNote(code) && !r.needsNoDecoding():
		r.Content()
	}
	return slices.ContainsFunc(r.diagnostics, func(n Diagnostic) bool { return n.Code == code })
}

// Clean reports whether it is known without decoding that the record has no notes and that
// fields own all of its payload: it is an update or an Ack, and its line follows from its
// bytes and its context.
func (r *Record) Clean() bool {
	return r.needsNoDecoding() && !r.ackAgain && !r.ackUnseen && len(r.diagnostics) == 0
}

// needsNoDecoding reports whether it is known without decoding that the payload calls for no notes.
func (r *Record) needsNoDecoding() bool { return r.Walked && !r.Remarkable }

// AcksAgain and AcksUnseen tell, of a walked Ack and without writing the diagnostic, whether
// its number was acknowledged before, and whether it is not in the capture.
func (r *Record) AcksAgain() bool { return r.ackAgain }

// AcksUnseen: see AcksAgain.
func (r *Record) AcksUnseen() bool { return r.ackUnseen }

// spellOut writes the notes that are only marked.
func (r *Record) spellOut() {
	if r.ackAgain {
		r.DiagnoseRepeatAck()
	}
	if r.ackUnseen {
		r.DiagnoseAckUnseen()
	}
	r.ackAgain, r.ackUnseen = false, false
}

// AppendAddress appends an address as printed: "10.0.0.2:1024", "[::1]:22101", and
// "server" in a text log that does not have the address of the server.
func AppendAddress(b []byte, a netip.AddrPort) []byte {
	if !a.Addr().IsValid() {
		return append(b, "server"...)
	}
	return a.AppendTo(b)
}

// Clone gives a Record that stays valid. Its message is decoded anew.
func (r *Record) Clone() *Record {
	c := *r
	c.spellOut()
	c.Datagram, c.Side = new(capture.Datagram), new(Side)
	*c.Datagram, *c.Side = *r.Datagram, *r.Side
	header := *r.Header
	c.Header = &header
	c.Payload, c.Plain = slices.Clone(r.Payload), slices.Clone(r.Plain)
	c.diagnostics = slices.Clone(c.diagnostics[:c.ownNotes()])
	c.decoder = nil
	return &c
}

// Copies appends copies of records to list, which another goroutine may decode at the same time as these. They are
// valid as long as these are.
func Copies(list, records []Record) []Record {
	for i := range records {
		list = append(list, records[i])
		r := &list[len(list)-1]
		r.diagnostics, r.decoder = slices.Clip(r.diagnostics[:r.ownNotes()]), nil
	}
	return list
}

// Diagnose adds one. Those about the payload come by themselves, when it is decoded.
func (r *Record) Diagnose(code Code, offset int, text string) {
	r.diagnostics = append(r.diagnostics, Diagnostic{Code: code, Offset: offset, Text: text})
}

// DiagnoseRepeatAck notes that the number of an Ack was acknowledged before.
func (r *Record) DiagnoseRepeatAck() {
	r.Diagnose(RepeatAck, Whole, fmt.Sprintf("sequence number %d was acknowledged before", r.Header.Seq))
}

// DiagnoseAckUnseen notes that the number of an Ack is not in the capture.
func (r *Record) DiagnoseAckUnseen() {
	r.Diagnose(AckUnseen, Whole, fmt.Sprintf("sequence number %d is not in the capture", r.Header.Seq))
}

// OwnDiagnostics are those that decoding the payload does not add, without decoding it.
func (r *Record) OwnDiagnostics() []Diagnostic { return r.diagnostics[:r.ownNotes()] }
