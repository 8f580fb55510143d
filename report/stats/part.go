package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bcdump/decode/match"
	"bcdump/internal/snapshot"
)

// part is the JSON of what was counted of some captures.
type part struct {
	Part     int                        `json:"bcdump_stats_part"` // partVersion
	Shape    string                     `json:"shape"`             // of the counters: other programs may count otherwise
	By       []string                   `json:"by,omitempty"`
	Interval time.Duration              `json:"interval_ns"`
	Filter   string                     `json:"filter,omitempty"`
	Mixed    bool                       `json:"mixed,omitempty"`
	Sections map[string]json.RawMessage `json:"sections"`
}

const (
	partVersion = 1
	// maxPart bounds the bytes of a part that is read. What a report counts is bounded; a part
	// with all tables full has some 20 MB.
	maxPart = 256 << 20
)

// Errors of ReadPart and Join.
var (
	ErrNoPart    = errors.New(`not a part of a report, as "bcdump stats -o part" writes it`)
	ErrOtherForm = errors.New("a part of another version of bcdump: make it again with this one")
)

// WritePart writes what was counted so far, for ReadPart of the same version of the program.
// Damage of captures is in it as it is in the report.
func (s *Stats) WritePart(w io.Writer) error {
	c := s.counted()
	p := part{
		Part: partVersion, Shape: c.shape(), By: s.options.By, Interval: s.options.Interval, Filter: s.options.Filter,
		Mixed: c.Mixed, Sections: map[string]json.RawMessage{},
	}
	for _, x := range c.parts() {
		p.Sections[nameOf(x)] = snapshot.Save(x)
	}
	return json.NewEncoder(w).Encode(&p)
}

// ReadPart reads what WritePart has written. The report has the options with which it was counted.
// Bytes that are no part give ErrNoPart, parts of another program ErrOtherForm.
func ReadPart(r io.Reader) (*Stats, error) {
	var p part
	d := json.NewDecoder(io.LimitReader(r, maxPart))
	if err := d.Decode(&p); err != nil || p.Part == 0 {
		return nil, ErrNoPart
	}
	o := Options{By: p.By, Interval: p.Interval, Filter: p.Filter}
	c := newCounters(o, match.New())
	if p.Part != partVersion || p.Shape != c.shape() {
		return nil, ErrOtherForm
	}
	if err := c.restore(&p); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPart, err)
	}
	s := &Stats{options: o, total: newCounters(o, match.New())} // into which nothing comes beyond its limits
	s.join(c)
	return s, nil
}

// Join adds what another report has counted, of captures that come behind those of this one: the
// report is then the same as if one had read all of them, in that order. The other report is of no
// use afterwards. Reports can be joined in any grouping; only where tables are full (see Limited)
// the grouping decides which rows there was room for.
func (s *Stats) Join(o *Stats) error {
	for _, x := range []struct{ what, here, there string }{
		{"--by", strings.Join(s.options.By, ","), strings.Join(o.options.By, ",")},
		{"--interval", s.options.Interval.String(), o.options.Interval.String()},
		{"--filter", s.options.Filter, o.options.Filter},
	} {
		if x.here != x.there {
			return fmt.Errorf("counted with %s %q, but those before with %q", x.what, x.there, x.here)
		}
	}
	if o.total != nil {
		s.join(o.total)
	}
	return nil
}

// Limited names the tables whose rows depend on the order and the grouping in which captures are
// counted once more than their limit is there, and why: rows go to those who come first. All that
// found no room is in the rows called "rest", so that sums are right, and counted in Dropped
// under this name. All other figures can be added without exception.
func Limited() map[string]string {
	const first, rest = "the first rows that come have rows of their own", "; the others are one row, rest"
	limited := map[string]string{}
	for _, table := range []string{"types", "opcodes", "flags", "links", "resends", "objects", "cycles", "entity_flows", "entity_kinds"} {
		limited[table] = first + rest
	}
	for _, table := range []string{"joins", "entity_flickers", "entity_matches", "entity_players", "entity_changes"} {
		limited[table] = first + "; the others are counted only"
	}
	for _, table := range []string{"bandwidth", "entity_over_time"} {
		limited[table] = "with --by link, the first clients that come have rows of their own" + rest
	}
	for _, table := range []string{"entities", "entity_savings"} {
		limited[table] = "a capture has more at a time than are followed; captures do not change each other"
	}
	return limited
}

// parts gives all that counts, those of the section about entity-state by themselves.
func (c *counters) parts() (all []section) {
	for _, x := range c.sections {
		all = append(all, x)
		if state, ok := x.(*entityState); ok {
			for _, p := range state.parts {
				all = append(all, p)
			}
		}
	}
	return all
}

func nameOf(x section) string { return strings.TrimPrefix(fmt.Sprintf("%T", x), "*stats.") }

// shape is what programs have in common that can read each other's parts.
func (c *counters) shape() string {
	var shapes []string
	for _, x := range c.parts() {
		shapes = append(shapes, nameOf(x)+snapshot.Shape(x))
	}
	text := strings.Join(shapes, " ")
	return snapshot.Sum(text)
}

func (c *counters) restore(p *part) error {
	c.Mixed = p.Mixed
	if p.Interval <= 0 {
		return errors.New("interval_ns must be more than 0")
	}
	for _, by := range p.By {
		if !slices.Contains(Splits(), by) {
			return fmt.Errorf("by: %q is no split", by)
		}
	}
	for _, x := range c.parts() {
		raw := p.Sections[nameOf(x)]
		if raw == nil {
			return errors.New(nameOf(x) + " is missing")
		}
		if err := snapshot.Restore(raw, x); err != nil {
			return fmt.Errorf("%s: %w", nameOf(x), err)
		}
		if x, ok := x.(interface{ Fits(time.Duration) bool }); ok && !x.Fits(p.Interval) {
			return errors.New("intervals are not those of the report, nor these doubled")
		}
	}
	return nil
}
