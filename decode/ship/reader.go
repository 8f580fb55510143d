package ship

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcdump/decode/suggest"
)

const (
	//limit:maxList What the user writes | entries of a list in a ship file | refused | TestLongLists
	maxList = 4096 // entries; no ship comes near, and memory stays bounded
	//limit:maxText What the user writes | bytes of a name in a ship file | refused | TestErrors
	maxText = 200 // bytes of a name
)

// reader fills structs from a JSON text, as their tags say, and remembers where it is: encoding/json by itself tells
// neither the place of a wrong value nor that a key occurs twice.
//
// The key stands in the tag json. The tag ship has must, if the key has to be there; and the least and the greatest whole
// number.
//
// The first error stays; after it nothing is read any more.
type reader struct {
	file    string
	text    string
	decoder *json.Decoder
	token   json.Token // the value to be read now, or its opening bracket
	at      int        // offset of that value
	path    []step
	err     error
}

// step is one part of the way from the top of the file to a value.
type step struct {
	key   string
	index int     // within a list; -1: the list or value itself
	label *string // name of the element, read meanwhile
}

// newReader stands before the value that the text consists of. Its syntax is looked at first: so a missing bracket is not
// reported as whatever it makes of the rest.
func newReader(file, text string) *reader {
	r := &reader{file: file, text: text, decoder: json.NewDecoder(strings.NewReader(text))}
	r.decoder.UseNumber()
	var whole json.RawMessage
	err, at := json.Unmarshal([]byte(text), &whole), 0
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = int(syntax.Offset)
		if at > 0 && !strings.HasPrefix(syntax.Error(), "unexpected end") {
			at-- // it counts the byte that is wrong
		}
	}
	if err != nil {
		r.fail(at, "not JSON: %v", err)
		return r
	}
	r.next()
	return r
}

// next takes the next token as the value to be read.
func (r *reader) next() {
	rest := r.text[r.decoder.InputOffset():]
	r.at = len(r.text) - len(strings.TrimLeft(rest, " \t\r\n,:"))
	r.token, _ = r.decoder.Token() // the syntax is right
}

// more tells whether the object or list in hand goes on.
func (r *reader) more() bool { return r.err == nil && r.decoder.More() }

// fail reports what is wrong with the value at an offset.
func (r *reader) fail(at int, format string, args ...any) {
	if r.err != nil {
		return
	}
	before := r.text[:min(at, len(r.text))]
	line, start := 1+strings.Count(before, "\n"), strings.LastIndexByte(before, '\n')+1
	place := ""
	if len(r.path) > 0 {
		place = placeOf(r.path) + ": "
	}
	r.err = fmt.Errorf("%s:%d:%d: %s%s", r.file, line, 1+utf8.RuneCountInString(before[start:]), place, fmt.Sprintf(format, args...))
}

