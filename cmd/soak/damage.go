package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"bcdump/decode/synth/hostile"
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
	{"overwrite", 3, func(d *damager) string { return d.edit(d.b, d.place(), 1<<d.IntN(3), d.anyOrder()) }},
	{"cut", 2, cutAnywhere},
	{"bytes", 5, spliceBytes},
	{"frames", 6, moveFrames},
	{"multiply frame", 1, multiplyFrame},
	{"record", 5, recordEdit},
	{"network header", 4, networkHeader},
	{"snap", 1, snapFrame},
	{"texts", 4, hostileTexts},
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
		what := ""
		if len(d.b) > 0 {
			what = s.kind.do(&d)
		}
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
	wide, low := make([]byte, 8), 0 // where the number ends up in eight bytes
	if order == binary.ByteOrder(binary.BigEndian) {
		low = len(wide) - size
	}
	copy(wide[low:], b[at:at+size])
	old := order.Uint64(wide)
	order.PutUint64(wide, d.number(old))
	copy(b[at:at+size], wide[low:])
	return fmt.Sprintf("%d bytes at %d: %#x becomes %#x", size, at, old, b[at:at+size])
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
	var places []int
	for range 1 + d.IntN(8) {
		at := d.place()
		d.b[at] ^= 1 << d.IntN(8)
		places = append(places, at)
	}
	return fmt.Sprint("at ", places)
}

func cutAnywhere(d *damager) string {
	at := d.place()
	d.b = d.b[:at]
	return fmt.Sprint("at ", at)
}

// spliceBytes puts noise, other bytes of the capture or nothing in place of some bytes.
func spliceBytes(d *damager) string {
	at := d.place()
	end := min(at+d.IntN(64), len(d.b))
	var piece []byte
	switch d.IntN(3) {
	case 0:
		piece = d.noise(1 + d.IntN(64))
	case 1:
		from := d.place()
		piece = slices.Clone(d.b[from:min(from+d.IntN(2000), len(d.b))])
	}
	d.b = slices.Replace(d.b, at, end, piece...)
	return fmt.Sprintf("%d bytes in place of those from %d to %d", len(piece), at, end)
}

// frame chooses a record with a frame.
func (d *damager) frame() (r record, ok bool) {
	all := d.layout.frames()
	if len(all) == 0 {
		return r, false
	}
	return all[d.IntN(len(all))], true
}

// moveFrames drops, repeats or moves some frames that stand together.
func moveFrames(d *damager) string {
	all := d.layout.frames()
	if len(all) == 0 {
		return ""
	}
	i := d.IntN(len(all))
	from, to := all[i].start, all[min(i+d.IntN(10), len(all)-1)].end
	some, at := slices.Clone(d.b[from:to]), all[d.IntN(len(all))].end
	keep, put := d.IntN(2) == 0, d.IntN(3) > 0
	if put && (at <= from || at >= to) {
		d.b = slices.Insert(d.b, at, some...)
		if at <= from {
			from, to = from+len(some), to+len(some)
		}
	}
	if !keep {
		d.b = slices.Delete(d.b, from, to)
	}
	return fmt.Sprintf("%d bytes from %d, kept: %v, at %d too: %v", len(some), from, keep, at, put)
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

// recordEdit changes a time or a length of a record, what is in a block that holds no frame, or the length
// at the end of a block.
func recordEdit(d *damager) string {
	if len(d.layout.records) == 0 {
		return ""
	}
	r := d.layout.records[d.IntN(len(d.layout.records))]
	head := r.end
	if r.frame > 0 {
		head = r.frame
	}
	at := r.start + 4*d.IntN((head-r.start)/4)
	if d.layout.ng && d.IntN(4) == 0 {
		at = r.end - 4
	}
	return d.edit(d.b, at, 4, d.layout.order)
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
	if !ok || r.frame >= r.frameEnd {
		return ""
	}
	keep := d.IntN(r.frameEnd - r.frame)
	what := fmt.Sprintf("the frame at %d to %d bytes", r.start, keep)
	d.replaceFrame(r, slices.Clone(d.b[r.frame:r.frame+keep]), false)
	return what
}

// hostileTexts puts texts that steer a terminal or are formulas in place of those of all messages that are
// understood.
func hostileTexts(d *damager) string {
	var out []byte
	at, n := 0, 0
	filler := hostile.Filler{Text: d.text}
	for _, r := range d.layout.frames() {
		udp, ok := d.dissect(r)
		if !ok {
			continue
		}
		payload, changed := filler.Datagram(udp.Payload)
		if !changed {
			payload, changed = d.refilled(r, filler)
		}
		if !changed {
			continue
		}
		header := int(udp.HeaderBytes)
		frame := slices.Concat(d.b[r.frame:r.frame+header], payload)
		mendLengths(frame, header)
		out = append(append(out, d.b[at:r.start]...), d.recordWith(r, frame, true)...)
		at, n = r.end, n+1
	}
	d.b = append(out, d.b[at:]...)
	return fmt.Sprintf("in %d datagrams", n)
}

// text is one of the hostile ones, a few of them, a long one, or a broken one.
func (d *damager) text(wide bool) string {
	some := hostile.Texts
	if !wide {
		some = some[:hostile.Narrow]
	}
	one := some[d.IntN(len(some))]
	switch d.IntN(5) {
	case 0:
		const most = 200 // bytes: any length byte holds it
		one = strings.Repeat(one, 1+d.IntN(20))
		return one[:min(len(one), most)]
	case 1:
		return string([]byte{0xFF, 0xE2, 0x80, byte(d.Uint32())}) + one
	}
	return one
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
	o.PutUint32(head[r.captured-r.start:], uint32(len(frame)))
	if wireToo {
		o.PutUint32(head[r.captured-r.start+4:], uint32(len(frame)))
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
