package main

import (
	"encoding/binary"
	"fmt"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/transport"
)

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
	kind, _ := dissector.Dissect(&frame, &udp)
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
