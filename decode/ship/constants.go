package ship

import (
	"cmp"
	"slices"
)

// Constant is a number that the game's program has for a kind of subsystem, or for a property from which its scripts
// make one. None is ever on the wire: they are from published static analysis, for people who read it.
type Constant struct {
	TypeNumber
	// Kind is the type of a [Subsystem] or [Part]; "" = no class of the stock game has the number.
	Kind string
	// About says what else is known: of a property, what is made from it.
	About string
}

// Constants lists them by number, once each.
func Constants() []Constant {
	list := slices.Clone(others)
	for _, k := range kinds {
		if at := slices.IndexFunc(list, func(c Constant) bool { return c.Number == k.number.Number }); at >= 0 {
			list[at].Kind = k.name
		} else {
			list = append(list, Constant{k.number, k.name, ""})
		}
	}
	slices.SortFunc(list, func(a, b Constant) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// others are no kinds, but one: of an engine only the property is known.
var others = []Constant{
	{TypeNumber{0x801B, "CT_SHIP_SUBSYSTEM"}, "", "base of all"},
	{TypeNumber{0x801C, "CT_POWERED_SUBSYSTEM"}, "", "base of those with a power setting: 0x80 tells of these"},
	{TypeNumber{0x801D, "CT_WEAPON_SYSTEM"}, "", "base of systems of weapons"},
	{TypeNumber{0x802A, "CT_WEAPON"}, "", "base of single weapons"},
	{TypeNumber{0x802B, "CT_ENERGY_WEAPON"}, "", "base of phasers, pulse weapons and tractor beams"},
	{TypeNumber{0x812B, "CT_SUBSYSTEM_PROPERTY"}, "", "base of all properties"},
	{TypeNumber{0x812C, "CT_POWERED_SUBSYSTEM_PROPERTY"}, "", "base of those with power"},
	{TypeNumber{0x812F, "CT_WEAPON_SYSTEM_PROPERTY"}, "", "makes systems of phasers, torpedoes, tractor beams"},
	{TypeNumber{0x8132, "CT_PHASER_PROPERTY"}, "", "makes 0x802C"},
	{TypeNumber{0x8133, "CT_TORPEDO_SYSTEM_PROPERTY"}, "", "makes 0x801E"},
	{TypeNumber{0x8134, "CT_TORPEDO_TUBE_PROPERTY"}, "", "makes 0x802F"},
	{TypeNumber{0x8135, "CT_PULSE_WEAPON_PROPERTY"}, "", "makes 0x802D"},
	{TypeNumber{0x8136, "CT_TRACTOR_BEAM_PROPERTY"}, "", "makes 0x802E"},
	{TypeNumber{0x8137, "CT_SHIELD_PROPERTY"}, "", "makes 0x8028"},
	{TypeNumber{0x8138, "CT_HULL_PROPERTY"}, "", "makes 0x8027"},
	{TypeNumber{0x8139, "CT_SENSOR_PROPERTY"}, "", "makes 0x8023"},
	{TypeNumber{0x813A, "CT_CLOAKING_SUBSYSTEM_PROPERTY"}, "", "makes 0x8024"},
	{TypeNumber{0x813B, "CT_WARP_ENGINE_PROPERTY"}, "", "makes 0x8025"},
	{TypeNumber{0x813C, "CT_IMPULSE_ENGINE_PROPERTY"}, "", "makes 0x8026"},
	{TypeNumber{0x813D, "CT_ENGINE_PROPERTY"}, "", "makes an engine, of either system"},
	{TypeNumber{0x813E, "CT_POWER_PROPERTY"}, "", "makes 0x8022"},
	{TypeNumber{0x813F, "CT_REPAIR_SUBSYSTEM_PROPERTY"}, "", "makes 0x8029"},
}
