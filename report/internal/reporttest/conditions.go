package reporttest

import (
	"iter"
	"strings"
	"sync"
	"testing"

	"bcdump/decode"
)

// asker asks many filters about one record after another. Most are conditions joined by &&, and
// share them with others: each condition is asked once. Of some records, the filter itself is asked
// too, as a user would, and has to say the same.
type asker struct {
	conditions map[string]*condition
	records    int // so far
}

// condition is one of those that a filter joins.
type condition struct {
	match func(*decode.Record) bool
	asked int // records when it was asked last
	holds bool
}

// wholeEach is of how many records one is asked about with the filter itself.
const wholeEach = 50

// filter gives what tells whether a filter keeps the record at hand.
func (a *asker) filter(t testing.TB, where, text string) func(*decode.Record) bool {
	whole := compiled(t, where, text)
	parts := a.parts(t, where, text)
	return func(r *decode.Record) bool {
		holds := a.all(parts, r)
		if a.records%wholeEach == 0 && whole(r) != holds {
			t.Errorf("%s: frame %d, message %d: the filter says %v, its conditions %v:\n%s", where, r.Frame, r.Index, !holds, holds, text)
		}
		return holds
	}
}

// all reports whether all conditions hold for the record at hand.
func (a *asker) all(parts []*condition, r *decode.Record) bool {
	for _, c := range parts {
		if c.asked != a.records {
			c.asked, c.holds = a.records, c.match(r)
		}
		if !c.holds {
			return false
		}
	}
	return true
}

// parts gives the conditions that a filter joins by &&; the filter itself, if it is not of that form.
func (a *asker) parts(t testing.TB, where, text string) (parts []*condition) {
	for _, part := range conjuncts(text) {
		c := a.conditions[part]
		if c == nil {
			c = &condition{match: compiled(t, where, part)}
			a.conditions[part] = c
		}
		parts = append(parts, c)
	}
	return parts
}

// filters are those of all captures by their texts: captures are asked much the same.
var filters sync.Map

// compiled gives what tells whether a filter keeps a record. What takes longest is done when the first
// record comes: of most filters as a whole, none does.
func compiled(t testing.TB, where, text string) func(*decode.Record) bool {
	f, ok := filters.Load(text)
	if !ok {
		var err error
		if f, err = decode.NewFilter(text); err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		filters.Store(text, f)
	}
	var match func(*decode.Record) bool
	return func(r *decode.Record) bool {
		if match == nil {
			match = f.(*decode.Filter).Matcher("").Match
		}
		return match(r)
	}
}

// conjuncts splits a filter at each && that is in no parentheses and no quotes. One with || beside
// them stays whole.
func conjuncts(text string) (parts []string) {
	start := 0
	for i, depth := range unquoted(text) {
		switch {
		case depth == 0 && strings.HasPrefix(text[i:], "||"):
			return []string{text}
		case depth == 0 && strings.HasPrefix(text[i:], " && "):
			parts = append(parts, text[start:i])
			start = i + len(" && ")
		}
	}
	return append(parts, text[start:])
}

// closing finds the parenthesis that closes one which was opened before text.
func closing(text string) int {
	for i, depth := range unquoted(text) {
		if depth < 0 {
			return i
		}
	}
	return -1
}

// unquoted gives where the characters of a filter stand that are in no quotes, and in how many
// parentheses each is; one that closes is outside.
func unquoted(text string) iter.Seq2[int, int] {
	return func(yield func(at, depth int) bool) {
		depth, quote := 0, byte(0)
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case quote != 0 && c == '\\':
				i++
				continue
			case quote != 0:
				if c == quote {
					quote = 0
				}
				continue
			case c == '"' || c == '\'':
				quote = c
				continue
			case c == '(':
				depth++
			case c == ')':
				depth--
			}
			if !yield(i, depth) {
				return
			}
		}
	}
}
