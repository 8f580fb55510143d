package timeline

import (
	"hash/maphash"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
)

// copies tells what happened from the copies by which every client hears of it. Who
// gets the same bytes a second time hears of something new; who gets them for the
// first time, while another has them already, gets a copy.
type copies struct {
	seed        maphash.Seed
	now, before map[uint64]*occurrence // by the sum of server and bytes: the newer half, the older
}

// occurrence counts how often each client had a message, as sender or receiver.
type occurrence struct {
	newest capture.Time // when it happened last
	most   int32
	heard  []heard
}

// heard is how often a client had a message, and the last frame that had it. Stock
// software sends some twice in one datagram.
type heard struct {
	client uint64 // sum of its address
	frame  int64
	times  int32
}

const (
	//limit:maxCopies Figures | messages remembered to recognise copies | a copy may count again | TestFloods
	maxCopies = 4096
	// maxReceivers bounds the clients that one of them is known to have reached.
	//limit:maxReceivers Figures | clients that a message of a timeline is known to have reached | others have heard nothing of it | —
	maxReceivers = 64
	// copiesWithin is how long after the first the copies for others come.
	copiesWithin = 3 * time.Second
)

func newCopies() copies { return copies{seed: maphash.MakeSeed(), now: map[uint64]*occurrence{}} }

// first reports that the row at hand tells something new.
func (c *copies) first(l *line) bool {
	server, client := l.dst, l.src
	if l.dir == decode.ToClient {
		server, client = client, server
	}
	e := c.of(maphash.Bytes(c.seed, l.facts.Payload(l.Row)) ^ maphash.Comparable(c.seed, server))
	since := l.steady.Sub(e.newest)
	if e.most == 0 || since > copiesWithin || since < -copiesWithin {
		e.newest, e.most, e.heard = capture.Time{}, 0, e.heard[:0]
	}
	h := e.by(maphash.Comparable(c.seed, client))
	if h == nil || h.frame == l.frame {
		return false
	}
	h.times, h.frame = h.times+1, l.frame
	if h.times <= e.most {
		return false
	}
	e.most, e.newest = h.times, l.steady
	return true
}

// of finds or makes the entry of a message.
func (c *copies) of(key uint64) *occurrence {
	e := c.now[key]
	if e == nil {
		if e = c.before[key]; e == nil {
			e = &occurrence{}
		}
		if len(c.now) >= maxCopies/2 {
			c.before, c.now = c.now, map[uint64]*occurrence{}
		}
		c.now[key] = e
	}
	return e
}

// by finds or makes what a client heard; nil = there is no room for it.
func (e *occurrence) by(client uint64) *heard {
	for i := range e.heard {
		if e.heard[i].client == client {
			return &e.heard[i]
		}
	}
	if len(e.heard) >= maxReceivers {
		return nil
	}
	e.heard = append(e.heard, heard{client: client})
	return &e.heard[len(e.heard)-1]
}
