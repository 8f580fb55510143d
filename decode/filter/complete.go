package filter

import (
	"slices"
	"strconv"
	"strings"
)

// Completion is an expression that was continued by a word.
type Completion struct {
	Text  string // all of it
	About string // the word, for people; may be empty
}

// Complete lists what the last word of an expression may become, or what may follow it: keys, the
// values of closed keys, operators.
func (s *Schema) Complete(expr string) (list []Completion) {
	before, begin := split(expr)
	words := s.follow(before, expr[begin:])
	for i := range words {
		words[i].Text = expr[:begin] + words[i].Text
	}
	return words
}

// split gives the tokens before the word that is being written, and where that begins.
func split(expr string) (before []token, begin int) {
	l := lexer{expr: expr}
	for {
		l.skipBlanks()
		begin = l.pos
		t, err := l.next()
		if err != nil || t.kind == tokenEnd {
			return before, begin
		}
		if l.pos == len(expr) && t.kind != tokenSymbol {
			return before, begin
		}
		before = append(before, t)
	}
}

// follow lists what can stand behind tokens and begins with word.
func (s *Schema) follow(before []token, word string) []Completion {
	if len(before) == 0 {
		return s.completeKey(word)
	}
	last := &before[len(before)-1]
	switch {
	case last.compares() || last.is("contains") || last.is("[") || last.is(",") || last.is("matches"):
		return s.completeValue(before, word)
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

// completeKey lists keys. Those within another one are listed when its name and the dot are there.
func (s *Schema) completeKey(word string) (list []Completion) {
	for i := range s.keys {
		text, about := s.keys[i].Path, s.keys[i].About
		if group, _, deep := strings.Cut(text, "."); deep && !strings.Contains(word, ".") {
			text, about = group+".", ""
		}
		c := Completion{text, about}
		if strings.HasPrefix(text, word) && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// completeValue lists the values of the key that stands last.
func (s *Schema) completeValue(before []token, word string) (list []Completion) {
	var key Key
	for i := range before {
		if before[i].kind == tokenPath {
			key, _ = s.Lookup(joinNames(Steps(before[i].text)))
		}
	}
	if key.Kind == Bool {
		return starting(word, []string{"true", "false"})
	}
	begun := strings.ToLower(strings.Trim(word, `"'`))
	for _, value := range key.Values {
		text := strconv.Quote(value)
		if strings.HasPrefix(word, "'") {
			text = "'" + value + "'"
		}
		if strings.HasPrefix(strings.ToLower(value), begun) {
			list = append(list, Completion{Text: text})
		}
	}
	return list
}
