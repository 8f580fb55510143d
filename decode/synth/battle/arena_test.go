package battle_test

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
)

// A long game has all that can happen: shots, hits, lost lives, the end.
func TestEntityGame(t *testing.T) {
	for _, late := range []bool{false, true} {
		s := battle.EntityGame(battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 5, Late: late})
		kinds, most := map[byte]int{}, 0
		for _, d := range s.Sent {
			if size := int(binary.LittleEndian.Uint16(d.Payload)); size != len(d.Payload)-4 || d.Payload[3] != 1 {
				t.Fatalf("header %x of %d bytes", d.Payload[:4], len(d.Payload))
			}
			kinds[d.Payload[2]]++
			most = max(most, len(d.Payload))
		}
		want := []byte{1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 17}
		if late {
			want = append(want, 6)
		}
		for _, kind := range want {
			if kinds[kind] == 0 {
				t.Errorf("late %v: no message of type %d", late, kind)
			}
		}
		if kinds[4] < 1000 || kinds[3] < kinds[4]/4 || len(kinds) != len(want) || late && most > 1200 {
			t.Errorf("late %v: %v, the largest has %d bytes", late, kinds, most)
		}
	}
}

// The same options give the same bytes; another seed another game; and what is lost is
// not there.
func TestEntityGameRepeats(t *testing.T) {
	o := battle.Options{Players: 2, Duration: 2 * time.Second, Seed: 9, Crowd: 70, IPv6: true}
	frames := func(o battle.Options) []byte {
		return synth.Pcap{Link: 1}.File(battle.EntityGame(o).FragmentedFrames(synth.Ethernet(), 1500))
	}
	first := frames(o)
	if !bytes.Equal(first, frames(o)) {
		t.Error("the second time is another game")
	}
	other := o
	other.Seed++
	if bytes.Equal(first, frames(other)) {
		t.Error("another seed is the same game")
	}
	lossy := o
	lossy.Loss = 0.2 // half of it before the tap
	all, some := len(battle.EntityGame(o).Sent), len(battle.EntityGame(lossy).Sent)
	if some < all*8/10 || some > all*96/100 {
		t.Errorf("%d datagrams of %d with a loss of 20 %%", some, all)
	}
}

// Packets are as large as the network carries, and the parts make up the whole.
func TestFragmentedFrames(t *testing.T) {
	for _, v6 := range []bool{false, true} {
		s := battle.EntityGame(battle.Options{Players: 1, Duration: time.Second, Seed: 2, Crowd: 512, IPv6: v6})
		var largest, sent, seen int
		for _, f := range s.FragmentedFrames(synth.Raw(101), 1500) {
			largest = max(largest, len(f.Data))
			seen += len(f.Data) - headerSize(f.Data)
		}
		for _, d := range s.Sent {
			sent += 8 + len(d.Payload)
		}
		if largest > 1500 || largest < 1490 || seen != sent {
			t.Errorf("IPv6 %v: packets of up to %d bytes, %d of %d bytes in all", v6, largest, seen, sent)
		}
	}
}

// headerSize is the size of the IP headers of a packet.
func headerSize(packet []byte) int {
	const fragment = 44
	switch {
	case packet[0]>>4 == 4:
		return 20
	case packet[6] == fragment:
		return 48
	}
	return 40
}
