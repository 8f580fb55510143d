package check

import (
	"cmp"
	"fmt"
	"sort"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// codeJoined and codeLeft are the codes of a PlayerListEvent.
const (
	codeJoined = message.CodePlayerCame
	codeLeft   = message.CodePlayerGone
)

// entry is a game message of a link, with what rules look for in it.
type entry struct {
	time   capture.Time
	number int64  // of the sequence, without the wrap
	sum    uint64 // of the payload
	row    uint32
	to     uint8
	code   uint8
	peer   uint8  // a peer id: of an event, a score; the round of a checksum message
	late   bool   // it is out of order, or something is missing right before it
	event  uint32 // code of an event
	class  uint32 // of an event, or of an object
	source uint32 // of an event
	object uint32 // that the message is about: target of an event
}

// logged are the opcodes that are remembered: all but those of which there are many.
var logged = func() (all [256]bool) {
	for i := range all {
		all[i] = true
	}
	for _, code := range []uint8{
		message.OpcodeStateUpdate, message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeTorpedoFire,
		message.OpcodeBeamFire,
	} {
		all[code] = false
	}
	return all
}()

// log remembers the game messages of a link, the oldest first.
type log struct{ entries []entry }

func (x *log) add(e entry) { x.entries = append(x.entries, e) }

// within gives the messages of a direction between two moments, both included, that match.
func (x *log) within(to int, from, until capture.Time, want func(*entry) bool) (found []*entry) {
	x.each(to, from, until, func(e *entry) {
		if want(e) {
			found = append(found, e)
		}
	})
	return found
}

// each gives the messages of a direction between two moments, both included. They lie in the order in
// which they were captured; a clock that was set back ends what is found.
func (x *log) each(to int, from, until capture.Time, take func(*entry)) {
	for i := x.first(from); i < len(x.entries) && !until.Before(x.entries[i].time); i++ {
		if x.entries[i].to == uint8(to) {
			take(&x.entries[i])
		}
	}
}

// first is the place of the first message that did not come before a moment.
func (x *log) first(from capture.Time) int {
	return sort.Search(len(x.entries), func(i int) bool { return !x.entries[i].time.Before(from) })
}

// has reports whether a message of a direction has come so long before or after a moment, both included. It
// looks at those next to the moment first.
func (x *log) has(to int, at capture.Time, before, after time.Duration, code uint8, sum uint64) bool {
	from, until, middle := at.Add(-before), at.Add(after), x.first(at)
	is := func(e *entry) bool { return e.sum == sum && e.code == code && e.to == uint8(to) }
	for i := middle; i < len(x.entries) && !until.Before(x.entries[i].time); i++ {
		if is(&x.entries[i]) {
			return true
		}
	}
	for i := middle - 1; i >= 0 && !x.entries[i].time.Before(from); i-- {
		if is(&x.entries[i]) {
			return true
		}
	}
	return false
}

// is matches messages by opcode.
func is(codes ...uint8) func(*entry) bool {
	return func(e *entry) bool {
		for _, c := range codes {
			if e.code == c {
				return true
			}
		}
		return false
	}
}

// entryOf makes the entry of a game message.
func entryOf(h *heard, row int) entry {
	e := entry{time: h.Time, row: uint32(row), to: uint8(h.to), number: h.number, code: uint8(h.code), sum: h.sum(), late: h.Has(decode.Gap) || h.Has(decode.OutOfOrder)}
	told := h.Content().Message
	ship, created := told.(*message.ObjectCreate) // of which the first fields are enough
	if told != nil && (h.Content().Complete() || created && h.Content().Fields >= ship.FieldsToObject()) {
		e.fill(told)
	}
	return e
}

func (e *entry) fill(told wire.Message) {
	switch x := told.(type) {
	case *message.ChecksumRequest:
		e.peer = x.Round
	case *message.ChecksumResponse:
		e.peer = x.Round
	case *message.Event:
		e.event, e.class, e.source, e.object, e.peer = x.EventCode, x.ClassID, x.SourceID, x.TargetID, x.PeerID
	case *message.ObjectCreate:
		e.class, e.object = x.ClassID, x.ObjectID
	case *message.DestroyObject:
		e.object = x.ObjectID
	case *message.ObjectNotFound:
		e.object = x.ObjectID
	case *message.Explosion:
		e.object = x.ObjectID
	case *message.Score:
		e.peer = uint8(x.PlayerID)
	case *message.ScoreInit:
		e.peer = uint8(x.PlayerID)
	case *message.ScoreChange:
		e.source, e.object = uint32(x.KillerID), uint32(x.VictimID)
	}
}

// count counts the messages of a direction between two moments that match.
func (x *log) count(to int, from, until capture.Time, want func(*entry) bool) (n int) {
	x.each(to, from, until, func(e *entry) {
		if want(e) {
			n++
		}
	})
	return n
}

// byNumber sorts messages by their sequence numbers.
func byNumber(a, b *entry) int { return cmp.Compare(a.number, b.number) }

// opcodeText names an opcode: "MissionInit (0x35)".
func opcodeText(code uint8) string {
	if spec := message.Lookup(code); spec != nil {
		return fmt.Sprintf("%s (0x%02X)", spec.Name, code)
	}
	return fmt.Sprintf("opcode 0x%02X", code)
}

// offset is how far the clock of a sender is behind that of the capture, in seconds.
func offset(at capture.Time, clock float32) float64 {
	return float64(at.Sec) + float64(at.Nanos)/1e9 - float64(clock)
}
