package wireshark

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/internal/printable"
)

// Options say what an export has.
type Options struct {
	// KeepCipher leaves payloads as they were captured; their plaintext stands in the annotations.
	KeepCipher bool
}

// Exporter writes captures one after the other into one pcapng.
type Exporter struct {
	Options
	out   *capture.Writer
	names names
	body  []byte
	data  []byte
	said  []byte // by the comment
	lines lines
	parts []part
	about capture.Beside
	edit  decode.Editor
	cut   int64 // frames
	bare  int64 // packets whose fields do not fit
}

// NewExporter writes to w.
func NewExporter(w io.Writer, o Options) *Exporter {
	return &Exporter{Options: o, out: capture.NewPcapngWriter(w), names: names{}}
}

// Export writes a capture. name stands beside its interfaces; "" = nothing does.
func (e *Exporter) Export(c *decode.Capture, name string) error {
	info := c.Info()
	e.out.From(name, &info)
	return c.RenderFrames(e, renderers())
}

// Close ends the file.
func (e *Exporter) Close() error { return e.out.Close() }

// Flush writes what was kept to be written at once.
func (e *Exporter) Flush() error { return e.out.Flush() }

var _ decode.FrameTaker = (*Exporter)(nil)

const (
	// magic ends every annotated packet.
	magic = "\x89bcdump\n"
	// version is that of the annotations.
	version = 6
	// footer is how many bytes stand behind the annotations: their length, the version, the magic.
	footer = 16
	// mostPacket is how many bytes Wireshark takes of a packet.
	//limit:mostPacket Exports | bytes of a packet for Wireshark | a longer frame is cut, or the fields are left out: a warning, and the note `no_room` | TestNoRoom, frame-1mib
	mostPacket = 256 << 10
)

// Take writes a frame, and with it the messages that it completes.
func (e *Exporter) Take(f *capture.Frame, records []decode.Rendered) error {
	slices.SortStableFunc(records, func(a, b decode.Rendered) int { return rank(a) - rank(b) })
	own := len(records)
	if at := slices.IndexFunc(records, apart); at >= 0 {
		own = at
	}
	if f == nil {
		return e.frameless(records[:own], records[own:])
	}
	return e.frame(f, records[:own], records[own:])
}

// apart reports whether a record is no part of the datagram that it comes with.
func apart(r decode.Rendered) bool { return r.Parts != nil }

func rank(r decode.Rendered) int {
	if apart(r) {
		return 1
	}
	return 0
}

// frameless writes packets for what has no frame: the datagram of a text log, the messages that it completes, and
// what is lost when the capture ends.
func (e *Exporter) frameless(own, joined []decode.Rendered) error {
	if len(own) > 0 {
		if err := e.synthetic(own, own[0].Datagram.Payload); err != nil {
			return err
		}
	}
	for i := range joined {
		if err := e.synthetic(joined[i:i+1], joined[i].Payload); err != nil {
			return err
		}
	}
	return nil
}

// frame writes a frame with its records and the messages that it completes. Those that are too long for
// it have packets of their own.
func (e *Exporter) frame(f *capture.Frame, own, joined []decode.Rendered) error {
	if len(own) > 0 && own[0].Proto == decode.Unknown {
		own = nil
	}
	if len(own)+len(joined) == 0 {
		return e.untouched(f)
	}
	e.name(own)
	e.name(joined)
	parts := e.parts[:0]
	if len(own) > 0 {
		var where place
		f, where = e.deciphered(f, own)
		parts = append(parts, part{own, where})
	}
	room, fits := mostPacket/2-len(f.Data), 0
	for ; fits < len(joined); fits++ {
		r := joined[fits]
		if room -= len(r.Payload); room < 0 {
			break
		}
		where := place{source: r.Payload}
		if len(r.Payload) == 0 {
			where.base = int32(len(f.Data)) // behind all that it could be taken for
		}
		parts = append(parts, part{joined[fits : fits+1], where})
	}
	e.parts = parts
	return errors.Join(e.write(f, f.Data, parts), e.frameless(nil, joined[fits:]))
}

// deciphered gives the frame of records with their plaintext in it, or where that lies beside it.
func (e *Exporter) deciphered(f *capture.Frame, records []decode.Rendered) (*capture.Frame, place) {
	r := &records[0]
	enciphered := r.Proto == decode.BC && !r.InClear()
	switch {
	case enciphered && e.KeepCipher || r.FromFragments != nil:
		return f, place{source: plaintext(r.Record, enciphered)}
	case enciphered && len(r.Plain) == len(r.Datagram.Payload):
		f = e.edit.Fill(f, r.Datagram, r.Plain)
	case enciphered:
		f = e.edit.Decipher(f)
	}
	return f, place{base: r.HeaderBytes}
}

// untouched writes a frame as it is. One that ends as if it were annotated is, with nothing: nobody
// on the wire says what is in a message.
func (e *Exporter) untouched(f *capture.Frame) error {
	if bytes.HasSuffix(f.Data, []byte(magic)) {
		return e.write(f, f.Data, nil)
	}
	return e.out.WriteBeside(e.fitting(f), nil)
}

