package reassembly

import (
	"fmt"
	"strings"
	"testing"

	"bcdump/decode/transport"
)

// A repeat is known for fewer than 0x4000 new numbers, of a counter of 8 bits fewer than 128.
func TestRepeatWindow(t *testing.T) {
	for news, want := range map[int]string{0: "repeat", 1: "repeat", 128: "repeat", 0x3FFF: "repeat", 0x4000: "late", 0x4001: "late"} {
		t.Run(fmt.Sprint(news), func(t *testing.T) {
			r := newRig(t)
			r.data(client(1), 1000, "again")
			r.run(client(1), 1001, 1000+news)
			r.is(r.data(client(1), 1000, "again"), want)
		})
	}
	for news, want := range map[int]string{0: "repeat", 1: "repeat", 126: "repeat", 127: "repeat", 128: "late"} {
		t.Run(fmt.Sprint(news, ", 8 bits"), func(t *testing.T) {
			r := newRig(t)
			r.run(host(1), 0, 255)
			r.is(r.data(host(1), 0, "zero"), "eight-bit")
			r.data(host(1), 1, "again")
			r.run(host(1), 2, 1+news)
			r.is(r.data(host(1), 1, "again"), want)
		})
	}
}

// A repeat changes nothing: the counter, the gaps and the other messages are as if it had not come. 0x4000 numbers
// later another message has its place.
func TestRepeatChangesNothing(t *testing.T) {
	r := newRig(t)
	r.data(client(1), 0, "again")
	for n := 1; n < 0x4000; n++ {
		r.is(r.data(client(1), n, "next"), "new")
		if n%127 == 0 {
			r.is(r.data(client(1), 0, "again"), "repeat")
		}
	}
	r.is(r.data(client(1), 0, "again"), "repeat")
	r.run(client(1), 0x4000, 0x4000)
	r.is(r.data(client(1), 0, "again"), "late")
}

func TestConflict(t *testing.T) {
	t.Run("is no new number", func(t *testing.T) {
		r := newRig(t)
		r.data(client(1), 0, "first")
		r.data(client(1), 1, "a")
		r.is(r.data(client(1), 1, "b"), "conflict")
		for range 100 {
			r.is(r.data(client(1), 1, "a"), "conflict stale")
			r.is(r.data(client(1), 1, "b"), "conflict stale")
		}
		r.is(r.data(client(1), 0, "first"), "repeat")
	})
	t.Run("is over after 0x4000 numbers", func(t *testing.T) {
		for news, want := range map[int]string{128: "conflict", 0x3FFF: "conflict", 0x4000: "late"} {
			r := newRig(t)
			r.data(client(1), 1000, "one")
			r.run(client(1), 1001, 1000+news)
			r.is(r.data(client(1), 1000, "two"), want)
		}
	})
}

func TestWrap8(t *testing.T) {
	cases := []struct {
		name    string
		payload func(n int) string // n counts on over the wraps
	}{
		{"other bytes", func(n int) string { return fmt.Sprint("number ", n) }},
		// The same bytes 256 numbers later are another message.
		{"equal bytes", func(n int) string { return fmt.Sprint("number ", n%256) }},
		{"one message for all", func(int) string { return "\x17" }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			for n := range 1500 {
				want := "new"
				if n == 256 {
					want = "eight-bit"
				}
				r.is(r.data(host(1), n&255, c.payload(n)), want)
				if n%3 == 0 {
					r.is(r.data(host(1), n&255, c.payload(n)), "repeat")
				}
				if n > 100 && n%7 == 0 {
					r.is(r.data(host(1), (n-100)&255, c.payload(n-100)), "repeat")
				}
			}
		})
	}
}

// Stock counters have 16 bits. None of this may look like 8.
func TestNoFalseWrap8(t *testing.T) {
	check := func(t *testing.T, r *rig, seq int, payload string) {
		t.Helper()
		if got := r.data(client(1), seq, payload); strings.Contains(got, "eight-bit") {
			t.Errorf("number %d is %q", seq, got)
		}
	}
	t.Run("shuffled", func(t *testing.T) {
		r := newRig(t)
		for block := range 200 {
			for _, k := range []int{3, 1, 7, 0, 2, 5, 4, 6} {
				check(t, r, block*8+k, fmt.Sprint(block, k))
			}
		}
	})
	t.Run("beyond the wrap at 65536", func(t *testing.T) {
		r := newRig(t)
		r.run(client(1), 65500, 65535)
		for n := range 600 {
			check(t, r, n, "x")
		}
	})
	t.Run("repeats", func(t *testing.T) {
		r := newRig(t)
		for n := range 600 {
			check(t, r, n, fmt.Sprint(n))
			if n >= 120 {
				r.is(r.data(client(1), n-120, fmt.Sprint(n-120)), "repeat")
			}
		}
	})
}

// TestPortsApart: links differ by ports too, and by who is at their other end.
func TestPortsApart(t *testing.T) {
	r, other := newRig(t), Flow{Src: hostAddress, Dst: client(1).Src}
	r.is(r.data(client(1), 7, "x"), "new")
	r.is(r.data(other, 7, "x"), "new")
	r.is(r.data(Flow{Src: client(2).Src, Dst: client(1).Src}, 7, "x"), "new")
}

