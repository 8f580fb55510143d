package main

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/transport"
)

// damager does hostile things to a capture. What and where follow from the chance and from the bytes that
// it meets. It reads the records of a pcap itself, so that they can be held against what the decoder finds.
type damager struct {
	*rand.Rand
	b      []byte
	order  binary.ByteOrder
	frames []framePlace // none of what is no plain pcap
	broken int          // where the first record begins that does not fit; the end of the file if all do
}

// framePlace is where a record begins, its frame, and where it ends.
type framePlace struct{ start, data, end int }

const (
	pcapHeader, recordHeader = 24, 16
	largestFrame             = 1 << 20 // that the decoder takes; docs/reference/limits.md
)

// look finds the frames of a pcap.
func (d *damager) look() {
	d.frames, d.broken, d.order = nil, 0, binary.LittleEndian
	if len(d.b) < pcapHeader {
		return
	}
	if d.b[0] == 0xA1 {
		d.order = binary.BigEndian
	}
	if magic := d.order.Uint32(d.b); magic != 0xA1B2C3D4 && magic != 0xA1B23C4D {
		return
	}
	at := pcapHeader
	for len(d.b)-at >= recordHeader {
		n := int64(d.order.Uint32(d.b[at+8:]))
		if n > largestFrame || n > int64(len(d.b)-at-recordHeader) || d.unwritten(at) {
			break
		}
		d.frames = append(d.frames, framePlace{at, at + recordHeader, at + recordHeader + int(n)})
		at += recordHeader + int(n)
	}
	d.broken = at
}

// unwritten reports whether zeros stand in place of the record at an offset, as where the disk was full: of all of it, or of
// its lengths and what is behind them. They go on to the end, or for 64 bytes.
func (d *damager) unwritten(at int) bool {
	lengths := d.b[at+8:]
	zeros := len(lengths) - len(bytes.TrimLeft(lengths, "\x00"))
	timeless := len(bytes.TrimLeft(d.b[at:at+8], "\x00")) == 0
	return zeros >= 64 || zeros == len(lengths) && (timeless || zeros > 8)
}

// damaged does some things to a copy of the bytes: mostly few, sometimes many.
func damaged(b []byte, seed uint64) []byte {
	d := damager{Rand: rand.New(rand.NewPCG(seed, 0)), b: slices.Clone(b)}
	for range 1 + d.IntN(3) + d.IntN(4)/3*d.IntN(20) {
		if len(d.b) == 0 {
			break
		}
		d.look()
		switch kind := d.IntN(16); {
		case kind < 4 || len(d.frames) == 0:
			d.anyBytes()
		case kind < 8:
			d.moveFrames()
		case kind == 8:
			d.multiplyFrame()
		default:
			d.inFrame(kind)
		}
	}
	return d.b
}

// place chooses a byte; mostly any, sometimes one of the first.
func (d *damager) place(n int) int {
	if d.IntN(4) == 0 {
		n = min(n, 64)
	}
	return d.IntN(n)
}

// number writes a number over b[at:], mostly one where signs, sizes and limits are.
func (d *damager) number(b []byte, at int) {
	size, value := 1<<d.IntN(3), d.Uint64()
	if d.IntN(4) > 0 {
		value = 1<<d.IntN(33) + uint64(d.IntN(3)) - 1
	}
	var wide [8]byte
	binary.LittleEndian.PutUint64(wide[:], value)
	if size = min(size, len(b)-at); d.IntN(2) == 0 {
		slices.Reverse(wide[:size])
	}
	copy(b[at:at+size], wide[:])
}

// spliced puts noise, other bytes or nothing in place of some bytes of b, or cuts it, or changes a number.
func (d *damager) spliced(b []byte, from []byte) []byte {
	if len(b) == 0 {
		return b
	}
	at := d.place(len(b))
	end := min(at+d.IntN(64), len(b))
	switch d.IntN(6) {
	case 0:
		return b[:at]
	case 1:
		noise := make([]byte, d.IntN(64))
		for i := range noise {
			noise[i] = byte(d.Uint32())
		}
		return slices.Replace(slices.Clone(b), at, end, noise...)
	case 2:
		other := d.IntN(len(from))
		return slices.Replace(slices.Clone(b), at, end, from[other:min(other+d.IntN(2000), len(from))]...)
	case 3:
		b[at] ^= 1 << d.IntN(8)
	default:
		d.number(b, at)
	}
	return b
}

func (d *damager) anyBytes() { d.b = d.spliced(d.b, d.b) }

// moveFrames drops, repeats or moves some frames that stand together.
func (d *damager) moveFrames() {
	i := d.IntN(len(d.frames))
	from, to := d.frames[i].start, d.frames[min(i+d.IntN(10), len(d.frames)-1)].end
	some, at := slices.Clone(d.b[from:to]), d.frames[d.IntN(len(d.frames))].end
	switch d.IntN(3) {
	case 0:
		d.b = slices.Delete(d.b, from, to)
	case 1:
		d.b = slices.Insert(d.b, at, some...)
	default:
		if rest := slices.Delete(d.b, from, to); at >= to {
			d.b = slices.Insert(rest, at-len(some), some...)
		} else {
			d.b = slices.Insert(rest, min(at, from), some...)
		}
	}
}

