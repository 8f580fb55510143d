package session

import (
	"bcdump/decode/internal/identify"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// inferClass takes an update of an object whose creation was not seen as evidence for or
// against a class.
func (k *servers) inferClass(s *server, o record.Object, read *identify.Reading, r *record.Record) record.Object {
	if o.Kind != "" {
		return o // no ship
	}
	o.ID, o.Told = read.Update.ObjectID, r.Time // nothing may be filed yet
	if o.Class != nil && s.classes.Refutes(&k.trial, o.Class, read) {
		o.Class, o.Inferred = nil, false
		s.directory = s.directory.With(o)
	}
	if o.Class != nil {
		return o
	}
	if o.Class = s.classes.Infer(&k.trial, read, r.Dst); o.Class != nil {
		o.Inferred = true
		s.directory = s.directory.With(o)
	}
	return o
}

// judgeDialect takes the subsystem block of an update as evidence, and notes one that speaks
// against what all others say.
func (k *servers) judgeDialect(r *record.Record, s *server, read *identify.Reading) {
	if r.Dir == record.ToClient && s.dialect.Judge(&k.trial, read) {
		r.Diagnose(record.Unusual, record.Whole, "subsystem block: fits only the other dialect")
	}
}

// weapon takes the weapon that a message names as evidence for the class of its ship.
func (k *servers) weapon(r *record.Record, s *server) {
	if s.classes.Open() == 0 {
		return // nobody whose class it could tell
	}
	var id uint32
	kind := "torpedo_tube"
	d := k.messages.Decode(r.Payload)
	switch m := d.Message.(type) {
	case *message.TorpedoFire:
		id = m.ObjectID
	case *message.BeamFire:
		id, kind = m.ObjectID, "pulse_weapon"
	}
	if d.Fields == 0 {
		return
	}
	if known, _ := s.directory.Resolve(id); known == nil {
		s.classes.Fired(id, kind)
	}
}
