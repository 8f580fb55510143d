package timeline

import (
	"maps"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Timeline collects the report of `bcdump timeline`.
type Timeline struct {
	scope    *scope
	accounts *tally.Accounts
	files    []figures.File
	ships    *ships
	worlds   *entityWorlds
}

// New gives an empty timeline.
func New(o Options) *Timeline { return Of(o, tally.NewAccounts()) }

// Of gives an empty timeline for those who share records and accounts with other reports: Begin tells which
// capture follows, Take takes all of its records, after the accounts, and End says what it was.
func Of(o Options, a *tally.Accounts) *Timeline {
	s := newScope(o)
	return &Timeline{scope: s, accounts: a, ships: newShips(s, a.Match, a.Traffic()), worlds: newEntityWorlds(s)}
}

// File takes all records of a capture. They must not have been read before. The error is
// one of Row.
func (t *Timeline) File(name string, c *decode.Capture) error {
	start, _ := c.Start()
	t.Begin(name, start)
	summary, err := t.accounts.Read(name, c, t.Take)
	if err != nil {
		return err
	}
	t.End(summary)
	return t.scope.err
}

// Begin tells that a capture follows, with the time of its first frame.
func (t *Timeline) Begin(name string, start capture.Time) {
	t.scope.begin(name, start)
	t.ships.begin()
}

// Take takes the next record. The error is one of Row.
func (t *Timeline) Take(r *decode.Record) error {
	switch r.Proto {
	case decode.BC:
		t.ships.record(r)
	case decode.EntityState:
		t.worlds.record(r)
	}
	return t.scope.err
}

// End tells that all records of the capture were taken.
func (t *Timeline) End(summary *decode.Summary) {
	t.worlds.end()
	t.scope.Copied = t.scope.Copied || summary.Copies.Datagrams > 0
	file := tally.FileOf(t.scope.file, summary)
	t.files = append(t.files, file)
	t.scope.end(file, summary.Clock.First, summary.Clock.Last)
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
	return c.absent(), There{maps.Clone(c.there.Names), maps.Clone(c.there.IDs)}
}

// Outside lists the captures of which nothing lies between Options.From and Options.To.
func (t *Timeline) Outside() []figures.File { return append([]figures.File{}, t.scope.outside...) }

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
