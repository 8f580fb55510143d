package normal

import (
	"bytes"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

const (
	// maxValues bounds the values that are told apart of one field, and maxPaths the fields of one
	// kind of message.
	//limit:maxValues Figures | values of a field that `diff` tells apart, in bytes each at most 64 | "many": those that are not kept are not compared | TestBounds
	maxValues = 32
	//limit:maxPaths Figures | fields of one kind of message in `diff` | not compared | TestBounds
	maxPaths = 128
	// maxValue bounds the text of a value, in bytes.
	maxValue = 64
)

// layout counts how messages look, by kind and direction.
type layout struct {
	kinds  [2][kinds]*looks
	leaves leaves
	fields []figures.NormalField // of the message at hand, that mean the same in each capture
	others bool                  // it is about another client
	owner  int                   // the slot that it names; -1 = none
	last   *cell                 // the value that was counted last; nil = none
}

// looks is how the messages of one kind and direction look.
type looks struct {
	name     string
	slots    float64 // of the capture, when it has ended
	queries  *tally.Queries
	all      cell
	sizes    values
	channels [4]cell
	notes    values
	loose    bool // their sizes differ by what they hold
	paths    map[string]*path
	flags    [256]cell               // of updates
	sizesOf  [256]*[updateSizes]cell // of updates without blocks, by their flags
}

// path is a field.
type path struct {
	name    string
	says    says
	form    string // of its values in filters
	chosen  bool
	step    bool // it counts when steps are compared
	told    bool // it follows from another field
	present cell
	values  values
}

// values counts by value.
type values struct {
	all   int64
	cells map[string]*cell
	many  bool
}

// cell counts messages, and in which connections they are.
type cell struct {
	bursts
	parties uint64
	frame   int64 // of the first
	index   int
	joined  bool   // from fragments
	name    string // what the value stands for; "" = nothing that is known

	lastFrame int64 // of what once counted
	lastIndex uint8
}

// once counts a message, however often it has what is counted.
func (c *cell) once(l *line) {
	if c.count == 0 || c.lastFrame != l.Frame || c.lastIndex != l.Index {
		c.add(l)
		c.lastFrame, c.lastIndex = l.Frame, l.Index
	}
}

func (c *cell) add(l *line) {
	if c.count == 0 {
		c.frame, c.index, c.joined = l.Frame, int(l.Index), l.Joined()
	}
	c.met(l.party()+1, l.at)
}

// met counts what a client had at a moment, by the number of the client.
func (c *cell) met(client int, at capture.Time) {
	c.hit(at)
	c.parties |= 1 << (uint(client) % 64)
}

func (c *cell) clients() int { return bits.OnesCount64(c.parties) }

// add counts a value; what finds no room makes them many.
func (v *values) add(l *line, value []byte) *cell {
	v.all++
	c := v.cells[string(value)]
	if c == nil {
		if len(v.cells) >= maxValues || len(value) > maxValue {
			v.many = true
			return nil
		}
		if v.cells == nil {
			v.cells = map[string]*cell{}
		}
		c = &cell{}
		v.cells[string(value)] = c
	}
	c.add(l)
	return c
}

func (y *layout) of(l *line) *looks {
	k := y.kinds[l.dir][l.kind]
	if k == nil {
		k = &looks{paths: map[string]*path{}, name: l.Title()}
		y.kinds[l.dir][l.kind] = k
	}
	return k
}

// update counts an update that was walked.
func (y *layout) update(l *line, flags uint8) {
	k := y.of(l)
	k.all.add(l)
	k.flags[flags].add(l)
	k.channels[channelOf(l.Header)].add(l)
	k.sized(l, flags)
}

// updateSizes bounds the sizes of updates that are told apart: those without blocks are shorter.
const updateSizes = 64

// sized counts the size of an update whose flags say how long it is.
func (k *looks) sized(l *line, flags uint8) {
	if flags&(message.FlagSubsystems|message.FlagWeapons) != 0 {
		return
	}
	if k.sizesOf[flags] == nil {
		k.sizesOf[flags] = new([updateSizes]cell)
	}
	if size := len(l.Payload); size < updateSizes {
		k.sizesOf[flags][size].add(l)
	}
}

// channelNames are what is said of reliable and ordered messages.
var channelNames = [4]string{"unreliable", "reliable", "unreliable, ordered", "reliable, ordered"}

func channelOf(h *transport.Message) int {
	return tally.BoolInt(h.Reliable()) + 2*tally.BoolInt(h.Ordered())
}

// general counts a message that is decoded, and keeps its fields for others.
func (y *layout) general(l *line) {
	k := y.of(l)
	k.all.add(l)
	k.channels[channelOf(l.Header)].add(l)
	for _, n := range l.Diagnostics() {
		if meansLayout(n.Code) {
			k.notes.add(l, []byte(n.Code))
		}
	}
	y.fields, y.others, y.owner, y.last = y.fields[:0], false, -1, nil
	c := l.Content()
	if u, ok := c.Message.(*message.StateUpdate); ok {
		if c.Fields >= message.UpdateHeaderFields {
			k.flags[u.DirtyFlags].add(l)
			k.sized(l, u.DirtyFlags)
		}
		return
	}
	if c.Message == nil {
		k.sizes.add(l, strconv.AppendInt(nil, int64(len(l.Payload)), 10))
		return
	}
	y.leaves.of(c.Message, fields.Limit(&c.Decoded), func(f *leaf) { y.leaf(l, k, f) })
	k.loose = k.loose || y.leaves.loose
	if !k.loose {
		k.sizes.add(l, strconv.AppendInt(nil, int64(len(l.Payload)), 10))
	}
}

// meansLayout reports whether a note is about what the sender wrote, and not about the network.
func meansLayout(code decode.Code) bool {
	switch code {
	case decode.Truncated, decode.Trailing, decode.BoolGroup, decode.Unusual, decode.DirLastPart, decode.DirOther, decode.OutsideFilter,
		decode.UnknownOpcode, decode.UnknownPayload, record.OneByteLength, record.OldDisconnect, record.Suspect, record.Counter8Bit:
		return true
	}
	return false
}

// leaf counts a field and its value.
func (y *layout) leaf(l *line, k *looks, f *leaf) {
	p := k.place(f)
	if p == nil || p.says == nothingHere {
		return
	}
	value := y.meaning(l, p, f)
	if value != nil && p.step && len(value) <= maxValue {
		y.fields = append(y.fields, figures.NormalField{Name: p.name, Value: string(value)})
	}
	if f.told() {
		y.explain(f)
		return
	}
	y.last = nil
	p.present.once(l)
	if value != nil {
		y.last = p.values.add(l, value)
	}
}

// explain names the value of the field before, such as the number of an event.
func (y *layout) explain(f *leaf) {
	if y.last != nil && y.last.name == "" && len(f.text) <= maxValue {
		y.last.name = string(f.text)
	}
}

// place gives what is counted of a field; nil = there is no room.
func (k *looks) place(f *leaf) *path {
	p := k.paths[string(f.path)]
	if p == nil && len(k.paths) < maxPaths {
		p = newPath(f)
		k.paths[p.name] = p
	}
	return p
}

func newPath(f *leaf) *path {
	p := &path{name: string(f.path), told: f.told()}
	last := lastOf(p.name)
	p.says, p.form = saysOf(f.Kind, last)
	p.chosen = chosen[last]
	p.step = !p.chosen && (!p.told || toldApart[last])
	if ofShip(f.path) {
		p.says = nothingHere
	}
	return p
}

// ofShip reports whether a field follows from the class of a ship, or from the files of a client: what
// there is of it differs with these.
func ofShip(path []byte) bool {
	return bytes.HasPrefix(path, []byte("subsystems.")) || bytes.HasPrefix(path, []byte("tree."))
}

// leaves goes through the fields of messages that are printed, and the texts that say what they stand for.
// It uses its memory again. The zero value is ready.
type leaves struct {
	view wire.View
	take func(*leaf)
	leaf leaf
	ends []int // of the path, around what is open
	// loose says that another message of the same kind may have more or fewer bytes: there is a list, a
	// text, or raw bytes.
	loose bool
}

// leaf is one of them.
type leaf struct {
	*wire.Node
	path []byte // what filters call it, without the places in lists
	text []byte // the value as it is printed
}

// told reports whether it follows from the field before: "OBJECT_EXPLODING".
func (f *leaf) told() bool { return !f.Owned() }

// of gives the leaves of a message to take, in wire order; limit is as for [fields.AppendJSON]. One is
// valid until the next.
func (l *leaves) of(m wire.Message, limit int, take func(*leaf)) {
	l.take, l.leaf.path, l.ends, l.loose = take, l.leaf.path[:0], l.ends[:0], false
	l.view.Show(m, limit, l)
}

// Value takes one. Of what follows from fields only texts are given.
func (l *leaves) Value(n *wire.Node) {
	switch {
	case n.Owned():
		l.loose = l.loose || isLoose(n)
	case n.Kind != wire.Characters:
		return
	}
	if n.Hidden {
		return
	}
	end := len(l.leaf.path)
	l.leaf.path = append(l.leaf.path, n.Name...)
	l.leaf.Node, l.leaf.text = n, fields.AppendValue(l.leaf.text[:0], n)
	l.take(&l.leaf)
	l.leaf.path = l.leaf.path[:end]
}

func isLoose(n *wire.Node) bool {
	switch n.Kind {
	case wire.Characters:
		return strings.HasPrefix(n.Type, "wstr") || len(n.Bytes) > 0 && n.Type != "ipv4"
	case wire.Octets:
		return len(n.Bytes) > 0
	case wire.Bytes:
		return n.Int > 0
	}
	return false
}

// Open opens a part of the path.
func (l *leaves) Open(g wire.Group, name string) {
	if g != wire.Item {
		l.ends = append(l.ends, len(l.leaf.path))
		l.leaf.path = append(append(l.leaf.path, name...), '.')
	}
	l.loose = l.loose || g == wire.List
}

// Close closes it.
func (l *leaves) Close(g wire.Group, _ bool) {
	if g != wire.Item {
		last := len(l.ends) - 1
		l.leaf.path, l.ends = l.leaf.path[:l.ends[last]], l.ends[:last]
	}
}

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
