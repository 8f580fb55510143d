package timeline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// happens says what messages tell about ships, by opcode. They get complete messages, of a creation those whose state at the
// end cannot be read too, and no repeats.
var happens = [256]struct {
	take   func(*ships, *decode.Record)
	copied bool       // what the host tells several clients counts once
	bit    facts.Bits // only rows that have it tell something
}{
	message.OpcodeObjectCreate: {of((*ships).creation), false, facts.Begins}, message.OpcodeObjectCreateTeam: {of((*ships).creation), false, facts.Begins},
	message.OpcodePythonEvent: {of((*ships).event), true, 0}, message.OpcodeClientEvent: {of((*ships).event), true, 0}, message.OpcodePythonEvent2: {of((*ships).event), true, 0},
	message.OpcodeStartFiring: {of((*ships).startFiring), true, 0}, message.OpcodeStopFiring: {of((*ships).stopFiring), true, 0},
	message.OpcodeStartCloak: {of((*ships).cloak), true, 0}, message.OpcodeStopCloak: {of((*ships).cloak), true, 0},
	message.OpcodeStartWarp:       {of((*ships).warp), true, 0},
	message.OpcodeDestroyObject:   {(*ships).destruction, false, facts.Ends},
	message.OpcodeCollisionEffect: {of((*ships).collision), true, 0},
	message.OpcodeTorpedoFire:     {of((*ships).torpedo), true, 0},
	message.OpcodeBeamFire:        {of((*ships).beam), true, 0},
	message.OpcodeEnterSet:        {of((*ships).enterSet), false, 0},
	message.OpcodeExplosion:       {of((*ships).explosion), true, 0},
	message.OpcodeScoreChange:     {of((*ships).score), true, 0},
}

// of gives a message to what takes messages of its kind.
func of[M wire.Message](take func(*ships, *decode.Record, M)) func(*ships, *decode.Record) {
	return func(t *ships, r *decode.Record) {
		if m, ok := r.Content().Message.(M); ok {
			take(t, r, m)
		}
	}
}

// whose finds the ship that an id means, itself or a part of it; nil if none is known.
func (t *ships) whose(r *decode.Record, id uint32) (x *shipLife, part string) {
	id, part = match.Whole(r, id)
	x = t.current(id)
	if x != nil {
		x.rename(t.scope, t.names())
	}
	return x, part
}

// nameOf names an object; its id if it has no name, "" for none.
func nameOf(r *decode.Record, id uint32) string {
	const everybody = 0xFFFFFFFF
	if id == 0 || id == everybody {
		return ""
	}
	if r.Context.Names != nil {
		if name := r.Context.Names.Name(id); name != "" {
			return name
		}
	}
	return tally.ObjectText(id)
}

// eventWith gives an event its other object, "" being none, and the words for it.
func eventWith(r *decode.Record, e figures.Event, join string, other uint32) figures.Event {
	e.Other = nameOf(r, other)
	if e.Other != "" {
		e.OtherID = tally.ObjectText(other)
		e.Text += join + e.Other
	}
	return e
}

func spaced(words ...string) (text string) {
	for _, w := range words {
		if w != "" && text != "" {
			text += " "
		}
		text += w
	}
	return text
}

// creation tells of a ship that was not created yet.
func (t *ships) creation(r *decode.Record, m *message.ObjectCreate) {
	if t.Life == 0 || r.Content().Fields < m.FieldsToObject() {
		return
	}
	x := t.life()
	if m.ClassID != message.ClassShip {
		x.other = true
		return
	}
	x.rename(t.scope, t.names())
	x.condition.begin()
	brought := x.create(r, m)
	t.told(x, nil)
	what := figures.Created
	if t.played(x) {
		what = figures.Respawned
	}
	t.tell(x, figures.Event{What: what, Text: spaced(what, "as", x.className()), Place: m.SetName.String()}, brought)
}

// played reports whether the player of a ship had another before, in the same game of the host.
func (t *ships) played(x *shipLife) bool {
	key := slotKeyOf(x)
	for _, y := range slices.Backward(t.list) { // mostly lately
		another := x.Player != nil && y.Player != nil && x.Player.Game != y.Player.Game
		if y != x && y.player == x.player && slotKeyOf(y) == key && !another {
			return true
		}
	}
	return false
}

