package wireshark

import (
	"bytes"
	"encoding/binary"
	"slices"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/printable"
	"bcdump/report/records"
)

// renderers give what annotates records: the nodes of each and, for people, a line for the comment of
// the packet. The plugin takes it from there.
//
//	u32  bytes of the nodes, little endian
//	     nodes
//	     line, up to the end
func renderers() func() decode.Renderer {
	return func() decode.Renderer {
		a := newAnnotator(knownForms())
		return func(b []byte, r *decode.Record) []byte {
			at := len(b)
			b = append(b, 0, 0, 0, 0)
			if r.Proto == decode.Unknown {
				return b
			}
			b = a.record(b, r)
			binary.LittleEndian.PutUint32(b[at:], uint32(len(b)-at-4))
			b = append(b, printable.Text(r.Title())...)
			if len(a.summary) > 0 {
				b = append(append(b, "  "...), a.summary...)
			}
			return append(b, '\n')
		}
	}
}

// split takes apart what a renderer has made.
func split(rendered []byte) (nodes, line []byte) {
	n := 4 + binary.LittleEndian.Uint32(rendered)
	return rendered[4:n], rendered[n:]
}

// annotator appends the nodes of records.
type annotator struct {
	nodes
	say     decode.Renderer // the summary
	summary []byte
	view    wire.View
	places  record.Locator
	message messageNodes
	outline message.UpdateOutline  // of the record at hand, if its block is recalled
	forms   map[formKey]*knownForm // nil = none are kept
	spare   []byte
}

func newAnnotator(known *forms) *annotator {
	a := &annotator{say: records.Summary(), forms: map[formKey]*knownForm{}}
	a.known = known
	a.message.blocks = map[*message.SeenBlock]shownBlock{}
	return a
}

// record appends what there is to say of one.
func (a *annotator) record(b []byte, r *decode.Record) []byte {
	b = a.string(binary.AppendUvarint(b, uint64(sizeOf(r))), r.Title())
	a.summary = a.say(a.summary[:0], r)
	b = append(b, 0) // no summary of its own: it stands in the comment
	switch key, kept := a.key(r); {
	case !kept:
		l := a.layoutOf(r)
		a.whole(r, &l)
		if m := &a.message; r.Walked && a.forms != nil { // its booleans lie in more bytes than they need
			m.keep(a.pieces[m.top.pieces[0]:m.top.pieces[1]])
		}
	case !a.again(r, a.forms[key]):
		a.learn(r, key)
	}
	a.notes(r)
	return a.take(b)
}

// sizeOf is how many bytes a record has.
func sizeOf(r *decode.Record) int {
	if r.Proto == decode.BC && !r.Unread && r.Parts == nil {
		return len(r.Payload) + int(r.Header.Header)
	}
	return len(r.Payload)
}

// whole appends all but the notes.
func (a *annotator) whole(r *decode.Record, l *layout) {
	a.about(r.Payload, l.start)
	if r.Proto == decode.BC {
		a.transport(r, l.header)
	} else if r.Dir != "" {
		a.int("len", nowhere, int64(r.Length()))
	}
	a.game(r, l.lead)
	a.content(r, l)
	a.rest(r, l)
	a.cut()
}

// again appends all but the notes of a record of a form that was met before: only its values are made. Without it an
// export takes 1.7 times as long. It reports whether the record has that form.
func (a *annotator) again(r *decode.Record, f *knownForm) bool {
	if f == nil {
		return false
	}
	a.quiet = true
	a.whole(r, &f.layout)
	a.quiet = false
	if a.shape != f.shape {
		return false
	}
	block := a.pieces // all that was appended
	if m := &a.message; !f.layout.recall {
		block = f.pieces[f.block:f.behind]
		m.keep(block)
	}
	a.spare = append(append(append(a.spare[:0], f.pieces[:f.block]...), block...), f.pieces[f.behind:]...)
	a.pieces, a.spare = a.spare, a.pieces
	return true
}

// learn appends all but the notes of a record, and keeps its form.
func (a *annotator) learn(r *decode.Record, key formKey) {
	f := &knownForm{layout: a.layoutOf(r).clone()}
	f.layout.recall = key.recall
	a.whole(r, &f.layout)
	m := &a.message
	f.shape, f.pieces, f.block, f.behind = a.shape, bytes.Clone(a.pieces), m.top.pieces[0], m.top.pieces[1]
	if key.recall {
		f.pieces, f.behind = slices.Delete(f.pieces, f.block, f.behind), f.block
	} else {
		m.keep(a.pieces[f.block:f.behind])
	}
	if len(a.forms) >= mostForms {
		clear(a.forms)
	}
	a.forms[key] = f
}

// layout is the runs of a record, in groups.
type layout struct {
	header []decode.Owned // of the transport message
	lead   []decode.Owned // before the fields of the message: the opcode, the header of entity-state
	fields []decode.Owned
	rest   []decode.Owned // what no field owns
	start  int            // of the payload
	recall bool           // its subsystem block is recalled
}

