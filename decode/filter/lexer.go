package filter

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// lexer cuts the expression into tokens, one per call of next. Behind the first thing that is wrong
// the expression is over: whoever reads on meets its end, and what they then report is not heard.
type lexer struct {
	expr string
	pos  int
	err  *Error // the first
}

// next gives the token at the current place and moves behind it. Every call
// that does not give tokenEnd consumes at least one byte.
func (l *lexer) next() token {
	l.skipBlanks()
	t := l.token()
	if l.err != nil {
		return token{kind: tokenEnd, pos: l.pos}
	}
	return t
}

func (l *lexer) token() token {
	rest := l.expr[l.pos:]
	if rest == "" {
		return token{kind: tokenEnd, pos: l.pos}
	}
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		return l.text(c)
	case digit(c), c == '-' && len(rest) > 1 && digit(rest[1]):
		return l.number()
	case nameByte(c):
		return l.word()
	}
	return l.symbol()
}

func (l *lexer) skipBlanks() {
	for l.pos < len(l.expr) && strings.IndexByte(" \t\r\n", l.expr[l.pos]) >= 0 {
		l.pos++
	}
}

// take makes a token of the next n bytes.
func (l *lexer) take(kind tokenKind, n int) token {
	t := token{kind: kind, pos: l.pos, text: l.expr[l.pos : l.pos+n]}
	l.pos += n
	return t
}

// fail says what is wrong, unless something was before.
func (l *lexer) fail(pos int, format string, args ...any) { _ = l.failure(pos, format, args...) }

// failure is fail that gives the error, to be completed.
func (l *lexer) failure(pos int, format string, args ...any) *Error {
	err := &Error{Expr: l.expr, Pos: pos, Msg: fmt.Sprintf(format, args...)}
	if l.err == nil {
		l.err = err
	}
	return err
}

func (l *lexer) symbol() token {
	rest := l.expr[l.pos:]
	for _, s := range symbols {
		if !strings.HasPrefix(rest, s.text) {
			continue
		}
		if s.meant == "" {
			return l.take(tokenSymbol, len(s.text))
		}
		err := l.failure(l.pos, "unexpected %q", s.text)
		err.Near, err.names = []string{s.meant}, "operators"
		return token{}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	l.fail(l.pos, "unexpected %q", string(r))
	return token{}
}

// text finds the closing quote. What the escapes mean is decided later,
// because a pattern keeps them.
func (l *lexer) text(quote byte) token {
	rest := l.expr[l.pos:]
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case quote:
			return l.take(tokenText, i+1)
		}
	}
	l.failure(l.pos, "the text has no closing %c", quote).open = true
	return token{}
}

// number takes digits with fraction and exponent, or hex digits. It leaves the
// dots of a range alone.
func (l *lexer) number() token {
	rest := l.expr[l.pos:]
	n := 0
	if rest[0] == '-' {
		n = 1
	}
	if hexPrefix(rest[n:]) {
		n += 2 + run(rest[n+2:], hexDigit)
	} else {
		n += decimal(rest[n:])
	}
	if n < len(rest) && nameByte(rest[n]) {
		end := n + nameEnd(rest[n:])
		l.fail(l.pos+n, "%s is no number", short(rest[:end]))
	}
	return l.take(tokenNumber, n)
}

// word takes a word of the language or else a whole path with its indexes, in
// which a name may be spelled like such a word: fields.in is a key.
func (l *lexer) word() token {
	rest := l.expr[l.pos:]
	n := nameEnd(rest)
	if t, ok := words[strings.ToLower(rest[:n])]; ok && (n == len(rest) || rest[n] != '.') {
		t.pos = l.pos
		l.pos += n
		return t
	}
	for step := 1; n < len(rest) && step > 0; n += step {
		step = l.step(rest, n)
	}
	return l.take(tokenPath, n)
}

