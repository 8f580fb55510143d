package capture

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrNotCapture is what errors.Is finds in the error of [NewReader] when the
// input is not a capture at all.
var ErrNotCapture = errors.New("not a packet capture")

// NotCaptureError says what was found in place of a capture.
type NotCaptureError struct {
	// Found describes it: "an empty file", the first bytes, a broken compressed
	// stream, another format.
	Found string
	// Way says how to make a capture of it; "" = nobody knows.
	Way string
}

func (e *NotCaptureError) Error() string {
	if e.Way != "" {
		return fmt.Sprintf("it is %s; %s", e.Found, e.Way)
	}
	return fmt.Sprintf("%v: found %s; expected pcap or pcapng, plain or compressed with gzip or zstd, or a packet_trace.log", ErrNotCapture, e.Found)
}

// Is makes errors.Is(err, ErrNotCapture) true.
func (e *NotCaptureError) Is(target error) bool { return target == ErrNotCapture }

// magicLength is how many bytes tell the formats apart.
const magicLength = 4

type magic = [magicLength]byte

// sectionMagic is the type of a section header, the same in both byte orders.
var sectionMagic = magic{0x0a, 0x0d, 0x0d, 0x0a}

// blockSection is the same as a number.
const blockSection = 0x0a0d0d0a

// isFileMagic reports whether a number of four bytes, read as little endian, begins a capture: one of the keys of
// pcapVariants in either order, or a section of a pcapng. Every record is asked.
func isFileMagic(word uint32) bool {
	switch word {
	case 0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0xa1b2cd34, 0x34cdb2a1, 0x1c0001ac, 0xac01001c, 0x1c0001ab, 0xab01001c, blockSection:
		return true
	}
	return false
}

// compressionOf names the compression that a magic number starts, or "".
func compressionOf(head []byte) string {
	switch {
	case head[0] == 0x1f && head[1] == 0x8b:
		return "gzip"
	case magic(head) == magic{0x28, 0xb5, 0x2f, 0xfd}:
		return "zstd"
	case head[0]&0xf0 == 0x50 && head[1] == 0x2a && head[2] == 0x4d && head[3] == 0x18:
		return "zstd" // a skippable frame, as parallel compressors write first
	}
	return ""
}

// describe shows bytes in hexadecimal and, where they are text, as text.
func describe(head []byte) string {
	for _, c := range head {
		if c < ' ' || c > '~' {
			return fmt.Sprintf("first bytes % x", head)
		}
	}
	return fmt.Sprintf("first bytes % x (%q)", head, head)
}

// otherFormat is a kind of file that is no capture for this package, but may hold one.
type otherFormat struct {
	at    int    // where the magic number stands
	magic string // the bytes that tell it
	name  string
	way   string // how to make a capture of it: FILE is the file, CAPTURE what is made of it
}

const (
	editcap   = "convert it: editcap -F pcap FILE CAPTURE"
	unpacking = "unpack it first: "
)

