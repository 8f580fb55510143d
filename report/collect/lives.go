package collect

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// position is the place of a line in the capture.
type position struct {
	frame int64
	index int
}

// extent is the first and the last of the lines about a life.
type extent struct {
	first, last position
	some        bool
}

func (e *extent) take(at position) {
	if !e.some {
		e.first, e.some = at, true
	}
	e.last = at
}

// follower is what a report keeps of a life; its updates are the lines that it has counted.
type follower interface{ lines() *extent }

// within is the condition that the updates of a life have among those of its object. In
// the frame where one life ends and the next one begins, places in the datagram tell.
func within[T follower](x *match.Life[T]) []string {
	b := x.Of.lines()
	where := []string{fmt.Sprintf("frame in %d..%d", b.first.frame, b.last.frame)}
	if before := neighbour(x, (*match.Life[T]).Before); before != nil && before.last.frame == b.first.frame {
		where = append(where, fmt.Sprintf("(frame != %d || index >= %d)", b.first.frame, b.first.index))
	}
	if after := neighbour(x, (*match.Life[T]).After); after != nil && after.first.frame == b.last.frame {
		where = append(where, fmt.Sprintf("(frame != %d || index <= %d)", b.last.frame, b.last.index))
	}
	return where
}

// neighbour gives the lines of the nearest life that has some; nil = none has.
func neighbour[T follower](x *match.Life[T], step func(*match.Life[T]) *match.Life[T]) *extent {
	for x = step(x); x != nil; x = step(x) {
		if b := x.Of.lines(); b.some {
			return b
		}
	}
	return nil
}

// tells is a message that tells of the creation or the end of an object.
func tells(r *decode.Record, object uint32) *match.Message {
	k := linkOf(r)
	return &match.Message{
		Key: match.Key{Server: k.server, Object: object}, Event: match.Event{Frame: r.Frame, Time: r.Time, Digits: r.Digits},
		Client: k.client, ToServer: r.Dir == decode.ToServer,
	}
}

// endOf gives the end of a ship that a complete message tells of.
func endOf(r *decode.Record) (object uint32, how match.End, ok bool) {
	switch m := r.Content().Message.(type) {
	case *message.DestroyObject:
		return m.ObjectID, match.End{}, true
	case *message.Event:
		if m.Explodes() && explodes[r.Payload[0]] {
			object, _ = wholeOf(r, m.TargetID)
			return object, match.End{Exploded: true, By: m.SourceID}, true
		}
	}
	return 0, match.End{}, false
}

// explodes are the opcodes of events that may tell of the end of a ship.
var explodes = [256]bool{message.OpcodePythonEvent: true, message.OpcodeClientEvent: true, message.OpcodePythonEvent2: true}

// wholeOf gives the ship that an id means, itself or a part of it, and the name of the part. An
// id that no name is known of means itself.
func wholeOf(r *decode.Record, id uint32) (object uint32, part string) {
	d, _ := r.Context.Names.(*decode.Directory)
	if o, name := d.Whole(id); o != nil {
		return o.ID, name
	}
	return id, ""
}

// classKey is the key of a class, "" if it is not known.
func classKey(class *ship.Class) string {
	if class == nil {
		return ""
	}
	return class.Key
}

// eventText is the time of an event, "" if it never was.
func eventText(e match.Event) string {
	if e.Frame == 0 {
		return ""
	}
	return timeText(e.Time, e.Digits)
}
