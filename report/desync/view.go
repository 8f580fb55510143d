package desync

import (
	"math"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// view is what one client was told of one life of a ship.
type view struct {
	of      *receiver
	created bool
	species uint8 // that its creation names
	begun   mark  // the first that it was told; frame 0 = nothing
	seen    mark  // since when it sees the ship
	gone    mark  // it was told of its end
	updates int64
	last    mark // update that arrived
	motion
	moved   mark          // the newest update with motion
	there   time.Duration // time of the newest update that has a position
	ownerAt [3]float64    // where its owner was then
	// What the owner has reported since: how often, when it was often enough, and when it was far away.
	since         int
	often, strays mark
	far           deviation // positions in a row
	astray        [aspects]astray
	based, right  mark    // the newest full position that was told, and when the position was right last
	haunts        [2]mark // updates long after the end, the first and the last

	*measures
	judged, ghost, unseen time.Duration
	shown                 time.Duration // the newest row
	place                 int           // among the views of the ship
	entries               []entry       // by place among the parts of the class
	differences           []difference
}

// measures are the figures of a view.
type measures struct{ lag, age, drift, carried, turned measure }

// measure is a figure, and where it was largest.
type measure struct {
	histogram.Histogram
	frame int64
}

func (m *measure) add(x float64, frame int64) {
	if m.Count == 0 || x > m.Max {
		m.frame = frame
	}
	m.Add(x)
}

// deviation is positions that are off, in a row.
type deviation struct {
	n           int
	first, last mark
	told        mark
	most        float64
	owners      bool // the owner's fault: its reports jump
}

// view finds or makes that of a client; nil = there is no room.
func (d *follower) view(x *life, c *receiver) *view {
	if v := x.viewOf(c); v != nil {
		return v
	}
	if d.views >= match.Room(maxViews, d.Summary.Frames) {
		d.dropped++
		return nil
	}
	d.views++
	v := &view{of: c, place: len(x.views), measures: &measures{}}
	x.views = append(x.views, v)
	return v
}

// begin takes the first that a client is told of a ship.
func (v *view) begin(now mark, x *life) {
	v.begun, v.last, v.moved, v.ownerAt = now, now, now, x.position
}

// tellsClient takes the update at hand, to a client.
func (d *follower) tellsClient(x *life, c *receiver) {
	t, v := &d.told, d.view(x, c)
	if v == nil {
		return
	}
	if x.ended {
		if d.now.at-x.end.at > wreck && !d.holed(nil, x.end, d.now) {
			if v.haunts[0].frame == 0 {
				v.haunts[0] = d.now
			}
			v.haunts[1] = d.now
		}
		return
	}
	if v.begun.frame == 0 {
		v.begin(d.now, x)
		if !c.Joined {
			v.seen = d.now
		}
	}
	if v.updates++; v.updates > 1 && !d.options.Brief {
		v.lag.add(decode.Milliseconds(d.now.at-v.last.at), d.now.frame)
	}
	d.close(v, d.now, t.has(motions))
	v.last, v.since, v.often = d.now, 0, mark{}
	if t.has(message.FlagPosition) {
		v.based = d.now
	}
	if t.has(message.FlagPosition | message.FlagDelta) {
		v.there = d.now.at
	}
	if t.has(motions) {
		v.moved, v.ownerAt, v.strays = d.now, x.position, mark{}
	}
	if t.flags != 0 {
		v.motion.take(t)
		for i, flag := range aspectFlags {
			if t.has(flag) {
				v.astray[i].tells = d.now
			}
		}
	}
	d.tellsParts(x)
	d.conditions(x, v, false)
	d.sweep(x)
}

// close ends what was missing up to a moment: updates, and of those with motion too.
func (d *follower) close(v *view, to mark, motion bool) {
	if v.often.frame != 0 && v.often.at <= to.at && to.at-v.last.at > silent && !d.holed(v.of, v.last, to) {
		v.differ(difference{kind: figures.DesyncStale, from: v.last, to: to})
	}
	if motion && v.strays.frame != 0 && v.strays.at <= to.at && to.at-v.moved.at > still && !d.holed(v.of, v.moved, to) {
		v.differ(difference{kind: figures.DesyncStale, from: v.moved, to: to})
	}
}

// compare holds a view against what the owner has just reported, with flags, so long after the report before; places says
// that it says where the ship is.
func (d *follower) compare(x *life, v *view, since time.Duration, flags uint8, places bool) {
	if v.begun.frame == 0 {
		return
	}
	if v.since++; v.since == reported {
		v.often = d.now
	}
	if d.now.at-v.moved.at > still && v.strays.frame == 0 && from(&x.position, &v.ownerAt) > moved {
		v.strays = d.now
	}
	if d.now.at-v.of.said.at > quiet {
		return
	}
	if !x.unsure && !v.unsure && d.now.at-v.moved.at < silent && (x.late.frame == 0 || d.now.at-x.late.at > lately) {
		d.follows(x, v, flags)
	}
	if !places || !x.placed || !v.placed || d.now.at-v.begun.at < settling {
		return
	}
	if x.unsure || v.unsure {
		d.unsure++
		return
	}
	d.sure++
	v.judged += min(since, time.Second)
	age := (d.now.at - v.moved.at).Seconds()
	drift := from(&v.position, &x.position)
	d.measure(x, v, drift, age)
	if drift <= off+2*math.Abs(x.speed)*age {
		v.right = d.now
		d.returns(v, d.now)
		return
	}
	if v.far.n++; v.far.n == 1 {
		v.far.first, v.far.told, v.far.owners = d.now, v.moved, x.jumped.frame != 0 && x.jumped.at > v.right.at
		if v.based.frame != 0 && v.based.at > v.right.at { // all of it counts from there
			v.far.told = v.based
		}
	}
	v.far.last, v.far.most = d.now, max(v.far.most, drift)
}

// measure adds to the figures how far off and how old a view is.
func (d *follower) measure(x *life, v *view, drift, age float64) {
	if d.options.Brief && d.options.Row == nil {
		return
	}
	ahead := v.position
	for i := range ahead {
		ahead[i] += v.forward[i] * v.speed * (d.now.at - v.there).Seconds()
	}
	carried := from(&ahead, &x.position)
	d.shows(x, v, drift, carried, age)
	if d.options.Brief {
		return
	}
	v.age.add(age*1000, d.now.frame)
	v.drift.add(drift, d.now.frame)
	v.carried.add(carried, d.now.frame)
	v.turned.add(angle(&v.forward, &x.forward), d.now.frame)
}

// angle is that between two directions, in degrees.
func angle(a, b *[3]float64) float64 {
	long := math.Sqrt((a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) * (b[0]*b[0] + b[1]*b[1] + b[2]*b[2]))
	if long == 0 {
		return 0
	}
	return math.Acos(max(-1, min(1, (a[0]*b[0]+a[1]*b[1]+a[2]*b[2])/long))) / math.Pi * 180
}

// returns ends positions that are off.
func (d *follower) returns(v *view, to mark) {
	if f := &v.far; f.n >= offReports && f.last.at-f.first.at >= offFor {
		v.differ(difference{kind: figures.DesyncPosition, from: f.told, to: to, most: f.most, owners: f.owners})
	}
	v.far = deviation{}
}

// shows tells what a view is, to whoever wants to know.
func (d *follower) shows(x *life, v *view, drift, carried, age float64) {
	if d.options.Row == nil || d.err != nil || v.shown != 0 && d.now.at-v.shown < d.options.Every || !d.asked(x, v.of) {
		return
	}
	v.shown = max(d.now.at, 1)
	d.latest = figures.DesyncRow{
		File: d.Name, Time: d.text(d.now), Frame: d.now.frame, At: d.now.at, Player: tally.NameOf(v.of.Connection), Client: int(v.of.Link),
		Owner: x.ship.Player.Called(), Ship: tally.ObjectText(x.ship.Object), Life: x.ship.Number, Class: x.className(), Drift: tally.Hundredths(drift), Carried: tally.Hundredths(carried),
		Age: figures.Milliseconds(math.Round(age * 1000)), X: tally.Hundredths(v.position[0]), Y: tally.Hundredths(v.position[1]), Z: tally.Hundredths(v.position[2]),
	}
	d.err = d.options.Row(&d.latest)
}