// TestOvertaken: what comes late was sent before the first of the numbers behind it came.
func TestOvertaken(t *testing.T) {
	r := newRig(t)
	for n := range 4 {
		r.data(host(1), n, "x") // frames 1 to 4
	}
	r.data(host(1), 9, "x")
	late := func(seq uint16) Outcome { return r.observe(host(1), transport.NewData(true, seq), "late") }
	if out := late(6); !out.OutOfOrder || out.Overtaken.Frame != 5 {
		t.Errorf("%+v", out)
	}
	if out := late(5); out.Overtaken.Frame != 5 {
		t.Errorf("%+v: it is 9 that overtook it, not 6", out)
	}
	r.data(host(1), 500, "x")
	if out := late(400); out.Overtaken.Frame != 0 {
		t.Errorf("%+v", out)
	}
}

// TestReconnect: a request long after the checksums is one of a new link, but not under an id.
func TestReconnect(t *testing.T) {
	for _, tt := range []struct {
		number       int
		at           Point
		want, before string
	}{{4, Point{Peer: newPeer, Sec: 10}, "new-link", "new"}, {90, Point{Peer: 2}, "new", "repeat"}} {
		r := newRig(t)
		r.data(host(1), tt.number, "before")
		m, payload := transport.NewControl(transport.Connect, 0), []byte(request(1))
		m.Length, tt.at.Frame, tt.at.Flow = uint16(len(m.Append(nil, payload))), 9, client(1)
		r.is(verdict(r.tr.Observe(&m, payload, tt.at)), tt.want)
		r.is(r.data(host(1), tt.number, "before"), tt.before)
	}
}

func TestAcks(t *testing.T) {
	t.Run("very late", func(t *testing.T) {
		r := newRig(t)
		r.run(client(1), 0, 2000)
		r.is(r.ack(host(1), 2000-ackMemory+1), "new")
		r.is(r.ack(host(1), 2000-ackMemory+1), "repeat-ack")
		r.is(r.ack(host(1), 2000-ackMemory), "new") // in a fight so many numbers pass in 5 s
		r.is(r.ack(host(1), 2000-ackMemory), "repeat-ack")
		r.is(r.ack(host(1), 65535), "unseen")
	})
	t.Run("anew after 65536 numbers", func(t *testing.T) {
		r := newRig(t)
		for n := range 65536 + 100 {
			r.data(client(1), n, "x")
			r.is(r.ack(host(1), n), "new")
			if n%1000 == 0 {
				r.is(r.ack(host(1), n), "repeat-ack")
			}
		}
	})
	t.Run("anew after a gap", func(t *testing.T) {
		r := newRig(t)
		r.run(client(1), 0, 10)
		for n := range 11 {
			r.ack(host(1), n)
		}
		r.data(client(1), ackMemory+5, "far on") // its mark is where that of 5 was
		r.is(r.ack(host(1), ackMemory+5), "new")
		r.is(r.ack(host(1), ackMemory+4), "unseen")
		r.is(r.ack(host(1), 10), "repeat-ack")
		r.data(client(1), 5*ackMemory+5, "so far on that no mark stays")
		r.is(r.ack(host(1), 5*ackMemory+5), "new")
		r.is(r.ack(host(1), 5*ackMemory-1), "unseen")
		// A number too far behind for a mark does not get that of another.
		r.is(r.data(client(1), 4*ackMemory+4, "late"), "late")
		r.is(r.ack(host(1), 5*ackMemory+4), "unseen")
	})
	t.Run("anew after 256 numbers", func(t *testing.T) {
		r := newRig(t)
		for n := range 1024 {
			r.data(host(1), n&255, fmt.Sprint(n))
			r.is(r.ack(client(1), n&255), "new")
			if n >= 200 {
				r.is(r.ack(client(1), (n-200)&255), "repeat-ack")
			}
			if n >= 256 {
				r.is(r.ack(client(1), (n+1)&255), "repeat-ack") // 255 behind
			}
		}
		r.is(r.ack(client(1), 300), "unseen") // not of this counter
		r.run(host(1), 0, 20)
		r.is(r.ack(client(1), 256+10), "unseen")
	})
}

func TestPartAcks(t *testing.T) {
	t.Run("255 parts", func(t *testing.T) {
		r := newRig(t)
		for i := range 255 {
			r.part(client(1), 0, i, 255, "x")
			r.is(r.ackPart(host(1), 0, i), "new")
		}
		for i := range 255 {
			r.is(r.ackPart(host(1), 0, i), "repeat-ack")
		}
	})
	t.Run("of an 8-bit number used anew", func(t *testing.T) {
		r := newRig(t)
		for n := range 512 {
			if n&255 != 9 {
				r.data(host(1), n&255, fmt.Sprint(n))
				continue
			}
			for i := range 2 {
				r.part(host(1), 9, i, 2, fmt.Sprint(n, i))
				r.is(r.ackPart(client(1), 9, i), "new")
				r.is(r.ackPart(client(1), 9, i), "repeat-ack")
			}
		}
	})
}
