package snapshot

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"bcdump/internal/foreign"
)

// Reader reads JSON that others wrote, a value after the other. It holds nothing but the value at hand,
// and gives no more memory to values than it was told to, whatever their bytes say.
type Reader struct {
	in      *foreign.Reader
	room    int // bytes of memory that values may still take
	text    []byte
	objects bool // maps are objects, not lists of pairs
}

const (
	//limit:maxText What the user writes | bytes of a text in a ship file, part, baseline or key | refused | TestHostileParts
	maxText = 1 << 20 // bytes of a text
	//limit:maxNumber What the user writes | bytes of a number in a ship file, part, baseline or key | refused | TestBounds
	maxNumber = 64 // of a number
)

// NewReader reads values that may take so many bytes of memory together.
func NewReader(in *foreign.Reader, memory int) *Reader { return &Reader{in: in, room: memory} }

// Read reads a value as encoding/json writes it, and that there is nothing else. The stream and what is
// made of it have at most so many bytes each.
func Read(in io.Reader, most int, into any) error {
	r := NewReader(foreign.New(in, int64(most)), most)
	r.objects = true
	if err := r.Restore(into); err != nil {
		return err
	}
	return r.End()
}

// Restore reads what Save has written, or other JSON whose members are called as json tags say, into
// what a pointer leads to, which is zero or has what is not saved: pointers in it that lead somewhere go
// on doing so. What has a method Sound is asked whether it could have been saved. Whatever is wrong is
// an error with its offset, and the value is then of no use.
func (r *Reader) Restore(into any) error { return r.value(reflect.ValueOf(into).Elem()) }

// End is where nothing may follow.
func (r *Reader) End() error {
	if _, err := r.next(); !errors.Is(err, io.EOF) {
		return r.in.Fail("something follows the end")
	}
	return nil
}

// Members reads an object: read reads the value of each member.
func (r *Reader) Members(read func(name string) error) error {
	return r.list('{', '}', func(int) error {
		name, err := r.string()
		if err != nil {
			return err
		}
		name = strings.Clone(name)
		if err := r.expect(':'); err != nil {
			return err
		}
		return r.within(name, read(name))
	})
}

// within says in which member an error is; its offset stays in front.
func (r *Reader) within(name string, err error) error {
	var at *foreign.Error
	if err = r.located(err); errors.As(err, &at) {
		return &foreign.Error{At: at.At, Err: fmt.Errorf("%.80s: %w", name, at.Err)}
	}
	return nil
}

// list reads what stands between brackets.
func (r *Reader) list(open, end byte, element func(i int) error) error {
	if err := r.expect(open); err != nil {
		return err
	}
	for i := 0; ; i++ {
		c, err := r.next()
		switch {
		case err != nil:
			return r.cut(err)
		case c == end:
			r.in.Skip()
			return nil
		case i > 0:
			if err := r.expect(','); err != nil {
				return err
			}
		}
		if err := element(i); err != nil {
			return err
		}
	}
}

// next gives the next byte that is no blank.
func (r *Reader) next() (byte, error) {
	for {
		c, err := r.in.Peek()
		if err != nil || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c, err
		}
		r.in.Skip()
	}
}

func (r *Reader) expect(want byte) error {
	c, err := r.next()
	if err != nil {
		return r.cut(err)
	}
	if c != want {
		return r.in.Fail("%+q in the place of %q", string([]byte{c}), want)
	}
	r.in.Skip()
	return nil
}

// cut is the error of an end where there should be none.
func (r *Reader) cut(err error) error {
	if errors.Is(err, io.EOF) {
		return r.in.Fail("it ends here")
	}
	return err
}

// take pays for memory.
func (r *Reader) take(bytes int) error {
	if r.room -= bytes; r.room < 0 {
		return r.in.Fail("%w: it would take too much memory", foreign.ErrTooLarge)
	}
	return nil
}

// word reads a number, true, false or null.
func (r *Reader) word() ([]byte, error) {
	r.text = r.text[:0]
	c, err := r.next()
	for ; err == nil && wordByte(c) && len(r.text) < maxNumber; c, err = r.in.Peek() {
		r.text = append(r.text, c)
		r.in.Skip()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(r.text) == 0 {
		return nil, r.in.Fail("no value")
	}
	return r.text, nil
}

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '-' || c == '+' || c == '.' || c == 'E'
}

// null takes a null, if one is there.
func (r *Reader) null() (bool, error) {
	if c, err := r.next(); err != nil || c != 'n' {
		return false, r.cut(err)
	}
	word, err := r.word()
	if err == nil && string(word) != "null" {
		err = r.in.Fail("%q is no value", word)
	}
	return err == nil, err
}

// string reads a text in quotes. It is valid until the next one.
func (r *Reader) string() (string, error) {
	if err := r.expect('"'); err != nil {
		return "", err
	}
	r.text = append(r.text[:0], '"')
	for escaped := false; ; {
		c, err := r.in.Peek()
		if err != nil {
			return "", r.cut(err)
		}
		if len(r.text) > maxText {
			return "", r.in.Fail("%w: a text of more than %d bytes", foreign.ErrTooLarge, maxText)
		}
		r.text = append(r.text, c)
		r.in.Skip()
		if c == '"' && !escaped {
			break
		}
		escaped = c == '\\' && !escaped
	}
	var text string
	if err := json.Unmarshal(r.text, &text); err != nil {
		return "", r.in.Fail("in the text before: %w", err)
	}
	return text, r.take(len(text))
}

