package timeline

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/ship"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Timeline collects the report of `bcdump timeline`.
type Timeline struct {
	scope  *scope
	files  []figures.File
	reader *facts.Reader // of the facts at hand
	ships  *ships
	worlds *entityWorlds
}

// New gives an empty timeline.
func New(o Options) *Timeline {
	s := &scope{Queries: tally.Queries{Filter: o.Filter}, options: o, choice: choice{o.Of, map[string]bool{}, There{map[string]bool{}, map[string]string{}}}, layouts: map[*ship.Class]*layout{}}
	return &Timeline{
		scope:  s,
		ships:  &ships{scope: s, of: map[*match.Ship]*shipLife{}, sections: playerSections{newest: map[slotKey]*playerSection{}}},
		worlds: &entityWorlds{scope: s, current: map[netip.AddrPort]*entityWorld{}},
	}
}

// File takes all rows of a capture, none of whose records may have been read before. If rows are asked for, each is given
// as soon as it is there; else another goroutine follows the reading, unless there is one job only. The error is one of
// Row.
func (t *Timeline) File(name string, c *decode.Capture) error {
	o, a := &t.scope.options, tally.NewAccounts()
	b := facts.NewBuilder(name, a)
	start, _ := c.Start()
	t.begin(name, start)
	jobs, atOnce := o.Jobs, o.Row != nil
	if atOnce {
		jobs = 1
	}
	parts := facts.NewParts(b, jobs, t.part)
	summary, err := a.Read(name, c, func(r *decode.Record) error {
		if parts.Take(r); !atOnce {
			return nil
		}
		parts.Now()
		return t.scope.err
	})
	if err != nil {
		return err
	}
	t.End(&parts.End(summary).Summary)
	return t.scope.err
}

// part goes through a part of the capture at hand.
func (t *Timeline) part(f *facts.Facts, x *facts.Reader, from int) {
	t.of(f, x)
	for i, row := range f.Some(from, f.Rows()) {
		t.Take(i, row)
	}
}

// Begin tells that the rows of a capture follow that was read to its end: then Take takes all of them, and End says that
// this was all.
func (t *Timeline) Begin(f *facts.Facts) {
	t.begin(f.Name, f.Summary.Clock.First)
	t.of(f, f.Reader())
}

func (t *Timeline) begin(name string, start capture.Time) {
	t.scope.begin(name, start)
	t.ships.begin()
}

// of tells of which facts the rows are that follow.
func (t *Timeline) of(f *facts.Facts, x *facts.Reader) {
	t.reader = x
	t.ships.line.begin(f, x)
}

// Take takes the next row.
func (t *Timeline) Take(number int, row *facts.Row) {
	switch {
	case t.scope.err != nil:
	case row.Has(facts.Game):
		t.ships.take(number, row)
	case row.Has(facts.EntityState):
		t.worlds.record(t.reader.At(number))
	}
}

// End tells that all rows of the capture were taken.
func (t *Timeline) End(summary *decode.Summary) {
	t.worlds.end()
	s, file := t.scope, tally.FileOf(t.scope.file, summary)
	s.Copied = s.Copied || summary.Copies.Datagrams > 0
	t.files = append(t.files, file)
	if file.Frames > 0 && (summary.Clock.Last.Before(s.from) || !s.options.To.IsZero() && !summary.Clock.First.Before(s.to)) {
		s.outside = append(s.outside, file)
	}
	t.of(nil, nil)
}

// Summary gives the figures of all captures so far.
func (t *Timeline) Summary() figures.Timeline {
	out := figures.Timeline{
		Version: figures.Version, Filter: t.scope.options.Filter,
		Files: append([]figures.File{}, t.files...), Ships: t.ships.figures(), Dropped: t.drops(),
	}
	out.Entities, out.EntitySums = t.worlds.figures()
	return out
}

// Absent lists the words of Options.Of that nothing in the captures answers to, and what there is.
func (t *Timeline) Absent() (words []string, there There) {
	c := &t.scope.choice
	return c.absent(), c.there
}

// Outside lists the captures of which nothing lies between Options.From and Options.To.
func (t *Timeline) Outside() []figures.File { return t.scope.outside }

// Overview gives the ships by player, thinned to what a screen holds.
func (t *Timeline) Overview() figures.Overview {
	o := figures.Overview{
		Files: append([]figures.File{}, t.files...), Sections: t.ships.sections.report(), Updates: t.ships.updates, Worlds: t.worlds.overview(), Dropped: t.drops(),
	}
	for i := range o.Sections {
		s := &o.Sections[i]
		s.File = t.scope.label(s.File)
		for j := range s.Moments {
			if s.Moments[j].Update {
				o.Shown++
			}
		}
	}
	return o
}

// drops names what found no room.
func (t *Timeline) drops() map[string]int64 {
	return tally.Dropped(map[string]int64{
		"ships": t.ships.forgotten, "receivers": t.ships.unfollowed, "power": t.ships.settings, "refresh": t.ships.unrefreshed, "sections": t.ships.sections.dropped,
		"entities": t.worlds.dropped, "servers": t.worlds.servers, "clients": t.worlds.clients,
	})
}
