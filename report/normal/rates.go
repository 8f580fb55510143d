package normal

import (
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// rates counts how often each kind of message is sent, repeats left out.
type rates struct {
	kinds [2][kinds]rate
}

// rate counts one kind and direction, and how unevenly it comes: by slots of ten seconds.
type rate struct {
	name         string
	count, bytes int64
	slot         int64
	within       int64 // the slot
	slots        int64
	squares      float64
}

// slotLength is how long a slot is, in nanoseconds.
const slotLength = 10e9

func (r *rates) add(l *line) {
	x := &r.kinds[l.dir][l.kind]
	if x.count == 0 {
		x.name = l.Title()
	}
	x.count++
	x.bytes += int64(l.Length())
	if slot := l.at / slotLength; slot != x.slot {
		x.shift(slot)
	}
	x.within++
}

func (x *rate) shift(slot int64) {
	x.squares += float64(x.within) * float64(x.within)
	x.slots++
	x.slot, x.within = slot, 0
}

// burst is the variance of the count of a slot through its mean.
func (x *rate) burst(slots float64) float64 {
	squares := x.squares + float64(x.within)*float64(x.within)
	mean := float64(x.count) / slots
	if mean == 0 || slots < 2 {
		return 1
	}
	return max((squares/slots-mean*mean)/mean*slots/(slots-1), 1)
}

func (r *rates) report(out *figures.Normal, players, active float64) {
	minutes := players
	if minutes <= 0 {
		minutes = active
	}
	var queries tally.Queries
	for dir := range r.kinds {
		for kind := range r.kinds[dir] {
			x := &r.kinds[dir][kind]
			if x.count == 0 || kind == controls+int(transport.Ack) {
				continue
			}
			out.Rates = append(out.Rates, figures.NormalRate{
				Key: keyOf(dir, kind), Title: x.name + " " + string(directions[dir]), Count: x.count, Bytes: x.bytes, Minutes: minutes,
				Burst: x.burst(max(active*6, 1)), Query: queries.Of(about(dir, kind)...),
			})
		}
	}
}
