package report

import (
	"encoding/binary"
	"math"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// shortLines prints lines of messages in the short, for which no record has been made and
// which nobody has decoded: where the texts of an update are remembered, its bytes are
// enough to find them.
type shortLines struct {
	start   *lineStart
	updates *updateTexts
	decoder message.Decoder // of updates with something new
}

// append appends the line of a message; done = false leaves it to its record.
func (s *shortLines) append(b []byte, x *decode.Brief) (out []byte, done bool) {
	switch {
	case x.Unusual || x.AckAgain || x.AckUnseen:
		return b, false // these have notes
	case !x.IsUpdate():
		return s.ack(b, x), true
	case x.Payload[flagsAt]&(message.FlagPosition|message.FlagCloak) != 0:
		return b, false // booleans of the block may lie among the motion
	}
	return s.update(b, x), true
}

func (s *shortLines) ack(b []byte, x *decode.Brief) []byte {
	b = s.start.short(withRoom(b), x)
	b = strconv.AppendInt(b, int64(x.Index), 10)
	b = append(b, `,"type":"ack","len":`...)
	b = strconv.AppendInt(b, int64(x.Header.Length), 10)
	b = append(b, `,"seq":`...)
	b = strconv.AppendInt(b, int64(x.Header.Seq), 10)
	b = appendAnswers(b, &x.Answers)
	b = appendAckFields(b, x.Header.AckFlags, x.Header.FragmentIndex)
	return append(b, '}', '\n')
}

func (s *shortLines) update(b []byte, x *decode.Brief) []byte {
	b = s.start.short(withRoom(b), x)
	b = strconv.AppendInt(b, int64(x.Index), 10)
	b = append(b, `,"type":"data","len":`...)
	b = strconv.AppendInt(b, int64(x.Header.Length), 10)
	b = append(b, `,"opcode":"0x1C","name":"StateUpdate","size":`...)
	b = strconv.AppendInt(b, int64(len(x.Payload)), 10)
	b = appendRelay(b, &x.Relay)
	id := binary.LittleEndian.Uint32(x.Payload[1:])
	ship := s.updates.ship(id)
	b = ship.appendObject(b, id, x.Names)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, math.Float32frombits(binary.LittleEndian.Uint32(x.Payload[5:])))
	b = s.body(b, x, ship)
	b = ship.appendWorld(b, x.Inferred, &x.World)
	return append(b, '}', '}', '\n')
}

// body appends flags, motion and blocks. It has the update decoded if something is new.
func (s *shortLines) body(b []byte, x *decode.Brief, ship *shipTexts) []byte {
	flags := x.Payload[flagsAt]
	end := flagsAt + int(motionSizes[flags])
	motion := newMotion(x.Payload[flagsAt:end])
	var kept *remembered[blockKey]
	var key blockKey
	whole := true // nothing is new
	switch {
	case flags&message.FlagSubsystems != 0:
		key, whole = newBlockKey(x.Class, x.Dialect, x.Payload[end:])
		kept = s.updates.blocks.place(&key)
		whole = whole && kept.is(&key)
	case flags&message.FlagWeapons != 0:
		whole = end == len(x.Payload) // no settings
	}
	if !whole || !ship.motion.is(&motion) {
		return s.decoded(b, x, ship)
	}
	b = append(b, ship.motion.text...)
	switch {
	case kept != nil && flags&message.FlagWeapons != 0:
		b = append(b, kept.text...)
		return append(b, `,"power":null`...)
	case kept != nil:
		return append(b, kept.text...)
	case flags&message.FlagWeapons != 0:
		return append(b, `,"power":[]`...)
	}
	return b
}

// decoded is body for an update with something new, and remembers it.
func (s *shortLines) decoded(b []byte, x *decode.Brief, ship *shipTexts) []byte {
	context := message.Context{Class: x.Class, Inferred: x.Inferred, Dialect: x.Dialect, World: x.World}
	m := s.decoder.DecodeIn(x.Payload, context).Message.(*message.StateUpdate)
	b = s.updates.appendMotion(b, ship, x.Payload, m)
	return s.updates.appendBlocks(b, x.Payload, m)
}
