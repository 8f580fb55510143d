package message_test

import (
	"bytes"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/must"
)

// FuzzDecode fuzzes each layout: which one, and what stands behind its opcode.
func FuzzDecode(f *testing.F) {
	var opcodes []byte
	for _, spec := range message.Table() {
		if spec.New != nil {
			f.Add(byte(len(opcodes)), []byte(nil))
			opcodes = append(opcodes, spec.Opcode)
		}
	}
	for _, v := range vectors(f) {
		if i := bytes.IndexByte(opcodes, v.payload[0]); i >= 0 {
			f.Add(byte(i), v.payload[1:])
		}
	}
	var kept message.Decoder
	f.Fuzz(func(t *testing.T, layout byte, body []byte) {
		payload := append([]byte{opcodes[int(layout)%len(opcodes)]}, body...)
		d, spans := new(message.Decoder).Trace(payload, message.Context{})
		checkAny(t, &d, spans, payload)
		want := fields.AppendJSON(nil, d.Message, limit(&d), nil)
		again := kept.Decode(payload)
		if got := fields.AppendJSON(nil, again.Message, limit(&again), nil); !bytes.Equal(got, want) {
			t.Errorf("a decoder used again gives %s\nwant %s", got, want)
		}
	})
}

// The ships and dialects that a block may be read with: a byte each says which.
func fuzzContext(class, dialect byte) message.Context {
	classes := ship.Stock().Classes()
	c := message.Context{Dialect: message.Dialect(dialect % 3), Inferred: dialect&4 != 0}
	if i := int(class); i < len(classes) {
		c.Class = &classes[i]
	}
	if dialect&8 != 0 {
		c.World = message.World{Known: true, Position: wire.Vector{1, -2, 3}, Estimated: dialect&16 != 0, Stale: dialect&32 != 0}
	}
	return c
}

func FuzzStateUpdateInContext(f *testing.F) {
	classes := ship.Stock().Classes()
	for _, v := range vectors(f) {
		if v.payload[0] != 0x1C {
			continue
		}
		index := len(classes)
		if class := v.context(f).Class; class != nil {
			index = int(class.Species) - 1
		}
		for dialect := range byte(3) {
			f.Add(v.payload[1:], byte(index), dialect)
		}
	}
	var kept message.Decoder
	f.Fuzz(func(t *testing.T, body []byte, class, dialect byte) {
		payload := append([]byte{0x1C}, body...)
		context := fuzzContext(class, dialect)
		d, spans := new(message.Decoder).Trace(payload, context)
		checkAny(t, &d, spans, payload)
		checkBlock(t, &d, context)
		again := kept.DecodeIn(payload, context)
		if got, want := appendJSON(&again), appendJSON(&d); !bytes.Equal(got, want) {
			t.Errorf("a decoder used again gives %s\nwant %s", got, want)
		}
	})
}

// checkBlock demands that what a block says of itself fits together.
func checkBlock(t *testing.T, d *message.Decoded, context message.Context) {
	t.Helper()
	m := d.Message.(*message.StateUpdate)
	if !d.Complete() || m.DirtyFlags&message.FlagSubsystems == 0 {
		return
	}
	s := &m.Subsystems
	if s.Decoded() == (s.Reason != "") || s.Decoded() != (len(s.Items) > 0 && len(s.Rest) == 0) {
		t.Errorf("reason %q, %d items, rest %x", s.Reason, len(s.Items), s.Rest)
	}
	// The whole message tells what the look ahead did.
	if s.Decoded() && s.BitsOK != (d.GroupFault == "") {
		t.Errorf("bits %v, fault %q", s.BitsOK, d.GroupFault)
	}
	if len(s.Items) > 0 && s.Raw != nil || len(d.Trailing) > 0 {
		t.Errorf("%d items, raw %x, trailing %x", len(s.Items), s.Raw, d.Trailing)
	}
	if s.HasShield && context.Dialect == message.Undecided && s.Decoded() {
		t.Error("an undecided block with a shield generator is decoded")
	}
}

// mods are ships that the game does not have: one begins with a child, a tail and
// more booleans than a group byte holds.
const mods = `{"format": 1, "facing_order": ["front", "rear", "top", "bottom", "left", "right"], "ships": [
 {"species": 1, "key": "odd", "name": "Odd", "layout": "derived", "has_cloak": true, "top_level": [
  {"name": "A", "type": "torpedo_system", "object_index": 0, "max_condition": 1, "children": [
   {"name": "Tube", "type": "torpedo_tube", "object_index": 1, "max_condition": 1}]},
  {"name": "B", "type": "phaser_system", "object_index": 2, "max_condition": 1},
  {"name": "C", "type": "pulse_system", "object_index": 3, "max_condition": 1},
  {"name": "D", "type": "tractor_system", "object_index": 4, "max_condition": 1},
  {"name": "E", "type": "cloak", "object_index": 5, "max_condition": 1},
  {"name": "F", "type": "pulse_system", "object_index": 6, "max_condition": 1}],
  "object_order": ["A", "Tube", "B", "C", "D", "E", "F"]}]}`

// FuzzCreationInContext fuzzes the blob and the species; half of the ships come from
// another catalogue.
func FuzzCreationInContext(f *testing.F) {
	for _, v := range vectors(f) {
		if v.payload[0] == 0x02 || v.payload[0] == 0x03 {
			f.Add(v.payload[1:], v.payload[0], false)
			f.Add(v.payload[1:], v.payload[0], true)
		}
	}
	modded := must.Get(ship.Load("mods.json", strings.NewReader(mods)))(f)
	var kept message.Decoder
	f.Fuzz(func(t *testing.T, body []byte, opcode byte, mod bool) {
		payload := append([]byte{2 + opcode&1}, body...)
		var context message.Context
		if mod {
			context.Catalogue = ship.Stock().Overlay(modded)
		}
		d, spans := new(message.Decoder).Trace(payload, context)
		checkAny(t, &d, spans, payload)
		m := d.Message.(*message.ObjectCreate)
		if class := m.Class(); d.Complete() && class != nil && len(m.Subsystems) != len(class.Subsystems) {
			t.Errorf("%d subsystems of %d", len(m.Subsystems), len(class.Subsystems))
		}
		again := kept.DecodeIn(payload, context)
		if got, want := appendJSON(&again), appendJSON(&d); !bytes.Equal(got, want) {
			t.Errorf("a decoder used again gives %s\nwant %s", got, want)
		}
	})
}
