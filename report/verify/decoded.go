package verify

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"math"
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
)

// entries gives the lines of a capture with their places in the order of a golden, that of the
// capture as a whole last, and stops at the first error of emit. A line has no line feed, and is valid
// during the call only. With sums, the first message of each datagram has one key more, the CRC-32 of the
// datagram in plaintext: values do not tell all bytes, such as the direction of a speed of 0.
func entries(c *decode.Capture, sums bool, r *Result, emit func(line []byte, place int64) error) error {
	var line []byte
	print, place, summed := records.JSONLines(records.JSONOptions{})(), int64(0), int64(0)
	for one := range c.Records() {
		r.Messages++
		// A message that was given up late has the place of the messages around it.
		place = max(place, one.Frame)
		line = bytes.TrimSuffix(print(line[:0], one), []byte("\n"))
		if sums && one.Parts == nil && one.Frame != summed { // each part of a joined message has a line too
			line = appendSum(line, one.Datagram.Payload)
			summed = one.Frame
		}
		if err := emit(line, place); err != nil {
			return err
		}
	}
	s := c.Summary()
	r.Damaged = s.DamageCount > 0
	return emit(bytes.TrimSuffix(jsonLine(wholeOf(&s)), []byte("\n")), math.MaxInt64)
}

// sumKey is the key that lines of a golden have and those of `bcdump decode` have not.
const sumKey = "crc32"

// appendSum adds the checksum of a datagram to the line of a message. CRC-32 finds every change within four bytes
// that follow each other, and of all others all but one in 4 billion.
func appendSum(line, datagram []byte) []byte {
	line = append(bytes.TrimSuffix(line, []byte("}")), `,"`+sumKey+`":"`...)
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(datagram))
	return append(hex.AppendEncode(line, sum), `"}`...)
}

// whole is the line of the capture as a whole.
type whole struct {
	Capture     string           `json:"capture"`
	Version     int              `json:"v"`
	Compression string           `json:"compression,omitempty"`
	Links       []string         `json:"links,omitempty"`
	Frames      int64            `json:"frames"`
	Datagrams   map[string]int64 `json:"datagrams,omitempty"`
	Skipped     map[string]int64 `json:"skipped,omitempty"`
	Servers     []server         `json:"servers,omitempty"`
	Forgotten   int64            `json:"forgotten,omitempty"`
	Damages     int64            `json:"damages,omitempty"` // if they are more than Damage has
	Damage      []damage         `json:"damage,omitempty"`
	Status      int              `json:"status"` // of `bcdump decode`
}

type server struct {
	Address netip.AddrPort `json:"address"`
	Dialect string         `json:"dialect"`
}

type damage struct {
	Offset     int64  `json:"offset"`
	AfterFrame int64  `json:"after_frame"`
	Text       string `json:"text"`
}

func wholeOf(s *decode.Summary) *whole {
	w := &whole{
		Capture: cmp.Or(s.Info.Format, "unknown"), Version: decode.SchemaVersion, Compression: s.Info.Compression, Frames: s.Frames,
		Datagrams: counts(map[string]int64{
			"bc": s.Datagrams.BC, "entity-state": s.Datagrams.EntityState, "gamespy": s.Datagrams.GameSpy,
			"unknown": s.Datagrams.Unknown, "empty": s.Datagrams.Empty,
		}),
		Skipped: map[string]int64{}, Forgotten: s.Evictions(),
	}
	for _, link := range s.Info.Links {
		w.Links = append(w.Links, capture.LinkName(link))
	}
	for kind := capture.NotUDP; int(kind) < len(s.Skipped); kind++ {
		w.Skipped[kind.String()] += s.Skipped[kind]
	}
	w.Skipped = counts(w.Skipped)
	for _, one := range s.Servers {
		w.Servers = append(w.Servers, server{one.Address, one.Dialect.String()})
	}
	if s.DamageCount > int64(len(s.Damage)) {
		w.Damages = s.DamageCount
	}
	for _, one := range s.Damage {
		w.Damage = append(w.Damage, damage{one.Offset, one.Frame, one.Text})
	}
	if s.DamageCount > 0 {
		w.Status = 3
	}
	return w
}

// counts leaves out what there is none of.
func counts(all map[string]int64) map[string]int64 {
	for name, n := range all {
		if n == 0 {
			delete(all, name)
		}
	}
	return all
}
