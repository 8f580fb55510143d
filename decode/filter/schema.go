package filter

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Key describes one key that expressions may name.
type Key struct {
	// Path is the names from the top down, joined by dots, without indexes.
	Path string
	Kind Kind
	// Lists is how many lists deep the key is: 0 for a single value, 1 for a
	// list, 2 for a list of lists. Kind is then that of the elements. A key
	// below a list (notes.code) has one value per element, and 0 here.
	Lists int
	// About is one line for people.
	About string
	// Named is the key of the name of what this one tells by number or address; "" = there is none.
	Named string
	// Apart says that no message of the game has it, but one of another protocol.
	Apart bool
	// Hidden: it can be asked for, and is printed nowhere.
	Hidden bool
	// Values closes the set of texts: any other is an error in an expression.
	// Empty leaves it open. They may be written in either case, with blanks, underscores and hyphens or without.
	Values []string
	// Rare are further texts that a closed key can have, but that nobody is told of.
	Rare []string
	// Aliases maps other spellings of a value to the one that messages have.
	// A text that is itself one of Values is never replaced. The target may be
	// any text the kind accepts, so a hex key can have names.
	Aliases map[string]string

	texts bool // some message has a text under it
}

// Schema is all keys that expressions may name. It does not change once made.
type Schema struct {
	keys  []Key
	place map[string]int
}

