package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/transport"
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
	d.b = slices.Concat(out, d.b[at:])
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

// datagram is the plaintext of a game datagram, and where it came from.
type datagram struct {
	record   record
	payload  int // where the UDP payload begins in the frame
	plain    []byte
	messages []transport.Message
}

// tries is how many frames are looked at to find a game datagram among others.
const tries = 8

// game chooses a datagram that reads as one of the game.
func (d *damager) game() (g datagram, ok bool) {
	for range tries {
		r, ok := d.frame()
		if !ok {
			return g, false
		}
		if g, ok = d.open(r); ok {
			return g, true
		}
	}
	return g, false
}

// dissect finds the UDP datagram of a frame.
func (d *damager) dissect(r record) (udp capture.Datagram, ok bool) {
	frame := capture.Frame{Link: r.link, Data: d.b[r.frame:r.frameEnd], WireLength: uint32(r.frameEnd - r.frame)}
	var dissector capture.Dissector
	kind := dissector.Dissect(&frame, &udp)
	return udp, kind == capture.UDP
}

func (d *damager) open(r record) (g datagram, ok bool) {
	udp, ok := d.dissect(r)
	if !ok || len(udp.Payload) < transport.DatagramHeader {
		return g, false
	}
	g = datagram{record: r, payload: int(udp.HeaderBytes), plain: make([]byte, len(udp.Payload))}
	cipher.Decipher(g.plain, udp.Payload)
	g.messages, _ = transport.Walk(g.plain, 0, nil)
	return g, len(g.messages) > 0
}

// close enciphers the plaintext and puts it back. A new length is mostly told to the
// headers, and sometimes not.
func (d *damager) close(g *datagram) {
	sent := make([]byte, len(g.plain))
	cipher.Encipher(sent, g.plain)
	frame := slices.Concat(d.b[g.record.frame:g.record.frame+g.payload], sent)
	if d.IntN(8) > 0 {
		mendLengths(frame, g.payload)
	}
	d.replaceFrame(g.record, frame, true)
}

// mendLengths puts the right lengths into the headers of UDP over IPv4 or IPv6 without
// options. Others keep theirs, and lie.
func mendLengths(frame []byte, payload int) {
	if payload < 28 || len(frame)-payload > 60_000 {
		return
	}
	binary.BigEndian.PutUint16(frame[payload-4:], uint16(8+len(frame)-payload))
	if ip := frame[payload-28:]; ip[0] == 0x45 && ip[9] == 17 {
		binary.BigEndian.PutUint16(ip[2:], uint16(len(ip)))
		return
	}
	if payload < 48 {
		return
	}
	if ip := frame[payload-48:]; ip[0]>>4 == 6 && ip[6] == 17 {
		binary.BigEndian.PutUint16(ip[4:], uint16(len(ip)-40))
	}
}

// change opens a game datagram, lets edit change its plaintext, and closes it.
func (d *damager) change(edit func(g *datagram) string) string {
	g, ok := d.game()
	if !ok {
		return ""
	}
	what := edit(&g)
	if what != "" {
		d.close(&g)
		what = fmt.Sprintf("in the frame at %d: %s", g.record.start, what)
	}
	return what
}

func (d *damager) message(g *datagram) *transport.Message {
	return &g.messages[d.IntN(len(g.messages))]
}

// messageHeader changes peer, count, type, flags, length, number or fragment.
func messageHeader(d *damager) string {
	return d.change(func(g *datagram) string {
		if d.IntN(6) == 0 {
			return d.edit(g.plain, d.IntN(transport.DatagramHeader), 1, binary.LittleEndian)
		}
		m := d.message(g)
		switch d.IntN(4) {
		case 0:
			return d.edit(g.plain, int(m.Offset), 1, binary.LittleEndian)
		case 1:
			return d.edit(g.plain, int(m.Offset)+1, 2, binary.LittleEndian)
		}
		return d.edit(g.plain, int(m.Offset)+d.IntN(max(int(m.Header), 1)), 1, binary.LittleEndian)
	})
}