// formKey is what the form of a walked record follows from, but for words.
type formKey struct {
	kind                              transport.Type
	header, flags                     uint8
	hash, recall                      bool
	earlier, echo, surplus            bool
	inferred, known, estimated, stale bool
	size                              int // of the payload; 0 = a block is recalled
	// Of a block that is not recalled, or of power settings.
	class                 *ship.Class
	dialect               message.Dialect
	start, entries, given uint8
}

// knownForm is the form of records of one key.
type knownForm struct {
	layout layout // up to a block that is recalled
	pieces []byte
	block  int    // where in them a subsystem block stands
	behind int    // where it ends
	shape  uint64 // of all nodes
}

// mostForms is how many forms and subsystem blocks are kept.
const mostForms = 1024

// clone copies the runs: those of a locator are valid until the next record.
func (l layout) clone() layout {
	for _, runs := range []*[]decode.Owned{&l.header, &l.lead, &l.fields, &l.rest} {
		*runs = slices.Clone(*runs)
		for i := range *runs {
			(*runs)[i].Bytes = nil
		}
	}
	return l
}

// key gives the key of a record; ok is false if its form is its own.
func (a *annotator) key(r *decode.Record) (key formKey, ok bool) {
	if !r.Walked || a.forms == nil {
		return key, false
	}
	key.kind, key.header, key.size = r.Header.Type, r.Header.Header, len(r.Payload)
	key.earlier, key.echo, key.surplus = r.Relay.Frame+r.Answers.Frame > 0, r.Relay.Echo, r.Relay.Surplus
	key.inferred, key.known, key.estimated, key.stale = r.Context.Inferred, r.Context.World.Known, r.Context.World.Estimated, r.Context.World.Stale
	if key.kind == transport.Ack {
		key.flags = r.Header.AckFlags
		return key, true
	}
	_, _, key.flags, _ = message.UpdateHeader(r.Payload)
	key.hash = message.UpdateHasHash(r.Payload)
	// Booleans lie in as few bytes as can be, or who knows where.
	const shared = message.FlagPosition | message.FlagCloak
	if key.flags&message.FlagSubsystems != 0 {
		if _, key.recall = a.message.blocks[r.Block]; key.recall && r.Block != nil {
			key.size = 0
			return key, key.flags&shared != shared || !r.Content().SplitGroups
		}
		key.class, key.dialect, key.start, key.entries, key.given = r.Context.Class, r.Context.Dialect, r.Skim.Start, r.Skim.Entries, r.Skim.Given
	}
	if power := message.UpdatePower(r.Payload); len(power) > 0 {
		key.class, key.start = r.Context.Class, power[0]
	}
	return key, !r.Content().SplitGroups
}

func (a *annotator) layoutOf(r *decode.Record) (l layout) {
	l.header, l.fields, l.rest = a.places.Layout(r)
	if len(l.header) > 0 {
		l.start = int(r.Header.Header)
	}
	n := min(leading(r), len(l.fields))
	l.lead, l.fields = l.fields[:n], l.fields[n:]
	return l
}

// leading counts the runs before the fields of the message.
func leading(r *decode.Record) int {
	switch {
	case r.IsGame():
		return 1
	case r.Proto == decode.EntityState:
		return entityHeader
	}
	return 0
}

// entityHeader is how many fields stand before each entity-state message.
const entityHeader = 3

// transport appends the keys of a transport message.
func (a *annotator) transport(r *decode.Record, header []decode.Owned) {
	where := places(header)
	a.begin(kindGroup, "", all(header), false)
	a.int("index", nowhere, int64(r.Index))
	a.text("type", where("type"), r.TypeName())
	a.int("len", where("length", "flags_len"), int64(r.Length()))
	if !r.Unread {
		a.numbers(r, where)
	}
	a.end()
}

// numbers appends what the header of a message says, and what numbers tell.
func (a *annotator) numbers(r *decode.Record, where func(...string) span) {
	m := r.Header
	a.truth("reliable", m.Reliable())
	a.truth("ordered", m.Ordered())
	if at := where("seq"); at != nowhere {
		a.begin(kindUnsigned, "seq", at, false)
	} else if m.HasSeq {
		a.int("seq", nowhere, int64(m.Seq))
	}
	if r.Part() {
		a.begin(kindObject, "fragment", nowhere, false)
		a.int("index", where("fragment_index"), int64(m.FragmentIndex))
		if m.FragmentIndex == 0 {
			a.int("total", where("fragment_total"), int64(m.FragmentTotal))
		}
		a.end()
	}
	for _, frame := range r.Frames() {
		a.int("frames", nowhere, frame)
	}
	if r.Copy > 0 {
		a.int("copy", nowhere, int64(r.Copy))
	}
	if x := &r.Answers; x.Frame > 0 {
		a.begin(kindObject, "answers", nowhere, false)
		a.origin(x.Frame, x.Index, decode.Milliseconds(x.After))
		a.int("copies", nowhere, int64(x.Copies))
		a.end()
	}
}

