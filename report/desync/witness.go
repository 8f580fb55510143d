package desync

import (
	"fmt"
	"hash/maphash"

	"bcdump/decode"
	"bcdump/report/facts"
)

// Witness knows which datagrams of the host arrived at a client, from a capture that was taken there. It looks a
// little ahead in it, and back: clocks of two machines differ, but the order hardly does.
type Witness struct {
	name  string
	at    map[uint64][]int32 // places of the datagrams to the client, by their sums
	count int
	// Of the capture at the host.
	newest int    // place of the newest that both have; -1 = none is known
	link   uint32 // of the client; 0 = none is known
	frame  uint32 // that was asked for last
	is     bool
	// Of the datagrams to the client while both captures ran.
	asked, found int
}

const (
	// ahead is how many datagrams behind the newest pair are searched for the next one, first how many before there
	// is one, and behind how many before it.
	ahead, first, behind = 512, 16384, 256
)

var sums = maphash.MakeSeed()

// NewWitness reads the capture of a client, none of whose records may have been read before.
func NewWitness(c *decode.Capture) *Witness {
	w, frame := &Witness{name: c.Name(), at: map[uint64][]int32{}, newest: -1}, int64(0)
	for r := range c.Records() {
		if r.Link == 0 || r.CopyOf != 0 || r.Dir != decode.ToClient || r.Frame == frame || r.Parts != nil {
			continue
		}
		frame = r.Frame
		content := r.Plain
		if content == nil {
			content = r.Datagram.Payload
		}
		sum := maphash.Bytes(sums, content)
		w.at[sum] = append(w.at[sum], int32(w.count))
		w.count++
	}
	return w
}

// has reports whether the datagram of a row arrived, as far as that can be known. Rows are asked for in order.
func (w *Witness) has(f *facts.Facts, row *facts.Row) bool {
	if w == nil {
		return true
	}
	link, d := f.Side(row).Link, f.Datagram(row.Datagram)
	if w.link != 0 && link != w.link {
		return true
	}
	if d.Frame != w.frame {
		w.frame, w.is = d.Frame, w.look(link, f.Content(d))
	}
	return w.is
}

func (w *Witness) look(link uint32, content []byte) bool {
	to := w.newest + ahead
	if w.link == 0 {
		to = first
	}
	next := -1
	for _, at := range w.at[maphash.Bytes(sums, content)] {
		if int(at) <= to && int(at) > w.newest-behind && (next < 0 || next <= w.newest) {
			next = int(at)
		}
	}
	if next < 0 && (w.link == 0 || w.newest == w.count-1) { // before the other capture, or behind it
		return true
	}
	w.asked++
	if next < 0 {
		return false
	}
	w.found++
	w.link, w.newest = link, max(w.newest, next)
	return true
}

// stranger is the error that the other capture is not of the session: nothing follows then from what it lacks. Networks
// lose less than half; a few datagrams of all sessions are the same.
func (w *Witness) stranger() error {
	switch {
	case w == nil || w.link != 0 && 2*w.found >= w.asked:
		return nil
	case w.link == 0:
		return fmt.Errorf("%s: nothing of what the host sent is in it: it is not of this session, was not captured at a client, or at another time", w.name)
	}
	return fmt.Errorf("%s: of %d datagrams to client %d it has %d: it is not of this session", w.name, w.asked, w.link, w.found)
}
