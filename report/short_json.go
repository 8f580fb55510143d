package report

import (
	"encoding/binary"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
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

// append appends the line of a record that is clean.
func (s *shortLines) append(b []byte, r *decode.Record) []byte {
	b = s.start.append(b, r)
	if r.Header.Type == transport.Ack {
		return s.ack(b, r)
	}
	return s.update(b, r)
}

func (s *shortLines) ack(b []byte, r *decode.Record) []byte {
	b = fields.AppendNumber(b, uint64(r.Index))
	b = append(b, `,"type":"ack","len":`...)
	b = fields.AppendNumber(b, uint64(r.Header.Length))
	b = append(b, `,"seq":`...)
	b = fields.AppendNumber(b, uint64(r.Header.Seq))
	b = appendAnswers(b, &r.Answers)
	b = appendAckFields(b, r.Header.AckFlags, r.Header.FragmentIndex)
	return append(b, '}', '\n')
}

func (s *shortLines) update(b []byte, r *decode.Record) []byte {
	b = appendUpdateHead(b, int(r.Index), int(r.Header.Length), len(r.Payload), &r.Relay)
	id := binary.LittleEndian.Uint32(r.Payload[1:])
	b = s.updates.appendObject(b, id, r.Context.Names)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, float32At(r.Payload, 5))
	b = s.body(b, r)
	b = appendWorld(b, r.Context.Inferred, &r.Context.World)
	return append(b, '}', '}', '\n')
}

// body appends flags, motion and blocks.
func (s *shortLines) body(b []byte, r *decode.Record) []byte {
	flags := r.Payload[flagsAt]
	if flags&(message.FlagPosition|message.FlagCloak) != 0 { // booleans of the block may lie among the motion
		m := s.decode(r)
		b = s.updates.appendMotion(b, r.Payload, hasHash(m))
		return s.updates.appendBlocks(b, r.Payload, m)
	}
	end := flagsAt + int(motionSizes[flags])
	b = s.updates.appendMotion(b, r.Payload, false)
	switch flags & (message.FlagSubsystems | message.FlagWeapons) {
	case message.FlagWeapons:
		return s.settings(b, r, end)
	case message.FlagSubsystems:
		return s.block(b, r, end)
	case message.FlagSubsystems | message.FlagWeapons:
		b = s.block(b, r, end)
		return append(b, `,"power":null`...)
	}
	return b
}

// settings appends power settings, of two bytes each.
func (s *shortLines) settings(b []byte, r *decode.Record, at int) []byte {
	s.power = s.power[:0]
	for pairs := r.Payload[at:]; len(pairs) > 0; pairs = pairs[2:] {
		s.power = append(s.power, message.PowerSetting{Index: pairs[0], Value: pairs[1]})
	}
	return appendPower(b, r.Context.Class, s.power)
}

// block appends the subsystem block, which begins at a place of the payload.
func (s *shortLines) block(b []byte, r *decode.Record, at int) []byte {
	key, short := newBlockKey(r.Context.Class, r.Context.Dialect, r.Payload[at:])
	if kept := s.updates.blocks.place(&key); short && kept.is(&key) {
		return append(b, kept.text...)
	}
	return s.updates.blocks.append(b, r.Payload, s.decode(r))
}

// decode reads all of an update.
func (s *shortLines) decode(r *decode.Record) *message.StateUpdate {
	return s.decoder.DecodeIn(r.Payload, r.Context).Message.(*message.StateUpdate)
}
