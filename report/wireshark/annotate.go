package wireshark

import (
	"bytes"
	"slices"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/record"
	"bcdump/decode/wire"
	"bcdump/internal/printable"
	"bcdump/report/records"
)

// renderers give what annotates records: see docs/dev/wireshark-format.md. The first line says how many bytes a record
// has, and what the comment of its packet says of it.
func renderers() func() decode.Renderer {
	return func() decode.Renderer {
		a := annotator{summary: records.Summary()}
		return func(b []byte, r *decode.Record) []byte {
			if r.Proto == decode.Unknown {
				return b
			}
			b = append(strconv.AppendInt(b, int64(sizeOf(r)), 10), '\t')
			b = append(append(b, printable.Text(r.Title())...), "  "...)
			a.lines.b = append(bytes.TrimRight(a.summary(b, r), " "), '\n')
			a.record(r)
			return a.lines.b
		}
	}
}

// sizeOf is how many bytes a record has.
func sizeOf(r *decode.Record) int {
	if r.Proto == decode.BC && !r.Unread && r.Parts == nil {
		return len(r.Payload) + int(r.Header.Header)
	}
	return len(r.Payload)
}

// annotator appends what there is to say of records.
type annotator struct {
	lines
	summary decode.Renderer
	view    wire.View
	places  record.Locator
	names   fields.Names   // of the message at hand
	runs    []decode.Owned // of its fields
	next    int            // the first run of these that was not appended
}

// record appends all of one.
func (a *annotator) record(r *decode.Record) {
	header, runs, _ := a.places.Layout(r)
	if r.Proto == decode.BC {
		a.transport(r, header)
	} else if r.Dir != "" {
		a.int("len", nowhere, int64(r.Length()))
	}
	lead := min(leading(r), len(runs))
	a.game(r, runs[:lead])
	a.content(r, runs[lead:])
	start := 0
	if len(header) > 0 {
		start = int(r.Header.Header)
	}
	if c := r.Content(); len(c.Trailing) > 0 && c.Message != nil {
		a.bytes("trailing", span{start + len(r.Payload) - len(c.Trailing), len(c.Trailing)}, c.Trailing)
	}
	if len(r.Payload) > 0 || r.Undecoded() {
		a.bytes("raw", span{start, len(r.Payload)}, r.Payload)
	}
	for _, x := range r.Diagnostics() {
		a.note(severity[x.Code.Kind()], x.Text+" ("+string(x.Code)+")", x)
	}
}

// leading counts the runs before the fields of the message: the opcode, the header of entity-state.
func leading(r *decode.Record) int {
	const entityHeader = 3
	switch {
	case r.IsGame():
		return 1
	case r.Proto == decode.EntityState:
		return entityHeader
	}
	return 0
}

// transport appends the keys of a transport message, and what numbers tell.
func (a *annotator) transport(r *decode.Record, header []decode.Owned) {
	where := places(header)
	label := "Transport: " + r.TypeName() + ", " + strconv.Itoa(r.Length()) + " bytes"
	if !r.Unread && r.Header.HasSeq {
		label += ", seq " + strconv.Itoa(int(r.Header.Seq))
	}
	if !r.Unread && r.Header.Reliable() {
		label += ", reliable"
	}
	a.hold(kindGroup, "", label)
	a.int("index", nowhere, int64(r.Index))
	a.text("type", where("type"), r.TypeName())
	a.int("len", where("length", "flags_len"), int64(r.Length()))
	if m := r.Header; !r.Unread {
		a.truth("reliable", m.Reliable())
		a.truth("ordered", m.Ordered())
		if m.HasSeq {
			a.int("seq", where("seq"), int64(m.Seq))
		}
		if r.Part() {
			a.hold(kindObject, "fragment", "")
			a.int("index", where("fragment_index"), int64(m.FragmentIndex))
			if m.FragmentIndex == 0 {
				a.int("total", where("fragment_total"), int64(m.FragmentTotal))
			}
			a.release()
		}
		for _, frame := range r.Frames() {
			a.int("frames", nowhere, frame)
		}
		if r.Copy > 0 {
			a.int("copy", nowhere, int64(r.Copy))
		}
		if x := &r.Answers; x.Frame > 0 {
			a.hold(kindObject, "answers", "")
			a.origin(x.Frame, x.Index, decode.Milliseconds(x.After))
			a.int("copies", nowhere, int64(x.Copies))
			a.release()
		}
	}
	a.release()
}

