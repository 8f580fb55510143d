package query

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Filter keeps the records for which an expression is true. docs/reference/filter.md
// explains the language.
type Filter struct {
	compiled *filter.Filter
	hints    func() *opcodeHints
}

// NewFilter compiles an expression over the keys of the JSON form, such as
// `opcode == 0x1C && dir == "C>S" && fields.speed > 5`. The error is a
// *filter.Error, which points at the character and lists what is known.
func NewFilter(expression string) (*Filter, error) {
	f, err := filter.Compile(expression, Schema())
	if err != nil {
		return nil, err
	}
	return &Filter{compiled: f, hints: sync.OnceValue(func() *opcodeHints { return hintsOf(f) })}, nil
}

// NoPlayer points at a name of a player that none of those who are there has; nil = it is about others, or f is nil.
func (f *Filter) NoPlayer(there []string) *filter.Error {
	if f == nil {
		return nil
	}
	bad := f.compiled.Unmet(playerKey, there)
	if bad != nil {
		quoted, _ := strconv.QuotedPrefix(bad.Expr[bad.Pos:])
		text, _ := strconv.Unquote(quoted)
		if _, err := netip.ParseAddrPort(text); err == nil { // as a client without a name is shown
			bad.Msg += fmt.Sprintf("; the client at an address: src == %q || dst == %q", text, text)
		}
	}
	return bad
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

// messageNames lists what messages can be called: see record.Record.Title.
func messageNames() (names, rare []string, aliases map[string]string) {
	aliases = map[string]string{}
	for _, spec := range message.Table() {
		names = append(names, spec.Name)
		for _, alias := range spec.Aliases {
			aliases[alias] = spec.Name
		}
	}
	usual, rare := record.Titles()
	for _, spec := range entitystate.Table() {
		names = append(names, spec.Name)
	}
	return distinct(append(names, usual...)), rare, aliases
}

// distinct drops what comes again.
func distinct(words []string) (once []string) {
	for _, word := range words {
		if !slices.Contains(once, word) {
			once = append(once, word)
		}
	}
	return once
}

// fieldKeys lists the fields of every message that has a layout, with the names of the messages
// that have them.
func fieldKeys() (keys []filter.Key) {
	names, units := map[string][]string{}, map[string]string{}
	for _, l := range layouts() {
		for _, key := range l.keys {
			if list := names[key.Path]; len(list) == 0 || list[len(list)-1] != l.title {
				names[key.Path] = append(list, l.title)
			}
			units[key.Path] = cmp.Or(units[key.Path], key.About)
			key.Apart = l.proto == record.EntityState
			keys = append(keys, key)
		}
	}
	abouts := map[string]string{}
	for path, list := range names {
		abouts[path] = inShort(distinct(list))
		if units[path] != "" {
			abouts[path] += " (" + units[path] + ")"
		}
	}
	for i := range keys {
		keys[i].About = abouts[keys[i].Path]
	}
	return keys
}

// messageKind is which messages have a layout.
type messageKind struct {
	proto  record.Protocol
	opcode int // or type of an entity-state message; -1 = it has none
	title  string
}

// layout is one message that has fields, and their keys.
type layout struct {
	messageKind
	keys []filter.Key
}

// ambiguousType is the entity-state message that is one of two, as long as it is not known which.
const ambiguousType = 16

// layouts lists them. To describe all messages takes longer than all else that a filter needs.
var layouts = sync.OnceValue(func() (list []layout) {
	add := func(proto record.Protocol, opcode int, title string, m wire.Message) {
		list = append(list, layout{messageKind{proto, opcode, title}, messageKeys(m)})
	}
	for _, spec := range message.Table() {
		if spec.New != nil {
			add(record.BC, int(spec.Opcode), spec.Name, spec.New())
		}
	}
	for _, spec := range entitystate.Table() {
		add(record.EntityState, int(spec.Type), spec.Name, spec.New())
	}
	add(record.EntityState, ambiguousType, record.EntityTitle(ambiguousType), new(entitystate.Ambiguous))
	for _, p := range transport.ControlPayloads() {
		add(record.BC, -1, record.TypeTitle(p.Type), p.Message)
	}
	return list
})

// inShort names as many messages as a line of help has room for, and counts the others.
func inShort(names []string) string {
	const room = 48
	wellKnownFirst(names)
	if all := strings.Join(names, ", "); len(all) <= room {
		return all
	}
	text := names[0]
	for i, name := range names[1:] {
		if len(text)+len(name)+len(",  and 10 others") > room {
			return strings.Replace(fmt.Sprintf("%s and %d others", text, len(names)-1-i), " 1 others", " 1 other", 1)
		}
		text += ", " + name
	}
	return text
}

// wellKnownFirst puts what most captures are full of before what few have.
func wellKnownFirst(names []string) {
	rare := func(name string) bool { return name != "Chat" && name != "StateUpdate" && name != "State" }
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case rare(a) == rare(b):
			return 0
		case rare(a):
			return 1
		}
		return -1
	})
}

// messageKeys lists the keys of the fields of a message; About is the unit.
func messageKeys(m wire.Message) (keys []filter.Key) {
	for _, f := range fields.Describe(m, wire.Observed) {
		path := "fields." + f.Path
		for i := len("fields."); i < len(path); i++ {
			if path[i] == '.' {
				keys = append(keys, filter.Key{Path: path[:i], Kind: filter.Object, Lists: listDepth(f, path[len("fields."):i])})
			}
		}
		key := fieldKey(path, f)
		if _, ok := m.(*message.StateUpdate); ok && path == "fields.flags" {
			key.Values, key.Aliases = message.FlagWords()
		}
		keys = append(keys, key)
	}
	return keys
}

// listDepth is 1 if the object at path is an element of a list.
func listDepth(f fields.Field, path string) int {
	if slices.Contains(f.Lists, path) {
		return 1
	}
	return 0
}

func fieldKey(path string, f fields.Field) filter.Key {
	key := filter.Key{Path: path, About: f.Unit, Hidden: f.Hidden}
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
