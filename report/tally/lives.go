package tally

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Position is the place of a line in the capture.
type Position struct {
	Frame int64
	Index int // of the message within its datagram
}

// PositionOf is the place of a record.
func PositionOf(r *decode.Record) Position { return Position{r.Frame, int(r.Index)} }

// Extent is the first and the last of the lines about a life.
type Extent struct {
	first, last Position
	some        bool
}

// Take adds a line.
func (e *Extent) Take(at Position) {
	if !e.some {
		e.first, e.some = at, true
	}
	e.last = at
}

// Follower is what a report keeps of a life; its updates are the lines that it has counted.
type Follower interface {
	Counted() *Extent
}

// Within is the condition that the updates of a life have among those of its object. In
// the frame where one life ends and the next one begins, places in the datagram tell.
func Within[T Follower](x *match.Life[T]) []string {
	b := x.Of.Counted()
	where := []string{fmt.Sprintf("frame in %d..%d", b.first.Frame, b.last.Frame)}
	if before := neighbour(x, (*match.Life[T]).Before); before != nil && before.last.Frame == b.first.Frame {
		where = append(where, fmt.Sprintf("(frame != %d || index >= %d)", b.first.Frame, b.first.Index))
	}
	if after := neighbour(x, (*match.Life[T]).After); after != nil && after.first.Frame == b.last.Frame {
		where = append(where, fmt.Sprintf("(frame != %d || index <= %d)", b.last.Frame, b.last.Index))
	}
	return where
}

// neighbour gives the lines of the nearest life that has some; nil = none has.
func neighbour[T Follower](x *match.Life[T], step func(*match.Life[T]) *match.Life[T]) *Extent {
	for x = step(x); x != nil; x = step(x) {
		if b := x.Of.Counted(); b.some {
			return b
		}
	}
	return nil
}

// MessageOf is a message that tells of the creation or the end of an object.
func MessageOf(r *decode.Record, object uint32) *match.Message {
	k := LinkOf(r)
	return &match.Message{
		Key: match.Key{Server: k.Server, Object: object}, Event: match.Event{Frame: r.Frame, Time: r.Time, Digits: r.Digits},
		Client: k.Client, ToServer: r.Dir == decode.ToServer,
	}
}

// EndOf gives the end of a ship that a complete message tells of.
func EndOf(r *decode.Record) (object uint32, how match.End, ok bool) {
	switch m := r.Content().Message.(type) {
	case *message.DestroyObject:
		return m.ObjectID, match.End{}, true
	case *message.Event:
		if m.Explodes() && explodes[r.Payload[0]] {
			object, _ = Whole(r, m.TargetID)
			return object, match.End{Exploded: true, By: m.SourceID}, true
		}
	}
	return 0, match.End{}, false
}

// explodes are the opcodes of events that may tell of the end of a ship.
var explodes = [256]bool{message.OpcodePythonEvent: true, message.OpcodeClientEvent: true, message.OpcodePythonEvent2: true}

// Whole gives the ship that an id means, itself or a part of it, and the name of the part. An
// id that no name is known of means itself.
func Whole(r *decode.Record, id uint32) (object uint32, part string) {
	d, _ := r.Context.Names.(*decode.Directory)
	if o, name := d.Whole(id); o != nil {
		return o.ID, name
	}
	return id, ""
}

// ClassKey is the key of a class, "" if it is not known.
func ClassKey(class *ship.Class) string {
	if class == nil {
		return ""
	}
	return class.Key
}

// EventText is the time of an event, "" if it never was.
func EventText(e match.Event) string {
	if e.Frame == 0 {
		return ""
	}
	return TimeText(e.Time, e.Digits)
}
