package decode

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

// Matcher gives a function that tells whether the filter keeps a record. It uses its
// memory again: one goroutine at a time.
func (f *Filter) Matcher() func(*Record) bool { return f.matcher().match }

// Schema lists the keys that filters may name.
var Schema = sync.OnceValue(func() *filter.Schema {
	s, err := filter.NewSchema(append(recordKeys(), fieldKeys()...))
	if err != nil {
		panic(err) // the tables below contradict themselves; a test makes them
	}
	return s
})

func texts[T ~string](values ...T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func recordKeys() []filter.Key {
	var codes []string
	for _, c := range Codes() {
		codes = append(codes, string(c.Code))
	}
	names, aliases := opcodeNames()
	types := []string{"data", "ack", "keepalive", "connect", "peer_info", "boot", "disconnect", "unknown"}
	return []filter.Key{
		{Path: "v", Kind: filter.Number, About: "schema version"},
		{Path: "frame", Kind: filter.Number, About: "frame number in the file, from 1"},
		{Path: "time", Kind: filter.Time, About: "when the frame was captured, UTC"},
		{Path: "src", Kind: filter.Address, About: "sender"},
		{Path: "dst", Kind: filter.Address, About: "receiver"},
		{Path: "proto", Kind: filter.Text, About: "protocol", Values: texts(BC, EntityState, GameSpy, Unknown)},
		{Path: "dir", Kind: filter.Text, About: "direction", Values: texts(ToServer, ToClient)},
		{Path: "peer", Kind: filter.Number, About: "byte 0 of the datagram: 1 host, 2.. clients, 255 new"},
		{Path: "index", Kind: filter.Number, About: "place of the message within its datagram"},
		{Path: "type", Kind: filter.Text, About: "transport type", Values: types},
		{Path: "len", Kind: filter.Number, About: "bytes of the transport message, or of the entity-state message"},
		{Path: "reliable", Kind: filter.Bool, About: "is acknowledged and sent again"},
		{Path: "ordered", Kind: filter.Bool, About: "priority delivery"},
		{Path: "seq", Kind: filter.Number, About: "sequence number; of an ack, the number acknowledged"},
		{Path: "fragment", Kind: filter.Object, About: "the message is one fragment"},
		{Path: "fragment.index", Kind: filter.Number, About: "index of the fragment"},
		{Path: "fragment.total", Kind: filter.Number, About: "fragments in all; in fragment 0 only"},
		{Path: "frames", Kind: filter.Number, Lists: 1, About: "frames of the parts of a joined message"},
		{Path: "copy", Kind: filter.Number, About: "of a repeat: the how manieth copy it is, from 2"},
		{Path: "answers", Kind: filter.Object, About: "the ack is the first for a message of the capture"},
		{Path: "answers.frame", Kind: filter.Number, About: "frame of the first copy of that message"},
		{Path: "answers.index", Kind: filter.Number, About: "its place within its datagram"},
		{Path: "answers.ms", Kind: filter.Number, About: "milliseconds since"},
		{Path: "answers.copies", Kind: filter.Number, About: "how often it had been sent by then"},
		{Path: "opcode", Kind: filter.Hex, About: "first byte of a game message; type of an entity-state message"},
		{Path: "name", Kind: filter.Text, About: "name of the message", Values: names, Aliases: aliases},
		{Path: "size", Kind: filter.Number, About: "bytes of the game message"},
		{Path: "relay_of", Kind: filter.Object, About: "the host copies a message of a client"},
		{Path: "relay_of.frame", Kind: filter.Number, About: "frame of that message"},
		{Path: "relay_of.index", Kind: filter.Number, About: "its place within its datagram"},
		{Path: "relay_of.ms", Kind: filter.Number, About: "milliseconds since"},
		{Path: "relay_of.echo", Kind: filter.Bool, About: "the copy goes back to its sender"},
		{Path: "relay_of.surplus", Kind: filter.Bool, About: "this client has had a copy before"},
		{Path: "fields", Kind: filter.Object, About: "the message was decoded"},
		{Path: "trailing", Kind: filter.Bytes, About: "bytes behind the last field"},
		{Path: "raw", Kind: filter.Bytes, About: "payload"},
		{Path: "notes", Kind: filter.Text, Lists: 1, About: "codes of the notes", Values: codes},
		{Path: "notes.code", Kind: filter.Text, About: "codes of the notes", Values: codes},
		{Path: "notes.offset", Kind: filter.Number, About: "offsets of the notes"},
		{Path: "notes.text", Kind: filter.Text, About: "texts of the notes"},
	}
}

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
func fieldKeys() []filter.Key {
	keys := []filter.Key{
		{Path: "fields.kind", Kind: filter.Text, About: "what a GameSpy text is for"},
		{Path: "fields.pairs", Kind: filter.Text, Lists: 2, About: "keys and values of a GameSpy text"},
	}
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
