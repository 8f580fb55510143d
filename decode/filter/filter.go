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
	return &Filter{root: root, paths: p.paths}, nil
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
