package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"bcdump/decode/fields"
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
	// place is the frame number that entries are ordered by. A message that was given
	// up late has the place of the messages around it.
	place int64
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

// lineOf says in which line of an entry a value stands: what a message is in the first,
// what carried it in the second. All others have lines of their own.
var lineOf = map[string]int{
	"frame": 1, "index": 1, "dir": 1, "type": 1, "name": 1,
	"time": 2, "src": 2, "dst": 2, "proto": 2, "peer": 2, "len": 2, "reliable": 2, "ordered": 2, "seq": 2,
	"fragment.index": 2, "fragment.total": 2, "opcode": 2, "size": 2,
}

// indent begins every line of an entry but the first.
const indent = "  "

// print makes the text of an entry from its values.
func (e *entry) print() {
	if e.kind() == messageKey {
		e.text = e.appendShared(e.text[:0], 1)
		e.text = e.appendShared(append(e.text, indent...), 2)
	} else {
		e.text = append(appendValue(e.text[:0], e.values[0]), '\n')
	}
	for i, v := range e.values {
		if i > 0 && (e.kind() != messageKey || lineOf[v.path] == 0) {
			e.text = append(appendValue(append(e.text, indent...), v), '\n')
		}
	}
}

// appendShared appends a line that several values share.
func (e *entry) appendShared(b []byte, line int) []byte {
	separator := ""
	for _, v := range e.values {
		if lineOf[v.path] == line {
			b = appendValue(append(b, separator...), v)
			separator = " "
		}
	}
	return append(b, '\n')
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
	n := plainLength(line)
	if n == 0 || n < len(line) && line[n] != ' ' {
		return "", nil, fmt.Errorf("%w: the value %q has no end", errForm, clip(line))
	}
	return string(line[:n]), line[n:], nil
}

// clip is the beginning of a line, for messages.
func clip(line []byte) []byte { return line[:min(len(line), 40)] }
