package rows

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
)

// Names of events, by their numbers.
var (
	classNames = func() map[uint32]string {
		all := map[uint32]string{}
		for _, c := range message.EventClasses() {
			all[c.ID] = c.Name
		}
		return all
	}()
	codeNames = func() map[uint32]string {
		all := map[uint32]string{}
		for _, c := range message.EventCodes() {
			all[c.Code] = c.Name
		}
		return all
	}()
)

// event adds the rows of an event of the game. One that was cut has its fields only.
func (b *Builder) event(r *decode.Record, m *message.Event, complete bool) {
	if !complete {
		return
	}
	batch := b.room()
	row := Event{
		Told: b.told(r), Opcode: r.Payload[0], Name: r.Title(),
		ClassID: m.ClassID, Class: classNames[m.ClassID], EventCode: m.EventCode, Event: codeNames[m.EventCode],
		SourceID: m.SourceID, Source: nameOf(r, m.SourceID), TargetID: m.TargetID, Target: nameOf(r, m.TargetID),
	}
	row.body(batch, r, m)
	batch.Events = append(batch.Events, row)
	switch r.Payload[0] {
	case message.OpcodeStartFiring:
		b.beams(r, m, "start")
	case message.OpcodeStopFiring, message.OpcodeStopFiringAtTarget:
		b.beams(r, m, "stop")
	}
}

// body fills in what follows the base.
func (e *Event) body(batch *Batch, r *decode.Record, m *message.Event) {
	switch m.ClassID {
	case message.ClassBool, message.ClassChar:
		e.Value = byteOf(m.Value)
	case message.ClassObjPtr:
		e.RefID, e.Ref = batch.ids.of(m.ObjectRef), nameOf(r, m.ObjectRef)
	case message.ClassPlayerList:
		e.PeerID = byteOf(m.PeerID)
	case message.ClassCollision:
		e.Contacts, e.Force = batch.ints.of(int32(len(m.Contacts))), batch.floats.of(m.Force)
	case message.ClassStartFiring:
		e.RefID, e.Ref = batch.ids.of(m.TargetRef), nameOf(r, m.TargetRef)
	case message.ClassObjectExploding:
		e.FiringPlayer, e.Lifetime = batch.ints.of(m.FiringPlayer), batch.floats.of(m.Lifetime)
	case message.ClassStartWarp:
		e.SetName = text(m.SetName.String())
	}
}

// beams adds the row of a beam that starts or stops.
func (b *Builder) beams(r *decode.Record, m *message.Event, action string) {
	weapon := b.match.WeaponOf(r, m)
	row := b.weapon(r, action, match.Beam(r, weapon), weapon)
	if m.ClassID == message.ClassStartFiring && m.TargetRef != 0 {
		row.at(b.batch, r, m.TargetRef)
	}
}

func (b *Builder) torpedo(r *decode.Record, m *message.TorpedoFire, complete bool) {
	if !complete {
		return
	}
	row := b.weapon(r, "fire", match.Torpedo, m.ObjectID)
	row.Projectile, row.ProjectileName = byteOf(m.Projectile), m.ProjectileName()
	row.DirectionX, row.DirectionY, row.DirectionZ = component(m.Direction[0]), component(m.Direction[1]), component(m.Direction[2])
	if m.HasTarget() {
		row.at(b.batch, r, m.TargetID)
	}
}

func (b *Builder) beam(r *decode.Record, m *message.BeamFire, complete bool) {
	if !complete {
		return
	}
	row := b.weapon(r, "fire", match.Pulse, m.ObjectID)
	row.Projectile = byteOf(m.Kind)
	row.DirectionX, row.DirectionY, row.DirectionZ = component(m.Direction[0]), component(m.Direction[1]), component(m.Direction[2])
	if m.HasTarget() {
		row.at(b.batch, r, m.TargetID)
	}
}

// weapon adds the row of a message of a weapon.
func (b *Builder) weapon(r *decode.Record, action string, kind match.Weapon, id uint32) *Weapon {
	batch := b.room()
	whole, _ := match.Whole(r, id)
	batch.Weapons = append(batch.Weapons, Weapon{
		Told: b.told(r), Shot: b.match.Change().Shot, Opcode: r.Payload[0], Name: r.Title(),
		Action: action, Kind: kind.String(), WeaponID: id, Weapon: nameOf(r, id), ShipID: whole, Ship: nameOf(r, whole),
	})
	return &batch.Weapons[len(batch.Weapons)-1]
}

// at fills in what is fired at.
func (w *Weapon) at(batch *Batch, r *decode.Record, target uint32) {
	w.TargetID, w.Target = batch.ids.of(target), nameOf(r, target)
}

// creation adds the row of a creation, of one that was cut as far as it was read.
func (b *Builder) creation(r *decode.Record, m *message.ObjectCreate, c *decode.Content) {
	if c.Fields < m.FieldsToObject() {
		return
	}
	batch := b.room()
	row := Creation{
		Told: b.told(r), First: b.match.Change().Created, Opcode: r.Payload[0],
		ObjectID: m.ObjectID, OwnerSlot: m.OwnerSlot, ClassID: m.ClassID, Complete: c.Complete(),
	}
	if r.Payload[0] == message.OpcodeObjectCreateTeam {
		row.Team = byteOf(m.Team)
	}
	row.body(batch, m, c.Fields-m.FieldsToObject())
	batch.Creations = append(batch.Creations, row)
}

// body fills in what follows the object, of which so many fields were read.
func (x *Creation) body(batch *Batch, m *message.ObjectCreate, read int) {
	const species, position, orientation, name, set = 1, 2, 3, 5, 6
	if m.ClassID != message.ClassShip && m.ClassID != message.ClassTorpedo {
		return
	}
	if read >= species {
		x.Species, x.Ship = byteOf(m.Species), match.ClassKey(m.Class())
	}
	if read >= position {
		x.PositionX, x.PositionY, x.PositionZ = batch.vector(m.Position)
	}
	if read >= orientation {
		q := batch.floats.list(len(m.Orientation))
		copy(q, m.Orientation[:])
		x.OrientationW, x.OrientationX, x.OrientationY, x.OrientationZ = &q[0], &q[1], &q[2], &q[3]
	}
	if read >= name {
		x.ObjectName = text(m.ObjectName.String())
	}
	if read >= set {
		x.SetName = text(m.SetName.String())
	}
}
