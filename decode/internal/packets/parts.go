package packets

import (
	"hash/maphash"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/record"
)

// Edit replaces bytes, and changes no length.
type Edit struct {
	Offset int // of the first byte: in the payload of a record; in the plaintext of a datagram
	Bytes  []byte
}

// parts knows what is replaced in the parts of messages. A part alone does not tell: what is replaced
// is known when the message is whole, and then for all copies of the part.
type parts struct {
	to    Rewriter
	seed  maphash.Seed
	known *bounded.Map[partKey, *part]
	first *bounded.Map[partPlace, partKey]
}

// partKey tells parts apart; equal ones are copies of one another.
type partKey struct {
	link  uint32
	dir   record.Direction
	seq   uint16
	index uint8
	sum   uint64
}

// partPlace is where the first copy of a part stands.
type partPlace struct {
	frame int64
	index uint8
}

// part is what is known of a part and its copies. Until its message is whole, nobody could read it.
type part struct {
	settled, lost bool
	edits         []Edit      // of its payload
	waiting       []*datagram // that hold a copy
}

// placed is a copy of a part in a datagram.
type placed struct {
	*part
	offset, length int // of the payload, in the plaintext of the datagram
}

// mostParts is how many parts are known: those that wait, and those whose copies may come.
const mostParts = 8192

func newParts(to Rewriter) *parts {
	return &parts{to, maphash.MakeSeed(), bounded.New[partKey, *part](mostParts), bounded.New[partPlace, partKey](mostParts)}
}

// record takes what a record says of its datagram.
func (p *parts) record(d *datagram, r *record.Record) {
	if r.Parts != nil { // settled
		return
	}
	if r.Part() {
		p.part(d, r)
	}
	src, dst := logged(r.InFrame().Src), logged(r.InFrame().Dst)
	p.to.Meet(src.Addr())
	p.to.Meet(dst.Addr())
	edits, fate := p.to.Edits(r)
	if d.ports == [2]uint16{} && fate == Keep {
		d.ports = [2]uint16{p.to.Port(src), p.to.Port(dst)}
	}
	d.wanted = d.wanted && fate != NoMatter
	d.leftOut = d.leftOut || fate == LeaveOut
	d.blank = d.blank || fate == Blank
	for _, e := range edits {
		d.edits = append(d.edits, Edit{start(r) + e.Offset, e.Bytes})
	}
}

// start is where the payload of a record begins in the plaintext of its datagram.
func start(r *record.Record) int {
	if r.Proto != record.BC || r.Unread {
		return int(r.Offset)
	}
	return int(r.Offset) + int(r.Header.Header)
}

// part takes a part, the first or a copy.
func (p *parts) part(d *datagram, r *record.Record) {
	key := partKey{r.Link, r.Dir, r.Header.Seq, r.Header.FragmentIndex, maphash.Bytes(p.seed, r.Payload)}
	x, ok := p.known.Get(key)
	if !ok {
		x = &part{}
		p.known.Put(key, x)
	}
	p.first.Put(partPlace{r.Frame, r.Index}, key)
	d.parts = append(d.parts, placed{x, start(r), len(r.Payload)})
	if !x.settled {
		d.open++
		x.waiting = append(x.waiting, d)
	}
}

// settle takes a message that was joined from parts, or lost for want of some.
func (p *parts) settle(r *record.Record) {
	var edits []Edit
	if !r.Lost() {
		edits, _ = p.to.Edits(r)
	}
	at := 0
	for i, frame := range r.Parts.Frames {
		key, ok := p.first.Get(partPlace{frame, r.Parts.Indexes[i]})
		size := 0
		if !r.Lost() {
			size = int(r.Parts.Places[i].Length)
		}
		if x, known := p.known.Get(key); ok && known && !x.settled {
			x.settle(within(edits, at, size), r.Lost())
		}
		at += size
	}
}

// within gives those parts of edits that lie in some bytes.
func within(edits []Edit, at, size int) (inside []Edit) {
	for _, e := range edits {
		from, to := max(e.Offset, at), min(e.Offset+len(e.Bytes), at+size)
		if from < to {
			inside = append(inside, Edit{from - at, e.Bytes[from-e.Offset : to-e.Offset]})
		}
	}
	return inside
}

// settle says what is replaced in a part: some bytes, or all of one that nobody could read.
func (x *part) settle(edits []Edit, lost bool) {
	x.settled, x.lost, x.edits = true, lost, edits
	for _, d := range x.waiting {
		d.open--
	}
	x.waiting = nil
}

// edit replaces bytes in the plaintext of a datagram. It counts the bytes of parts that nobody could read.
func (d *datagram) edit(text []byte) (unread int) {
	for _, e := range d.edits {
		copy(text[e.Offset:], e.Bytes)
	}
	for _, x := range d.parts {
		if !x.settled || x.lost {
			clear(text[x.offset:][:x.length])
			unread += x.length
		}
		for _, e := range x.edits {
			copy(text[x.offset+e.Offset:], e.Bytes)
		}
	}
	return unread
}