// origin appends which earlier message is meant, and the time since.
func (a *annotator) origin(frame int64, index uint8, ms float64) {
	a.int("frame", nowhere, frame)
	a.int("index", nowhere, int64(index))
	a.real("ms", nowhere, ms, false)
}

// game appends which message it is.
func (a *annotator) game(r *decode.Record, lead []decode.Owned) {
	where := places(lead)
	for i := range lead {
		if o := &lead[i]; o.Path != "opcode" && o.Path != "type" {
			a.hidden(o)
		}
	}
	opcode, ok := r.Opcode()
	if !ok {
		return
	}
	a.hex("opcode", where("opcode", "type"), int64(opcode), 2, false)
	if name := r.Name(); name != "" {
		a.text("name", nowhere, name)
	}
	if r.Proto != decode.BC {
		return
	}
	a.int("size", nowhere, int64(len(r.Payload)))
	a.cut()
	if x := &r.Relay; x.Frame > 0 {
		a.begin(kindObject, "relay_of", nowhere, false)
		a.origin(x.Frame, x.Index, decode.Milliseconds(x.After))
		a.truth("echo", x.Echo)
		a.truth("surplus", x.Surplus)
		a.end()
		a.cut()
	}
}

// content appends the fields.
func (a *annotator) content(r *decode.Record, l *layout) {
	if l.recall {
		a.outline.SetContext(r.Context)
		a.outline.Read(r.Payload)
		a.fields(r, l, &a.outline, fields.All)
		return
	}
	c := r.Content()
	switch {
	case r.Proto == decode.GameSpy:
		a.pairs(c, l.fields)
	case c.Message != nil:
		a.fields(r, l, c.Message, fields.Limit(&c.Decoded))
	default:
		a.left(l.fields, 0)
	}
}

// fields appends those of a message.
func (a *annotator) fields(r *decode.Record, l *layout, of wire.Message, limit int) {
	a.begin(kindMessage, prefix(r), nowhere, false)
	m := &a.message
	*m = messageNodes{nodes: &a.nodes, names: r.Context.Names, runs: l.fields, open: m.open[:0], path: m.path[:0],
		blocks: m.blocks, block: r.Block, recall: l.recall}
	a.view.Show(of, limit, m)
	a.left(l.fields, m.next)
	a.end()
}

// left appends runs that no value was printed of.
func (a *annotator) left(runs []decode.Owned, next int) {
	for ; next < len(runs); next++ {
		a.hidden(&runs[next])
	}
}

// pairs appends those of a GameSpy text.
func (a *annotator) pairs(c *decode.Content, runs []decode.Owned) {
	a.begin(kindMessage, gameSpyPrefix, nowhere, false)
	a.text("kind", nowhere, c.Kind.String())
	a.begin(kindList, "pairs", nowhere, false)
	for i, p := range c.Pairs {
		at := nowhere
		if i < len(runs) {
			at = spanOf(&runs[i])
		}
		a.begin(kindItem, "", nowhere, false)
		a.text("key", at, string(fields.Latin1(p.Key)))
		a.text("value", at, string(fields.Latin1(p.Value)))
		a.end()
	}
	a.end()
	a.end()
}

// rest appends bytes that no field owns, and those of the record.
func (a *annotator) rest(r *decode.Record, l *layout) {
	if !r.Walked {
		if c := r.Content(); len(c.Trailing) > 0 && c.Message != nil {
			a.bytes("trailing", span{l.start + len(r.Payload) - len(c.Trailing), len(c.Trailing)}, c.Trailing, false)
		}
	}
	for i := range l.rest {
		if o := &l.rest[i]; o.Path == "raw" && o.Offset != l.start {
			a.hidden(o)
		}
	}
	if len(r.Payload) > 0 || r.Undecoded() {
		a.begin(kindPayload, "raw", nowhere, false)
	}
}

// notes appends those of a record.
func (a *annotator) notes(r *decode.Record) {
	for _, x := range r.Diagnostics() {
		a.note(x)
	}
}

func (a *annotator) note(note record.Diagnostic) {
	a.begin(kindNote, "notes", nowhere, false)
	a.form = append(a.form, byte(severity(note.Code)))
	a.text("code", nowhere, string(note.Code))
	if note.Offset != decode.Whole {
		a.int("offset", nowhere, int64(note.Offset))
	}
	a.text("text", nowhere, note.Text)
	a.end()
	a.cut()
}

// places finds runs by their paths.
func places(runs []decode.Owned) func(paths ...string) span {
	return func(paths ...string) span {
		for i := range runs {
			if slices.Contains(paths, runs[i].Path) {
				return spanOf(&runs[i])
			}
		}
		return nowhere
	}
}

// all is where runs lie together that follow one another.
func all(runs []decode.Owned) span {
	if len(runs) == 0 {
		return nowhere
	}
	last := runs[len(runs)-1]
	return span{runs[0].Offset, last.Offset + last.Length - runs[0].Offset}
}
