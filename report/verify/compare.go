package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// comparison holds a golden against the entries of its capture. Both are read once, from
// front to back. What is the same is passed over; of what is not, no more than one place is kept.
type comparison struct {
	golden *reader
	group  []*entry // of the capture, at one place, from the first one that differs
	limit  int
	result *Result
	sum    *Change // of the group: its bytes have changed
}

func (c *comparison) change(one Change) {
	c.result.Count++
	if len(c.result.Changes) < c.limit {
		c.result.Changes = append(c.result.Changes, one)
	}
}

// add takes the next line of the capture, without its line feed. The error is a fault of the golden.
func (c *comparison) add(text []byte, place int64) error {
	if len(c.group) > 0 && c.group[0].place != place {
		if err := c.compareGroup(); err != nil {
			return err
		}
	}
	same := false
	if len(c.group) == 0 {
		var err error
		if same, err = c.golden.takes(text); err != nil {
			return err
		}
	}
	if !same {
		c.group = append(c.group, &entry{text: bytes.Clone(text), place: place})
	}
	if place < math.MaxInt64 {
		return nil
	}
	if err := c.compareGroup(); err != nil { // the capture as a whole is the last
		return err
	}
	return c.golden.end()
}

// compareGroup compares the entries of one place, after reporting those of the golden
// that stand before it.
func (c *comparison) compareGroup() error {
	if len(c.group) == 0 {
		return nil
	}
	expected, err := c.expected(c.group[0].place)
	if err != nil {
		return err
	}
	for _, e := range c.group {
		if err := e.parse(); err != nil {
			return err
		}
	}
	before := c.result.Count
	sameText := func(a, b *entry) bool { return bytes.Equal(a.text, b.text) }
	c.pair(withoutShared(expected, c.group), withoutShared(c.group, expected))
	if c.sum != nil && c.result.Count == before {
		c.change(*c.sum)
	}
	c.sum = nil
	if c.result.Count == before && !slices.EqualFunc(expected, c.group, sameText) {
		c.say(expected[0], fmt.Sprintf("same values, but formatted or ordered differently (line %d of the golden)", expected[0].line))
	}
	c.group = c.group[:0]
	return nil
}

// expected gives the entries of the golden for a place.
func (c *comparison) expected(place int64) (entries []*entry, err error) {
	room := spareBytes
	for _, e := range c.group {
		room += 2 * len(e.text)
		c.golden.spare += 2 * int64(len(e.text))
	}
	for {
		e, err := c.golden.upTo(place, room)
		switch {
		case err != nil || e == nil:
			return entries, err
		case e.place < place:
			c.missing(e)
			continue
		case len(entries) == maxGroup:
			return nil, c.golden.failf("more than %d messages of one frame", maxGroup)
		}
		entries = append(entries, e)
		room -= len(e.text)
	}
}

// missing reports an entry that only the golden has.
func (c *comparison) missing(e *entry) { c.say(e, "missing: in the golden, but not in the capture") }

func (c *comparison) say(e *entry, text string) {
	one := newChange(e)
	one.Text = text
	c.change(one)
}

// pair compares entries with those that are the same message. What they are decides, not
// where they stand, so that one that is missing does not make all after it differ.
func (c *comparison) pair(expected, actual []*entry) {
	partners := map[string][]*entry{}
	for _, e := range actual {
		partners[e.identity()] = append(partners[e.identity()], e)
	}
	for _, e := range expected {
		same := partners[e.identity()]
		if len(same) == 0 {
			c.missing(e)
			continue
		}
		c.compareEntries(e, same[0])
		partners[e.identity()] = same[1:]
	}
	for _, e := range actual {
		if same := partners[e.identity()]; len(same) > 0 && same[0] == e {
			c.say(e, "new: not in the golden")
			partners[e.identity()] = same[1:]
		}
	}
}

// withoutShared leaves out the entries that others has too, so that one which took the
// place of another is not compared with it if both are still there.
func withoutShared(entries, others []*entry) (rest []*entry) {
	there := map[string]int{}
	for _, e := range others {
		there[string(e.text)]++
	}
	for _, e := range entries {
		if there[string(e.text)] == 0 {
			rest = append(rest, e)
			continue
		}
		there[string(e.text)]--
	}
	return rest
}

// compareEntries reports each value that is not the same.
func (c *comparison) compareEntries(expected, actual *entry) {
	news := actual.values(math.MaxInt)
	olds := expected.values(spareValues + 2*len(news))
	if len(olds) == 0 {
		c.say(expected, fmt.Sprintf("far more values than the capture has: not compared (line %d of the golden)", expected.line))
		return
	}
	then, now := byPath(olds), byPath(news)
	for _, v := range append(olds, news...) {
		switch {
		case then[v.path] == now[v.path]:
		case v.path == sumKey: // told if no value of the datagram tells it
			c.sum = &Change{Frame: expected.Frame, Message: "datagram", Line: expected.line}
			c.sum.Text = fmt.Sprintf("bytes have changed, but no value has (%s %s → %s)", sumKey, excerpt(then[v.path], 0), excerpt(now[v.path], 0))
		default:
			one := newChange(expected)
			one.Field, one.Old, one.New = v.path, Value(then[v.path]), Value(now[v.path])
			c.change(one)
		}
		delete(then, v.path)
		delete(now, v.path)
	}
}

func byPath(list []value) map[string]string {
	values := make(map[string]string, len(list))
	for _, v := range list {
		values[v.path] = v.text
	}
	return values
}

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
