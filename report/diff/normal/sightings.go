package normal

import (
	"hash/maphash"
	"iter"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// maxLinks bounds the links of a capture that have a name.
//
//limit:maxLinks Figures | links that have a name with `diff --same-session` | no name | TestSessionBounds
const maxLinks = 1024

// Witness gives the datagrams of the links of a capture, to pair them with those of another one.
type Witness struct {
	name  string
	c     *decode.Capture
	links map[uint32]*linkName
	far   bool // a time has no nanoseconds
}

type linkName struct {
	link tally.Link
	name string
}

// NewWitness takes a capture none of whose records may have been read before.
func NewWitness(name string, c *decode.Capture) *Witness {
	return &Witness{name: name, c: c, links: map[uint32]*linkName{}}
}

var sums = maphash.MakeSeed()

// Sightings gives one for each datagram of a link, in the order of the capture.
func (w *Witness) Sightings() iter.Seq[figures.Sighting] {
	return func(yield func(figures.Sighting) bool) {
		frame := int64(0)
		for r := range w.c.Records() {
			if r.Link == 0 || r.CopyOf != 0 || r.Frame == frame || r.Frames() != nil || r.Lost() {
				continue
			}
			frame, w.far = r.Frame, w.far || !r.Time.HasNanos()
			w.learn(r)
			s := figures.Sighting{
				Sum: maphash.Bytes(sums, r.Datagram.Payload), At: r.Time.UnixNano(), Frame: r.Frame, Link: r.Link, ToClient: r.Dir == decode.ToClient,
			}
			if !yield(s) {
				return
			}
		}
	}
}

func (w *Witness) learn(r *decode.Record) {
	x := w.links[r.Link]
	if x == nil && len(w.links) < maxLinks {
		x = &linkName{link: tally.LinkOf(r)}
		w.links[r.Link] = x
	}
	if x != nil && x.name == "" {
		x.name = r.Client
	}
}

// Far reports that times lie before 1678 or after 2262: they were taken for the nearest within.
func (w *Witness) Far() bool { return w.far }

// File tells what the capture was, when all of it has been read.
func (w *Witness) File() figures.DiffFile {
	summary := w.c.Summary()
	f := figures.DiffFile{File: tally.FileOf(w.name, &summary), Clients: []string{}}
	for link := uint32(1); len(f.Clients) < len(w.links); link++ {
		if x := w.links[link]; x != nil {
			f.Clients = append(f.Clients, x.name)
		}
	}
	return f
}

// Name gives address and name of the client of a link, and the query of a direction of it.
func (w *Witness) Name(link uint32, toClient bool) (client, name string, q figures.Query) {
	x := w.links[link]
	if x == nil {
		return "", "", ""
	}
	dir := decode.ToServer
	if toClient {
		dir = decode.ToClient
	}
	return tally.AddressText(x.link.Client), x.name, (&tally.Queries{Copied: w.c.Summary().Copies.Datagrams > 0}).Of(x.link.Sent(dir))
}
