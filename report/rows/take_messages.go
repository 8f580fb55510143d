package rows

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/records"
)

// message adds the row of a record.
func (b *Builder) message(r *decode.Record) {
	batch, ends := b.room(), b.addresses(r)
	batch.Messages = append(batch.Messages, Message{})
	m := &batch.Messages[len(batch.Messages)-1]
	m.Place = b.place(r)
	m.Src, m.Dst, m.Proto, m.Dir = ends.srcText, ends.dstText, string(r.Proto), string(r.Dir)
	m.Peer, m.Client, m.Player = uint32(r.Peer), r.Link, text(r.Client)
	m.Len = int32(r.Length())
	if r.Proto == decode.BC {
		b.transport(m, r)
	}
	if opcode, ok := r.Opcode(); ok {
		m.Opcode, m.Name = new(uint32(opcode)), r.Name()
		m.Size = int32(len(r.Payload))
	}
	if a := &r.Relay; a.Frame != 0 {
		m.RelayFrame, m.RelayIndex, m.RelayMS = a.Frame, new(uint32(a.Index)), new(decode.Milliseconds(a.After))
		m.Echo, m.Surplus = a.Echo, a.Surplus
	}
	if r.Clean() {
		return
	}
	m.Undecoded = r.Undecoded()
	if !r.Walked {
		m.Trailing = int32(len(r.Content().Trailing))
	}
	b.notes(m, r)
}

// transport fills in what the header of the game's transport tells.
func (b *Builder) transport(m *Message, r *decode.Record) {
	m.Type, m.Joined, m.Lost = r.TypeName(), r.Joined(), r.Lost()
	m.Copy = r.Copy
	m.Frames = append(m.Frames, r.Frames()...)
	if r.Unread {
		return
	}
	h := r.Header
	m.Reliable, m.Ordered = h.Reliable(), h.Ordered()
	if h.HasSeq {
		m.Seq = new(uint32(h.Seq))
	}
	switch {
	case h.Type == transport.Ack:
		b.ack(m, r)
	case r.Part():
		m.FragmentIndex = new(uint32(h.FragmentIndex))
		if h.FragmentIndex == 0 {
			m.FragmentTotal = new(uint32(h.FragmentTotal))
		}
	}
}

// ack fills in what an Ack acknowledges.
func (b *Builder) ack(m *Message, r *decode.Record) {
	m.AckFlags = new(uint32(r.Header.AckFlags))
	if r.Header.AckFlags&transport.AckFragment != 0 {
		m.FragmentIndex = new(uint32(r.Header.FragmentIndex))
	}
	if a := &r.Answers; a.Frame != 0 {
		m.AnswersFrame, m.AnswersIndex, m.AnswersCopies = a.Frame, new(uint32(a.Index)), a.Copies
		m.AnswersMS = new(decode.Milliseconds(a.After))
	}
}

// notes adds the notes of a record.
func (b *Builder) notes(m *Message, r *decode.Record) {
	notes := r.Diagnostics()
	for i := range notes {
		n := &notes[i]
		if code := string(n.Code); !slices.Contains(m.Notes, code) {
			m.Notes = append(m.Notes, code)
		}
		m.Retransmit = m.Retransmit || n.Code == decode.Retransmit
	}
	title := r.Title()
	for i := range notes {
		n := &notes[i]
		batch := b.room()
		row := Note{Place: b.place(r), Title: title, Code: string(n.Code), Text: text(n.Text)}
		if n.Offset != decode.Whole {
			row.Offset = new(int32(n.Offset))
		}
		batch.Notes, batch.bytes = append(batch.Notes, row), batch.bytes+len(row.Text)
	}
}

// content adds the rows of what the payload of a record says.
func (b *Builder) content(r *decode.Record) {
	if r.Proto == decode.BC && !r.Unread && r.Header.Type == transport.Ack {
		return
	}
	c := r.Content()
	if c.Message == nil {
		b.pairs(r, c)
		return
	}
	switch m := c.Message.(type) {
	case *message.StateUpdate:
		if c.Complete() {
			b.update(r, m)
			return
		}
	case *entitystate.State:
		b.entities(r, m)
		return
	case *message.Event:
		if c.Complete() { // one that was cut has its fields only
			b.event(r, m)
		}
	}
	b.fields(r, c)
}

// entities adds the entities of a State.
func (b *Builder) entities(r *decode.Record, m *entitystate.State) {
	for i := range m.Entities {
		e, batch := &m.Entities[i], b.room()
		batch.Entities = append(batch.Entities, Entity{
			Line: b.line, Frame: r.Frame, Time: r.Time.UnixNano(), Client: r.Link,
			ID: e.ID, Type: uint32(e.Type), TypeName: e.TypeName(), X: e.X, Y: e.Y, VX: e.VX, VY: e.VY, RGBA: e.RGBA,
		})
	}
}

