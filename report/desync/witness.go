package desync

import (
	"hash/maphash"
	"iter"

	"bcdump/decode"
)

// Witness knows which datagrams of the host arrived at a client, from a capture that was taken there. It looks a
// little ahead in it, and keeps a little: clocks of two machines differ, but the order hardly does.
type Witness struct {
	next   func() (uint64, bool)
	stop   func()
	around map[uint64]int // datagrams around the newest that both have
	order  []uint64
	link   uint32 // of the client; 0 = none is known
	frame  int64  // that was asked for last
	is     bool
	behind int // of order, behind the newest that both have
	over   bool
}

const (
	// ahead is how many datagrams behind the newest pair are searched for the next one, first how many before there
	// is one, and kept how many before it.
	ahead, first, kept = 512, 16384, 256
)

var sums = maphash.MakeSeed()

// NewWitness takes the capture of a client, none of whose records may have been read before. Close it.
func NewWitness(c *decode.Capture) *Witness {
	w := &Witness{around: map[uint64]int{}}
	w.next, w.stop = iter.Pull(toClient(c))
	return w
}

// Close ends the reading.
func (w *Witness) Close() { w.stop() }

// toClient gives the sum of each datagram to a client.
func toClient(c *decode.Capture) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		frame := int64(0)
		for r := range c.Records() {
			if r.Link == 0 || r.CopyOf != 0 || r.Dir != decode.ToClient || r.Frame == frame || r.Parts != nil {
				continue
			}
			if frame = r.Frame; !yield(maphash.Bytes(sums, r.Datagram.Payload)) {
				return
			}
		}
	}
}

// Arrived reports whether the datagram of a record arrived, as far as that can be known.
func (w *Witness) Arrived(r *decode.Record) bool {
	if w.link != 0 && r.Link != w.link {
		return true
	}
	if r.Frame != w.frame {
		w.frame, w.is = r.Frame, w.look(r)
	}
	return w.is
}

func (w *Witness) look(r *decode.Record) bool {
	wanted := ahead
	if w.link == 0 {
		wanted = first
	}
	for w.behind < wanted && !w.over {
		sum, ok := w.next()
		if w.over = !ok; ok {
			w.around[sum]++
			w.order = append(w.order, sum)
			w.behind++
		}
	}
	sum := maphash.Bytes(sums, r.Datagram.Payload)
	if w.around[sum] == 0 {
		return w.link == 0 || w.over && w.behind == 0 // before the other capture, or behind it
	}
	w.link = r.Link
	w.reaches(sum)
	return true
}

// reaches moves on to a datagram that both have.
func (w *Witness) reaches(sum uint64) {
	for i := len(w.order) - w.behind; i < len(w.order); i++ {
		if w.order[i] == sum {
			w.behind = len(w.order) - i - 1
			break
		}
	}
	if n := len(w.order) - w.behind - kept; n > kept {
		for _, old := range w.order[:n] {
			if w.around[old]--; w.around[old] == 0 {
				delete(w.around, old)
			}
		}
		w.order = append([]uint64{}, w.order[n:]...)
	}
}
