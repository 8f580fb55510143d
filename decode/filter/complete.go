package filter

import (
	"slices"
	"strings"
)

// Completion is an expression that was continued by a word.
type Completion struct {
	Text  string // all of it
	About string // the word, for people; may be empty
	Begin int    // where in Text the word begins
}

// Word is what the expression was continued by.
func (c *Completion) Word() string { return c.Text[c.Begin:] }

// Known is a value that a key is known to have.
type Known struct {
	Value string // a text as it is; a number as it is written
	About string // for people; may be empty
}

// Complete lists what the last word of an expression may become, or what may follow it: keys, the
// values of closed keys, operators.
func (s *Schema) Complete(expr string) (list []Completion) { return s.CompleteWith(expr, nil) }

// CompleteWith is Complete, but values gives those of keys that are not closed; nil = none are known.
func (s *Schema) CompleteWith(expr string, values func(Key) []Known) (list []Completion) {
	before, begin := split(expr)
	words := s.follow(before, expr[begin:], values)
	for i := range words {
		words[i].Text, words[i].Begin = expr[:begin]+words[i].Text, begin
	}
	return words
}

// split gives the tokens before the word that is being written, and where that begins.
func split(expr string) (before []token, begin int) {
	l := lexer{expr: expr}
	for {
		l.skipBlanks()
		begin = l.pos
		t := l.next()
		if t.kind == tokenEnd || l.pos == len(expr) && t.kind != tokenSymbol {
			return before, begin
		}
		before = append(before, t)
	}
}

// Unfinished reports whether more text may make the expression right: what is wrong is that it ends, or
// its last word, which may have been begun only.
func (e *Error) Unfinished() bool {
	_, begin := split(e.Expr)
	return e.open || e.Pos >= begin && !strings.ContainsAny(e.Expr[begin:], ` "'`)
}

// follow lists what can stand behind tokens and begins with word.
func (s *Schema) follow(before []token, word string, values func(Key) []Known) []Completion {
	if len(before) == 0 {
		return s.completeKey(word)
	}
	last := &before[len(before)-1]
	switch {
	case last.compares() || last.is("contains") || last.is("[") || last.is(",") || last.is("matches"):
		return s.completeValue(before, word, values)
	case last.kind == tokenPath:
		return starting(word, append(slices.Clone(orderSymbols), wordSymbols...))
	case last.literal() || last.is("]") || last.is(")"):
		return starting(word, []string{"&&", "||"})
	case last.kind == tokenSymbol && !last.is("in") && !last.is(".."):
		return s.completeKey(word)
	}
	return nil
}

func starting(word string, words []string) (list []Completion) {
	for _, w := range words {
		if strings.HasPrefix(w, word) {
			list = append(list, Completion{Text: w})
		}
	}
	return list
}

// completeKey lists keys. Those within another one are listed when its name and the dot are there, and those that stand
// apart when no others begin so.
func (s *Schema) completeKey(word string) (list []Completion) {
	var apart []Completion
	for i := range s.keys {
		text, about := s.keys[i].Path, s.keys[i].About
		if group, _, deep := strings.Cut(text, "."); deep && !strings.Contains(word, ".") {
			text, about = group+".", ""
		}
		c := Completion{Text: text, About: about}
		switch {
		case !strings.HasPrefix(text, word) || slices.Contains(list, c):
		case s.keys[i].Apart:
			apart = append(apart, c)
		default:
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return apart
	}
	return list
}

// completeValue lists the values of the key that stands last.
func (s *Schema) completeValue(before []token, word string, values func(Key) []Known) (list []Completion) {
	var key Key
	for i := range before {
		if before[i].kind == tokenPath {
			key, _ = s.Lookup(KeyOf(before[i].text))
		}
	}
	if key.Kind == Bool {
		return starting(word, []string{"true", "false"})
	}
	if !key.closed() && values != nil {
		return completeKnown(&key, word, values(key))
	}
	for _, value := range key.Values {
		if text := quoteAs(word, value); begins(text, word) {
			list = append(list, Completion{Text: text})
		}
	}
	return list
}

// completeKnown lists the values that a word begins, then those that it is within.
func completeKnown(key *Key, word string, known []Known) (list []Completion) {
	var within []Completion
	for _, k := range known {
		text := k.Value
		if key.Kind == Text {
			text = quoteAs(word, text)
		}
		c := Completion{Text: text, About: k.About}
		switch {
		case begins(text, word):
			list = append(list, c)
		case strings.Contains(strings.ToLower(k.Value+" "+k.About), bare(word)):
			within = append(within, c)
		}
	}
	return append(list, within...)
}

// quoteAs writes a text in the quotes that a word begins with.
func quoteAs(word, text string) string {
	if strings.HasPrefix(word, "'") && !strings.ContainsAny(text, `'"\`) {
		return "'" + strings.Trim(Quote(text), `"`) + "'"
	}
	return Quote(text)
}

// begins reports whether a word, in either case and with quotes or without, begins a literal.
func begins(text, word string) bool { return strings.HasPrefix(bare(text), bare(word)) }

func bare(word string) string { return strings.ToLower(strings.Trim(word, `"'`)) }
