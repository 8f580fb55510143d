package rows

import (
	"encoding/json"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/report/records"
)

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
	f.json = fields.AppendJSONNamed(f.json[:0], c.Message, fields.Limit(&c.Decoded), r.Context.Names)
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
	for i, at := 0, 1; list[at] != ']'; i++ {
		n := records.PlainLength(list[at:])
		f.element = append(strconv.AppendInt(append(append(f.element[:0], path...), '['), int64(i), 10), ']')
		b.field(r, title, f.element, list[at:at+n])
		if at += n; list[at] == ',' {
			at++
		}
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
		row.Number = batch.doubles.of(v.number)
	}
	batch.Fields, batch.bytes = append(batch.Fields, row), batch.bytes+len(path)+len(v.text)
}

// What text remembers: so many, none longer than that.
const (
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
