package check_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/report/figures"
)

// fight is a game of some clients, whose messages the host passes on.
type fight struct {
	*written
	clients []netip.AddrPort
	up      []uint16 // the next number of each client
	down    []uint16 // and of what the host sends it
}

func newFight(t *testing.T, clients int) *fight {
	t.Helper()
	f := &fight{written: newWritten(t)}
	for range clients {
		f.enter()
	}
	f.stays(3 * time.Second)
	return f
}

// enter has one more client come into the game.
func (f *fight) enter() {
	n := byte(len(f.clients))
	c := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, 2 + n}), 40000)
	f.clients, f.up, f.down = append(f.clients, c), append(f.up, 1), append(f.down, 2)
	f.enters(c, 2+n)
}

// stays lets time go by, in which everybody is heard.
func (f *fight) stays(d time.Duration) {
	for end := f.time + d; f.time < end; f.wait(200 * time.Millisecond) {
		for i, c := range f.clients {
			f.send(byte(2+i), c, theHost, [][]byte{{2}})
			f.send(1, theHost, c, [][]byte{{2}})
		}
	}
}

// says has a client send a message.
func (f *fight) says(i int, payload []byte) {
	f.send(byte(2+i), f.clients[i], theHost, [][]byte{reliable(f.up[i], payload)})
	f.up[i]++
}

// tells has the host send a client a message.
func (f *fight) tells(i int, payload []byte) {
	f.send(1, theHost, f.clients[i], [][]byte{reliable(f.down[i], payload)})
	f.down[i]++
}

// passes has a client send a message, and the host pass it on to all others.
func (f *fight) passes(from int, payload []byte) {
	f.says(from, payload)
	for i := range f.clients {
		if i != from {
			f.tells(i, payload)
		}
	}
}

func reliable(seq uint16, payload []byte) []byte {
	return append([]byte{0x32, byte(5 + len(payload)), 0x80, byte(seq), byte(seq >> 8)}, payload...)
}

// bolt is the same bytes whenever it is fired.
func bolt() []byte {
	return message.Append(nil, message.OpcodeBeamFire, &message.BeamFire{ObjectID: 0x40000010, Kind: 2, Flags: 1})
}

func (f *fight) sound(t *testing.T, id string, least int64) {
	t.Helper()
	f.stays(12 * time.Second)
	f.kept(id, "server", least)
}

// A client that comes in the middle of a fight is told of all shots from then on.
func TestShotsWhileOneJoins(t *testing.T) {
	f := newFight(t, 2)
	f.passes(0, bolt())
	f.enter()
	f.stays(500 * time.Millisecond)
	for range 4 {
		f.passes(0, bolt())
		f.stays(700 * time.Millisecond)
	}
	f.sound(t, "relay-weapons-all-peers", 6)
}

// Two clients that send equal bytes get each other's.
func TestEqualShotsOfTwo(t *testing.T) {
	for _, id := range []string{"relay-weapons-all-peers", "relay-no-extra-copies"} {
		f := newFight(t, 3)
		for range 3 {
			f.says(0, bolt())
			f.says(1, bolt())
			for _, to := range []int{0, 1, 2, 2} {
				f.tells(to, bolt())
			}
			f.stays(400 * time.Millisecond)
		}
		f.sound(t, id, 12)
	}
}

// A host that does pass on too little, or too much, is found out.
func TestShotsThatAreNotPassedOn(t *testing.T) {
	f := newFight(t, 3)
	f.passes(0, bolt())
	f.says(0, bolt())
	f.tells(1, bolt())
	f.stays(12 * time.Second)
	f.broken("relay-weapons-all-peers", "server", 1)

	f = newFight(t, 3)
	f.passes(0, bolt())
	f.tells(1, bolt())
	f.stays(12 * time.Second)
	if r := f.verdict("relay-no-extra-copies", "server"); r.Verdict != figures.Failed || r.Violations != 1 {
		t.Errorf("%+v", r)
	}
}
