package main

import (
	"slices"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
)

// files lists all captures: those of published packets, a generated session, and
// the awkward ones, one trouble each.
func files() []file {
	return slices.Concat(published(), entityFiles(), matches(), gameTroubles(), networkTroubles(), containerTroubles(), traceLogs(),
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
	return record(battle.Options{Players: 3, Duration: 30 * time.Second, Seed: 44, Loss: 0.04, Reorder: 0.02}, nil, nil)
}