// step gives the length of ".name" or "[index]" at rest[n:], 0 if neither
// stands there.
func (l *lexer) step(rest string, n int) int {
	switch more := rest[n:]; {
	case strings.HasPrefix(more, ".."):
	case more[0] == '.':
		name := nameEnd(more[1:])
		if name > 0 && !digit(more[1]) {
			return 1 + name
		}
		l.fail(l.pos+n+1, "a name must follow the dot")
	case more[0] == '[':
		digits := run(more[1:], digit)
		if digits > 0 && digits <= maxIndexDigits && len(more) >= digits+2 && more[digits+1] == ']' {
			return digits + 2
		}
		l.fail(l.pos+n+1, "an index is a number from 0, as in [2]")
	}
	return 0
}

// tokenKind sorts tokens by what the parser does with them.
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenPath
	tokenSymbol
	tokenNumber
	tokenText
	tokenBool
)

// token is a piece of the expression. text is its source, save for words that
// are another spelling of a symbol: and, or, not read as && || !.
type token struct {
	kind tokenKind
	pos  int
	text string
}

// is tells whether the token is the symbol.
func (t *token) is(symbol string) bool { return t.kind == tokenSymbol && t.text == symbol }

func (t *token) literal() bool { return t.kind >= tokenNumber }

// shown is the token as messages name it.
func (t *token) shown() string {
	if t.kind == tokenEnd {
		return "the end"
	}
	return short(t.text)
}

// words are the names that mean something of their own and cannot be keys.
var words = map[string]token{
	"and":      {kind: tokenSymbol, text: "&&"},
	"or":       {kind: tokenSymbol, text: "||"},
	"not":      {kind: tokenSymbol, text: "!"},
	"in":       {kind: tokenSymbol, text: "in"},
	"contains": {kind: tokenSymbol, text: "contains"},
	"matches":  {kind: tokenSymbol, text: "matches"},
	"true":     {kind: tokenBool, text: "true"},
	"false":    {kind: tokenBool, text: "false"},
}

// symbols are tried in this order, so longer ones stand before their
// beginnings. A symbol that other languages have and this one lacks maps to
// the one it means here.
var symbols = []struct{ text, meant string }{
	{"===", "=="}, {"!==", "!="}, {"=~", "matches"}, {"!~", "not matches"}, {"<>", "!="},
	{"&&", ""}, {"||", ""}, {"==", ""}, {"!=", ""}, {"<=", ""}, {">=", ""}, {"..", ""},
	{"<", ""}, {">", ""}, {"!", ""}, {"(", ""}, {")", ""}, {"[", ""}, {"]", ""}, {",", ""},
	{"=", "=="}, {"&", "&&"}, {"|", "||"}, {"~", "matches"}, {"{", "["}, {"}", "]"},
}

func (t *token) compares() bool {
	return t.kind == tokenSymbol && slices.Contains(orderSymbols, t.text)
}

// orderSymbols are the comparisons, wordSymbols the other operators of a test.
var (
	orderSymbols = []string{"==", "!=", "<", "<=", ">", ">="}
	wordSymbols  = []string{"in", "contains", "matches"}
)

// run gives the length of the stretch of such bytes that s begins with.
func run(s string, such func(byte) bool) int {
	for i := range len(s) {
		if !such(s[i]) {
			return i
		}
	}
	return len(s)
}

func hexDigit(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func hexPrefix(s string) bool {
	return len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexDigit(s[2])
}

// decimal gives the length of the decimal number that s begins with.
func decimal(s string) int {
	n := run(s, digit)
	if len(s) > n+1 && s[n] == '.' && digit(s[n+1]) {
		n += 1 + run(s[n+1:], digit)
	}
	if n == len(s) || s[n]|0x20 != 'e' {
		return n
	}
	sign := n + 1
	if sign < len(s) && (s[sign] == '+' || s[sign] == '-') {
		sign++
	}
	if digits := run(s[sign:], digit); digits > 0 {
		return sign + digits
	}
	return n
}

// nameEnd gives the length of the name that s begins with.
func nameEnd(s string) int { return run(s, nameByte) }

func nameByte(c byte) bool {
	return c == '_' || digit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
