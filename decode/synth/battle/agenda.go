package battle

import "time"

// agenda is a heap of times, the next one on top.
type agenda[E any] struct {
	heap  []entry[E]
	order uint64
}

// entry is one time; order keeps events of one time apart.
type entry[E any] struct {
	at    time.Duration
	order uint64
	event E
}

func (e *entry[E]) before(f *entry[E]) bool {
	if e.at != f.at {
		return e.at < f.at
	}
	return e.order < f.order
}

func (a *agenda[E]) add(at time.Duration, e E) {
	a.order++
	x := entry[E]{at, a.order, e}
	a.heap = append(a.heap, x)
	i := len(a.heap) - 1
	for parent := (i - 1) / 2; i > 0 && x.before(&a.heap[parent]); parent = (i - 1) / 2 {
		a.heap[i] = a.heap[parent]
		i = parent
	}
	a.heap[i] = x
}

// next takes the event on top; there has to be one.
func (a *agenda[E]) next() (time.Duration, E) {
	top, last := a.heap[0], len(a.heap)-1
	x := a.heap[last]
	a.heap[last] = entry[E]{} // nothing is kept alive
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
	return top.at, top.event
}
