package rows

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// directions has the byte on the wire as its index: a component of a direction.
var directions = func() (all [256]float32) {
	for i := range all {
		all[i] = wire.CV3{int8(i)}.Vector()[0]
	}
	return all
}()

func component(d int8) *float32 { return &directions[uint8(d)] }

// update adds the rows of a StateUpdate that was read to its end.
func (b *Builder) update(r *decode.Record, m *message.StateUpdate) {
	batch := b.room()
	batch.StateUpdates = append(batch.StateUpdates, StateUpdate{})
	u := &batch.StateUpdates[len(batch.StateUpdates)-1]
	u.Told = b.told(r)
	u.ObjectID, u.Object, u.Ship = m.ObjectID, nameOf(r, m.ObjectID), match.ClassKey(r.Context.Class)
	u.ShipInferred, u.GameTime = r.Context.Inferred, m.GameTime
	if slot, owned := wire.OwnerSlot(m.ObjectID); owned {
		u.OwnerSlot = byteOf(uint8(slot))
	}
	u.flags(m.DirtyFlags)
	u.motion(batch, m)
	u.world(batch, &r.Context.World)
	switch {
	case u.HasSubsystems:
		u.BlockStart, u.BlockReason = byteOf(m.Subsystems.StartIndex), m.Subsystems.Reason
		b.block(r, u, m)
	case u.HasWeapons:
		b.power(r, u, m)
	}
}

// nameOf names an object; "" = it has no name.
func nameOf(r *decode.Record, id uint32) string {
	if r.Context.Names == nil {
		return ""
	}
	return text(r.Context.Names.Name(id))
}

func (u *StateUpdate) flags(f uint8) {
	u.DirtyFlags = f
	u.HasPosition, u.HasDelta = f&message.FlagPosition != 0, f&message.FlagDelta != 0
	u.HasForward, u.HasUp = f&message.FlagForward != 0, f&message.FlagUp != 0
	u.HasSpeed, u.HasSubsystems = f&message.FlagSpeed != 0, f&message.FlagSubsystems != 0
	u.HasCloak, u.HasWeapons = f&message.FlagCloak != 0, f&message.FlagWeapons != 0
}

// motion fills in the fixed fields that the flags tell of.
func (u *StateUpdate) motion(batch *Batch, m *message.StateUpdate) {
	if u.HasPosition {
		u.PositionX, u.PositionY, u.PositionZ = batch.vector(m.Position)
	}
	if m.Hashed() {
		u.SubsysHash = batch.words.of(m.SubsysHash)
	}
	if u.HasDelta {
		u.DeltaX, u.DeltaY, u.DeltaZ = batch.vector(m.Delta.Vector())
	}
	if u.HasForward {
		u.ForwardX, u.ForwardY, u.ForwardZ = component(m.Forward[0]), component(m.Forward[1]), component(m.Forward[2])
	}
	if u.HasUp {
		u.UpX, u.UpY, u.UpZ = component(m.Up[0]), component(m.Up[1]), component(m.Up[2])
	}
	if u.HasSpeed {
		u.Speed = batch.floats.of(m.Speed.Float32())
	}
	if u.HasCloak {
		u.Cloaked = truthOf(m.Cloaked)
	}
}

func (u *StateUpdate) world(batch *Batch, w *message.World) {
	if w.Known {
		u.WorldX, u.WorldY, u.WorldZ = batch.vector(w.Position)
	}
	u.WorldEstimated, u.WorldStale = w.Estimated, w.Stale
}

func (b *Batch) vector(v wire.Vector) (x, y, z *float32) {
	p := b.floats.list(3)
	p[0], p[1], p[2] = v[0], v[1], v[2]
	return &p[0], &p[1], &p[2]
}

// block adds the entries of a block of subsystems.
func (b *Builder) block(r *decode.Record, u *StateUpdate, m *message.StateUpdate) {
	class := r.Context.Class
	head := *u
	for i := range m.Subsystems.Items {
		item := &m.Subsystems.Items[i]
		s := b.subsystem(&head, class, item.Index)
		s.state(b.batch, item)
		if class == nil || item.Index >= len(class.Subsystems) {
			continue
		}
		sub := &class.Subsystems[item.Index]
		s.Percent = percentOf(item.Condition)
		if sub.MaxCondition > 0 {
			s.Points = b.batch.floats.of(float32(float64(item.Condition) / 255 * sub.MaxCondition))
		}
		if m.Context().Dialect.Format(sub) == ship.Reactor {
			s.MainBattery, s.BackupBattery = byteOf(item.Main), byteOf(item.Backup)
		}
	}
}

// percents has a condition as its index.
var percents = func() (all [256]float32) {
	for i := range all {
		all[i] = float32(float64(i) / 255 * 100)
	}
	return all
}()

func percentOf(condition uint8) *float32 { return &percents[condition] }

// state fills in what an entry has for any class.
func (s *Subsystem) state(batch *Batch, item *message.SubsystemState) {
	s.Condition = byteOf(item.Condition)
	if item.HasData {
		s.Power = batch.floats.of(float32(item.Power))
	}
	s.Children, s.Facings = batch.words16(item.Children), batch.words16(item.Facings)
}

func (b *Batch) words16(list []byte) []uint16 {
	if len(list) == 0 {
		return nil
	}
	out := b.words.list(len(list))
	for i, x := range list {
		out[i] = uint16(x)
	}
	return out
}

// power adds the power settings of an update.
func (b *Builder) power(r *decode.Record, u *StateUpdate, m *message.StateUpdate) {
	head := *u
	for _, p := range m.Power {
		s := b.subsystem(&head, r.Context.Class, int(p.Index))
		s.Power = b.batch.floats.of(float32(p.Percent()))
	}
}

// subsystem adds a row about a subsystem of the ship of an update.
func (b *Builder) subsystem(u *StateUpdate, class *ship.Class, index int) *Subsystem {
	batch := b.room()
	batch.Subsystems = append(batch.Subsystems, Subsystem{})
	s := &batch.Subsystems[len(batch.Subsystems)-1]
	s.Place, s.Dir, s.Client, s.Player, s.Receiver, s.Relayed = u.Place, u.Dir, u.Client, u.Player, u.Receiver, u.Relayed
	s.ObjectID, s.Object, s.Ship, s.Subsystem = u.ObjectID, u.Object, u.Ship, uint8(index)
	if class != nil && index < len(class.Subsystems) {
		s.Name = class.Subsystems[index].Name
	}
	return s
}

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

// acts adds the rows of shots and creations: the account of the match knows whether they are the first that tell.
func (b *Builder) acts(r *decode.Record) {
	if r.Header.Type == transport.Ack {
		return
	}
	c := r.Content()
	switch m := c.Message.(type) {
	case *message.Event:
		b.beams(r, m, c.Complete())
	case *message.TorpedoFire:
		b.torpedo(r, m, c.Complete())
	case *message.BeamFire:
		b.beam(r, m, c.Complete())
	case *message.ObjectCreate:
		b.creation(r, m, c)
	}
}

// beams adds the row of a beam that starts or stops.
func (b *Builder) beams(r *decode.Record, m *message.Event, complete bool) {
	action := "stop"
	switch r.Payload[0] {
	case message.OpcodeStartFiring:
		action = "start"
	case message.OpcodeStopFiring, message.OpcodeStopFiringAtTarget:
	default:
		return
	}
	if !complete {
		return
	}
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
