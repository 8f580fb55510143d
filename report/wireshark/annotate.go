package wireshark

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/record"
	"bcdump/decode/wire"
	"bcdump/internal/printable"
	"bcdump/report/records"
)

// renderers give what annotates records: the nodes of each and, for people, a line for the comment of
// the packet. The plugin takes it from there; without comments it stands in the nodes.
//
//	u32  bytes of the nodes, little endian
//	     nodes
//	     line, up to the end
func renderers(comments bool) func() decode.Renderer {
	return func() decode.Renderer {
		a := &annotator{say: records.Summary(), comments: comments}
		return func(b []byte, r *decode.Record) []byte {
			at := len(b)
			b = append(b, 0, 0, 0, 0)
			if r.Proto == decode.Unknown {
				return b
			}
			b = a.record(b, r)
			binary.LittleEndian.PutUint32(b[at:], uint32(len(b)-at-4))
			if comments {
				b = append(b, printable.Text(r.Title())...)
				if len(a.summary) > 0 {
					b = append(append(b, "  "...), a.summary...)
				}
				b = append(b, '\n')
			}
			return b
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
	comments bool            // the summary stands there
	say      decode.Renderer // the summary
	summary  []byte
	view     wire.View
	places   record.Locator
	message  messageNodes
}

// record appends what there is to say of one.
func (a *annotator) record(b []byte, r *decode.Record) []byte {
	a.b, a.behind = b, 0
	l := a.layoutOf(r)
	a.b = binary.AppendUvarint(a.b, uint64(l.size))
	a.string(r.Title())
	a.summary = a.say(a.summary[:0], r)
	if a.comments {
		a.blob(nil)
	} else {
		a.blob(short(a.summary))
	}
	if r.Proto == decode.BC {
		a.transport(r, l.header)
	} else if r.Dir != "" {
		a.int("len", nowhere, int64(r.Length()))
	}
	a.game(r, l.lead)
	a.content(r, l)
	a.rest(r, l)
	a.end()
	return a.b
}

// longestSummary is how many bytes of a summary there are.
//
//limit:longestSummary Exports | bytes of a summary in annotations | the rest is left out: "…" | TestNoRoom
const longestSummary = 1000

// short cuts a summary.
func short(summary []byte) []byte {
	if len(summary) <= longestSummary {
		return summary
	}
	end := longestSummary
	for !utf8.RuneStart(summary[end]) {
		end--
	}
	return append(summary[:end], "…"...)
}

// layout is the runs of a record, in groups.
type layout struct {
	header []decode.Owned // of the transport message
	lead   []decode.Owned // before the fields of the message: the opcode, the header of entity-state
	fields []decode.Owned
	rest   []decode.Owned // what no field owns
	size   int            // bytes of the record
	start  int            // of its payload
}

func (a *annotator) layoutOf(r *decode.Record) (l layout) {
	l.header, l.fields, l.rest = a.places.Layout(r)
	l.size = len(r.Payload)
	if len(l.header) > 0 {
		l.start = int(r.Header.Header)
		l.size += l.start
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
	if m.HasSeq {
		a.int("seq", where("seq"), int64(m.Seq))
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
	if x := &r.Relay; x.Frame > 0 {
		a.begin(kindObject, "relay_of", nowhere, false)
		a.origin(x.Frame, x.Index, decode.Milliseconds(x.After))
		a.truth("echo", x.Echo)
		a.truth("surplus", x.Surplus)
		a.end()
	}
}

// content appends the fields.
func (a *annotator) content(r *decode.Record, l layout) {
	c := r.Content()
	switch {
	case r.Proto == decode.GameSpy:
		a.pairs(c, l.fields)
	case c.Message != nil:
		a.begin(kindMessage, prefix(r), nowhere, false)
		m := &a.message
		*m = messageNodes{nodes: &a.nodes, names: r.Context.Names, runs: l.fields, open: m.open[:0]}
		a.view.Show(c.Message, fields.Limit(&c.Decoded), m)
		a.left(l.fields, m.next)
		a.end()
	default:
		a.left(l.fields, 0)
	}
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
		a.b = binary.AppendUvarint(a.b, uint64(i))
		a.text("key", at, string(fields.Latin1(p.Key)))
		a.text("value", at, string(fields.Latin1(p.Value)))
		a.end()
	}
	a.end()
	a.end()
}

// rest appends bytes that no field owns, those of the record, and the notes.
func (a *annotator) rest(r *decode.Record, l layout) {
	if c := r.Content(); len(c.Trailing) > 0 && c.Message != nil {
		a.bytes("trailing", span{l.start + len(r.Payload) - len(c.Trailing), len(c.Trailing)}, c.Trailing, false)
	}
	for i := range l.rest {
		if o := &l.rest[i]; o.Path == "raw" && o.Offset != l.start {
			a.hidden(o)
		}
	}
	if len(r.Payload) > 0 || r.Undecoded() {
		a.bytes("raw", span{l.start, len(r.Payload)}, r.Payload, false)
	}
	for _, note := range r.Diagnostics() {
		a.begin(kindNote, "notes", nowhere, false)
		a.b = append(a.b, byte(severity(note.Code)))
		a.text("code", nowhere, string(note.Code))
		if note.Offset != decode.Whole {
			a.int("offset", nowhere, int64(note.Offset))
		}
		a.text("text", nowhere, note.Text)
		a.end()
	}
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
