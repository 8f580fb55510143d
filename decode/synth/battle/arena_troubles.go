package battle

import "slices"

// Faults of a battle of entity-state. Each breaks the rule of `bcdump check` that has its name behind "entity-", but
// for those that say otherwise.
const (
	//row:faults `version` | one State in ten has version 2
	otherFormat = "version"
	//row:faults `size` | one in ten has another size in its header
	otherSize = "size"
	//row:faults `type` | one in ten is of a type that does not exist
	otherType = "type"
	//row:faults `whole` | one in ten lacks its last three bytes
	cutShort = "whole"
	//row:faults `trailing` | one in ten has two bytes more
	tooLong = "trailing"
	//row:faults `count` | one in ten has 513 entities; that breaks `one-packet` too
	tooMany = "count"
	//row:faults `kind` | one in ten has an entity of type 9
	oddKind = "kind"
	//row:faults `finite` | the position of an entity is no number in one in ten
	noNumber = "finite"
	//row:faults `id-once` | one in ten has an entity twice
	twice = "id-once"
	//row:faults `id-kept` | new entities get the ids of others that are gone
	reusedID = "id-kept"
	//row:faults `flicker` | each second an entity is missing for 0.1 s
	flickers = "flicker"
	//row:faults `same-state` | one State in ten to the player has an entity one pixel away
	unlike = "same-state"
	//row:faults `freeze` | for 2 s the player is told the same again and again: breaks `same-state`
	frozen = "freeze"
	//row:faults `rate` | every second State is not sent
	slowly = "rate"
	//row:faults `one-packet` | there are 60 entities and more, and all are sent
	oversize = "one-packet"
	//row:faults `keys` | one Input in ten has a key without a meaning
	oddKeys = "keys"
	//row:faults `late` | one State in ten to the player is sent 0.1 s late, behind newer ones. No rule
	lately = "late"
	//row:faults `lost-ip-fragment` | one State in ten to the player lacks its last IP fragment; needs `--ip-fragment`. No rule
	LostPart = "lost-ip-fragment"
)

var entityTroubles = []string{
	otherFormat, otherSize, otherType, cutShort, tooLong, tooMany, oddKind, noNumber, twice,
	reusedID, flickers, unlike, frozen, slowly, oversize, oddKeys, lately, LostPart,
}

// EntityTroubleNames lists what may go wrong in a battle of entity-state.
func EntityTroubleNames() []string { return slices.Clone(entityTroubles) }
