package message_test

import (
	"slices"
	"testing"

	"bcdump/decode/message"
)

// The reading of a number that is too large is only that of the bytes which a writer would make of it, and a sign of
// life only an update without flags.
func TestReadingsOfSomeBytes(t *testing.T) {
	some := map[string]string{"dirty_flags": "\x00", "speed": "\x00\x80", "delta.magnitude": "\x00\x80"}
	all := message.OtherReadings(message.OpcodeStateUpdate)
	for path, only := range some {
		if !slices.ContainsFunc(all, func(o message.OtherReading) bool { return o.Path == path && o.Only == only && o.Text != "" }) {
			t.Errorf("%s: %+v", path, all)
		}
	}
	var paths []string // a reading is found behind the one before
	for _, o := range all {
		paths = append(paths, o.Path)
	}
	if want := []string{"dirty_flags", "subsys_hash", "delta.magnitude", "speed", "cloaked", "subsystems.start_index", "power.value"}; !slices.Equal(paths, want) {
		t.Errorf("%q, fields come in the order %q", paths, want)
	}
}

// TestForwarded: older documents give all events that are passed on one form, and shots of beams one of their own.
func TestForwarded(t *testing.T) {
	for _, opcode := range []uint8{0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0E, 0x0F, 0x10, 0x1B} {
		if all := message.OtherReadings(opcode); len(all) == 0 || all[0].Path != "class_id" {
			t.Errorf("%#x: %v", opcode, all)
		}
	}
	if all := message.OtherReadings(message.OpcodeBeamFire); len(all) != 3 || all[0].Path != "kind" || all[1].Path != "direction" {
		t.Errorf("BeamFire: %v", all)
	}
}
