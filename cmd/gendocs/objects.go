package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// schemaWidth is how wide the lines of a schema are.
const schemaWidth = 110

// object is one of JSON. Its keys have an order.
type object struct {
	keys []string
	of   map[string]any // *object, []any, or what encoding/json makes of others
}

// newObject makes one of keys and values.
func newObject(pairs ...any) *object {
	o := &object{of: map[string]any{}}
	for i := 0; i < len(pairs); i += 2 {
		o.set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// set gives a key a value; a new key is the last.
func (o *object) set(key string, value any) {
	if _, there := o.of[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.of[key] = value
}

func (o *object) remove(key string) {
	delete(o.of, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
}

// in gives the object at a path of keys, and makes what is not there.
func (o *object) in(path ...string) *object {
	for _, key := range path {
		inner, ok := o.of[key].(*object)
		if !ok {
			inner = newObject()
			o.set(key, inner)
		}
		o = inner
	}
	return o
}

// text gives a value that is one.
func (o *object) text(key string) string {
	text, _ := o.of[key].(string)
	return text
}

// has tells whether a key holds an object.
func (o *object) has(key string) bool {
	_, ok := o.of[key].(*object)
	return ok
}

func parseJSON(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		o := newObject()
		for d.More() {
			key, _ := d.Token()
			value, err := parseJSON(d)
			if err != nil {
				return nil, err
			}
			if _, twice := o.of[key.(string)]; twice {
				return nil, fmt.Errorf("%v stands twice", key)
			}
			o.set(key.(string), value)
		}
		_, err = d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			value, err := parseJSON(d)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = d.Token()
		return list, err
	}
	return token, nil
}

// oneLine writes a value with blanks behind colons and commas.
func oneLine(value any) string {
	var parts []string
	switch v := value.(type) {
	case *object:
		for _, key := range v.keys {
			parts = append(parts, oneLine(key)+": "+oneLine(v.of[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		for _, one := range v {
			parts = append(parts, oneLine(one))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // of what came out of JSON
	return strings.TrimSpace(b.String())
}

// layOut writes a value that begins in a column: in one line if there is room for it and what follows.
func layOut(value any, indent string, column, follows int) string {
	line := oneLine(value)
	if indent != "" && column+utf8.RuneCountInString(line)+follows <= schemaWidth {
		return line
	}
	inner := indent + "  "
	var lines []string
	switch v := value.(type) {
	case *object:
		for i, key := range v.keys {
			head := inner + oneLine(key) + ": "
			lines = append(lines, head+layOut(v.of[key], inner, utf8.RuneCountInString(head), min(len(v.keys)-1-i, 1)))
		}
		return "{\n" + strings.Join(lines, ",\n") + "\n" + indent + "}"
	case []any:
		for i, one := range v {
			text := layOut(one, inner, len(inner), min(len(v)-1-i, 1))
			last := len(lines) - 1
			if _, whole := one.(*object); !whole && last >= 0 && utf8.RuneCountInString(lines[last])+len(", ,")+utf8.RuneCountInString(text) <= schemaWidth {
				lines[last] += ", " + text
				continue
			}
			lines = append(lines, inner+text)
		}
		return "[\n" + strings.Join(lines, ",\n") + "\n" + indent + "]"
	}
	return line
}
