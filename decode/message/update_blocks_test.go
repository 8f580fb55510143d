package message_test

import (
	"strings"
	"testing"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// tracedBlocks adds up the bytes of an update by block, as its fields own them.
func tracedBlocks(spans []wire.Span) (b message.UpdateBlocks) {
	for _, s := range spans {
		first, _, _ := strings.Cut(s.Path, ".")
		first, _, _ = strings.Cut(first, "[")
		switch first {
		case "position", "has_hash", "subsys_hash":
			b.Position += s.Length
		case "delta":
			b.Delta += s.Length
		case "forward":
			b.Forward += s.Length
		case "up":
			b.Up += s.Length
		case "speed":
			b.Speed += s.Length
		case "cloaked":
			b.Cloak += s.Length
		case "subsystems":
			b.Subsystems += s.Length
		case "power":
			b.Power += s.Length
		default:
			b.Header += s.Length
		}
	}
	return b
}

// TestUpdateBlocks compares the sizes of blocks with the bytes that fields own, for
// every combination of flags.
func TestUpdateBlocks(t *testing.T) {
	for flags := range 256 {
		for _, hash := range []bool{false, true} {
			m := &message.StateUpdate{
				ObjectID: 0x3FFFFFFF, DirtyFlags: uint8(flags), HasHash: hash,
				Power: []message.PowerSetting{{Index: 1, Value: 204}, {Index: 2, Value: 100}},
			}
			m.Subsystems.Raw = []byte{0, 255, 255, 255}
			payload := message.Append(nil, 0x1C, m)
			var d message.Decoder
			decoded, spans := d.Trace(payload, message.Context{})
			update, ok := decoded.Message.(*message.StateUpdate)
			if !ok || !decoded.Complete() || len(decoded.Trailing) > 0 {
				t.Fatalf("flags 0x%02X: %+v", flags, decoded)
			}
			if got, want := update.Blocks(len(payload)), tracedBlocks(spans); got != want {
				t.Errorf("flags 0x%02X, hash %v: %+v, fields own %+v", flags, hash, got, want)
			}
		}
	}
}

// TestUpdateBlock holds the short way to the block against what decoding gives.
func TestUpdateBlock(t *testing.T) {
	for flags := range 256 {
		m := message.StateUpdate{DirtyFlags: uint8(flags), HasHash: flags%3 == 0, Subsystems: message.SubsystemBlock{StartIndex: 7}}
		payload := message.Append(nil, message.OpcodeStateUpdate, &m)
		block := message.UpdateBlock(payload)
		if want := flags&message.FlagSubsystems != 0; len(block) > 0 != want || want && block[0] != 7 {
			t.Errorf("flags 0x%02X: %x", flags, block)
		}
		if block := message.UpdateBlock(payload[:len(payload)-1]); len(block) > 0 {
			t.Errorf("flags 0x%02X: a block where the bytes end before it", flags)
		}
	}
}
