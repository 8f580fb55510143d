package decode_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
)

// Builders of captures, from the outside in: file, frame, datagram, message. Tests
// say in one line what is on the wire, and can damage what they like.

var (
	host    = netip.MustParseAddrPort("10.0.0.1:22101")
	client  = netip.MustParseAddrPort("10.0.0.2:1024")
	other   = netip.MustParseAddrPort("10.0.0.3:1025")
	master  = netip.MustParseAddrPort("10.0.0.9:27900")
	host6   = netip.MustParseAddrPort("[2001:db8::1]:22101")
	client6 = netip.MustParseAddrPort("[2001:db8::2]:1024")
)

// firstSecond is when the captures begin: 2026-02-14T22:08:00Z.
const firstSecond = 1771106880

// file is a classic pcap of Ethernet frames, each a millisecond after the one
// before.
type file struct {
	data   []byte
	frames int
	ids    uint16 // IP identification
}

func newFile() *file {
	head := binary.LittleEndian.AppendUint32(nil, 0xA1B2C3D4)
	head = append(head, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0)
	return &file{data: head}
}

// snapped adds a frame of which the capture holds the first bytes.
func (f *file) snapped(frame []byte, kept int) *file {
	seconds, micros := firstSecond+f.frames/1000, f.frames%1000*1000
	for _, v := range []int{seconds, micros, kept, len(frame)} {
		f.data = binary.LittleEndian.AppendUint32(f.data, uint32(v))
	}
	f.data = append(f.data, frame[:kept]...)
	f.frames++
	return f
}

func (f *file) frame(frame []byte) *file { return f.snapped(frame, len(frame)) }

// wait lets milliseconds pass.
func (f *file) wait(n int) *file {
	f.frames += n
	return f
}

// udp adds a datagram.
func (f *file) udp(src, dst netip.AddrPort, payload []byte) *file {
	return f.frame(packet(src, dst, payload))
}

// game adds a game datagram: what the peer sends, enciphered.
func (f *file) game(src, dst netip.AddrPort, peer byte, messages ...[]byte) *file {
	return f.udp(src, dst, datagram(peer, messages...))
}

// fragments adds a datagram cut into IPv4 fragments of size bytes.
func (f *file) fragments(src, dst netip.AddrPort, payload []byte, size int) *file {
	f.ids++
	segment := udpSegment(src, dst, payload, 8+len(payload))
	for at := 0; at < len(segment); at += size {
		end := min(at+size, len(segment))
		flags := uint16(at / 8)
		if end < len(segment) {
			flags |= 0x2000
		}
		f.frame(ethernet4(src, dst, f.ids, flags, segment[at:end]))
	}
	return f
}

// datagram enciphers messages behind a peer id and their number.
func datagram(peer byte, messages ...[]byte) []byte {
	return encipher(slices.Concat(append([][]byte{{peer, byte(len(messages))}}, messages...)...))
}

func encipher(plain []byte) []byte {
	out := make([]byte, len(plain))
	cipher.Encipher(out, plain)
	return out
}

func decipher(payload []byte) []byte {
	out := make([]byte, len(payload))
	cipher.Decipher(out, payload)
	return out
}

func packet(src, dst netip.AddrPort, payload []byte) []byte {
	return packetSaying(src, dst, payload, 8+len(payload))
}

// packetSaying is packet with a UDP length that may lie.
func packetSaying(src, dst netip.AddrPort, payload []byte, length int) []byte {
	segment := udpSegment(src, dst, payload, length)
	if src.Addr().Is4() {
		return ethernet4(src, dst, 0, 0, segment)
	}
	b := append(make([]byte, 12, 54+len(segment)), 0x86, 0xDD, 0x60, 0, 0, 0)
	b = binary.BigEndian.AppendUint16(b, uint16(len(segment)))
	b = append(b, 17, 64)
	b = append(append(b, src.Addr().AsSlice()...), dst.Addr().AsSlice()...)
	return append(b, segment...)
}

func udpSegment(src, dst netip.AddrPort, payload []byte, length int) (b []byte) {
	for _, v := range []uint16{src.Port(), dst.Port(), uint16(length), 0} {
		b = binary.BigEndian.AppendUint16(b, v)
	}
	return append(b, payload...)
}

