package normal

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/decode/wire"
)

func lastOf(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// says is what the value of a field means in another capture.
type says uint8

const (
	itself says = iota
	whoseObject
	whichPlayer
	whichSlot
	whichTeam
	anAddress
	nothing     // in another capture
	nothingHere // nor whether it is there
)

// saysOf tells what the values of a field mean, and their form in filters.
func saysOf(kind wire.Kind, name string) (says, string) {
	switch {
	case kind == wire.ID:
		return whoseObject, noForm
	case isPlayer[name]:
		return whichPlayer, noForm
	case isSlot[name]:
		return whichSlot, noForm
	case name == "address":
		return anAddress, noForm
	case name == "team":
		return whichTeam, noForm
	case kind == wire.Reals, kind == wire.Octets, kind == wire.Bytes, free[name], strings.Contains(name, "hash"), strings.HasSuffix(name, "_name") && !toldApart[name]:
		return nothing, noForm
	case kind == wire.Characters:
		return itself, quoted
	case kind == wire.Bool:
		return itself, boolean
	case kind == wire.Real: // its text is rounded
		return itself, noForm
	}
	return itself, number
}

// meaning gives the value of a field that means the same in each capture; nil = it has none.
func (y *layout) meaning(l *line, p *path, f *leaf) []byte {
	switch p.says {
	case whoseObject:
		return y.role(l, uint32(f.Int))
	case whichPlayer:
		return y.player(l, f.text)
	case whichSlot:
		return y.slot(l, f.text)
	case anAddress:
		return address(f.text)
	case whichTeam:
		return y.team(f.text)
	case nothing:
		return nil
	}
	return f.text
}

// address says whether there is one.
func address(value []byte) []byte {
	if string(value) == "0.0.0.0" {
		return roleNone
	}
	return roleSome
}

// team gives the team as its distance from the slot of the owner, which has just been read: without
// teams each player is one.
func (y *layout) team(value []byte) []byte {
	n, err := strconv.Atoi(string(value))
	if err != nil || y.owner < 0 {
		return value
	}
	return fmt.Appendf(nil, "slot %+d", n-y.owner)
}

// role says whose an object is, from where the client sits.
func (y *layout) role(l *line, id uint32) []byte {
	switch {
	case id == 0:
		return roleNone
	case id == 0xFFFFFFFF:
		return roleAny
	case l.owns(id):
		return roleOwn
	}
	if _, ok := wire.OwnerSlot(id); !ok {
		return roleHost
	}
	y.others = true
	return roleOther
}

// player says who a peer is, from where the client sits.
func (y *layout) player(l *line, value []byte) []byte {
	id, err := strconv.ParseInt(string(value), 10, 64)
	switch {
	case err != nil:
		return nil
	case id == 0:
		return roleNobody
	case id == 1:
		return roleHost
	case l.conn != nil && id == int64(l.conn.PeerID):
		return roleOwn
	case id > 255 || id < 0:
		return y.role(l, uint32(id)) //nolint:gosec // some servers write the id of a ship
	}
	y.others = true
	return roleOther
}

func (y *layout) slot(l *line, value []byte) []byte {
	slot, err := strconv.Atoi(string(value))
	y.owner = slot
	if err == nil && l.conn != nil && slot == l.conn.Slot {
		return roleOwn
	}
	y.others = true
	return roleOther
}

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// Forms of values in filters.
const (
	noForm  = "" // no filter tells the value
	number  = "n"
	quoted  = "q"
	boolean = "b"
)

var (
	roleSome   = []byte("there")
	roleNone   = []byte("none")
	roleAny    = []byte("any")
	roleOwn    = []byte("own")
	roleOther  = []byte("of another")
	roleHost   = []byte("of no player")
	roleNobody = []byte("nobody")
)

// isPlayer are fields that hold the peer id of a player, and isSlot those that hold a slot.
var (
	isPlayer = words("player_id peer_id assigned_peer_id sender_id killer_id victim_id firing_player")
	isSlot   = words("owner_slot player_slot")
	// free are fields whose values mean nothing in another capture: moments, what is random, names and
	// what people type.
	free = words("game_time end_time token number name player_name text new_name password condition children power facings main_battery backup_battery")
	// toldApart are names that are no choice of anybody.
	toldApart = words("event_name form round class_name map_name")
	// occasional are fields whose values follow from what happened, such as how a ship died.
	occasional = words("event_code event_name firing_player source_id target_id lifetime")
	// chosen are fields whose values follow from what people do: how often each comes means nothing.
	chosen = words("species ship team projectile projectile_name kind kills deaths score killer_kills killer_score victim_deaths points force damage magnitude speed index value set_name system_index system_name cloaked")
)
