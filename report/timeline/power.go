package timeline

import (
	"cmp"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// powerTimes adds up how long each system of a ship had each power setting, from update
// to update.
type powerTimes struct {
	last    capture.Time
	begun   bool
	unspent time.Duration // since the settings changed
	waits   bool          // an update came since
	version uint32        // that the settings changed with
	uses    []powerUse    // by subsystem
}

type powerUse struct {
	name    string
	percent float64
	set     bool
	changes int64
	times   []figures.PowerTime // in the order of the first
}

// maxSettings bounds the settings of a system that have a row.
//
//limit:maxSettings Figures | settings of a system that have a row | no row | —
const maxSettings = 64

// pass adds the time since the last update to the settings of then, and takes those of
// now. It gives how many settings found no room.
func (p *powerTimes) pass(c *condition, at capture.Time) (dropped int64) {
	const pause = time.Minute // the ship was not there, or a clock was set
	since := at.Sub(p.last)
	if !p.begun || since < 0 || since > pause {
		since = 0
	}
	p.last, p.begun = at, true
	p.unspent += since
	n := len(c.power)
	if p.waits = len(p.uses) == n && p.version == c.powered; p.waits {
		return 0
	}
	dropped = p.spend()
	if len(p.uses) != n {
		p.uses = make([]powerUse, n)
	}
	p.version = c.powered
	for i := range p.uses {
		p.uses[i].take(c.Subsystems[i].Name, c.power[i])
	}
	return dropped
}

// spend adds the time since the settings changed to them. It gives how many found no room.
func (p *powerTimes) spend() (dropped int64) {
	for i := range p.uses {
		if u := &p.uses[i]; u.set && !u.spend(figures.Seconds(p.unspent.Seconds())) {
			dropped++
		}
	}
	p.unspent = 0
	return dropped
}

// spend adds a time to the setting of the moment; false = there is no room for it.
func (u *powerUse) spend(seconds figures.Seconds) bool {
	i := slices.IndexFunc(u.times, func(p figures.PowerTime) bool { return p.Percent == u.percent })
	switch {
	case i >= 0:
		u.times[i].Seconds += seconds
	case len(u.times) < maxSettings:
		u.times = append(u.times, figures.PowerTime{Percent: u.percent, Seconds: seconds})
	default:
		return false
	}
	return true
}

func (u *powerUse) take(name string, s setting) {
	if !s.ok {
		return
	}
	if u.set && u.percent != s.percent {
		u.changes++
	}
	u.name, u.percent, u.set = name, s.percent, true
}

// report lists the systems whose power is known.
func (p *powerTimes) report() []figures.PowerUse {
	if p.waits {
		p.spend()
	}
	list := []figures.PowerUse{}
	for i := range p.uses {
		u := &p.uses[i]
		if !u.set {
			continue
		}
		use := figures.PowerUse{System: u.name, Changes: u.changes, Settings: []figures.PowerTime{}}
		for _, p := range u.times {
			use.Settings = append(use.Settings, figures.PowerTime{Percent: p.Percent, Seconds: figures.Seconds(microseconds(float64(p.Seconds)))})
		}
		slices.SortFunc(use.Settings, func(a, b figures.PowerTime) int { return cmp.Compare(a.Percent, b.Percent) })
		list = append(list, use)
	}
	return list
}
