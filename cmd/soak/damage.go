package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
)

// step is one thing that is done to a capture. Where and how follows from its seed and
// from the bytes it meets.
type step struct {
	kind *kind
	seed uint64
}

// kind is one kind of damage. It says what it did; "" = it found nothing to do.
type kind struct {
	name   string
	weight int
	do     func(d *damager) string
}

// damager is a capture while one step is done to it.
type damager struct {
	b      []byte
	layout layout
	*rand.Rand
}

// kinds are all kinds of damage. The plaintext of the game has the most weight: that is
// where most of the decoder is.
var kinds = []kind{
	{"flip bits", 3, flipBits},
	{"overwrite", 3, overwrite},
	{"cut", 2, cutAnywhere},
	{"insert", 2, insertBytes},
	{"delete", 2, deleteBytes},
	{"repeat bytes", 1, repeatBytes},
	{"swap frames", 2, swapFrames},
	{"repeat frame", 2, repeatFrame},
	{"drop frames", 2, dropFrames},
	{"multiply frame", 1, multiplyFrame},
	{"record header", 3, recordHeaderEdit},
	{"block length", 2, blockLength},
	{"block body", 1, blockBody},
	{"network header", 4, networkHeader},
	{"snap", 1, snapFrame},
	{"message header", 10, messageHeader},
	{"message body", 10, messageBody},
	{"messages", 6, messageList},
	{"splice", 4, splicePlaintext},
	{"datagram", 2, datagramNoise},
}

// newSteps chooses what is done in a case: mostly little, sometimes much.
func newSteps(chance *rand.Rand) (steps []step) {
	total := 0
	for _, k := range kinds {
		total += k.weight
	}
	n := 1 + chance.IntN(3)
	if chance.IntN(4) == 0 {
		n += chance.IntN(20)
	}
	for range n {
		at := chance.IntN(total)
		for i := range kinds {
			if at -= kinds[i].weight; at < 0 {
				steps = append(steps, step{&kinds[i], chance.Uint64()})
				break
			}
		}
	}
	return steps
}

// damage does the steps to a copy of b and says what was done.
func damage(b []byte, steps []step) (damaged []byte, done []string) {
	d := damager{b: slices.Clone(b)}
	for _, s := range steps {
		d.layout, _ = layoutOf(d.b)
		d.Rand = rand.New(rand.NewPCG(s.seed, 0))
		what := s.kind.do(&d)
		if what == "" {
			what = "nothing"
		}
		done = append(done, s.kind.name+": "+what)
	}
	return d.b, done
}

// place chooses a byte; mostly any, sometimes one of the first or last.
func (d *damager) place() int {
	switch d.IntN(8) {
	case 0:
		return d.IntN(min(len(d.b), 64))
	case 1:
		return len(d.b) - 1 - d.IntN(min(len(d.b), 64))
	}
	return d.IntN(len(d.b))
}

// interesting numbers: where signs, sizes and limits are.
var interesting = []uint64{
	0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 254, 255, 256, 511, 512, 1023, 1024, 1500, 4095, 4096,
	8191, 8192, 16383, 16384, 32767, 32768, 65534, 65535, 65536, 1 << 20, 1<<20 + 1, 1 << 24, 1<<31 - 1, 1 << 31, 1<<32 - 2, 1<<32 - 1,
}

// number gives an interesting number, one next to what is there, or any.
func (d *damager) number(now uint64) uint64 {
	switch d.IntN(5) {
	case 0:
		return d.Uint64()
	case 1:
		return now + uint64(d.IntN(9)) - 4
	case 2:
		return now ^ 1<<d.IntN(32)
	}
	return interesting[d.IntN(len(interesting))]
}

// edit writes a number of size bytes over b[at:].
func (d *damager) edit(b []byte, at, size int, order binary.ByteOrder) string {
	if at < 0 || at+size > len(b) {
		return ""
	}
	var old, now uint64
	switch size {
	case 1:
		old = uint64(b[at])
		now = d.number(old) & 0xFF
		b[at] = byte(now)
	case 2:
		old = uint64(order.Uint16(b[at:]))
		now = d.number(old) & 0xFFFF
		order.PutUint16(b[at:], uint16(now))
	case 4:
		old = uint64(order.Uint32(b[at:]))
		now = d.number(old) & 0xFFFFFFFF
		order.PutUint32(b[at:], uint32(now))
	}
	return fmt.Sprintf("%d bytes at %d: %#x becomes %#x", size, at, old, now)
}

