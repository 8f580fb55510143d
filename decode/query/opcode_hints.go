package query

import (
	"slices"
	"strings"
	"sync"

	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// opcodeHints is what is known of game messages before one is decoded, by opcode.
type opcodeHints [256]opcodeHint

type opcodeHint struct {
	never   bool // none passes the filter
	shallow bool // none has a field that the filter asks for
	head    bool // the filter asks for fields of the head only, see message.UpdateHead
}

// hintsOf tells what a filter needs not look at.
func hintsOf(f *filter.Filter) *opcodeHints {
	games, list, paths := new(opcodeHints), kindsOfGame(), f.Paths()
	for i := range paths {
		paths[i] = filter.KeyOf(paths[i])
	}
	for i := range games {
		games[i].never = true
	}
	for _, k := range could(f, list) {
		games[k.opcode].never = false
	}
	for _, k := range list {
		games[k.opcode].shallow = !slices.ContainsFunc(paths, k.has)
	}
	games[message.OpcodeStateUpdate].head = !slices.ContainsFunc(paths, behindHead())
	return games
}

// kindsOfGame are the kinds of messages with an opcode of the game.
var kindsOfGame = sync.OnceValue(func() []kind {
	return slices.DeleteFunc(slices.Clone(kinds()), func(k kind) bool { return k.proto != record.BC || k.opcode < 0 })
})

// behindHead reports of a path without indexes whether it leads to a field that updates may have and
// their heads have not.
var behindHead = sync.OnceValue(func() func(path string) bool {
	head := map[string]bool{}
	for _, key := range messageKeys(new(message.UpdateHead)) {
		head[key.Path] = true
	}
	return func(path string) bool { return strings.HasPrefix(path, "fields.") && !head[path] }
})

// has reports whether a path without indexes leads to a field of the kind.
func (k *kind) has(path string) bool {
	return strings.HasPrefix(path, "fields.") && k.fields[path]
}

// of gives what is known of a record; nothing of those that are no game messages.
func (g *opcodeHints) of(r *record.Record) opcodeHint {
	if r.Proto != record.BC {
		return opcodeHint{}
	}
	opcode, ok := r.Opcode()
	if !ok {
		return opcodeHint{}
	}
	return g[opcode]
}
