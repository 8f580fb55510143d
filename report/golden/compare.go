package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// comparison holds a golden against the entries of its capture. Both are read once, from
// front to back; of each no more than one place is kept.
type comparison struct {
	golden *reader
	key    string // what the entries of the golden begin with
	group  []*entry
	limit  int
	found  findings
	fault  error // of the golden, which is told when the next entry comes
}

// findings are the changes of one capture.
type findings struct {
	changes []Change // the first ones
	count   int64    // all
}

func (c *comparison) change(one Change) {
	c.found.count++
	if len(c.found.changes) < c.limit {
		c.found.changes = append(c.found.changes, one)
	}
}

// add takes the next entry of the capture. The error is a fault of the golden.
func (c *comparison) add(e *entry) error {
	if c.fault != nil {
		return c.fault
	}
	if len(c.group) > 0 && c.group[0].place != e.place {
		if err := c.compareGroup(); err != nil {
			return err
		}
	}
	c.group = append(c.group, e)
	switch {
	case e.kind() == blockKey: // alone at its place, and soon without the lines that it is made of
		c.fault = c.compareGroup()
		return nil
	case e.place < math.MaxInt64:
		return nil
	}
	return c.compareGroup() // the capture as a whole is the last
}

// compareGroup compares the entries of one place, after reporting those of the golden
// that stand before it.
func (c *comparison) compareGroup() error {
	expected, err := c.expected(c.group[0].place)
	if err != nil {
		return err
	}
	c.compare(expected, c.group)
	c.group = c.group[:0]
	return nil
}

// expected gives the entries of the golden for a place.
func (c *comparison) expected(place int64) (entries []*entry, err error) {
	room := roomFor(c.group)
	for {
		at, err := c.golden.at(c.key)
		switch {
		case errors.Is(err, io.EOF) || err == nil && at > place:
			return entries, nil
		case err != nil:
			return nil, err
		case at < place:
			err = c.skip()
		default:
			var e *entry
			e, err = c.golden.rest(room)
			entries = append(entries, e)
		}
		if err != nil {
			return nil, err
		}
		if len(entries) > maxGroup {
			return nil, c.golden.failf("more than %d messages of one frame", maxGroup)
		}
	}
}

// skip reports the next entry of the golden as missing, of which little needs to be kept.
func (c *comparison) skip() error {
	e, err := c.golden.rest(&room{bytes: maxFirst, values: 100})
	if err == nil {
		c.missing(e)
	}
	return err
}

// missing reports an entry that only the golden has.
func (c *comparison) missing(e *entry) {
	one := newChange(e)
	one.Text = "missing: in the golden, but not in the capture"
	c.change(one)
}

// surplus reports an entry that only the capture has.
func (c *comparison) surplus(e *entry) {
	one := newChange(e)
	one.Text = "new: not in the golden"
	c.change(one)
}

// compare compares entries of one place. Whatever differs in their text is a change.
func (c *comparison) compare(expected, actual []*entry) {
	if len(expected) == 1 && len(actual) == 1 && actual[0].unhashed != nil && actual[0].known.saysTheSame(expected[0], actual[0]) {
		return
	}
	for _, e := range actual {
		e.complete()
	}
	if sameText(expected, actual) {
		return
	}
	before := c.found.count
	c.pair(withoutShared(expected, actual), withoutShared(actual, expected))
	if c.found.count > before {
		return
	}
	one := newChange(expected[0])
	one.Text = fmt.Sprintf("same values, but formatted or ordered differently (line %d of the golden)", one.Line)
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
			c.surplus(e)
			partners[e.identity()] = same[1:]
		}
	}
}

// withoutShared leaves out the entries that others has too, so that one which took the
// place of another is not compared with it if both are still there.
func withoutShared(entries, others []*entry) (rest []*entry) {
	there := map[string]int{}
	for _, e := range others {
		if !e.cut {
			there[string(e.text)]++
		}
	}
	for _, e := range entries {
		if e.cut || there[string(e.text)] == 0 {
			rest = append(rest, e)
			continue
		}
		there[string(e.text)]--
	}
	return rest
}

func sameText(a, b []*entry) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].cut || !bytes.Equal(a[i].text, b[i].text) {
			return false
		}
	}
	return true
}

// identity is what an entry keeps when its values change: frame, place in the datagram,
// and whether it was put together from fragments.
func (e *entry) identity() string {
	if e.kind() != messageKey {
		return e.kind()
	}
	joined := ""
	if e.get("frames") != "" {
		joined = "joined"
	}
	return e.get(messageKey) + " " + e.get("index") + " " + joined
}

// compareEntries reports each value that is not the same.
func (c *comparison) compareEntries(expected, actual *entry) {
	if expected.cut {
		one := newChange(expected)
		one.Text = fmt.Sprintf("the golden has far more messages than the capture: not compared from line %d on", one.Line)
		c.change(one)
		return
	}
	then, now := valuesOf(expected), valuesOf(actual)
	hide := func(string) bool { return false }
	if expected.kind() == blockKey {
		hide = hidden(then, now)
	}
	report := func(path string) {
		if then[path] == now[path] || hide(path) {
			return
		}
		one := newChange(expected)
		one.Field, one.Old, one.New = path, then[path], now[path]
		c.change(one)
	}
	for _, v := range expected.values {
		report(v.path)
		delete(then, v.path)
		delete(now, v.path)
	}
	for _, v := range actual.values {
		report(v.path)
	}
}

func valuesOf(e *entry) map[string]string {
	values := make(map[string]string, len(e.values))
	for _, v := range e.values {
		values[v.path] = v.text
	}
	return values
}

// hidden tells which changes of a block say nothing that others do not. If messages are
// missing or new, all hashes differ. If the hash of a field differs, that over all does.
func hidden(then, now map[string]string) func(path string) bool {
	messages, others := false, false
	for _, path := range differing(then, now) {
		messages = messages || isMessageCount(path)
		others = others || path != sumKey
	}
	return func(path string) bool {
		if messages {
			return !isMessageCount(path) && !isNoteCount(path)
		}
		return others && path == sumKey
	}
}

// differing lists the paths whose values differ, in no order.
func differing(then, now map[string]string) (paths []string) {
	for path := range then {
		if then[path] != now[path] {
			paths = append(paths, path)
		}
	}
	for path := range now {
		if _, known := then[path]; !known {
			paths = append(paths, path)
		}
	}
	return paths
}

func isMessageCount(path string) bool {
	return path == countKey || strings.HasPrefix(path, countPrefix)
}

func isNoteCount(path string) bool { return strings.HasPrefix(path, notePrefix) }