func (d *damager) anyOrder() binary.ByteOrder {
	if d.IntN(2) == 0 {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// noise is random bytes, or a run of one byte.
func (d *damager) noise(n int) []byte {
	b := make([]byte, n)
	same, value := d.IntN(3) == 0, byte(d.Uint32())
	for i := range b {
		if !same {
			value = byte(d.Uint32())
		}
		b[i] = value
	}
	return b
}

func flipBits(d *damager) string {
	if len(d.b) == 0 {
		return ""
	}
	n := 1 + d.IntN(8)
	var places []int
	for range n {
		at := d.place()
		d.b[at] ^= 1 << d.IntN(8)
		places = append(places, at)
	}
	return fmt.Sprint("at ", places)
}

func overwrite(d *damager) string {
	if len(d.b) == 0 {
		return ""
	}
	return d.edit(d.b, d.place(), 1<<d.IntN(3), d.anyOrder())
}

func cutAnywhere(d *damager) string {
	if len(d.b) == 0 {
		return ""
	}
	at := d.place()
	d.b = d.b[:at]
	return fmt.Sprint("at ", at)
}

func insertBytes(d *damager) string {
	if len(d.b) == 0 {
		return ""
	}
	at, b := d.place(), d.noise(1+d.IntN(64))
	d.b = slices.Insert(d.b, at, b...)
	return fmt.Sprintf("%d bytes at %d", len(b), at)
}

func deleteBytes(d *damager) string {
	if len(d.b) == 0 {
		return ""
	}
	at := d.place()
	n := min(1+d.IntN(64), len(d.b)-at)
	d.b = slices.Delete(d.b, at, at+n)
	return fmt.Sprintf("%d bytes at %d", n, at)
}

func repeatBytes(d *damager) string {
	if len(d.b) == 0 {
		return ""
	}
	at := d.place()
	n := min(1+d.IntN(2000), len(d.b)-at)
	d.b = slices.Insert(d.b, at, slices.Clone(d.b[at:at+n])...)
	return fmt.Sprintf("%d bytes at %d", n, at)
}

// frame chooses a record with a frame.
func (d *damager) frame() (r record, ok bool) {
	all := d.layout.frames()
	if len(all) == 0 {
		return r, false
	}
	return all[d.IntN(len(all))], true
}

func swapFrames(d *damager) string {
	all := d.layout.frames()
	if len(all) < 2 {
		return ""
	}
	i := d.IntN(len(all) - 1)
	j := i + 1 + d.IntN(min(len(all)-1-i, 40))
	a, b := all[i], all[j]
	d.b = slices.Concat(d.b[:a.start], d.b[b.start:b.end], d.b[a.end:b.start], d.b[a.start:a.end], d.b[b.end:])
	return fmt.Sprintf("%d and %d", i+1, j+1)
}

func repeatFrame(d *damager) string {
	r, ok := d.frame()
	if !ok {
		return ""
	}
	to := d.layout.records[d.IntN(len(d.layout.records))].end
	d.b = slices.Insert(d.b, to, slices.Clone(d.b[r.start:r.end])...)
	return fmt.Sprintf("that of %d to %d", r.start, to)
}

func dropFrames(d *damager) string {
	all := d.layout.frames()
	if len(all) == 0 {
		return ""
	}
	from := d.IntN(len(all))
	to := min(from+1+d.IntN(10), len(all)) - 1
	d.b = slices.Delete(d.b, all[from].start, all[to].end)
	return fmt.Sprintf("%d to %d", from+1, to+1)
}

// multiplyFrame sends a frame again and again, from other addresses and ports: that
// fills tables.
func multiplyFrame(d *damager) string {
	r, ok := d.frame()
	if !ok || r.frame >= r.frameEnd || r.end-r.start > 600 {
		return ""
	}
	one := d.b[r.start:r.end]
	times := 1 + d.IntN(600)
	var copies []byte
	for range times {
		begin := len(copies)
		copies = append(copies, one...)
		c := copies[begin:]
		for range d.IntN(3) {
			c[r.frame-r.start+d.IntN(r.frameEnd-r.frame)] = byte(d.Uint32())
		}
	}
	d.b = slices.Insert(d.b, r.end, copies...)
	return fmt.Sprintf("that of %d, %d times", r.start, times)
}

// recordHeaderEdit changes a time or a length.
func recordHeaderEdit(d *damager) string {
	r, ok := d.frame()
	if !ok {
		return ""
	}
	words := (r.frame - r.start) / 4
	return d.edit(d.b, r.start+4*d.IntN(words), 4, d.layout.order)
}

// blockLength changes one of the two lengths of a block; in a pcap, a captured length.
func blockLength(d *damager) string {
	if len(d.layout.records) == 0 {
		return ""
	}
	r := d.layout.records[d.IntN(len(d.layout.records))]
	switch {
	case !d.layout.ng:
		return d.edit(d.b, r.captured, 4, d.layout.order)
	case d.IntN(2) == 0:
		return d.edit(d.b, r.end-4, 4, d.layout.order)
	}
	return d.edit(d.b, r.start+4, 4, d.layout.order)
}

// blockBody changes what is in a block that holds no frame: options of an interface.
func blockBody(d *damager) string {
	var others []record
	for _, r := range d.layout.records {
		if r.frame == 0 && r.end-r.start > 12 {
			others = append(others, r)
		}
	}
	if len(others) == 0 {
		return ""
	}
	r := others[d.IntN(len(others))]
	return d.edit(d.b[:r.end-4], r.start+8+d.IntN(r.end-r.start-12), 1<<d.IntN(2), d.layout.order)
}

// networkHeader changes one of the first bytes of a frame: link, IP, UDP.
func networkHeader(d *damager) string {
	r, ok := d.frame()
	if !ok || r.frame >= r.frameEnd {
		return ""
	}
	n := min(64, r.frameEnd-r.frame)
	return d.edit(d.b[:r.frameEnd], r.frame+d.IntN(n), 1+d.IntN(2), binary.BigEndian)
}

// snapFrame takes bytes off the end of a frame and keeps its length on the wire.
func snapFrame(d *damager) string {
	r, ok := d.frame()
	if !ok || r.frame >= r.frameEnd || r.captured == 0 {
		return ""
	}
	keep := d.IntN(r.frameEnd - r.frame)
	what := fmt.Sprintf("the frame at %d to %d bytes", r.start, keep)
	d.replaceFrame(r, slices.Clone(d.b[r.frame:r.frame+keep]), false)
	return what
}

// replaceFrame puts other bytes in place of those of a frame, and mends the lengths of
// the record.
func (d *damager) replaceFrame(r record, frame []byte, wireToo bool) {
	d.b = slices.Concat(d.b[:r.start], d.recordWith(r, frame, wireToo), d.b[r.end:])
}

// recordWith gives a record with other bytes in place of those of its frame.
func (d *damager) recordWith(r record, frame []byte, wireToo bool) []byte {
	o := d.layout.order
	head := slices.Clone(d.b[r.start:r.frame])
	if r.captured > 0 {
		o.PutUint32(head[r.captured-r.start:], uint32(len(frame)))
		if wireToo {
			o.PutUint32(head[r.captured-r.start+4:], uint32(len(frame)))
		}
	}
	tail := d.b[r.frameEnd:r.end]
	if d.layout.ng {
		frame, tail = paddedBlock(head, frame, o)
	}
	return slices.Concat(head, frame, tail)
}

// paddedBlock gives a block its padding and its length at both ends; options are lost.
func paddedBlock(head, frame []byte, o binary.ByteOrder) (body, trailer []byte) {
	body = slices.Clone(frame)
	for len(body)%4 != 0 {
		body = append(body, 0)
	}
	trailer = make([]byte, 4)
	length := uint32(len(head) + len(body) + 4)
	o.PutUint32(head[4:], length)
	o.PutUint32(trailer, length)
	return body, trailer
}
