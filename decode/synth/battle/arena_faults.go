package battle

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"bcdump/decode/synth"
)

// faultKind is what a fault does.
type faultKind struct {
	Name   string
	one    bool // by default to the last player, not to all
	always bool // not one State in ten, but all
	// world changes what a State tells; nil = it does not. bytes changes it as it is written.
	world func(g *arena, f *fan, list []synth.Entity) []synth.Entity
	bytes func(b []byte) []byte
}

var faultKinds = []faultKind{
	{Name: otherFormat, bytes: func(b []byte) []byte { b[3] = 2; return b }},
	{Name: otherSize, bytes: func(b []byte) []byte { b[0]++; return b }},
	{Name: otherType, bytes: func(b []byte) []byte { b[2] = 42; return b }},
	{Name: cutShort, bytes: func(b []byte) []byte { return resized(b[:len(b)-3]) }},
	{Name: tooLong, bytes: func(b []byte) []byte { return resized(append(b, 0, 0)) }},
	{Name: tooMany, world: func(g *arena, _ *fan, list []synth.Entity) []synth.Entity {
		for len(list) <= earlyCap {
			list = append(list, g.ghost(len(list), synth.EnemyEntity))
		}
		return list
	}},
	{Name: oddKind, world: func(g *arena, _ *fan, list []synth.Entity) []synth.Entity { return append(list, g.ghost(0, 9)) }},
	{Name: noNumber, world: func(_ *arena, _ *fan, list []synth.Entity) []synth.Entity {
		list[0].X = float32(math.NaN())
		return list
	}},
	{Name: twice, world: func(_ *arena, _ *fan, list []synth.Entity) []synth.Entity { return append(list, list[0]) }},
	{Name: reusedID, always: true},
	{Name: flickers, always: true, world: func(g *arena, _ *fan, list []synth.Entity) []synth.Entity {
		at := slices.IndexFunc(list, func(e synth.Entity) bool { return e.Type != synth.PlayerEntity })
		if at < 0 || g.tick/6%10 != 5 {
			return nil
		}
		return slices.Delete(list, at, at+1)
	}},
	{Name: unlike, one: true, world: func(_ *arena, _ *fan, list []synth.Entity) []synth.Entity {
		list[0].X++
		return list
	}},
	{Name: frozen, one: true, always: true, world: func(g *arena, f *fan, list []synth.Entity) []synth.Entity {
		if f.frozen == nil {
			f.frozen, f.until = list, g.now+2*time.Second
		}
		if g.now > f.until {
			return nil
		}
		return f.frozen
	}},
	{Name: slowly, always: true},
	{Name: oversize, always: true, world: func(_ *arena, _ *fan, list []synth.Entity) []synth.Entity { return list }},
	{Name: oddKeys},
	{Name: lately, one: true},
	{Name: LostPart, one: true, world: func(_ *arena, _ *fan, list []synth.Entity) []synth.Entity { return list }},
}

func resized(b []byte) []byte {
	binary.LittleEndian.PutUint16(b, uint16(len(b)-4))
	return b
}

// ghost is an entity that is only told, in the States of this tick.
func (g *arena) ghost(n int, kind uint8) synth.Entity {
	return synth.Entity{ID: uint32(1<<20 + (g.tick%(1<<10))<<10 + n), Type: kind, X: worldWidth / 2}
}

// entityFault is a fault of a battle.
type entityFault struct {
	*faultKind
	Broken
	player int           // 0 = all
	from   time.Duration // in the battle
}

func (g *arena) hookFaults() {
	for i := range g.Troubles {
		t := &g.Troubles[i]
		at := slices.IndexFunc(faultKinds, func(k faultKind) bool { return k.Name == t.Name })
		x := &entityFault{faultKind: &faultKinds[at], Broken: Broken{t.Name, []int64{}}, player: t.Player, from: g.when(t)}
		if x.one {
			x.player = g.playerOf(t)
		}
		g.faults = append(g.faults, x)
	}
}

// strikes reports that a fault is about what a player is sent in this tick; nil = about the world.
func (g *arena) strikes(x *entityFault, f *fan) bool {
	return g.now >= x.from && (f == nil || x.player == 0 || x.player == f.number) && (x.always || g.tick%10 == 6)
}

// hit gives the fault of a name that is about what a player is sent in this tick; nil = none.
func (g *arena) hit(name string, f *fan) *entityFault {
	for _, x := range g.faults {
		if x.Name == name && g.strikes(x, f) {
			return x
		}
	}
	return nil
}
