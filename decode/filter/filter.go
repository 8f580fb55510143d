package filter

import (
	"slices"
	"unicode/utf8"
)

// Filter is a compiled expression. It never changes, and any number of
// goroutines may use it at once.
type Filter struct {
	root  node
	paths []string
	expr  string
	at    extent   // of the root
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
	root, err := p.parse()
	if err != nil {
		return nil, err
	}
	return &Filter{root: root, paths: p.paths, expr: expr, at: extent{0, len(expr)}, parts: p.parts}, nil
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

// First reports whether nothing stands before the test.
func (f *Filter) First() bool { return f.at.begin == 0 }

// String is the expression, or the part of it that this test is.
func (f *Filter) String() string { return f.expr[f.at.begin:f.at.end] }

// extent is where a part of an expression stands in it.
type extent struct{ begin, end int }
