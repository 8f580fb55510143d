package query

import (
	"slices"
	"strings"
	"sync"

	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Filter keeps the records for which an expression is true. docs/filter.md
// explains the language.
type Filter struct {
	compiled *filter.Filter
}

// NewFilter compiles an expression over the keys of the JSON form, such as
// `opcode == 0x1C && dir == "C>S" && fields.speed > 5`. The error is a
// *filter.Error, which points at the character and lists what is known.
func NewFilter(expression string) (*Filter, error) {
	f, err := filter.Compile(expression, Schema())
	if err != nil {
		return nil, err
	}
	return &Filter{compiled: f}, nil
}

// Schema lists the keys that filters may name.
var Schema = sync.OnceValue(func() *filter.Schema {
	var keys []filter.Key
	for _, k := range recordKeys() {
		keys = append(keys, k.Key)
	}
	s, err := filter.NewSchema(append(keys, fieldKeys()...))
	if err != nil {
		panic(err) // the tables below contradict themselves; a test makes them
	}
	return s
})

func opcodeNames() (names []string, aliases map[string]string) {
	aliases = map[string]string{}
	for _, spec := range message.Table() {
		names = append(names, spec.Name)
		for _, alias := range spec.Aliases {
			aliases[alias] = spec.Name
		}
	}
	for _, spec := range entitystate.Table() {
		if !slices.Contains(names, spec.Name) {
			names = append(names, spec.Name)
		}
	}
	return names, aliases
}

// fieldKeys lists the fields of every message that has a layout.
func fieldKeys() (keys []filter.Key) {
	for _, spec := range message.Table() {
		if spec.New != nil {
			keys = append(keys, messageKeys(spec.Name, spec.New())...)
		}
	}
	for _, spec := range entitystate.Table() {
		keys = append(keys, messageKeys(spec.Name, spec.New())...)
	}
	keys = append(keys, messageKeys("type 16", new(entitystate.Ambiguous))...)
	for _, m := range transport.ControlPayloads() {
		keys = append(keys, messageKeys("control message", m)...)
	}
	return keys
}

func messageKeys(name string, m wire.Message) (keys []filter.Key) {
	for _, f := range fields.Describe(m, wire.Observed) {
		if f.Hidden {
			continue
		}
		path := "fields." + f.Path
		for i := len("fields."); i < len(path); i++ {
			if path[i] == '.' {
				keys = append(keys, filter.Key{Path: path[:i], Kind: filter.Object, Lists: listDepth(f, path[len("fields."):i]), About: name})
			}
		}
		keys = append(keys, fieldKey(path, name, f))
	}
	return keys
}

// listDepth is 1 if the object at path is an element of a list.
func listDepth(f fields.Field, path string) int {
	for _, list := range f.Lists {
		if list == path {
			return 1
		}
	}
	return 0
}

func fieldKey(path, name string, f fields.Field) filter.Key {
	key := filter.Key{Path: path, About: strings.TrimSpace(name + " " + f.Unit)}
	switch f.Form {
	case fields.Number:
		key.Kind = filter.Number
	case fields.Hex:
		key.Kind = filter.Hex
	case fields.Truth:
		key.Kind = filter.Bool
	case fields.Triple:
		key.Kind, key.Lists = filter.Number, 1
	case fields.Words:
		key.Kind, key.Lists = filter.Text, 1
	case fields.Blob:
		key.Kind = filter.Bytes
	default:
		key.Kind = filter.Text
	}
	return key
}
