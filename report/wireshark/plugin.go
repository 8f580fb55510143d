package wireshark

import (
	_ "embed" // the plugin
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

//go:embed plugin.lua
var plugin string

// payloadProtocol is the name of the plugin's dissector of payloads.
const payloadProtocol = "bcdump_payload"

// Mark is in the first line of the plugin, and in no other file.
const Mark = "-- The plugin of bcdump for Wireshark"

// WritePlugin writes the plugin. program is the name and the version that it is of.
func WritePlugin(w io.Writer, program string) error {
	var list strings.Builder
	for _, f := range filterFields() {
		fmt.Fprintf(&list, "  %q,\n", strings.TrimSpace(string(f.kind)+" "+f.path+" "+f.unit))
	}
	text := strings.Replace(plugin, "--@FIELDS@\n", list.String(), 1)
	list.Reset()
	for _, word := range otherWords() {
		fmt.Fprintf(&list, "  %q,\n", word)
	}
	text = strings.Replace(text, "--@WORDS@\n", list.String(), 1)
	list.Reset()
	for _, form := range knownForms().list {
		fmt.Fprintf(&list, "  %s,\n", luaString(form))
	}
	text = strings.Replace(text, "--@FORMS@\n", list.String(), 1)
	_, err := fmt.Fprintf(w, "%s: written by %s\n%s", Mark, program, text)
	return err
}

// luaString quotes bytes.
func luaString(s string) string {
	b := []byte{'"'}
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			b = fmt.Appendf(b, "\\%03d", c)
		} else {
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// filterField is a field for filters: bc. and the path.
type filterField struct {
	kind       byte // as the plugin names them
	path, unit string
}

// Kinds of fields for filters.
const (
	ofUint   = 'u'
	ofInt    = 'i'
	ofDouble = 'd'
	ofHex32  = 'x'
	ofHex16  = 'y'
	ofHex8   = 'X'
	ofBool   = 'b'
	ofText   = 's'
	ofBytes  = 'h'
	ofNone   = 'o'
)

// recordFields are those that every message may have: the keys of `decode -o json`.
var recordFields = []filterField{
	{ofUint, "frame", ""}, {ofText, "proto", ""}, {ofText, "dir", ""}, {ofUint, "peer", ""}, {ofUint, "client", ""}, {ofText, "player", ""},
	{ofUint, "index", ""}, {ofText, "type", ""}, {ofUint, "len", ""}, {ofBool, "reliable", ""}, {ofBool, "ordered", ""}, {ofUint, "seq", ""},
	{ofNone, "fragment", ""}, {ofUint, "fragment.index", ""}, {ofUint, "fragment.total", ""}, {ofUint, "frames", ""}, {ofUint, "copy", ""},
	{ofNone, "answers", ""}, {ofUint, "answers.frame", ""}, {ofUint, "answers.index", ""}, {ofDouble, "answers.ms", "ms"}, {ofUint, "answers.copies", ""},
	{ofHex8, "opcode", ""}, {ofText, "name", ""}, {ofUint, "size", ""},
	{ofNone, "relay_of", ""}, {ofUint, "relay_of.frame", ""}, {ofUint, "relay_of.index", ""}, {ofDouble, "relay_of.ms", "ms"},
	{ofBool, "relay_of.echo", ""}, {ofBool, "relay_of.surplus", ""},
	{ofBytes, "trailing", ""}, {ofBytes, "raw", ""},
	{ofNone, "notes", ""}, {ofText, "notes.code", ""}, {ofInt, "notes.offset", ""}, {ofText, "notes.text", ""},
	{ofNone, "gamespy", ""}, {ofText, "gamespy.kind", ""}, {ofNone, "gamespy.pairs", ""}, {ofText, "gamespy.pairs.key", ""}, {ofText, "gamespy.pairs.value", ""},
}

// filterFields lists all fields that the plugin knows, from the description of every message. Those of the
// commonest come first: their names take a byte.
func filterFields() []filterField {
	l := fieldList{fields: slices.Clone(recordFields), at: map[string]int{}}
	l.describe("StateUpdate", new(message.StateUpdate))
	for _, spec := range message.Table() {
		if spec.New != nil {
			l.describe(spec.Name, spec.New())
		}
	}
	for _, p := range transport.ControlPayloads() {
		l.describe(record.TypeTitle(p.Type), p.Message)
	}
	for _, spec := range entitystate.Table() {
		l.describe(entityPrefixOf(spec.Name), spec.New())
	}
	l.describe(entityPrefixOf(""), new(entitystate.Ambiguous))
	return l.fields
}

// words are those that annotations name by their place.
type words struct {
	places  map[string]int
	lengths [256]uint64 // of those that begin with a byte, in bits
	sum     int
}

// add adds a word or a form to the sum.
func (w *words) add(text string) {
	for _, c := range []byte(text + ".") {
		w.sum = (w.sum*31 + int(c)) % 65521
	}
}

// sum is what a plugin has that knows the same words and the same forms.
var sum = sync.OnceValue(func() uint16 {
	w := words{sum: knownWords().sum}
	for _, form := range knownForms().list {
		w.add(form)
	}
	return uint16(w.sum)
})

func (w *words) placeOf(word string) int {
	if at, known := w.places[word]; known {
		return at
	}
	return -1
}

// knownWords gives the last parts of the paths of fields, then what fields often say, each once, in the order in which
// the plugin meets them.
var knownWords = sync.OnceValue(func() *words {
	w := &words{places: map[string]int{}}
	add := func(word string) {
		if w.placeOf(word) >= 0 {
			return
		}
		w.places[word] = len(w.places)
		w.lengths[word[0]] |= 1 << (len(word) % 64)
		w.add(word)
	}
	for _, f := range filterFields() {
		add(f.path[strings.LastIndexByte(f.path, '.')+1:])
	}
	for _, word := range otherWords() {
		add(word)
	}
	return w
})

// otherWords are texts that fields often have, and parts of such: names of flags, types, events, classes, subsystems
// and notes, and what notes say. What is not among them is written out.
func otherWords() (list []string) {
	list = append(slices.Clone(message.FlagNames(0xFF)), "true", "false", "has_hash", "has_data", "'s ", message.RemarkNoPower+": ", string(decode.BC), string(decode.ToServer), string(decode.ToClient))
	for _, t := range append(record.ControlTypes(), transport.Data) {
		list = append(list, t.String())
	}
	for _, x := range message.EventClasses() {
		list = append(list, x.Name)
	}
	for _, x := range record.Codes() {
		list = append(list, string(x.Code))
		list = append(list, strings.FieldsFunc(x.Example, func(c rune) bool { return c >= '0' && c <= '9' })...)
	}
	for _, x := range message.EventCodes() {
		list = append(list, x.Name)
	}
	stock := ship.Stock()
	for _, c := range stock.Classes() {
		list = append(append(list, c.Key, c.Name), c.Objects...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// fieldList lists fields, each path once.
type fieldList struct {
	fields []filterField
	at     map[string]int
}

func (l *fieldList) describe(prefix string, m wire.Message) {
	l.add(filterField{ofNone, prefix, ""})
	for _, f := range fields.Describe(m, wire.Observed) {
		if f.Hidden {
			continue
		}
		for i, c := range f.Path {
			if c == '.' {
				l.add(filterField{ofNone, prefix + "." + f.Path[:i], ""})
			}
		}
		path, kind := prefix+"."+f.Path, kindOf(&f)
		if vector(&f) {
			l.add(filterField{ofNone, path, f.Unit})
			for _, axis := range []string{".x", ".y", ".z"} {
				l.add(filterField{ofDouble, path + axis, f.Unit})
			}
			continue
		}
		l.add(filterField{kind, path, f.Unit})
	}
}

// add adds a field. Of two kinds of one path, numbers become doubles, and all else is told apart by
// what comes first.
func (l *fieldList) add(f filterField) {
	at, known := l.at[f.path]
	if !known {
		l.at[f.path] = len(l.fields)
		l.fields = append(l.fields, f)
		return
	}
	if other := &l.fields[at]; other.kind != f.kind && (f.kind == ofDouble || f.kind == ofText) {
		other.kind = f.kind
	}
}

// vector reports whether a field has x, y and z.
func vector(f *fields.Field) bool {
	return f.Form == fields.Triple && (slices.Contains([]string{"cv3", "cv4", "cv4 (f32)", "3 x f32"}, f.Type) || f.Type == "shown" && strings.HasSuffix(f.Path, "position"))
}

func kindOf(f *fields.Field) byte {
	switch f.Form {
	case fields.Number, fields.Triple:
		return numberKind(f.Type)
	case fields.Hex:
		return hexKind(f.Type)
	case fields.Truth:
		return ofBool
	case fields.Blob:
		if f.Type == "bytes" {
			return ofBytes
		}
	}
	return ofText
}

func numberKind(encoding string) byte {
	switch encoding {
	case "u8", "u16", "u32", "u8 list":
		return ofUint
	case "i8", "i32":
		return ofInt
	}
	return ofDouble
}

func hexKind(encoding string) byte {
	switch encoding {
	case "u8":
		return ofHex8
	case "u16":
		return ofHex16
	}
	return ofHex32
}

// PluginFolder is where Wireshark looks for the Lua plugins of a user.
func PluginFolder(system string, variable func(string) string) (string, error) {
	if own := variable("WIRESHARK_PLUGIN_DIR"); own != "" {
		return own, nil
	}
	home, below := "HOME", []string{".local", "lib", "wireshark", "plugins"}
	if system == "windows" {
		home, below = "APPDATA", []string{"Wireshark", "plugins"}
	}
	if variable(home) == "" {
		return "", fmt.Errorf("%s is not set, so the plugin folder is not known; print the plugin into a file instead", home)
	}
	return filepath.Join(append([]string{variable(home)}, below...)...), nil
}