func (t *ships) torpedo(r *decode.Record, m *message.TorpedoFire) {
	t.launch(r, m.ObjectID, m.TargetID, m.HasTarget(), "a torpedo", Shot{Kind: match.Torpedo, Direction: &m.Direction})
}

func (t *ships) beam(r *decode.Record, m *message.BeamFire) {
	t.launch(r, m.ObjectID, m.TargetID, m.HasTarget(), "a beam", Shot{Kind: match.Pulse, Direction: &m.Direction})
}

func (t *ships) launch(r *decode.Record, weapon, target uint32, aimed bool, kind string, s Shot) {
	if !aimed {
		target = 0
	}
	t.fire(r, weapon, target, kind)
	t.shoots(r, s, weapon, target)
}

// startFiring: stock software names the weapon as target of the event, OpenBC the ship
// as its source.
func (t *ships) startFiring(r *decode.Record, m *message.Event) {
	weapon := t.weaponOf(r, m)
	target := m.TargetRef
	if x, _ := t.whose(r, target); x == nil {
		target = 0 // tests of OpenBC put chance there
	}
	t.fire(r, weapon, target, "")
	t.shoots(r, Shot{Kind: match.Beam(r, weapon)}, weapon, target)
}

// stopFiring is for whoever listens only: a timeline has no rows of it.
func (t *ships) stopFiring(r *decode.Record, m *message.Event) {
	if t.scope.options.Listener == nil {
		return
	}
	weapon := t.weaponOf(r, m)
	t.shoots(r, Shot{Kind: match.Beam(r, weapon), Ends: true}, weapon, 0)
}

// weaponOf gives the weapon that an event of beams is about, or its ship.
func (t *ships) weaponOf(r *decode.Record, m *message.Event) uint32 {
	if x, _ := t.whose(r, m.TargetID); x == nil {
		return m.SourceID
	}
	return m.TargetID
}

// fire tells of a shot, not of its copies; kind says what it was if nobody knows with which weapon.
func (t *ships) fire(r *decode.Record, weapon, target uint32, kind string) {
	if t.again {
		return
	}
	x, part := t.whose(r, weapon)
	if part != "" {
		part = weaponName(r, weapon, part)
	}
	if x != nil {
		e := eventWith(r, figures.Event{What: figures.Fired, Part: part, Text: spaced("fired", cmp.Or(part, kind))}, " → ", target)
		if e.Text == "fired" {
			e.Text = "fired, weapon and target unknown"
		}
		t.tell(x, e, 0)
	}
	if victim, _ := t.whose(r, target); victim != nil {
		by := weapon
		if x != nil {
			by = x.Object
		}
		t.tell(victim, eventWith(r, figures.Event{What: figures.FiredAt, Part: part, Text: spaced("under fire:", cmp.Or(part, kind, "a weapon"))}, " of ", by), 0)
	}
}

// Codes of events that tell something about ships.
const (
	codeRepaired     = 0x00800074
	codeTractorHits  = 0x0080007E
	codePhaserFires  = 0x00800081
	codeAddToRepairs = 0x008000DF
)

func (t *ships) event(r *decode.Record, m *message.Event) {
	if m.Explodes() {
		t.exploding(r, m)
		return
	}
	if t.again {
		return
	}
	switch m.EventCode {
	case codePhaserFires:
		t.shoots(r, Shot{Kind: match.Phaser, Aims: true}, m.SourceID, m.ObjectRef)
	case codeAddToRepairs:
		t.repair(r, m, figures.Damaged)
	case codeRepaired:
		t.repair(r, m, figures.Repaired)
	case codeTractorHits:
		t.shoots(r, Shot{Kind: match.Tractor, Aims: true}, m.TargetID, m.ObjectRef)
		if x, _ := t.whose(r, m.ObjectRef); x != nil {
			t.tell(x, eventWith(r, figures.Event{What: figures.Tractored, Text: "held by a tractor beam"}, " of ", m.TargetID), 0)
		}
	}
}

// repair: the source is the part.
func (t *ships) repair(r *decode.Record, m *message.Event, what string) {
	if x, part := t.whose(r, m.SourceID); x != nil {
		t.tell(x, figures.Event{What: what, Part: part, Text: spaced(part, what)}, 0)
	}
}

