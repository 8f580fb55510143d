package records

import (
	"bytes"
	"slices"

	"bcdump/decode/filter"
)

// picks takes the values of keys out of JSON lines as this package writes them: without blanks.
type picks struct {
	columns []column
	values  [][]byte
}

// column is the path of a key, as filters write it.
type column struct {
	top   string
	below []filter.Step
}

func newPicks(keys []string) *picks {
	p := &picks{values: make([][]byte, len(keys))}
	for _, key := range keys {
		steps := filter.Steps(key)
		p.columns = append(p.columns, column{steps[0].Name, steps[1:]})
	}
	return p
}

// of gives the values of the keys, in their order; nil for one that is not there. They are valid
// until the next line.
func (p *picks) of(line []byte) [][]byte {
	clear(p.values)
	for name, value := range members(line) {
		for i := range p.columns {
			if c := &p.columns[i]; c.top == string(name) {
				p.values[i] = pick(value, c.below)
			}
		}
	}
	return p.values
}

// pick follows a path. A name behind a list is looked for in each element.
func pick(value []byte, steps []filter.Step) []byte {
	for len(steps) > 0 && len(value) > 0 {
		step := steps[0]
		switch {
		case step.Name != "" && value[0] == '[':
			return pickEach(value, steps)
		case step.Name != "":
			value = member(value, step.Name)
		default:
			value = element(value, step.Index)
		}
		steps = steps[1:]
	}
	return value
}

// pickEach gives a list with what a path leads to in each element; null where it leads nowhere.
func pickEach(list []byte, steps []filter.Step) []byte {
	found := []byte{'['}
	for value := range elements(list) {
		if len(found) > 1 {
			found = append(found, ',')
		}
		if value = pick(value, steps); value == nil {
			value = []byte("null")
		}
		found = append(found, value...)
	}
	return append(found, ']')
}

func member(object []byte, name string) []byte {
	for key, value := range members(object) {
		if string(key) == name {
			return value
		}
	}
	return nil
}

func element(list []byte, index int) []byte {
	for value := range elements(list) {
		if index--; index < 0 {
			return value
		}
	}
	return nil
}

// members gives keys, without quotes, and values of an object; nothing of any other value.
func members(object []byte) func(yield func(key, value []byte) bool) {
	return func(yield func(key, value []byte) bool) {
		if object[0] != '{' {
			return
		}
		for rest := object[1:]; rest[0] != '}'; {
			key := lengthOf(rest)
			value := rest[key+1:]
			n := lengthOf(value)
			if !yield(rest[1:key-1], value[:n]) {
				return
			}
			rest = bytes.TrimPrefix(value[n:], []byte(","))
		}
	}
}

// elements gives those of a list; nothing of any other value.
func elements(list []byte) func(yield func(value []byte) bool) {
	return func(yield func(value []byte) bool) {
		if list[0] != '[' {
			return
		}
		for rest := list[1:]; rest[0] != ']'; {
			n := lengthOf(rest)
			if !yield(rest[:n:n]) {
				return
			}
			rest = bytes.TrimPrefix(rest[n:], []byte(","))
		}
	}
}

// lengthOf is how many bytes the value takes that b begins with.
func lengthOf(b []byte) int {
	if b[0] != '"' && b[0] != '{' && b[0] != '[' {
		return slices.IndexFunc(b, func(c byte) bool { return c == ',' || c == '}' || c == ']' })
	}
	depth := 0
	for at := 0; ; at++ {
		switch b[at] {
		case '"':
			at += stringLength(b[at:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			return at + 1
		}
	}
}
