package copies

import (
	"cmp"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
)

// items are those of a capture, and what lies ahead of one of them.
type items []batch.Item

func (x items) At(n int) *batch.Item {
	if n >= len(x) {
		return nil
	}
	return &x[n]
}

// seen is a datagram as it was captured.
type seen struct {
	at      time.Duration
	payload string
	capture.Trail
	back, other bool // from the host; with another end of the host
}

func captured(all []seen) (list items) {
	host, other, client := netip.MustParseAddrPort("10.0.0.1:22101"), netip.MustParseAddrPort("172.17.0.2:22101"), netip.MustParseAddrPort("10.0.0.2:1024")
	for i, s := range all {
		e := &capture.Ends{Src: client, Dst: host}
		if s.other {
			e.Dst = other
		}
		if s.back {
			e.Src, e.Dst = e.Dst, e.Src
		}
		it := batch.Item{Datagram: capture.Datagram{Frame: int64(i + 1), Time: capture.Nanos(int64(s.at)), Ends: e, Payload: []byte(s.payload), Trail: s.Trail}}
		it.Identify()
		list = append(list, it)
	}
	return list
}

// copiesIn gives the frames that each datagram is a copy of; 0 = it is none.
func copiesIn(all []seen) (of []int64, s Summary) {
	f, list := New(), captured(all)
	for i := range list {
		f.Find(&list[i], list[i+1:])
		of = append(of, list[i].Datagram.CopyOf)
	}
	return of, f.Summary()
}

// TestEvidence: what is a copy, and what is not.
func TestEvidence(t *testing.T) {
	const us, ms = time.Microsecond, time.Millisecond
	id := func(n uint32) capture.Trail { return capture.Trail{ID: n, Hops: 64} }
	on := func(n, number uint32) capture.Trail { return capture.Trail{ID: n, Hops: 64, Interface: number} }
	for _, tt := range []struct {
		name string
		all  []seen
		want []int64
	}{
		{"a payload alone", []seen{{0, "a", id(1), false, false}, {us, "a", id(2), false, false}}, []int64{0, 0}},
		{"on another interface", []seen{{0, "a", on(1, 1), false, false}, {us, "a", on(1, 2), false, false}, {2 * us, "a", on(1, 3), false, false}}, []int64{0, 1, 1}},
		{"on another interface, other bytes", []seen{{0, "a", on(1, 1), false, false}, {us, "b", on(1, 2), false, false}}, []int64{0, 0}},
		{"on another interface, too late", []seen{{0, "a", on(1, 1), false, false}, {3 * time.Second, "a", on(1, 2), false, false}}, []int64{0, 0}},
		{"without identification", []seen{{0, "a", on(0, 1), false, false}, {us, "a", on(0, 2), false, false}}, []int64{0, 1}},
		{"without identification, later", []seen{{0, "a", on(0, 1), false, false}, {600 * ms, "a", on(0, 2), false, false}}, []int64{0, 0}},
		{"sent again with a new identification", []seen{{0, "a", on(1, 1), false, false}, {us, "a", on(1, 2), false, false}, {ms, "a", on(2, 1), false, false}, {2 * ms, "a", on(2, 2), false, false}}, []int64{0, 1, 0, 3}},
		{"delivered twice by the network", []seen{{0, "a", on(1, 1), false, false}, {us, "a", on(1, 2), false, false}, {3 * ms, "a", on(1, 1), false, false}, {4 * ms, "a", on(1, 2), false, false}}, []int64{0, 1, 0, 3}},
		{"behind a router", []seen{{0, "a", id(1), false, false}, {us, "a", capture.Trail{ID: 1, Hops: 63}, false, false}}, []int64{0, 1}},
		{"once at one place", []seen{{0, "a", id(1), false, false}, {3 * us, "a", id(1), false, false}}, []int64{0, 0}},
		{"another player's, with another identification", []seen{{0, "bxxx", id(3), false, false}, {us, "cxxx", id(2), false, true}}, []int64{0, 0}},
		{"with another end, alone", []seen{{0, "a", id(1), false, false}, {us, "a", id(1), false, true}}, []int64{0, 1}},
		{"with another end, alone, later", []seen{{0, "a", id(1), false, false}, {3 * ms, "a", id(1), false, true}}, []int64{0, 0}},
		{"with another end, without identification", []seen{{0, "a", id(0), false, false}, {us, "a", id(0), false, true}}, []int64{0, 0}},
	} {
		if of, _ := copiesIn(tt.all); fmt.Sprint(of) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, of, tt.want)
		}
	}
}

