package ship

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcdump/decode/suggest"
)

const (
	maxList = 4096 // entries; no ship comes near, and memory stays bounded
	maxText = 200  // bytes of a name
)

// reader walks over a JSON text and remembers where it is. The standard
// decoder can fill structs by itself, but then it tells neither the place of a
// wrong value nor that a key occurs twice. Its tokens would, but it allocates
// each of them, and every start of the program would wait for that.
//
// The first error stays; after it nothing is read any more.
type reader struct {
	file  string
	text  string
	token token // the value to be read now, or its opening bracket
	word  string
	at    int // offset of that value
	end   int // and where it ends
	path  []step
	err   error
}

// token is the first character of a value, which tells its kind. A number has
// that of any number.
type token byte

const (
	textToken   token = '"'
	numberToken token = '0'
	trueToken   token = 't'
	falseToken  token = 'f'
	nullToken   token = 'n'
)

// step is one part of the way from the top of the file to a value.
type step struct {
	key   string
	index int     // within a list; -1: the list or value itself
	label *string // name of the element, read meanwhile
}

// newReader stands before the value that the text consists of.
func newReader(file, text string) *reader {
	r := &reader{file: file, text: text}
	if r.checkSyntax() {
		r.next()
	}
	return r
}

// checkSyntax goes over the whole text first. So a missing bracket is not
// reported as whatever it makes of the rest, and what follows can rely on it.
func (r *reader) checkSyntax() bool {
	text := []byte(r.text)
	if json.Valid(text) {
		return true
	}
	var whole json.RawMessage
	err, at := json.Unmarshal(text, &whole), 0
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = int(syntax.Offset)
		if at > 0 && !strings.HasPrefix(syntax.Error(), "unexpected end") {
			at-- // it counts the byte that is wrong
		}
	}
	r.fail(at, "not JSON: %v", err)
	return false
}

// next takes the next token as the value to be read.
func (r *reader) next() {
	r.skipTo()
	switch r.token = token(r.text[r.at]); r.token {
	case '{', '}', '[', ']':
		r.end = r.at + 1
	case textToken:
		r.nextText()
	default:
		r.end = len(r.text)
		if n := strings.IndexAny(r.text[r.at:], " \t\r\n,:]}"); n >= 0 {
			r.end = r.at + n
		}
		r.word = r.text[r.at:r.end]
		if r.token == '-' || r.token >= '0' && r.token <= '9' {
			r.token = numberToken
		}
	}
}

// skipTo goes to where the next token begins. The syntax is known to be right,
// so what separates tokens needs no second look.
func (r *reader) skipTo() {
	r.at = r.end
	for r.text[r.at] <= ' ' || r.text[r.at] == ',' || r.text[r.at] == ':' {
		r.at++
	}
}

func (r *reader) nextText() {
	r.end = r.at + 1
	for r.text[r.end] != '"' {
		if r.text[r.end] == '\\' {
			r.end++
		}
		r.end++
	}
	r.end++
	r.word = r.text[r.at+1 : r.end-1]
	if strings.IndexByte(r.word, '\\') < 0 && utf8.ValidString(r.word) {
		return
	}
	if err := json.Unmarshal([]byte(r.text[r.at:r.end]), &r.word); err != nil {
		r.fail(r.at, "not JSON: %v", err)
	}
}

// more tells whether the object or list in hand goes on.
func (r *reader) more() bool {
	if r.err != nil {
		return false
	}
	r.skipTo()
	return r.text[r.at] != '}' && r.text[r.at] != ']'
}

// fail reports what is wrong with the value at an offset.
func (r *reader) fail(at int, format string, args ...any) {
	if r.err != nil {
		return
	}
	line, column := position(r.text, at)
	place := ""
	if len(r.path) > 0 {
		place = placeOf(r.path) + ": "
	}
	r.err = fmt.Errorf("%s:%d:%d: %s%s", r.file, line, column, place, fmt.Sprintf(format, args...))
}

// within does something at a place further down.
func (r *reader) within(s step, do func()) {
	r.path = append(r.path, s)
	do()
	r.path = r.path[:len(r.path)-1]
}

func position(text string, at int) (line, column int) {
	before := text[:min(at, len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}

// placeOf writes a path as ships[3] "nebula", top_level[2] "Sensor Array", format.
func placeOf(path []step) string {
	var b strings.Builder
	for i, s := range path {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.key)
		if s.index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.index)
		}
		if s.label != nil && *s.label != "" {
			fmt.Fprintf(&b, " %q", *s.label)
		}
	}
	return b.String()
}

// expected reports a value that is of the wrong kind or out of range.
func (r *reader) expected(what string) {
	if r.err == nil {
		r.fail(r.at, "expected %s, found %s", what, r.found())
	}
}

func (r *reader) found() string {
	switch {
	case r.token == '{':
		return "an object"
	case r.token == '[':
		return "a list"
	case len(r.word) > maxText:
		return "something very long"
	case r.token == textToken:
		return fmt.Sprintf("the text %q", r.word)
	}
	return r.word
}