// exploding: the source is the ship of the killer, the target the one that dies.
func (t *ships) exploding(r *decode.Record, m *message.Event) {
	victim := t.ended()
	if victim == nil {
		return
	}
	victim.rename(t.scope, t.names())
	e := eventWith(r, figures.Event{What: figures.Exploded, Text: "exploded"}, ", killed by ", m.SourceID)
	victim.diedBy = e.Text
	t.tell(victim, e, 0)
	if killer, _ := t.whose(r, m.SourceID); killer != nil && killer != victim {
		t.tell(killer, eventWith(r, figures.Event{What: figures.Killed, Text: "killed"}, " ", m.TargetID), 0)
	}
}

// ended gives the ship whose life a message ends; nil if it ends none.
func (t *ships) ended() *shipLife {
	if t.Life == 0 || !t.Has(facts.Ends) {
		return nil
	}
	return t.life()
}

func (t *ships) destruction(*decode.Record) {
	if x := t.ended(); x != nil {
		x.diedBy = "removed by the host"
		t.tell(x, figures.Event{What: figures.Removed, Text: x.diedBy}, 0)
	}
}

// collision: the target is the ship of the client that tells it.
func (t *ships) collision(r *decode.Record, m *message.Event) {
	x, _ := t.whose(r, m.TargetID)
	if x == nil {
		return
	}
	e := eventWith(r, figures.Event{What: figures.Collided, Amount: number(m.Force), Text: "collided"}, " with ", m.SourceID)
	if e.Amount != nil {
		e.Text += fmt.Sprintf(", force %.0f", m.Force)
	}
	t.tell(x, e, 0)
}

func (t *ships) explosion(r *decode.Record, m *message.Explosion) {
	if x, _ := t.whose(r, m.ObjectID); x != nil {
		damage := m.Damage.Float32()
		t.tell(x, figures.Event{What: figures.Hit, Amount: &damage, Text: fmt.Sprintf("hit, damage %.0f within %.0f", damage, m.Radius.Float32())}, 0)
	}
}

// cloak: 0x0E starts, 0x0F stops. An update says it too, sooner or later.
func (t *ships) cloak(r *decode.Record, m *message.Event) {
	x, _ := t.whose(r, m.TargetID)
	if x == nil {
		x, _ = t.whose(r, m.SourceID)
	}
	if x == nil {
		return
	}
	before := x.motion
	x.setCloak(r.Payload[0] == message.OpcodeStartCloak)
	t.tellCloak(x, &before)
}

// tellCloak gives an event if the ship has cloaked or decloaked.
func (t *ships) tellCloak(x *shipLife, before *motion) {
	now := &x.motion
	was, known := before.cloaked, before.known&freshCloak != 0
	switch {
	case now.known&freshCloak == 0 || !known && !now.cloaked || known && was == now.cloaked:
	case now.cloaked:
		t.tell(x, figures.Event{What: figures.Cloaked, Text: "cloaked"}, freshCloak)
	default:
		t.tell(x, figures.Event{What: figures.Decloaked, Text: "decloaked"}, freshCloak)
	}
}

func (t *ships) warp(r *decode.Record, m *message.Event) {
	if x, _ := t.whose(r, m.SourceID); x != nil {
		place := m.SetName.String()
		t.tell(x, figures.Event{What: figures.Warped, Place: place, Text: spaced("warped to", place)}, 0)
	}
}

// enterSet: the host tells each client, and not all of them the same.
func (t *ships) enterSet(r *decode.Record, m *message.EnterSet) {
	x := t.current(m.ObjectID)
	if place := m.SetName.String(); x != nil && x.place != place {
		x.place = place
		t.tell(x, figures.Event{What: figures.Entered, Place: place, Text: spaced("entered", place)}, 0)
	}
}

// score: players are named by their peer ids. The victim has an event of its own.
func (t *ships) score(r *decode.Record, m *message.ScoreChange) {
	if m.KillerID <= 0 || m.KillerID > math.MaxUint8 {
		return
	}
	x := t.players[peerKey{t.server(), uint8(m.KillerID)}]
	if x == nil {
		return
	}
	score := float32(m.KillerScore)
	text := "score " + strconv.Itoa(int(m.KillerScore)) + ", " + tally.Counted(int(m.KillerKills), "kill", "kills")
	t.tell(x, figures.Event{What: figures.Scored, Amount: &score, Text: text}, 0)
}
