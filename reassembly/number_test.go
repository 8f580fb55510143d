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
	r := newRig(t)
	r.run(client(1), 100, 110)
	r.is(r.data(client(1), 105, "other"), "conflict")
	r.is(r.data(client(1), 105, "other"), "repeat") // the last one seen is what counts
	r.is(r.data(client(1), 105, "third"), "conflict")
	r.is(r.data(client(1), 105, "other"), "conflict stale") // a copy of what came before that
	r.is(r.data(client(1), 111, "on"), "new")               // the counter has not moved

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
	t.Run("another type", func(t *testing.T) {
		r := newRig(t)
		r.is(r.control(client(1), transport.PeerInfo, 0, "x"), "new")
		r.is(r.control(client(1), transport.Boot, 0, "x"), "conflict")
	})
	t.Run("an empty payload", func(t *testing.T) {
		r := newRig(t)
		r.is(r.data(client(1), 0, ""), "new")
		r.is(r.data(client(1), 0, ""), "repeat")
		r.is(r.data(client(1), 0, "\x00"), "conflict")
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
	t.Run("with gaps", func(t *testing.T) {
		r := newRig(t)
		r.run(host(1), 100, 240)
		r.is(r.data(host(1), 20, "a"), "missing:35 eight-bit")
		r.is(r.data(host(1), 250, "b"), "late")
		r.is(r.data(host(1), 21, "c"), "new")
		r.run(host(1), 22, 200)
		r.is(r.data(host(1), 100, "late, but new"), "conflict")
		r.is(r.data(host(1), 30, "after the next wrap"), "missing:85")
	})
	t.Run("16 bits after all", func(t *testing.T) {
		// A stock peer that restarted unseen looks like 8 bits, until 255 is passed.
		r := newRig(t)
		r.run(client(1), 100, 250)
		r.is(r.data(client(1), 0, "a"), "missing:5 eight-bit")
		r.run(client(1), 1, 255)
		r.is(r.data(client(1), 256, "b"), "new")
		r.run(client(1), 257, 1000)
		r.run(client(1), 1001, 1400)
		r.is(r.data(client(1), 200, "far behind"), "conflict")
	})
	t.Run("the low channel", func(t *testing.T) {
		r := newRig(t)
		r.control(host(1), transport.PeerInfo, 255, "a")
		r.is(r.control(host(1), transport.PeerInfo, 0, "b"), "eight-bit")
		r.is(r.data(host(1), 255, "c"), "new")
	})
}

// Stock counters have 16 bits. None of this may look like 8.
func TestNoFalseWrap8(t *testing.T) {
	check := func(t *testing.T, r *rig, seq int, payload string) {
		t.Helper()
		if got := r.data(client(1), seq, payload); strings.Contains(got, "eight-bit") {
			t.Errorf("number %d is %q", seq, got)
		}
	}
	t.Run("joined at 250", func(t *testing.T) {
		r := newRig(t)
		r.run(client(1), 250, 300)
		r.is(r.data(client(1), 60, "far behind"), "late")
		r.run(client(1), 301, 800)
		check(t, r, 10, "far behind")
	})
	t.Run("out of order around 255", func(t *testing.T) {
		r := newRig(t)
		for _, seq := range []int{254, 256, 255, 259, 253, 258, 257, 260, 252} {
			check(t, r, seq, fmt.Sprint(seq))
		}
		check(t, r, 0, "x")
	})
	t.Run("shuffled", func(t *testing.T) {
		r := newRig(t)
		for block := range 200 {
			for _, k := range []int{3, 1, 7, 0, 2, 5, 4, 6} {
				check(t, r, block*8+k, fmt.Sprint(block, k))
			}
		}
	})
	t.Run("an old number repeated before 255", func(t *testing.T) {
		r := newRig(t)
		r.data(client(1), 40, "forty")
		r.run(client(1), 41, 239)
		r.is(r.data(client(1), 40, "forty"), "repeat")
		r.run(client(1), 240, 300)
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

// Each channel of each direction of each link counts for itself.
func TestCountersApart(t *testing.T) {
	r := newRig(t)
	r.is(r.data(client(1), 7, "x"), "new")
	r.is(r.control(client(1), transport.PeerInfo, 7, "x"), "new")
	r.is(r.data(host(1), 7, "x"), "new")
	r.is(r.control(host(1), transport.PeerInfo, 7, "x"), "new")
	r.is(r.data(client(2), 7, "x"), "new")
	r.is(r.data(host(2), 7, "x"), "new")

	r.is(r.data(client(1), 9, "x"), "missing:1")
	r.is(r.data(host(1), 8, "x"), "new")
	r.is(r.control(client(1), transport.PeerInfo, 6, "x"), "late")
	r.is(r.data(client(2), 7, "y"), "conflict")
	for _, f := range []Flow{client(1), host(1), host(2)} {
		r.is(r.data(f, 7, "x"), "repeat")
	}

	t.Run("ports", func(t *testing.T) {
		r := newRig(t)
		r.is(r.data(client(1), 7, "x"), "new")
		other := client(1)
		other.Src = hostAddress
		other.Dst = client(1).Src
		r.is(r.data(other, 7, "x"), "new")
		third := Flow{Src: client(2).Src, Dst: client(1).Src}
		r.is(r.data(third, 7, "x"), "new")
	})
}

// Unreliable messages have no number: nothing can be said of them.
func TestUnreliable(t *testing.T) {
	r := newRig(t)
	for range 3 {
		r.is(verdict(r.observe(client(1), transport.NewData(false, 0), "same")), "new")
	}
	r.is(verdict(r.observe(client(1), transport.Message{Type: transport.Keepalive}, "")), "new")
	suspect := transport.NewFragment(0, 0, 2)
	suspect.HasSeq, suspect.FlagsLen = false, suspect.FlagsLen&0x7FFF
	r.is(verdict(r.observe(client(1), suspect, "part")), "new")
	r.is(r.flush(), "")
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

// TestCopiesAfterDisconnect: a host goes on sending what the client that leaves has not acknowledged.
func TestCopiesAfterDisconnect(t *testing.T) {
	r := newRig(t)
	r.run(host(1), 0, 200)
	r.data(host(1), 201, "not acknowledged")
	r.run(host(1), 202, 400)
	r.is(r.control(client(1), transport.Disconnect, 2, "bye"), "new")
	r.is(r.data(host(1), 201, "not acknowledged"), "repeat")
}

func TestReconnect(t *testing.T) {
	r := newRig(t)
	r.is(r.connect(client(1), 0xA5F), "new")
	r.is(r.control(host(1), transport.Connect, 0, "\x02"), "new")
	r.is(r.control(client(1), transport.PeerInfo, 1, "p"), "new")
	r.is(r.data(client(1), 0, "a"), "new")
	r.is(r.data(host(1), 0, "b"), "new")
	r.part(client(1), 1, 0, 2, "half")

	r.is(r.connect(client(1), 0xA5F), "repeat")
	r.is(r.data(client(1), 0, "a"), "repeat")

	r.is(r.connect(client(1), 0x78F9), "new-link lost:1[0]/2")
	r.is(r.control(host(1), transport.Connect, 0, "\x02"), "new")
	r.is(r.data(client(1), 0, "a"), "new")
	r.is(r.data(host(1), 0, "b"), "new")
	r.is(r.ack(host(1), 1), "unseen")
	r.is(r.connect(client(1), 0x78F9), "repeat")
	r.is(r.part(client(1), 1, 1, 0, "other half"), "new")
	r.is(r.flush(), "lost:1[1]/0")

	t.Run("the other links stay", func(t *testing.T) {
		r := newRig(t)
		r.connect(client(1), 1)
		r.connect(client(2), 2)
		r.data(client(2), 0, "x")
		r.is(r.connect(client(1), 3), "new-link")
		r.is(r.data(client(2), 0, "x"), "repeat")
	})
	t.Run("a link that talked before", func(t *testing.T) {
		r := newRig(t)
		r.data(host(1), 90, "x")
		r.is(r.connect(client(1), 1), "new-link")
		r.is(r.data(host(1), 0, "y"), "new")
	})
	t.Run("a request of before the capture", func(t *testing.T) {
		r := newRig(t)
		r.data(host(1), 1, "round 1")
		r.data(client(1), 1, "answer")
		r.is(r.connect(client(1), 1), "new")
		r.is(r.data(host(1), 1, "round 1"), "repeat")
		r.is(r.connect(client(1), 1), "repeat")
		r.is(r.connect(client(1), 2), "new-link")
	})
	t.Run("a request long after the checksums", func(t *testing.T) {
		r := newRig(t)
		r.data(host(1), 4, "round 255")
		m := transport.NewControl(transport.Connect, 0)
		payload := request(1)
		m.Length = uint16(len(m.Append(nil, []byte(payload))))
		r.is(verdict(r.tr.Observe(&m, []byte(payload), Point{Frame: 9, Flow: client(1), Peer: newPeer, Sec: 10})), "new-link")
	})
	t.Run("a request under an id", func(t *testing.T) {
		r := newRig(t)
		r.data(host(1), 90, "x")
		m := transport.NewControl(transport.Connect, 0)
		payload := request(1)
		m.Length = uint16(len(m.Append(nil, []byte(payload))))
		r.is(verdict(r.tr.Observe(&m, []byte(payload), Point{Frame: 9, Flow: client(1), Peer: 2})), "new")
		r.is(r.data(host(1), 90, "x"), "repeat")
	})
	t.Run("a link with nothing numbered yet", func(t *testing.T) {
		r := newRig(t)
		r.observe(client(1), transport.Message{Type: transport.Keepalive}, "")
		r.ack(client(1), 3)
		r.is(r.connect(client(1), 1), "new")
	})
	t.Run("the password is no token", func(t *testing.T) {
		r := newRig(t)
		r.connect(client(1), 1)
		r.is(r.control(client(1), transport.Connect, 0, request(1)+"p\x00"), "conflict")
	})
	t.Run("a request without a number is none", func(t *testing.T) {
		r := newRig(t)
		r.data(client(1), 0, "x")
		r.control(client(1), transport.Connect, 0, "too short")
		r.is(r.data(client(1), 0, "x"), "repeat")
	})
	t.Run("the host does not request", func(t *testing.T) {
		r := newRig(t)
		r.connect(client(1), 1)
		r.data(client(1), 0, "x")
		r.control(host(1), transport.Connect, 0, request(2))
		r.is(r.data(client(1), 0, "x"), "repeat")
	})
}

// Third-party clients write Connect and Disconnect with a one-byte length, without
// number and token: 03 08 and 06 02.
func TestOneByteConnect(t *testing.T) {
	oneByte := func(typ transport.Type) transport.Message {
		return transport.Message{Type: typ, OneByteLength: true}
	}
	const address = "\x01\x00\x00\x00\x7f\x00"
	r := newRig(t)
	r.is(verdict(r.observe(client(1), oneByte(transport.Connect), address)), "new")
	r.is(r.data(client(1), 0, "x"), "new")
	// Its bytes are the same for each connection, so that again it is a repeat ...
	r.is(verdict(r.observe(client(1), oneByte(transport.Connect), address)), "new")
	r.is(r.data(client(1), 0, "x"), "repeat")
	// ... unless the client left in between.
	r.is(verdict(r.observe(client(1), oneByte(transport.OldDisconnect), "")), "new")
	r.is(r.data(client(1), 0, "x"), "repeat")
	r.is(verdict(r.observe(client(1), oneByte(transport.Connect), address)), "new-link")
	r.is(r.data(client(1), 0, "x"), "new")

	t.Run("other bytes", func(t *testing.T) {
		r := newRig(t)
		r.observe(client(1), oneByte(transport.Connect), address)
		r.data(client(1), 0, "x")
		r.is(verdict(r.observe(client(1), oneByte(transport.Connect), "other")), "new-link")
	})
	t.Run("a response in the same form", func(t *testing.T) {
		r := newRig(t)
		r.observe(client(1), oneByte(transport.Connect), address)
		r.data(client(1), 0, "x")
		r.is(verdict(r.observe(host(1), oneByte(transport.Connect), "\x02")), "new")
		r.is(r.data(client(1), 0, "x"), "repeat")
		r.is(verdict(r.observe(client(1), oneByte(transport.Connect), address)), "new")
		r.is(r.data(client(1), 0, "x"), "repeat")
	})
}

func TestAcks(t *testing.T) {
	r := newRig(t)
	r.is(r.ack(host(1), 5), "unseen") // nothing of the client is in the capture
	r.run(client(1), 5, 9)
	r.is(r.ack(host(1), 5), "new")
	r.is(r.ack(host(1), 5), "repeat-ack")
	r.is(r.ack(host(1), 9), "new")
	r.is(r.ack(host(1), 7), "new")
	r.is(r.ack(host(1), 7), "repeat-ack")
	r.is(r.ack(host(1), 4), "unseen")            // before the base
	r.is(r.ack(host(1), 4), "repeat-ack unseen") // both are true of it
	r.is(r.ack(host(1), 10), "unseen")           // ahead of the newest
	r.is(r.ack(client(1), 5), "unseen")          // the host has sent nothing
	r.is(r.ack(host(2), 5), "unseen")

	r.data(client(1), 10, "it came later")
	r.is(r.ack(host(1), 10), "new")

	t.Run("of a missing number", func(t *testing.T) {
		r := newRig(t)
		r.data(client(1), 1, "a")
		r.data(client(1), 3, "c")
		r.is(r.ack(host(1), 2), "unseen")
		r.is(r.ack(host(1), 3), "new")
		r.data(client(1), 2, "b")
		r.is(r.ack(host(1), 2), "repeat-ack")
	})
	t.Run("of a number out of order before the base", func(t *testing.T) {
		r := newRig(t)
		r.data(client(1), 3, "c")
		r.data(client(1), 2, "b")
		r.is(r.ack(host(1), 2), "new")
		r.is(r.ack(host(1), 1), "unseen")
	})
	t.Run("of a repeat", func(t *testing.T) {
		r := newRig(t)
		r.data(client(1), 1, "a")
		r.ack(host(1), 1)
		r.data(client(1), 1, "a")
		r.is(r.ack(host(1), 1), "repeat-ack")
	})
	t.Run("low channel", func(t *testing.T) {
		r := newRig(t)
		r.control(client(1), transport.PeerInfo, 1, "p")
		r.is(r.ack(host(1), 1), "unseen")
		r.is(r.ackLow(host(1), 1), "new")
		r.is(r.ackLow(host(1), 1), "repeat-ack")
		r.data(client(1), 1, "d")
		r.is(r.ack(host(1), 1), "new")
	})
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
	r := newRig(t)
	r.is(r.ackPart(host(1), 2, 0), "unseen")
	r.part(client(1), 2, 0, 3, "a")
	r.part(client(1), 2, 1, 0, "b")
	r.is(r.ackPart(host(1), 2, 0), "new")
	r.is(r.ackPart(host(1), 2, 1), "new")
	r.is(r.ackPart(host(1), 2, 1), "repeat-ack")
	r.is(r.ackPart(host(1), 2, 2), "unseen")
	r.part(client(1), 2, 2, 0, "c")
	r.is(r.ackPart(host(1), 2, 0), "repeat-ack") // after completion
	r.is(r.ackPart(host(1), 2, 2), "repeat-ack")
	r.is(r.ackPart(host(1), 2, 3), "unseen")
	r.is(r.ackPart(client(1), 2, 0), "unseen")
	r.is(r.ackPart(host(1), 3, 0), "unseen")
	// The number as such has a mark of its own.
	r.is(r.ack(host(1), 2), "new")

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
	t.Run("long after", func(t *testing.T) {
		r := newRig(t)
		r.run(host(1), 250, 255)
		r.data(host(1), 0, "x")
		r.part(host(1), 1, 0, 2, "a")
		r.part(host(1), 1, 1, 2, "b")
		r.ackPart(client(1), 1, 1)
		r.run(host(1), 2, 250)
		r.is(r.ackPart(client(1), 1, 1), "repeat-ack")
	})
	t.Run("on the low channel there are no parts", func(t *testing.T) {
		r := newRig(t)
		r.part(client(1), 2, 0, 3, "a")
		m := transport.Message{
			Type: transport.Ack, HasSeq: true, Seq: 2,
			AckFlags: transport.AckFragment | transport.AckLowChannel,
		}
		r.is(verdict(r.observe(host(1), m, "")), "unseen")
	})
}
