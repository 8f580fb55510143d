package decode_test

import (
	"math"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/filehash"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// mixed is a capture with at least one of everything: each kind of record, each
// layout that is known, each note.
func mixed() *file {
	f := newFile()
	f.udp(client, host, []byte(`\status\`))
	f.udp(host, client, []byte("\\gamename\\bcommander\\hostname\\J\xF6rg\x1b[31m\\queryid\\1.1"))
	f.game(other, master, 2, keepalive) // undecided: nothing follows on that link
	f.join()
	f.messages()
	f.states()
	f.entities()
	f.numbers()
	f.parts()
	f.faults()
	f.answers()
	f.game(client, host, 2, control(transport.Disconnect, 9, &transport.Leave{PeerID: 2, Address: [4]byte{10, 0, 0, 2}}))
	return f
}

func (f *file) join() {
	f.game(client, host, 255, connect(0xC0FFEE)).game(host, client, 1, accept(2), keepalive)
	f.game(client, host, 2, peerInfo(1, 2, "J\u00f6rg \u4e16\U0001F600\x1b[31m"), ack(0))
	f.game(host, client, 1, control(transport.Boot, 1, &transport.Kick{Reason: 4, PeerID: 255}))
	f.game(host, client, 1, control(transport.Boot, 2, &transport.Kick{Reason: -1, PeerID: 3}))
	f.game(client6, host6, 255, connect(7)).game(host6, client6, 1, accept(2))
}

func of(opcode uint8, m wire.Message) []byte { return message.Append(nil, opcode, m) }

func (f *file) messages() {
	f.game(host, client, 1,
		data(0, of(0x20, &message.ChecksumRequest{Round: 1, Directory: wire.Text("scripts/"), Filter: wire.Text("*.pyc"), Recursive: true})),
		data(1, of(0x00, &message.Settings{GameTime: 1.5, CollisionDamage: true, PlayerSlot: 1, MapName: wire.Text("Multi1"), NameChanged: true, NewName: wire.NewWideText("Q")})),
		data(2, of(0x00, &message.Settings{GameTime: float32(math.Inf(1)), FriendlyFire: true})),
		data(3, of(0x01, &message.GameInit{})), data(4, of(0x28, &message.ChecksumComplete{})))
	f.game(host, client, 1,
		data(5, of(0x35, &message.MissionInit{PlayerLimit: 8, SystemIndex: 9, TimeLimit: 20, EndTime: -5, FragLimit: message.NoLimit})),
		data(6, of(0x35, &message.MissionInit{SystemIndex: 77, TimeLimit: message.NoLimit, FragLimit: 10})),
		data(7, of(0x37, &message.Score{PlayerID: 2, Kills: 1, Deaths: -1, Score: math.MinInt32})),
		data(8, of(0x22, &message.SystemChecksumFail{Text: wire.Text("a\"b\\c\n\x7f\x85")})),
		data(9, of(0x23, &message.VersionDifferent{Text: wire.Text("60")})),
		data(10, of(0x25, &message.FileTransfer{FileName: wire.Text("f.py"), Data: []byte{1, 2, 3}})),
		data(11, of(0x25, &message.FileTransfer{})))
	tree := message.FileTree{Files: []message.FileHash{{NameHash: 1, ContentHash: 2}, {NameHash: 3, ContentHash: 0xFFFFFFFF}}}
	deep := message.FileTree{Subdirectories: []message.Subdirectory{{NameHash: 5, Tree: tree}, {NameHash: 6}}}
	f.game(client, host, 2,
		data(0, of(0x21, &message.ChecksumResponse{RefHash: 0x7E0CE243, DirectoryHash: 9, Tree: tree})),
		data(1, of(0x21, &message.ChecksumResponse{Round: 1, Tree: message.FileTree{Files: tree.Files, Subdirectories: []message.Subdirectory{{NameHash: 4, Tree: deep}}}})),
		data(2, of(0x2A, &message.NewPlayerInGame{Flag: true})), data(3, of(0x27, &message.FileTransferAck{})),
		data(4, chat(2, "\u00e9 \x1b]0;title\x07 end")), data(5, chat(2, "")))
	f.game(client, host, 2, data(6, []byte{0x07, 1, 2, 3}), data(7, []byte{0xEE, 9}), data(8, nil),
		data(9, append(chat(2, "trailing"), 1, 2)), data(10, chat(2, "truncated")[:9]),
		data(11, append(of(0x20, &message.ChecksumRequest{})[:6], 0xE3)))
	f.game(client, host, 2, pack(transport.Message{Type: transport.Data, FlagsLen: 0xC000, HasSeq: true, Seq: 12}, chat(2, "ordered")))
	for _, spec := range message.Table() {
		if spec.New != nil { // each layout that is known, be it all zeros
			f.game(host, client, 1, unreliable(of(spec.Opcode, spec.New())))
		}
	}
}

// answers are those of a client that hashes directories otherwise, and changes a ship.
func (f *file) answers() {
	third := netip.MustParseAddrPort("10.0.0.5:1026")
	ask := func(round uint8, filter string) []byte {
		return data(uint16(round), of(0x20, &message.ChecksumRequest{Round: round, Directory: wire.Text("scripts/ships"), Filter: wire.Text(filter)}))
	}
	answer := func(round uint8, directory string) []byte {
		return data(uint16(round), of(0x21, &message.ChecksumResponse{
			Round: round, DirectoryHash: filehash.Name(directory), Tree: message.FileTree{Files: []message.FileHash{{NameHash: filehash.Name("Akira.pyc")}}}}))
	}
	f.game(third, host, 255, connect(9)).game(host, third, 1, accept(4), ask(1, "*.pyc"), ask(2, "*.pyc"), ask(3, "App.pyc"))
	f.game(third, host, 4, answer(1, "ships"), answer(2, "else"), answer(3, "scripts/ships"))
	f.game(third, host, 4, hashedUpdate(0x4013FFFF, 1, 0x1111), hashedUpdate(0x4013FFFF, 2, 0x2222))
}

func (f *file) states() {
	// Late, and farther than the speed explains.
	for _, at := range []struct{ t, x float32 }{{50, 0}, {49.9, 0}, {50.1, 500}} {
		f.game(host, client, 1, unreliable(of(0x1C, &message.StateUpdate{
			ObjectID: 0x400FFFFF, GameTime: at.t, DirtyFlags: 0x11, Position: wire.Vector{at.x, 0, 0},
		})))
	}
	for _, flags := range []uint8{0, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x5F, 0x7F, 0x9F, 0xA0, 0xFF} {
		m := message.StateUpdate{
			ObjectID: 0x3FFFFFFF + uint32(flags)*0x20000, GameTime: 0.1, DirtyFlags: flags,
			Position: wire.Vector{0.1, 1e-9, 3e30}, HasHash: flags&8 != 0, SubsysHash: 0xFB37,
			Delta: wire.CV4{Direction: wire.CV3{1, -128, 127}, Magnitude: 0x7FFF}, Forward: wire.CV3{127, 0, 0}, Up: wire.CV3{0, 0, 127},
			Speed: wire.CF16(0x8000 | uint16(flags)<<4), Cloaked: flags&1 != 0, Subsystems: message.SubsystemBlock{StartIndex: 3, Raw: []byte{3, 0x60, 255, 4}},
			Power: []message.PowerSetting{{Index: 0, Value: 204}, {Index: 7, Value: 1}},
		}
		f.game(host, client, 1, unreliable(of(0x1C, &m)))
		f.game(client, host, 2, unreliable(of(0x1C, &m)[:10+int(flags)%5]))
	}
	strange := message.StateUpdate{
		GameTime: float32(math.NaN()), DirtyFlags: 0x01,
		Position: wire.Vector{float32(math.NaN()), float32(math.Inf(-1)), float32(math.Copysign(0, -1))},
	}
	f.game(host, client, 1, unreliable(of(0x1C, &strange)))
	f.game(host, client, 1, unreliable(append(state(5), 1))) // half a power setting
}

// numbers has sequence numbers that go wrong in every way, on a link of its own.
func (f *file) numbers() {
	hello := chat(3, "hello")
	f.game(other, host, 3, data(1, hello), data(1, hello), data(1, chat(3, "other")), data(5, hello), data(3, hello))
	f.game(host, other, 1, ack(1), ack(1), ack(77), pack(transport.Message{Type: transport.Ack, HasSeq: true, Seq: 3, AckFlags: 0x80}, nil))
	for i := 6; i < 256; i += 10 {
		f.game(other, host, 3, data(uint16(i), hello))
	}
	f.game(other, host, 3, data(255, hello), data(0, chat(3, "8 bits")))
	f.game(other, host, 255, connect(1)).game(other, host, 255, connect(2)) // another connection
	f.game(other, host, 3, pack(transport.Message{Type: transport.OldDisconnect, OneByteLength: true}, []byte{3, 0, 0}))
	f.game(other, host, 3, pack(transport.Message{Type: transport.Connect, OneByteLength: true}, []byte{3}))
	f.game(other, host, 3, pack(transport.Message{Type: transport.Boot}, []byte{1, 2})) // not reliable
}

// longChat is a message that does not fit one datagram, and its parts.
func longChat(n int) (payload []byte, parts [3][]byte) {
	payload = chat(2, strings.Repeat("x", n))
	third := len(payload) / 3
	return payload, [3][]byte{payload[:third], payload[third : 2*third], payload[2*third:]}
}

func (f *file) parts() {
	_, p := longChat(900)
	_, q := longChat(600)
	f.game(client, host, 2, part(20, 2, 0, p[2]), part(21, 0, 3, q[0])) // out of order, interleaved
	f.game(client, host, 2, part(20, 0, 3, p[0]), part(20, 0, 3, p[0]), part(20, 1, 0, []byte("other")))
	f.game(client, host, 2, part(20, 1, 0, p[1]), part(21, 1, 0, q[1]))
	ackPart := transport.NewFragment(20, 1, 0)
	f.game(host, client, 1, pack(transport.NewAck(&ackPart), nil))
	f.game(client, host, 2, part(22, 0, 2, []byte{0xEE})).game(client, host, 2, part(22, 1, 0, []byte{1}))
	f.game(client, host, 2, part(23, 0, 1, []byte("a total of 1")))
	f.game(client, host, 2, pack(transport.Message{Type: transport.Data, FlagsLen: 0x2000, FragmentIndex: 3}, []byte("no seq")))
}

func (f *file) faults() {
	whole := packet(client, host, datagram(2, strong))
	f.udp(client, host, datagram(2, strong, []byte{0x77, 1, 2}))
	f.udp(client, host, encipher([]byte{2, 1, 0x32, 0xFF, 0x1F, 1}))
	f.udp(client, host, encipher([]byte{2, 3, 2, 2}))
	f.udp(client, host, encipher([]byte{2, 1, 2, 9, 9}))
	f.udp(client, host, []byte{2})
	f.udp(client, host, datagram(2))
	f.snapped(whole, len(whole)-3).snapped(whole, 42+2).snapped(whole, 42)
	f.frame(packetSaying(client, host, datagram(2, strong), 8+200))
	f.udp(client, master, []byte("hello")).udp(client, host, nil)
	f.fragments(client, host, datagram(2, data(24, chat(2, strings.Repeat("y", 300)))), 128)
	f.fragments(client, host, []byte("lost"), 8)
	f.frame(slices.Concat(make([]byte, 12), []byte{0x08, 0x06}, make([]byte, 28))) // ARP
	f.frame([]byte{1, 2, 3})
	f.udp(netip.MustParseAddrPort("10.0.0.4:5"), host, make([]byte, 1400))
	behind := slices.Clone(whole)
	behind[14+8]-- // a router
	f.frame(whole).frame(behind)
}

// TestMixed shows that the capture has what it promises.
func TestMixed(t *testing.T) {
	notes, types, names := map[decode.Code]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range append(read(t, mixed().data, decode.Options{}), read(t, oddLog(t), decode.Options{})...) {
		types[string(r.Proto)] = true
		if r.Proto == decode.BC {
			types[r.TypeName()] = true
		}
		if r.Content().Complete() {
			names[r.Name()] = true
		}
		for i := range r.Diagnostics() {
			notes[r.Diagnostics()[i].Code] = true
		}
	}
	for _, m := range decode.Codes() {
		if !notes[m.Code] {
			t.Errorf("no note %s", m.Code)
		}
	}
	for _, spec := range entitystate.Table() {
		if !names[spec.Name] {
			t.Errorf("no %s", spec.Name)
		}
	}
	for _, want := range []string{"bc", "entity-state", "gamespy", "unknown", "data", "ack", "keepalive", "connect", "peer_info", "boot", "disconnect"} {
		if !types[want] {
			t.Errorf("no %s", want)
		}
	}
	for _, spec := range message.Table() {
		if spec.New != nil && !names[spec.Name] {
			t.Errorf("no %s", spec.Name)
		}
	}
}