// TestHere: at one place copies are told by the rule, and one in ten is none.
func TestHere(t *testing.T) {
	for _, twice := range []int{1, 10} {
		for _, number := range []uint32{0, 1} {
			var all []seen
			want := int64(0)
			for i := range 400 {
				s := seen{at: time.Duration(i) * 20 * time.Millisecond, payload: fmt.Sprint(i), Trail: capture.Trail{ID: number * uint32(i+1)}, back: i%2 == 1}
				all = append(all, s)
				if i%twice == 0 {
					s.at += 3 * time.Microsecond
					all = append(all, s)
					want++
				}
			}
			if twice > 1 {
				want = 0
			}
			if _, s := copiesIn(all); s.Datagrams != want {
				t.Errorf("each %d. datagram twice, identification %d: %d copies, want %d", twice, number, s.Datagrams, want)
			}
		}
	}
}

// TestTranslation: what address translation is, and what only looks like it. Every 20 ms a client sends something, and
// the host answers.
func TestTranslation(t *testing.T) {
	end := netip.MustParseAddrPort
	host, inner, ann, ben, cyd := end("10.0.0.1:22101"), end("172.17.0.2:22101"), end("198.51.100.1:1024"), end("198.51.100.1:1025"), end("172.17.0.1:40001")
	type sent struct {
		from, to netip.AddrPort
		payload  string // and the number of the step
		after    time.Duration
		on       uint32 // interface
		hops     uint8
	}
	const us = time.Microsecond
	to2 := func(to netip.AddrPort, on uint32, hops uint8) []sent { // the same to another player
		return []sent{{ann, host, "a", 0, 1, 64}, {ben, host, "b", 300 * us, on, 64}, {host, ann, "s", 1000 * us, 1, hops}, {host, to, "s", 1010 * us, on, hops}}
	}
	forward := func(client, server netip.AddrPort, on uint32, less uint8) []sent {
		return []sent{{ann, host, "a", 0, 1, 64}, {client, server, "a", 5 * us, on, 64 - less}, {server, client, "s", 1000 * us, on, 64}, {host, ann, "s", 1005 * us, 1, 64 - less}}
	}
	equal := []sent{{ann, host, "a", 0, 1, 64}, {ben, host, "a", 300 * us, 1, 64}, {host, ann, "s", 1000 * us, 1, 64}, {host, ben, "s", 1010 * us, 1, 64}}
	for _, tt := range []struct {
		name          string
		each          []sent
		ids           bool // tell datagrams apart
		steps, copies int
		kinds         int // of payloads; 0 = all differ
	}{
		{"of the host", forward(ann, inner, 2, 0), false, 50, 100, 0},
		{"of the client", forward(cyd, host, 2, 0), false, 50, 100, 0},
		{"of both", forward(cyd, inner, 2, 0), false, 50, 100, 0},
		{"of both, who say the same again and again", forward(cyd, inner, 2, 0), false, 50, 100, 2},
		{"of both, identified", forward(cyd, inner, 2, 0), true, 50, 100, 0},
		{"of both, on one interface", forward(cyd, inner, 1, 1), false, 50, 100, 0},
		{"of both, on one interface, identified", forward(cyd, inner, 1, 0), true, 50, 100, 0},
		{"of both, on one interface, without a router", forward(cyd, inner, 1, 0), false, 50, 0, 0},
		{"of both, seen too seldom", forward(cyd, inner, 2, 1), true, 3, 0, 0},
		{"two players behind one translation", to2(ben, 1, 64), false, 50, 0, 0},
		{"two players on two interfaces", to2(ben, 2, 64), false, 50, 0, 0},
		{"two players who say the same", equal, false, 50, 0, 0},
		{"two servers that say the same", []sent{{ann, host, "a", 0, 1, 64}, {cyd, inner, "b", 10 * us, 2, 64}, {host, ann, "s", 1000 * us, 1, 64}, {inner, cyd, "s", 1010 * us, 2, 64}}, false, 50, 0, 0},
	} {
		var list items
		for step := range tt.steps {
			numbers := map[string]uint32{}
			for _, s := range tt.each {
				if tt.ids && numbers[s.payload] == 0 {
					numbers[s.payload] = uint32(len(list) + 1)
				}
				it := batch.Item{Datagram: capture.Datagram{
					Frame: int64(len(list) + 1), Time: capture.Nanos(int64(time.Duration(step)*20*time.Millisecond + s.after)), Ends: &capture.Ends{Src: s.from, Dst: s.to},
					Payload: fmt.Append(nil, s.payload, step%cmp.Or(tt.kinds, tt.steps)), Trail: capture.Trail{ID: numbers[s.payload], Interface: s.on, Hops: s.hops},
				}}
				it.Identify()
				list = append(list, it)
			}
		}
		f := New()
		for i := range list {
			f.Find(&list[i], list[i+1:])
		}
		if s := f.Summary(); s.Datagrams != int64(tt.copies) || (len(s.Translated) > 0) != (tt.copies > 0) {
			t.Errorf("%s: %d copies, want %d; %v", tt.name, s.Datagrams, tt.copies, s.Translated)
		}
	}
}

