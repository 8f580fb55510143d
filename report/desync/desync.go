package desync

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// Options say what is asked for.
type Options struct {
	// Of is the player whose views are shown, and Ship the ship: its owner, class or id; "" = all.
	Of, Ship string
	// Judge is whose faults are shown: figures.DesyncServer, figures.DesyncClient; "" = both.
	Judge string
	// Every and Row ask for what a view was at a time, at most once in so long a time; nil = nobody does.
	Every time.Duration
	Row   func(*figures.DesyncRow) error
	// Arrived says of an update to a client whether another capture has it; nil = all do.
	Arrived func(*decode.Record) bool
	// Brief says that only findings are asked for: nothing is measured.
	Brief bool
}

// Desync follows one capture.
type Desync struct {
	name      string
	options   Options
	accounts  *tally.Accounts
	traffic   *traffic.Traffic
	kept      match.Slot[*life]
	start     capture.Time
	digits    uint8
	now       mark
	receivers []*receiver // by number of the connection
	clocks    clocks
	lives     int
	open      []*life
	findings  []found
	views     []figures.DesyncView
	err       error
	// What there is of what is bounded, and what found no room.
	followed, entries, tellings int
	dropped                     struct{ views, entries, tellings, findings int64 }
	unsure, sure                int64           // positions
	cut                         bool            // by a snap length: nobody knows what players were told
	ships                       []string        // names of all, if one is asked for
	ended                       *figures.Desync // nil = the capture has not been read
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
	present bool // it is in the game since from
	said    mark // what the host told it last, but for Acks
	gap     mark // the newest number that showed that others are missing
	clock   []difference
}

// gone reports whether the client has said that it leaves: what it sends and is sent then, it does not see.
func (x *receiver) gone() bool { return x.State == match.Gone && x.Ending.Why == match.Left }

// Of gives the views of a capture, none of whose records may have been read before. The error is a *tally.UnknownError
// if nothing has a name that the options have.
func Of(name string, c *decode.Capture, o Options) (*figures.Desync, error) {
	a := tally.NewAccounts()
	start, _ := c.Start()
	d := Alone(name, start, a, o)
	x, err := tally.Report(a, name, c, d.Take, func(*decode.Summary) *figures.Desync { return d.End() })
	if err == nil {
		err = d.Unknown()
	}
	return x, err
}

// Whole is a Desync with a timeline of its own.
type Whole struct {
	*Desync
	timeline *timeline.Timeline
}

// Alone begins a capture, with the time of its first frame, for those who share its records and accounts and have no
// timeline.
func Alone(name string, start capture.Time, a *tally.Accounts, o Options) *Whole {
	d := New(name, start, a, o)
	w := &Whole{d, timeline.Of(timeline.Options{Listener: listener{d}, Asked: timeline.ForTold}, a)}
	w.timeline.Begin(name, start)
	return w
}

// Take takes the next record, after the accounts. The error is that of a row.
func (w *Whole) Take(r *decode.Record) error {
	w.Desync.Take(r)
	if err := w.timeline.Take(r); err != nil {
		return err
	}
	return w.err
}

// listener hears of a timeline what a Desync asks for.
type listener struct{ *Desync }

// Happened, Shot and Entity are nothing to it.
func (listener) Happened(*match.Ship, *decode.Record, *figures.Event) {}

// Shot: see Happened.
func (listener) Shot(*timeline.Shot) {}

// Entity: see Happened.
func (listener) Entity(*timeline.EntityMove) {}

// New begins a capture, with the time of its first frame, for those who share its records and accounts: Take takes
// each record after the accounts, Told what a timeline tells of it then, and End gives the views.
func New(name string, start capture.Time, a *tally.Accounts, o Options) *Desync {
	d := &Desync{name: name, start: start, options: o, accounts: a, traffic: a.Traffic()}
	d.kept = match.Keep(a.Match, func(*match.Ship) *life { return nil })
	a.Match.OnForget(func(x *match.Ship) {
		if k := d.kept.Of(x); k != nil {
			d.conclude(k)
		}
	})
	a.Match.AskRelays()
	return d
}

// Take takes the next record.
func (d *Desync) Take(r *decode.Record) {
	c := d.accounts.Match.Connection()
	if r.Proto != decode.BC || c == nil {
		return
	}
	d.digits, d.cut = r.Digits, d.cut || r.Missing > 0 && r.Snapped
	d.now = mark{r.Steady().Sub(d.start), r.Time, r.Frame}
	to := d.receiver(c)
	if t := r.Header.Type; r.Dir == decode.ToClient && t != transport.Ack && t != transport.Keepalive {
		to.said = d.now
	}
	if r.Dir == decode.ToClient && !r.Clean() && r.Has(decode.Gap) {
		d.lacks(to)
	}
	if !r.Walked && r.IsGame() && !r.Again() {
		d.lifeOf(r, to)
	}
}

