package rows

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// update adds the rows of a StateUpdate that was read to its end.
func (b *Builder) update(r *decode.Record, m *message.StateUpdate) {
	batch := b.room()
	batch.StateUpdates = append(batch.StateUpdates, StateUpdate{})
	u := &batch.StateUpdates[len(batch.StateUpdates)-1]
	u.Told = b.told(r)
	u.ObjectID, u.Object, u.Ship = m.ObjectID, nameOf(r, m.ObjectID), match.ClassKey(r.Context.Class)
	u.ShipInferred, u.GameTime = r.Context.Inferred, m.GameTime
	if slot, owned := wire.OwnerSlot(m.ObjectID); owned {
		u.OwnerSlot = new(uint32(slot))
	}
	u.flags(m.DirtyFlags)
	u.motion(m)
	u.world(&r.Context.World)
	switch {
	case u.HasSubsystems:
		u.BlockStart, u.BlockReason = new(uint32(m.Subsystems.StartIndex)), m.Subsystems.Reason
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
	u.DirtyFlags = uint32(f)
	u.HasPosition, u.HasDelta = f&message.FlagPosition != 0, f&message.FlagDelta != 0
	u.HasForward, u.HasUp = f&message.FlagForward != 0, f&message.FlagUp != 0
	u.HasSpeed, u.HasSubsystems = f&message.FlagSpeed != 0, f&message.FlagSubsystems != 0
	u.HasCloak, u.HasWeapons = f&message.FlagCloak != 0, f&message.FlagWeapons != 0
}

// motion fills in the fixed fields that the flags tell of.
func (u *StateUpdate) motion(m *message.StateUpdate) {
	if u.HasPosition {
		u.PositionX, u.PositionY, u.PositionZ = vector(m.Position)
	}
	if m.Hashed() {
		u.SubsysHash = new(uint32(m.SubsysHash))
	}
	if u.HasDelta {
		u.DeltaX, u.DeltaY, u.DeltaZ = vector(m.Delta.Vector())
	}
	if u.HasForward {
		u.ForwardX, u.ForwardY, u.ForwardZ = vector(m.Forward.Vector())
	}
	if u.HasUp {
		u.UpX, u.UpY, u.UpZ = vector(m.Up.Vector())
	}
	if u.HasSpeed {
		u.Speed = new(m.Speed.Float32())
	}
	if u.HasCloak {
		u.Cloaked = new(m.Cloaked)
	}
}

func (u *StateUpdate) world(w *message.World) {
	if w.Known {
		u.WorldX, u.WorldY, u.WorldZ = vector(w.Position)
	}
	u.WorldEstimated, u.WorldStale = w.Estimated, w.Stale
}

func vector(v wire.Vector) (x, y, z *float32) { return &v[0], &v[1], &v[2] }

// block adds the entries of a block of subsystems.
func (b *Builder) block(r *decode.Record, u *StateUpdate, m *message.StateUpdate) {
	class := r.Context.Class
	head := *u
	for i := range m.Subsystems.Items {
		item := &m.Subsystems.Items[i]
		s := b.subsystem(&head, class, item.Index)
		s.state(item)
		if class == nil || item.Index >= len(class.Subsystems) {
			continue
		}
		sub := &class.Subsystems[item.Index]
		s.Percent = new(float32(float64(item.Condition) / 255 * 100))
		if sub.MaxCondition > 0 {
			s.Points = new(float32(float64(item.Condition) / 255 * sub.MaxCondition))
		}
		if m.Context().Dialect.Format(sub) == ship.Reactor {
			s.MainBattery, s.BackupBattery = new(uint32(item.Main)), new(uint32(item.Backup))
		}
	}
}

// state fills in what an entry has for any class.
func (s *Subsystem) state(item *message.SubsystemState) {
	s.Condition = new(uint32(item.Condition))
	if item.HasData {
		s.Power = new(float32(item.Power))
	}
	s.Children, s.Facings = words(item.Children), words(item.Facings)
}

func words(list []byte) (words []uint32) {
	for _, x := range list {
		words = append(words, uint32(x))
	}
	return words
}

// power adds the power settings of an update.
func (b *Builder) power(r *decode.Record, u *StateUpdate, m *message.StateUpdate) {
	head := *u
	for _, p := range m.Power {
		s := b.subsystem(&head, r.Context.Class, int(p.Index))
		s.Power = new(float32(p.Percent()))
	}
}

// subsystem adds a row about a subsystem of the ship of an update.
func (b *Builder) subsystem(u *StateUpdate, class *ship.Class, index int) *Subsystem {
	batch := b.room()
	batch.Subsystems = append(batch.Subsystems, Subsystem{})
	s := &batch.Subsystems[len(batch.Subsystems)-1]
	s.Place, s.Dir, s.Client, s.Player, s.Receiver, s.Relayed = u.Place, u.Dir, u.Client, u.Player, u.Receiver, u.Relayed
	s.ObjectID, s.Object, s.Ship, s.Subsystem = u.ObjectID, u.Object, u.Ship, uint32(index)
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

// event adds the row of an event of the game.
func (b *Builder) event(r *decode.Record, m *message.Event) {
	batch := b.room()
	row := Event{
		Told: b.told(r), Opcode: uint32(r.Payload[0]), Name: r.Title(),
		ClassID: m.ClassID, Class: classNames[m.ClassID], EventCode: m.EventCode, Event: codeNames[m.EventCode],
		SourceID: m.SourceID, Source: nameOf(r, m.SourceID), TargetID: m.TargetID, Target: nameOf(r, m.TargetID),
	}
	row.body(r, m)
	batch.Events = append(batch.Events, row)
}

// body fills in what follows the base.
func (e *Event) body(r *decode.Record, m *message.Event) {
	switch m.ClassID {
	case message.ClassBool, message.ClassChar:
		e.Value = new(uint32(m.Value))
	case message.ClassObjPtr:
		e.RefID, e.Ref = new(m.ObjectRef), nameOf(r, m.ObjectRef)
	case message.ClassPlayerList:
		e.PeerID = new(uint32(m.PeerID))
	case message.ClassCollision:
		e.Contacts, e.Force = new(int32(len(m.Contacts))), new(m.Force)
	case message.ClassStartFiring:
		e.RefID, e.Ref = new(m.TargetRef), nameOf(r, m.TargetRef)
	case message.ClassObjectExploding:
		e.FiringPlayer, e.Lifetime = new(m.FiringPlayer), new(m.Lifetime)
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
	if m, ok := c.Message.(*message.ObjectCreate); ok {
		b.creation(r, m, c)
	}
	if !c.Complete() {
		return
	}
	switch m := c.Message.(type) {
	case *message.Event:
		b.beam(r, m)
	case *message.TorpedoFire:
		b.fired(r, match.Torpedo, m.ObjectID, m.Projectile, m.Direction).at(r, m.TargetID, m.HasTarget()).ProjectileName = m.ProjectileName()
	case *message.BeamFire:
		b.fired(r, match.Pulse, m.ObjectID, m.Kind, m.Direction).at(r, m.TargetID, m.HasTarget())
	}
}

// beam adds the row of a beam that starts or stops.
func (b *Builder) beam(r *decode.Record, m *message.Event) {
	action := "stop"
	switch uint32(r.Payload[0]) {
	case message.OpcodeStartFiring:
		action = "start"
	case message.OpcodeStopFiring, message.OpcodeStopFiringAtTarget:
	default:
		return
	}
	weapon := b.match.WeaponOf(r, m)
	b.weapon(r, action, match.Beam(r, weapon), weapon).at(r, m.TargetRef, m.ClassID == message.ClassStartFiring && m.TargetRef != 0)
}

// fired adds the row of a torpedo or a pulse.
func (b *Builder) fired(r *decode.Record, kind match.Weapon, id uint32, projectile uint8, direction wire.CV3) *Weapon {
	row := b.weapon(r, "fire", kind, id)
	row.Projectile = new(uint32(projectile))
	row.DirectionX, row.DirectionY, row.DirectionZ = vector(direction.Vector())
	return row
}

// weapon adds the row of a message of a weapon.
func (b *Builder) weapon(r *decode.Record, action string, kind match.Weapon, id uint32) *Weapon {
	batch := b.room()
	whole, _ := match.Whole(r, id)
	batch.Weapons = append(batch.Weapons, Weapon{
		Told: b.told(r), Shot: b.match.Change().Shot, Opcode: uint32(r.Payload[0]), Name: r.Title(),
		Action: action, Kind: kind.String(), WeaponID: id, Weapon: nameOf(r, id), ShipID: whole, Ship: nameOf(r, whole),
	})
	return &batch.Weapons[len(batch.Weapons)-1]
}

// at fills in what is fired at, if it is at something.
func (w *Weapon) at(r *decode.Record, target uint32, some bool) *Weapon {
	if some {
		w.TargetID, w.Target = &target, nameOf(r, target)
	}
	return w
}

// creation adds the row of a creation, of one that was cut as far as it was read.
func (b *Builder) creation(r *decode.Record, m *message.ObjectCreate, c *decode.Content) {
	if c.Fields < m.FieldsToObject() {
		return
	}
	batch := b.room()
	row := Creation{
		Told: b.told(r), First: b.match.Change().Created, Opcode: uint32(r.Payload[0]),
		ObjectID: m.ObjectID, OwnerSlot: uint32(m.OwnerSlot), ClassID: m.ClassID, Complete: c.Complete(),
	}
	if uint32(r.Payload[0]) == message.OpcodeObjectCreateTeam {
		row.Team = new(uint32(m.Team))
	}
	row.body(m, c.Fields-m.FieldsToObject())
	batch.Creations = append(batch.Creations, row)
}

// body fills in what follows the object, of which so many fields were read.
func (x *Creation) body(m *message.ObjectCreate, read int) {
	const species, position, orientation, name, set = 1, 2, 3, 5, 6
	if m.ClassID != message.ClassShip && m.ClassID != message.ClassTorpedo {
		return
	}
	if read >= species {
		x.Species, x.Ship = new(uint32(m.Species)), match.ClassKey(m.Class())
	}
	if read >= position {
		x.PositionX, x.PositionY, x.PositionZ = vector(m.Position)
	}
	if read >= orientation {
		q := m.Orientation
		x.OrientationW, x.OrientationX, x.OrientationY, x.OrientationZ = &q[0], &q[1], &q[2], &q[3]
	}
	if read >= name {
		x.ObjectName = text(m.ObjectName.String())
	}
	if read >= set {
		x.SetName = text(m.SetName.String())
	}
}
