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
