package decode

import (
	"fmt"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
)

// Brief is a message of the two kinds that make up most of a capture, in the short:
//
//   - a StateUpdate without a sequence number that reads to its last byte;
//   - an Ack.
//
// Its only notes are those that Unusual, AckAgain and AckUnseen stand for.
//
// It says all that a Record says, and takes a quarter of the memory. It is valid as long as a
// Record would be, and not to be changed.
type Brief struct {
	Datagram *capture.Datagram
	Header   *transport.Message
	Payload  []byte // of an update opcode first; of an Ack what follows the type
	*Party

	// Only an update has these.
	Class *ship.Class // nil = not known
	Names *Directory
	World message.World
	Relay Relay

	Answers AckOf // only an Ack has it

	Index uint8 // of the message within its datagram
	Peer  uint8

	// Of an update; those of an Ack are zero.
	Dialect  message.Dialect
	Inferred bool // the class was inferred, its creation was not seen
	Unusual  bool // it calls for remarks, which come to a record with its content

	// Of an Ack; those of an update are false.
	AckAgain  bool // the number was acknowledged before
	AckUnseen bool // the number is not in the capture
}

// Party is what is known at one moment of the client at one end of a link.
type Party struct {
	Link       uint32 // tells links of one capture apart; never 0
	Client     string // its name, as in Record
	ClientPeer uint8  // its id, as in Record
}

// IsUpdate tells an update from an Ack.
func (b *Brief) IsUpdate() bool { return b.Header.Type == transport.Data }

// Dir says who sent the datagram.
func (b *Brief) Dir() Direction { return directionOf(b.Peer) }

// record makes the Record of the same message; its content is not decoded yet. catalogue
// is that of the options.
func (b *Brief) record(r *Record, catalogue *ship.Catalogue) {
	d := b.Datagram
	notes := r.Notes[:0]
	*r = Record{
		Frame: d.Frame, Time: d.Time, Digits: d.Digits, Src: d.Src, Dst: d.Dst,
		Proto: BC, Payload: b.Payload, Envelope: int(d.HeaderBytes + d.Padding),
		Peer: b.Peer, Dir: b.Dir(), ClientPeer: b.ClientPeer, Client: b.Client,
		Index: int(b.Index), Header: *b.Header, Length: int(b.Header.Length), Offset: int(b.Header.Offset),
		Notes: notes,
	}
	if b.IsUpdate() {
		r.Relay = b.Relay
		r.Context = message.Context{Class: b.Class, Inferred: b.Inferred, Dialect: b.Dialect, Catalogue: catalogue, World: b.World}
		if b.Names != nil {
			r.Context.Names = b.Names
		}
		return
	}
	r.Answers = b.Answers
	if b.AckAgain {
		noteAckAgain(r)
	}
	if b.AckUnseen {
		noteAckUnseen(r)
	}
}

func noteAckAgain(r *Record) {
	r.note(RepeatAck, Whole, fmt.Sprintf("seq %d was acknowledged before", r.Header.Seq))
}

func noteAckUnseen(r *Record) {
	r.note(AckUnseen, Whole, fmt.Sprintf("seq %d is not in the capture", r.Header.Seq))
}
