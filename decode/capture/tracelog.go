package capture

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"time"
)

// traceLog walks a packet_trace.log: the text that a proxy library writes beside a
// dedicated server. A record is a head, rows of bytes, and lines for people, up to an
// empty line:
//
//	[22:08:41.709] #27 C->S Peer#2(10.10.10.239:59405) len=18 rc=18 [Data]
//	  Decrypted:
//	    0000: 02 01 32 1A 80 00 00 21 00 43 E2 0C 7E 2F CB AF  |..2....!.C..~/..|
//	    0010: 4D 01                                            |M.|
//	  DECODE: ...
//
// The bytes are plaintext. What the log makes of them takes fragment numbers for
// opcodes, and is skipped: only the head and the rows are read.
//
// What stands behind "Text:" is what a client sent and may hold line feeds: until the
// rows come, only the head of the very next record ends such a record.
type traceLog struct {
	*findings
	text   encoding
	memory []byte // of a line that had to be decoded
	begun  bool   // a record, or a part of one, has been seen
	clock  logClock
	peers  map[string]netip.AddrPort
	ends   endsTable
	next   int64 // the number that the next record should have; 0 = any
	record logRecord
	long   bool // within a line of which the beginning was too long to keep
}

// logRecord is the record that is being read.
type logRecord struct {
	open     bool
	headless bool // the log begins within it: its header line is missing
	part     logPart
	text     bool // a GameSpy text stands before the rows
	head     logHead
	time     Time
	src      netip.AddrPort
	dst      netip.AddrPort
	offset   int64
	data     []byte // of the rows so far
	broken   bool   // a row could not be read: the rows behind it have no place
	elided   int    // bytes that the log says it left out
	notes    []Remark
}

// logPart is what the lines of a record are.
type logPart uint8

const (
	atHead logPart = iota // between the head and the rows
	inText                // of a GameSpy text, which may look like anything
	inRows
	inDecode
)

const (
	// maxLine is the longest line that is looked at; longer ones are skipped. Rows take
	// 80 bytes.
	//limit:maxLine Containers | bytes of a line of a text log | skipped | TestTraceLogLimits
	maxLine = 16 << 10
	// maxLogPeers bounds the labels that are remembered: the log labels 16 peers.
	//limit:maxLogPeers Containers | labels of peers in a text log | further labels are unknown when they come without an address | TestTraceLogLimits
	maxLogPeers = 256
	// maxLogged bounds the bytes of a record: the log shows 2,048.
	//limit:maxLogged Containers | bytes of a record of a text log | damage | TestTraceLogLimits
	maxLogged = 64 << 10
	// maxRemarks bounds the remarks about one record.
	//limit:maxRemarks Containers | remarks about a record of a text log | left out | —
	maxRemarks = 8
)

func (r *Reader) openTraceLog(zone *time.Location) {
	text, mark := textOf(magic(r.carry))
	r.container = &traceLog{findings: &r.findings, text: text, clock: newLogClock(zone), peers: map[string]netip.AddrPort{}}
	r.carry, r.base = r.carry[mark:], int64(mark)
	r.info.Format = TraceLog
	r.info.Resolution, r.info.Local = "ms", true
}

// maxPreamble bounds the comments before the first record, and what is left of a record whose head is missing.
//
//limit:maxPreamble Containers | characters of a text log before its first record | not a text log: refused | TestTraceLogLimits
const maxPreamble = 64 << 10

// isTraceLog reports whether the input is a packet trace log: comments, or the end of a record of which the rest has
// been cut off, then the head of a record. It reads up to the first line that tells.
func (r *Reader) isTraceLog() bool {
	text, start := textOf(magic(r.carry))
	most := maxPreamble * text.width()
	for first := true; start < most; {
		end := text.lineEnd(r.carry[start:])
		if end < 0 {
			if len(r.carry) > most || !isText(text.utf8(nil, r.carry[start:])) {
				return false
			}
			if !r.more() {
				return bytes.Contains(text.utf8(nil, r.carry), logStarted)
			}
			continue
		}
		line := bytes.TrimSuffix(text.utf8(nil, r.carry[start:start+end]), []byte{'\r'})
		if _, head := parseLogHead(line); head {
			return true
		}
		// The first line may be the end of any.
		known := len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, logIndent[:2])
		if !isText(line) || !known && !first {
			return false
		}
		start += end + text.width()
		first = false
	}
	return false
}

func (t *traceLog) walk(buf []byte, base int64, final bool, b *Batch) (used int, next container) {
	for {
		rest := buf[used:]
		end := t.text.lineEnd(rest)
		if end < 0 {
			break
		}
		if !t.long {
			t.line(t.utf8(rest[:end]), base+int64(used), b)
		}
		t.long = false
		used += end + t.text.width()
	}
	rest := buf[used:]
	switch {
	case final:
		t.end(rest, base+int64(used), b)
		return len(buf), nil
	case len(rest) > maxLine*t.text.width() || t.long:
		t.long = true
		used += len(rest) &^ (t.text.width() - 1)
	}
	return used, t
}

