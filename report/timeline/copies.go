package timeline

import (
	"hash/maphash"
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/tally"
)

// copies tells what happened from the copies by which every client hears of it. Who
// gets the same bytes a second time hears of something new; who gets them for the
// first time, while another has them already, gets a copy.
type copies struct {
	seed    maphash.Seed
	entries map[copyKey]*occurrence
	order   []copyKey // ring, oldest at next
	next    int
}

type copyKey struct {
	server netip.AddrPort
	hash   uint64
}

// occurrence counts how often each client had a message, as sender or receiver.
type occurrence struct {
	newest capture.Time // when it happened last
	most   int
	counts map[netip.AddrPort]heard
}

// heard is how often a client had a message, and the last frame that had it. Stock
// software sends some twice in one datagram.
type heard struct {
	times int
	frame int64
}

const (
	maxCopies = 4096
	// copiesWithin is how long after the first the copies for others come.
	copiesWithin = 3 * time.Second
)

func newCopies() copies {
	return copies{seed: maphash.MakeSeed(), entries: map[copyKey]*occurrence{}}
}

// first reports that a message tells something new.
func (c *copies) first(r *decode.Record) bool {
	l := tally.LinkOf(r)
	key := copyKey{l.Server, maphash.Bytes(c.seed, r.Payload)}
	e := c.entries[key]
	if e == nil {
		e = &occurrence{}
		c.put(key, e)
	}
	since := r.Time.Sub(e.newest)
	if e.most == 0 || since > copiesWithin || since < -copiesWithin {
		*e = occurrence{counts: map[netip.AddrPort]heard{}}
	}
	h, known := e.counts[l.Client]
	if !known && len(e.counts) >= maxReceivers || h.frame == r.Frame {
		return false
	}
	h = heard{h.times + 1, r.Frame}
	e.counts[l.Client] = h
	if h.times <= e.most {
		return false
	}
	e.most, e.newest = h.times, r.Time
	return true
}

func (c *copies) put(key copyKey, e *occurrence) {
	c.entries[key] = e
	if len(c.order) < maxCopies {
		c.order = append(c.order, key)
		return
	}
	delete(c.entries, c.order[c.next])
	c.order[c.next] = key
	c.next = (c.next + 1) % maxCopies
}
