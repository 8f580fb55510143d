package verify

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Change is one difference between a golden and what a capture decodes to now, as JSON has it too.
type Change struct {
	// Frame is the number of the frame. 0 = the capture as a whole.
	Frame int64 `json:"frame,omitempty"`
	// Index is the place of the message in its datagram, from 0; nil = it has none.
	Index *int `json:"index,omitempty"`
	// Message names the message, as the golden does if it knows it.
	Message string `json:"message,omitempty"`
	// Field is the key that changed, as in the JSON of `bcdump decode`; "" = the whole
	// message is missing or new.
	Field string `json:"field,omitempty"`
	// Old and New are values; "" = there is none.
	Old Value `json:"old,omitempty"`
	New Value `json:"new,omitempty"`
	// Line is that of the golden where the message stands; 0 = the golden lacks it.
	Line int `json:"line,omitempty"`
	// Text says what is different if no value is.
	Text string `json:"text,omitempty"`
}

// Value is a value as JSON.
type Value string

// MarshalJSON gives the JSON. That of a golden may be anything: what is none becomes a text.
func (v Value) MarshalJSON() ([]byte, error) {
	text := strings.ToValidUTF8(string(v), "\uFFFD")
	if !json.Valid([]byte(text)) {
		return json.Marshal(text)
	}
	return []byte(text), nil
}

// newChange is a change of what an entry tells of.
func newChange(e *entry) Change {
	if e.Capture != "" {
		return Change{Line: e.line}
	}
	return Change{Line: e.line, Frame: e.Frame, Index: e.Index, Message: e.label()}
}

// Where names the frame or capture that the change is in, and the message.
func (c *Change) Where() string {
	switch {
	case c.Frame == 0:
		return "capture"
	case c.Index == nil:
		return fmt.Sprintf("frame %d %s", c.Frame, c.Message)
	}
	return fmt.Sprintf("frame %d message %d %s", c.Frame, *c.Index, c.Message)
}

// The longest value that is shown whole, and how much of one stands before the place
// where it differs.
const (
	maxShown   = 100
	shownAhead = 20
)

// shownValues gives both values, so short that they fit a line: of long ones the part
// that begins a little before they differ.
func (c *Change) shownValues() (from, to string) {
	same := 0
	for same < min(len(c.Old), len(c.New)) && c.Old[same] == c.New[same] {
		same++
	}
	return excerpt(string(c.Old), same), excerpt(string(c.New), same)
}

func excerpt(text string, from int) string {
	if text == "" {
		return "(none)"
	}
	if len(text) <= maxShown {
		return bare(text)
	}
	from = min(max(from-shownAhead, 0), len(text)-maxShown)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	text = text[from:]
	if from > 0 {
		text = "…" + text
	}
	if len(text) <= maxShown {
		return text
	}
	end := maxShown
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
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
