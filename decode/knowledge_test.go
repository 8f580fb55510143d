package decode_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// firstShip is the id of the first ship of slot 0, secondSlot that of slot 1.
const (
	firstShip  = 0x3FFFFFFF
	secondSlot = firstShip + 0x40000
)

// blocks writes subsystem blocks as a server does, byte by byte: a reader is not to
// be tested with its own layout. Values come from chance, so that no block reads
// well only because everything is 0xFF.
type blocks struct {
	class  *ship.Class
	openbc bool
	remote bool // for a client that does not own the ship
	moving bool // with a position before it, whose bool opens the group
	cursor int
	chance *rand.Rand
	time   float32

	bytes       []byte
	group, have int // open group byte of booleans
}

func newBlocks(class *ship.Class, openbc, remote bool) *blocks {
	return &blocks{class: class, openbc: openbc, remote: remote, chance: rand.New(rand.NewPCG(1, uint64(class.Species)))}
}

func (b *blocks) value() byte {
	if b.chance.IntN(4) > 0 {
		return 0xFF
	}
	return byte(b.chance.IntN(256))
}

func (b *blocks) bool(on bool) {
	if b.have == 0 {
		b.group, b.bytes = len(b.bytes), append(b.bytes, 0)
	}
	bits := b.bytes[b.group] & 0x1F
	if on {
		bits |= 1 << b.have
	}
	b.have++
	b.bytes[b.group] = byte(b.have)<<5 | bits
	b.have %= 5
}

func (b *blocks) entry(sub *ship.Subsystem) {
	b.bytes = append(b.bytes, b.value())
	for range sub.Children {
		b.bytes = append(b.bytes, b.value())
	}
	format := sub.Format
	if b.openbc && format == ship.Shield {
		format = ship.Base
	}
	if format.HasPower() {
		if b.bool(b.remote); b.remote {
			b.bytes = append(b.bytes, byte(b.chance.IntN(126)))
		}
	}
	switch format {
	case ship.Shield:
		for range 6 {
			b.bytes = append(b.bytes, b.value())
		}
	case ship.Reactor:
		b.bytes = append(b.bytes, b.value(), b.value())
	}
}

// next is the next StateUpdate of the object.
func (b *blocks) next(id uint32) []byte {
	flags, begin := byte(message.FlagSubsystems), 10
	if b.moving {
		flags |= message.FlagPosition
	}
	b.time += 0.1
	b.bytes = binary.LittleEndian.AppendUint32([]byte{0x1C}, id)
	b.bytes = binary.LittleEndian.AppendUint32(b.bytes, math.Float32bits(b.time))
	b.bytes = append(b.bytes, flags)
	b.have = 0
	if b.moving {
		b.bytes = append(b.bytes, make([]byte, 12)...)
		b.bool(false)
		begin = len(b.bytes)
	}
	start := b.cursor
	b.bytes = append(b.bytes, byte(start))
	for n := 0; ; n++ {
		full := len(b.bytes)-begin >= 10
		// OpenBC does not look at the length after the first entry.
		if n > 0 && (b.cursor == start || full && (n > 1 || !b.openbc)) {
			break
		}
		b.entry(&b.class.Subsystems[b.cursor])
		b.cursor = (b.cursor + 1) % len(b.class.Subsystems)
	}
	return b.bytes
}

// flyable lists the ships that players may choose.
func flyable() (list []*ship.Class) {
	classes := ship.Stock().Classes()
	for i := range classes {
		if classes[i].Flyable {
			list = append(list, &classes[i])
		}
	}
	return list
}

// creationOf is the message that creates a ship, its state being as of a new one.
func creationOf(t testing.TB, class *ship.Class, id uint32, name string, at wire.Vector) []byte {
	t.Helper()
	m := message.NewObjectCreate(true)
	m.ClassID, m.ObjectID, m.Species, m.Position = message.ClassShip, id, class.Species, at
	m.Orientation, m.ObjectName, m.SetName = [4]float32{1}, wire.Text(name), wire.Text("Multi1")
	if slot, ok := wire.OwnerSlot(id); ok {
		m.OwnerSlot = uint8(slot)
	}
	// The state is missing: what is created stands before it.
	return message.Append(nil, 0x03, m)
}

// inferredAs is the class that a record was read as, "" if none.
func classOf(r *decode.Record) string {
	if r.Context.Class == nil {
		return ""
	}
	return r.Context.Class.Key
}

// toClient puts payloads into a capture of which each is one datagram of the host.
func (f *file) toClient(to netip.AddrPort, payloads ...[]byte) *file {
	for _, p := range payloads {
		f.game(host, to, 1, unreliable(p))
	}
	return f
}

// TestSlotChangesHands lets a player leave and another one come into the slot: until the
// new ship is created, its updates are not read as of the old class, under the same id.
func TestSlotChangesHands(t *testing.T) {
	settings := func(seq uint16, slot uint8) []byte {
		return data(seq, message.Append(nil, 0x00, &message.Settings{PlayerSlot: slot, MapName: wire.Text("M")}))
	}
	// The hash of state() would tell the class.
	moving := func(t float32) []byte {
		return unreliable(message.Append(nil, 0x1C, &message.StateUpdate{ObjectID: firstShip, GameTime: t, DirtyFlags: message.FlagSpeed}))
	}
	akira, shuttle := ship.Stock().ByKey("akira"), ship.Stock().ByKey("shuttle")
	f := newFile().game(host, client, 1, settings(0, 0)).
		game(client, host, 2, data(0, creationOf(t, akira, firstShip, "A", wire.Vector{}))).
		game(client, host, 2, moving(1)).
		game(host, client, 1, settings(0, 0)). // sent again: nothing changes
		game(client, host, 2, moving(2)).
		game(host, other, 1, settings(0, 1)). // another slot
		game(client, host, 2, moving(3)).
		game(host, other, 1, settings(1, 0)).
		game(other, host, 3, moving(4)).
		game(other, host, 3, data(0, creationOf(t, shuttle, firstShip, "B", wire.Vector{}))).
		game(other, host, 3, moving(5))
	var got []string
	for _, r := range read(t, f.data, decode.Options{}) {
		if r.Name() == "StateUpdate" {
			got = append(got, classOf(r))
		}
	}
	if want := []string{"akira", "akira", "akira", "", "shuttle"}; !slices.Equal(got, want) {
		t.Errorf("classes are %q, want %q", got, want)
	}
}