func ethernet4(src, dst netip.AddrPort, id, flags uint16, segment []byte) []byte {
	b := append(make([]byte, 12, 34+len(segment)), 0x08, 0x00, 0x45, 0)
	b = binary.BigEndian.AppendUint16(b, uint16(20+len(segment)))
	b = binary.BigEndian.AppendUint16(b, id)
	b = binary.BigEndian.AppendUint16(b, flags)
	b = append(b, 64, 17, 0, 0)
	b = append(append(b, src.Addr().AsSlice()...), dst.Addr().AsSlice()...)
	return append(b, segment...)
}

// The messages.

var keepalive = []byte{byte(transport.Keepalive)}

func pack(m transport.Message, payload []byte) []byte { return m.Append(nil, payload) }

func data(seq uint16, payload []byte) []byte { return pack(transport.NewData(true, seq), payload) }

func unreliable(payload []byte) []byte { return pack(transport.NewData(false, 0), payload) }

func part(seq uint16, index, total uint8, payload []byte) []byte {
	return pack(transport.NewFragment(seq, index, total), payload)
}

func ack(seq uint16) []byte {
	m := transport.NewData(true, seq)
	return pack(transport.NewAck(&m), nil)
}

func control(t transport.Type, seq uint16, m wire.Message) []byte {
	return pack(transport.NewControl(t, seq), wire.Append(nil, m))
}

func connect(token uint32) []byte {
	return control(transport.Connect, 0, &transport.ConnectRequest{Address: [4]byte{10, 0, 0, 2}, Token: token})
}

func accept(peer uint8) []byte {
	return control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: peer})
}

func peerInfo(seq uint16, peer uint8, name string) []byte {
	return control(transport.PeerInfo, seq, &transport.Peer{PeerID: peer, Name: wire.NewWideText(name)})
}

func chat(sender int32, text string) []byte {
	return message.Append(nil, 0x2C, &message.Chat{SenderID: sender, Text: wire.Text(text)})
}

// state is a StateUpdate with a position, a delta, a speed and a power block.
func state(t float32) []byte {
	return message.Append(nil, 0x1C, &message.StateUpdate{
		ObjectID: 0x3FFFFFFF, GameTime: t, DirtyFlags: 0x93,
		Position: wire.Vector{1, -2.5, t}, HasHash: true, SubsysHash: 0xFB37,
		Delta: wire.CV4{Direction: wire.CV3{127, 0, -127}, Magnitude: wire.NewCF16(3)},
		Speed: wire.NewCF16(float64(t)), Power: []message.PowerSetting{{Index: 1, Value: 204}, {Index: 2, Value: 102}},
	})
}

// strong is a message that random bytes do not look like.
var strong = unreliable(chat(2, "hello"))

// Reading back.

func open(t testing.TB, capture []byte, o decode.Options) *decode.Capture {
	t.Helper()
	return must.Get(decode.Open("test.pcap", bytes.NewReader(capture), o))(t)
}

// read gives all records, each of its own.
func read(t testing.TB, capture []byte, o decode.Options) (all []*decode.Record) {
	t.Helper()
	for r := range open(t, capture, o).Records() {
		all = append(all, r.Clone())
	}
	return all
}

// brief says in a word or two what a record is: "3 Chat", "4 unknown undecided".
func brief(r *decode.Record) string {
	s := fmt.Sprint(r.Frame, " ", r.Proto)
	switch {
	case r.Name() != "":
		s = fmt.Sprint(r.Frame, " ", r.Name())
	case r.Part():
		s = fmt.Sprint(r.Frame, " part")
	case r.Lost():
		s = fmt.Sprint(r.Frame, " lost")
	case r.Proto == decode.BC:
		s = fmt.Sprint(r.Frame, " ", r.TypeName())
	}
	for i := range r.Diagnostics() {
		s += " " + string(r.Diagnostics()[i].Code)
	}
	return s
}

func briefs(records []*decode.Record) (all []string) {
	for _, r := range records {
		all = append(all, brief(r))
	}
	return all
}

// show renders records as lines that differ when anything that a reader of the
// library sees differs.
func show() decode.Renderer {
	return func(b []byte, r *decode.Record) []byte {
		return fmt.Appendf(b, "%s %v %s %s %q %d %d %v %x\n",
			brief(r), r.Time, r.Src, r.Dst, r.Client, r.Index, r.Length(), r.Frames(), r.Payload)
	}
}

func render(t testing.TB, capture []byte, o decode.Options) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, open(t, capture, o).Render(&out, show))
	return out.String()
}
