package dataset

import (
	"cmp"
	"encoding/binary"
	"reflect"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// column takes the values of a leaf from rows, and makes pages of them.
type column interface {
	// take takes n rows, which are so many bytes apart.
	take(rows unsafe.Pointer, size uintptr, n int)
	// held is how much of the page there is, in bytes before it is packed.
	held() int
	// kept is what the row group has of the column, packed and with its dictionary, in bytes.
	kept() int
	// endPage packs the page.
	endPage(*packer)
	// endGroup packs the dictionary; nil = there is none. The chunk has what comes after it.
	endGroup(*packer) (dictionary []byte, c *chunk)
	// reset begins a row group.
	reset()
}

func newColumn(l *leaf) column {
	switch l.kind {
	case reflect.Bool, reflect.Uint8: // a boolean is a byte of 0 or 1
		return newValues[uint8, uint8](l)
	case reflect.Uint16:
		return newValues[uint16, uint16](l)
	case reflect.Uint32:
		return newValues[uint32, uint32](l)
	case reflect.Int32:
		return newValues[int32, int32](l)
	case reflect.Int64:
		return newValues[int64, int64](l)
	case reflect.Float32:
		return newValues[float32, uint32](l)
	case reflect.Float64:
		return newValues[float64, uint64](l)
	case reflect.String:
		return newValues[string, string](l)
	}
	panic("no column has " + l.kind.String())
}

// values is a column of values T. Key is as large as T, and equal if the bytes are. Floats are not: 0
// equals -0, and NaN equals nothing.
type values[T cmp.Ordered, Key comparable] struct {
	chunk
	page  []T // values of the page, unless there is a dictionary
	text  int // bytes of its texts
	words dictionary[T, Key]

	least, most         T // of the group
	pageLeast, pageMost T // of its last page
}

// dictionary has the values of a row group in the order of their first rows.
type dictionary[T cmp.Ordered, Key comparable] struct {
	list   []T
	known  map[Key]int32
	text   int     // bytes of its texts
	rows   []int32 // places in the list, of the page
	found  []int32 // those, each once
	page   int32
	seen   []int32 // number of the last page that has a value, from 1
	recent [256]struct {
		value  T
		behind int32 // its place + 1; 0 = nothing
	}
}

func newValues[T cmp.Ordered, Key comparable](l *leaf) column {
	v := &values[T, Key]{chunk: chunk{leaf: l}}
	v.reset()
	return v
}

func (v *values[T, Key]) reset() {
	d := &v.words
	clear(d.list)
	*d = dictionary[T, Key]{known: map[Key]int32{}, list: d.list[:0], seen: d.seen[:0], rows: d.rows[:0], found: d.found[:0], page: 1}
	v.chunk.reset()
}

func (v *values[T, Key]) take(rows unsafe.Pointer, size uintptr, n int) {
	rows = unsafe.Add(rows, v.at)
	before := len(v.page)
	switch {
	case v.list:
		for i := range n {
			v.takeList(*(*[]byte)(unsafe.Add(rows, uintptr(i)*size))) // of whatever: where it is, how many there are
		}
	case v.pointer:
		v.takePointers(rows, size, n)
	case v.encoding == format.RLEDictionary:
		v.takeWords(rows, size, n)
	case v.optional:
		v.takeOptional(rows, size, n)
	default:
		page := v.page
		for i := range n {
			page = append(page, *(*T)(unsafe.Add(rows, uintptr(i)*size)))
		}
		v.page = page
	}
	v.rows += n
	if v.encoding == format.RLEDictionary {
		v.number()
	} else if texts, ok := any(v.page).([]string); ok {
		for _, s := range texts[before:] {
			v.text += len(s)
		}
	}
}

func (v *values[T, Key]) takePointers(rows unsafe.Pointer, size uintptr, n int) {
	levels, page := v.levels, v.page
	for i := range n {
		p := *(**T)(unsafe.Add(rows, uintptr(i)*size))
		if p == nil {
			levels = append(levels, 0)
			continue
		}
		levels, page = append(levels, 1), append(page, *p)
	}
	v.levels, v.page = levels, page
}

// takeOptional takes values; a zero is null.
func (v *values[T, Key]) takeOptional(rows unsafe.Pointer, size uintptr, n int) {
	levels, page := v.levels, v.page
	var null Key
	for i := range n {
		p := unsafe.Add(rows, uintptr(i)*size)
		if *(*Key)(p) == null {
			levels = append(levels, 0)
			continue
		}
		levels, page = append(levels, 1), append(page, *(*T)(p))
	}
	v.levels, v.page = levels, page
}

func (v *values[T, Key]) takeList(list []byte) {
	v.repeats = append(v.repeats, 0)
	if len(list) == 0 {
		v.levels = append(v.levels, 0)
		return
	}
	for k := range len(list) {
		if k > 0 {
			v.repeats = append(v.repeats, 1)
		}
		v.levels = append(v.levels, 1)
		v.page = append(v.page, *(*T)(unsafe.Add(unsafe.Pointer(&list[0]), uintptr(k)*v.step+v.inner)))
	}
}

// takeWords takes values that have a dictionary where they are; if they may be null, zero is.
func (v *values[T, Key]) takeWords(rows unsafe.Pointer, size uintptr, n int) {
	levels, d, places, at := v.levels, &v.words, v.words.rows, int32(0)
	var null Key
	var last *T
	for i, optional := 0, v.optional; i < n; i++ {
		p := (*T)(unsafe.Add(rows, uintptr(i)*size))
		if optional {
			if *(*Key)(unsafe.Pointer(p)) == null {
				levels = append(levels, 0)
				continue
			}
			levels = append(levels, 1)
		}
		if last == nil || !same(p, last) {
			last, at = p, d.place(*p)
		}
		places = append(places, at)
	}
	v.levels, d.rows = levels, places
}

// number puts places in the dictionary for the values that were taken.
func (v *values[T, Key]) number() {
	d, at := &v.words, int32(0)
	for i := range v.page {
		if i == 0 || !same(&v.page[i], &v.page[i-1]) {
			at = d.place(v.page[i])
		}
		d.rows = append(d.rows, at)
	}
	v.page = v.page[:0]
}

// same reports whether two values are the same bytes, of texts whether they are the same one: to look into them
// takes longer.
func same[T any](a, b *T) bool {
	switch unsafe.Sizeof(*a) {
	case 1:
		return *(*uint8)(unsafe.Pointer(a)) == *(*uint8)(unsafe.Pointer(b))
	case 2:
		return *(*uint16)(unsafe.Pointer(a)) == *(*uint16)(unsafe.Pointer(b))
	case 4:
		return *(*uint32)(unsafe.Pointer(a)) == *(*uint32)(unsafe.Pointer(b))
	case 8:
		return *(*uint64)(unsafe.Pointer(a)) == *(*uint64)(unsafe.Pointer(b))
	}
	return *(*[2]uint64)(unsafe.Pointer(a)) == *(*[2]uint64)(unsafe.Pointer(b))
}

// place gives the place of a value, which the page has.
func (d *dictionary[T, Key]) place(value T) int32 {
	recent := &d.recent[slot(&value)%uint64(len(d.recent))]
	if recent.behind == 0 || !same(&recent.value, &value) {
		at := d.find(value)
		if s, ok := any(&value).(*string); ok && len(*s) > longText {
			value = d.list[at]
		}
		recent.value, recent.behind = value, at+1
	}
	at := recent.behind - 1
	if d.seen[at] != d.page {
		d.seen[at] = d.page
		d.found = append(d.found, at)
	}
	return at
}

// longText is how long texts of rows may be that a dictionary keeps as they are, beside its own.
const longText = 64

// find gives the place of a value, and makes one.
func (d *dictionary[T, Key]) find(value T) int32 {
	at, known := d.known[*(*Key)(unsafe.Pointer(&value))]
	if known {
		return at
	}
	if s, ok := any(&value).(*string); ok { // it may be a part of a long one
		*s = strings.Clone(*s)
		d.text += len(*s)
	}
	at = int32(len(d.list))
	d.list, d.seen, d.known[*(*Key)(unsafe.Pointer(&value))] = append(d.list, value), append(d.seen, 0), at
	return at
}

// slot spreads values. Of a text it looks at where it is only: most come again as the same one.
func slot[T any](value *T) uint64 {
	const golden = 0x9E3779B97F4A7C15
	p := unsafe.Pointer(value)
	switch unsafe.Sizeof(*value) {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p)) * golden >> 40
	case 4:
		return uint64(*(*uint32)(p)) * golden >> 40
	}
	return *(*uint64)(p) * golden >> 40
}