// flattening makes rows of the fields of a message from its JSON, so that they are what decode
// -o json prints.
type flattening struct {
	json    []byte
	flat    records.Flattener
	element []byte
	known   map[string]known // texts that were there before
}

// known is a text and what follows from it: the name that it is as a path, the number that it is as a
// value.
type known struct {
	text, name string
	number     float64
	isNumber   bool
}

// fields adds a row for each field of a message.
func (b *Builder) fields(r *decode.Record, c *decode.Content) {
	f := &b.flat
	f.json = fields.AppendJSON(f.json[:0], c.Message, fields.Limit(&c.Decoded), r.Context.Names)
	if len(f.json) <= len("{}") {
		return
	}
	f.flat.Numbered = true
	title := r.Title()
	f.flat.Visit = func(path, value []byte) { b.value(r, title, path, value) }
	f.flat.Flatten(f.json)
}

// value adds the rows of a value, or of the elements of a list of values.
func (b *Builder) value(r *decode.Record, title string, path, value []byte) {
	switch {
	case len(value) >= 2 && value[0] == '[':
		b.elements(r, title, path, value)
	case value[0] != '{':
		b.field(r, title, path, value)
	}
}

func (b *Builder) elements(r *decode.Record, title string, path, list []byte) {
	f := &b.flat
	i := int64(0)
	for x := range records.Elements(list) {
		f.element = append(strconv.AppendInt(append(append(f.element[:0], path...), '['), i, 10), ']')
		b.field(r, title, f.element, x)
		i++
	}
}

// field adds a row; value is JSON.
func (b *Builder) field(r *decode.Record, title string, path, value []byte) {
	if string(value) == "null" {
		value = nil
	} else {
		value = unquoted(value)
	}
	at := b.flat.text(path)
	b.addField(r, title, at.text, at.name, value)
}

// addField adds a row; value is text, "" stands for null.
func (b *Builder) addField(r *decode.Record, title, path, name string, value []byte) {
	batch, v := b.room(), b.flat.text(value)
	row := Field{Place: b.place(r), Title: title, Path: path, Name: name, Value: v.text}
	if v.isNumber {
		row.Number = new(v.number)
	}
	batch.Fields, batch.bytes = append(batch.Fields, row), batch.bytes+len(path)+len(v.text)
}

// What text remembers: so many, none longer than that.
const (
	//limit:maxTexts Work in progress | texts of fields that are remembered, of at most 64 bytes | all are forgotten | TestBatches
	maxTexts    = 8192
	longestText = 64
)

// text gives the text of bytes. Most come again.
func (f *flattening) text(b []byte) known {
	if k, ok := f.known[string(b)]; ok {
		return k
	}
	if f.known == nil || len(f.known) >= maxTexts {
		f.known = map[string]known{}
	}
	k := known{text: string(b)}
	k.name = nameOfPath(k.text)
	k.number, k.isNumber = numberOf(k.text)
	if len(b) <= longestText {
		f.known[k.text] = k
	}
	return k
}

// nameOfPath leaves out the places in lists.
func nameOfPath(path string) string {
	if !strings.Contains(path, "[") {
		return path
	}
	var name strings.Builder
	for {
		before, behind, place := strings.Cut(path, "[")
		name.WriteString(before)
		if !place {
			return name.String()
		}
		_, path, _ = strings.Cut(behind, "]")
	}
}

// unquoted gives the text of a JSON string, and any other value as it is.
func unquoted(value []byte) []byte {
	if value[0] != '"' {
		return value
	}
	inner := value[1 : len(value)-1]
	if strings.IndexByte(string(inner), '\\') < 0 {
		return inner
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return inner
	}
	return []byte(s)
}

// numberOf gives the number that a value is; ok is false if it is none.
func numberOf(value string) (number float64, ok bool) {
	switch {
	case value == "true":
		return 1, true
	case value == "false":
		return 0, true
	case strings.HasPrefix(value, "0x"):
		n, err := strconv.ParseUint(value[2:], 16, 64)
		return float64(n), err == nil
	case value == "" || value[0] != '-' && (value[0] < '0' || value[0] > '9'):
		return 0, false
	}
	number, err := strconv.ParseFloat(value, 64)
	return number, err == nil
}

// pairs adds the fields of a GameSpy text.
func (b *Builder) pairs(r *decode.Record, c *decode.Content) {
	for i := range c.Pairs {
		key := b.flat.text(fields.Latin1(c.Pairs[i].Key)).text
		b.addField(r, r.Title(), key, key, fields.Latin1(c.Pairs[i].Value))
	}
}
