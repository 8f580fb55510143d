package golden

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bcdump/report/records"
)

// fieldHash is FNV-1a with 64 bits.
type fieldHash uint64

const (
	fnvOffset fieldHash = 14695981039346656037
	fnvPrime  fieldHash = 1099511628211
)

func (h *fieldHash) add(text []byte) {
	sum := *h
	for _, c := range text {
		sum = (sum ^ fieldHash(c)) * fnvPrime
	}
	*h = sum * fnvPrime // as if a zero followed: "1","23" differs from "12","3"
}

// addText adds the text in quotes that a line begins with, and gives its length.
func (h *fieldHash) addText(line []byte) int {
	sum := (*h ^ '"') * fnvPrime
	for i := 1; i < len(line); i++ {
		c := line[i]
		sum = (sum ^ fieldHash(c)) * fnvPrime
		switch c {
		case '\\':
			i++
			sum = (sum ^ fieldHash(line[i])) * fnvPrime
		case '"':
			*h = sum * fnvPrime
			return i + 1
		}
	}
	return 0
}

// addWord adds the number or the word that a line begins with, and gives its length.
func (h *fieldHash) addWord(line []byte) int {
	sum := *h
	for i, c := range line {
		if c == ',' || c == '}' || c == ']' {
			*h = sum * fnvPrime
			return i
		}
		sum = (sum ^ fieldHash(c)) * fnvPrime
	}
	return 0
}

// String gives 32 bits: the hash over all decides whether something has changed, this
// one only where.
func (h *fieldHash) String() string { return fmt.Sprintf("#%08x", uint32(*h>>32^*h)) }

// fieldSums holds a hash for each field, over its values in all lines of JSON.
//
// A records.Flattener finds the values of a line and their paths; that takes longer than to make the
// line. But lines of one kind are alike: what stands between two values tells which field comes next.
// So the way through a line is learnt from the Flattener, and only what was never met is left to it.
type fieldSums struct {
	sums  map[string]*fieldSum // by name
	kinds map[string]*steps    // by label of the message
	flat  records.Flattener
}

// fieldSum is the hash of one field.
type fieldSum struct {
	name string
	sum  fieldHash
	some bool // it had a value in this block
}

// steps are the ways through the lines of one kind of message.
type steps struct {
	label string
	start step
	at    map[string]*step // by path
}

// step is a value of a line; what follows depends on its path alone.
type step struct {
	sum  *fieldSum
	next []following // longest literal first: one may begin with another
}

// following is what stands between a value and the next one, and that; nil = the line ends.
type following struct {
	literal string
	to      *step
}

// maxFollowing bounds what is learnt of one step; lines that go another way are flattened.
const maxFollowing = 32

func newFieldSums() fieldSums {
	return fieldSums{sums: map[string]*fieldSum{}, kinds: map[string]*steps{}}
}

func (s *fieldSums) reset() {
	for _, f := range s.sums {
		f.sum, f.some = fnvOffset, false
	}
}

// sorted gives the fields that had values, by name.
func (s *fieldSums) sorted() (list []*fieldSum) {
	for _, f := range s.sums {
		if f.some {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *fieldSum) int { return strings.Compare(a.name, b.name) })
	return list
}

// add adds the values of a line of a message with that label.
func (s *fieldSums) add(label string, line []byte) {
	k := s.kinds[label]
	if k == nil {
		k = &steps{label: label, at: map[string]*step{}}
		s.kinds[label] = k
	}
	if added, whole := k.add(line); !whole {
		s.learn(k, line, added)
	}
}

// add adds values as long as the way through the line is known. It gives how many it has added, and
// whether these were all.
func (k *steps) add(line []byte) (added int, whole bool) {
	now := &k.start
	for at := 0; ; added++ {
		next := now.follow(line[at:])
		switch {
		case next == nil:
			return added, false
		case next.to == nil:
			return added, true
		}
		at += len(next.literal)
		now = next.to
		n := now.sum.add(line[at:])
		if n == 0 {
			return added, false
		}
		at += n
	}
}

// follow gives what a line goes on with; nil = that was not met before.
func (x *step) follow(line []byte) *following {
	for i := range x.next {
		if f := &x.next[i]; len(line) >= len(f.literal) && string(line[:len(f.literal)]) == f.literal {
			return f
		}
	}
	return nil
}

// add adds the value that a line begins with and gives its length; 0 = other values are in it.
func (f *fieldSum) add(line []byte) (n int) {
	switch line[0] {
	case '"':
		n = f.sum.addText(line)
	case '{', '[':
		if n = records.PlainLength(line); n > 0 {
			f.sum.add(line[:n])
		}
	default:
		n = f.sum.addWord(line)
	}
	f.some = f.some || n > 0
	return n
}

// learn flattens a line of which the first values were added, adds the others, and keeps the way.
func (s *fieldSums) learn(k *steps, line []byte, added int) {
	now, end, count := &k.start, 0, 0
	s.flat.Visit = func(path, text []byte) {
		x := k.at[string(path)]
		if x == nil {
			x = &step{sum: s.named(k.label, path)}
			k.at[string(path)] = x
		}
		begin := cap(line) - cap(text)
		now.learn(line[end:begin], x)
		now, end = x, begin+len(text)
		if count++; count > added {
			x.sum.sum.add(text)
			x.sum.some = true
		}
	}
	s.flat.Flatten(line)
	now.learn(line[end:], nil)
}

func (x *step) learn(literal []byte, to *step) {
	known := slices.ContainsFunc(x.next, func(f following) bool { return f.literal == string(literal) })
	if known || len(x.next) >= maxFollowing {
		return
	}
	at := slices.IndexFunc(x.next, func(f following) bool { return len(f.literal) < len(literal) })
	if at < 0 {
		at = len(x.next)
	}
	x.next = slices.Insert(x.next, at, following{string(literal), to})
}

const fieldsPrefix = "fields."

// named finds or makes the hash of a value, of which the fields of each kind of message have their
// own.
func (s *fieldSums) named(label string, path []byte) *fieldSum {
	name := string(path)
	if bytes.HasPrefix(path, []byte(fieldsPrefix)) {
		name = label + "." + name
	}
	f := s.sums[name]
	if f == nil {
		f = &fieldSum{name: name, sum: fnvOffset}
		s.sums[name] = f
	}
	return f
}
