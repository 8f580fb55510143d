package desync

import (
	"cmp"
	"runtime"
	"slices"
	"sort"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// Options say what is asked for.
type Options struct {
	// Of is the player whose views are shown, and Ship the ship: its owner, class or id; "" = all.
	Of, Ship string
	// Judge is whose faults are shown: figures.DesyncServer, figures.DesyncClient; "" = both.
	Judge string
	// Every and Row ask for what a view was at a time, at most once in so long a time; nil = nobody does. A row is valid
	// until the next one.
	Every time.Duration
	Row   func(*figures.DesyncRow) error
	// Arrived knows which updates to a client another capture has; nil = all arrived.
	Arrived *Witness
	// Brief says that only findings, and rows, are asked for: views have no figures.
	Brief bool
}

// Of gives the views of a capture. The error is that of a row, a *tally.UnknownError if nothing has a name that the
// options have, or that the other capture is not of the session.
func Of(f *facts.Facts, o Options) (*figures.Desync, error) {
	return of(f, o, runtime.GOMAXPROCS(0))
}

// of divides the ships among so many goroutines at most.
func of(f *facts.Facts, o Options, shares int) (*figures.Desync, error) {
	if err := o.Arrived.meet(f); err != nil {
		return nil, err
	}
	shares = min(max(shares, 1), mostShares)
	if o.Row != nil || o.Arrived != nil || manyViews(f) { // order matters
		shares = 1
	}
	all := make([]*follower, shares)
	var wait sync.WaitGroup
	holes := f.Holes()
	for i := range all {
		all[i] = newFollower(f, o, i, shares)
		all[i].holes = holes
		wait.Go(all[i].run)
	}
	wait.Wait()
	d := all[0]
	for _, o := range all[1:] {
		d.order = append(d.order, o.order...)
		d.sure, d.unsure = d.sure+o.sure, d.unsure+o.unsure
	}
	slices.SortFunc(d.order, func(a, b *life) int { return a.first - b.first })
	return d.figures(), cmp.Or(d.err, d.unknown())
}

// manyViews reports whether there may not be room for all views: each connection that was there in a life of a ship may have one.
func manyViews(f *facts.Facts) bool {
	const slow = 1 << 24 // pairs to look at
	connections, n := f.Match().Connections(), 0
	if f.Lives()*len(connections) > slow {
		return true
	}
	for life := range f.Lives() {
		x := f.Life(uint16(life + 1)) //nolint:gosec // lives have numbers of 16 bits
		for _, c := range connections {
			if c.Told.Frame >= x.Born.Frame && (x.Died.Frame == 0 || c.First.Frame <= x.Died.Frame) {
				n++
			}
		}
	}
	return 2*n > maxViews // some are told of a ship after its end
}

// Begin seeks the views while its caller goes on, on all processors but one, and returns a function that waits for them. Facts
// have any number of readers at a time.
func Begin(f *facts.Facts, o Options) func() *figures.Desync {
	var d *figures.Desync
	var wait sync.WaitGroup
	wait.Go(func() { d, _ = of(f, o, runtime.GOMAXPROCS(0)-1) })
	return func() *figures.Desync {
		wait.Wait()
		return d
	}
}

const (
	// maxViews bounds the views that are followed: each takes some kilobytes.
	//limit:maxViews Figures | views of `desync`: what one client is told of one life of a ship; one more for each 128 frames | not followed; counted | —
	maxViews = 1 << 15
	// mostShares is among how many the ships of a capture are divided at most.
	mostShares = 8
)

// follower goes through a capture, and follows a share of its ships: what is told of one says nothing of another. What is
// divided among how many changes nothing.
type follower struct {
	*facts.Facts
	options       Options
	share, shares uint32
	start         capture.Time
	digits        uint8
	receivers     []*receiver // by number of the connection, from 1
	ofLinks       match.OfLinks
	holes         []capture.Time
	clocks        clocks  // of the first share
	lives         []*life // by their numbers; nil = nothing is kept of one
	order         []*life // as they came
	of            map[*match.Ship]*life
	current       map[match.Key]*life // the newest
	views         int
	sure, unsure  int64 // positions
	dropped       int64 // updates and creations that found no room for a view
	cut           bool  // by a snap length: nobody knows what players were told
	err           error // of a row
	spare         [][]telling
	latest        figures.DesyncRow // the newest that was given

	// Of the row at hand.
	row    *facts.Row
	number int
	now    mark
	told   told
	reader *facts.Reader
}

// mark is a moment.
type mark struct {
	at    time.Duration // since the capture began, by a clock that is never set back: 292 years at most
	clock capture.Time  // that of the capture
	frame int64         // 0 = it is that of no message
}

// earlier is the one of two moments that came first.
func earlier(a, b mark) mark {
	if b.at < a.at {
		return b
	}
	return a
}

// receiver is a client.
type receiver struct {
	*match.Connection
	from    mark
	present bool   // it is in the game since from
	said    mark   // what the host told it last, but for Acks
	gaps    []gap  // numbers that showed that others are missing
	newest  uint16 // number that it was sent
	// before is until when what others are told may be a copy of what it was told before the capture began.
	before time.Duration
	clock  []difference
}

// holed reports whether the capture has a hole between two moments, or lacks what a client was told; nil = it is about none.
func (d *follower) holed(c *receiver, from, to mark) bool {
	if c != nil && d.Lacks(c.Link, true, d.start.Add(from.at), d.start.Add(to.at)) {
		return true
	}
	i := sort.Search(len(d.holes), func(i int) bool { return d.holes[i].Sub(d.start) >= from.at })
	return i < len(d.holes) && d.holes[i].Sub(d.start) < to.at
}

// gap is where numbers are missing, or come later.
type gap struct {
	mark
	after, missing uint16
	lost           int // of these, never came
}

// numbered takes a numbered message.
func (c *receiver) numbered(d *follower, row *facts.Row) {
	if d.Noted(row, decode.Gap) {
		missing := row.Seq - c.newest - 1
		c.gaps = append(c.gaps, gap{d.now, c.newest, missing, int(missing)})
	}
	if int16(row.Seq-c.newest) > 0 {
		c.newest = row.Seq
		return
	}
	for i := len(c.gaps) - 1; i >= 0; i-- { // the numbers of each are below those of the next one
		x := &c.gaps[i]
		if row.Seq-x.after-1 < x.missing {
			x.lost--
			return
		}
		if int16(row.Seq-x.after) > 0 {
			return
		}
	}
}

// gone reports whether the client has said that it leaves, or was thrown out: what it sends and is sent then, it does not see.
func (d *follower) gone(c *receiver) bool {
	return c.went() && d.past(&c.Ending.Event)
}

// went reports whether a message ended what a client sees.
func (c *receiver) went() bool { return c.Ending.Why == match.Left || c.Ending.Why == match.Kicked }

func newFollower(f *facts.Facts, o Options, share, shares int) *follower {
	d := &follower{
		Facts: f, options: o, share: uint32(share), shares: uint32(shares), start: f.Summary.Clock.First, lives: make([]*life, f.Lives()+1),
		of: map[*match.Ship]*life{}, current: map[match.Key]*life{}, reader: f.Reader(), ofLinks: f.Match().OfLinks(),
	}
	d.receivers = make([]*receiver, 1)
	for _, c := range f.Match().Connections() {
		x := &receiver{Connection: c}
		x.present, x.from = d.presence(c)
		if x.present && !c.Joined {
			x.before = d.markOf(c.First).at + copies
		}
		d.receivers = append(d.receivers, x)
	}
	return d
}

// presence is since when a client is in the game: since it said so, or since the capture began.
func (d *follower) presence(c *match.Connection) (is bool, since mark) {
	if !c.Joined && len(c.Steps) == 0 {
		return c.First.Frame != 0 && (c.Entered.Frame != 0 || d.plays(c)), d.markOf(c.First)
	}
	for i := range c.Steps {
		if c.Steps[i].Name == match.StepReady {
			return true, d.markOf(c.Steps[i].Event)
		}
	}
	return c.Entered.Frame != 0, d.markOf(c.Entered)
}

// plays reports whether the capture has a whole message of the game of a client of whose join it has nothing: else it may be
// stuck in it.
func (d *follower) plays(c *match.Connection) bool {
	for _, r := range d.All() {
		if r.Has(facts.Game|facts.HasOpcode) && r.Is&(facts.Part|facts.Lost) == 0 && d.ofLinks.At(d.Side(r).Link, int64(d.Datagram(r.Datagram).Frame)) == c {
			return true
		}
	}
	return false
}

func (d *follower) markOf(e match.Event) mark {
	return mark{max(e.Time.Sub(d.start), 0), e.Clock(), e.Frame}
}

// until is when a receiver was there last: hosts go on for a while to those that have gone, and cease to speak to
// those that go on.
func (d *follower) until(x *receiver) mark {
	last := x.said
	if x.Heard.Frame != 0 {
		last = earlier(d.markOf(x.Heard), last)
	}
	if x.went() {
		last = earlier(d.markOf(x.Ending.Event), last)
	}
	last.frame = 0
	return last
}

// run goes through the capture.
func (d *follower) run() {
	at, none := uint32(0), true
	for i, row := range d.All() {
		if !row.Has(facts.Game) || row.Is&(facts.Unread|facts.Lost) != 0 {
			continue
		}
		d.row, d.number = row, i
		datagram := d.Datagram(row.Datagram)
		c := d.ofLinks.At(d.Side(row).Link, int64(datagram.Frame))
		if c == nil {
			continue
		}
		if none || at != row.Datagram {
			at, none = row.Datagram, false
			d.digits, d.cut = datagram.Digits(), d.cut || d.Snapped(datagram)
			d.now = mark{max(d.Steady(datagram).Sub(d.start), 0), d.Time(datagram), int64(datagram.Frame)}
		}
		d.take(d.receivers[c.Number])
	}
	d.clocks.judge(d, false)
	d.clockChanges()
	for _, x := range d.order {
		d.conclude(x)
	}
}

// take takes the row at hand, of a connection.
func (d *follower) take(c *receiver) {
	row := d.row
	toClient := row.Has(facts.ToClient)
	if toClient && row.Kind != uint8(transport.Ack) && row.Kind != uint8(transport.Keepalive) {
		c.said = d.now
		if transport.Type(row.Kind) == transport.Data && row.Has(facts.Reliable) && !row.Has(facts.Again) {
			c.numbered(d, row)
		}
	}
	switch {
	case row.Has(facts.Update | facts.Followed):
		mine, ticks := d.mine(row.Object), toClient && d.share == 0 && row.Flags&message.FlagSubsystems != 0
		if !mine && !ticks || row.Step() == traffic.Copy || d.Life(row.Life).Other || toClient && (d.gone(c) || !d.options.Arrived.has(d.Facts, row)) {
			return
		}
		if ticks {
			d.clocks.take(d, c)
		}
		if mine {
			d.update(d.life(row.Life), c)
		}
	case row.Has(facts.HasOpcode) && row.Is&(facts.Again|facts.Part|facts.Walked|facts.Update) == 0:
		d.lifeOf(c)
	}
}

// mine reports whether the follower follows an object.
func (d *follower) mine(object uint32) bool {
	return d.shares == 1 || (object>>18^object*0x9E3779B1>>16)%d.shares == d.share
}

// lifeOf takes what a message tells of the life of a ship.
func (d *follower) lifeOf(c *receiver) {
	row := d.row
	toClient := row.Has(facts.ToClient)
	switch row.Opcode {
	case message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam:
		if row.Life == 0 || d.Life(row.Life).Other || !d.mine(row.Object) {
			return
		}
		r := d.reader.At(d.number)
		if m, ok := r.Content().Message.(*message.ObjectCreate); ok && r.Content().Fields > m.FieldsToObject() {
			d.created(r, m, d.life(row.Life), c)
		}
	case message.OpcodeDestroyObject:
		if !toClient || !d.mine(row.Object) {
			return
		}
		if _, ok := d.reader.At(d.number).Content().Message.(*message.DestroyObject); ok && d.reader.At(d.number).Content().Complete() {
			d.ended(row.Object, c, false)
		}
	default:
		if !toClient || !match.MayExplode(row.Opcode) {
			return
		}
		if object, _, ok := match.Death(d.reader.At(d.number)); ok && d.mine(object) {
			d.ended(object, c, true)
		}
	}
}

// ended takes the end of a ship: of a life that ends with it or, if it was told before, of the newest life that is over, or of
// the one before it.
func (d *follower) ended(object uint32, c *receiver, explodes bool) {
	if d.row.Has(facts.Ends) {
		d.ends(d.life(d.row.Life), c, explodes)
		return
	}
	x := d.current[match.Key{Server: c.Server, Object: object}]
	if x != nil && !d.died(x.ship) {
		x = d.of[x.ship.Before()]
	}
	if x != nil && d.died(x.ship) && !x.ship.Other {
		d.ends(x, c, explodes)
	}
}

// died reports whether the end of a ship was told before.
func (d *follower) died(x *match.Ship) bool {
	return x.Died.Frame != 0 && d.past(&x.Died)
}

// past reports whether the row at hand does not come before an event.
func (d *follower) past(e *match.Event) bool {
	return e.Frame < d.now.frame || e.Frame == d.now.frame && e.Index <= int(d.row.Index)
}

// life finds or makes what is kept of a life.
func (d *follower) life(number uint16) *life {
	x := d.lives[number]
	if x == nil {
		x = &life{ship: d.Life(number), first: d.number}
		d.lives[number], d.of[x.ship], d.order = x, x, append(d.order, x)
		if before := d.current[x.ship.Key]; before == nil || before.ship.Number < x.ship.Number {
			d.current[x.ship.Key] = x
		}
	}
	return x
}

// update takes what an update tells of a ship.
func (d *follower) update(x *life, c *receiver) {
	d.tells()
	if class := d.Context(d.row).Class; class != nil && class != x.class {
		d.setClass(x, class)
	}
	if d.row.Has(facts.ToClient) {
		d.tellsClient(x, c)
	} else {
		d.reports(x, c)
	}
}

// told is what the update at hand tells: nothing, if it could not be read to its end.
type told struct {
	facts.Tells
	flags uint8 // all that is said of the motion: 0 if it came late
}

// tells reads the update at hand, but for the block of one that is known to be in order.
func (d *follower) tells() {
	d.told = told{}
	if u, ok := d.reader.Tells(d.number); ok && u.Whole {
		if d.told.Tells = u; !u.Late {
			d.told.flags = u.DirtyFlags
		}
	}
}

// has reports whether it tells something of the motion.
func (t *told) has(flags uint8) bool { return t.flags&flags != 0 }

// tellsParts reads what the update at hand tells of the parts of a ship, if that can be believed.
func (d *follower) tellsParts(x *life) {
	x.brought = x.brought[:0]
	t := &d.told
	if x.class == nil || d.row.Step() == traffic.Late || !t.Block(d.Context(d.row)) {
		return
	}
	for i := range t.Subsystems.Items {
		s := &t.Subsystems.Items[i]
		x.brought = x.parts.Tells(x.brought, s.Index, s.Condition, s.Children, s.Facings)
	}
}