// otherFormats are what people have who have no pcap. Wireshark's editcap reads all to which it is said.
var otherFormats = []otherFormat{
	{0, "snoop\x00\x00\x00", "a snoop capture of Solaris", editcap},
	{0, "RTSS", "a capture of Microsoft Network Monitor 1", editcap},
	{0, "GMBU", "a capture of Microsoft Network Monitor 2", editcap},
	{0, "TRSNIFF data", "a capture of Sniffer", editcap},
	{0, "XCP\x00", "a capture of Sniffer for Windows (NetXRay)", editcap},
	{0, "iptrace ", "an iptrace capture of AIX", editcap},
	{0, "\x7fver", "a capture of Savvius (Peek)", editcap},
	{0, "ObserverPktBuffe", "a capture of Observer", editcap},
	{0, "\x05VNF", "a capture of Visual Networks", editcap},
	{0, "TR\x00\x64", "a nettl trace of HP-UX", editcap},
	{0, "\x01\x10\x4c\x00", "a capture of LANalyzer", editcap},
	{0, "\xaa\xaa\xaa\xaa", "a capture of InfoVista 5View", editcap},
	{0, "\x00\x00\x02\x00\x12\x05\x00\x10", "a K12 capture of Tektronix", editcap},
	{0, "+---------+-----", "a K12 capture of Tektronix, as text", editcap},
	{0, "\xfd7zXZ", "compressed with xz", unpacking + "xz -dc FILE | bcdump -"},
	{0, "BZh", "compressed with bzip2", unpacking + "bzip2 -dc FILE | bcdump -"},
	{0, "\x04\x22\x4d\x18", "compressed with lz4", unpacking + "lz4 -dc FILE | bcdump -"},
	{0, "LZIP", "compressed with lzip", unpacking + "lzip -dc FILE | bcdump -"},
	{0, "\x1f\x9d", "compressed with compress", unpacking + "gzip -dc FILE | bcdump -"},
	{0, "PK\x03\x04", "a zip archive", unpacking + "unzip FILE"},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive", unpacking + "7z x FILE"},
	{0, "Rar!", "a rar archive", unpacking + "unrar x FILE"},
	{257, "ustar", "a tar archive", unpacking + "tar -xf FILE"},
	{0x4a, "\x01\xc0", "an ETL trace of Windows", etl}, // a system header behind the 72 bytes of the first buffer's
	{0x4a, "\x02\xc0", "an ETL trace of Windows", etl},
}

const etl = "convert it: etl2pcapng FILE CAPTURE, or pktmon etl2pcap FILE"

// mostMagic is how much of a file tells all of these.
const mostMagic = 262

// notCapture says what a file is that is no capture.
func notCapture(head []byte) *NotCaptureError {
	for _, f := range otherFormats {
		if len(head) > f.at && bytes.HasPrefix(head[f.at:], []byte(f.magic)) {
			return &NotCaptureError{Found: f.name, Way: f.way}
		}
	}
	if zeroRun(head) == len(head) {
		return &NotCaptureError{Found: "zeros", Way: "the disk was full or the machine stopped: nothing of it can be read"}
	}
	if printed(head) {
		return &NotCaptureError{Found: "what tcpdump prints", Way: "packets are needed: capture with tcpdump -w NAME.pcap"}
	}
	return &NotCaptureError{Found: describe(head[:magicLength])}
}

// printed reports whether a text begins with the time of a line that tcpdump prints: "22:08:41.709215 IP", with a date
// or without.
func printed(head []byte) bool {
	line, _, _ := strings.Cut(string(head), "\n")
	words := append(strings.Fields(line), "", "", "")
	if _, found := strings.CutPrefix(words[0], "20"); found && len(words[0]) == len("2026-02-14") {
		words = words[1:]
	}
	clock := words[0]
	shaped := len(clock) >= len("22:08:41.709") && clock[2] == ':' && clock[5] == ':' && clock[8] == '.'
	return shaped && (words[1] == "IP" || words[1] == "IP6" || words[1] == "ARP," || words[1] == "STP")
}

// Named puts the name of the file, which this package does not know, into the commands of Way.
func (e *NotCaptureError) Named(file string) *NotCaptureError {
	made := strings.TrimSuffix(file, filepath.Ext(file)) + ".pcap"
	if made == file {
		made = file + ".pcap"
	}
	return &NotCaptureError{e.Found, strings.NewReplacer("FILE", shellWord(file), "CAPTURE", shellWord(made)).Replace(e.Way)}
}

// shellWord quotes a name for a shell if that is needed.
func shellWord(name string) string {
	odd := func(c rune) bool {
		return c < 0x80 && !strings.ContainsRune("+,-./:=@_", c) && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	}
	if name != "" && !strings.ContainsFunc(name, odd) && name[0] != '-' {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
