package tally

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
)

// Ask is a message that may be answered by others in the opposite direction.
type Ask struct {
	Opcode  int
	Dir     decode.Direction
	Answers []int // opcodes
	object  bool  // the answer names the same object
}

// Asks are all such messages.
var Asks = [...]Ask{
	{message.OpcodeFileTransfer, decode.ToClient, []int{message.OpcodeFileTransferAck}, false},
	{message.OpcodeRequestObject, decode.ToServer, []int{message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam, message.OpcodeObjectNotFound}, true},
	{message.OpcodeEnterSet, decode.ToClient, []int{message.OpcodeObjectNotFound}, true},
}

// MostAnswers is how many opcodes may answer one.
const MostAnswers = 3

// Asked is a message that may be answered.
type Asked struct {
	Ask   int // its place in Asks
	At    capture.Time
	Frame int64
}

// Requests follows which messages are answered.
type Requests struct {
	waiting map[askKey]*Asked
}

type askKey struct {
	ask    int
	link   Link
	object uint32
}

// maxAsked bounds the messages that wait.
//
//limit:maxAsked Figures | messages that wait for an answer at a time | counted as not answered | TestManyRequests
const maxAsked = 1024

// NewRequests begins with a capture.
func NewRequests() *Requests { return &Requests{map[askKey]*Asked{}} }

// Take takes a message of the game that was not sent before; object is that which it names, if named. Asks go to
// asked; what waits no longer goes to done: with the place of its answer and that record, or with -1.
func (q *Requests) Take(r *decode.Record, opcode int, object uint32, named bool, asked func(*Asked), done func(*Asked, int)) {
	for i := range Asks {
		a := &Asks[i]
		answer := slices.Index(a.Answers, opcode)
		if r.Dir == a.Dir && opcode != a.Opcode || r.Dir != a.Dir && answer < 0 || a.object && !named {
			continue
		}
		key := askKey{ask: i, link: LinkOf(r)}
		if a.object {
			key.object = object
		}
		before := q.waiting[key]
		if before != nil {
			delete(q.waiting, key)
			if r.Dir == a.Dir {
				answer = -1 // it was asked again
			}
			done(before, answer)
		}
		if r.Dir != a.Dir {
			continue
		}
		x := &Asked{i, r.Steady(), r.Frame}
		if asked(x); len(q.waiting) < maxAsked {
			q.waiting[key] = x
		} else {
			done(x, -1)
		}
	}
}

// End gives what was never answered, in its order.
func (q *Requests) End(done func(*Asked, int)) {
	for _, key := range Sorted(q.waiting, func(a, b askKey) int { return cmp.Compare(q.waiting[a].Frame, q.waiting[b].Frame) }) {
		done(q.waiting[key], -1)
	}
	clear(q.waiting)
}