// lacks notes that something that the host sent to a client is missing, or comes later.
func (d *Desync) lacks(c *receiver) {
	c.gap = d.now
	for _, x := range d.open {
		if v := x.viewOf(c); v != nil && x.ended && d.now.at-x.end.at < around {
			v.lacks = true
		}
	}
}

// receiver finds or makes that of a connection.
func (d *Desync) receiver(c *match.Connection) *receiver {
	for len(d.receivers) <= c.Number {
		d.receivers = append(d.receivers, nil)
	}
	x := d.receivers[c.Number]
	if x == nil {
		x = &receiver{Connection: c}
		d.receivers[c.Number] = x
	}
	if !x.present {
		x.present, x.from = d.presence(c)
	}
	return x
}

// presence is since when a client is in the game: since it said so, or since the capture began.
func (d *Desync) presence(c *match.Connection) (is bool, since mark) {
	if !c.Joined {
		return c.First.Frame != 0, d.markOf(c.First)
	}
	for i := range c.Steps {
		if c.Steps[i].Name == match.StepReady {
			return true, d.markOf(c.Steps[i].Event)
		}
	}
	return c.Entered.Frame != 0, d.markOf(c.Entered)
}

func (d *Desync) markOf(e match.Event) mark { return mark{e.Time.Sub(d.start), e.Clock(), e.Frame} }

// until is when a receiver was there last: hosts go on for a while to those that have gone, and cease to speak to
// those that go on.
func (d *Desync) until(x *receiver) mark {
	last := x.said
	if x.Heard.Frame != 0 {
		last = earlier(d.markOf(x.Heard), last)
	}
	if x.gone() {
		last = earlier(d.markOf(x.Ending.Event), last)
	}
	last.frame = 0
	return last
}

// lifeOf takes what a message tells of the life of a ship.
func (d *Desync) lifeOf(r *decode.Record, c *receiver) {
	change := d.accounts.Match.Change()
	switch opcode := r.Payload[0]; {
	case opcode == message.OpcodeObjectCreate || opcode == message.OpcodeObjectCreateTeam:
		if m, ok := r.Content().Message.(*message.ObjectCreate); ok && change.Ship != nil && !change.Ship.Other && r.Content().Fields > m.FieldsToObject() {
			d.created(r, m, d.life(change.Ship), c)
		}
	case r.Dir != decode.ToClient:
	case change.Ended:
		d.ends(d.life(change.Ship), c, r)
	case opcode == message.OpcodeDestroyObject:
		if m, ok := r.Content().Message.(*message.DestroyObject); ok && r.Content().Complete() {
			d.endsAgain(r, m.ObjectID, c)
		}
	default:
		if object, _, ok := match.Death(r); ok {
			d.endsAgain(r, object, c)
		}
	}
}

// endsAgain takes the end of a ship that was told before: of the newest life, or of the one before it.
func (d *Desync) endsAgain(r *decode.Record, object uint32, c *receiver) {
	x := d.accounts.Match.Lives().Current(match.Key{Server: r.Server(), Object: object})
	if x != nil && x.Died.Frame == 0 {
		x = x.Before()
	}
	if x != nil && x.Died.Frame != 0 && !x.Other {
		d.ends(d.life(x), c, r)
	}
}

// life finds or makes what is kept of a ship.
func (d *Desync) life(ship *match.Ship) *life {
	x := d.kept.Of(ship)
	if x == nil {
		x = &life{ship: ship}
		d.kept.Set(ship, x)
		d.open = append(d.open, x)
		d.lives++
	}
	return x
}

// Told takes an update of a ship.
func (d *Desync) Told(t *timeline.Told) {
	change := d.traffic.Change()
	if t.Payload[0] != message.OpcodeStateUpdate || change.Flow == nil || change.Step == traffic.Copy || t.Ship.Other {
		return
	}
	x, c := d.life(t.Ship), d.receiver(change.Flow.Connection)
	if t.Class != nil && t.Class != x.class {
		d.setClass(x, t.Class)
	}
	switch {
	case t.Dir == decode.ToServer:
		d.reports(x, c, t)
	case c.gone(): // nobody sees this
	case d.options.Arrived == nil || d.options.Arrived(t.Record):
		d.told(x, c, t)
	}
}
