package check

import (
	"container/heap"
	"time"

	"bcdump/decode/capture"
)

// alarm is something to be judged when a moment has come.
type alarm struct {
	at    capture.Time
	order int64 // of those for the same moment, the first first
	judge func()
}

// alarms is a heap, the next one first.
type alarms []*alarm

func (a alarms) Len() int { return len(a) }
func (a alarms) Less(i, j int) bool {
	x, y := a[i], a[j]
	return x.at.Before(y.at) || x.at == y.at && x.order < y.order
}
func (a alarms) Swap(i, j int) { a[i], a[j] = a[j], a[i] }

// Push is for package heap.
func (a *alarms) Push(x any) { *a = append(*a, x.(*alarm)) }

// Pop is for package heap.
func (a *alarms) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	(*a)[last] = nil
	*a = (*a)[:last]
	return x
}

// clock tells when something can be judged. Its time is that of the newest frame.
type clock struct {
	now    capture.Time
	alarms alarms
	order  int64
	// paused is the newest moment before which nobody was heard for a while: the capture may lack it.
	paused capture.Time
}

// pause is how long nobody says anything in a game only if the capture lacks something.
const pause = time.Second

// step is how far the clock of a capture may jump: what waits then is not judged, because nobody
// knows how much time went by.
const step = 10 * time.Minute

// set sets the clock, and judges what was waiting for this moment.
func (c *clock) set(now capture.Time) {
	switch passed := now.Sub(c.now); {
	case c.now.IsZero():
	case passed > step:
		c.alarms = nil
	case passed < 0:
		return
	case passed > pause:
		c.paused = now
	}
	c.now = now
	for len(c.alarms) > 0 && !now.Before(c.alarms[0].at) {
		heap.Pop(&c.alarms).(*alarm).judge()
	}
}

// at has something judged when a moment has come, or when the capture has ended.
func (c *clock) at(when capture.Time, judge func()) {
	c.order++
	heap.Push(&c.alarms, &alarm{when, c.order, judge})
}

// end judges what still waits.
func (c *clock) end() {
	for len(c.alarms) > 0 {
		heap.Pop(&c.alarms).(*alarm).judge()
	}
}

// each gives something to all who asked for it.
func each[T any](handlers []func(T), x T) {
	for _, f := range handlers {
		f(x)
	}
}
