// Package capture turns a packet capture into UDP datagrams.
//
// What comes in: the bytes of a capture, from anything that can be read once
// from front to back: a pcap or pcapng file, plain or compressed with gzip or
// zstd, or a pipe that is still growing.
//
// What goes out, in two steps that can run on different goroutines:
//
//   - [Reader] cuts the bytes into [Frame]s (one per capture record, numbered
//     from 1), a [Batch] of them at a time. One caller at a time.
//   - [Dissector] looks at one frame on its own and says what it is; a UDP
//     datagram comes out as a [Datagram]. One Dissector per goroutine.
//
// IP fragments need their order, so Dissector only names them and
// [Defragmenter], which belongs to an ordered stage, joins them.
//
// What it must not know: ciphers, games, ports of interest, output formats,
// wall-clock time. It imports nothing of this module.
//
// # Damage
//
// After [NewReader] has recognised the container, reading cannot fail: a cut
// file, a lying length or a broken compressed stream becomes a [Damage] entry
// with its byte offset, and every frame before it has been delivered. In
// pcapng, whose blocks can be found again, the frames after it are delivered
// too; a classic pcap has nothing to find them by and ends there.
//
// # Promises
//
//   - The frames, their numbers and the damage are the same for every chunk
//     size and for every way the input is split into reads.
//   - A frame is delivered as soon as the read that completes it has returned.
//   - No memory is reserved because a length field asks for it, and memory does
//     not grow with the capture.
//   - Reading and dissecting allocate nothing per frame once the buffers have
//     grown to size, but for fragments and for PPP, PPPoE, MPLS and 802.11, which
//     gopacket cannot decode into a struct that is reused.
//   - For every frame whose kind is [UDP]:
//     HeaderBytes + len(Payload) + Padding = len(Frame.Data).
//
// # Why the containers are read here and the layers by gopacket
//
// The pcapng reader of google/gopacket panics on some time resolutions,
// allocates what a length field says, hides truncation, and keeps only eight
// bits of the link type. Its layer structs are sound when they get no less than
// a whole header, so headers are measured here and their fields taken from
// there; a panic costs one frame. A table (layers.go) leads from one layer to the
// next. A layer gets a copy of its header where it would refuse a good packet,
// trust a length or write into the frame: Linux cooked v1, PPPoE, Geneve,
// radiotap, 802.11. By hand are read what gopacket does not have (Linux cooked
// v2, NFLOG, pktap, Cisco HDLC, ERSPAN III) and IPv6 extension headers, of which
// it refuses good ones. That gopacket dissects every frame takes 2 % of the
// instructions of stats and 3 % of those of decode -o json.
package capture

import (
	"fmt"
	"slices"
	"strings"
)

// Options of pcapng blocks that matter here.
const (
	optionEnd      = 0
	optionComment  = 1
	optionName     = 2 // of an interface
	optionFlags    = 2 // of a packet
	optionAbout    = 3 // of an interface
	optionTsresol  = 9
	optionTsoffset = 14
)

const (
	// maxDescription is how many bytes of a name an interface has.
	//limit:maxDescription Work in progress | bytes of a file name in the description of a pcapng interface | cut | —
	maxDescription = 1000
	// longestOption is how many bytes an option has: padded, it still fits into its length.
	//limit:longestOption Exports | bytes of a comment | the rest is left out | TestNoRoom
	longestOption = 0xFFFC
)

// Info describes the container as far as it has been read; later sections and
// interfaces of a pcapng add to it.
type Info struct {
	// Format is "pcap", "pcapng" or TraceLog; "pcap, pcapng" if one stands behind the other.
	Format string
	// Compression is "", "gzip" or "zstd"; compressed twice, outer first, as
	// in "gzip+zstd".
	Compression string
	// ByteOrder is "little" or "big", or "mixed" for a pcapng with sections of both.
	ByteOrder string
	// Resolution is the unit of the time stamps: "us", "ns", another power such
	// as "10^-3 s" or "2^-20 s", "mixed" when interfaces differ, "" when the
	// capture never said.
	Resolution string
	// Local is set if the capture does not say in which time zone its clock was.
	Local bool
	// Links is the LINKTYPE_ values in order of first appearance, each once.
	// At most 64 are kept.
	Links []uint16
	// Interfaces counts each pcap, and the interface descriptions of each pcapng.
	Interfaces int
}

