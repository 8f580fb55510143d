package records

import "strconv"

// Flattener visits the values of one line of JSON, as this package writes it: valid,
// without blanks. A list of plain values is one value.
type Flattener struct {
	path  []byte
	depth int
	Visit func(path, text []byte) // text is JSON; both are valid during the call only
	// Numbered gives each element of a list a path of its own, such as
	// "fields.items[3].name"; without it they share "fields.items[].name".
	Numbered bool
}

// Flatten visits the values of a line in their order.
func (f *Flattener) Flatten(line []byte) {
	f.path, f.depth = f.path[:0], 0
	f.value(line)
}

func (f *Flattener) value(v []byte) {
	if f.depth == deepest || plain(v) {
		f.Visit(f.path, v)
		return
	}
	f.depth++
	parent := len(f.path)
	for key, x := range members(v) {
		if parent > 0 {
			f.path = append(f.path, '.')
		}
		f.path = append(f.path, key...)
		f.value(x)
		f.path = f.path[:parent]
	}
	i := int64(0)
	for x := range Elements(v) {
		f.path = append(f.path, '[')
		if f.Numbered {
			f.path = strconv.AppendInt(f.path, i, 10)
		}
		f.path = append(f.path, ']')
		f.value(x)
		f.path = f.path[:parent]
		i++
	}
	f.depth--
}

// deepest is how deep values are visited one by one; what lies deeper is visited whole. No record is so deep, and
// to walk n bytes takes at most so many times n steps.
const deepest = 64

// plain reports whether a value is visited whole: a text, a number, a word, a list of such, or an empty object.
func plain(v []byte) bool {
	if v[0] == '[' {
		for x := range Elements(v) {
			if x[0] == '[' || x[0] == '{' {
				return false
			}
		}
		return true
	}
	return v[0] != '{' || v[1] == '}'
}

// stringLength gives the length of the quoted text at the beginning of text with its
// quotes; 0 = it has no end.
func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}
