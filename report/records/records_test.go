package records_test

import (
	"math"
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// midday is when the records of the tests were captured: 2026-02-14T12:00:00.000789Z.
var midday = capture.Time{Sec: 1771070400, Nanos: 789_000}

var (
	hostAddr   = netip.MustParseAddrPort("10.0.0.1:22101")
	clientAddr = netip.MustParseAddrPort("10.0.0.2:1024")
)

// bare is what all records of the tests have in common: client to server.
func bare(proto decode.Protocol, payload []byte) decode.Record {
	return decode.Record{
		Datagram: &capture.Datagram{Frame: 7, Time: midday, Digits: 6, Ends: &capture.Ends{Src: clientAddr, Dst: hostAddr}},
		Side:     &decode.Side{Proto: proto}, Header: &transport.Message{}, Payload: payload,
	}
}

// bc is a transport message with its payload decoded.
func bc(header transport.Message, payload []byte, notes ...decode.Diagnostic) *decode.Record {
	r := bare(decode.BC, payload)
	r.Dir, r.Peer, r.Link, r.Client, r.ClientPeer = decode.ToServer, 2, 3, "Kirk", 2
	length := len(header.Append(nil, payload))
	header.Length, header.Header = uint16(length), uint8(length-len(payload))
	r.Header = &header
	for _, n := range notes {
		r.Diagnose(n.Code, n.Offset, n.Text)
	}
	return r.Clone()
}

func game(opcode uint8, m wire.Message, notes ...decode.Diagnostic) *decode.Record {
	return bc(transport.NewData(true, 5), message.Append(nil, opcode, m), notes...)
}

func note(code decode.Code, text string) decode.Diagnostic {
	return decode.Diagnostic{Code: code, Offset: decode.Whole, Text: text}
}

// with changes a copy of a record.
func with(r *decode.Record, change func(*decode.Record)) *decode.Record {
	c := r.Clone()
	change(c)
	return c
}

// update is a StateUpdate with all that fits one.
func update() *message.StateUpdate {
	return &message.StateUpdate{
		ObjectID: 0x3FFFFFFF, GameTime: 12.5, DirtyFlags: 0x9D, Position: wire.Vector{1, -2.5, 0.001}, HasHash: true,
		SubsysHash: 0xFB37, Forward: wire.CV3{127, 0, 0}, Up: wire.CV3{0, 0, -127}, Speed: wire.NewCF16(-6.3),
		Power: []message.PowerSetting{{Index: 1, Value: 204}, {Index: 4, Value: 102}},
	}
}

// strange is a StateUpdate with numbers that JSON does not have.
func strange() *message.StateUpdate {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	return &message.StateUpdate{GameTime: nan, DirtyFlags: 0x01, Position: wire.Vector{inf, -inf, float32(math.Copysign(0, -1))}}
}

// entityState is an entity-state message.
func entityState(dir decode.Direction, datagram []byte) decode.Record {
	r := bare(decode.EntityState, datagram)
	r.Dir = dir
	return r
}

func state(m *entitystate.State) *decode.Record {
	return recordOf(entityState(decode.ToClient, entitystate.Append(nil, 4, m)))
}

// kinds are records of every kind.
var kinds = []struct {
	name   string
	record *decode.Record
}{
	{"state update", game(0x1C, update())},
	{"state update from the host", with(game(0x1C, update()), func(r *decode.Record) {
		r.Dir, r.Peer, r.Src, r.Dst = decode.ToClient, 1, hostAddr, clientAddr
	})},
	{"no numbers", game(0x1C, strange())},
	{"cut state update", bc(transport.NewData(false, 0), message.Append(nil, 0x1C, update())[:16])},
	{"chat", game(0x2C, &message.Chat{SenderID: 2, Text: wire.Text("hello, J\xF6rg")})},
	{"trailing", bc(transport.NewData(true, 6), append(message.Append(nil, 0x01, &message.GameInit{}), 1, 2))},
	{"unknown opcode", bc(transport.NewData(true, 7), []byte{0xEE, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})},
	{"no opcode", bc(transport.NewData(true, 7), nil)},
	{"keepalive", bc(transport.Message{Type: transport.Keepalive}, nil)},
	{"ack", bc(transport.Message{Type: transport.Ack, HasSeq: true, Seq: 9, AckFlags: 3, FragmentIndex: 1}, []byte{9, 0, 3, 1},
		note(decode.RepeatAck, "sequence number 9 was acknowledged before"))},
	{"connect", bc(transport.NewControl(transport.Connect, 0), wire.Append(nil, &transport.ConnectRequest{Address: [4]byte{10, 0, 0, 2}, Token: 0xC0FFEE}))},
	{"peer info", bc(transport.NewControl(transport.PeerInfo, 1), wire.Append(nil, &transport.Peer{PeerID: 2, Name: wire.NewWideText("世😀")}))},
	{"boot", bc(transport.NewControl(transport.Boot, 1), wire.Append(nil, &transport.Kick{Reason: 4, PeerID: 255}))},
	{"disconnect", bc(transport.NewControl(transport.Disconnect, 1), wire.Append(nil, &transport.Leave{PeerID: 2}))},
	{"third-party connect", bc(transport.Message{Type: transport.Connect, OneByteLength: true}, []byte{1, 2},
		decode.Diagnostic{Code: decode.OneByteLength, Offset: 1, Text: "one-byte length field: third-party software"})},
	{"retransmit", game(0x2C, &message.Chat{SenderID: 2, Text: wire.Text("again")}, note(decode.Retransmit, "retransmission of sequence number 5"))},
	{"gap", game(0x28, &message.ChecksumComplete{}, note(decode.Gap, "sequence number 4 is missing before 5"))},
	{"part", bc(transport.NewFragment(8, 0, 3), []byte{0x2C, 1, 2})},
	{"later part", bc(transport.NewFragment(8, 2, 0), []byte{3, 4})},
	{"joined", with(bc(transport.NewFragment(8, 1, 0), message.Append(nil, 0x2C, &message.Chat{SenderID: 1, Text: wire.Text("long")})),
		func(r *decode.Record) { r.Parts = &decode.Parts{Frames: []int64{5, 7, 6}, Length: r.Length()} }).Clone()},
	{"lost", with(bc(transport.NewData(true, 9), nil, note(decode.FragmentLost, "the capture ends; parts [1] of 3 were seen")), func(r *decode.Record) {
		r.Digits, r.Parts = 9, &decode.Parts{Frames: []int64{6}, Length: 40, Lost: true}
	})},
	{"cut by the capture", with(bc(cutHeader(), []byte{0x2C, 1}, decode.Diagnostic{Code: decode.Snapped, Offset: 7, Text: "captured 7 of 30 bytes of the message"}), func(r *decode.Record) {
		r.Header.Length = 30
	})},
	{"unreadable", unread([]byte{0x77, 1, 2}, decode.Diagnostic{Code: decode.UnknownType, Offset: 0, Text: "byte 9 of the datagram: unknown transport type 0x77"})},
	{"GameSpy", recordOf(bare(decode.GameSpy, []byte("\\gamename\\bcommander\\hostname\\J\xF6rg\\queryid\\1.1")))},
	{"State", state(entitystate.NewState([]entitystate.Entity{
		{ID: 1, Type: entitystate.Player, X: 50, Y: 100, RGBA: 0x55AAFFFF}, {ID: 2, Type: entitystate.Enemy, X: 200, Y: 150.25, VX: -60, RGBA: 0xFFFFFFFF},
	}))},
	{"State that lies", state(&entitystate.State{Count: 600, Entities: []entitystate.Entity{{ID: 7, Type: 9, X: float32(math.NaN())}}})},
	{"Input of a player", with(recordOf(entityState(decode.ToServer, entitystate.Append(nil, 3, &entitystate.Input{Sequence: 42, Bits: 0x18}))),
		func(r *decode.Record) { r.Client = "Alice" })},
	{"entity-state type", recordOf(entityState(decode.ToServer, []byte{0, 0, 42, 1}))},
	{"entity-state without header", recordOf(entityState(decode.ToServer, []byte{1, 2}))},
	{"unknown", recordOf(bare(decode.Unknown, []byte("no game here")), note(decode.Unrecognised, "not a game datagram"))},
	{"empty", recordOf(bare(decode.Unknown, nil), note(decode.Empty, "a datagram without payload"))},
	{"new client", with(bc(transport.NewControl(transport.Connect, 0), wire.Append(nil, &transport.ConnectRequest{})), func(r *decode.Record) {
		r.Peer, r.ClientPeer, r.Client = 255, 0, ""
	})},
	{"client without a name", with(game(0x01, &message.GameInit{}), func(r *decode.Record) { r.Client = "" })},
}

func recordOf(r decode.Record, notes ...decode.Diagnostic) *decode.Record {
	for _, n := range notes {
		r.Diagnose(n.Code, n.Offset, n.Text)
	}
	return r.Clone()
}

// cutHeader is that of a message of which the capture has only the beginning.
func cutHeader() transport.Message {
	h := transport.NewData(true, 9)
	h.Cut = true
	return h
}

// unread is what follows a fault in a datagram.
func unread(payload []byte, n decode.Diagnostic) *decode.Record {
	r := bare(decode.BC, payload)
	r.Dir, r.Peer, r.Link, r.Client, r.ClientPeer = decode.ToServer, 2, 3, "Kirk", 2
	r.Unread, r.Index = true, 1
	return recordOf(r, n)
}
