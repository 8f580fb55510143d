package battle

import "time"

// agenda is a heap of times, the next one on top. The events lie beside it: moving
// pointers about costs far more than moving numbers.
type agenda[E any] struct {
	heap   []entry
	events []E
	free   []uint32 // places in events
	order  uint64
}

// entry is one time; order keeps events of one time apart.
type entry struct {
	at    time.Duration
	order uint64
	event uint32
}

func (e *entry) before(f *entry) bool {
	if e.at != f.at {
		return e.at < f.at
	}
	return e.order < f.order
}

func (a *agenda[E]) add(at time.Duration, e E) {
	a.order++
	x := entry{at: at, order: a.order, event: a.store(e)}
	a.heap = append(a.heap, x)
	i := len(a.heap) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !x.before(&a.heap[parent]) {
			break
		}
		a.heap[i] = a.heap[parent]
		i = parent
	}
	a.heap[i] = x
}

func (a *agenda[E]) store(e E) uint32 {
	if n := len(a.free); n > 0 {
		place := a.free[n-1]
		a.free = a.free[:n-1]
		a.events[place] = e
		return place
	}
	a.events = append(a.events, e)
	return uint32(len(a.events) - 1)
}

// next takes the event on top; there has to be one.
func (a *agenda[E]) next() (time.Duration, E) {
	top, last := a.heap[0], len(a.heap)-1
	x := a.heap[last]
	a.heap = a.heap[:last]
	i := 0
	for 2*i+1 < last {
		child := 2*i + 1
		if child+1 < last && a.heap[child+1].before(&a.heap[child]) {
			child++
		}
		if !a.heap[child].before(&x) {
			break
		}
		a.heap[i] = a.heap[child]
		i = child
	}
	if last > 0 {
		a.heap[i] = x
	}
	e := a.events[top.event]
	var none E
	a.events[top.event] = none // nothing is kept alive
	a.free = append(a.free, top.event)
	return top.at, e
}
