package normal

import (
	"bytes"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
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
	maxValues = 32
	maxPaths  = 128
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
	mixed    bool    // it has other protocols that have opcodes
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
	c.hit(l.at)
	c.parties |= 1 << (uint(l.party()+1) % 64)
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

func lastOf(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// Forms of values in filters.
const (
	noForm  = "" // no filter tells the value
	number  = "n"
	quoted  = "q"
	boolean = "b"
)

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

var (
	roleSome   = []byte("there")
	roleNone   = []byte("none")
	roleAny    = []byte("any")
	roleOwn    = []byte("own")
	roleOther  = []byte("of another")
	roleHost   = []byte("of no player")
	roleNobody = []byte("nobody")
)

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

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// report gives all counts.
func (y *layout) report(out *figures.Normal, slots float64, mixed bool) {
	for dir := range y.kinds {
		for kind, k := range y.kinds[dir] {
			if k != nil {
				k.slots, k.mixed = slots, mixed
				k.report(out, dir, kind)
			}
		}
	}
}

// is names a part of the normal form of a subject.
func is(a *figures.About, key, aspect string) {
	a.Key, a.Aspect, a.Title = key, aspect, a.Subject+": "+aspect
}

// weightOf is how much it matters what one side does: clients are mostly the same program, servers are
// what is compared.
func weightOf(dir int) float64 { return [2]float64{0.6, 1}[dir] }

// causeOf is what the directions of a kind have in common.
func causeOf(kind int) string {
	if kind < controls {
		return tally.OpcodeText(kind)
	}
	return transport.Type(uint8(kind)).String()
}

// about is the condition of the messages of a kind.
func about(dir, kind int, mixed bool) []string {
	what := ""
	if kind < controls {
		what = tally.OpcodeIs(kind)
	} else {
		what = tally.Is("type", transport.Type(uint8(kind)).String())
	}
	where := []string{what, tally.DirIs(directions[dir]), tally.Once}
	if mixed { // entity-state has opcodes too
		where = append([]string{tally.ProtocolIs(decode.BC)}, where...)
	}
	return where
}

// keyOf is what a kind is called in keys.
func keyOf(dir, kind int) string {
	return causeOf(kind) + " " + string(directions[dir])
}

func (k *looks) report(out *figures.Normal, dir, kind int) {
	var queries tally.Queries
	where := about(dir, kind, k.mixed)
	key := keyOf(dir, kind)
	out.Groups[key] = k.all.count
	subject := k.name + " " + string(directions[dir])
	base := figures.Category{About: figures.About{Section: "layout", Subject: subject, Cause: causeOf(kind), Origin: dir == toServer, Weight: weightOf(dir)}, Group: key, Unit: "messages", Of: k.all.count, Clients: k.all.clients(), Never: true, Query: queries.Of(where...)}
	add := func(aspect, title string, v *values, chosen bool, query func(string) string) {
		c := base
		is(&c.About, key+" "+aspect, title)
		c.Many, c.Chosen = v.many, chosen
		c.Never = !occasional[title]
		for _, value := range slices.Sorted(maps.Keys(v.cells)) {
			c.Values = append(c.Values, v.cells[value].figure(value, k.slots, where, query(value)))
		}
		if len(c.Values) > 0 || c.Many {
			out.Categories = append(out.Categories, c)
		}
	}
	if !k.loose {
		add("size", "size in bytes", &k.sizes, false, func(v string) string { return sizeQuery(kind, v) })
	}
	channel := base
	is(&channel.About, key+" channel", "channel")
	for i := range k.channels {
		if c := &k.channels[i]; c.count > 0 {
			channel.Values = append(channel.Values, c.figure(channelNames[i], k.slots, where, channelQueries[i]))
		}
	}
	out.Categories = append(out.Categories, channel)
	add("notes", "notes", &k.notes, false, func(v string) string { return tally.Noted(decode.Code(v)) })
	for _, name := range slices.Sorted(maps.Keys(k.paths)) {
		p := k.paths[name]
		if p.told || p.says == nothingHere {
			continue
		}
		c := base
		is(&c.About, key+" has "+name, "field "+name)
		c.Values = []figures.NormalValue{p.present.figure("there", k.slots, where, presence(name, p.form))}
		out.Categories = append(out.Categories, c)
		add(name, name, &p.values, p.chosen, func(v string) string { return valueQuery(name, v, p.form) })
		if last := &out.Categories[len(out.Categories)-1]; last.Key == key+" "+name {
			last.Of, last.Group = p.values.all, ""
			if last.Of != p.present.count {
				last.Unit = "elements"
			}
		}
	}
	if kind == message.OpcodeStateUpdate {
		k.updates(out, base, key, where)
	}
}

// placeOf is the condition of a message at a place; one joined from fragments stands where its last one
// does.
func placeOf(frame int64, index int, joined bool) string {
	part := tally.OnWire
	if joined {
		part = "frames"
	}
	return fmt.Sprintf("frame == %d && index == %d && %s", frame, index, part)
}

// figure is that of a value; without a condition the query gives the first message.
func (c *cell) figure(value string, slots float64, where []string, condition string) figures.NormalValue {
	var queries tally.Queries
	if c.name != "" {
		value += " " + c.name
	}
	f := figures.NormalValue{Value: value, Count: c.count, Clients: c.clients(), Burst: c.burst(slots)}
	if condition != "" {
		f.Query = queries.Of(append(slices.Clone(where), condition)...)
	} else {
		f.Query, f.Example = queries.Of(placeOf(c.frame, c.index, c.joined)), true
	}
	return f
}

// sizeQuery is the condition of a size: only the game's messages have that key.
func sizeQuery(kind int, size string) string {
	if kind >= controls {
		return ""
	}
	return "size == " + size
}

var channelQueries = [4]string{"!reliable && !ordered", "reliable && !ordered", "!reliable && ordered", "reliable && ordered"}

// presence is the condition that a field is there: alone, a boolean says whether it is true.
func presence(name, form string) string {
	if form == boolean {
		return "(fields." + name + " == true || fields." + name + " == false)"
	}
	return "fields." + name
}

func valueQuery(name, value, form string) string {
	if strings.Contains(name, ".") {
		return "" // some element of a list has it
	}
	switch form {
	case number:
		if value == "none" || strings.Contains(value, "e") && !strings.HasPrefix(value, "0x") {
			return ""
		}
		return "fields." + name + " == " + value
	case boolean:
		return "fields." + name + " == " + value
	case quoted:
		if strings.ContainsAny(value, "\"\\") {
			return ""
		}
		return "fields." + name + ` == "` + value + `"`
	}
	return ""
}

// updates gives what is counted of updates by their flags.
func (k *looks) updates(out *figures.Normal, base figures.Category, key string, where []string) {
	combos := base
	is(&combos.About, key+" dirty_flags", "flags together")
	combos.Weight *= 0.9 // a flag says more
	combos.Never = false // one more combination says only that things met
	var single [8]cell
	for flags := range k.flags {
		c := &k.flags[flags]
		if c.count == 0 {
			continue
		}
		condition := fmt.Sprintf("fields.dirty_flags == 0x%02X", flags)
		combos.Values = append(combos.Values, c.figure(strings.Join(message.FlagNames(uint8(flags)), " "), k.slots, where, condition))
		for bit := range single {
			if flags&(1<<bit) != 0 {
				single[bit].join(c)
			}
		}
		k.sizesWith(out, base, key, flags, where)
	}
	for bit := range single {
		if c := &single[bit]; c.count > 0 {
			name := strings.Join(message.FlagNames(1<<bit), " ")
			one := base
			is(&one.About, key+" flag "+name, "flag "+name)
			one.Values = []figures.NormalValue{c.figure("set", k.slots, where, fmt.Sprintf("fields.flags contains %q", name))}
			out.Categories = append(out.Categories, one)
		}
	}
	out.Categories = append(out.Categories, combos)
}

// sizesWith gives the sizes of updates with the same flags.
func (k *looks) sizesWith(out *figures.Normal, base figures.Category, key string, flags int, where []string) {
	sizes := k.sizesOf[flags]
	if sizes == nil {
		return
	}
	is(&base.About, fmt.Sprintf("%s size of 0x%02X", key, flags), "size of "+strings.Join(message.FlagNames(uint8(flags)), " "))
	base.Of, base.Group = k.flags[flags].count, ""
	counted := int64(0)
	for size := range sizes {
		counted += sizes[size].count
		if c := &sizes[size]; c.count > 0 {
			base.Values = append(base.Values, c.figure(fmt.Sprint(size, " B"), k.slots, where, fmt.Sprintf("fields.dirty_flags == 0x%02X && size == %d", flags, size)))
		}
	}
	base.Many = counted < base.Of // some are longer
	out.Categories = append(out.Categories, base)
}

func (c *cell) join(d *cell) {
	if c.count == 0 || d.frame < c.frame {
		c.frame, c.index, c.joined = d.frame, d.index, d.joined
	}
	c.bursts.join(&d.bursts)
	c.parties |= d.parties
}
