package normal

import (
	"bytes"
	"math/bits"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
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
