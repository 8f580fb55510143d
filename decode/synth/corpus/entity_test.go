package corpus_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
)

// entityFiles are captures of the entity-state protocol.
var entityFiles = []capture{
	scripted("entity-state.pcap", func() *synth.Script {
		return battle.EntityGame(battle.Options{Players: 2, Duration: 500 * time.Millisecond, Seed: 2})
	}),
	{"entity-state-fragments.pcap", entityFragments},
	scripted("entity-state-wrong.pcap", entityWrong),
	scripted("mixed-protocols.pcap", mixedProtocols),
}

// arcade and arcade6 are servers, fan and fan6 their clients.
var (
	arcade  = synth.EntityServer
	arcade6 = synth.EntityServer6
	fan     = address("198.51.100.20:50000")
	fan6    = address("[2001:db8:42::20]:50000")
)

// crowd is a State of n entities.
func crowd(n int) []byte {
	entities := make([]synth.Entity, n)
	for i := range entities {
		entities[i] = synth.Entity{
			ID: uint32(i + 1), Type: uint8(1 + i%3), X: float32(20 * (i % 64)), Y: float32(20 * (i / 64)), VX: -60, RGBA: 0x55AAFFFF,
		}
	}
	return synth.EntityState(entities)
}

// entityFragments has States around the size that Ethernet carries whole, and the largest
// ones, over IPv4 and IPv6.
func entityFragments() []byte {
	s := &synth.Script{Start: start}
	at := time.Duration(0)
	for _, flow := range [][2]netip.AddrPort{{arcade, fan}, {arcade6, fan6}} {
		for _, n := range []int{58, 59, 512} {
			s.Raw(at, flow[0], flow[1], crowd(n))
			at += time.Second / 60
		}
	}
	return ethernet(s.FragmentedFrames(synth.Ethernet(), 1500))
}

// entityWrong breaks each rule once, on a flow that two sound States have settled.
func entityWrong() *synth.Script {
	s := &synth.Script{Start: start}
	at := time.Duration(0)
	down := func(payload []byte) { s.Raw(at, arcade, fan, payload); at += time.Second / 60 }
	up := func(payload []byte) { s.Raw(at, fan, arcade, payload); at += time.Second / 60 }
	change := func(payload []byte, do func([]byte)) []byte { do(payload); return payload }
	down(crowd(1))
	down(crowd(2))
	down(change(crowd(2), func(b []byte) { b[0] = 27 }))                     // the size says one entity
	down(change(crowd(2), func(b []byte) { b[3] = 2 }))                      // version
	down(change(crowd(2), func(b []byte) { b[4] = 3 }))                      // a count of three
	down(change(crowd(2), func(b []byte) { b[4], b[5] = 1, 2 }))             // of 513
	down(change(crowd(2), func(b []byte) { b[4], b[5] = 0xE9, 3 }))          // of 1001
	down(change(crowd(2), func(b []byte) { b[4], b[5] = 0x3E, 0x0A }))       // of 2622
	down(crowd(2)[:40])                                                      // cut in an entity
	down(crowd(2)[:5])                                                       // in the count
	down(crowd(2)[:3])                                                       // in the header
	down(append(crowd(1), 0xDE, 0xAD))                                       // more than the size
	down(change(append(crowd(1), 0xDE, 0xAD), func(b []byte) { b[0] += 2 })) // more than the count
	down(change(crowd(2), func(b []byte) { b[10], b[35] = 9, 0 }))           // types
	down(change(crowd(3), func(b []byte) { copy(b[6:], b[31:35]) }))         // ids
	notNumbers := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
	down(change(crowd(3), func(b []byte) {
		for i, f := range notNumbers {
			binary.LittleEndian.PutUint32(b[11+25*i+4*i:], math.Float32bits(float32(f)))
		}
	}))
	up(synth.EntityMessage(3, 1, 0, 0, 0, 0xC1)) // keys
	up(synth.EntityMessage(3, 1, 0, 0))          // too short
	up(synth.EntityMessage(3, 1, 0, 0, 0, 8, 7)) // too long
	up(synth.EntityMessage(42, 1, 2))            // a type that nobody knows
	up(synth.EntityMessage(14, 1, 2, 3))         // a size that no revision has
	up(synth.EntityMessage(16))                  // two meanings
	down(synth.EntityMessage(15, 0))             // a late server
	up(synth.EntityMessage(16))                  // so one
	return s
}

// mixedProtocols is a game, an entity-state game, GameSpy queries and other traffic, all
// at once. What is how many stands in a test of package decode.
func mixedProtocols() *synth.Script {
	game, err := battle.Script(battle.Options{Players: 1, Duration: 3500 * time.Millisecond, Seed: 3})
	if err != nil {
		panic(err) // only wrong options fail
	}
	states := battle.EntityGame(battle.Options{Players: 1, Duration: 250 * time.Millisecond, Seed: 4, Late: true})
	s := &synth.Script{Start: start, Sent: slices.Concat(game.Sent, states.Sent)}
	master, resolver := address("192.0.2.80:27900"), address("192.0.2.53:53")
	for i := range 3 {
		s.Text(time.Duration(i)*time.Second, master, synth.StockServer, `\status\`)
		s.Text(time.Duration(i)*time.Second+time.Millisecond, synth.StockServer, master, `\gamename\bcommander\final\\queryid\1.1`)
	}
	noise := rand.New(rand.NewPCG(8, 8))
	for i := range 20 {
		at := time.Duration(i) * 250 * time.Millisecond
		s.Raw(at, client, resolver, synth.Hex("BC01 0100 0001 0000 0000 0000 06 6D6173746572 07 6578616D706C65 03 6F7267 00 0001 0001"))
		rtp := append(synth.Hex("80 60 01"), byte(i), 0, 0, 0, byte(i), 1, 2, 3, 4)
		rtp = append(rtp, random(noise, 40)...)
		s.Raw(at+time.Millisecond, address("192.0.2.90:40000"), address("192.0.2.91:40002"), rtp)
	}
	// On the port of entity-state, and with its header, but nothing of it.
	s.Raw(time.Second, address("192.0.2.92:4242"), client, synth.EntityMessage(2))
	s.Raw(2*time.Second, address("192.0.2.92:4242"), client, []byte{})
	return s
}
