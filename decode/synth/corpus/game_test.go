package corpus_test

import (
	"math/rand/v2"
	"net/netip"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// gameTroubles are captures whose trouble lies in the game's own datagrams.
var gameTroubles = []capture{
	dialogued("one-byte-lengths.pcap", oneByteLengths),
	dialogued("keepalive-start.pcap", keepaliveStart),
	dialogued("unknown-type.pcap", unknownType),
	dialogued("bad-length.pcap", badLength),
	dialogued("too-few-messages.pcap", tooFewMessages),
	dialogued("left-over-bytes.pcap", leftOverBytes),
	dialogued("unknown-opcode.pcap", unknownOpcode),
	dialogued("truncated-stateupdate.pcap", truncatedUpdate),
	dialogued("foreign-traffic.pcap", foreignTraffic),
}

var fragmentTroubles = []capture{
	dialogued("fragments-out-of-order.pcap", func(d *dialogue) {
		p := longChat(1)
		d.say(0, "before")
		for _, i := range []int{2, 0, 3, 1} {
			d.up(p[i])
		}
		d.say(2, "after")
	}),
	dialogued("fragments-interleaved.pcap", func(d *dialogue) {
		a, b := longChat(1), longChat(2)
		d.say(0, "before")
		for i := range a {
			d.up(a[i], synth.Unreliable(update))
			d.up(b[len(b)-1-i])
		}
		d.say(3, "after")
	}),
	dialogued("fragments-repeated.pcap", func(d *dialogue) {
		p := longChat(1)
		d.say(0, "before")
		d.up(p[0])
		d.up(p[0], p[1])
		d.up(p[1], p[2], p[3])
		d.up(p[3])
		d.up(p...)
		d.say(2, "after")
	}),
	dialogued("fragments-lost.pcap", func(d *dialogue) {
		p, q := longChat(1), longChat(2)
		d.say(0, "before")
		d.up(p[0])
		d.up(p[1], p[3])
		d.up(q[1], q[2])
		d.say(3, "after")
	}),
	dialogued("fragments-conflicting.pcap", fragmentsConflicting),
	dialogued("fragments-late-start.pcap", func(d *dialogue) {
		p, q := longChat(7), longChat(8)
		d.up(p[2], p[3])
		d.up(q[0])
		d.up(q[1], q[2], q[3])
		d.say(9, "after")
	}),
}

func fragmentsConflicting(d *dialogue) {
	d.say(0, "before")
	d.up(synth.Part(1, 0, 2, synth.Chat(2, "the first part of one")))
	d.up(synth.Part(1, 0, 3, synth.Chat(2, "the first part of one"))) // another total
	d.up(synth.Part(2, 1, 0, []byte(" part")))
	d.up(synth.Part(2, 1, 0, []byte(" other"))) // other bytes
	d.up(synth.Part(3, 0, 2, []byte("first")))
	d.up(synth.Part(3, 5, 0, []byte("sixth of two")))
	d.up(synth.Part(4, 0, 0, []byte("of no parts")))
	d.say(5, "after")
}

var numberTroubles = []capture{
	dialogued("sequence-wrap.pcap", func(d *dialogue) {
		for _, seq := range []uint16{65532, 65533, 65534, 0, 65535, 1, 0, 2} {
			d.say(seq, "line")
			d.down(synth.AckHigh(seq))
		}
	}),
	dialogued("counter-8bit.pcap", func(d *dialogue) {
		for i := range 262 {
			d.down(synth.Reliable(uint16(uint8(i)), synth.Chat(3, lineNumber(i))))
		}
	}),
	dialogued("reconnect.pcap", reconnect),
	dialogued("conflict.pcap", func(d *dialogue) {
		d.say(0, "one text")
		d.say(1, "another")
		d.say(1, "another")
		d.say(1, "yet another")
		d.say(2, "the next")
	}),
	dialogued("gaps-and-late.pcap", func(d *dialogue) {
		for _, seq := range []uint16{0, 1, 4, 3, 9, 2} {
			d.say(seq, "line")
		}
		d.down(synth.AckHigh(0), synth.AckHigh(0), synth.AckHigh(7))
	}),
}

func lineNumber(i int) string {
	const digits = "0123456789"
	return "line " + string([]byte{digits[i/100], digits[i/10%10], digits[i%10]})
}

// reconnect is a client that connects, asks again with the same token, plays, and
// comes back with another token: the numbers start again.
func reconnect(d *dialogue) {
	d.plain(true, connect(0xA5F))
	d.join(0xA5F, "Ace")
	d.say(0, "first life")
	d.down(synth.AckHigh(0))
	d.now += time.Minute
	d.join(0x78F9, "Ace")
	d.say(0, "second life")
	d.down(synth.AckHigh(0))
}

// oneByteLengths is traffic of third-party software: lengths of one byte and no
// number where stock software has a word.
func oneByteLengths(d *dialogue) {
	d.say(0, "hello")
	d.up(synth.Hex("00 02"))                     // "keepalive" of two bytes
	d.up(synth.Hex("05 07 02 C0 00 02 14"))      // Disconnect
	d.up(synth.Hex("00 02"), synth.Hex("06 02")) // the older Disconnect, always last
}

// keepaliveStart begins with datagrams that say too little. On one link a telling
// one follows, on the other none does.
func keepaliveStart(d *dialogue) {
	d.up(synth.Keepalive())
	d.down(synth.AckHigh(4))
	d.Game(d.now, second, server, synth.Datagram(3, synth.Keepalive()))
	d.now += step
	d.down(synth.Keepalive())
	d.say(5, "here I am")
	d.Game(d.now, second, server, synth.Datagram(3, synth.Keepalive()))
}

func unknownType(d *dialogue) {
	d.say(0, "before")
	d.up(synth.Keepalive(), synth.Hex("07 05 00 00 01"), synth.Reliable(1, synth.Chat(2, "never read")))
	d.say(2, "after")
}

// badLength has lengths that are too long, too short for the header, and zero.
func badLength(d *dialogue) {
	d.say(0, "before")
	d.up(synth.Keepalive(), synth.Hex("32 40 80 01 00 2C 02 00 00 00"))
	d.up(synth.Keepalive(), synth.Hex("32 04 80 02 00 2C"))
	d.up(synth.Keepalive(), synth.Hex("32 00 00"))
	d.up(synth.Keepalive(), synth.Hex("01 04")) // an Ack that ends in its number
	d.say(3, "after")
}

func tooFewMessages(d *dialogue) {
	d.say(0, "before")
	plain := synth.Datagram(synth.Client, synth.Keepalive(), synth.Reliable(1, synth.Chat(2, "two of five")))
	plain[1] = 5
	d.plain(true, plain)
	d.plain(true, []byte{synth.Client, 3}) // none of three
	d.plain(true, []byte{synth.Client})    // not even a count
	d.say(2, "after")
}

func leftOverBytes(d *dialogue) {
	d.say(0, "before")
	d.plain(true, append(synth.Datagram(synth.Client, synth.Reliable(1, synth.Chat(2, "whole"))), synth.Hex("DEADBEEF")...))
	d.plain(true, synth.Hex("02 00 00"))
	d.say(2, "after")
}

// unknownOpcode has opcodes that no source knows, one that is known by name only,
// no opcode at all, and bytes after the last field.
func unknownOpcode(d *dialogue) {
	d.up(synth.Reliable(0, synth.Hex("05 01 02 03")))
	d.up(synth.Reliable(1, synth.Hex("EE")))
	d.down(synth.Reliable(0, synth.Hex("38 00")))
	d.up(synth.Reliable(2, nil))
	d.up(synth.Reliable(3, append(synth.Chat(2, "and more"), 0, 0, 7)))
}

// truncatedUpdate is one StateUpdate cut after each of its fields.
func truncatedUpdate(d *dialogue) {
	whole := synth.Hex("1CFFFFFF3F0080E1419D0000B042000084C2000092C22137FB0B684630BB5E000001CC02CC04CC")
	for _, n := range []int{len(whole), len(whole) - 1, 32, 31, 27, 24, 23, 22, 12, 9, 3, 1} {
		d.up(synth.Unreliable(whole[:n]))
	}
}

// foreignTraffic is what else travels beside a game: DNS, random bytes on other
// ports and on the game's, empty datagrams, GameSpy.
func foreignTraffic(d *dialogue) {
	resolver, other := address("192.0.2.53:53"), address("192.0.2.80:40000")
	const question = "06 6D6173746572 07 6578616D706C65 03 6F7267 00 0001 0001" // master.example.org, an address
	query := synth.Hex("BC01 0100 0001 0000 0000 0000" + question)
	answer := synth.Hex("BC01 8180 0001 0001 0000 0000" + question + "C00C 0001 0001 0000003C 0004 C6336409")
	d.Raw(d.now, client, resolver, query)
	d.say(0, "game")
	d.Raw(d.now, resolver, client, answer)
	d.Text(d.now+1, other, server, `\info\`)
	noise := rand.New(rand.NewPCG(7, 7))
	for n := range 4 {
		d.Raw(d.now+time.Duration(2+n), other, server, random(noise, 5+20*n))
	}
	d.now += step
	d.Raw(d.now, other, server, nil)
	d.Raw(d.now+1, client, server, nil) // on the game's link: still no message
	d.Raw(d.now+2, client, server, synth.Hex("02 11 22 33 44 55 66 77"))
	d.now += step
	d.say(1, "game")
}

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