// TraceLog is the format of a text log, which has datagrams and no frames.
const TraceLog = "packet trace log"

// maxLinks bounds Info.Links; a damaged file could name all 65,536.
//
//limit:maxLinks Containers | link types that are listed | not listed; their frames are read | TestManyLinkTypes, ng-links
const maxLinks = 64

func (i *Info) addLink(link uint16) {
	if len(i.Links) < maxLinks && !slices.Contains(i.Links, link) {
		i.Links = append(i.Links, link)
	}
}

// addFormat names the format of a file; of two that were appended to one another both.
func (i *Info) addFormat(format string) {
	switch {
	case i.Format == "":
		i.Format = format
	case !slices.Contains(strings.Split(i.Format, ", "), format):
		i.Format += ", " + format
	}
}

func (i *Info) addByteOrder(big bool) {
	i.ByteOrder = sameOrMixed(i.ByteOrder, orderName(big))
}

func (i *Info) addResolution(unit string) {
	i.Resolution = sameOrMixed(i.Resolution, unit)
}

func sameOrMixed(old, now string) string {
	if old == "" || old == now {
		return now
	}
	return "mixed"
}

func orderName(big bool) string {
	if big {
		return "big"
	}
	return "little"
}

// Damage is one place where the capture is not what its format says.
type Damage struct {
	// Offset is the byte offset after decompression: of the record or block at
	// fault, or of the end where a compressed stream or a read broke off.
	Offset int64
	// Frame is the number of the last frame delivered before it; 0 means none.
	Frame int64
	// Text says what was expected and what was found.
	Text string
}

// String gives the damage as one line without a line feed.
func (d Damage) String() string {
	return fmt.Sprintf("offset %d, after frame %d: %s", d.Offset, d.Frame, d.Text)
}

// maxDamage bounds how many damages are kept. The first ones explain a broken
// file; the rest are counted.
//
//limit:maxDamage Containers | places of damage kept with their text | only counted | TestDamageIsBounded
const maxDamage = 64

// findings is what the reader and its container learn on the way: shared by
// both, so that frame numbers and damage have one owner.
type findings struct {
	frames      int64
	damage      []Damage
	damageCount int64
	info        Info

	// broke says why the input ended other than by its end, and breakOffset
	// where; "" when it did not, or when the damage has been recorded.
	broke       string
	breakOffset int64

	gaveUp bool // the container ended before its input did
}

// damaged records one damage; what comes after the first maxDamage is counted only.
func (f *findings) damaged(offset int64, format string, args ...any) {
	f.damageCount++
	if len(f.damage) >= maxDamage {
		return
	}
	f.damage = append(f.damage, Damage{Offset: offset, Frame: f.frames, Text: fmt.Sprintf(format, args...)})
}

// explain adds to the text of the damage recorded last, if it was kept.
func (f *findings) explain(format string, args ...any) {
	if f.damageCount != int64(len(f.damage)) {
		return
	}
	f.damage = slices.Clone(f.damage) // a mark may have it too
	last := &f.damage[len(f.damage)-1]
	last.Text += fmt.Sprintf(format, args...)
}

// cut records that the input ended inside the record at offset. When it ended
// because it could not be read further, that is the same damage, told once.
func (f *findings) cut(offset int64, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if f.broke != "" {
		text += "; " + f.broke
		f.broke = ""
	}
	f.damaged(offset, "%s", text)
}

// closed is called when the container has ended: reading may have broken off
// exactly between two records, which no record can tell.
func (f *findings) closed() {
	if f.broke != "" {
		f.damaged(f.breakOffset, "%s", f.broke)
		f.broke = ""
	}
}

// abandoned is called when the container gives up before the end of the input.
// What became of the rest is then no finding: how much of it has been read
// depends on the size of the chunks.
func (f *findings) abandoned() { f.broke, f.gaveUp = "", true }
