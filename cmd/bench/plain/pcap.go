package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"time"

	"github.com/google/gopacket"
)

// pcap reads a little-endian pcap file with microseconds, as gopacket's own reader does: a
// new slice for each packet.
type pcap struct {
	r *bufio.Reader
}

func newPcap(r io.Reader) (*pcap, error) {
	p := &pcap{r: bufio.NewReader(r)}
	var header [24]byte
	if _, err := io.ReadFull(p.r, header[:]); err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(header[:]) != 0xA1B2C3D4 {
		return nil, errors.New("not a little-endian pcap file with microseconds")
	}
	return p, nil
}

// ReadPacketData gives the next packet.
func (p *pcap) ReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	var header [16]byte
	var info gopacket.CaptureInfo
	if _, err := io.ReadFull(p.r, header[:]); err != nil {
		return nil, info, err
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint32(header[at:])) }
	info.Timestamp = time.Unix(int64(number(0)), int64(number(4))*1000)
	info.CaptureLength, info.Length = number(8), number(12)
	if info.CaptureLength > 1<<20 {
		return nil, info, errors.New("a packet of more than 1 MiB")
	}
	data := make([]byte, info.CaptureLength)
	_, err := io.ReadFull(p.r, data)
	return data, info, err
}