func (v *values[T, Key]) held() int {
	return len(v.levels) + len(v.page)*int(unsafe.Sizeof(v.least)) + v.text + 4*len(v.words.rows)
}

func (v *values[T, Key]) kept() int {
	return len(v.pages) + len(v.words.list)*int(unsafe.Sizeof(v.least)) + v.words.text
}

func (v *values[T, Key]) endPage(p *packer) {
	if v.rows == 0 {
		return
	}
	n, d := len(v.page), &v.words
	if v.encoding == format.RLEDictionary {
		n = len(d.rows)
		p.data, _ = new(rle.DictionaryEncoding).EncodeInt32(p.data, d.rows)
		for _, at := range d.found {
			v.page = append(v.page, d.list[at])
		}
	} else {
		v.encode(p)
	}
	v.bounds()
	v.chunk.add(p, n)
	clear(v.page) // rows may go
	v.page, v.text = v.page[:0], 0
	d.rows, d.found, d.page = d.rows[:0], d.found[:0], d.page+1
}

func (v *values[T, Key]) endGroup(p *packer) ([]byte, *chunk) {
	v.endPage(p)
	if v.bounded {
		v.meta.Statistics.MinValue, v.meta.Statistics.MaxValue = v.bytes(v.least), v.bytes(v.most)
	}
	if v.encoding != format.RLEDictionary {
		return nil, &v.chunk
	}
	p.data = appendPlain(p.data[:0], v.words.list, v.kind)
	return v.dictionary(p, len(v.words.list)), &v.chunk
}

