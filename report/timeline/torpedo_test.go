package timeline_test

import (
	"encoding/binary"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
)

// TestTorpedoHasName follows a torpedo that a host creates as an object: it has a name, its
// species is no class of ships, and what it carries is read.
func TestTorpedoHasName(t *testing.T) {
	const id = 0x40000030
	m := message.NewObjectCreate(false)
	m.ClassID, m.ObjectID, m.Species, m.SetName = message.ClassTorpedo, id, 2, wire.Text("Multi1")
	m.Torpedo = message.Torpedo{Number: 1, TargetID: 0x4003FFFF, Projectile: 2}
	f := newFlight()
	f.create(0)
	f.down(time.Second, synth.Reliable(1, message.Append(nil, message.OpcodeObjectCreate, m)))
	for n := range 5 {
		update := state(float64(n), 0x01, at(1, 2, float32(n))...)
		binary.LittleEndian.PutUint32(update[4:], id)
		f.down(time.Second+time.Duration(n+1)*100*time.Millisecond, update)
	}
	s := f.ship(t)
	if s.Name != "Photon torpedo 0x40000030" || s.Ship != "" || s.Updates != 5 {
		t.Errorf("%q of class %q, %d updates", s.Name, s.Ship, s.Updates)
	}
	back := message.Decode(message.Append(nil, message.OpcodeObjectCreate, m))
	if got := back.Message.(*message.ObjectCreate); !back.Complete() || got.Torpedo != m.Torpedo || got.Kind() != "Photon torpedo" {
		t.Errorf("%+v, %q", got.Torpedo, got.Kind())
	}
}