// NewSchema builds a schema from keys in the order in which they are to be
// listed. One path may come several times, as messages share field names: the
// keys become one, of kind Any if the kinds differ, and closed to a set of
// values only if all of them are. It fails on a path that cannot be written in
// an expression, and on an alias for a value outside the closed set.
func NewSchema(keys []Key) (*Schema, error) {
	s := &Schema{place: make(map[string]int, len(keys))}
	for _, k := range keys {
		if !writable(k.Path) {
			return nil, fmt.Errorf("filter schema: %q cannot be a path", k.Path)
		}
		s.add(k)
	}
	for i := range s.keys {
		if err := s.keys[i].checkAliases(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Keys lists the keys for help texts. The result is the caller's to change,
// but not the values and aliases within.
func (s *Schema) Keys() []Key { return slices.Clone(s.keys) }

// Lookup finds a key by its path without indexes.
func (s *Schema) Lookup(path string) (Key, bool) {
	i, ok := s.place[path]
	if !ok {
		return Key{}, false
	}
	return s.keys[i], true
}

func (s *Schema) add(k Key) {
	i, again := s.place[k.Path]
	if again {
		s.keys[i].merge(k)
		return
	}
	k.texts = k.Kind == Text
	k.Values, k.Rare = slices.Clone(k.Values), slices.Clone(k.Rare)
	k.Aliases = maps.Clone(k.Aliases)
	s.place[k.Path] = len(s.keys)
	s.keys = append(s.keys, k)
}

func (k *Key) merge(other Key) {
	if k.Kind != other.Kind {
		k.Kind = Any
	}
	k.Lists = max(k.Lists, other.Lists)
	k.Hidden = k.Hidden || other.Hidden
	k.Apart = k.Apart && other.Apart
	if k.About == "" {
		k.About = other.About
	}
	switch text := other.Kind == Text; { // what is no text closes nothing, and opens nothing
	case k.texts && text:
		k.Values = mergeValues(k.Values, other.Values)
	case text:
		k.Values, k.texts = slices.Clone(other.Values), true
	}
	k.Rare = append(k.Rare, other.Rare...)
	if k.Aliases == nil {
		k.Aliases = make(map[string]string, len(other.Aliases))
	}
	maps.Copy(k.Aliases, other.Aliases)
}

// mergeValues joins two closed sets. An open one opens the result.
func mergeValues(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	for _, v := range b {
		if !slices.Contains(a, v) {
			a = append(a, v)
		}
	}
	return a
}

func (k *Key) checkAliases() error {
	for _, alias := range slices.Sorted(maps.Keys(k.Aliases)) {
		target := k.Aliases[alias]
		if k.closed() && !slices.Contains(k.Values, target) {
			return fmt.Errorf("filter schema: %s: alias %q for %q, which is no value of it", k.Path, alias, target)
		}
	}
	return nil
}

// closed tells whether only the listed texts can ever occur.
func (k *Key) closed() bool { return (k.Kind == Text || k.Kind == Any) && len(k.Values) > 0 }

// never tells whether a text can never be a value of the key.
func (k *Key) never(text string) bool {
	return k.closed() && !slices.Contains(k.Values, text) && !slices.Contains(k.Rare, text)
}

// canonical resolves an alias, and another spelling of a value.
func (k *Key) canonical(s string) string {
	if slices.Contains(k.Values, s) {
		return s
	}
	if target, ok := k.Aliases[s]; ok {
		return target
	}
	if k.closed() {
		for _, known := range k.spellings() {
			if folded(known) == folded(s) {
				return cmp.Or(k.Aliases[known], known)
			}
		}
	}
	return s
}

// folded is a word without what documents write otherwise: "Weapon States", WEAPON_STATES.
func folded(word string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(word))
}

// spellings lists every text that may be written for the key, for suggestions.
func (k *Key) spellings() []string {
	return append(slices.Clone(k.Values), slices.Sorted(maps.Keys(k.Aliases))...)
}

// Kind says what a key holds, and with it what it may be compared with.
type Kind uint8

const (
	// Any is a key that holds different kinds in different messages. What it
	// is compared with is then checked per message and not at compile time.
	Any Kind = iota
	// Number is an integer or a float.
	Number
	// Hex is an integer that is printed as "0x1C". Its values are numbers.
	Hex
	// Text is UTF-8.
	Text
	// Bool is true or false.
	Bool
	// Time is a moment, in nanoseconds since 1970.
	Time
	// Address is an IP address and a port.
	Address
	// Bytes is raw data that is printed as hex digits.
	Bytes
	// Object has keys of its own and can only be asked for presence.
	Object
)

var kindNames = [...]string{
	Any: "of any kind", Number: "a number", Hex: "a hex number", Text: "text", Bool: "true or false",
	Time: "a time", Address: "an address", Bytes: "raw bytes", Object: "a group of keys",
}

// String names the kind the way it reads after "is".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "of an unknown kind"
}

// ordered tells whether < and ranges mean something for the kind.
func (k Kind) ordered() bool {
	switch k {
	case Any, Number, Hex, Text, Time:
		return true
	}
	return false
}

// ranged tells whether a..b means something. Text has an order, but a range
// of it is more often a slip than a wish.
func (k Kind) ranged() bool { return k != Text && k.ordered() }

// under lists the keys below a path; those that stand apart if there are no others.
func (s *Schema) under(path string) []string {
	var found, apart []string
	for i := range s.keys {
		switch k := &s.keys[i]; {
		case !strings.HasPrefix(k.Path, path+"."):
		case k.Apart:
			apart = append(apart, k.Path)
		default:
			found = append(found, k.Path)
		}
	}
	if len(found) == 0 {
		return apart
	}
	return found
}

// around lists what could stand in the place of an unknown path: the keys of
// the deepest group that the path does lead into, or else the top level, where
// each group stands for its keys.
func (s *Schema) around(path string) []string {
	longest := 0
	for i := range s.keys {
		longest = max(longest, len(s.keys[i].Path))
	}
	path = path[:min(len(path), longest+1)] // of a longer one no key begins so
	for i := strings.LastIndexByte(path, '.'); i > 0; i = strings.LastIndexByte(path[:i], '.') {
		if found := s.under(path[:i]); len(found) > 0 {
			return found
		}
	}
	return s.top()
}

func (s *Schema) top() []string {
	var names []string
	for i := range s.keys {
		name, _, deep := strings.Cut(s.keys[i].Path, ".")
		if deep {
			name += ".*"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (s *Schema) paths() []string {
	paths := make([]string, len(s.keys))
	for i := range s.keys {
		paths[i] = s.keys[i].Path
	}
	return paths
}
