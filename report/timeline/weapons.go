package timeline

import (
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/tally"
)

// weaponName is the name of a part if that can fire what a message says; if not, no more is known
// than its id, and why.
func weaponName(r *decode.Record, id uint32, part string) string {
	opcode, _ := r.Opcode()
	kinds := message.FiringParts(opcode)
	if slices.Contains(kinds, match.PartType(r, id)) {
		return part
	}
	kind := "weapon"
	if len(kinds) == 1 {
		kind = strings.ReplaceAll(kinds[0], "_", " ")
	}
	return tally.ObjectText(id) + noWeapon + kind + ")"
}

// noWeapon stands between an id and what it should be.
const noWeapon = " (no "

// partGroup is what shots with several parts of one kind are counted under: the name without its number.
func partGroup(part string) string {
	if _, kind, ok := strings.Cut(part, noWeapon); ok {
		return "with ids of no " + strings.TrimSuffix(kind, ")")
	}
	return strings.TrimRight(part, " 0123456789")
}
