package collect

import (
	"fmt"
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// line is a record, which is a line of `bcdump decode`, with what several sections
// ask of it.
type line struct {
	*decode.Record
	wire   bool // it stands for bytes on the wire: it is neither joined nor lost
	first  bool // of its game datagram
	repeat bool // the same message was there before
	opcode int  // of a game message; -1 = none
	link   link
	object uint32
	named  bool // it says which object it is about: object
}

func (l *line) take(r *decode.Record) {
	*l = line{Record: r, opcode: -1}
	if r.Dir != "" {
		l.link = linkOf(r)
	}
	if r.Proto != decode.BC {
		return
	}
	l.wire = r.Frames == nil
	l.first = l.wire && r.Index == 0
	l.repeat = r.Has(decode.Retransmit)
	if opcode, ok := r.Opcode(); ok {
		l.opcode = int(opcode)
	}
	l.object, l.named = objectOf(r)
}

// hint mixes what tells lines apart most often: some part of them, the direction and the
// client.
func (l *line) hint(part uint8) uint8 {
	hint := part*8 + part>>3 + uint8(l.link.client.Port())*4
	if l.Dir == decode.ToClient {
		hint++
	}
	return hint
}

// game reports whether the line is of a game datagram.
func (l *line) game() bool { return l.Proto == decode.BC }

// is reports whether the line is a game message with that opcode.
func (l *line) is(opcode int) bool { return l.opcode == opcode }

// link is a client and the server that it plays on.
type link struct {
	client, server netip.AddrPort
}

func linkOf(r *decode.Record) link {
	if r.Dir == decode.ToClient {
		return link{r.Dst, r.Src}
	}
	return link{r.Src, r.Dst}
}

// objectOf gives the object that a message names as object_id, if it was read so far.
func objectOf(r *decode.Record) (id uint32, ok bool) {
	before := 0 // fields before it
	switch m := r.Content.Message.(type) {
	case *message.StateUpdate:
		id = m.ObjectID
	case *message.ObjectCreate:
		id, before = m.ObjectID, fieldsBeforeCreated(r.Payload[0])
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
	return id, r.Content.Fields > before
}

// fieldsBeforeCreated counts owner_slot, team and class_id.
func fieldsBeforeCreated(opcode uint8) int {
	if opcode == message.OpcodeObjectCreateTeam {
		return 3
	}
	return 2
}

// update gives a StateUpdate of which at least the flags were read.
func (l *line) update() (*message.StateUpdate, bool) {
	const toFlags = 3 // object_id, game_time, dirty_flags
	m, ok := l.Content.Message.(*message.StateUpdate)
	return m, ok && l.Content.Fields >= toFlags
}

// typed reports whether the line is a transport message of that type.
func (l *line) typed(t transport.Type) bool {
	return l.game() && l.wire && !l.Unread && l.Header.Type == t
}

// name is what the names of the moment call an object; "" if they do not know it.
func (l *line) name(object uint32) string {
	if l.Context.Names == nil {
		return ""
	}
	return l.Context.Names.Name(object)
}

func addressText(a netip.AddrPort) string { return string(decode.AppendAddress(nil, a)) }

func opcodeText(opcode int) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'0', 'x', digits[opcode>>4&0xF], digits[opcode&0xF]})
}

func objectText(object uint32) string { return fmt.Sprintf("0x%08X", object) }

func timeText(t capture.Time, digits uint8) string {
	return string(t.AppendRFC3339(nil, int(digits)))
}

// opcodeName is the established name of an opcode; "" if it has none.
func opcodeName(opcode int) string {
	if spec := message.Lookup(uint8(opcode)); spec != nil {
		return spec.Name
	}
	return ""
}
