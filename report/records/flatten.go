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
	n := plainLength(v)
	if n == 0 && f.depth == deepest {
		n = len(v)
	}
	if n > 0 {
		f.Visit(f.path, v[:n])
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

// plainLength gives how many bytes the value at the beginning of text takes, if it holds
// no other values but those of a flat list: a text, a number, a word, such a list, or an
// empty object. 0 = it is none of these, or it is cut.
func plainLength(text []byte) int {
	switch {
	case len(text) == 0:
		return 0
	case text[0] == '"':
		return stringLength(text)
	case text[0] == '[':
		return flatListLength(text)
	case text[0] == '{':
		if len(text) > 1 && text[1] == '}' {
			return 2
		}
		return 0
	}
	n := 0
	for n < len(text) && text[n] != ',' && text[n] != '}' && text[n] != ']' {
		n++
	}
	return n
}

// flatListLength gives the length of a list in which no list or object stands; else 0.
func flatListLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case ']':
			return i + 1
		case '[', '{':
			return 0
		case '"':
			n := stringLength(text[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		}
	}
	return 0
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
