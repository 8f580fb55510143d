package main

import (
	"bytes"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
)

// files lists all captures: those of published packets, a generated session, and
// the awkward ones, one trouble each.
func files() []file {
	return slices.Concat(published(), entityFiles(), gameTroubles(), networkTroubles(), containerTroubles(), traceLogs(),
		hostileGame(), brokenContainers())
}

func published() []file {
	return []file{
		capture("stock-join.pcap", synth.StockJoin),
		capture("stock-fragments.pcap", synth.StockFragments),
		capture("stock-messages.pcap", synth.StockMessages),
		capture("stock-gamespy.pcap", synth.StockGameSpy),
		{name: "session-small.pcap", plain: session},
	}
}

// session is a short battle with some trouble on the way.
func session() []byte {
	var b bytes.Buffer
	_, err := recorder.Record(&b, battle.Options{
		Players: 3, Duration: 30 * time.Second, Seed: 52, Loss: 0.04, Reorder: 0.02,
		Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC),
	}, recorder.Options{})
	if err != nil {
		panic(err) // only wrong options fail
	}
	return b.Bytes()
}

// capture is a file of the plainest kind: Ethernet in little-endian pcap.
func capture(name string, script func() *synth.Script) file {
	return file{name: name, plain: func() []byte { return script().Pcap(synth.Ethernet()) }}
}

var (
	server  = netip.MustParseAddrPort("192.0.2.1:22101")
	client  = netip.MustParseAddrPort("192.0.2.20:50020")
	second  = netip.MustParseAddrPort("192.0.2.21:50021")
	server6 = netip.MustParseAddrPort("[2001:db8::1]:22101")
	client6 = netip.MustParseAddrPort("[2001:db8::20]:50020")
	start   = time.Date(2026, 3, 1, 12, 0, 0, 250_000_000, time.UTC)
)

// dialogue is a conversation of one client with the server, a tenth of a second
// from one datagram to the next.
type dialogue struct {
	*synth.Script
	server, client netip.AddrPort
	now            time.Duration
}

const step = 100 * time.Millisecond

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

// dialogueFile is a capture of a dialogue.
func dialogueFile(name string, write func(*dialogue)) file {
	return capture(name, func() *synth.Script {
		d := newDialogue()
		write(d)
		return d.Script
	})
}
