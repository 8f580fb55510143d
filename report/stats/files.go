package stats

import (
	"slices"

	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// files lists the captures of a report.
type files struct {
	list []figures.File
	read tally.Activity // of the capture at hand, if only a part of its time is read
}

func (f *files) add(c *part) {
	if !c.Narrowed {
		return
	}
	for _, r := range c.All() {
		if d := c.Datagram(r.Datagram); !r.Has(facts.Lost) { // that is of an earlier one
			f.read.At(c.Steady(d), c.Stamp(d), d.Digits())
		}
	}
}

func (f *files) end(c *part) {
	file := tally.FileOf(c.Name, &c.Summary)
	if c.Narrowed {
		f.read.Narrow(&file)
		f.read = tally.Activity{}
	}
	f.list = append(f.list, file)
}

func (f *files) report(out *figures.Stats) { out.Files = append([]figures.File{}, f.list...) }

// active is the time that rates are taken over, of all captures, in seconds.
func (f *files) active() (seconds float64) {
	for i := range f.list {
		seconds += float64(f.list[i].Active)
	}
	return seconds
}

// untimed reports whether no capture has times.
func (f *files) untimed() bool {
	return len(f.list) > 0 && !slices.ContainsFunc(f.list, func(x figures.File) bool { return !x.Untimed })
}

// label is what a row says about the file that it is of: its name, unless there is no other.
func (f *files) label(name string) string {
	if len(f.list) == 1 {
		return ""
	}
	return name
}
