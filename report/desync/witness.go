package desync

import (
	"fmt"
	"hash/maphash"

	"bcdump/decode"
	"bcdump/decode/traffic"
	"bcdump/report/facts"
	"bcdump/report/tally"
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

// meet finds the client to whom the host sent what the witness has. An error says that the other capture is not of the
// session: nothing follows then from what it lacks. Networks lose less than half; a few datagrams of all sessions are alike.
func (w *Witness) meet(f *facts.Facts) error {
	if w == nil {
		return nil
	}
	type sent struct {
		found, all, since int  // that arrived; of so many from the first to the last of these; behind the last
		ended             bool // the witness has nothing behind the last
	}
	clients, best, datagram := map[uint32]*sent{}, &sent{}, -1
	for _, row := range f.All() {
		link := f.Side(row).Link
		if link == 0 || !row.Has(facts.ToClient) || row.Step() == traffic.Copy || int(row.Datagram) == datagram {
			continue
		}
		datagram = int(row.Datagram)
		x := clients[link]
		if x == nil {
			x = &sent{}
			clients[link] = x
		}
		places := w.at[maphash.Bytes(sums, f.Content(f.Datagram(row.Datagram)))]
		if len(places) == 0 {
			x.since += tally.BoolInt(x.found > 0)
			continue
		}
		x.found, x.all, x.since = x.found+1, x.all+x.since+1, 0
		x.ended = x.ended || int(places[len(places)-1]) == w.count-1
		if x.found > best.found {
			best, w.link = x, link
		}
	}
	if !best.ended {
		best.all += best.since
	}
	switch {
	case len(clients) > 0 && w.link == 0:
		return fmt.Errorf("%s: nothing of what the host sent is in it: it is not of this session, was not captured at a client, or at another time", w.name)
	case 2*best.found < best.all:
		return fmt.Errorf("%s: of %d datagrams to client %d it has %d: it is not of this session", w.name, best.all, w.link, best.found)
	}
	return nil
}

// has reports whether the datagram of a row arrived, as far as that can be known. Rows are asked for in order.
func (w *Witness) has(f *facts.Facts, row *facts.Row) bool {
	if w == nil || f.Side(row).Link != w.link {
		return true
	}
	if d := f.Datagram(row.Datagram); d.Frame != w.frame {
		w.frame, w.is = d.Frame, w.look(f.Content(d))
	}
	return w.is
}

func (w *Witness) look(content []byte) bool {
	to := w.newest + ahead
	if w.newest < 0 {
		to = first
	}
	next := -1
	for _, at := range w.at[maphash.Bytes(sums, content)] {
		if int(at) <= to && int(at) > w.newest-behind && (next < 0 || next <= w.newest) {
			next = int(at)
		}
	}
	if next < 0 {
		return w.newest < 0 || w.newest == w.count-1 // before the other capture, or behind it
	}
	w.newest = max(w.newest, next)
	return true
}
