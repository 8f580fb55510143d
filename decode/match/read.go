package match

import (
	"cmp"

	"bcdump/decode/message"
	"bcdump/decode/objects"
	"bcdump/decode/record"
	"bcdump/decode/ship"
)

// Whole gives the object that an id means, itself or a part of it, and the name of the part. An
// id that no name is known of means itself.
func Whole(r *record.Record, id uint32) (object uint32, part string) {
	d, _ := r.Context.Names.(*objects.Directory)
	if o, name := d.Resolve(id); o != nil {
		return o.ID, name
	}
	return id, ""
}

// PartType is the type of the part of a ship that an id names; "" = it names none that is known.
func PartType(r *record.Record, id uint32) string {
	d, _ := r.Context.Names.(*objects.Directory)
	if o, part := d.Resolve(id); o != nil && part != "" {
		return o.Class.PartType(int(id - o.ID - 1))
	}
	return ""
}

// ClassKey is the key of a class, "" if it is not known.
func ClassKey(class *ship.Class) string {
	if class == nil {
		return ""
	}
	return class.Key
}

// About gives the object that a message is about: a ship, or another object that no ship has as
// its part; 0 = it is about none, or does not say. Of an event it is the target, and the source if
// no name is known of the target: stock software names the weapon as target of the events of
// beams, others the ship as their source. An update is not decoded.
func About(r *record.Record) uint32 {
	if !r.IsGame() {
		return 0
	}
	if r.Payload[0] == message.OpcodeStateUpdate {
		if id, _, _, ok := message.UpdateHeader(r.Payload); ok {
			return id
		}
	}
	switch m := r.Content().Message.(type) {
	case *message.StateUpdate:
		return m.ObjectID
	case *message.ObjectCreate:
		return m.ObjectID
	case *message.DestroyObject:
		return m.ObjectID
	case *message.EnterSet:
		return whole(r, m.ObjectID)
	case *message.Explosion:
		return m.ObjectID
	case *message.ObjectNotFound:
		return m.ObjectID
	case *message.RequestObject:
		return m.ObjectID
	case *message.TorpedoFire:
		return whole(r, m.ObjectID)
	case *message.BeamFire:
		return whole(r, m.ObjectID)
	case *message.Event:
		return aboutEvent(r, m)
	}
	return 0
}

// whole is Whole without the name of the part.
func whole(r *record.Record, id uint32) uint32 {
	object, _ := Whole(r, id)
	return object
}

// aboutEvent is About for an event.
func aboutEvent(r *record.Record, e *message.Event) uint32 {
	d, _ := r.Context.Names.(*objects.Directory)
	for _, id := range [...]uint32{e.TargetID, e.SourceID} {
		if o, _ := d.Resolve(id); o != nil {
			return o.ID
		}
	}
	return cmp.Or(e.TargetID, e.SourceID)
}

// Death gives the object that explodes, if that is what a message tells: of a ship, the first that
// tells it kills it. Retransmissions tell nothing.
func Death(r *record.Record) (object uint32, how End, ok bool) {
	if !r.IsGame() || r.Link == 0 || !explodes[r.Payload[0]] || r.Again() || !r.Content().Complete() {
		return 0, End{}, false
	}
	e, ok := r.Content().Message.(*message.Event)
	if !ok || !e.Explodes() {
		return 0, End{}, false
	}
	return e.TargetID, End{Exploded: true, By: e.SourceID}, true
}

// MayExplode reports whether a message with an opcode may tell of the end of a ship, as [Death] has it.
func MayExplode(opcode uint8) bool { return explodes[opcode] }

// explodes are the opcodes of events that may tell of the end of a ship.
var explodes = [256]bool{message.OpcodePythonEvent: true, message.OpcodeClientEvent: true, message.OpcodePythonEvent2: true}
