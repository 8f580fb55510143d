package timeline

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/wire"
	"bcdump/report/figures"
)

// playerSections are the ships of a capture by player, each thinned to what a screen holds.
type playerSections struct {
	list    []*playerSection
	newest  map[slotKey]*playerSection
	dropped int64
}

// slotKey is a player slot at a server; objects without a player have one each.
type slotKey struct {
	file   string
	server netip.AddrPort
	slot   int64
}

const (
	//limit:maxSections Figures | players of a timeline | the oldest is dropped; counted | TestFloods
	maxSections = 256
	// maxUpdateRows is how many updates a section shows; there are twice as many
	// events that have a row of their own.
	//limit:maxUpdateRows Figures | updates that a player's table shows | thinned | TestTimelineOverview
	maxUpdateRows = 24
	//limit:maxEventRows Figures | events that a player's table shows | thinned | TestTimelineOverview
	maxEventRows = 48
	maxIDs       = 8
	beyondSlots  = 1 << 32 // of objects without a player
)

// playerSection is the ships of one player.
type playerSection struct {
	key         slotKey
	player      string
	ids         []string
	lives       []*shipLife
	count       int // lives, forgotten ones too
	deaths      int
	updates     int64
	name        string   // of the newest ship
	names       []string // of ships, each once
	first, last figures.Time
	rows        []sectionRow
	updateRows  int
	eventRows   int
	newest      newest
	stepAt      int    // of steps
	until       uint64 // on the clock: where the step of the last row ends
	clock       int64  // ns of capture time that have passed; never goes back
	now         capture.Time
}

// newest is the newest update of a section, shown or not.
type newest struct {
	of       *shipLife // nil = there is none
	time     figures.Time
	frame    int64
	at       int64 // on the clock of the section
	dir      decode.Direction
	gameTime float32
	hasTime  bool
	fresh    fresh
}

// sectionRow is a row with the time at which it stands on the section's clock.
type sectionRow struct {
	figures.Moment
	at int64
}

// steps are how far rows lie apart, from one to the next when there are too many.
var steps = []time.Duration{
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second,
	5 * time.Second, 10 * time.Second, 15 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute,
	30 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour, 30 * 24 * time.Hour, 365 * 24 * time.Hour, math.MaxInt64,
}

func slotKeyOf(x *shipLife) slotKey {
	key := slotKey{file: x.File, server: x.Server, slot: beyondSlots + int64(x.Object)}
	if slot, ok := wire.OwnerSlot(x.Object); ok {
		key.slot = int64(slot)
	}
	return key
}

// of gives the section of a ship.
func (s *playerSections) of(x *shipLife) *playerSection {
	if x.section != nil {
		return x.section
	}
	key := slotKeyOf(x)
	c := s.newest[key]
	if c == nil || c.player != "" && x.player != "" && c.player != x.player {
		c = &playerSection{key: key}
		s.newest[key] = c
		if s.list = append(s.list, c); len(s.list) > maxSections {
			old := s.list[0]
			s.list = slices.Delete(s.list, 0, 1)
			s.dropped++
			if s.newest[old.key] == old {
				delete(s.newest, old.key)
			}
		}
	}
	x.section = c
	c.count++
	c.lives = append(c.lives, x)
	if len(c.ids) < maxIDs && !slices.Contains(c.ids, x.id) {
		c.ids = append(c.ids, x.id)
	}
	return c
}

// forget drops a ship that the timeline has forgotten; its rows stay.
func (s *playerSections) forget(x *shipLife) {
	if c := x.section; c != nil {
		c.lives = slices.DeleteFunc(c.lives, func(y *shipLife) bool { return y == x })
	}
}

// update takes an update.
func (s *playerSections) update(x *shipLife, u *update) {
	c := s.of(x)
	c.updates++
	c.pass(x, u.line)
	c.newest = newest{x, figures.At(u.time, u.datagram.Digits()), u.frame, c.clock, u.dir, u.GameTime, u.hasTime, u.fresh}
	if uint64(c.clock) < c.until {
		return
	}
	c.add(c.newest.row())
	c.updateRows++
	for c.updateRows > maxUpdateRows {
		c.coarsen()
	}
}

// add adds a row. A clock never goes back: what comes until the end of its step needs none.
func (c *playerSection) add(row sectionRow) {
	c.rows = append(c.rows, row)
	c.endStep()
}

func (c *playerSection) endStep() {
	c.until = uint64(c.bucket(c.rows[len(c.rows)-1].at)+1) * uint64(steps[c.stepAt])
}

// row is the row of an update.
func (m newest) row() sectionRow {
	row := figures.Moment{Time: m.time, Frame: m.frame, Dir: string(m.dir), Update: true, State: m.of.state()}
	if m.hasTime {
		row.GameTime = &m.gameTime
	}
	row.Fresh = m.fresh.texts()
	return sectionRow{row, m.at}
}

// pass takes the time of a row about a ship.
func (c *playerSection) pass(x *shipLife, r *line) {
	if c.first.IsZero() {
		c.first, c.now = figures.At(r.stamp, r.datagram.Digits()), r.steady
	}
	if passed := int64(r.steady.Sub(c.now)); passed > 0 {
		c.clock += min(passed, math.MaxInt64-c.clock)
	}
	c.last, c.now = figures.At(r.stamp, r.datagram.Digits()), r.steady
	c.rename(x)
}

