package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// object is a JSON object whose keys keep their order. A value is an *object, a []any, or the text of what is
// neither.
type object struct {
	keys   []string
	values map[string]any
}

// parse reads JSON.
func parse(text []byte) (value any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	switch first, _ := d.Token(); first {
	case json.Delim('{'):
		o := &object{values: map[string]any{}}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			var inner json.RawMessage
			if err := d.Decode(&inner); err != nil {
				return nil, err
			}
			if o.values[key.(string)] != nil {
				return nil, fmt.Errorf("%q stands twice in %.100s", key, text)
			}
			if value, err = parse(inner); err != nil {
				return nil, err
			}
			o.set(key.(string), value)
		}
		return o, nil
	case json.Delim('['):
		var inner []json.RawMessage
		if err := json.Unmarshal(text, &inner); err != nil {
			return nil, err
		}
		all := make([]any, len(inner))
		for i := range inner {
			if all[i], err = parse(inner[i]); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	return string(bytes.TrimSpace(text)), nil
}

// parsedObject reads JSON that stands in this program.
func parsedObject(text string) *object {
	value, err := parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return value.(*object)
}

func (o *object) set(key string, value any) {
	if !slices.Contains(o.keys, key) {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

func (o *object) remove(key string) {
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	delete(o.values, key)
}

// at follows keys to an object; nil if there is none.
func (o *object) at(keys ...string) *object {
	for _, key := range keys {
		if o == nil {
			return nil
		}
		o, _ = o.values[key].(*object)
	}
	return o
}

func quoted(words ...string) []any {
	texts := make([]any, len(words))
	for i, word := range words {
		texts[i] = fmt.Sprintf("%q", word)
	}
	return texts
}

// width is that of a line; what fits is not broken.
const width = 110

// layOut writes a value that begins at a column of a line with an indent.
func layOut(value any, indent, column int) string {
	var elements []string
	brackets := "[]"
	switch v := value.(type) {
	case string:
		return v
	case []any:
		for _, inner := range v {
			elements = append(elements, layOut(inner, indent+2, indent+2))
		}
	case *object:
		brackets = "{}"
		for _, key := range v.keys {
			name := fmt.Sprintf("%q: ", key)
			elements = append(elements, name+layOut(v.values[key], indent+2, indent+2+len(name)))
		}
	}
	line := brackets[:1] + strings.Join(elements, ", ") + brackets[1:]
	if column+len(line) <= width && !strings.Contains(line, "\n") {
		return line
	}
	start := "\n" + strings.Repeat(" ", indent)
	return brackets[:1] + start + "  " + strings.Join(fill(elements, indent+2), ","+start+"  ") + start + brackets[1:]
}

// fill puts several words into one line.
func fill(elements []string, indent int) (lines []string) {
	word := func(element string) bool { return strings.HasPrefix(element, `"`) && !strings.Contains(element, `": `) }
	for _, e := range elements {
		last := len(lines) - 1
		if word(e) && last >= 0 && word(lines[last]) && indent+len(lines[last])+len(e)+3 <= width {
			lines[last] += ", " + e
		} else {
			lines = append(lines, e)
		}
	}
	return lines
}