// messageBody changes the payload of a message: its opcode, counts, lengths, numbers.
// Its length stays, or follows what was done.
func messageBody(d *damager) string {
	return d.change(func(g *datagram) string {
		m := d.message(g)
		body := m.Payload(g.plain)
		if len(body) == 0 {
			return ""
		}
		at := d.IntN(len(body))
		if d.IntN(4) == 0 {
			at = d.IntN(min(len(body), 8)) // opcode, object, first counts
		}
		switch d.IntN(6) {
		case 0:
			return d.resize(g, m, body[:at])
		case 1:
			return d.resize(g, m, slices.Insert(slices.Clone(body), at, d.noise(1+d.IntN(40))...))
		case 2:
			return d.resize(g, m, slices.Delete(slices.Clone(body), at, min(at+1+d.IntN(8), len(body))))
		}
		size := 1 << d.IntN(3)
		if at+size > len(body) {
			size = 1
		}
		return d.edit(body, at, size, d.anyOrder())
	})
}

// resize gives a message another payload, and the length that belongs to it.
func (d *damager) resize(g *datagram, m *transport.Message, body []byte) string {
	changed := m.Append(nil, body)
	what := fmt.Sprintf("message of %d bytes at %d becomes one of %d", m.Length, m.Offset, len(changed))
	g.plain = slices.Concat(g.plain[:m.Offset], changed, g.plain[int(m.Offset)+len(m.Bytes(g.plain)):])
	return what
}

// messageList repeats, drops or swaps whole messages, with or without their count, or
// makes a message a fragment.
func messageList(d *damager) string {
	return d.change(func(g *datagram) string {
		m := d.message(g)
		bytes := slices.Clone(m.Bytes(g.plain))
		count := 0
		var what string
		switch d.IntN(4) {
		case 0:
			count = 1 + d.IntN(200)
			what = fmt.Sprintf("message at %d, %d times more", m.Offset, count)
			g.plain = append(g.plain, slices.Repeat(bytes, count)...)
		case 1:
			count = -1
			what = fmt.Sprintf("without the message at %d", m.Offset)
			g.plain = slices.Delete(g.plain, int(m.Offset), int(m.Offset)+len(bytes))
		case 2:
			what, count = d.fragments(g, m)
		case 3:
			count = 1
			what = "a message from another datagram"
			other, ok := d.game()
			if !ok {
				return ""
			}
			g.plain = append(g.plain, d.message(&other).Bytes(other.plain)...)
		}
		if d.IntN(6) > 0 {
			g.plain[1] += byte(count)
		}
		return what
	})
}

// fragments turns a message into parts of one, of which some are missing, doubled or in
// disorder.
func (d *damager) fragments(g *datagram, m *transport.Message) (what string, count int) {
	total := 1 + d.IntN(6)
	payload := slices.Clone(m.Payload(g.plain))
	size := len(payload)/total + 1
	seq := uint16(d.number(uint64(m.Seq)))
	var parts []byte
	for range total {
		index := d.IntN(total)
		header := transport.NewFragment(seq, uint8(index), uint8(d.number(uint64(total))))
		from := min(index*size, len(payload))
		parts = header.Append(parts, payload[from:min(from+size, len(payload))])
	}
	g.plain = append(g.plain, parts...)
	return fmt.Sprintf("%d parts of the message at %d", total, m.Offset), total
}

// splicePlaintext puts a piece of one datagram into another.
func splicePlaintext(d *damager) string {
	return d.change(func(g *datagram) string {
		other, ok := d.game()
		if !ok {
			return ""
		}
		from := d.IntN(len(other.plain))
		piece := other.plain[from:min(from+1+d.IntN(40), len(other.plain))]
		at := d.IntN(len(g.plain))
		if d.IntN(2) == 0 {
			g.plain = slices.Insert(g.plain, at, piece...)
		} else {
			copy(g.plain[at:], piece)
		}
		return fmt.Sprintf("%d bytes of the frame at %d to %d", len(piece), other.record.start, at)
	})
}

// refilled gives the datagram of a frame with other texts in its messages.
func (d *damager) refilled(r record, filler hostile.Filler) (payload []byte, changed bool) {
	g, ok := d.open(r)
	if !ok {
		return nil, false
	}
	out := slices.Clone(g.plain[:transport.DatagramHeader])
	for i := range g.messages {
		m := &g.messages[i]
		if body, ok := filler.Message(m, m.Payload(g.plain)); ok {
			out, changed = m.Append(out, body), true
		} else {
			out = append(out, m.Bytes(g.plain)...)
		}
	}
	cipher.Encipher(out, out)
	return out, changed
}

// datagramNoise replaces the end of a plaintext by noise, of another length.
func datagramNoise(d *damager) string {
	return d.change(func(g *datagram) string {
		keep := d.IntN(len(g.plain))
		more := d.noise(d.IntN(1400))
		g.plain = append(g.plain[:keep:keep], more...)
		return fmt.Sprintf("%d bytes after %d", len(more), keep)
	})
}
