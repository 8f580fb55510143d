package capture

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"slices"
	"time"
)

// defragLimits bound what a Defragmenter holds.
type defragLimits struct {
	pending   int           // datagrams that may wait for fragments
	bytes     int           // of memory that waiting fragments may take, counting 64 for the bookkeeping of each piece
	fragments int           // of one datagram, repeats included: the largest needs 119 at an IPv4 MTU of 576 bytes
	timeout   time.Duration // by capture time, from the first fragment of a datagram on
}

// DefragStats counts what became of fragmented datagrams. Fragments that repeat
// a datagram already joined (a capture on several interfaces sees each packet
// several times) begin a new one, which may end as TimedOut or Pending.
type DefragStats struct {
	Pending   int   // waiting now; at the end of the capture: never completed
	Bytes     int   // memory they take
	Joined    int64 // datagrams completed
	Evicted   int64 // given up, oldest first, because a limit was reached
	TimedOut  int64 // given up because the rest did not come in time
	Conflicts int64 // given up because fragments contradict each other
	Limited   int64 // given up because of too many fragments
	Bad       int64 // fragments that are impossible on their own, left out
	// Partial are the datagrams that are lost because some of their fragments are not in the capture: those
	// that wait, were evicted or timed out, but for repeats of one that was joined a moment ago.
	Partial int64
	// Lacking are the first of these, in the order in which they were given up.
	Lacking []Lacking
}

// Lacking is a datagram some of whose fragments are not in the capture.
type Lacking struct {
	First, Last int64 // frames of the fragments that are
	// Src and Dst have port 0 if the fragment with the UDP header is missing.
	Src, Dst netip.AddrPort
	// Bytes of the IP payload are there; Length is how many it has, -1 if that is not known.
	Bytes, Length int
}

// maxLacking bounds the list of incomplete datagrams.
//
//limit:maxLacking Links, IP and UDP | datagrams that lack IP fragments and are named | counted | TestLacking
const maxLacking = 16

// Defragmenter joins IP fragments. It copies what it keeps, goes by capture time
// only, and must be given the fragments in capture order. It is not safe for
// concurrent use.
//
// Fragments may come in any order and more than once, and may overlap where
// they agree. Where they do not agree nobody can say which is right, so the
// datagram is given up, and so are its later fragments until the timeout.
type Defragmenter struct {
	limits  defragLimits
	stats   DefragStats
	pending []*pending      // in order of first fragment
	lately  [64]fragmentKey // joined last
	parser  Dissector
}

// NewDefragmenter returns an empty Defragmenter.
func NewDefragmenter() *Defragmenter {
	return &Defragmenter{limits: defragLimits{64, 1 << 20, 256, 30 * time.Second}}
}

// Stats returns the counts so far.
func (d *Defragmenter) Stats() DefragStats {
	stats := d.stats
	for _, p := range d.pending {
		if !p.dead {
			stats.Pending++
		}
		stats.lack(p)
	}
	return stats
}

// lack takes a datagram that was given up, if it lacks fragments and is no repeat.
func (s *DefragStats) lack(p *pending) {
	if p.dead || p.again {
		return
	}
	s.Partial++
	if len(s.Lacking) < maxLacking && len(p.fresh) > 0 {
		s.Lacking = append(s.Lacking[:len(s.Lacking):len(s.Lacking)], p.lacking())
	}
}

// Join adds the fragment x that frame f is. When it completes a datagram,
// Join dissects that and fills in out like Dissect, with Frame and Time of f.
// The kind is Fragment while the datagram is incomplete, UDP or NotUDP when it is
// complete, and Bad when the fragment or the datagram had to be
// given up. What is joined may be a tunnel, and carry a fragment itself.
func (d *Defragmenter) Join(f *Frame, x *IPFragment, out *Datagram) Kind {
	x.Frame = f.Number
	for range maxLayers {
		*out = Datagram{Frame: f.Number, Time: f.Time, Digits: f.Digits, Trail: x.Trail}
		joined, ok := d.add(x, f.Time)
		switch {
		case !ok:
			return Bad
		case joined == nil:
			return Fragment
		}
		if kind := d.dissect(x, joined, out); kind != Fragment {
			return kind
		}
		inner := d.parser.Fragment()
		inner.Frame, inner.frames = f.Number, joined.Frames
		x = &inner
	}
	return Bad
}

// dissect reads the joined payload.
func (d *Defragmenter) dissect(x *IPFragment, j *Joined, out *Datagram) (kind Kind) {
	defer func() {
		if recover() != nil {
			kind = Bad
		}
	}()
	return d.parser.joinedFrom(x, j, out)
}

// Protocol says what the last datagram carries that was joined and is none of UDP.
func (d *Defragmenter) Protocol() Protocol { return d.parser.Protocol() }

// joinedFrom is dissect of what was joined from fragments like x.
func (d *Dissector) joinedFrom(x *IPFragment, j *Joined, out *Datagram) Kind {
	d.begin(j.Payload)
	d.claimed, d.src, d.dst, d.version, d.joined = len(j.Payload), x.Src, x.Dst, x.Version, true
	kind := d.walk(ofIP|Protocol(j.Protocol), out)
	if kind == UDP {
		out.Fragments, out.FromFragments = uint16(j.Fragments), j
		j.Headers, j.Nested = slices.Clone(d.Headers()), x.frames != nil
	}
	return kind
}

// maxIPPayload is where an IP payload must end; offset and length of a fragment
// could state more.
//
//limit:maxIPPayload Links, IP and UDP | bytes of a joined datagram | a bad fragment | TestImpossibleFragments, ipv4-fragments-conflicting
const maxIPPayload = 65535