// fitting cuts a frame that Wireshark would refuse, and with it the file.
func (e *Exporter) fitting(f *capture.Frame) *capture.Frame {
	if len(f.Data) <= mostPacket {
		return f
	}
	e.cut++
	short := *f
	short.Data = f.Data[:mostPacket]
	return &short
}

// Cut counts the frames that were too long, and the packets whose fields are missing because there
// was no room.
func (e *Exporter) Cut() (long, bare int64) { return e.cut, e.bare }

// plaintext gives the payload of a datagram, deciphered if it is of the game.
func plaintext(r *decode.Record, enciphered bool) []byte {
	if !enciphered {
		return r.Datagram.Payload
	}
	plain := make([]byte, len(r.Datagram.Payload))
	cipher.Decipher(plain, r.Datagram.Payload)
	return plain
}

// part is what annotations say of a datagram, or of a message that was joined.
type part struct {
	records []decode.Rendered
	where   place
}

// place is where the bytes of a datagram lie.
type place struct {
	source []byte // in the annotations; nil = in the packet
	base   int32  // of its first byte
}

// end is where what parts say ends in the packet.
func end(parts []part) int {
	if len(parts) == 0 || parts[0].where.source != nil {
		return 0
	}
	r := parts[0].records[0]
	return int(parts[0].where.base) + max(len(r.Datagram.Payload), len(r.Payload))
}

// write writes a packet: data, and what is known of it behind.
func (e *Exporter) write(f *capture.Frame, data []byte, parts []part) error {
	e.annotate(parts, false)
	if len(parts) > 0 && end(parts)+len(e.body)+footer > mostPacket {
		e.bare++
		e.annotate(parts, true)
	}
	if room := mostPacket - len(e.body) - footer; len(data) > room && end(parts) <= room && room > 0 {
		e.cut++
		data = data[:room]
	}
	if len(data)+len(e.body)+footer > mostPacket {
		return e.out.WriteBeside(e.fitting(f), e.beside(parts))
	}
	e.data = append(append(e.data[:0], data...), e.body...)
	e.data = binary.BigEndian.AppendUint32(e.data, uint32(len(e.body)))
	e.data = binary.BigEndian.AppendUint32(e.data, version)
	e.data = append(e.data, magic...)
	out := *f
	out.Data = e.data
	out.WireLength += uint32(len(e.body) + footer)
	return e.out.WriteBeside(&out, e.beside(parts))
}

// beside gives the comment and the direction of a packet.
func (e *Exporter) beside(parts []part) *capture.Beside {
	x := &e.about
	*x = capture.Beside{}
	if len(parts) == 0 {
		return x
	}
	e.said = e.said[:0]
	for _, p := range parts {
		for i := range p.records {
			head, _, _ := bytes.Cut(p.records[i].Text, []byte("\n"))
			_, said, _ := bytes.Cut(head, []byte("\t"))
			e.said = append(e.said, said...)
			e.said = append(e.said, '\n')
		}
	}
	x.Comment = bytes.TrimSuffix(e.said, []byte("\n"))
	switch parts[0].records[0].Dir {
	case decode.ToServer:
		x.Direction = capture.Inbound
	case decode.ToClient:
		x.Direction = capture.Outbound
	}
	return x
}

// annotate makes the annotations of parts: of each the bytes that are not in the packet, what its records
// share, and each of them. briefly leaves the fields out.
func (e *Exporter) annotate(parts []part, briefly bool) {
	l := &e.lines
	l.b = e.body[:0]
	for _, p := range parts {
		l.b = fmt.Appendf(l.b, "D%d\t%d\n", p.where.base, len(p.where.source))
		l.b = append(l.b, p.where.source...)
		l.datagram(p.records[0].Record)
		for i := range p.records {
			r := p.records[i]
			offset := r.Offset
			if apart(r) {
				offset = 0
			}
			head, rest, _ := bytes.Cut(r.Text, []byte("\n"))
			size, said, _ := bytes.Cut(head, []byte("\t"))
			title, _, _ := bytes.Cut(said, []byte("  "))
			l.b = fmt.Appendf(l.b, "R%d\t%s\t%s\n", offset, size, title)
			if first := p.records[0].Side; r.Side.Link != first.Link || r.Side.Client != first.Client {
				l.client(r.Side) // a message of the datagram has told more
			}
			if !briefly {
				l.b = append(l.b, rest...)
			} else {
				l.note(1, "no room for its fields", decode.Diagnostic{
					Code: "no_room", Offset: decode.Whole, Text: "its fields do not fit into a packet, of which Wireshark takes 256 KiB: see bcdump decode",
				})
			}
		}
	}
	e.body = l.b
}

