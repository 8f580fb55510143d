package stats

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/traffic"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// cycles measures how what updates say of ships comes round: from one block of subsystems, or of power settings, to
// the next one that begins with the same subsystem, and from one update with all fields of motion to the next.
type cycles struct {
	rows *tally.Table[cycleKey, cycleRow]
}

type cycleKey struct {
	class   string
	dialect message.Dialect
	form    blockForm
}

type cycleRow struct {
	stock   int // updates of a cycle, by the list of the class
	count   int64
	updates [mostUpdates + 1]int64 // cycles by how many they have
	times   histogram.Histogram    // milliseconds
}

// cycle is the one that is being measured, of one ship and one client.
type cycle struct {
	blocks  traffic.Cursor[capture.Time] // when each came
	at      capture.Time                 // its first block
	updates int
	start   int
	running bool
	form    blockForm
	tries   uint8 // to find out the form
	class   *ship.Class
	dialect message.Dialect
}

// receiver is who is told of a ship while it lives: a client by the host, or the host by the owner.
type receiver struct {
	number       uint32 // of the link
	own          bool   // the owner sends
	block, whole cycle
}

// blockForm is what comes round, and for whom: subsystems for the owner of the ship have no power settings.
type blockForm uint8

const (
	anyForm blockForm = iota
	toOwner
	toOthers
	settings // of power, which the owner sends
	wholeSent
	wholeTold
)

// allMotion are the fields of motion: by two documents a sender that tells all at once begins to wait anew.
const allMotion = message.FlagPosition | message.FlagForward | message.FlagUp | message.FlagSpeed

// forms are the flags of what comes round, and who receives it.
var forms = [...]struct {
	flags    uint8
	receiver string
}{
	toOwner: {message.FlagSubsystems, "owner"}, toOthers: {message.FlagSubsystems, "others"}, settings: {message.FlagWeapons, "host"},
	wholeSent: {allMotion, "host"}, wholeTold: {allMotion, "clients"},
}

const (
	// maxCycle is how many updates are waited for the same subsystem; then the cycle is that of
	// another one. Stock ships take 8 at most.
	//limit:maxCycle Figures | updates of a cycle of subsystems that is measured | the cycle of another subsystem | TestCycles
	maxCycle = 16
	// mostUpdates is up to how many updates of a cycle are told apart.
	mostUpdates = 63
	// maxTries is how many blocks are looked into for power settings.
	//limit:maxTries Figures | blocks that are examined for their receiver | not measured | TestCycles
	maxTries = 16
	// maxReceivers bounds the clients of a ship, and the host.
	//limit:maxReceivers Figures | receivers of updates about a ship whose cycles are measured | not measured | —
	maxReceivers = 32
)

func newCycles() *cycles {
	return &cycles{tally.NewTable[cycleKey, cycleRow](maxRows, func(cycleKey) cycleKey { return cycleKey{class: tally.Rest} })}
}

// told takes an update about a ship that lives.
func (o *objects) told(x *object, at capture.Time, c *part, i int, r *facts.Row) {
	number, own := c.Side(r).Link, side(r) == toServer
	k := slices.IndexFunc(x.receivers, func(y *receiver) bool { return y.number == number && y.own == own })
	if k >= 0 && r.Step() == traffic.First { // of another connection
		o.settle(x.receivers[k : k+1])
		x.receivers = slices.Delete(x.receivers, k, k+1)
		k = -1
	}
	if k < 0 {
		if len(x.receivers) >= maxReceivers {
			return
		}
		k = len(x.receivers)
		x.receivers = append(x.receivers, &receiver{number: number, own: own})
	}
	blocks := uint8(message.FlagSubsystems)
	if own {
		blocks = message.FlagWeapons
	}
	if r.Flags&blocks != 0 {
		o.cycles.block(&x.receivers[k].block, at, c, i, r)
	}
	o.cycles.whole(&x.receivers[k].whole, at, c, r)
}

// interrupted reports whether nothing is measured from before an update.
func interrupted(r *facts.Row) bool {
	s := r.Step()
	return s == traffic.Pause || s == traffic.Absence || s == traffic.ClockSet
}

// whole takes an update in the order in which it came: what all fields of motion tell is measured from one to the next.
func (c *cycles) whole(x *cycle, at capture.Time, in *part, r *facts.Row) {
	if s := r.Step(); s == traffic.Copy || s == traffic.Late {
		return
	}
	x.running = x.running && !interrupted(r)
	x.updates++
	if r.Flags&allMotion != allMotion {
		return
	}
	x.is(wholeSent+blockForm(side(r)), in, r)
	if x.running {
		c.add(x, at.Sub(x.at))
	}
	x.at, x.running, x.updates = at, true, 0
}

