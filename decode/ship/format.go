package ship

import (
	"fmt"
	"slices"
)

// Format is what the entry of a subsystem consists of, apart from the
// conditions of itself and its children.
type Format uint8

// The formats of entries, in a state block and in a creation blob.
const (
	Base    Format = iota // nothing more
	Powered               // a setting of its power, and the tail in a blob
	Shield                // a setting of its power, six facings
	Reactor               // two batteries
)

var formatNames = []string{Base: "base", Powered: "powered", Shield: "shield", Reactor: "power"}

// String is the name that a ship file uses.
func (f Format) String() string { return nameOf(formatNames, f, "Format") }

// HasPower tells whether the user can set the power of such a subsystem. Then
// its entry in a state block has a bool, and an index of its own in a power block.
func (f Format) HasPower() bool { return f == Powered || f == Shield }

// Tail is one value at the end of an entry in a creation blob.
type Tail uint8

// The values of tails.
const (
	WeaponBit Tail = iota
	PhaserLevel
	TorpedoSlot
	TractorMode
	CloakBit
)

var tailNames = []string{
	WeaponBit:   "weapon_bit",
	PhaserLevel: "phaser_level",
	TorpedoSlot: "torpedo_slot",
	TractorMode: "tractor_mode",
	CloakBit:    "cloak_bit",
}

// String is the name that a ship file uses.
func (t Tail) String() string { return nameOf(tailNames, t, "Tail") }

// IsBool tells a bool, which shares a byte with the other bools of its blob,
// from a value that is a byte.
func (t Tail) IsBool() bool { return t == WeaponBit || t == CloakBit }

// UnmarshalText reads the name that a ship file uses.
func (f *Format) UnmarshalText(name []byte) error {
	*f = Format(slices.Index(formatNames, string(name))) //nolint:gosec // a test reads the one file that this is for
	return nil
}

// UnmarshalText reads the name that a ship file uses.
func (t *Tail) UnmarshalText(name []byte) error {
	*t = Tail(slices.Index(tailNames, string(name))) //nolint:gosec // a test reads the one file that this is for
	return nil
}

func nameOf[T ~uint8](names []string, value T, kind string) string {
	if int(value) < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%s(%d)", kind, value)
}

// A kind of subsystem is fixed in the game itself, scripts cannot add one. So
// the list is closed, and a slip of the pen in a file is found.
type kind struct {
	name   string
	format Format
	tail   []Tail
	number TypeNumber
}

// TypeNumber is what the game calls a type of subsystems: the number that its program and its
// scripts use, and the constant that stands for it. Neither is ever on the wire. They are from
// published static analysis.
type TypeNumber struct {
	Number   uint16
	Constant string
}

var kinds = []kind{
	{name: "hull", format: Base, number: TypeNumber{0x8027, "CT_HULL_SUBSYSTEM"}},
	{name: "shield", format: Shield, number: TypeNumber{0x8028, "CT_SHIELD_SUBSYSTEM"}},
	{name: "sensor", format: Powered, number: TypeNumber{0x8023, "CT_SENSOR_SUBSYSTEM"}},
	{name: "power", format: Reactor, number: TypeNumber{0x8022, "CT_POWER_SUBSYSTEM"}},
	{name: "impulse_system", format: Powered, number: TypeNumber{0x8026, "CT_IMPULSE_ENGINE_SUBSYSTEM"}},
	{name: "warp_system", format: Powered, number: TypeNumber{0x8025, "CT_WARP_ENGINE_SUBSYSTEM"}},
	{name: "phaser_system", format: Powered, tail: []Tail{WeaponBit, PhaserLevel}, number: TypeNumber{0x801F, "CT_PHASER_SYSTEM"}},
	{name: "pulse_system", format: Powered, tail: []Tail{WeaponBit}, number: TypeNumber{0x8020, "CT_PULSE_WEAPON_SYSTEM"}},
	{name: "torpedo_system", format: Powered, tail: []Tail{WeaponBit, TorpedoSlot}, number: TypeNumber{0x801E, "CT_TORPEDO_SYSTEM"}},
	{name: "tractor_system", format: Powered, tail: []Tail{WeaponBit, TractorMode}, number: TypeNumber{0x8021, "CT_TRACTOR_BEAM_SYSTEM"}},
	{name: "repair", format: Powered, number: TypeNumber{0x8029, "CT_REPAIR_SUBSYSTEM"}},
	{name: "cloak", format: Powered, tail: []Tail{CloakBit}, number: TypeNumber{0x8024, "CT_CLOAKING_SUBSYSTEM"}},
	// Of an engine only the number of its property is known: what the scripts make it from.
	{name: "engine", format: Powered, number: TypeNumber{0x813D, "CT_ENGINE_PROPERTY"}},
	{name: "phaser", format: Powered, number: TypeNumber{0x802C, "CT_PHASER_BANK"}},
	{name: "pulse_weapon", format: Powered, number: TypeNumber{0x802D, "CT_PULSE_WEAPON"}},
	{name: "torpedo_tube", format: Powered, number: TypeNumber{0x802F, "CT_TORPEDO_TUBE"}},
	{name: "tractor_beam", format: Powered, number: TypeNumber{0x802E, "CT_TRACTOR_BEAM_PROJECTOR"}},
}

// NumberOf gives the number of a type of [Subsystem] or [Part]; zero if there is no such type.
func NumberOf(name string) (n TypeNumber) {
	for i := range kinds {
		if kinds[i].name == name {
			n = kinds[i].number
		}
	}
	return n
}

var kindNames = namesOfKinds()

func namesOfKinds() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].name
	}
	return names
}
