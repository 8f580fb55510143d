package capture

import (
	"bytes"
	"net/netip"
	"slices"
)

// fragmentKey says which fragments belong together. In IPv6 the protocol is not
// part of it, because only the first fragment's counts.
type fragmentKey struct {
	src, dst netip.Addr
	id       uint32
	version  uint8
	protocol uint8
}

func keyOf(x *IPFragment) fragmentKey {
	key := fragmentKey{src: x.Src, dst: x.Dst, id: x.ID, version: x.Version}
	if x.Version == 4 {
		key.protocol = x.Protocol
	}
	return key
}

// piece is a run of bytes of a payload.
type piece struct {
	start int
	data  []byte
}

func (p piece) end() int { return p.start + len(p.data) }

// pieceOverhead is what the bookkeeping of a piece is counted as, in bytes.
const pieceOverhead = 64

// pending is a datagram some fragments of which have come. Bytes are kept as
// they come, so that memory follows the data and not the offsets.
type pending struct {
	key       fragmentKey
	first     Time
	pieces    []piece // sorted, not overlapping
	bytes     int     // sum of their lengths
	total     int     // length of the payload, -1 while the last fragment is missing
	reach     int     // where the fragments that say "more" end, at most
	protocol  uint8   // of the first fragment
	fragments int     // seen, repeats included
	fresh     []int64 // frames of those that brought bytes
	dead      bool    // given up
	again     bool    // it was joined a moment ago
	reason    string  // why
}

// size is the memory that p is counted as.
func (p *pending) size() int {
	if p.dead {
		return 0
	}
	return p.bytes + len(p.pieces)*pieceOverhead
}

// partial counts p as one that lacks fragments, if it is no repeat.
func (p *pending) partial() int64 {
	if p.dead || p.again {
		return 0
	}
	return 1
}

func (p *pending) complete() bool { return p.bytes == p.total }

// add puts in a fragment; false means that it contradicts what is there.
func (p *pending) add(x *IPFragment) bool {
	end := x.Offset + len(x.Data)
	if !p.agrees(end, x.More) {
		return false
	}
	if x.More {
		p.reach = max(p.reach, end)
	} else {
		p.total = end
	}
	if x.Offset == 0 {
		p.protocol = x.Protocol
	}
	before := p.bytes
	if !p.insert(x.Offset, x.Data) {
		return false
	}
	if p.bytes > before {
		p.fresh = append(p.fresh, x.Frame)
	}
	return true
}

// agrees tells whether a fragment that ends at end fits the total length: those
// with more to come end before it, the last one ends at it.
func (p *pending) agrees(end int, more bool) bool {
	if more {
		return p.total < 0 || end < p.total
	}
	return p.reach < end && (p.total < 0 || end == p.total)
}

// insert keeps copies of those bytes that are new; false means that some that
// are not new differ.
func (p *pending) insert(start int, data []byte) bool {
	at := start
	for i := 0; len(data) > 0; i++ {
		if i == len(p.pieces) || p.pieces[i].start >= at+len(data) {
			p.put(i, at, data)
			break
		}
		old := p.pieces[i]
		if old.end() <= at {
			continue
		}
		if gap := old.start - at; gap > 0 {
			p.put(i, at, data[:gap])
			at, data = at+gap, data[gap:]
			i++ // old has moved up
		}
		common := min(old.end()-at, len(data))
		if !bytes.Equal(old.data[at-old.start:][:common], data[:common]) {
			return false
		}
		at, data = at+common, data[common:]
	}
	return true
}

func (p *pending) put(i, at int, data []byte) {
	p.pieces = slices.Insert(p.pieces, i, piece{at, bytes.Clone(data)})
	p.bytes += len(data)
}

// join makes one payload of all pieces.
func (p *pending) join() Joined {
	payload := make([]byte, 0, p.total)
	for _, piece := range p.pieces {
		payload = append(payload, piece.data...)
	}
	return Joined{Payload: payload, Protocol: p.protocol, Fragments: len(p.fresh), Frames: p.fresh}
}
