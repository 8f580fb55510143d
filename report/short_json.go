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
	decoder message.Decoder     // of updates with a new block
	motion  message.StateUpdate // of which only motion is read
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
	b = appendUpdateHead(b, x.Index, x.Header.Length, len(x.Payload), &x.Relay)
	id := binary.LittleEndian.Uint32(x.Payload[1:])
	ship := s.updates.ship(id)
	b = ship.appendObject(b, id, x.Names)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, math.Float32frombits(binary.LittleEndian.Uint32(x.Payload[5:])))
	b = s.body(b, x, ship)
	b = ship.appendWorld(b, x.Inferred, &x.World)
	return append(b, '}', '}', '\n')
}

// body appends flags, motion and blocks.
func (s *shortLines) body(b []byte, x *decode.Brief, ship *shipTexts) []byte {
	flags := x.Payload[flagsAt]
	end := flagsAt + int(motionSizes[flags])
	key := newMotion(x.Payload[flagsAt:end])
	if ship.motion.is(&key) {
		b = append(b, ship.motion.text...)
	} else {
		s.motion.ReadMotion(x.Payload)
		b = s.updates.appendMotion(b, ship, x.Payload, &s.motion)
	}
	switch flags & (message.FlagSubsystems | message.FlagWeapons) {
	case message.FlagWeapons:
		if end == len(x.Payload) {
			return append(b, `,"power":[]`...)
		}
		return s.updates.appendBlocks(b, x.Payload, s.decode(x))
	case message.FlagSubsystems:
		return s.block(b, x, end)
	case message.FlagSubsystems | message.FlagWeapons:
		b = s.block(b, x, end)
		return append(b, `,"power":null`...)
	}
	return b
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
