package browse

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
)

var (
	server  = netip.MustParseAddrPort("10.0.0.1:22101")
	clients = []netip.AddrPort{
		netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.3:1024"), netip.MustParseAddrPort("10.0.0.4:1024"),
	}
)

// drawn makes a capture of a game that nobody would play: the messages are sound, their order is not.
type drawn struct {
	*rand.Rand
	frames  []synth.Frame
	seq     [4][2]uint16 // by client, and direction
	sent    [][]byte     // datagrams, to be sent again
	from    [][2]netip.AddrPort
	payload [][]byte // game messages of clients, to be passed on
}

func randomCapture(seed uint64) []byte {
	d := &drawn{Rand: rand.New(rand.NewPCG(seed, 9))}
	now := time.Unix(1_700_000_000, 0)
	for range 150 + d.IntN(250) {
		now = now.Add(time.Duration(d.IntN(200)) * time.Millisecond)
		if d.IntN(50) == 0 {
			now = now.Add(time.Duration(d.IntN(7200)-3600) * time.Second) // the clock is set
		}
		d.datagram(now)
	}
	return synth.Pcap{Link: 1}.File(d.frames)
}

// datagram sends one: a new one, one that was sent before, or something else.
func (d *drawn) datagram(now time.Time) {
	if n := len(d.sent); n > 0 && d.IntN(5) == 0 {
		i := max(n-1-d.IntN(20), 0)
		d.send(now, d.from[i], d.sent[i])
		return
	}
	if d.IntN(30) == 0 {
		d.send(now, [2]netip.AddrPort{clients[0], server}, []byte(`\status\`))
		return
	}
	client, down := d.IntN(len(clients)), d.IntN(2)
	ends, peer := [2]netip.AddrPort{clients[client], server}, byte(client+2)
	if down == 1 {
		ends, peer = [2]netip.AddrPort{server, clients[client]}, 1
	}
	var messages [][]byte
	for range 1 + d.IntN(3) {
		messages = append(messages, d.message(client, down)...)
	}
	if d.IntN(10) == 0 {
		messages = append(messages, []byte{0x77, 1, 2}) // of no known type
	}
	b := synth.Encipher(synth.Datagram(peer, messages...))
	d.sent, d.from = append(d.sent, b), append(d.from, ends)
	d.send(now, ends, b)
}

func (d *drawn) send(now time.Time, ends [2]netip.AddrPort, payload []byte) {
	d.frames = append(d.frames, synth.Frame{Time: now, Data: synth.Ethernet().Frame(synth.Packet(ends[0], ends[1], payload))})
}

// message gives one, or some of the parts of one in any order.
func (d *drawn) message(client, down int) [][]byte {
	seq := &d.seq[client][down]
	switch d.IntN(8) {
	case 0, 1:
		return [][]byte{synth.AckHigh(d.seq[client][1-down] - uint16(d.IntN(3)))}
	case 2:
		return [][]byte{synth.Keepalive()}
	case 3:
		*seq++
		parts := synth.PartsOf(*seq, synth.Chat(2, string(make([]byte, 100+d.IntN(40)))), 30)
		d.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return slices.Clip(parts[:len(parts)-d.IntN(2)])
	case 4:
		return [][]byte{synth.Unreliable(d.game())}
	}
	*seq++
	if d.IntN(20) == 0 {
		*seq += uint16(d.IntN(300))
	}
	payload := d.game()
	if down == 0 {
		d.payload = append(d.payload, payload)
	} else if n := len(d.payload); n > 0 {
		payload = d.payload[max(n-1-d.IntN(8), 0)]
	}
	return [][]byte{synth.Reliable(*seq, payload)}
}

// game gives a game message.
func (d *drawn) game() []byte {
	ship := uint32(0x3FFFFFFF + d.IntN(3)<<18)
	switch d.IntN(6) {
	case 0:
		return synth.Chat(int32(d.IntN(4)), string(rune('a'+d.IntN(26))))
	case 1:
		return synth.Game(message.OpcodePythonEvent, &message.Event{
			ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, SourceID: ship, TargetID: ship, Lifetime: 9.5,
		})
	case 2:
		return synth.Game(message.OpcodeDestroyObject, &message.DestroyObject{ObjectID: ship})
	case 3:
		return []byte{byte(transport.Data) + byte(d.IntN(200)), 1, 2, 3}
	}
	return synth.Game(message.OpcodeStateUpdate, &message.StateUpdate{ObjectID: ship, GameTime: float32(d.IntN(100))})
}
