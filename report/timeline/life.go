package timeline

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// peerKey is a client at one server.
type peerKey struct {
	server netip.AddrPort
	peer   uint8
}

// shipLife is one ship from its creation, or its first update, to its end.
type shipLife struct {
	*match.Ship
	id           string
	ship         *ship.Class
	name, player string
	names        message.Names // that name and player are of
	chosen       bool          // the timeline is about it
	other        bool          // it is no ship

	diedBy      string
	first, last capture.Time // updates
	digits      uint8        // of first
	counted     tally.Extent // updates
	updates     int64
	shown       capture.Time // newest update with a row
	everShown   bool
	ownedPower  bool    // its owner was heard about power
	ownCloak    bool    // and about cloak, in an update
	number      int     // in the facts
	pilot       peerKey // client that flies it: the newest, while it flies no other
	listened    bool
	motion      motion
	up          wire.CV3 // the newest
	hash        uint16   // of its subsystems, the newest
	hasUp       bool
	hashed      bool
	condition   condition
	streams     streams
	path        path
	clocks      [2]*clock // of the owner, of the host; nil = there is none
	power       powerTimes
	place       string // star system
	section     *playerSection
}

// retire drops what only updates need: the object has another life, and they are about that one.
func (x *shipLife) retire() {
	x.names = nil
	x.condition.told, x.condition.set = nil, nil
	for _, k := range x.streams.list {
		if k.round != nil {
			k.round.retire()
		}
	}
}

// rename takes what the names of the moment say about the ship.
func (x *shipLife) rename(s *scope, names message.Names) {
	if names == x.names && x.name != "" {
		return
	}
	x.names = names
	d, _ := x.names.(*decode.Directory)
	if o, ok := d.Find(x.Object); ok {
		x.name, x.player = d.Name(x.Object), d.Owner(&o)
		x.setClass(s, o.Class)
	}
	x.name = cmp.Or(x.name, x.id)
	x.chosen = s.choice.takes(x.Object, x.id, x.player, x.classKey(), x.className(), x.name)
}

func (x *shipLife) figure() figures.Life {
	return figures.Life{ObjectID: x.id, Ship: x.classKey(), Name: x.name, Number: x.Number}
}

func (x *shipLife) classKey() string {
	if x.ship == nil {
		return ""
	}
	return x.ship.Key
}

func (x *shipLife) className() string {
	if x.ship == nil {
		return ""
	}
	return x.ship.Name
}

// setClass begins to read conditions anew if the class is another.
func (x *shipLife) setClass(s *scope, class *ship.Class) {
	if class == nil || class == x.ship {
		return
	}
	x.ship = class
	x.condition = newCondition(s.layout(class), x.condition.version+1)
}

// due reports whether an update gets a row, if so much time has to lie between rows.
func (x *shipLife) due(at capture.Time, every time.Duration) bool {
	if since := at.Sub(x.shown); x.everShown && every > 0 && since >= 0 && since < every {
		return false
	}
	x.shown, x.everShown = at, true
	return true
}

// apply takes what an update says about motion, cloak and power settings. What comes
// late is older than what is known.
func (x *shipLife) apply(u *update) {
	if !u.Whole || u.Late {
		return
	}
	s := &x.motion
	if world := &u.World; world.Known {
		s.position, s.estimated, s.stale = world.Position, world.Estimated, world.Stale
		u.fresh |= freshPosition
	}
	if u.has(message.FlagSpeed) {
		s.speed = u.Speed
		u.fresh |= freshSpeed
	}
	if u.has(message.FlagForward) {
		s.forward = u.Forward
		u.fresh |= freshForward
	}
	if u.has(message.FlagUp) {
		x.up, x.hasUp = u.Up, true
	}
	if u.Hashed() {
		x.hash, x.hashed = u.SubsysHash, true
	}
	// The owner decides about cloak, if it tells; what the host passes on comes later.
	if own := u.dir == decode.ToServer; u.has(message.FlagCloak) && (own || !x.ownCloak) {
		s.cloaked, x.ownCloak = u.Cloaked, own
		u.fresh |= freshCloak
	}
	s.known |= u.fresh
	if u.has(message.FlagWeapons) && !u.blocks && u.dir == decode.ToServer && len(u.Power) > 0 {
		x.ownedPower = true
		if x.condition.settings(u.Power) {
			u.fresh |= freshPower
		}
	}
}

func (x *shipLife) setCloak(on bool) {
	x.motion.cloaked = on
	x.motion.known |= freshCloak
}

// state is what is known of a ship, as rows show it.
func (x *shipLife) state() figures.State {
	s := x.motion
	f := figures.State{Estimated: s.estimated, Stale: s.stale}
	if s.known&freshPosition != 0 {
		f.WorldPosition = &s.position
	}
	if s.known&freshSpeed != 0 {
		speed := s.speed.Float32()
		f.Speed = &speed
	}
	if s.known&freshForward != 0 {
		forward := [3]float32(s.forward.Vector())
		f.Forward = &forward
	}
	if s.known&freshCloak != 0 {
		f.Cloaked = &s.cloaked
	}
	x.condition.figure(&f)
	return f
}

// create takes the state with which a ship is created, as far as it can be believed. It
// gives the keys of what it brought.
func (x *shipLife) create(r *decode.Record, m *message.ObjectCreate) (brought fresh) {
	const toPosition = 2 // behind object_id: species, position
	at := [3]float32(m.Position)
	if r.Content().Fields < m.FieldsToObject()+toPosition || slices.ContainsFunc(at[:], func(x float32) bool { return !isNumber(float64(x)) }) {
		return 0
	}
	x.motion.position, x.motion.estimated = at, true
	x.motion.known |= freshPosition
	if !tellsParts(r, x.ship, m) {
		return freshPosition
	}
	x.condition.created(m.Subsystems)
	for i := range m.Subsystems {
		item := &m.Subsystems[i]
		if item.Index < len(x.ship.Subsystems) && slices.Contains(x.ship.Subsystems[item.Index].Tail, ship.CloakBit) {
			x.setCloak(item.Cloaked)
		}
	}
	brought = freshPosition | freshHull | freshShields | freshParts | freshPower
	if x.condition.hasBatteries {
		brought |= freshBatteries
	}
	return brought
}

// tellsParts reports whether a creation has conditions that can be believed: those of another class are of other parts.
func tellsParts(r *decode.Record, class *ship.Class, m *message.ObjectCreate) bool {
	return r.Content().Complete() && !r.Has(decode.Trailing) && !r.Has(decode.BoolGroup) && len(m.Subsystems) > 0 && class != nil && m.Class() == class
}
