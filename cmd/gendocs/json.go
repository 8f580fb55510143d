package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A schema is written as JSON text: what it says of JSON reads as JSON. The functions below
// are the words that come again and again.

// both puts the members of several objects into one.
func both(objects ...string) string {
	var members []string
	for _, o := range objects {
		if o != "" && o != "{}" {
			members = append(members, o[1:len(o)-1])
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func list(values []string) string { return "[" + strings.Join(values, ", ") + "]" }

func quoted(words ...string) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = fmt.Sprintf("%q", word)
	}
	return list(texts)
}

// member is one member as an object of its own.
func member(key, value string) string { return fmt.Sprintf("{%q: %s}", key, value) }

func ref(name string) string       { return member("$ref", `"#/$defs/`+name+`"`) }
func about(text string) string     { return member("$comment", fmt.Sprintf("%q", text)) }
func has(keys ...string) string    { return member("required", quoted(keys...)) }
func not(schema string) string     { return member("not", schema) }
func all(schemas ...string) string { return member("allOf", list(schemas)) }
func nullable(schema string) string {
	return member("anyOf", list([]string{`{"type": "null"}`, schema}))
}
func in(key, schema string) string      { return member("properties", member(key, schema)) }
func is(key string, w ...string) string { return in(key, oneOf(w...)) }

// oneOf allows these words.
func oneOf(words ...string) string {
	if len(words) == 1 {
		return fmt.Sprintf(`{"const": %q}`, words[0])
	}
	return member("enum", quoted(words...))
}

// lacks allows none of the keys.
func lacks(keys ...string) string {
	members := make([]string, len(keys))
	for i, key := range keys {
		members[i] = member(key, "false")
	}
	return member("properties", both(members...))
}

func when(condition, then string) string {
	return both(member("if", condition), member("then", then))
}

func either(condition, then, otherwise string) string {
	return both(when(condition, then), member("else", otherwise))
}

// exactlyWhen has the keys be there if the condition holds, and only then.
func exactlyWhen(condition string, keys ...string) string {
	return either(condition, has(keys...), lacks(keys...))
}

// object allows the properties and no others.
func object(properties []string, more ...string) string {
	head := both(`{"type": "object"}`, member("properties", both(properties...)), `{"additionalProperties": false}`)
	return both(append([]string{head}, more...)...)
}

// width is that of a line; what fits is not broken.
const width = 110

// layOut breaks JSON into lines and keeps the order of its keys. It is an error if an object
// has a key twice.
func layOut(text string) (string, error) {
	if err := json.Unmarshal([]byte(text), new(any)); err != nil {
		var fault *json.SyntaxError
		errors.As(err, &fault) // its kind of error for what is no JSON
		return "", fmt.Errorf("%w in %.120q", err, text[max(fault.Offset-40, 0):])
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, []byte(text)) // it is sound
	lines, err := layOutValue(compact.Bytes(), 0, 0)
	return lines + "\n", err
}

// layOutValue lays out a value that begins at a column of a line with an indent.
func layOutValue(value []byte, indent, column int) (string, error) {
	if value[0] != '{' && value[0] != '[' {
		return string(value), nil
	}
	elements, err := elementsOf(value, indent+2)
	if err != nil {
		return "", err
	}
	opening, closing := string(value[0]), string(value[len(value)-1])
	line := opening + strings.Join(elements, ", ") + closing
	if column+len(line) <= width && !strings.Contains(line, "\n") {
		return line, nil
	}
	start := "\n" + strings.Repeat(" ", indent)
	return opening + start + "  " + strings.Join(fill(elements, indent+2), ","+start+"  ") + start + closing, nil
}

// elementsOf lays out the members of an object, or the elements of a list.
func elementsOf(value []byte, indent int) (elements []string, err error) {
	seen := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(value))
	_, _ = d.Token() // the bracket
	for d.More() {
		key := ""
		if value[0] == '{' {
			token, _ := d.Token()
			key = fmt.Sprintf("%q: ", token)
			if seen[key] {
				return nil, fmt.Errorf("%s stands twice in %s", key, value)
			}
			seen[key] = true
		}
		var inner json.RawMessage
		_ = d.Decode(&inner) // it was compacted: it is sound
		text, err := layOutValue(inner, indent, indent+len(key))
		if err != nil {
			return nil, err
		}
		elements = append(elements, key+text)
	}
	return elements, nil
}

// fill puts several words into one line.
func fill(elements []string, indent int) (lines []string) {
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

// word tells a string, or several, from members and objects.
func word(element string) bool {
	return strings.HasPrefix(element, `"`) && !strings.Contains(element, `": `)
}
