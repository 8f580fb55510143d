package reporttest

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"bcdump/decode"
)

// asker asks many filters about one record after another. Most are conditions joined by &&, and share them with
// others: the filters make a tree, in which each stands behind its conditions, those of most filters first. So a
// condition is asked once, and most filters are never reached. Of some records, the filter itself is asked too, as a
// user would, and has to say the same.
type asker struct {
	conditions map[string]*condition
	counters   []*counter
	tree       branch
	records    int // so far
}

// condition is one of those that a filter joins.
type condition struct {
	match   func(*decode.Record) bool
	filters int // that join it
	asked   int // records when it was asked last
	holds   bool
}

// branch has the filters whose conditions are those up to here, and the branches of those with more.
type branch struct {
	*condition
	here []*counter
	next []*branch
}

// wholeEach is of how many records one is asked about with the filter itself.
const wholeEach = 50

// counter counts what a filter keeps.
func (a *asker) counter(t testing.TB, where, text string) *counter {
	n := &counter{where: where, text: text, match: compiled(t, where, text)}
	for _, part := range conjuncts(text) {
		c := a.conditions[part]
		if c == nil {
			c = &condition{match: compiled(t, where, part)}
			a.conditions[part] = c
		}
		c.filters++
		n.parts = append(n.parts, c)
	}
	a.counters = append(a.counters, n)
	return n
}

// plant makes the tree when all filters are known.
func (a *asker) plant() {
	for _, n := range a.counters {
		slices.SortStableFunc(n.parts, func(x, y *condition) int { return y.filters - x.filters })
		at := &a.tree
		for _, c := range n.parts {
			i := slices.IndexFunc(at.next, func(b *branch) bool { return b.condition == c })
			if i < 0 {
				i = len(at.next)
				at.next = append(at.next, &branch{condition: c})
			}
			at = at.next[i]
		}
		at.here = append(at.here, n)
	}
}

// ask asks all filters about the next record.
func (a *asker) ask(t testing.TB, r *decode.Record) {
	a.records++
	a.tree.ask(a.records, r)
	if a.records%wholeEach != 0 {
		return
	}
	for _, n := range a.counters {
		if kept := n.kept == a.records; n.match(r) != kept {
			t.Errorf("%s: frame %d, message %d: the filter says %v, its conditions %v:\n%s", n.where, r.Frame, r.Index, !kept, kept, n.text)
		}
	}
}

func (b *branch) ask(record int, r *decode.Record) {
	for _, n := range b.here {
		n.kept = record
		n.add(r)
	}
	for _, next := range b.next {
		c := next.condition
		if c.asked != record {
			c.asked, c.holds = record, c.match(r)
		}
		if c.holds {
			next.ask(record, r)
		}
	}
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