// utf8 gives a line as UTF-8, until the next one.
func (t *traceLog) utf8(line []byte) []byte {
	line = t.text.utf8(t.memory[:0], line)
	if t.text != plainText {
		t.memory = line
	}
	return line
}

// line takes one line, without its line feed.
func (t *traceLog) line(line []byte, offset int64, b *Batch) {
	line = bytes.TrimPrefix(bytes.TrimSuffix(line, []byte{'\r'}), byteOrderMark) // logs were joined
	switch {
	case len(line) == 0:
		t.blank(b)
	case line[0] == '[':
		t.begin(line, offset, b)
	case line[0] == '#':
		t.comment(line)
	case t.record.open:
		t.within(line, offset)
	default:
		t.headless(line, offset)
	}
}

// headless takes the first line of a log that begins within a record. If all rows of that are there, it is given
// when the next head is known: with the number before it, at its time, and without addresses.
func (t *traceLog) headless(line []byte, offset int64) {
	if t.begun {
		return
	}
	const text = "the log begins within a record: its header line is missing"
	t.damaged(offset, text)
	t.begun = true
	t.record = logRecord{open: true, headless: true, offset: offset, src: UnknownAddress, dst: UnknownAddress}
	t.remark(Damaged, text+", and with it direction, peer and time")
	if row, ok := bytes.CutPrefix(line, logIndent); ok {
		if _, _, ok = rowOffset(row); ok {
			t.record.part = inRows
		}
	}
	t.within(line, offset)
}

// blank ends a record. A GameSpy text may hold empty lines, and lines that look like rows:
// such a record ends when the rows are whole.
func (t *traceLog) blank(b *Batch) {
	r := &t.record
	switch {
	case !r.open || r.part == inText:
	case r.headless:
		r.part = inDecode
	case r.text && len(r.data)+r.elided < r.head.length:
		r.part = inText
	default:
		t.deliver(b)
	}
}

// begin starts a record if the line is a head.
func (t *traceLog) begin(line []byte, offset int64, b *Batch) {
	head, ok := parseLogHead(line)
	if !ok && !t.record.open {
		t.headless(line, offset)
	}
	if !ok || t.record.open && t.record.part == inText && head.number != t.record.head.number+1 {
		return
	}
	switch {
	case t.record.open && t.record.headless:
		t.record.head.number, t.record.time = head.number-1, t.clock.at(head.millis)
		t.deliver(b)
	case t.record.open:
		t.remark(Damaged, "no empty line after the record")
		t.deliver(b)
	}
	t.begun = true
	t.record = logRecord{open: true, head: head, offset: offset, data: t.record.data[:0], time: t.clock.at(head.millis)}
	t.place()
	if t.next > 0 && head.number != t.next {
		t.remark(Damaged, fmt.Sprintf("record %d follows %d", head.number, t.next-1))
	}
	t.next = head.number + 1
	if int64(head.length) != head.result {
		t.remark(CallFailed, fmt.Sprintf("the socket call returned %d for %d bytes: the datagram may not have been delivered", head.result, head.length))
	}
}

// place says who sends to whom. The log does not have the server's own address.
func (t *traceLog) place() {
	r := &t.record
	r.src, r.dst = ServerAddress, t.peer(r.head.peer)
	if bytes.HasSuffix(r.head.way, logToServer) {
		r.src, r.dst = r.dst, r.src
	}
	if way := string(r.head.way); way != "S->C" && way != "C->S" {
		t.remark(OtherSocket, fmt.Sprintf("direction %q: not the socket of the game", way))
	}
}

// peer gives the address of a label: "Peer#2(10.0.0.2:1024)", "10.0.0.2:1024", or
// "Peer#2" of one that was seen before.
func (t *traceLog) peer(label []byte) netip.AddrPort {
	if a, ok := t.peers[string(label)]; ok {
		return a
	}
	address, ok := labelAddress(label)
	if !ok || len(t.peers) >= maxLogPeers {
		return address
	}
	t.peers[string(label)] = address
	if short, _, ok := bytes.Cut(label, []byte{'('}); ok {
		t.peers[string(short)] = address
	}
	return address
}

func labelAddress(label []byte) (netip.AddrPort, bool) {
	if _, inner, ok := bytes.Cut(label, []byte{'('}); ok {
		label = bytes.TrimSuffix(inner, []byte{')'})
	}
	a, err := netip.ParseAddrPort(string(label))
	if err != nil || a.Addr().Zone() != "" {
		return UnknownAddress, false
	}
	return a, true
}