// multiplyFrame sends a frame again and again, from other addresses and ports: that fills tables.
func (d *damager) multiplyFrame() {
	f := d.frames[d.IntN(len(d.frames))]
	if f.data >= f.end || f.end-f.start > 600 {
		return
	}
	var copies []byte
	for range 1 + d.IntN(600) {
		one := slices.Clone(d.b[f.start:f.end])
		for range d.IntN(3) {
			one[recordHeader+d.IntN(f.end-f.data)] = byte(d.Uint32())
		}
		copies = append(copies, one...)
	}
	d.b = slices.Insert(d.b, f.end, copies...)
}

// inFrame changes a record's header, the headers of its frame, or what its datagram says.
func (d *damager) inFrame(kind int) {
	f := d.frames[d.IntN(len(d.frames))]
	frame := capture.Frame{Link: uint16(d.order.Uint32(d.b[20:])), Data: d.b[f.data:f.end], WireLength: uint32(f.end - f.data)}
	var dissector capture.Dissector
	var udp capture.Datagram
	isUDP := dissector.Dissect(&frame, &udp) == capture.UDP
	switch {
	case kind == 9:
		d.number(d.b[f.start:f.data], 4*d.IntN(4))
	case kind == 10 && f.data < f.end:
		d.number(d.b[f.data:f.end], d.IntN(min(f.end-f.data, 64)))
	case isUDP:
		header := int(udp.HeaderBytes)
		changed := slices.Concat(d.b[f.data:f.data+header], d.payload(udp.Payload))
		if d.IntN(8) > 0 {
			mendLengths(changed, header)
		}
		head := slices.Clone(d.b[f.start:f.data])
		d.order.PutUint32(head[8:], uint32(len(changed)))
		d.order.PutUint32(head[12:], uint32(len(changed)))
		d.b = slices.Concat(d.b[:f.start], head, changed, d.b[f.end:])
	}
}

// mendLengths puts the right lengths into the headers of UDP over IPv4 without options, and IPv6.
func mendLengths(frame []byte, header int) {
	if header < 28 || len(frame)-header > 60_000 {
		return
	}
	binary.BigEndian.PutUint16(frame[header-4:], uint16(8+len(frame)-header))
	if ip := frame[header-28:]; ip[0] == 0x45 && ip[9] == 17 {
		binary.BigEndian.PutUint16(ip[2:], uint16(len(ip)))
	} else if header >= 48 && frame[header-48]>>4 == 6 {
		binary.BigEndian.PutUint16(frame[header-44:], uint16(8+len(frame)-header))
	}
}

// payload changes the plaintext of a game datagram, which is enciphered again, or the texts of any.
func (d *damager) payload(sent []byte) []byte {
	filler := hostile.Filler{Text: func(wide bool) string {
		some := hostile.Texts
		if !wide {
			some = some[:hostile.Narrow]
		}
		one := strings.Repeat(some[d.IntN(len(some))], 1+d.IntN(3))
		return one[:min(len(one), 200)] // any length byte holds it
	}}
	if other, ok := filler.Datagram(sent); ok {
		return other
	}
	if len(sent) == 0 {
		return sent
	}
	plain := make([]byte, len(sent))
	cipher.Decipher(plain, sent)
	messages, _ := transport.Walk(plain, 0, nil)
	if len(messages) == 0 {
		return d.spliced(bytes.Clone(sent), d.b)
	}
	m := &messages[d.IntN(len(messages))]
	body := bytes.Clone(m.Payload(plain))
	before, behind := plain[:m.Offset], plain[int(m.Offset)+len(m.Bytes(plain)):]
	switch d.IntN(6) {
	case 0: // again and again, with or without their number
		plain = append(plain, bytes.Repeat(m.Bytes(plain), 1+d.IntN(200))...)
		plain[1] += byte(d.IntN(200))
	case 1: // parts of it, some missing, doubled or in disorder
		total := 1 + d.IntN(6)
		for range total {
			header := transport.NewFragment(m.Seq+uint16(d.IntN(3)), uint8(d.IntN(total)), uint8(total+d.IntN(2)))
			plain = header.Append(plain, body[d.IntN(len(body)+1):])
			plain[1]++
		}
	case 2:
		if other, ok := filler.Message(m, body); ok {
			body = other
		}
		plain = slices.Concat(before, m.Append(nil, body), behind)
	case 3, 4: // another body, and the length that belongs to it
		plain = slices.Concat(before, m.Append(nil, d.spliced(body, plain)), behind)
	default:
		plain = d.spliced(plain, d.b)
	}
	cipher.Encipher(plain, plain)
	return plain
}
