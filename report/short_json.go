package report

import (
	"encoding/binary"

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
	decoder message.Decoder        // of updates with a new block, a position or a cloak
	power   []message.PowerSetting // of the update at hand
}

// append appends the line of a message; done = false leaves it to its record.
func (s *shortLines) append(b []byte, x *decode.Brief) (out []byte, done bool) {
	switch {
	case x.Unusual || x.AckAgain || x.AckUnseen:
		return b, false // these have notes
	case x.IsUpdate():
		return s.update(b, x), true
	}
	return s.ack(b, x), true
}

func (s *shortLines) ack(b []byte, x *decode.Brief) []byte {
	b = s.start.short(withRoom(b), x)
	b = fields.AppendNumber(b, uint64(x.Index))
	b = append(b, `,"type":"ack","len":`...)
	b = fields.AppendNumber(b, uint64(x.Header.Length))
	b = append(b, `,"seq":`...)
	b = fields.AppendNumber(b, uint64(x.Header.Seq))
	b = appendAnswers(b, &x.Answers)
	b = appendAckFields(b, x.Header.AckFlags, x.Header.FragmentIndex)
	return append(b, '}', '\n')
}

func (s *shortLines) update(b []byte, x *decode.Brief) []byte {
	b = s.start.short(withRoom(b), x)
	b = appendUpdateHead(b, int(x.Index), int(x.Header.Length), len(x.Payload), &x.Relay)
	id := binary.LittleEndian.Uint32(x.Payload[1:])
	b = s.updates.appendObject(b, id, x.Names)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, float32At(x.Payload, 5))
	b = s.body(b, x)
	b = appendWorld(b, x.Inferred, &x.World)
	return append(b, '}', '}', '\n')
}

// body appends flags, motion and blocks.
func (s *shortLines) body(b []byte, x *decode.Brief) []byte {
	flags := x.Payload[flagsAt]
	if flags&(message.FlagPosition|message.FlagCloak) != 0 { // booleans of the block may lie among the motion
		m := s.decode(x)
		b = s.updates.appendMotion(b, x.Payload, hasHash(m))
		return s.updates.appendBlocks(b, x.Payload, m)
	}
	end := flagsAt + int(motionSizes[flags])
	b = s.updates.appendMotion(b, x.Payload, false)
	switch flags & (message.FlagSubsystems | message.FlagWeapons) {
	case message.FlagWeapons:
		return s.settings(b, x, end)
	case message.FlagSubsystems:
		return s.block(b, x, end)
	case message.FlagSubsystems | message.FlagWeapons:
		b = s.block(b, x, end)
		return append(b, `,"power":null`...)
	}
	return b
}

// settings appends power settings, of two bytes each.
func (s *shortLines) settings(b []byte, x *decode.Brief, at int) []byte {
	s.power = s.power[:0]
	for pairs := x.Payload[at:]; len(pairs) > 0; pairs = pairs[2:] {
		s.power = append(s.power, message.PowerSetting{Index: pairs[0], Value: pairs[1]})
	}
	return appendPower(b, x.Class, s.power)
}

// block appends the subsystem block, which begins at a place of the payload.
func (s *shortLines) block(b []byte, x *decode.Brief, at int) []byte {
	key, short := newBlockKey(x.Class, x.Dialect, x.Payload[at:])
	if kept := s.updates.blocks.place(&key); short && kept.is(&key) {
		return append(b, kept.text...)
	}
	return s.updates.blocks.append(b, x.Payload, s.decode(x))
}

// decode reads all of an update.
func (s *shortLines) decode(x *decode.Brief) *message.StateUpdate {
	context := message.Context{Class: x.Class, Inferred: x.Inferred, Dialect: x.Dialect, World: x.World}
	return s.decoder.DecodeIn(x.Payload, context).Message.(*message.StateUpdate)
}