// bounds notes the least and the greatest value of the page.
func (v *values[T, Key]) bounds() {
	i := &v.index
	i.NullPages = append(i.NullPages, len(v.page) == 0)
	if len(v.page) == 0 {
		i.MinValues, i.MaxValues = append(i.MinValues, []byte{}), append(i.MaxValues, []byte{})
		return
	}
	least, most := extent(v.page)
	if !v.bounded {
		v.least, v.most, v.bounded, v.up, v.down = least, most, true, true, true
	} else {
		v.up, v.down = v.up && least >= v.pageLeast && most >= v.pageMost, v.down && least <= v.pageLeast && most <= v.pageMost
		v.least, v.most = extent([]T{v.least, v.most, least, most})
	}
	v.pageLeast, v.pageMost = least, most
	i.MinValues, i.MaxValues = append(i.MinValues, lower(v.bytes(least))), append(i.MaxValues, upper(v.bytes(most)))
}

// extent gives the least and the greatest of some values. What is no number has no place in an order: it is both
// if there is nothing else, and readers pass over it.
func extent[T cmp.Ordered](list []T) (least, most T) {
	least, most = list[0], list[0]
	for _, x := range list {
		if x < least || isNaN(least) {
			least = x
		}
		if x > most || isNaN(most) {
			most = x
		}
	}
	return least, most
}

func isNaN[T cmp.Ordered](x T) bool { return x != x } //nolint:gocritic // only NaN is not what it is

// bytes is how statistics have a value.
func (v *values[T, Key]) bytes(x T) []byte {
	if s, ok := any(x).(string); ok {
		return []byte(s)
	}
	return appendPlain(nil, []T{x}, v.kind)
}

// An index of pages has so many bytes of a text, as readers expect.
const indexed = 16

func lower(b []byte) []byte { return b[:min(len(b), indexed)] }

// upper cuts a bound so that it stays above: its last byte is raised. No text is all 0xFF.
func upper(b []byte) []byte {
	if len(b) <= indexed {
		return b
	}
	b = b[:indexed]
	for i := indexed - 1; i >= 0; i-- {
		if b[i]++; b[i] != 0 {
			break
		}
	}
	return b
}

// encode writes the values of the page, without a dictionary.
func (v *values[T, Key]) encode(p *packer) {
	if v.encoding != format.DeltaBinaryPacked {
		p.data = appendPlain(p.data[:0], v.page, v.kind)
		return
	}
	var of delta.BinaryPackedEncoding
	switch list := any(v.page).(type) {
	case []uint8:
		p.wide = p.wide[:0]
		for _, x := range list {
			p.wide = append(p.wide, int32(x))
		}
		p.data, _ = of.EncodeInt32(p.data, p.wide)
	case []int32:
		p.data, _ = of.EncodeInt32(p.data, list)
	case []int64:
		p.data, _ = of.EncodeInt64(p.data, list)
	default:
		panic("no differences of " + v.kind.String())
	}
}

// appendPlain appends values as Parquet has them without an encoding.
func appendPlain[T cmp.Ordered](dst []byte, list []T, kind reflect.Kind) []byte {
	little := binary.LittleEndian
	switch list := any(list).(type) {
	case []string:
		for _, s := range list {
			dst = append(little.AppendUint32(dst, uint32(len(s))), s...)
		}
	case []uint8:
		if kind == reflect.Bool {
			return bits(dst, list)
		}
		for _, x := range list {
			dst = little.AppendUint32(dst, uint32(x))
		}
	case []uint16:
		for _, x := range list {
			dst = little.AppendUint32(dst, uint32(x))
		}
	default:
		dst, _ = binary.Append(dst, little, list)
	}
	return dst
}

// bits appends booleans, eight to a byte.
func bits(dst []byte, list []uint8) []byte {
	for i, x := range list {
		if i%8 == 0 {
			dst = append(dst, 0)
		}
		dst[len(dst)-1] |= x << (i % 8)
	}
	return dst
}