// counted counts the items that are looked at.
type counted struct {
	items
	looks *int
}

func (c counted) At(n int) *batch.Item {
	*c.looks++
	return c.items.At(n)
}

// TestFlood: equal datagrams between ends that are always new cost little each.
func TestFlood(t *testing.T) {
	for _, twice := range []bool{false, true} {
		var list items
		for i := range 20_000 {
			e := &capture.Ends{Src: netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 1), Dst: netip.AddrPortFrom(netip.AddrFrom4([4]byte{11, 0, byte(i >> 8), byte(i)}), 1)}
			it := batch.Item{Datagram: capture.Datagram{Frame: int64(i + 1), Time: capture.Nanos(int64(i) * 1000), Ends: e, Payload: []byte{1}, Trail: capture.Trail{Interface: uint32(i % 3)}}}
			it.Identify()
			if list = append(list, it); twice {
				list = append(list, it)
			}
		}
		f, looks := New(), 0
		for i := range list {
			f.Find(&list[i], counted{list[i+1:], &looks})
		}
		if most := len(list)/lookCost*(copiesAhead+1) + mostEffort*copiesAhead; looks > most {
			t.Errorf("%d items were looked at, want at most %d", looks, most)
		}
	}
}

// TestBounded: equal datagrams, many ends and many interfaces take no more memory than said.
func TestBounded(t *testing.T) {
	f := New()
	for i := range 5 * rememberedDatagrams {
		e := &capture.Ends{Src: netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 1), Dst: netip.MustParseAddrPort("10.0.0.1:22101")}
		for range 2 {
			it := batch.Item{Datagram: capture.Datagram{Frame: int64(i + 1), Ends: e, Payload: []byte{1}, Trail: capture.Trail{ID: 1, Interface: uint32(i)}}}
			it.Identify()
			f.Find(&it, items(nil))
		}
	}
	if n := len(f.ring); n != rememberedDatagrams {
		t.Errorf("%d datagrams are remembered", n)
	}
	if n := max(f.flows.Len(), f.ends.Len(), f.undone.Len(), f.unrelated.Len()); n > rememberedEnds {
		t.Errorf("%d ends are remembered", n)
	}
	if len(f.taps) > mostTaps || len(f.Summary().Translated) > mostTaps {
		t.Errorf("%d interfaces", len(f.taps))
	}
}
