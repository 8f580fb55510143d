package ship

import "fmt"

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
}

var kinds = []kind{
	{name: "hull", format: Base},
	{name: "shield", format: Shield},
	{name: "sensor", format: Powered},
	{name: "power", format: Reactor},
	{name: "impulse_system", format: Powered},
	{name: "warp_system", format: Powered},
	{name: "phaser_system", format: Powered, tail: []Tail{WeaponBit, PhaserLevel}},
	{name: "pulse_system", format: Powered, tail: []Tail{WeaponBit}},
	{name: "torpedo_system", format: Powered, tail: []Tail{WeaponBit, TorpedoSlot}},
	{name: "tractor_system", format: Powered, tail: []Tail{WeaponBit, TractorMode}},
	{name: "repair", format: Powered},
	{name: "cloak", format: Powered, tail: []Tail{CloakBit}},
	{name: "engine", format: Powered},
	{name: "phaser", format: Powered},
	{name: "pulse_weapon", format: Powered},
	{name: "torpedo_tube", format: Powered},
	{name: "tractor_beam", format: Powered},
}

var kindNames = namesOfKinds()

func namesOfKinds() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].name
	}
	return names
}
