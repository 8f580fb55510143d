package rows

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
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
	s.Place, s.Client, s.Relayed = u.Place, u.Client, u.Relayed
	s.ObjectID, s.Object, s.Ship, s.Subsystem = u.ObjectID, u.Object, u.Ship, uint8(index)
	if class != nil && index < len(class.Subsystems) {
		s.Name = class.Subsystems[index].Name
	}
	return s
}
