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

// explodes are the opcodes of events that may tell of the end of a ship.
var explodes = [256]bool{message.OpcodePythonEvent: true, message.OpcodeClientEvent: true, message.OpcodePythonEvent2: true}

// EndOf gives the end of an object that a complete message tells of.
func EndOf(r *record.Record) (object uint32, how End, ok bool) {
	switch m := r.Content().Message.(type) {
	case *message.DestroyObject:
		return m.ObjectID, End{}, true
	case *message.Event:
		if m.Explodes() && explodes[r.Payload[0]] {
			object, _ = Whole(r, m.TargetID)
			return object, End{Exploded: true, By: m.SourceID}, true
		}
	}
	return 0, End{}, false
}
