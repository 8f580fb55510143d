package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode/match"
	"bcdump/decode/suggest"
)

// NameOf is what a client is called everywhere: the name of its player, else its address.
func NameOf(c *match.Connection) string {
	return cmp.Or(c.Player.Called(), c.Name, AddressText(c.Client))
}

// PlayerOf is how a player is called: his name, or the address of his client; "" = nobody knows him.
func PlayerOf(p *match.Player) string {
	if p.Called() == "" && p != nil && len(p.Connections) > 0 {
		return NameOf(p.Last())
	}
	return p.Called()
}

// Names lists who can be asked for by name: the clients, and players of whom the capture has only ships.
func Names(m *match.Match) (names []string) {
	for _, c := range m.Connections() {
		names = append(names, NameOf(c))
	}
	for _, p := range m.Players() {
		names = append(names, p.Name)
	}
	return names
}

// UnknownError says that nothing in a capture has a name that was asked for.
type UnknownError struct {
	None  string   // what asked for it, and who has not got it: "--of: nobody"
	Word  string   // the name
	Known []string // the names that there are, in any order
}

// Unknown gives the error of a word that is not among the names, whatever their case; nil = it is, or "".
func Unknown(none, word string, names []string) error {
	if word == "" || slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, word) }) {
		return nil
	}
	return &UnknownError{none, word, names}
}

// Error gives the names, as many as a person reads.
func (e *UnknownError) Error() string {
	id := func(name string) int { return strings.Index("0x", name[:min(len(name), 2)]) } // after the names
	names := slices.DeleteFunc(slices.Clone(e.Known), func(name string) bool { return name == "" })
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(id(a), id(b)), cmp.Compare(a, b)) })
	names = slices.Compact(names)
	if len(names) == 0 {
		return fmt.Sprintf("%s is called %q; the capture tells no names", e.None, e.Word)
	}
	return fmt.Sprintf("%s is called %q; %snames are %s", e.None, e.Word, DidYouMean(e.Word, names), SomeOf(names))
}

// SomeOf lists words, as many as a person reads.
func SomeOf(words []string) string {
	const shown = 12
	if more := len(words) - shown; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:shown], ", "), more)
	}
	return strings.Join(words, ", ")
}

// DidYouMean asks, before something else is said, whether a word that is not known was meant to be
// another one; "" = it is like none of them.
func DidYouMean(word string, known []string) string {
	near := suggest.Near(word, known)
	for i := range near {
		near[i] = strconv.Quote(near[i])
	}
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(near, " or ") + "? "
}