// origin appends which earlier message is meant, and the time since.
func (a *annotator) origin(frame int64, index uint8, ms float64) {
	a.int("frame", nowhere, frame)
	a.int("index", nowhere, int64(index))
	a.begin(kindReal, "ms", nowhere)
	a.b = strconv.AppendFloat(a.b, ms, 'f', -1, 64)
	a.end()
}

// game appends which message it is.
func (a *annotator) game(r *decode.Record, lead []decode.Owned) {
	for i := range lead {
		if o := &lead[i]; o.Path != "opcode" && o.Path != "type" {
			a.hidden(o)
		}
	}
	opcode, ok := r.Opcode()
	if !ok {
		return
	}
	a.hex("opcode", places(lead)("opcode", "type"), uint64(opcode), 2)
	if name := r.Name(); name != "" {
		a.text("name", nowhere, name)
	}
	if r.Proto != decode.BC {
		return
	}
	a.int("size", nowhere, int64(len(r.Payload)))
	if x := &r.Relay; x.Frame > 0 {
		a.hold(kindObject, "relay_of", "")
		a.origin(x.Frame, x.Index, decode.Milliseconds(x.After))
		a.truth("echo", x.Echo)
		a.truth("surplus", x.Surplus)
		a.release()
	}
}

// content appends the fields.
func (a *annotator) content(r *decode.Record, runs []decode.Owned) {
	a.names, a.runs, a.next = r.Context.Names, runs, 0
	c := r.Content()
	switch {
	case r.Proto == decode.GameSpy:
		a.hold(kindMessage, gameSpyPrefix, "")
		a.text("kind", nowhere, c.Kind.String())
		a.Open(wire.List, "pairs")
		for i, p := range c.Pairs {
			at := nowhere
			if i < len(runs) {
				at = spanOf(&runs[i])
			}
			a.Open(wire.Item, "")
			a.text("key", at, string(fields.Latin1(p.Key)))
			a.text("value", at, string(fields.Latin1(p.Value)))
			a.Close(wire.Item, true)
		}
		a.Close(wire.List, true)
		a.release()
		return
	case c.Message == nil:
		a.left()
		return
	}
	a.hold(kindMessage, prefix(r), "")
	a.view.Show(c.Message, fields.Limit(&c.Decoded), a)
	a.left()
	a.release()
}

// left appends runs that no value was printed of.
func (a *annotator) left() {
	for ; a.next < len(a.runs); a.next++ {
		a.hidden(&a.runs[a.next])
	}
}

// Value appends one, and what it stands for.
func (a *annotator) Value(n *wire.Node) {
	at := nowhere
	if n.Owned() && n.Field < len(a.runs) {
		a.next = max(a.next, n.Field+1)
		at = spanOf(&a.runs[n.Field])
	}
	switch {
	case n.Hidden && at != nowhere:
		a.begin(kindHidden, a.runs[n.Field].Path, at)
		a.b = fields.AppendValue(a.b, n)
		a.end()
	default:
		a.value(n, at)
	}
	a.Explain(fields.PlayerOf(a.names, n))
	if n.Kind == wire.ID && a.names != nil && !n.Hidden {
		if name := a.names.AppendName(nil, uint32(n.Int)); len(name) > 0 {
			a.text(fields.NameKey(n.Name), nowhere, string(name))
		}
	}
}

func (a *annotator) value(n *wire.Node, at span) {
	switch n.Kind {
	case wire.Int:
		a.int(n.Name, at, n.Int)
	case wire.Hex, wire.ID:
		a.hex(n.Name, at, uint64(n.Int), n.Digits)
	case wire.Real:
		a.float(n.Name, at, float32(n.Real))
	case wire.Reals:
		kind := byte(kindReals)
		if n.Vector() {
			kind = kindVector
		}
		a.begin(kind, n.Name, at)
		for _, f := range n.Reals {
			a.b = append(fields.AppendFloat(a.b, f), ' ')
		}
		a.end()
	case wire.Octets:
		a.begin(kindOctets, n.Name, at)
		for _, x := range n.Bytes {
			a.b = append(fields.AppendNumber(a.b, uint64(x)), ' ')
		}
		a.end()
	case wire.Bool:
		a.bool(n.Name, at, n.Int != 0)
	case wire.Characters:
		a.text(n.Name, at, string(n.Bytes))
	case wire.Words:
		a.begin(kindWords, n.Name, at)
		for _, word := range n.Words {
			a.b = append(append(a.b, printable.Text(word)...), '\t')
		}
		a.end()
	case wire.Bytes:
		a.bytes(n.Name, at, n.Bytes)
	case wire.Hash:
		a.bytes(n.Name, at, n.Sum())
	default:
		a.begin(kindNull, n.Name, at)
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
