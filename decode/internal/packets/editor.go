package packets

import (
	"encoding/binary"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
)

// Editor puts plaintext into frames. Lengths stay, and checksums of UDP are made right. The zero
// Editor is ready; one goroutine at a time.
type Editor struct {
	dissector capture.Dissector
	frame     capture.Frame
	datagram  capture.Datagram
	data      []byte

	interfaces map[*capture.Interface]*capture.Interface // without names
}

const (
	udpHeader  = 8
	udpNumber  = 17
	checksumAt = 6 // in a UDP header
)

// Decipher gives a frame of a datagram of the game with its plaintext; it is valid until the next
// one. An IP fragment stays as it is: what it says depends on the others.
func (e *Editor) Decipher(f *capture.Frame) *capture.Frame { return e.decipher(f, &datagram{}) }

// Fill is Decipher of a frame whose datagram is known, and the plaintext of that.
func (e *Editor) Fill(f *capture.Frame, d *capture.Datagram, plain []byte) *capture.Frame {
	e.data = append(e.data[:0], f.Data...)
	e.frame = *f
	e.frame.Data = e.data
	udp := e.data[int(d.HeaderBytes)-udpHeader:][:udpHeader+len(d.Payload)]
	copy(udp[udpHeader:], plain)
	rightSum(udp, d)
	if d.Trail.Tags != 0 && e.dissector.Dissect(f, &e.datagram) == capture.UDP {
		e.outerSums()
	}
	return &e.frame
}

// decipher is Decipher that knows what IP fragments hold together.
func (e *Editor) decipher(f *capture.Frame, d *datagram) *capture.Frame {
	e.data = append(e.data[:0], f.Data...)
	e.frame = *f
	e.frame.Data = e.data
	kind := e.dissector.Dissect(&e.frame, &e.datagram)
	switch {
	case kind == capture.UDP:
		at := int(e.datagram.HeaderBytes)
		plain(e.data[at-udpHeader:at+len(e.datagram.Payload)], &e.datagram)
		e.outerSums()
	case kind == capture.Fragment && d.joined != nil && !d.joined.FromFragments.Nested:
		part := e.dissector.Fragment()
		copy(part.Data, d.together(plain)[part.Offset:])
		rightSums(e.data, e.dissector.Headers())
	}
	return &e.frame
}

// together is what the IP fragments of a datagram hold together, when its UDP datagram has been changed.
func (d *datagram) together(change func(udp []byte, d *capture.Datagram)) []byte {
	if d.text == nil {
		at := int(d.joined.HeaderBytes)
		d.text = append([]byte(nil), d.joined.FromFragments.Payload...)
		change(d.text[at-udpHeader:at+len(d.joined.Payload)], d.joined)
		headers := d.joined.FromFragments.Headers
		rightSums(d.text, headers[:len(headers)-1])
	}
	return d.text
}

// plain deciphers the payload of a UDP datagram, header first, in place. What has no checksum
// keeps none, and what is not whole loses it: nobody knows what it would be.
func plain(b []byte, d *capture.Datagram) {
	cipher.Decipher(b[udpHeader:], b[udpHeader:])
	rightSum(b, d)
}

// rightSum makes the checksum of a UDP datagram that of its payload.
func rightSum(b []byte, d *capture.Datagram) {
	sum := b[checksumAt:udpHeader]
	none := sum[0] == 0 && sum[1] == 0
	sum[0], sum[1] = 0, 0
	if !none && d.Missing == 0 {
		binary.BigEndian.PutUint16(sum, checksum(b, d.Src.Addr().AsSlice(), d.Dst.Addr().AsSlice()))
	}
}

// outerSums makes the checksums of tunnels right, around the datagram that was dissected last.
func (e *Editor) outerSums() {
	headers := e.dissector.Headers()
	rightSums(e.data, headers[:len(headers)-1])
}

// rightSums makes the checksums of tunnels right: what is not whole loses that of UDP, and so does a datagram
// whose addresses are in the header of IP fragments.
func rightSums(data []byte, headers []capture.Header) {
	for i, h := range slices.Backward(headers) {
		b := data[h.At:h.End]
		switch h.Of {
		case capture.UDPHeader:
			sum := b[checksumAt:udpHeader]
			none := sum[0] == 0 && sum[1] == 0
			sum[0], sum[1] = 0, 0
			length := int(binary.BigEndian.Uint16(b[4:]))
			if none || length > len(b) || i == 0 {
				continue
			}
			src, dst, _ := ends(data[headers[i-1].At:])
			binary.BigEndian.PutUint16(sum, checksum(b[:length], src, dst))
		case capture.GREHeader:
			const at = 4
			binary.BigEndian.PutUint16(b[at:], 0)
			binary.BigEndian.PutUint16(b[at:], complement(words(b)))
		}
	}
}

// checksum is that of a UDP datagram, which covers the addresses too. 0 would mean that there is
// none, and is written as its complement.
func checksum(b, src, dst []byte) uint16 {
	sum := complement(uint64(len(b)) + udpNumber + words(src) + words(dst) + words(b))
	if sum == 0 {
		return 0xFFFF
	}
	return sum
}

// complement folds a sum of words to the one's complement that headers carry.
func complement(sum uint64) uint16 {
	for sum > 0xFFFF {
		sum = sum>>16 + sum&0xFFFF
	}
	return ^uint16(sum)
}

// words adds up words of 16 bits; an odd byte at the end is a high one.
func words(b []byte) (sum uint64) {
	for ; len(b) >= 2; b = b[2:] {
		sum += uint64(binary.BigEndian.Uint16(b))
	}
	if len(b) == 1 {
		sum += uint64(b[0]) << 8
	}
	return sum
}