// is notes what comes round.
func (x *cycle) is(form blockForm, in *part, r *facts.Row) {
	context := in.Context(r)
	x.form, x.class, x.dialect = form, context.Class, context.Dialect
}

// block takes an update with a block of subsystems for a client, or of power settings for the host. One without a setting takes no part.
func (c *cycles) block(x *cycle, at capture.Time, in *part, i int, r *facts.Row) {
	if interrupted(r) {
		c.follow(x, 0)
		x.running = false
	}
	payload := in.Payload(r)
	block, form := message.UpdateBlock(payload), x.form
	if side(r) == toServer {
		block, form = message.UpdatePower(payload), settings
	}
	if len(block) == 0 {
		return
	}
	if form == anyForm && x.tries < maxTries {
		form, x.tries = formOf(in.reader.At(i)), x.tries+1
	}
	x.is(form, in, r)
	_, clock, _, _ := message.UpdateHeader(payload)
	if b, _ := x.blocks.Add(clock, int(block[0])); b != nil {
		b.Of = at
	}
	c.follow(x, traffic.Window)
}

// follow takes the blocks in the order in which they were sent, but for so many.
func (c *cycles) follow(x *cycle, left int) {
	for b := x.blocks.Next(left); b != nil; b = x.blocks.Next(left) {
		x.updates++
		if x.running && b.Start != x.start && x.updates < maxCycle {
			continue
		}
		if took := b.Of.Sub(x.at); x.running && b.Start == x.start && took > 0 {
			c.add(x, took)
		}
		x.at, x.start, x.running, x.updates = b.Of, b.Start, true, 0
	}
}

// add counts a cycle that is complete, if it is known whose it is.
func (c *cycles) add(x *cycle, took time.Duration) {
	if x.class == nil || x.form == anyForm {
		return
	}
	row := c.rows.Row(cycleKey{x.class.Key, x.dialect, x.form})
	if row.count == 0 && x.form <= toOthers {
		expected := x.class.Cycle(x.form == toOthers)
		row.stock = expected.Updates()
	}
	row.count++
	row.updates[min(x.updates, mostUpdates)]++
	row.times.Add(float64(took) / float64(time.Millisecond))
}

// formOf looks for power settings in a block; anyForm = it says nothing.
func formOf(r *decode.Record) blockForm {
	m, ok := r.Content().Message.(*message.StateUpdate)
	if !ok || r.Context.Class == nil {
		return anyForm
	}
	form := anyForm
	for i := range m.Subsystems.Items {
		item := &m.Subsystems.Items[i]
		if item.HasData {
			return toOthers
		}
		if r.Context.Class.HasPower(item.Index) {
			form = toOwner
		}
	}
	return form
}

func (c *cycles) report(out *figures.Stats) {
	out.Cycles = listed(out, "cycles", c.rows, cycleFigure, func(a, b cycleKey, _, _ *figures.Cycle) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.dialect, b.dialect), cmp.Compare(a.form, b.form))
	})
}

func cycleFigure(k cycleKey, r *cycleRow, _ bool) figures.Cycle {
	f := figures.Cycle{
		Ship: k.class, DirtyFlags: fmt.Sprintf("0x%02X", forms[k.form].flags), Dialect: k.dialect.String(), Receiver: forms[k.form].receiver,
		Cycles: r.count, P50: inSeconds(&r.times, 0.5), P90: inSeconds(&r.times, 0.9), Max: inSeconds(&r.times, 1),
	}
	left := histogram.Rank(0.5, r.count)
	f.Updates = slices.IndexFunc(r.updates[:], func(n int64) bool { left -= n; return left <= 0 })
	for n, count := range r.updates {
		if count > 0 {
			f.UpdatesMax = n
		}
	}
	if k.dialect == message.Stock && k.class != tally.Rest && k.form <= toOthers {
		updates := r.stock
		seconds := figures.Seconds(updates) / ship.UpdatesPerSecond
		f.Expected, f.ExpectedSeconds = &updates, &seconds
	}
	return f
}

// inSeconds gives a percentile of milliseconds.
func inSeconds(h *histogram.Histogram, p float64) *figures.Seconds {
	ms, ok := h.Percentile(p)
	if !ok {
		return nil
	}
	return (*figures.Seconds)(histogram.Thousandths(ms / 1000))
}
