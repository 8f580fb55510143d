package match

import (
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
