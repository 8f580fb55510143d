package main

import (
	"math/rand/v2"
	"net/netip"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

var (
	server  = address("192.0.2.1:22101")
	client  = address("192.0.2.20:50020")
	second  = address("192.0.2.21:50021")
	server6 = address("[2001:db8::1]:22101")
	client6 = address("[2001:db8::20]:50020")
	start   = time.Date(2026, 3, 1, 12, 0, 0, 250_000_000, time.UTC)
)

func address(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }

const step = 100 * time.Millisecond

// dialogue is a conversation of one client with the server, a tenth of a second
// from one datagram to the next.
type dialogue struct {
	*synth.Script
	server, client netip.AddrPort
	now            time.Duration
}

func newDialogue() *dialogue {
	return &dialogue{Script: &synth.Script{Start: start}, server: server, client: client}
}

func (d *dialogue) up(messages ...[]byte) {
	d.plain(true, synth.Datagram(synth.Client, messages...))
}

func (d *dialogue) down(messages ...[]byte) {
	d.plain(false, synth.Datagram(synth.Host, messages...))
}

// plain sends a datagram given in plaintext.
func (d *dialogue) plain(up bool, plain []byte) {
	from, to := d.server, d.client
	if up {
		from, to = to, from
	}
	d.Game(d.now, from, to, plain)
	d.now += step
}

// say sends one reliable chat line to the server.
func (d *dialogue) say(seq uint16, text string) {
	d.up(synth.Reliable(seq, synth.Chat(2, text)))
}

// update is a StateUpdate without any block.
var update = synth.Hex("1C FFFFFF3F 0000C841 00")

// longChat is one chat line in four parts: its text is long because the game has
// few long messages that a reader can check by eye.
func longChat(seq uint16) [][]byte {
	text := "part one of the text, part two of the text, part three of the text, part four of the text"
	return synth.PartsOf(seq, synth.Chat(2, text), 32)
}

// join is a client that asks with a token, is accepted, and tells its name.
func (d *dialogue) join(token uint32, name string) {
	d.plain(true, connect(token))
	d.down(synth.Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: 2}))
	d.up(synth.AckLow(0), synth.Control(transport.PeerInfo, 1, &transport.Peer{
		PeerID: 2, Address: client.Addr().As4(), Name: wire.NewWideText(name),
	}))
	d.down(synth.AckLow(1))
}

func connect(token uint32) []byte {
	request := transport.ConnectRequest{Address: client.Addr().As4(), Token: token}
	return synth.Datagram(synth.NoPeer, synth.Control(transport.Connect, 0, &request))
}

func converse(d *dialogue) {
	d.say(0, "one")
	d.down(synth.AckHigh(0), synth.Reliable(0, synth.Chat(2, "one")))
	d.up(synth.AckHigh(0), synth.Unreliable(update))
	d.say(1, "two")
	d.down(synth.AckHigh(1), synth.Reliable(1, synth.Chat(2, "two")))
	d.up(synth.AckHigh(1))
}

// talk is the conversation that troubles of frames and files happen to.
func talk() *synth.Script {
	d := newDialogue()
	converse(d)
	return d.Script
}

// random gives n bytes of chance.
func random(chance *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(chance.Uint32())
	}
	return b
}
