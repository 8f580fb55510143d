package stats

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/tally"
)

// line is a record, which is a line of `bcdump decode`, with what several sections
// ask of it. What lines of one datagram have in common is found out once for those that
// follow one another.
type line struct {
	*decode.Record
	wire    bool // it stands for bytes on the wire: it is neither joined nor lost
	first   bool // of its game datagram
	repeat  bool // the same message was there before
	opcode  int  // of a game message; -1 = none
	from    int  // the place of the direction
	length  int  // of the whole message
	object  uint32
	named   bool // it says which object it is about: object
	flags   int  // of an update of which at least these were read; -1 = none
	change  *match.Change
	traffic *traffic.Change // of an update

	begins bool  // its datagram is another one than that of the line before
	frame  int64 // of the datagram at hand; 0 = none
}

func (l *line) take(r *decode.Record) {
	l.Record = r
	if l.begins = r.Frame != l.frame; l.begins {
		l.frame, l.from = r.Frame, place(r.Dir)
	}
	switch {
	case r.Walked:
		l.walked()
	case r.Proto == decode.BC:
		l.general()
	default:
		l.wire, l.first, l.repeat, l.opcode, l.named, l.flags = false, false, false, -1, false, -1
		l.length = r.Length()
	}
}

// walked is for an update or an Ack that nobody has to decode.
func (l *line) walked() {
	l.wire, l.first, l.repeat, l.opcode, l.named, l.flags = true, l.Index == 0, false, -1, false, -1
	l.length = int(l.Header.Length)
	if l.Header.Type != transport.Ack {
		object, _, flags, _ := message.UpdateHeader(l.Payload)
		l.opcode, l.named, l.object, l.flags = message.OpcodeStateUpdate, true, object, int(flags)
	}
}

func (l *line) general() {
	l.begins, l.frame = true, 0 // it may change what is known of the link
	l.from, l.length = place(l.Dir), l.Length()
	l.wire = l.Frames() == nil
	l.first = l.wire && l.Index == 0
	l.repeat = l.Has(decode.Retransmit)
	l.opcode = -1
	if opcode, ok := l.Opcode(); ok {
		l.opcode = int(opcode)
	}
	l.object, l.named = objectOf(l.Record)
	l.flags = flagsOf(l.Record)
}

// link is the link of a line that has a direction.
func (l *line) link() tally.Link { return tally.LinkOf(l.Record) }

// hint mixes what tells lines apart most often: some part of them, the direction and the
// client.
func (l *line) hint(part uint8) uint8 {
	hint := part*8 + part>>3 + uint8(l.link().Client.Port())*4
	if l.Dir == decode.ToClient {
		hint++
	}
	return hint
}

// isGame reports whether the line is of a game datagram.
func (l *line) isGame() bool { return l.Proto == decode.BC }

// is reports whether the line is a game message with that opcode.
func (l *line) is(opcode int) bool { return l.opcode == opcode }

// objectOf gives the object that a message names as object_id, if it was read so far.
func objectOf(r *decode.Record) (id uint32, ok bool) {
	needed := 1 // fields up to it
	switch m := r.Content().Message.(type) {
	case *message.StateUpdate:
		id = m.ObjectID
	case *message.ObjectCreate:
		id, needed = m.ObjectID, m.FieldsToObject()
	case *message.TorpedoFire:
		id = m.ObjectID
	case *message.BeamFire:
		id = m.ObjectID
	case *message.DestroyObject:
		id = m.ObjectID
	case *message.Explosion:
		id = m.ObjectID
	case *message.ObjectNotFound:
		id = m.ObjectID
	case *message.RequestObject:
		id = m.ObjectID
	case *message.EnterSet:
		id = m.ObjectID
	default:
		return 0, false
	}
	return id, r.Content().Fields >= needed
}

// flagsOf gives the flags of an update of which at least these were read; -1 = none.
func flagsOf(r *decode.Record) int {
	m, ok := r.Content().Message.(*message.StateUpdate)
	if !ok || r.Content().Fields < message.UpdateHeaderFields {
		return -1
	}
	return int(m.DirtyFlags)
}

// name is what the names of the moment call an object; "" if they do not know it.
func (l *line) name(object uint32) string {
	if l.Context.Names == nil {
		return ""
	}
	return l.Context.Names.Name(object)
}

// opcodeName is the established name of an opcode; "" if it has none.
func opcodeName(opcode int) string {
	if spec := message.Lookup(uint8(opcode)); spec != nil {
		return spec.Name
	}
	return ""
}

// The places of both directions.
const (
	toServer = iota
	toClient
)

var directions = [2]decode.Direction{decode.ToServer, decode.ToClient}

func place(d decode.Direction) int {
	if d == decode.ToClient {
		return toClient
	}
	return toServer
}

// header gives the bytes before the first message of a datagram: headerBytes, or none
// if the datagram is too short to have a header.
func (l *line) header() int {
	if !l.first {
		return 0
	}
	return int(l.Offset)
}
