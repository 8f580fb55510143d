package filter

import "slices"

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
