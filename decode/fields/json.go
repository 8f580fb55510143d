package fields

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// All is the limit for messages that were read completely.
const All = math.MaxInt

// Limit is how many fields of a message may be shown: those that were there.
func Limit(d *wire.Decoded) int {
	if d.Complete() {
		return All
	}
	return d.Fields
}

// AppendJSON appends m as a JSON object. Only the first limit fields in wire
// order are printed: of a message that was cut, the fields that a Reader counted.
//
// Ids, hashes and flag bytes are hex strings ("0x3FFFFFFF"), floats the shortest
// decimal that reads back as the same float32, NaN and infinities strings,
// vectors arrays, text UTF-8.
//
// The name of an object stands behind its id, where it has one: "target_id" is followed
// by "target". nil = objects have none.
func AppendJSON(b []byte, m wire.Message, limit int, names Names) []byte {
	return appendJSON(b, m, limit, names, false)
}

// Names gives names to object ids.
type Names interface {
	// AppendName appends the name of an object in UTF-8, or nothing if it has none.
	AppendName(b []byte, id uint32) []byte
}

// AppendJSONWhole is AppendJSON with the fields that own bytes and are hidden elsewhere.
func AppendJSONWhole(b []byte, m wire.Message, limit int, names Names) []byte {
	return appendJSON(b, m, limit, names, true)
}

func appendJSON(b []byte, m wire.Message, limit int, names Names, whole bool) []byte {
	j := jsonViewers.Get().(*jsonViewer)
	b = append(b, '{')
	j.b, j.names, j.view.Whole = b, names, whole
	j.view.Show(m, limit, j)
	b, j.b, j.names = j.b, nil, nil
	jsonViewers.Put(j)
	return append(b, '}')
}

// jsonViewers are kept: behind the interface each would be allocated anew for
// every message.
var jsonViewers = sync.Pool{New: func() any { return new(jsonViewer) }}

type jsonViewer struct {
	view   wire.View
	b      []byte
	names  Names
	object []byte // name of the last object
}

// separate appends the comma between two values.
func separate(b []byte) []byte {
	if last := b[len(b)-1]; last != '{' && last != '[' {
		b = append(b, ',')
	}
	return b
}

// appendKey appends the separator and the key of the next value.
func appendKey(b []byte, name string) []byte {
	b = append(append(separate(b), '"'), name...)
	return append(b, '"', ':')
}

// Value appends one, unless it is hidden.
func (j *jsonViewer) Value(n *wire.Node) {
	if n.Hidden {
		return
	}
	b := appendKey(j.b, n.Name)
	switch n.Kind {
	case wire.Int:
		if n.Int < 0 {
			b = append(b, '-')
		}
		b = AppendNumber(b, uint64(max(n.Int, -n.Int)))
	case wire.Hex:
		b = append(AppendHex(append(b, '"'), uint64(n.Int), n.Digits), '"')
	case wire.ID:
		b = j.appendID(b, n)
	case wire.Real:
		b = AppendFloat(b, float32(n.Real))
	case wire.Bool:
		b = strconv.AppendBool(b, n.Int != 0)
	case wire.Characters:
		b = AppendString(b, n.Bytes)
	case wire.Bytes:
		b = AppendBytes(b, n.Bytes)
	case wire.Hash:
		b = AppendBytes(b, n.Sum())
	case wire.Null:
		b = append(b, "null"...)
	default:
		b = appendList(b, n)
	}
	j.b = b
}

// appendID appends an object id, and the name of the object behind it.
func (j *jsonViewer) appendID(b []byte, n *wire.Node) []byte {
	b = append(AppendHex(append(b, '"'), uint64(n.Int), n.Digits), '"')
	if j.names != nil {
		if j.object = j.names.AppendName(j.object[:0], uint32(n.Int)); len(j.object) > 0 {
			b = AppendString(appendKey(b, NameKey(n.Name)), j.object)
		}
	}
	return b
}

func appendList(b []byte, n *wire.Node) []byte {
	b = append(b, '[')
	switch n.Kind {
	case wire.Reals:
		for _, f := range n.Reals {
			b = AppendFloat(separate(b), f)
		}
	case wire.Octets:
		for _, x := range n.Bytes {
			b = AppendNumber(separate(b), uint64(x))
		}
	default:
		for _, word := range n.Words {
			b = AppendString(separate(b), word)
		}
	}
	return append(b, ']')
}

// Open begins an object or a list.
func (j *jsonViewer) Open(g wire.Group, name string) {
	if g == wire.Item {
		j.b = append(separate(j.b), '{')
	} else {
		j.b = append(appendKey(j.b, name), opening[g])
	}
}

// Close ends it.
func (j *jsonViewer) Close(g wire.Group, _ bool) { j.b = append(j.b, closing[g]) }

// Brackets of objects, lists and items.
var (
	opening = [...]byte{wire.Struct: '{', wire.List: '[', wire.Item: '{'}
	closing = [...]byte{wire.Struct: '}', wire.List: ']', wire.Item: '}'}
)

// NameKey is the key of the name of the object whose id is in the field name:
// "target" for "target_id", "object_ref_name" for "object_ref".
func NameKey(name string) string {
	if base, ok := strings.CutSuffix(name, "_id"); ok {
		return base
	}
	return name + "_name"
}

const upperHex = "0123456789ABCDEF"

// AppendHex appends "0x" and at least digits upper-case hex digits.
func AppendHex(b []byte, value uint64, digits int) []byte {
	for digits < 16 && value>>(4*digits) != 0 {
		digits++
	}
	b = append(b, "0x0000000000000000"[:2+digits]...)
	for at := len(b) - 1; value != 0; at-- {
		b[at] = upperHex[value&0xF]
		value >>= 4
	}
	return b
}

// AppendBytes appends data as a JSON string of lower-case hex digits.
func AppendBytes(b, data []byte) []byte {
	b = append(b, '"')
	b = hex.AppendEncode(b, data)
	return append(b, '"')
}

// AppendLatin1 appends Latin-1 bytes as a JSON string.
func AppendLatin1(b, text []byte) []byte {
	b = append(b, '"')
	for _, c := range text {
		b = appendRune(b, rune(c))
	}
	return append(b, '"')
}

// AppendString appends UTF-8 text as a JSON string; bytes that are not UTF-8
// become U+FFFD.
func AppendString[T string | []byte](b []byte, text T) []byte {
	b = append(b, '"')
	n := 0
	for n < len(text) && itself[text[n]] {
		n++
	}
	b = append(b, text[:n]...)
	if n < len(text) {
		for _, c := range string(text[n:]) {
			b = appendRune(b, c)
		}
	}
	return append(b, '"')
}

// itself tells which bytes stand for themselves in a JSON string.
var itself = func() (table [256]bool) {
	for c := ' '; c <= '~'; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

func appendRune(b []byte, c rune) []byte {
	switch {
	case c == '"' || c == '\\':
		return append(b, '\\', byte(c))
	case c == '\n':
		return append(b, '\\', 'n')
	case c == '\r':
		return append(b, '\\', 'r')
	case c == '\t':
		return append(b, '\\', 't')
	case printable.Control(c):
		// It would reach the terminal of whoever looks at the file.
		return printable.AppendJSONEscape(b, c)
	}
	return utf8.AppendRune(b, c)
}
