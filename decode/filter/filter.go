// Package filter compiles a filter expression once and then tests one message after another
// against it.
//
// In: the expression, a [Schema] that lists every key the expression may name,
// and per message the values of the keys it does name. Out: a yes or no per
// message, or an [*Error] that points at the faulty character and lists what
// is known there.
//
// The package must not know any message, field or protocol. Names, kinds,
// closed sets of values and aliases come from the Schema; values come from the
// caller, who resolves [Filter.Paths] against its own records.
//
// # Grammar
//
//	expression = all { ("||" | "or") all }
//	all        = one { ("&&" | "and") one }
//	one        = ("!" | "not") one | "(" expression ")" | "true" | "false" | test
//	test       = path
//	           | path ("==" | "!=" | "<" | "<=" | ">" | ">=") value
//	           | value ("==" | "!=" | "<" | "<=" | ">" | ">=") path
//	           | path ["not"] "in" ( "[" item { "," item } "]" | value ".." value )
//	           | path ["not"] "contains" value
//	           | path ["not"] "matches" text
//	item       = value | value ".." value
//	value      = number | text | "true" | "false"
//	path       = name { "." name | "[" index "]" }
//
// Words are read in either case. A "!" takes the whole test behind it:
// !a == b is !(a == b).
//
// Numbers are decimal or 0x hex and may be negative. Without fraction and
// exponent they are integers, and must fit 64 bits. Text stands in "..." or '...', with the escapes
// \\ \" \' \n \r \t \xHH \uHHHH, where \xHH is the character U+00HH. Behind
// matches the text is an RE2 pattern as it stands, so "\d+" needs no second
// backslash; it is not anchored, and (?i) makes it ignore case.
//
// # Meaning
//
// A path has no value (the message lacks the key), one, or many (it ends in a
// list or leads through one). A test is true if it holds for any of them. So
// every test on a missing key is false, and a != b is exactly !(a == b): true
// for a missing key, and for a list when no element equals b. The same holds
// for not in, not contains and not matches. An index picks one element; beyond
// the end the key is missing.
//
// A path alone is true if the key is present, unless all it holds is false.
//
// contains asks of text whether it has the given part, of raw bytes the same,
// and of a list whether one of its elements equals the value. Ranges include
// both ends.
//
// What a value may be depends on the kind of the key:
//
//   - Number: numbers, and the texts "NaN", "Inf", "-Inf". Whole numbers are
//     compared exactly over all 64 bits. A float32 is compared with the value
//     rounded to float32, so what was printed in its shortest form compares
//     equal. NaN equals only "NaN" and is neither above nor below anything.
//   - Hex: whole numbers (0x1C and 28 are the same), or the text "0x1C".
//   - Text: text, compared byte by byte. If the schema closes the set of
//     values, another value is an error, not a test that never holds; case,
//     blanks, underscores and hyphens make no other value of it.
//   - Bool: true and false; only ==, != and in.
//   - Time: RFC 3339 text with any number of fraction digits (digits beyond
//     nanoseconds are dropped).
//   - Address: "10.0.0.1:22101", "[::1]:22101"; without a port any port, with
//     /bits any address of that network. Only ==, != and in.
//   - Bytes: text of hex digits, spaces allowed; only ==, !=, in, contains.
//   - Object: a group of keys or a list of groups; it can only be asked for
//     presence.
//   - Any: the key holds different kinds in different messages; a value of one
//     kind never equals a value of another.
//
// Aliases of the schema replace a text in ==, !=, in and contains on a list,
// for every kind of key; a part of text (contains) and a pattern are taken as
// written.
//
// # Limits
//
// An expression has at most 64 KiB, 200 levels of parentheses and negations,
// and patterns of 4 KiB together that do not repeat and group without end.
package filter

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"bcdump/decode/suggest"
)

// Filter is a compiled expression. It never changes, and any number of
// goroutines may use it at once.
type Filter struct {
	root  node
	paths []string
	expr  string
	at    extent // of the root
	texts []mention
	parts []extent // of those of the root, if it is an allOf
}