// words reads a text. It is shown on terminals, so it holds nothing that
// could move the cursor there.
func (r *reader) words() string {
	unprintable := func(c rune) bool { return !unicode.IsPrint(c) }
	if r.token != textToken || r.word == "" || len(r.word) > maxText || strings.ContainsFunc(r.word, unprintable) {
		r.expected(fmt.Sprintf("a text of 1 to %d printable characters", maxText))
	}
	return r.word
}

// oneOf reads one of the known texts and gives its position.
func (r *reader) oneOf(known []string) int {
	i := slices.Index(known, r.word)
	if r.token == textToken && i >= 0 {
		return i
	}
	near := ""
	if r.token == textToken {
		near = hint(r.word, known)
	}
	r.fail(r.at, "expected one of %s, found %s%s", strings.Join(known, ", "), r.found(), near)
	return 0
}

// hint proposes the word that was probably meant, as the end of a message.
func hint(word string, known []string) string {
	near := suggest.Near(word, known)
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near[0])
}

// whole reads an integer from low to high.
func (r *reader) whole(low, high int) int {
	n, err := strconv.Atoi(r.word)
	if r.token != numberToken || err != nil || n < low || n > high {
		r.expected(fmt.Sprintf("a whole number from %d to %d", low, high))
	}
	return n
}

// maximum reads a number that other values are measured by.
func (r *reader) maximum() float64 {
	n, ok := r.number()
	if !ok || n <= 0 {
		r.expected("a number above 0")
	}
	return n
}

// maximumOrNone reads the same of a thing that may not be there, like the
// shields of an asteroid.
func (r *reader) maximumOrNone() float64 {
	n, ok := r.number()
	if !ok || n < 0 {
		r.expected("a number, 0 or more")
	}
	return n
}

func (r *reader) number() (float64, bool) {
	n, err := strconv.ParseFloat(r.word, 64)
	return n, r.token == numberToken && err == nil
}

func (r *reader) flag() bool {
	if r.token != trueToken && r.token != falseToken {
		r.expected("true or false")
	}
	return r.token == trueToken
}

// skip passes over a value, whatever it is.
func (r *reader) skip() {
	for depth := 0; r.err == nil; r.next() {
		switch r.token {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			return
		}
	}
}

// field says how one key of an object is read into a T.
type field[T any] struct {
	key  string
	must bool
	read func(*T, *reader) // nil: the key may be there and is not used
}

// given lists the keys that an object has. A key whose value is null counts as
// missing.
type given []keyAt

type keyAt struct {
	key string
	at  int // offset of the value
}

func (g given) has(key string) bool {
	return slices.ContainsFunc(g, func(k keyAt) bool { return k.key == key })
}

// at is where the value of a key stands; the start of the file if it is missing.
func (g given) at(key string) int {
	i := slices.IndexFunc(g, func(k keyAt) bool { return k.key == key })
	if i < 0 {
		return 0
	}
	return g[i].at
}

// readObject reads an object, which may have the keys of fields only.
func readObject[T any](r *reader, fields []field[T], into *T) given {
	if r.token != '{' {
		r.expected("an object")
		return nil
	}
	start, keys := r.at, make(given, 0, len(fields))
	for r.more() {
		r.next()
		readField(r, fields, into, &keys)
	}
	for i := range fields {
		if f := &fields[i]; f.must && !keys.has(f.key) {
			r.fail(start, "the key %q is missing", f.key)
		}
	}
	r.close()
	return keys
}

// readField reads a key and its value.
func readField[T any](r *reader, fields []field[T], into *T, keys *given) {
	key := r.word
	i := slices.IndexFunc(fields, func(f field[T]) bool { return f.key == key })
	if i < 0 {
		r.fail(r.at, "there is no key %s here%s", quoted(key), hint(key, keysOf(fields)))
		return
	}
	if keys.has(key) {
		r.fail(r.at, "the key %q is here twice", key)
		return
	}
	r.next()
	switch {
	case r.token == nullToken:
	case fields[i].read == nil:
		r.skip()
	default:
		*keys = append(*keys, keyAt{key, r.at})
		r.within(step{key: key, index: -1}, func() { fields[i].read(into, r) })
	}
}

func keysOf[T any](fields []field[T]) []string {
	keys := make([]string, len(fields))
	for i := range fields {
		keys[i] = fields[i].key
	}
	return keys
}

// readList reads a list. label, if given, points to the name of an element.
func readList[T any](r *reader, label func(*T) *string, read func(*T, *reader)) []T {
	if r.token != '[' {
		r.expected("a list")
		return nil
	}
	list := []T{}
	here := len(r.path) - 1
	for r.more() {
		var element T
		r.path[here].index = len(list)
		if label != nil {
			r.path[here].label = label(&element)
		}
		r.next()
		read(&element, r)
		if list = append(list, element); len(list) > maxList {
			r.fail(r.at, "the list has more than %d entries", maxList)
		}
	}
	r.path[here].index, r.path[here].label = -1, nil
	r.close()
	return list
}

// close passes over the closing bracket of an object or list.
func (r *reader) close() {
	if r.err == nil {
		r.next()
	}
}

// quoted writes a text from the file into a message.
func quoted(text string) string {
	if len(text) > maxText {
		return "of that length"
	}
	return strconv.Quote(text)
}