// add adds a fragment seen at a moment of capture time, and gives the payload that it completes, whatever is in it;
// nil = none. ok is false if the fragment or its whole datagram was given up.
func (d *Defragmenter) add(x *IPFragment, at Time) (joined *Joined, ok bool) {
	d.expire(at)
	if !plausible(x) {
		d.stats.Bad++
		return nil, false
	}
	p := d.find(x, at)
	if p.dead {
		return nil, false
	}
	p.fragments++
	if p.fragments > d.limits.fragments {
		d.stats.Limited++
		d.kill(p)
		return nil, false
	}
	before := p.size()
	if !p.add(x) {
		d.stats.Bytes += p.size() - before
		d.stats.Conflicts++
		d.kill(p)
		return nil, false
	}
	d.stats.Bytes += p.size() - before
	if !p.complete() {
		d.shrink()
		return nil, true
	}
	d.lately[d.stats.Joined%int64(len(d.lately))] = p.key
	d.stats.Joined++
	joined = p.join()
	d.drop(p)
	return joined, true
}

// plausible refuses what no IP stack sends: an end beyond the largest packet, no
// data, or a length that leaves a hole before any later fragment.
func plausible(x *IPFragment) bool {
	if x.Offset < 0 || x.Offset%8 != 0 || len(x.Data) == 0 || x.Offset+len(x.Data) > maxIPPayload {
		return false
	}
	return !x.More || len(x.Data)%8 == 0
}

// find returns the datagram that x belongs to, a new one if there is none.
func (d *Defragmenter) find(x *IPFragment, at Time) *pending {
	key := keyOf(x)
	for _, p := range d.pending {
		if p.key == key {
			return p
		}
	}
	if len(d.pending) >= d.limits.pending {
		d.evict()
	}
	p := &pending{key: key, first: at, total: -1, again: slices.Contains(d.lately[:], key)}
	d.pending = append(d.pending, p)
	return p
}

// expire gives up datagrams whose time is over. A capture merged from several
// clocks can step back in time; a step back by more than the timeout ends a datagram
// too, or its identification would be blocked for ever.
func (d *Defragmenter) expire(at Time) {
	for i := 0; i < len(d.pending); {
		p := d.pending[i]
		if age := at.Sub(p.first); age <= d.limits.timeout && age >= -d.limits.timeout {
			i++
			continue
		}
		if !p.dead {
			d.stats.TimedOut++
		}
		d.stats.lack(p)
		d.drop(p)
	}
}

// shrink evicts until the bytes are within the limit.
func (d *Defragmenter) shrink() {
	for d.stats.Bytes > d.limits.bytes && len(d.pending) > 0 {
		d.evict()
	}
}

// evict gives up the oldest datagram.
func (d *Defragmenter) evict() {
	p := d.pending[0]
	if !p.dead {
		d.stats.Evicted++
	}
	d.stats.lack(p)
	d.drop(p)
}

// kill forgets the data of p but remembers its key, so that its later
// fragments do not begin a datagram that cannot be completed.
func (d *Defragmenter) kill(p *pending) {
	d.stats.Bytes -= p.size()
	p.pieces, p.dead = nil, true
}

func (d *Defragmenter) drop(p *pending) {
	d.stats.Bytes -= p.size()
	if i := slices.Index(d.pending, p); i >= 0 {
		d.pending = slices.Delete(d.pending, i, i+1)
	}
}

// fragmentKey says which fragments belong together. In IPv6 the protocol is not
// part of it, because only the first fragment's counts.
type fragmentKey struct {
	src, dst netip.Addr
	id       uint32
	tags     uint32
	version  uint8
	protocol uint8
}

func keyOf(x *IPFragment) fragmentKey {
	key := fragmentKey{src: x.Src, dst: x.Dst, id: x.ID, tags: x.Trail.Tags, version: x.Version}
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

// pending is a datagram that is not complete yet. Bytes are kept as they come, so that memory
// follows the data and not the offsets.
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
}

// size is the memory that p is counted as.
func (p *pending) size() int {
	if p.dead {
		return 0
	}
	return p.bytes + len(p.pieces)*pieceOverhead
}

// lacking says what of p is there.
func (p *pending) lacking() Lacking {
	const udp, header = 17, 8
	x := Lacking{
		First: slices.Min(p.fresh), Last: slices.Max(p.fresh), Bytes: p.bytes, Length: p.total,
		Src: netip.AddrPortFrom(p.key.src, 0), Dst: netip.AddrPortFrom(p.key.dst, 0),
	}
	if first := p.pieces[0]; first.start == 0 && p.protocol == udp && len(first.data) >= header {
		port := func(at int) uint16 { return binary.BigEndian.Uint16(first.data[at:]) }
		x.Src, x.Dst, x.Length = netip.AddrPortFrom(p.key.src, port(0)), netip.AddrPortFrom(p.key.dst, port(2)), int(port(4))
	}
	return x
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
		if p.fresh = append(p.fresh, x.frames...); x.frames == nil {
			p.fresh = append(p.fresh, x.Frame)
		}
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
func (p *pending) join() *Joined {
	payload := make([]byte, 0, p.total)
	for _, piece := range p.pieces {
		payload = append(payload, piece.data...)
	}
	slices.Sort(p.fresh) // those of fragments within fragments may not be
	return &Joined{Payload: payload, Protocol: p.protocol, Fragments: len(p.fresh), Frames: p.fresh}
}