// datagram appends what all messages of one have in common.
func (l *lines) datagram(r *decode.Record) {
	l.int("frame", nowhere, r.Frame)
	l.text("proto", nowhere, string(r.Proto))
	if r.Dir != "" {
		l.text("dir", nowhere, string(r.Dir))
	}
	switch {
	case r.Proto != decode.BC:
	case !r.Leads():
		l.int("peer", nowhere, int64(r.Peer))
	default:
		l.int("peer", span{0, 1}, int64(r.Peer))
		l.begin(kindHidden, "message_count", span{1, 1})
		l.b = strconv.AppendInt(l.b, int64(r.Count), 10)
		l.end()
	}
	l.client(r.Side)
}

// client appends who the client is.
func (l *lines) client(side *decode.Side) {
	if side.Link > 0 {
		l.int("client", nowhere, int64(side.Link))
	}
	if side.Client != "" {
		l.text("player", nowhere, side.Client)
	}
}

// synthetic writes a packet for what has no frame: a message that was joined from parts, or a
// datagram of a text log.
func (e *Exporter) synthetic(records []decode.Rendered, payload []byte) error {
	r := records[0]
	if r.Proto == decode.Unknown {
		return nil
	}
	e.name(records)
	head := exported(r.Record)
	f := capture.Frame{Number: r.Frame, Time: r.Time, Digits: r.Digits, Link: linkExported, Interface: &joinedInterface}
	if r.Parts == nil {
		f.Interface = &loggedInterface
	}
	f.WireLength = uint32(len(head) + len(payload))
	return e.write(&f, append(head, payload...), []part{{records, place{base: int32(len(head))}}})
}

// Interfaces of packets that have no frame.
var (
	joinedInterface = capture.Interface{Name: "bcdump", Description: "messages without a frame"}
	loggedInterface = capture.Interface{Name: "bcdump", Description: "datagrams of a packet_trace.log"}
)

// linkExported is the link type of Wireshark's exported PDUs: bytes with addresses and ports.
const linkExported = 252

// Tags of an exported PDU, and the port type of UDP.
const (
	tagDissector = 12
	tagIPv4From  = 20
	tagIPv4To    = 21
	tagIPv6From  = 22
	tagIPv6To    = 23
	tagPortType  = 24
	tagPortFrom  = 25
	tagPortTo    = 26
	tagFrame     = 30
	portUDP      = 3
)

// exported begins an exported PDU of a record.
func exported(r *decode.Record) []byte {
	b := tag(nil, tagDissector, []byte(payloadProtocol))
	b = tagAddress(b, tagIPv4From, r.Src.Addr())
	b = tagAddress(b, tagIPv4To, r.Dst.Addr())
	b = tagNumber(b, tagPortType, portUDP)
	b = tagNumber(b, tagPortFrom, uint32(r.Src.Port()))
	b = tagNumber(b, tagPortTo, uint32(r.Dst.Port()))
	b = tagNumber(b, tagFrame, uint32(r.Frame))
	return tag(b, 0, nil)
}

func tag(b []byte, kind uint16, value []byte) []byte {
	padding := (4 - len(value)%4) % 4
	b = binary.BigEndian.AppendUint16(b, kind)
	b = binary.BigEndian.AppendUint16(b, uint16(len(value)+padding))
	b = append(b, value...)
	return append(b, make([]byte, padding)...)
}

func tagNumber(b []byte, kind uint16, value uint32) []byte {
	return tag(b, kind, binary.BigEndian.AppendUint32(nil, value))
}

// tagAddress appends an address; ipv4 is the tag of an IPv4 address, and that of IPv6 comes two
// behind. What a text log does not know has none.
func tagAddress(b []byte, ipv4 uint16, a netip.Addr) []byte {
	switch {
	case !a.IsValid() || a.IsUnspecified():
		return b
	case a.Unmap().Is4():
		return tag(b, ipv4, a.Unmap().AsSlice())
	}
	return tag(b, ipv4+tagIPv6From-tagIPv4From, a.AsSlice())
}

// names are those that addresses have so far.
type names map[netip.Addr][]string

const (
	// mostNamed is how many addresses have names.
	//limit:mostNamed Exports | addresses with names in an export | further ones have none | TestNames
	mostNamed = 4096
	// mostNames is how many names an address has.
	//limit:mostNames Exports | names of an address in an export | further ones are left out | TestNames
	mostNames = 4
)

// name writes the names of players that are new for their address.
func (e *Exporter) name(records []decode.Rendered) {
	for i := range records {
		r := records[i]
		if r.Client == "" || r.Dir == "" {
			continue
		}
		end := r.Src.Addr()
		if r.Dir == decode.ToClient {
			end = r.Dst.Addr()
		}
		if e.names.add(end, printable.Text(r.Client)) {
			e.out.WriteName(end, strings.Join(e.names[end], "/"))
		}
	}
}

// add reports whether a name is new.
func (n names) add(a netip.Addr, name string) bool {
	known := n[a]
	if !a.IsValid() || a.IsUnspecified() || slices.Contains(known, name) || len(known) == mostNames || known == nil && len(n) == mostNamed {
		return false
	}
	n[a] = append(known, name)
	return true
}
