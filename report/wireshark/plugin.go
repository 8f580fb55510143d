package wireshark

import (
	_ "embed" // the plugin
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
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
	_, err := fmt.Fprintf(w, "%s: written by %s\n%s", Mark, program, text)
	return err
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

// filterFields lists all fields that the plugin knows, from the description of every message.
func filterFields() []filterField {
	l := fieldList{fields: slices.Clone(recordFields), at: map[string]int{}}
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
