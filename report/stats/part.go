package stats

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcdump/internal/foreign"
	"bcdump/internal/printable"
	"bcdump/internal/snapshot"
	"bcdump/report/tally"
)

// part is what stands in a part before the sections.
type part struct {
	Part     int    // partVersion
	Shape    string // of the counters: other programs may count otherwise
	By       []string
	Interval time.Duration
	Filter   string
	Mixed    bool
}

// member is where a member of a part is kept; nil = there is none of that name.
func (p *part) member(name string) any {
	return map[string]any{
		partKey: &p.Part, "shape": &p.Shape, "by": &p.By, "interval_ns": &p.Interval, "filter": &p.Filter, "mixed": &p.Mixed,
	}[name]
}

const (
	partKey     = "bcdump_stats_part"
	sectionsKey = "sections"
	partVersion = 1
	// maxPart bounds the bytes of a part that is read, maxRestored the memory that its values take. What
	// a report counts is bounded, but for the list of captures: with all tables full they are 20 MB, and a
	// capture more is 200 bytes.
	//limit:maxPart What the user writes | bytes of a part of `stats` | refused | TestHostileParts
	maxPart = 64 << 20
	//limit:maxRestored What the user writes | bytes of memory that its values take: some 150,000 captures | refused | TestHostileParts
	maxRestored = 32 << 20
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
	p := part{Part: partVersion, Shape: c.shape(), By: s.options.By, Interval: s.options.Interval, Filter: s.options.Filter, Mixed: c.Mixed}
	b := []byte{'{'}
	for _, name := range []string{partKey, "shape", "by", "interval_ns", "filter", "mixed"} {
		b = append(append(strconv.AppendQuote(b, name), ':'), append(snapshot.Save(p.member(name)), ',')...)
	}
	b = append(strconv.AppendQuote(b, sectionsKey), ":{"...)
	for i, x := range c.sections {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(strconv.AppendQuote(b, nameOf(x)), ':'), snapshot.Save(x)...)
	}
	_, err := w.Write(printable.JSON(append(b, "}}\n"...), 0))
	return err
}

// ReadPart reads what WritePart has written. The report has the options with which it was counted.
// Bytes that are no part give ErrNoPart, parts of another program ErrOtherForm.
func ReadPart(in io.Reader) (*Stats, error) {
	var p part
	var c *counters
	r := snapshot.NewReader(foreign.New(in, maxPart), maxRestored)
	err := r.Members(func(name string) (err error) {
		if into := p.member(name); into != nil && c == nil {
			return r.Restore(into)
		}
		switch {
		case p.Part == 0 || c != nil:
			return errors.New("it is not known here")
		case name != sectionsKey:
			return ErrOtherForm
		}
		c, err = p.restore(r)
		return err
	})
	switch {
	case errors.Is(err, ErrOtherForm):
		return nil, ErrOtherForm
	case err == nil && p.Part == 0:
		err = errors.New("it is empty")
	case err == nil && c == nil:
		return nil, ErrOtherForm
	case err == nil:
		err = r.End()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPart, err)
	}
	s := &Stats{options: c.options, total: newCounters(c.options, tally.NewAccounts())} // into which nothing comes beyond its limits
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

func nameOf(x section) string { return strings.TrimPrefix(fmt.Sprintf("%T", x), "*stats.") }

// shape is what programs have in common that can read each other's parts.
func (c *counters) shape() string {
	var shapes []string
	for _, x := range c.sections {
		shapes = append(shapes, nameOf(x)+snapshot.Shape(x))
	}
	text := strings.Join(shapes, " ")
	return snapshot.Sum(text)
}

// restore reads the sections.
func (p *part) restore(r *snapshot.Reader) (*counters, error) {
	o := Options{By: p.By, Interval: p.Interval, Filter: p.Filter}
	c := newCounters(o, tally.NewAccounts())
	c.Mixed = p.Mixed
	missing := map[string]section{}
	for _, x := range c.sections {
		missing[nameOf(x)] = x
	}
	switch {
	case p.Part != partVersion || p.Shape != c.shape():
		return nil, ErrOtherForm
	case p.Interval <= 0:
		return nil, errors.New("interval_ns must be more than 0")
	}
	for _, by := range p.By {
		if !slices.Contains(Splits(), by) {
			return nil, fmt.Errorf("by: %q is no split", by)
		}
	}
	err := r.Members(func(name string) error {
		x := missing[name]
		if x == nil {
			return errors.New("is not known, or there twice")
		}
		delete(missing, name)
		if err := r.Restore(x); err != nil {
			return err
		}
		if x, ok := x.(interface{ Fits(time.Duration) bool }); ok && !x.Fits(p.Interval) {
			return errors.New("intervals are not those of the report, nor these doubled")
		}
		return nil
	})
	if err == nil && len(missing) > 0 {
		err = fmt.Errorf("there are not all sections: %s", slices.Sorted(maps.Keys(missing))[0])
	}
	return c, err
}
