package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"bcdump/decode/fields"
	"bcdump/report/records"
)

// value is one value and its path; text is JSON.
type value struct {
	path, text string
}

// entry is a paragraph of a golden: its head, a message, a block of frames, or the
// capture as a whole. The first value says which.
type entry struct {
	values []value
	text   []byte // as it stands in the golden
	line   int    // where it begins in a golden, from 1; 0 = it was decoded
	cut    bool   // the golden has more of it, which was not kept
	// place is the frame number that entries are ordered by. A message that was given
	// up late has the place of the messages around it.
	place int64
	// unhashed adds the hashes to a block of which nobody has asked for them; nil = they are there, or
	// it is no block. It is valid until the next block begins.
	unhashed func()
	known    *fieldSums // of a block: what was learnt of fields
}

// complete adds what was left out.
func (e *entry) complete() {
	if e.unhashed != nil {
		e.unhashed()
	}
}

// What the first value of an entry is called.
const (
	headKey    = "bcdump-golden"
	messageKey = "frame"
	blockKey   = "frames"
	captureKey = "capture"
)

func (e *entry) kind() string { return e.values[0].path }

// get gives a value as JSON; "" if there is none of that name.
func (e *entry) get(path string) string {
	for _, v := range e.values {
		if v.path == path {
			return v.text
		}
	}
	return ""
}

// word gives a value without the quotes of a text.
func (e *entry) word(path string) string { return unquote(e.get(path)) }

// add adds a value that is a text.
func (e *entry) add(path, text string) {
	e.values = append(e.values, value{path, quote(text)})
}

// addCount adds a number, unless it is zero.
func (e *entry) addCount(path string, n int64) {
	if n != 0 {
		e.values = append(e.values, value{path, fmt.Sprint(n)})
	}
}

// groups are the values of a message that share a line: what it is, what carried it, and
// each kind of reference to other messages. All others have lines of their own.
var groups = map[string]string{
	"frame": "message", "index": "message", "dir": "message", "type": "message", "name": "message",
	"time": "transport", "src": "transport", "dst": "transport", "proto": "transport", "peer": "transport", "len": "transport",
	"reliable": "transport", "ordered": "transport", "seq": "transport", "fragment": "transport", "opcode": "transport", "size": "transport",
	"copy": "copy", "answers": "answers", "relay_of": "relay_of",
}

// groupOf gives the group of a value by the first part of its path; "" if it has none.
func groupOf(path string) string {
	root, _, _ := strings.Cut(path, ".")
	return groups[root]
}

// indent begins every line of an entry but the first.
const indent = "  "

// print makes the text of an entry from its values: in their order, but that a group
// stands where its first value does.
func (e *entry) print() {
	b := e.text[:0]
	done := map[string]bool{}
	for i, v := range e.values {
		group := ""
		if e.kind() == messageKey {
			group = groupOf(v.path)
		}
		switch {
		case done[group]:
			continue
		case i > 0:
			b = append(b, indent...)
		}
		b = appendValue(b, v)
		if group != "" {
			done[group] = true
			b = e.appendGroup(b, group, i+1)
		}
		b = append(b, '\n')
	}
	e.text = b
}

// appendGroup appends the values of a group from a place on.
func (e *entry) appendGroup(b []byte, group string, from int) []byte {
	for _, v := range e.values[from:] {
		if groupOf(v.path) == group {
			b = appendValue(append(b, ' '), v)
		}
	}
	return b
}

func appendValue(b []byte, v value) []byte {
	b = append(b, v.path...)
	b = append(b, ' ')
	return append(b, bare(v.text)...)
}

// bare takes the quotes off a text that can be told from other values without them.
func bare(text string) string {
	if len(text) < 3 || text[0] != '"' {
		return text
	}
	inner := text[1 : len(text)-1]
	if strings.ContainsAny(inner, " \\") || strings.ContainsAny(inner[:1], `[{`) || json.Valid([]byte(inner)) {
		return text
	}
	return inner
}

// quote makes JSON of a text.
func quote(text string) string { return string(fields.AppendString(nil, text)) }

// unquote is its mirror image; what is no text stays as it is.
func unquote(text string) string {
	var s string
	if json.Unmarshal([]byte(text), &s) != nil {
		return text
	}
	return s
}

// errForm is the beginning of what is wrong with a line.
var errForm = errors.New("this is not a line of a golden")

// parseLine adds the values of a line, which has no line feed, to an entry.
func (e *entry) parseLine(line []byte) error {
	line = bytes.TrimPrefix(line, []byte(indent))
	for {
		path, rest, found := bytes.Cut(line, []byte(" "))
		if !found || len(path) == 0 {
			return fmt.Errorf("%w: expected a name and a value, found %q", errForm, clip(line))
		}
		text, rest, err := parseValue(rest)
		if err != nil {
			return err
		}
		e.values = append(e.values, value{string(path), text})
		if len(rest) == 0 {
			return nil
		}
		line = rest[1:] // a blank
	}
}

// parseValue takes a value off the beginning of line.
func parseValue(line []byte) (text string, rest []byte, err error) {
	if len(line) == 0 {
		return "", nil, fmt.Errorf("%w: it ends before a value", errForm)
	}
	if !bytes.ContainsAny(line[:1], `"[{`) {
		end := bytes.IndexByte(line, ' ')
		if end < 0 {
			end = len(line)
		}
		word := line[:end]
		if json.Valid(word) {
			return string(word), line[end:], nil
		}
		return `"` + string(word) + `"`, line[end:], nil
	}
	n := records.PlainLength(line)
	if n == 0 || n < len(line) && line[n] != ' ' {
		return "", nil, fmt.Errorf("%w: the value %q has no end", errForm, clip(line))
	}
	return string(line[:n]), line[n:], nil
}

// clip is the beginning of a line, for messages.
func clip(line []byte) []byte { return line[:min(len(line), 40)] }