// rowOf is a row for an event.
func (c *playerSection) rowOf(x *shipLife, r *line) sectionRow {
	return sectionRow{figures.Moment{Time: figures.At(r.time, r.datagram.Digits()), Frame: r.frame, Dir: string(r.dir), State: x.state()}, c.clock}
}

func (c *playerSection) rename(x *shipLife) {
	c.player = cmp.Or(x.player, c.player)
	if c.name == x.name {
		return
	}
	c.name = x.name
	if len(c.names) < maxIDs && !slices.Contains(c.names, x.name) {
		c.names = append(c.names, x.name)
	}
}

func (c *playerSection) bucket(at int64) int64 { return at / int64(steps[c.stepAt]) }

// coarsen takes the next step and drops the updates that are too many. What happened
// after them belongs to the row before.
func (c *playerSection) coarsen() {
	c.stepAt++
	kept := c.rows[:0]
	bucket := int64(-1)
	for _, m := range c.rows {
		if m.Update && c.bucket(m.at) == bucket {
			c.updateRows--
			kept[len(kept)-1].take(m.Counts...)
			continue
		}
		bucket = c.bucket(m.at)
		kept = append(kept, m)
	}
	clear(c.rows[len(kept):])
	c.rows = kept
	c.endStep()
}

// rowOfItsOwn lists the events that a user looks for first.
var rowOfItsOwn = map[string]bool{
	figures.Created: true, figures.Respawned: true, figures.Exploded: true, figures.Removed: true,
	figures.Cloaked: true, figures.Decloaked: true, figures.Killed: true,
}

// event takes an event: as a row of its own, or in the counts of the row before.
func (s *playerSections) event(x *shipLife, r *line, e *figures.Event) {
	c := s.of(x)
	c.pass(x, r)
	if e.What == figures.Exploded {
		c.deaths++
	}
	if rowOfItsOwn[e.What] && c.eventRows < maxEventRows {
		m, own := c.rowOf(x, r), *e
		m.Event = &own
		c.add(m)
		c.eventRows++
		return
	}
	if len(c.rows) == 0 {
		c.add(c.rowOf(x, r))
		c.eventRows++
	}
	c.rows[len(c.rows)-1].take(figures.Tally{What: e.What, Count: 1, Text: e.Text, Parts: addName(nil, partGroup(e.Part)), Others: addName(nil, e.Other)})
}

// addName adds a name that is not there, if there is one; "…" stands for all that find no room.
func addName(names []string, name string) []string {
	const most = 3
	switch {
	case name == "" || slices.Contains(names, name) || len(names) > most:
		return names
	case len(names) == most:
		name = "…"
	}
	return append(names, name)
}

// take adds counts to those of a row.
func (m *sectionRow) take(more ...figures.Tally) {
	for _, n := range more {
		i := slices.IndexFunc(m.Counts, func(t figures.Tally) bool { return t.What == n.What })
		if i < 0 {
			m.Counts = append(m.Counts, n)
			continue
		}
		t := &m.Counts[i]
		t.Count, t.Text = t.Count+n.Count, ""
		for _, name := range n.Parts {
			t.Parts = addName(t.Parts, name)
		}
		for _, name := range n.Others {
			t.Others = addName(t.Others, name)
		}
	}
}

// report gives the sections by server, player slot and time.
func (s *playerSections) report() (list []figures.Section) {
	ordered := slices.Clone(s.list)
	slices.SortStableFunc(ordered, func(a, b *playerSection) int {
		if a.key.file != b.key.file {
			return 0 // files keep their order
		}
		return cmp.Or(a.key.server.Compare(b.key.server), cmp.Compare(a.key.slot, b.key.slot))
	})
	for _, c := range ordered {
		list = append(list, c.report())
	}
	return list
}

func (c *playerSection) report() figures.Section {
	f := figures.Section{
		File: c.key.file, Player: c.player, Names: c.names, IDs: c.ids, First: c.first, Last: c.last,
		Lives: c.count, Deaths: c.deaths, Updates: c.updates, Every: steps[c.stepAt].Seconds(), Cycle: cycles(c.lives...).Rounded(0.5),
	}
	if c.updates == int64(c.updateRows) {
		f.Every = 0
	}
	f.Hz, f.P90 = c.rate()
	for _, m := range c.rows {
		f.Moments = append(f.Moments, m.Moment)
	}
	// Where it all ends is worth a row, if nothing else has one there.
	if n := len(c.rows); c.newest.of != nil && c.newest.at-c.rows[n-1].at > int64(steps[c.stepAt])/2 {
		f.Moments = append(f.Moments, c.newest.row().Moment)
	}
	return f
}

// rate is how often the owner sends updates; where it is not heard, how often the
// receiver gets them that gets most.
func (c *playerSection) rate() (hz float64, p90 *float64) {
	type flow struct {
		dir      decode.Direction
		receiver netip.AddrPort
		blocks   bool
	}
	var order []flow
	sums, owned, best := map[flow]*cadence{}, false, &cadence{}
	for _, x := range c.lives {
		for _, k := range x.streams.ordered() {
			for i, v := range k.cadences {
				if v == nil {
					continue
				}
				f := flow{k.dir, k.receiver, i > 0}
				if sums[f] == nil {
					sums[f], order = &cadence{}, append(order, f)
				}
				sums[f].merge(v)
				owned = owned || k.dir == decode.ToServer
			}
		}
	}
	for _, f := range order {
		if (f.dir == decode.ToServer) == owned && sums[f].Count > best.Count {
			best = sums[f]
		}
	}
	return best.hz(), best.Rounded(0.9)
}
