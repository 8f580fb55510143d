// Package hostile holds the attacks that tests make on the program, and detects the ones
// that succeed: text that controls a terminal or runs in a spreadsheet, and floods of one
// kind of traffic that make a program use memory.
//
// In come messages, or a kind of traffic and a size; out come messages with other texts, the bytes
// of a capture as it is read, and what is wrong with an output. Nothing depends on the clock or on
// chance: the same call gives the same bytes.
//
// Like package synth it must not know how captures are read.
package hostile

import (
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Kind is one kind of traffic.
type Kind struct {
	Name string
	// Messages is about how many messages a call of Next writes.
	Messages int
	// Silent says that hardly anything is printed of it.
	Silent bool
	// Next writes what comes when n frames are there: one frame, or a few.
	Next func(w *Writer, n int)
}

// Kinds are the kinds of traffic that can be written by hand to make the program keep much, each
// on another way through the pipeline.
var Kinds = []Kind{
	{"plain updates", 1, false, Ordinary},
	{"undecided", 1, false, func(w *Writer, n int) { w.raw(newPeer(n), host, entities(0, 1)) }},
	{"tiny messages", len(keepalives), false, func(w *Writer, _ int) { w.game(client, host, 2, keepalives...) }},
	{"fragments", 1, false, func(w *Writer, n int) {
		w.game(newPeer(n/3), host, 2, synth.Part(uint16(n/3), byte(n%3), 3*byte(1-min(n%3, 1)), noughts))
	}},
	{"unfinished fragments", 1, false, func(w *Writer, n int) { w.game(newPeer(n), host, 2, synth.Part(uint16(n), 0, 255, noughts)) }},
	{"IP fragments", 2, false, func(w *Writer, n int) { w.fragments(newPeer(n), host, noughts[:64+n%7], 64) }},
	{"objects", 1, false, func(w *Writer, n int) {
		w.game(client, host, 2, synth.Reliable(uint16(n), creation(firstShip+64*uint32(n))))
	}},
	{"resends", 1, false, func(w *Writer, n int) { w.game(client, host, 2, synth.Reliable(uint16(n/50), synth.Chat(2, "again"))) }},
	{"hostile", 1, false, Mixed},
	{"acks", 3, false, func(w *Writer, n int) {
		w.game(newPeer(n/100), host, 2, synth.AckHigh(uint16(n*7)), synth.AckLow(uint16(n)), synth.AckHigh(uint16(n)))
	}},
	{"numbers", 1, false, func(w *Writer, n int) {
		w.game(client, host, 2, synth.Reliable(uint16(n*40_503), synth.Chat(2, "out of order")))
	}},
	{"GameSpy queries", 1, false, func(w *Writer, n int) { w.raw(newPeer(n), host, []byte(`\status\`)) }},
	{"entities", 10, false, func(w *Writer, n int) { w.raw(arcade, newPeer(n/20), entities(n, 20)) }},
	{"tiny messages of a game", len(keepalives), false, func(w *Writer, n int) {
		w.game(client, host, 2, append([][]byte{synth.Reliable(uint16(n), synth.Chat(2, "tiny"))}, keepalives[1:]...)...)
	}},
	{"lost IP fragments", 1, true, func(w *Writer, n int) { w.fragment(newPeer(n), host, noughts[:64+n%7], 64) }},
	{"weak", 1, true, Weak},
}

// Floods are these, and one for each thing that reports keep: each makes it without end.
var Floods = append(slices.Clone(Kinds), []Kind{
	{"links", 2, false, func(w *Writer, n int) {
		w.game(newPeer(n), host, 0xFF, connect(n), synth.Reliable(0, synth.Chat(2, "here")))
	}},
	{"joins", 4, false, func(w *Writer, n int) {
		w.game(newPeer(n/2), host, 2, connect(n), name(n, "again"), synth.Reliable(uint16(2*n), entered), synth.Reliable(uint16(2*n+1), creation(shipOf(0, n))))
	}},
	{"players", 4, false, func(w *Writer, n int) {
		w.game(newPeer(n), host, 2, connect(n), name(0, numbered("player", n)), synth.Reliable(0, entered), synth.Reliable(1, creation(shipOf(n, 0))))
	}},
	{"names", 1, false, func(w *Writer, n int) { w.game(newPeer(n%3), host, 2, name(n, numbered("name", n%2*n))) }},
	{"servers", 2, false, func(w *Writer, n int) {
		w.game(newPeer(n), client, 1, synth.Reliable(0, synth.Chat(1, "welcome")), update(n))
	}},
	{"ships", 3, false, func(w *Writer, n int) {
		id := shipOf(0, n)
		w.game(client, host, 2, synth.Reliable(uint16(2*n), creation(id)), updateOf(id, n), synth.Reliable(uint16(2*n+1), synth.Game(0x14, &message.DestroyObject{ObjectID: id})))
	}},
	{"receivers", 2, false, func(w *Writer, n int) {
		if n%8 == 0 {
			w.game(client, host, 2, creation(firstShip), update(n))
		}
		w.game(host, newPeer(n), 1, update(n-n%8), synth.Reliable(0, synth.Game(0x19, &message.TorpedoFire{ObjectID: firstShip})))
	}},
	{"entity servers", 9, false, func(w *Writer, n int) {
		server, player := newPeer(n/16), netip.AddrPortFrom(netip.AddrFrom4([4]byte{11, byte(n / 4 >> 16), byte(n / 4 >> 8), byte(n / 4)}), 50_000)
		if n%4 == 3 {
			w.raw(server, player, synth.EntityMessage(11, byte(n), byte(n>>8), 0, 0, byte(n), 0, 0, 0))
		} else {
			w.raw(server, player, entities(40*n, 10))
		}
	}},
	{"kills", 2, false, func(w *Writer, n int) {
		id := shipOf(0, n)
		w.game(host, client, 1, synth.Reliable(uint16(2*n), creation(id)), synth.Reliable(uint16(2*n+1), synth.Game(0x29, &message.Explosion{ObjectID: id})))
	}},
	{"shots", 1, false, func(w *Writer, n int) {
		shot := &message.TorpedoFire{ObjectID: shipOf(n%7, n%1000), Projectile: uint8(n)}
		w.game(client, host, 2, synth.Reliable(uint16(n), synth.Game(0x19, shot)))
	}},
	{"chat", 1, false, func(w *Writer, n int) {
		w.game(client, host, 2, synth.Reliable(uint16(n), synth.Chat(2, numbered("text", n))))
	}},
	{"notes", 1, false, func(w *Writer, n int) {
		w.game(host, newPeer(n/500), 1, synth.Reliable(uint16(n), append([]byte{byte(n)}, noughts[:n/256%40]...)))
	}},
	{"equal numbers", 1, false, func(w *Writer, n int) { w.game(client, host, 2, synth.Reliable(7, synth.Chat(2, numbered("text", n)))) }},
	{"files", 1, false, func(w *Writer, n int) {
		files := []message.FileHash{{NameHash: uint32(n), ContentHash: uint32(n)}}
		w.game(newPeer(n/8), host, 2, synth.Reliable(uint16(n), synth.Game(0x21, &message.ChecksumResponse{Round: uint8(n % 4), Tree: message.FileTree{Files: files}})))
	}},
	{"scores", 1, false, func(w *Writer, n int) {
		w.game(host, client, 1, synth.Reliable(uint16(n), synth.Game(0x37, &message.Score{PlayerID: int32(n), Kills: int32(n)})))
	}},
	{"long texts", 1, false, func(w *Writer, n int) {
		text, src := numbered(strings.Repeat("long ", 1000), n), newPeer(n/4)
		switch n % 4 {
		case 0:
			w.game(src, host, 2, connect(n), name(0, text))
		case 1:
			w.game(host, src, 1, synth.Reliable(0, synth.Game(0x22, &message.SystemChecksumFail{Text: wire.Text(text)})))
		case 2:
			w.game(src, host, 2, synth.Reliable(0, synth.Chat(2, text)))
		case 3:
			w.game(src, client, 1, synth.Reliable(0, synth.Game(0x00, &message.Settings{MapName: wire.Text(text)})))
		}
	}},
}...)

var (
	host   = netip.MustParseAddrPort("10.0.0.1:22101")
	client = netip.MustParseAddrPort("10.0.0.2:1024")
	master = netip.MustParseAddrPort("10.0.0.9:27900")
	arcade = netip.MustParseAddrPort("10.0.0.40:4242")
)

// noughts are the bytes of a payload that says nothing.
var noughts = make([]byte, 400)

// keepalives are as many messages as a datagram can say that it has.
var keepalives = slices.Repeat([][]byte{synth.Keepalive()}, 255)

func newPeer(n int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), uint16(1024+n%60_000))
}

const firstShip = 0x3FFFFFFF

// shipOf gives an id among those of a player.
func shipOf(player, n int) uint32 {
	const ids = 0x40000 // that each has
	return firstShip + uint32(player%16)*ids + uint32(n)%ids
}

// entered is the message with which a client enters the game.
var entered = synth.Game(0x2A, &message.NewPlayerInGame{})

// connect is another request than all before it.
func connect(n int) []byte {
	return synth.Control(transport.Connect, 0, &transport.ConnectRequest{Address: [4]byte{10, 0, 0, 2}, Token: uint32(n + 1)})
}

func name(n int, text string) []byte {
	return synth.Control(transport.PeerInfo, uint16(n), &transport.Peer{PeerID: 2, Name: wire.NewWideText(text)})
}

func numbered(text string, n int) string { return text + " " + strconv.Itoa(n) }

func creation(id uint32) []byte {
	m := message.NewObjectCreate(true)
	m.ClassID, m.ObjectID, m.Species, m.ObjectName = message.ClassShip, id, 200, wire.Text("a ship")
	return synth.Game(0x03, m)
}

// entities is a State of so many entities, whose numbers begin behind first.
func entities(first, n int) []byte {
	list := make([]synth.Entity, n)
	for i := range list {
		list[i] = synth.Entity{ID: uint32(first + i + 1), Type: uint8(1 + i%3), X: float32(i), Y: 100, VX: -60, RGBA: 0x55AAFFFF}
	}
	return synth.EntityState(list)
}

// update is a StateUpdate with a position, a delta, a speed and a power block.
func update(n int) []byte { return updateOf(firstShip, n) }

func updateOf(id uint32, n int) []byte {
	t := float32(n)
	return synth.Unreliable(synth.Game(0x1C, &message.StateUpdate{
		ObjectID: id, GameTime: t, DirtyFlags: 0x93,
		Position: wire.Vector{1, -2.5, t}, HasHash: true, SubsysHash: 0xFB37,
		Delta: wire.CV4{Direction: wire.CV3{127, 0, -127}, Magnitude: wire.NewCF16(3)},
		Speed: wire.NewCF16(float64(t)), Power: []message.PowerSetting{{Index: 1, Value: 204}, {Index: 2, Value: 102}},
	}))
}

// Ordinary is what a game mostly sends.
func Ordinary(w *Writer, n int) {
	switch n % 4 {
	case 0:
		w.game(client, host, 2, update(n), synth.AckHigh(uint16(n)))
	case 1:
		w.game(host, client, 1, update(n), synth.Reliable(uint16(n/4), synth.Chat(1, "hello")))
	default:
		w.game(host, client, 1, update(n))
	}
}

// Mixed is traffic that makes a program remember: new links, gaps, conflicts, lost fragments of
// messages and of IP datagrams, names.
func Mixed(w *Writer, n int) {
	src, seq := netip.AddrPortFrom(newPeer(n).Addr(), uint16(n)), uint16(n)
	switch n % 10 {
	case 0:
		player := &transport.Peer{PeerID: byte(n), Name: wire.NewWideText(string(noughts[:100]))}
		w.game(src, host, 2, connect(n), synth.Control(transport.PeerInfo, 0, player))
	case 1:
		w.game(src, host, 2, synth.Part(seq, 0, 255, noughts), synth.Part(seq, 254, 0, noughts))
	case 2:
		w.game(client, host, 2, synth.Part(seq, 0, 255, noughts))
	case 3:
		w.game(client, host, 2, synth.Reliable(seq*7, synth.Chat(2, "a gap")), synth.AckHigh(seq))
	case 4:
		w.raw(src, master, []byte("no game here"))
	case 5:
		w.game(src, host, 2, synth.Keepalive())
	case 6:
		w.fragment(client, host, noughts[:64+n%7], 64)
	case 7:
		w.raw(src, host, []byte(`\status\`))
	case 8:
		w.raw(src, arcade, synth.EntityMessage(2))
	case 9:
		w.raw(arcade, src, entities(0, 2))
		w.raw(arcade, src, entities(0, 2))
		w.raw(arcade, src, entitystate.Append(nil, 15, &entitystate.GameOver{}))
	}
}

// Weak is a datagram that nothing decides about, with other traffic behind it.
func Weak(w *Writer, n int) {
	if n%50_000 == 0 {
		w.game(client, host, 2, synth.Keepalive())
		return
	}
	w.frame(arp)
}

var arp = append(make([]byte, 12), append([]byte{0x08, 0x06}, make([]byte, 1000)...)...)

// start is the time of the first frame.
var start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)

// Writer takes frames, which are a millisecond apart, and makes a pcap of them.
type Writer struct {
	data   []byte
	frames int
	kept   *[]synth.Frame // who wants frames; nil = nobody does
}

var pcap = synth.Pcap{Link: 1}

func (w *Writer) frame(frame []byte) {
	f := synth.Frame{Time: start.Add(time.Duration(w.frames) * time.Millisecond), Data: frame}
	if w.frames++; w.kept != nil {
		*w.kept = append(*w.kept, f)
		return
	}
	w.data = pcap.Append(w.data, f)
}

// Frames gives the first n frames of a kind, or a few more.
func (k *Kind) Frames(n int) (all []synth.Frame) {
	w := Writer{kept: &all}
	for len(all) < n {
		k.Next(&w, w.frames)
	}
	return all
}

// raw writes a datagram.
func (w *Writer) raw(from, to netip.AddrPort, payload []byte) {
	w.frame(synth.Ethernet().Frame(synth.Packet(from, to, payload)))
}

// game writes a game datagram: what the peer sends, enciphered.
func (w *Writer) game(from, to netip.AddrPort, peer byte, messages ...[]byte) {
	w.raw(from, to, synth.Encipher(synth.Datagram(peer, messages...)))
}

func (w *Writer) packets(from, to netip.AddrPort, payload []byte, size int) [][]byte {
	header := synth.IPv4{Src: from.Addr(), Dst: to.Addr(), ID: uint16(w.frames)}
	return header.Fragments(synth.UDP{From: from, To: to}.Datagram(payload), size)
}

// fragments writes a datagram in IP fragments of size bytes, a multiple of 8.
func (w *Writer) fragments(from, to netip.AddrPort, payload []byte, size int) {
	for _, packet := range w.packets(from, to, payload, size) {
		w.frame(synth.Ethernet().Frame(packet))
	}
}

// fragment writes the first of them alone.
func (w *Writer) fragment(from, to netip.AddrPort, payload []byte, size int) {
	w.frame(synth.Ethernet().Frame(w.packets(from, to, payload, size)[0]))
}

// Capture is a pcap that is made while it is read, so that it takes no memory of its own.
type Capture struct {
	// Next writes what comes when n frames are there.
	Next func(w *Writer, n int)
	// Frames and Bytes say when it ends, behind a whole frame: when one of them is reached. 0 =
	// never.
	Frames, Bytes int
	w             Writer
	made          int // bytes
	rest          []byte
}

// chunk is how many bytes are made at a time, at least.
const chunk = 64 << 10

func (c *Capture) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		if c.done() {
			return 0, io.EOF
		}
		c.make()
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

func (c *Capture) make() {
	c.w.data = c.w.data[:0]
	if c.made == 0 {
		c.w.data = pcap.Header(c.w.data)
	}
	for len(c.w.data) < chunk && !c.done() {
		before := len(c.w.data)
		c.Next(&c.w, c.w.frames)
		c.made += len(c.w.data) - before
	}
	c.rest = c.w.data
}

func (c *Capture) done() bool {
	return c.Bytes > 0 && c.made >= c.Bytes || c.Frames > 0 && c.w.frames >= c.Frames
}
