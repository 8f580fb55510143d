package transport

import (
	"fmt"
	"strconv"

	"bcdump/decode/wire"
)

// ConnectRequest is the payload of Connect, client to host.
//
//	+0   ipv4   address            of the client, network order
//	+4   u32    token              random; another token = a new connection
//	+8   wstrz  password           empty = "00 00"
//
// Source: observed twice with an empty password; the filled form is static.
type ConnectRequest struct {
	Address  [4]byte
	Token    uint32
	Password wire.WideText
}

// Visit describes the fields in wire order.
func (m *ConnectRequest) Visit(v wire.Visitor) {
	v.ShowText("form", "request")
	v.IPv4("address", &m.Address)
	v.Hex32("token", &m.Token)
	v.WStrZ("password", &m.Password)
}

// ConnectResponse is the payload of Connect, host to client.
//
//	+0   u8     assigned_peer_id
//
// Source: observed.
type ConnectResponse struct {
	AssignedPeerID uint8
}

// Visit describes the fields in wire order.
func (m *ConnectResponse) Visit(v wire.Visitor) {
	v.ShowText("form", "response")
	v.U8("assigned_peer_id", &m.AssignedPeerID)
}

// Peer is the payload of PeerInfo: who a peer is. The client sends its own, the
// host relays it to everyone.
//
//	+0   u8     peer_id
//	+1   ipv4   address            network order
//	+5   wstrz  name
//
// Source: observed.
type Peer struct {
	PeerID  uint8
	Address [4]byte
	Name    wire.WideText
}

// Visit describes the fields in wire order.
func (m *Peer) Visit(v wire.Visitor) {
	v.U8("peer_id", &m.PeerID)
	v.IPv4("address", &m.Address)
	v.WStrZ("name", &m.Name)
}

// Kick is the payload of Boot.
//
//	+0   i8     reason
//	+1   u8     peer_id            255 = the receiver, who has no id yet
//
// Source: observed with reason 4; the other reasons are static.
type Kick struct {
	Reason int8
	PeerID uint8
}

var bootReasons = [...]string{
	1: "timed out", "wrong password", "no free player slot", "kicked by the host", "connected already",
}

// observedReason is the only one that a real packet shows.
const observedReason = 4

// Visit describes the fields in wire order.
func (m *Kick) Visit(v wire.Visitor) {
	v.I8("reason", &m.Reason)
	text := m.Text()
	wire.Optional(v, text != "", "reason 1 to 5", func() {
		v.ShowText("reason_text", text)
		v.ShowText("reason_source", m.source())
	})
	v.U8("peer_id", &m.PeerID)
}

// source is how it is known what the reason means.
func (m *Kick) source() string {
	if m.Reason == observedReason {
		return "observed, meaning static"
	}
	return wire.Static.String()
}

// Text says the reason in words, "" = it is not known.
func (m *Kick) Text() string {
	if m.Reason < 0 || int(m.Reason) >= len(bootReasons) {
		return ""
	}
	return bootReasons[m.Reason]
}

// AppendLine says who goes and why, with the grade of that.
func (m *Kick) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "reason %d", m.Reason)
	if text := m.Text(); text != "" {
		b = fmt.Appendf(b, ": %s (%s)", text, m.source())
	}
	if m.PeerID == newPeer {
		return append(b, "  the receiver"...)
	}
	return fmt.Appendf(b, "  peer %d", m.PeerID)
}

// newPeer is the id of who has none yet.
const newPeer = 255

// Leave is the payload of Disconnect.
//
//	+0   u8     peer_id            who leaves
//	+1   ipv4   address            network order
//
// Source: observed.
type Leave struct {
	PeerID  uint8
	Address [4]byte
}

// Visit describes the fields in wire order.
func (m *Leave) Visit(v wire.Visitor) {
	v.U8("peer_id", &m.PeerID)
	v.IPv4("address", &m.Address)
}