// bytes reads a text, or the bytes of what is none.
func (r *Reader) bytes() (text string, err error) {
	if c, err := r.next(); err != nil || c != '[' {
		return r.string()
	}
	err = r.list('[', ']', func(i int) error {
		coded, err := r.string()
		if err == nil && i > 0 {
			err = r.in.Fail("two texts in the place of one")
		}
		var raw []byte
		if err == nil {
			err = json.Unmarshal([]byte(`"`+coded+`"`), &raw)
		}
		text = string(raw)
		return err
	})
	return text, err
}

func (r *Reader) value(v reflect.Value) (err error) {
	if isText(v.Type()) {
		text, err := r.bytes()
		if err == nil {
			err = v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
		}
		return r.located(err)
	}
	switch v.Kind() {
	case reflect.String:
		text, err := r.bytes()
		v.SetString(text)
		return err
	case reflect.Float32, reflect.Float64:
		return r.float(v)
	case reflect.Pointer:
		return r.pointer(v)
	case reflect.Slice:
		return r.slice(v)
	case reflect.Map:
		return r.pairs(v)
	case reflect.Array:
		return r.Members(func(name string) error {
			x, ok := element(v, name)
			return r.member(x, ok, name)
		})
	case reflect.Struct:
		err := r.Members(func(name string) error {
			x, ok := fieldOf(v, name)
			return r.member(x, ok, name)
		})
		if x, ok := v.Addr().Interface().(interface{ Sound() error }); ok && err == nil {
			err = r.located(x.Sound())
		}
		return err
	}
	return r.scalar(v)
}

// located gives an error the place behind what was read.
func (r *Reader) located(err error) error {
	var at *foreign.Error
	if err == nil || errors.As(err, &at) {
		return err
	}
	return r.in.Fail("%w", err)
}

func (r *Reader) member(x reflect.Value, known bool, name string) error {
	if !known {
		return r.in.Fail("%.80q is not known", name)
	}
	return r.value(x)
}

// scalar reads a number or a truth value.
func (r *Reader) scalar(v reflect.Value) error {
	word, err := r.word()
	if err != nil {
		return err
	}
	return r.located(parse(v, string(word)))
}

// parse sets a number or a truth value.
func parse(v reflect.Value, text string) (err error) {
	switch {
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	case v.CanFloat():
		var x float64
		x, err = strconv.ParseFloat(text, 64)
		v.SetFloat(x)
	case text == "true", text == "false":
		v.SetBool(text == "true")
	default:
		err = fmt.Errorf("%q is neither true nor false", text)
	}
	return err
}

// float reads a number, or the text that Save writes for one.
func (r *Reader) float(v reflect.Value) error {
	c, err := r.next()
	if err != nil {
		return r.cut(err)
	}
	if c != '"' {
		return r.scalar(v)
	}
	text, err := r.string()
	if err != nil {
		return err
	}
	x, err := strconv.ParseFloat(text, 64)
	v.SetFloat(x)
	return r.located(err)
}

func (r *Reader) pointer(v reflect.Value) error {
	if null, err := r.null(); null || err != nil {
		return err
	}
	if v.IsNil() {
		if err := r.take(int(v.Type().Elem().Size())); err != nil {
			return err
		}
		v.Set(reflect.New(v.Type().Elem()))
	}
	return r.value(v.Elem())
}

// fill reads a new element of a list or a map: where nobody looks for nil, there is none.
func (r *Reader) fill(x reflect.Value) error {
	c, err := r.next()
	switch {
	case err != nil:
		return r.cut(err)
	case c == 'n':
		return r.in.Fail("null in the place of %v", x.Type())
	}
	if err := r.take(int(x.Type().Size())); err != nil {
		return err
	}
	return r.value(x)
}

func (r *Reader) slice(v reflect.Value) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	t := v.Type().Elem()
	holes := t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Array // lists of arrays have some
	return r.list('[', ']', func(i int) error {
		v.Grow(1)
		v.SetLen(i + 1)
		if holes {
			if null, err := r.null(); null || err != nil {
				return errors.Join(err, r.take(int(t.Size())))
			}
		}
		return r.fill(v.Index(i))
	})
}

// pairs reads a map. No key is there twice.
func (r *Reader) pairs(v reflect.Value) error {
	v.Set(reflect.MakeMap(v.Type()))
	if r.objects {
		return r.Members(func(name string) error {
			return r.pair(v, func(key reflect.Value) error { return r.located(named(key, name)) })
		})
	}
	return r.list('[', ']', func(int) error {
		if err := r.expect('['); err != nil {
			return err
		}
		err := r.pair(v, func(key reflect.Value) error {
			if err := r.fill(key); err != nil {
				return err
			}
			return r.expect(',')
		})
		if err != nil {
			return err
		}
		return r.expect(']')
	})
}

// pair reads an entry of a map.
func (r *Reader) pair(v reflect.Value, read func(key reflect.Value) error) error {
	key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	if err := read(key); err != nil {
		return err
	}
	if err := r.fill(value); err != nil {
		return err
	}
	if v.MapIndex(key).IsValid() {
		return r.in.Fail("a key is there twice")
	}
	v.SetMapIndex(key, value)
	return r.take(mapEntry)
}

// named sets a key to the name of a member.
func named(key reflect.Value, name string) error {
	switch {
	case isText(key.Type()):
		return key.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(name))
	case key.Kind() == reflect.String:
		key.SetString(name)
		return nil
	}
	return parse(key, name)
}

// mapEntry is what an entry of a map takes beside its key and its value, about.
const mapEntry = 16

func element(v reflect.Value, name string) (reflect.Value, bool) {
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= v.Len() {
		return reflect.Value{}, false
	}
	return v.Index(i), true
}

// fieldOf finds a field by its name, or by that of its json tag.
func fieldOf(v reflect.Value, name string) (reflect.Value, bool) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if (f.Name == name || tag == name) && saved(&f) {
			return field(v, i), true
		}
	}
	return reflect.Value{}, false
}