// within does something at a place further down.
func (r *reader) within(s step, do func()) {
	r.path = append(r.path, s)
	do()
	r.path = r.path[:len(r.path)-1]
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
func (r *reader) expected(what string) { r.fail(r.at, "expected %s, found %s", what, r.found()) }

func (r *reader) found() string {
	switch x := r.token.(type) {
	case nil:
		return "null"
	case string:
		if len(x) <= maxText {
			return fmt.Sprintf("the text %q", x)
		}
	case json.Number:
		if len(x) <= maxText {
			return x.String()
		}
	case json.Delim:
		if x == '{' {
			return "an object"
		}
		return "a list"
	default:
		return fmt.Sprint(x)
	}
	return "something very long"
}

// field says what a key of an object is.
type field struct {
	key       string
	must      bool
	low, high int
	index     []int // in the struct
}

// fieldsOf gives the keys that an object may have by the type that holds it.
func fieldsOf(t reflect.Type) (list []field) {
	for _, in := range reflect.VisibleFields(t) {
		key := in.Tag.Get("json")
		if key == "" {
			continue
		}
		limits, must := strings.CutPrefix(in.Tag.Get("ship"), "must")
		f := field{key: key, must: must, index: in.Index}
		if low, high, ok := strings.Cut(strings.TrimSpace(limits), "-"); ok {
			f.low, _ = strconv.Atoi(low)
			f.high, _ = strconv.Atoi(high)
		}
		list = append(list, f)
	}
	return list
}

// keysOf lists the keys that an object may have.
func keysOf(t reflect.Type) (keys []string) {
	for _, f := range fieldsOf(t) {
		keys = append(keys, f.key)
	}
	return keys
}

// given says where an object and the values of its keys stand. A key whose value is null counts as missing.
type given struct {
	start  int
	values map[string]int
}

func (g *given) has(key string) bool {
	_, ok := g.values[key]
	return ok
}

// at is where the value of a key stands; the start of the file if it is missing.
func (g *given) at(key string) int { return g.values[key] }

func (g *given) note(x given) { *g = x }

// fill reads the value at hand into v.
func (r *reader) fill(v reflect.Value, f *field) {
	words, of := wordsOf[v.Type()]
	if key := v.Type() == reflect.TypeFor[string](); key && !of {
		words, of = wordsOfKeys[f.key]
	}
	switch kind := v.Kind(); {
	case of && kind == reflect.String:
		v.SetString(words[r.oneOf(words)])
	case of:
		v.SetUint(uint64(r.oneOf(words)))
	case kind == reflect.Struct:
		r.object(v)
	case kind == reflect.Slice:
		r.list(v, f)
	case kind == reflect.Array:
		r.facings(v, f)
	case kind == reflect.String:
		v.SetString(r.words(f.key))
	case kind == reflect.Bool:
		v.SetBool(r.flag())
	case kind == reflect.Float64:
		v.SetFloat(r.maximum(f))
	case v.CanUint():
		v.SetUint(uint64(r.whole(f)))
	case v.CanInt():
		v.SetInt(int64(r.whole(f)))
	default:
		r.skip()
	}
}

// wordsOf are the texts that stand for the values of a type, wordsOfKeys those that a key may have.
var (
	wordsOf     = map[reflect.Type][]string{reflect.TypeFor[Format](): formatNames, reflect.TypeFor[Tail](): tailNames}
	wordsOfKeys = map[string][]string{"layout": layoutNames, "type": kindNames}
)

// object reads an object, which may have the keys of the fields of v only.
func (r *reader) object(v reflect.Value) {
	if r.token != json.Delim('{') {
		r.expected("an object")
		return
	}
	fields, found := fieldsOf(v.Type()), given{start: r.at, values: map[string]int{}}
	for r.more() {
		r.next()
		key, _ := r.token.(string)
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		switch {
		case i < 0:
			r.fail(r.at, "there is no key %s here%s", quoted(key), hint(key, keysOf(v.Type())))
			return
		case found.has(key):
			r.fail(r.at, "the key %q is here twice", key)
			return
		}
		if r.next(); r.token != nil {
			found.values[key] = r.at
			r.within(step{key: key, index: -1}, func() { r.fill(v.FieldByIndex(fields[i].index), &fields[i]) })
		}
	}
	for i := range fields {
		if f := &fields[i]; f.must && !found.has(f.key) {
			r.fail(found.start, "the key %q is missing", f.key)
		}
	}
	if x, ok := v.Addr().Interface().(interface{ note(found given) }); ok {
		x.note(found)
	}
	r.close()
}

// list reads a list.
func (r *reader) list(v reflect.Value, f *field) {
	if r.token != json.Delim('[') {
		r.expected("a list")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	here := len(r.path) - 1
	for r.more() {
		element := reflect.New(v.Type().Elem()).Elem()
		r.path[here].index, r.path[here].label = v.Len(), labelOf(element)
		r.next()
		r.fill(element, f)
		v.Set(reflect.Append(v, element))
		if v.Len() > maxList {
			r.fail(r.at, "the list has more than %d entries", maxList)
		}
	}
	r.path[here].index, r.path[here].label = -1, nil
	r.close()
}

// labelOf gives the name of an element of a list, nil = it has none.
func labelOf(v reflect.Value) *string {
	for _, name := range []string{"Key", "Name"} {
		if v.Kind() == reflect.Struct && v.FieldByName(name).IsValid() {
			return v.FieldByName(name).Addr().Interface().(*string)
		}
	}
	return nil
}

// close passes over the closing bracket of an object or list.
func (r *reader) close() {
	if r.err == nil {
		r.next()
	}
}

// skip passes over a value, whatever it is.
func (r *reader) skip() {
	for depth := 0; ; r.next() {
		switch r.token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return
		}
	}
}

// facings reads a number for each facing of a ship.
func (r *reader) facings(v reflect.Value, f *field) {
	at, list := r.at, []float64(nil)
	if r.list(reflect.ValueOf(&list).Elem(), f); len(list) != v.Len() {
		r.fail(at, "expected 6 numbers (%v), found %d", facings, len(list))
	}
	reflect.Copy(v, reflect.ValueOf(list))
}

// People type a key in commands, where a number or a quoted text means something else.
var keyForm = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// words reads a text. It is shown on terminals, so it holds nothing that
// could move the cursor there.
func (r *reader) words(key string) string {
	text, ok := r.token.(string)
	unprintable := func(c rune) bool { return !unicode.IsPrint(c) }
	switch {
	case key == "key" && (!ok || len(text) > maxText || !keyForm.MatchString(text)):
		r.expected("a key: lower-case letters, digits, _ and -, a letter first")
	case !ok || text == "" || len(text) > maxText || strings.ContainsFunc(text, unprintable):
		r.expected(fmt.Sprintf("a text of 1 to %d printable characters", maxText))
	}
	return text
}

// oneOf reads one of the known texts and gives its position.
func (r *reader) oneOf(known []string) int {
	text, ok := r.token.(string)
	if i := slices.Index(known, text); ok && i >= 0 {
		return i
	}
	r.fail(r.at, "expected one of %s, found %s%s", strings.Join(known, ", "), r.found(), hint(text, known))
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

// whole reads an integer.
func (r *reader) whole(f *field) int {
	text, _ := r.token.(json.Number)
	n, err := strconv.Atoi(text.String())
	switch {
	case err == nil && n >= f.low && n <= f.high:
	case f.low == f.high:
		r.expected(fmt.Sprintf("%d, the version of the schema that this program knows", f.low))
	default:
		r.expected(fmt.Sprintf("a whole number from %d to %d", f.low, f.high))
	}
	return n
}

// maximum reads a number that other values are measured by. That of a facing may be 0: an asteroid has no shields.
func (r *reader) maximum(f *field) float64 {
	text, _ := r.token.(json.Number)
	n, err := text.Float64()
	switch facing := f.key == "facing_max"; {
	case facing && (err != nil || n < 0):
		r.expected("a number, 0 or more")
	case !facing && (err != nil || n <= 0):
		r.expected("a number above 0")
	}
	return n
}

func (r *reader) flag() bool {
	on, ok := r.token.(bool)
	if !ok {
		r.expected("true or false")
	}
	return on
}

// quoted writes a text from the file into a message.
func quoted(text string) string {
	if len(text) > maxText {
		return "of that length"
	}
	return strconv.Quote(text)
}
