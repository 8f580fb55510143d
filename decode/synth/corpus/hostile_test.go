package corpus_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
)

// hostileGame are captures that no game writes: they try what a decoder takes on trust.
var hostileGame = []capture{
	scripted("wrong-key.pcap", wrongKey),
	scripted("noise.pcap", noise),
	dialogued("lying-counts.pcap", lyingCounts),
	dialogued("fragments-unfinished.pcap", unfinished),
	dialogued("creation-cut.pcap", creationCut),
	scripted("two-servers.pcap", twoServers),
	{"many-clients.pcap.gz", func() []byte { return manyClients().Pcap(synth.Ethernet()) }},
	{"many-objects.pcap.gz", func() []byte { return manyObjects().Pcap(synth.Ethernet()) }},
}

// otherKey makes of a payload what it would be under a key that is not the game's: to
// who has the right one it is as good as chance.
func otherKey(payload []byte, chance *rand.Rand) []byte {
	b := slices.Clone(payload)
	for i := range b {
		b[i] ^= byte(chance.Uint32())
	}
	return b
}

// wrongKey is a conversation under another key, beside one that can be read.
func wrongKey() *synth.Script {
	d, locked := newDialogue(), newDialogue()
	converse(d)
	converse(locked)
	chance := rand.New(rand.NewPCG(1701, 4))
	for _, sent := range locked.Sent {
		from, to := second, server
		if sent.From == server {
			from, to = to, from
		}
		d.Raw(sent.At+step/2, from, to, otherKey(sent.Payload, chance))
	}
	return d.Script
}

// noise is bytes of chance on the game's port, of every length from 1.
func noise() *synth.Script {
	s := &synth.Script{Start: start}
	chance := rand.New(rand.NewPCG(1701, 5))
	for n := range 60 {
		s.Raw(time.Duration(n)*step, client, server, random(chance, 1+n))
	}
	return s
}

// lyingCounts has messages whose counts and lengths promise more than follows, each in
// a transport message whose own length is right.
func lyingCounts(d *dialogue) {
	d.say(0, "before")
	for i, payload := range []string{
		"2C 02000000 FFFF 6869",                              // a chat of 65,535 characters
		"21 01 11223344 FFFF 01020304",                       // 65,535 files
		"21 FF 11223344 0000 FF",                             // 255 directories
		"25 FFFF 66",                                         // a file name of 65,535 characters
		"36 00000000 02000000 01000000 FF 03000000 0A000000", // 255 scores
		"1C FFFFFF3F 0000C841 20 FF",                         // a block that begins with subsystem 255
		"1C FFFFFF3F 0000C841 80 FFFF FF",                    // power of subsystem 255, and half a setting
		"00 0000C841 FF 00 FFFF",                             // Settings with a map name of 65,535 characters
	} {
		d.down(synth.Reliable(uint16(i), synth.Hex(payload)))
	}
	d.up(synth.Hex("00 1200 0000 02 C0000214 41 00 42 00 43 00 44")) // a PeerInfo whose name has no end
	d.say(1, "after")
}

// unfinished begins more messages than are kept, and finishes the oldest and the newest.
func unfinished(d *dialogue) {
	const begun = 20
	for seq := range uint16(begun) {
		d.up(longChat(seq)[0])
	}
	d.up(longChat(0)[1:]...)
	d.up(longChat(begun - 1)[1:]...)
	d.say(begun, "after")
}

// creationCut has a ship with a name, one whose creation ends within its name, and an
// object of a class that has none; then each fires a torpedo. The others must not be
// called by the name of the first: a decoder that is used again had
// the fields of the message before.
func creationCut(d *dialogue) {
	const first, behind, thing = 0x3FFFFFFF, 0x4000003F, 0x4000007F
	const classAt, idAt, inName = 3, 7, 50
	whole := synth.Hex(synth.StockAkira)
	cut := slices.Clone(whole[:inName])
	binary.LittleEndian.PutUint32(cut[idAt:], behind)
	other := slices.Clone(whole)
	binary.LittleEndian.PutUint32(other[classAt:], 0x98D645E4)
	binary.LittleEndian.PutUint32(other[idAt:], thing)
	d.up(synth.Reliable(0, whole))
	d.up(synth.Reliable(1, cut))
	d.up(synth.Reliable(2, other))
	for i, id := range []uint32{first, behind, thing} {
		d.fire(uint16(3+i), id)
	}
}

// fire lets an object fire a torpedo.
func (d *dialogue) fire(seq uint16, id uint32) {
	torpedo := message.TorpedoFire{ObjectID: id, Projectile: 2, Flags: 4, Direction: wire.CV3{127, 0, 0}}
	d.up(synth.Reliable(seq, synth.Game(0x19, &torpedo)))
}

// twoServers are two games on one network: the same players' addresses, peer ids and
// numbers, other names.
func twoServers() *synth.Script {
	otherServer := address("192.0.2.2:22101")
	d := newDialogue()
	for _, game := range []struct {
		at   netip.AddrPort
		name string
	}{{server, "Picard"}, {otherServer, "Sulu"}} {
		d.server = game.at
		d.join(0xA5F, game.name)
	}
	for seq, text := range []string{"to the first", "to the second"} {
		d.server = []netip.AddrPort{server, otherServer}[seq]
		d.say(0, text)
		d.down(synth.AckHigh(0), synth.Reliable(0, synth.Chat(2, text)))
		d.up(synth.AckHigh(0))
	}
	return d.Script
}

// manyClients are more links than the tables of numbers hold; the first speaks again at
// the end.
func manyClients() *synth.Script {
	const clients = 530
	s := &synth.Script{Start: start}
	for n := range clients + 1 {
		client := n % clients
		from := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, byte(client >> 8), byte(client)}), 50000)
		line := synth.Reliable(0, synth.Chat(2, fmt.Sprint("client ", client)))
		s.Game(time.Duration(n)*time.Millisecond, from, server, synth.Datagram(uint8(2+client%60), line))
	}
	return s
}

// manyObjects are more ships in one player slot than are remembered, of a class that
// nobody knows; then a torpedo is fired by the first, the oldest that is still known, and
// the newest.
func manyObjects() *synth.Script {
	const ships, kept, slot0 = 70, 64, 0x3FFFFFFF
	d := newDialogue()
	for n := range uint32(ships) {
		m := message.NewObjectCreate(true)
		m.ClassID, m.ObjectID, m.Species, m.ObjectName = message.ClassShip, slot0+64*n, 200, wire.Text(fmt.Sprint("Ship ", n))
		d.up(synth.Reliable(uint16(n), synth.Game(0x03, m)))
	}
	for i, n := range []uint32{0, ships - kept - 1, ships - kept, ships - 1} {
		d.fire(uint16(ships+i), slot0+64*n)
	}
	return d.Script
}
