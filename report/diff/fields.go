package diff

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// field is a field of a kind of messages.
type field struct {
	name, form string // form of its values in filters
	means      meaning
	step       bool // its value tells apart what a step of protocol is
	chosen     bool
	told       bool // it follows from another field
}

// meaning is what the value of a field means in another capture.
type meaning uint8

const (
	itself meaning = iota
	whoseObject
	whichPlayer
	whichSlot
	whichTeam
	anAddress
	nothing     // in another capture
	nothingHere // nor whether it is there
)

// Forms of values in filters.
const (
	noForm  = "" // no filter tells the value
	numeric = "n"
	quoted  = "q"
	boolean = "b"
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// What fields hold, by the last part of their names.
var (
	isPlayer = words("player_id peer_id assigned_peer_id sender_id killer_id victim_id firing_player")
	isSlot   = words("owner_slot player_slot")
	// free are fields whose values mean nothing in another capture: moments, what is random, names, and what people type.
	free = words("game_time end_time token number name player_name text new_name password condition children power facings main_battery backup_battery")
	// toldApart are names that are no choice of anybody.
	toldApart = words("event_name form round class_name map_name")
	// steps are fields whose values tell what a step of protocol is.
	steps = words("round event_name form")
	// occasional are fields whose values follow from what happened, such as how a ship died, and whom somebody aims at.
	occasional = words("firing_player source_id target_id lifetime target_ref object_id owner_slot sender_id player_id killer_id victim_id")
	// chosen are fields whose values follow from what people do: how often each comes means nothing.
	chosen = words("species ship team projectile projectile_name kind kills deaths score killer_kills killer_score victim_deaths points force damage magnitude speed index value set_name system_index system_name cloaked object_ref")
)

func newField(n *wire.Node, name string) *field {
	last := name[strings.LastIndexByte(name, '.')+1:]
	f := &field{name: name, form: numeric, chosen: chosen[last], told: !n.Owned(), step: steps[last]}
	switch k := n.Kind; {
	case strings.HasPrefix(name, "subsystems.") || strings.HasPrefix(name, "tree."):
		f.means = nothingHere // it follows from the class of a ship, or from the files of a client
	case k == wire.ID:
		f.means = whoseObject
	case isPlayer[last]:
		f.means = whichPlayer
	case isSlot[last]:
		f.means = whichSlot
	case last == "address":
		f.means = anAddress
	case last == "team":
		f.means = whichTeam
	case k == wire.Reals, k == wire.Octets, k == wire.Bytes, free[last], strings.Contains(last, "hash"), strings.HasSuffix(last, "_name") && !toldApart[last]:
		f.means = nothing
	case k == wire.Characters:
		f.form = quoted
	case k == wire.Bool:
		f.form = boolean
	case k == wire.Real: // its text is rounded
		f.form = noForm
	}
	if f.means != itself || strings.Contains(name, ".") { // some element of a list has it
		f.form = noForm
	}
	return f
}

// present is the condition that a field is there: alone, a boolean says whether it is true.
func (f *field) present(string) string {
	if f.form == boolean {
		return "(fields." + f.name + " == true || fields." + f.name + " == false)"
	}
	return "fields." + f.name
}

// has is the condition that it has a value.
func (f *field) has(value string) string {
	switch {
	case f.form == quoted && !strings.ContainsAny(value, "\"\\"):
		return "fields." + f.name + ` == "` + value + `"`
	case f.form == boolean, f.form == numeric && value != "none" && (!strings.Contains(value, "e") || strings.HasPrefix(value, "0x")):
		return "fields." + f.name + " == " + value
	}
	return ""
}

// leaf counts a field of the message at hand, and its value.
func (x *looker) leaf(n *wire.Node, path, text []byte) {
	k := x.here
	f := k.fields[string(path)]
	if f == nil {
		if x.aspects++; x.aspects > maxKinds {
			x.dropped++
			return
		}
		f = newField(n, string(path))
		k.fields[f.name] = f
	}
	if f.step {
		x.label += " " + string(text)
	}
	many := x.kind == message.OpcodePythonEvent || x.kind == message.OpcodePlayerListEvent // has many codes
	if many && (f.name == "event_code" || f.name == "event_name") {
		x.event = string(text)
	}
	switch {
	case f.means == nothingHere:
		return
	case f.told: // it names the value of the field before, such as the number of an event
		if x.last != nil && x.last.name == "" && len(text) <= maxValue {
			x.last.name = string(text)
		}
		return
	}
	x.last = nil
	value := x.says(f, n, text)
	of, title := "", f.name
	if many && x.event != "" {
		of, title = x.event+" ", f.name+" of "+x.event
	}
	if !strings.Contains(f.name, ".") {
		if v := x.count(of+"has "+f.name, "field "+title, "there", f.present); v != nil && of != "" {
			x.ofEvent(v)
		}
	}
	role := f.means >= whoseObject && f.means <= whichSlot
	if value == "" || (f.chosen || role) && x.passedOn() { // a copy is no choice
		return
	}
	v := x.count(of+f.name, title, value, f.has)
	if v == nil {
		return
	}
	v.mixed = role // the more players there are, the more is about others
	v.group, v.chosen, v.never = "", f.chosen || many && of == "", !occasional[f.name[strings.LastIndexByte(f.name, '.')+1:]]
	if strings.Contains(f.name, ".") {
		v.unit = "elements"
	}
	if of != "" {
		x.ofEvent(v)
	}
	if (f.chosen || role) && x.dir == toClient && v.where[len(v.where)-1] != anew {
		v.where = append(v.where[:len(v.where):len(v.where)], anew)
	}
	x.last = v.cells[value]
}

// ofEvent says that values are of one kind of event only.
func (x *looker) ofEvent(v *values) {
	v.group, v.subject = "", x.here.title+" "+x.event
	if v.where[len(v.where)-1] == x.here.where[len(x.here.where)-1] {
		if e, ok := x.record.Content().Message.(*message.Event); ok {
			v.where = append(v.where[:len(v.where):len(v.where)], fmt.Sprintf("fields.event_code == 0x%08X", e.EventCode))
		}
	}
}

// anew is the condition of what is not passed on.
const anew = "!relay_of"

// passedOn reports whether the host passed on what a client has said.
func (x *looker) passedOn() bool { return x.record.Relay.Frame != 0 }

// Roles of objects and players, as seen by the client of a message.
const (
	roleSome   = "there"
	roleNone   = "none"
	roleAny    = "any"
	roleOwn    = "own"
	roleOther  = "of another"
	roleHost   = "of no player"
	roleNobody = "nobody"
)

// says gives the value of a field as it means the same in each capture; "" = it has none.
func (x *looker) says(f *field, n *wire.Node, text []byte) string {
	value := string(text)
	number, err := strconv.ParseInt(value, 10, 64)
	switch f.means {
	case whoseObject:
		return x.role(uint32(n.Int))
	case whichPlayer:
		switch {
		case err != nil:
			return ""
		case number == 0:
			return roleNobody
		case number == 1:
			return roleHost
		case x.party != nil && number == int64(x.party.conn.PeerID):
			return roleOwn
		case number > 255 || number < 0: // some servers write the id of a ship
			return x.role(uint32(number)) //nolint:gosec // of it
		}
		x.others = true
		return roleOther
	case whichSlot:
		if x.owner = int(number); err == nil && x.party != nil && int(number) == x.party.conn.Slot {
			return roleOwn
		}
		x.others = true
		return roleOther
	case anAddress:
		if value == "0.0.0.0" {
			return roleNone
		}
		return roleSome
	case whichTeam: // without teams each player is one: from the slot of the owner, which has just been read
		if err == nil && x.owner >= 0 {
			return fmt.Sprintf("slot %+d", int(number)-x.owner)
		}
	case nothing:
		return ""
	}
	return value
}

// role says whose an object is.
func (x *looker) role(id uint32) string {
	switch _, players := wire.OwnerSlot(id); {
	case id == 0:
		return roleNone
	case id == 0xFFFFFFFF:
		return roleAny
	case x.owns(id):
		return roleOwn
	case !players:
		return roleHost
	}
	x.others = true
	return roleOther
}

// leaves goes through the fields of messages that are printed, and the texts that say what they stand for. It uses its
// memory again. The zero value is ready.
type leaves struct {
	view       wire.View
	take       func(n *wire.Node, path, text []byte)
	path, text []byte
	ends       []int // of the path, around what is open
	// loose says that another message of the same kind may have more or fewer bytes: there is a list, a text, or raw bytes.
	loose bool
}

// of gives the leaves of a message to take, in wire order, with what filters call them but for the places in lists, and
// their values as they are printed; limit is as for [fields.AppendJSON]. They are valid until take returns.
func (l *leaves) of(m wire.Message, limit int, take func(n *wire.Node, path, text []byte)) {
	l.take, l.path, l.ends, l.loose = take, l.path[:0], l.ends[:0], false
	l.view.Show(m, limit, l)
}

// Value takes one. Of what follows from fields only texts are given.
func (l *leaves) Value(n *wire.Node) {
	if n.Owned() {
		switch n.Kind {
		case wire.Characters:
			l.loose = l.loose || strings.HasPrefix(n.Type, "wstr") || len(n.Bytes) > 0 && n.Type != "ipv4"
		case wire.Octets:
			l.loose = l.loose || len(n.Bytes) > 0
		case wire.Bytes:
			l.loose = l.loose || n.Int > 0
		}
	} else if n.Kind != wire.Characters {
		return
	}
	if !n.Hidden {
		end := len(l.path)
		l.path, l.text = append(l.path, n.Name...), fields.AppendValue(l.text[:0], n)
		l.take(n, l.path, l.text)
		l.path = l.path[:end]
	}
}

// Open opens a part of the path.
func (l *leaves) Open(g wire.Group, name string) {
	if g != wire.Item {
		l.ends = append(l.ends, len(l.path))
		l.path = append(append(l.path, name...), '.')
	}
	l.loose = l.loose || g == wire.List
}

// Close closes it.
func (l *leaves) Close(g wire.Group, _ bool) {
	if g != wire.Item {
		last := len(l.ends) - 1
		l.path, l.ends = l.path[:l.ends[last]], l.ends[:last]
	}
}