// Compile reads an expression. What can be known to be wrong without a message
// is an error, which is always an [*Error]. A nil schema knows no key.
func Compile(expr string, schema *Schema) (*Filter, error) {
	if err := checkSource(expr); err != nil {
		return nil, err
	}
	if schema == nil {
		schema = &Schema{}
	}
	p := parser{lexer: lexer{expr: expr}, schema: schema, slots: map[string]slot{}}
	root := p.parse()
	if p.err != nil {
		return nil, p.err
	}
	return &Filter{root: root, paths: p.paths, expr: expr, at: extent{0, len(expr)}, parts: p.parts, texts: p.texts}, nil
}

// checkSource returns a plain error to keep a nil *Error from looking like one.
func checkSource(expr string) error {
	if len(expr) > maxExpr {
		return &Error{Expr: expr, Pos: maxExpr, Msg: "the filter is too long: 65536 bytes are the most"}
	}
	if utf8.ValidString(expr) {
		return nil
	}
	at := 0
	for r, n := utf8.DecodeRuneInString(expr); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(expr[at:]) {
		at += n
	}
	return &Error{Expr: expr, Pos: at, Msg: "the filter is not UTF-8 here"}
}

// Paths lists the distinct paths of the expression in the order of their first
// use, indexes included ("fields.position[2]"). [Steps] takes one apart.
func (f *Filter) Paths() []string { return slices.Clone(f.paths) }

// Match evaluates the expression on one message: values[i] belongs to
// Paths()[i]. It reads no further than it must and keeps nothing. Only
// patterns may allocate, and only now and then.
func (f *Filter) Match(values []Values) bool { return f.root.match(values) }

// Could reports whether the expression can be true for messages of which so much is given:
// given[i] belongs to Paths()[i]. It may say yes where nothing matches, but never no where
// something does.
func (f *Filter) Could(given []Given) bool {
	yes, _ := f.root.could(given)
	return yes
}

// Tests are the parts that && joins at the top of the expression; one if there is no such &&.
func (f *Filter) Tests() []*Filter {
	all, ok := f.root.(allOf)
	if !ok {
		return []*Filter{f}
	}
	tests := make([]*Filter, len(all))
	for i, part := range all {
		tests[i] = &Filter{root: part, paths: f.paths, expr: f.expr, at: f.parts[i]}
	}
	return tests
}

// Fault makes an error that points at the beginning of the filter, or of the test if it is one
// of Tests.
func (f *Filter) Fault(message string, near, known []string) *Error {
	return &Error{Expr: f.expr, Pos: f.at.begin, Msg: message, Near: near, Known: known, names: "values"}
}

// Unmet points at the first text that a path must equal and never does; there are the texts that the path has. nil = each
// text is there. It is for keys whose texts are known only when the capture was read.
func (f *Filter) Unmet(path string, there []string) *Error {
	for _, m := range f.texts {
		if m.path == path && !slices.Contains(there, m.text) {
			return &Error{Expr: f.expr, Pos: m.pos, Msg: fmt.Sprintf("no %s is called %q", path, short(m.text)), Near: suggest.Near(m.text, there), Known: there, names: "values"}
		}
	}
	return nil
}

// mention is a text that a path is compared with.
type mention struct {
	path, text string
	pos        int
}

// First reports whether nothing stands before the test.
func (f *Filter) First() bool { return f.at.begin == 0 }

// String is the expression, or the part of it that this test is.
func (f *Filter) String() string { return f.expr[f.at.begin:f.at.end] }

// extent is where a part of an expression stands in it.
type extent struct{ begin, end int }

// Limits on what an expression may cost, whoever wrote it.
const (
	//limit:maxExpr What the user writes | bytes of a filter | refused | TestLimits
	maxExpr = 64 << 10 // bytes of an expression
	//limit:maxDepth What the user writes | nested parentheses and negations | refused | TestLimits
	maxDepth = 200 // parentheses and negations within each other
	//limit:maxPatterns What the user writes | bytes of all patterns of a filter | refused | TestLimits
	maxPatterns = 4 << 10 // bytes of all patterns
	//limit:maxStates What the user writes | states of a pattern | refused | TestLimits
	maxStates      = 50_000 // see patternCost: a{1000} makes 7 bytes a thousand states
	maxIndexDigits = 9
)
