package replay_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/report/internal/reporttest"
)

// TestHostile has battles with wrong bytes in their messages: what a page relies on holds.
func TestHostile(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 20 * time.Second, Seed: 9})
	for seed := range heavy.Scale[uint64](12, 30) {
		r := replayOf(t, "hostile.pcap", spoilt(raw, seed))
		ordered(t, fmt.Sprint("seed ", seed), r)
		sameBlock(t, r)
	}
}

// spoilt gives a capture in which some bytes of datagrams are others, but none of the headers.
func spoilt(raw []byte, seed uint64) []byte {
	const file, record, headers = 24, 16, 14 + 20 + 8
	random, out := rand.New(rand.NewPCG(seed, 1)), append([]byte{}, raw...)
	for at := file; at+record < len(out); {
		n := int(out[at+8]) | int(out[at+9])<<8 | int(out[at+10])<<16
		body := out[min(at+record+headers, len(out)):min(at+record+n, len(out))]
		if len(body) > 3 && random.IntN(20) == 0 {
			body[2+random.IntN(len(body)-2)] ^= byte(1 << random.IntN(8))
		}
		at += record + n
	}
	return out
}