// comment takes the date from the line that begins a session.
func (t *traceLog) comment(line []byte) {
	date, ok := bytes.CutPrefix(line, logStarted)
	if ok && (!t.record.open || t.record.headless) && t.clock.start(date) {
		t.next, t.record.open = 0, false
	}
}

var (
	logStarted   = []byte("# Session started: ")
	logDecrypted = []byte("  Decrypted:")
	logText      = []byte("  Text:")
	logHex       = []byte("  Hex:")
	logDecode    = []byte("  DECODE:")
	logIndent    = []byte("    ")
	logElided    = []byte("    ... (")
	logToServer  = []byte("->S")
)

// within takes a line of a record.
func (t *traceLog) within(line []byte, offset int64) {
	r := &t.record
	switch {
	case r.part == inDecode:
	case r.part == inRows && bytes.HasPrefix(line, logElided):
		r.elided, _ = leadingNumber(line[len(logElided):])
	case r.part == inRows && bytes.HasPrefix(line, logIndent):
		t.row(line[len(logIndent):], offset)
	case bytes.Equal(line, logDecrypted) && r.part == atHead:
		r.part = inRows
	case bytes.HasPrefix(line, logText) && r.part == atHead:
		r.part, r.text = inText, true
	case bytes.Equal(line, logHex):
		// A text may hold such a line too: the rows are those behind the last one.
		r.part, r.data, r.broken, r.elided = inRows, r.data[:0], false, 0
	case bytes.HasPrefix(line, logDecode) && r.part != inText:
		r.part = inDecode
	}
}

// row takes the bytes of a row: "0010: 4D 01      |M.|". Behind one that is broken no
// byte has a known place.
func (t *traceLog) row(row []byte, offset int64) {
	r := &t.record
	if r.broken {
		return
	}
	at, rest, ok := rowOffset(row)
	if !ok {
		return // an unknown line
	}
	if at != len(r.data) {
		t.breakRow(offset, "a row says offset %d, expected %d", at, len(r.data))
		return
	}
	var sound bool
	r.data, sound = appendRow(r.data, rest)
	if !sound || len(r.data) > maxLogged {
		t.breakRow(offset, "a row is not pairs of hex digits; %d of %d bytes are valid", len(r.data), r.head.length)
	}
}

func (t *traceLog) breakRow(offset int64, format string, args ...any) {
	t.record.broken = true
	if t.record.headless {
		return // which was told
	}
	text := fmt.Sprintf(format, args...)
	t.damaged(offset, "record %d: %s", t.record.head.number, text)
	t.remark(Damaged, text)
}

func (t *traceLog) remark(kind RemarkKind, text string) {
	if len(t.record.notes) < maxRemarks {
		t.record.notes = append(t.record.notes, Remark{kind, text})
	}
}

// deliver gives the record that has ended.
func (t *traceLog) deliver(b *Batch) {
	r := &t.record
	r.open = false
	if r.headless {
		if r.broken || len(r.data) == 0 || r.head.number < 1 {
			return
		}
		r.head.length = len(r.data) + r.elided
	}
	missing := r.head.length - len(r.data)
	if missing != 0 && missing != r.elided && !r.broken {
		text := fmt.Sprintf("the header line says %d bytes, the rows have %d", r.head.length, len(r.data))
		t.damaged(r.offset, "record %d: %s", r.head.number, text)
		t.remark(Damaged, text)
	}
	t.frames++
	b.Logged = append(b.Logged, Logged{
		Datagram: Datagram{
			Frame: r.head.number, Time: r.time, Digits: 6, Ends: t.ends.of(r.src, r.dst),
			Payload: b.keep(r.data), Missing: int32(max(missing, 0)), Snapped: missing > 0,
		},
		Offset: r.offset, Remarks: slices.Clone(r.notes),
	})
}

// end takes what stands behind the last line feed. A log that ends within a record has
// been cut, or is still being written.
func (t *traceLog) end(rest []byte, offset int64, b *Batch) {
	if len(rest) > 0 && !t.long && t.record.open {
		t.cutRow(t.utf8(rest))
	}
	if len(rest) > 0 || t.record.open {
		t.cut(offset, "the log ends in the middle of a line or record")
	}
	if t.record.open {
		t.deliver(b)
	}
}

// cutRow takes the bytes of a row of which the end is missing.
func (t *traceLog) cutRow(line []byte) {
	r := &t.record
	row, ok := bytes.CutPrefix(line, logIndent)
	if !ok || r.part != inRows || r.broken {
		return
	}
	if at, rest, ok := rowOffset(row); ok && at == len(r.data) {
		r.data, _ = appendRow(r.data, rest)
	}
}