// Acknowledgement is what stands behind the type byte of an Ack.
//
//	+0   u16    seq                number being acknowledged
//	+2   u8     flags              bit 0: of a fragment; bit 1: low channel
//	     u8     fragment_index     only if flags bit 0
//
// Source: observed, both lengths.
type Acknowledgement struct {
	Seq           uint16
	Flags         uint8
	FragmentIndex uint8
}

// Visit describes the fields in wire order.
func (m *Acknowledgement) Visit(v wire.Visitor) {
	wire.Hidden(v, func() { v.U16("seq", &m.Seq) })
	v.Hex8("flags", &m.Flags)
	channel := "high"
	if m.Flags&AckLowChannel != 0 {
		channel = "low"
	}
	v.ShowText("channel", channel)
	wire.Optional(v, m.Flags&AckFragment != 0, "flags bit 0", func() {
		v.U8("fragment_index", &m.FragmentIndex)
	})
}

// AppendLine says what is acknowledged; that it goes to the high channel is the
// rule and needs no words.
func (m *Acknowledgement) AppendLine(b []byte) []byte {
	b = strconv.AppendUint(append(b, "seq "...), uint64(m.Seq), 10)
	if m.Flags&AckFragment != 0 {
		b = strconv.AppendUint(append(b, " part "...), uint64(m.FragmentIndex)+1, 10)
	}
	if m.Flags&AckLowChannel != 0 {
		b = append(b, " of the control channel"...)
	}
	return b
}

// ControlDecoder reads the payloads of control messages one after the other and
// uses its memory again. The zero value is ready. One goroutine at a time.
type ControlDecoder struct {
	reader   wire.Reader
	ack      Acknowledgement
	request  ConnectRequest
	response ConnectResponse
	peer     Peer
	kick     Kick
	leave    Leave
}

// layout gives the payload to read m into; nil if none is known: Data, Keepalive,
// one-byte lengths, and a Connect that is neither a request nor a response.
func (d *ControlDecoder) layout(m *Message) wire.Message {
	if m.OneByteLength {
		return nil
	}
	switch m.Type {
	case Ack:
		return &d.ack
	case Connect:
		return d.connect(int(m.Length) - int(m.Header))
	case PeerInfo:
		return &d.peer
	case Boot:
		return &d.kick
	case Disconnect:
		return &d.leave
	}
	return nil
}

// The two forms of Connect differ in length; direction only confirms it.
func (d *ControlDecoder) connect(size int) wire.Message {
	switch {
	case size == 1:
		return &d.response
	case size >= 10:
		return &d.request
	}
	return nil
}

// Decode reads the payload of a control message. The Message of the result is nil
// where no layout is known; it is valid until the next call.
func (d *ControlDecoder) Decode(m *Message, payload []byte) wire.Decoded {
	layout := d.layout(m)
	if layout == nil {
		return wire.Decoded{}
	}
	d.reader.Reset(payload)
	decoded := d.reader.Read(layout)
	if decoded.Err != nil {
		d.forget()
		d.reader.Reset(payload)
		decoded = d.reader.Read(layout)
	}
	return decoded
}

// forget empties the messages: fields that are cut must not hold what was said before.
func (d *ControlDecoder) forget() { *d = ControlDecoder{reader: d.reader} }

// Trace is Decode that also gives the bytes which each field owns, counted from
// the start of the payload.
func (d *ControlDecoder) Trace(m *Message, payload []byte) (wire.Decoded, []wire.Span) {
	layout := d.layout(m)
	if layout == nil {
		return wire.Decoded{}, nil
	}
	d.forget()
	d.reader.Reset(payload)
	d.reader.Trace(wire.Observed)
	decoded := d.reader.Read(layout)
	return decoded, d.reader.Spans()
}

// ControlPayload is one layout of the payloads of a type.
type ControlPayload struct {
	Type    Type
	Message wire.Message
}

// ControlPayloads lists the layouts of control payloads, for descriptions.
func ControlPayloads() []ControlPayload {
	return []ControlPayload{
		{Connect, &ConnectRequest{}}, {Connect, &ConnectResponse{}}, {PeerInfo, &Peer{}},
		{Boot, &Kick{}}, {Disconnect, &Leave{}}, {Ack, &Acknowledgement{}},
	}
}
