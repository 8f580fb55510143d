package desync

import (
	"fmt"
	"math"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/report/figures"
)

// course is what updates tell of a ship beside its place: so far they told each aspect or not.
type course struct {
	told        [aspects]bool
	forward, up [3]float64
	speed       float64
	cloaked     bool
}

// Aspects of a course.
const (
	pointing = iota
	rolling
	speeding
	cloaking
	aspects
)

// aspectKinds are the findings of a receiver that is told another one than the owner reports.
var aspectKinds = [aspects]string{figures.DesyncDirection, figures.DesyncDirection, figures.DesyncSpeed, figures.DesyncCloak}

// aspectFlags say that an update tells of one.
var aspectFlags = [aspects]uint8{message.FlagForward, message.FlagUp, message.FlagSpeed, message.FlagCloak}

// take takes an update that did not come late.
func (c *course) take(t *told) {
	for i, flag := range aspectFlags {
		c.told[i] = c.told[i] || t.has(flag)
	}
	if t.has(message.FlagForward) {
		point(&c.forward, &t.Forward)
	}
	if t.has(message.FlagUp) {
		point(&c.up, &t.Up)
	}
	if t.has(message.FlagSpeed) {
		c.speed = float64(t.Speed.Float32())
	}
	if t.has(message.FlagCloak) {
		c.cloaked = t.Cloaked
	}
}

// point takes a direction.
func point(to *[3]float64, told *wire.CV3) {
	for i, x := range told.Vector() {
		to[i] = float64(x)
	}
}

// courseAt is the course of a ship from a moment on, as its owner reports it.
type courseAt struct {
	at time.Duration
	course
}

// report keeps the course that the owner has just reported: what it was for some seconds is what receivers may be told.
func (x *life) report(at time.Duration) {
	n := 0
	for n+1 < len(x.lately) && at-x.lately[n+1].at > lately {
		n++
	}
	if x.lately = slices.Delete(x.lately, 0, n); len(x.lately) == 0 || x.lately[len(x.lately)-1].course != x.course {
		x.lately = append(x.lately, courseAt{at, x.course})
	}
}

// astray is an aspect that a receiver is told otherwise than the owner reports, in a row.
type astray struct {
	n           int  // reports that tell it
	tells       mark // the newest that tells it
	since       mark // the first that was told otherwise; frame 0 = nothing was
	counted     mark // the first of the reports
	last        mark
	most        float64
	cloaked     bool    // as it was told
	told, owner float64 // speeds, when it was farthest off
}

// follows holds the course that a receiver was told against what the owner, with flags, has just reported.
func (d *follower) follows(x *life, v *view, flags uint8) {
	for i := range aspectKinds {
		k := &v.astray[i]
		if !v.told[i] || !x.told[i] {
			continue
		}
		off := x.off(&v.course, i)
		if off == 0 {
			d.straightens(v, i, d.now)
			continue
		}
		if k.since.frame == 0 {
			k.since = k.tells
		}
		if flags&aspectFlags[i] != 0 {
			if k.n++; k.n == 1 {
				k.counted = d.now
			}
		}
		if k.last, k.cloaked = d.now, v.cloaked; off > k.most {
			k.most, k.told, k.owner = off, v.speed, x.speed
		}
	}
}

// off is how far an aspect is from all that the owner reported lately; 0 = near.
func (x *life) off(c *course, aspect int) float64 {
	if aspect == speeding && math.Abs(c.speed-x.speed) < fasterBy {
		return 0
	}
	least, low, high := 180.0, math.Inf(1), math.Inf(-1)
	for i := len(x.lately) - 1; i >= 0; i-- {
		r := &x.lately[i]
		switch {
		case !r.told[aspect]:
			return 0
		case aspect == cloaking && r.cloaked == c.cloaked:
			return 0
		case aspect == speeding:
			low, high = min(low, r.speed), max(high, r.speed)
		case aspect == pointing && c.forward == r.forward, aspect == rolling && c.up == r.up:
			return 0
		case aspect == pointing:
			least = min(least, angle(&c.forward, &r.forward))
		case aspect == rolling:
			least = min(least, angle(&c.up, &r.up))
		}
		if least < turnedBy {
			return 0
		}
	}
	if aspect == speeding {
		by := max(low-c.speed, c.speed-high)
		if by < fasterBy+0.05*max(math.Abs(low), math.Abs(high)) {
			return 0
		}
		return by
	}
	return least
}

// arrives ends what is told otherwise when no more comes.
func (d *follower) arrives(v *view, to mark) {
	for i := range v.astray {
		d.straightens(v, i, to)
	}
}

// straightens ends that an aspect is told otherwise.
func (d *follower) straightens(v *view, aspect int, to mark) {
	k := &v.astray[aspect]
	need := reportsOff
	if numbered := d.Match().Numbered(); aspect == cloaking && numbered[0].Missing+numbered[1].Missing+numbered[0].Again+numbered[1].Again == 0 {
		need = 1 // it is told every five seconds, and one of these may be lost behind the capture
	}
	since := k.since
	if aspect == cloaking {
		since = k.counted
	}
	if k.n >= need && k.last.at-since.at >= offFor {
		f := difference{kind: aspectKinds[aspect], from: k.since, to: to, most: k.most}
		switch aspect {
		case speeding:
			f.told, f.others = fmt.Sprintf("%.1f", k.told), fmt.Sprintf("%.1f", k.owner)
		case cloaking:
			f.told, f.others = cloakText[k.cloaked], cloakText[!k.cloaked]
		}
		v.differ(f)
	}
	*k = astray{tells: k.tells}
}

var cloakText = map[bool]string{true: "cloaked", false: "visible"}
