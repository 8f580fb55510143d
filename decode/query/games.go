package query

import (
	"slices"
	"strings"

	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// gameKinds is what is known of game messages before one is decoded, by opcode.
type gameKinds [256]gameKind

type gameKind struct {
	never   bool // none passes the filter
	shallow bool // none has a field that the filter asks for
	head    bool // the filter asks for fields of the head only, see message.UpdateHead
}

// gamesOf tells what a filter needs not look at.
func gamesOf(f *filter.Filter) *gameKinds {
	games := new(gameKinds)
	list := slices.DeleteFunc(slices.Clone(kinds()), func(k kind) bool { return k.proto != record.BC || k.opcode < 0 })
	for i := range games {
		games[i].never = true
	}
	for _, k := range could(f, list) {
		games[k.opcode].never = false
	}
	for _, k := range list {
		games[k.opcode].shallow = !slices.ContainsFunc(f.Paths(), k.has)
	}
	games[message.OpcodeStateUpdate].head = !slices.ContainsFunc(f.Paths(), behindHead())
	return games
}

// behindHead reports of a path whether it leads to a field that updates may have and their heads
// have not.
func behindHead() func(path string) bool {
	head := map[string]bool{}
	for _, key := range messageKeys(new(message.UpdateHead)) {
		head[key.Path] = true
	}
	return func(path string) bool {
		path = withoutIndexes(path)
		return strings.HasPrefix(path, "fields.") && !head[path]
	}
}

// has reports whether a path leads to a field of the kind.
func (k *kind) has(path string) bool {
	path = withoutIndexes(path)
	return strings.HasPrefix(path, "fields.") && k.fields[path]
}

// of gives what is known of a record; nothing of those that are no game messages.
func (g *gameKinds) of(r *record.Record) gameKind {
	if r.Proto != record.BC {
		return gameKind{}
	}
	opcode, ok := r.Opcode()
	if !ok {
		return gameKind{}
	}
	return g[opcode]
}
