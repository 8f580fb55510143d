package check_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
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

func reliable(seq uint16, payload []byte) []byte {
	return append([]byte{0x32, byte(5 + len(payload)), 0x80, byte(seq), byte(seq >> 8)}, payload...)
}

// bolt is the same bytes whenever it is fired.
func bolt() []byte {
	return message.Append(nil, message.OpcodeBeamFire, &message.BeamFire{ObjectID: 0x40000010, Kind: 2, Flags: 1})
}
