package check_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
)

// toldTo is a host that tells two clients of the same things, over and over.
type toldTo struct {
	*written
	clients [2]netip.AddrPort
	numbers [2]uint16 // the next of each
}

// newTold has two clients in the game, for long enough that what follows is judged.
func newTold(t *testing.T) *toldTo {
	t.Helper()
	x := &toldTo{written: newWritten(t), clients: [2]netip.AddrPort{theClient, netip.MustParseAddrPort("10.0.0.3:40000")}, numbers: [2]uint16{2, 2}}
	for i, c := range x.clients {
		x.enters(c, byte(2+i))
	}
	x.stay(16)
	return x
}

// stay lets seconds go by in which everybody sends keepalives.
func (x *toldTo) stay(seconds int) {
	for range seconds {
		x.wait(time.Second)
		for i, c := range x.clients {
			x.send(byte(2+i), c, theHost, [][]byte{{2}})
			x.send(1, theHost, c, [][]byte{{2}})
		}
	}
}

// tells sends a message of the host to some of the clients, by place. The number of one that the capture
// lacks is used up all the same.
func (x *toldTo) tells(opcode uint8, m *message.Event, to ...int) {
	for _, i := range to {
		x.send(1, theHost, x.clients[i], [][]byte{game(x.numbers[i], opcode, m)})
		x.numbers[i]++
	}
}

// repairs tells both clients of many repairs.
func (x *toldTo) repairs(n int) {
	for i := range n {
		x.tells(message.OpcodePythonEvent, &message.Event{ClassID: message.ClassSubsystem, EventCode: 0x008000DF, SourceID: uint32(i), TargetID: 0x3FFFFFFF}, 0, 1)
	}
}

func explosion() *message.Event {
	return &message.Event{ClassID: 0x8129, EventCode: 0x0080004E, TargetID: 0x3FFFFFFF, Lifetime: 9.5}
}

// A death of which one client is never told is one of many hundred events, and no less a death.
func TestDeathNotTold(t *testing.T) {
	x := newTold(t)
	x.repairs(200)
	x.tells(message.OpcodePythonEvent, explosion(), 0)
	x.repairs(200)
	x.stay(30)
	x.broken("event-broadcast", "server", 1)
}

// A repair of which one client is never told is one of many hundred.
func TestRepairNotTold(t *testing.T) {
	x := newTold(t)
	x.repairs(200)
	x.tells(message.OpcodePythonEvent, &message.Event{ClassID: message.ClassSubsystem, EventCode: 0x008000DF, SourceID: 777, TargetID: 0x3FFFFFFF}, 0)
	x.repairs(200)
	x.stay(30)
	if r := x.verdict("event-broadcast", "server"); r.Verdict != "pass" || r.Violations != 1 {
		t.Errorf("%s, %d of %d", r.Verdict, r.Violations, r.Instances)
	}
}

// A copy that the capture lacks was lost on the way to it: its number is missing, or there is no later one
// that would show it.
func TestDeathLostByCapture(t *testing.T) {
	for _, later := range []int{0, 200} {
		x := newTold(t)
		x.repairs(200)
		x.tells(message.OpcodePythonEvent, explosion(), 0)
		x.numbers[1]++
		x.repairs(later)
		x.stay(30)
		x.kept("event-broadcast", "server", 300)
	}
}

// The creation of a ship that is not passed on to one client is no matter of loss elsewhere.
func TestCreationNotPassedOn(t *testing.T) {
	x := newTold(t)
	x.numbers[1]++ // something is missing, long before
	x.repairs(1)
	x.stay(30)
	x.up(creationWith(1, 3))
	x.stay(30)
	x.broken("relay-creation-all-peers", "server", 1)
}

// A client that is told of a ship in another message, as one that comes into the game is, needs no copy of its
// creation.
func TestCreationToldOtherwise(t *testing.T) {
	x := newTold(t)
	x.up(creationWith(1, 3))
	x.send(1, theHost, x.clients[1], [][]byte{creationWith(x.numbers[1], 2)})
	x.stay(30)
	x.kept("relay-creation-all-peers", "server", 1)
}

// A death that a client hears of after many tries is told to all.
func TestDeathToldLate(t *testing.T) {
	x := newTold(t)
	x.tells(message.OpcodePythonEvent, explosion(), 0)
	x.stay(9)
	x.tells(message.OpcodePythonEvent, explosion(), 1)
	x.stay(9)
	x.repairs(1)
	x.stay(30)
	x.kept("event-broadcast", "server", 2)
}
