package reassembly

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func joinedVerdict(total int) string {
	var s strings.Builder
	for i := range total {
		fmt.Fprintf(&s, "<%d>", i)
	}
	return fmt.Sprintf("joined:%q", s.String())
}

func TestJoined(t *testing.T) {
	r := newRig(t)
	r.partOutcome(client(1), 2, 2, 3, "c") // 7 bytes in frame 1
	r.data(client(1), 3, "between")
	r.partOutcome(client(1), 2, 0, 3, "aaa") // 10 bytes in frame 3
	payload := []byte("bb")                  // 8 bytes in frame 4
	out := r.partOutcome(client(1), 2, 1, 3, string(payload))
	j := out.Joined
	if j == nil {
		t.Fatal("not joined")
	}
	if string(j.Payload) != "aaabbc" || !slices.Equal(j.Frames, []int64{3, 4, 1}) || j.Length != 25 {
		t.Errorf("joined %q from frames %v, %d bytes", j.Payload, j.Frames, j.Length)
	}
	if s := r.tr.Stats(); s != (Stats{Links: 1, FragmentsJoined: 1}) {
		t.Errorf("stats are %+v", s)
	}
}

// Observe does not hold on to the payload that it is given.
func TestPayloadMayBeReused(t *testing.T) {
	tr := New()
	buffer := make([]byte, 1)
	var out Outcome
	for i := range 3 {
		buffer[0] = byte('a' + i)
		m := newPart(7, i, 3)
		out = tr.Observe(&m, buffer, Point{Flow: client(1)})
	}
	buffer[0] = 'x'
	if out.Joined == nil || string(out.Joined.Payload) != "abc" {
		t.Errorf("joined %+v, want abc", out.Joined)
	}
}

// Stock software repeats parts without end, although they were acknowledged: they
// stay repeats, whatever else was sent.
func TestEndlessRepeats(t *testing.T) {
	r := newRig(t)
	for i := range 3 {
		r.part(client(1), 2, i, 3, fmt.Sprintf("<%d>", i))
	}
	for n := 3; n < 1003; n++ {
		r.is(r.data(client(1), n, "x"), "new")
		if n%5 == 0 {
			for i := range 3 {
				r.is(r.part(client(1), 2, i, 3, fmt.Sprintf("<%d>", i)), "repeat")
			}
		}
	}
	r.is(r.flush(), "")

	t.Run("of an unfinished message", func(t *testing.T) {
		r := newRig(t)
		r.part(client(1), 2, 0, 3, "<0>")
		r.part(client(1), 2, 2, 3, "<2>")
		for n := 3; n < 1003; n++ {
			r.is(r.data(client(1), n, "x"), "new")
			if n%5 == 0 {
				r.is(r.part(client(1), 2, 0, 3, "<0>"), "repeat")
			}
		}
		r.is(r.part(client(1), 2, 2, 3, "<2>"), "repeat") // the set has it still
		r.is(r.part(client(1), 2, 1, 3, "<1>"), joinedVerdict(3))
	})
}

// A missing part may come long after the others, as long as nobody gave it up.
func TestPartComesLate(t *testing.T) {
	for _, between := range []int{1, 127, 128, 129, 1000, staleNumbers16 - 1} {
		r := newRig(t)
		r.part(client(1), 0, 1, 2, "<1>")
		for n := 1; n <= between; n++ {
			r.is(r.data(client(1), n, "x"), "new")
		}
		r.is(r.part(client(1), 0, 0, 2, "<0>"), joinedVerdict(2))
	}
}

func TestLostParts(t *testing.T) {
	r := newRig(t)
	r.partOutcome(client(1), 2, 2, 3, "cc")
	r.data(client(1), 3, "x")
	r.partOutcome(client(1), 2, 0, 3, "a")
	r.partOutcome(client(1), 2, 0, 3, "a") // a repeat is no part
	lost := r.tr.Flush()
	if len(lost) != 1 {
		t.Fatalf("%d are lost", len(lost))
	}
	l := lost[0]
	if !slices.Equal(l.Frames, []int64{3, 1}) || l.Bytes != 16 || l.Reason != "the capture ends" ||
		l.Last.Frame != 3 || l.Last.Flow != client(1) || l.Last.Peer != 2 {
		t.Errorf("%+v", l)
	}
	if s := r.tr.Stats(); s.FragmentsLost != 1 || s.FragmentsEvicted != 0 {
		t.Errorf("stats are %+v", s)
	}
	r.is(r.flush(), "")
}

func TestMostParts(t *testing.T) {
	for _, down := range []bool{false, true} {
		r := newRig(t)
		for k := range 255 {
			i := k
			if down {
				i = 254 - k
			}
			want := "new"
			if k == 254 {
				want = joinedVerdict(255)
			}
			r.is(r.part(client(1), 2, i, 255, fmt.Sprintf("<%d>", i)), want)
		}
		for i := range 255 {
			r.is(r.part(client(1), 2, i, 255, fmt.Sprintf("<%d>", i)), "repeat")
		}
		r.is(r.part(client(1), 2, 255, 0, "x"), "(fragment 255 of a message with fragments 0 to 254)")
		r.is(r.flush(), "")
	}
}

func TestGiveUpStale(t *testing.T) {
	t.Run("16 bits", func(t *testing.T) {
		r := newRig(t)
		r.part(client(1), 0, 0, 2, "<0>")
		for n := 1; n < 0x4000; n++ {
			if got := r.data(client(1), n, "x"); got != "new" {
				t.Fatalf("number %d is %q", n, got)
			}
		}
		r.is(r.data(client(1), 0x4000, "x"), "lost:0[0]/2")
		r.is(r.part(client(1), 0, 1, 0, "<1>"), "late") // begins anew
		r.is(r.flush(), "lost:0[1]/0")
	})
	t.Run("a complete one is not reported", func(t *testing.T) {
		r := newRig(t)
		r.part(client(1), 0, 0, 2, "a")
		r.part(client(1), 0, 1, 2, "b")
		for n := 1; n <= staleNumbers16+1; n++ {
			r.is(r.data(client(1), n, "x"), "new")
		}
		r.is(r.flush(), "")
	})
	t.Run("anew after 65536", func(t *testing.T) {
		r := newRig(t)
		for n := range 2*65536 + 10 {
			if n&0xFFFF != 9 {
				r.data(client(1), n, "x")
				continue
			}
			r.is(r.part(client(1), n, 0, 2, "<0>"), "new")
			r.is(r.part(client(1), n, 1, 2, "<1>"), joinedVerdict(2))
			r.is(r.part(client(1), n, 1, 2, "<1>"), "repeat")
		}
	})
	t.Run("the 8-bit number of a complete message used anew", func(t *testing.T) {
		r := newRig(t)
		for n := range 1024 {
			if n&255 != 9 {
				r.data(host(1), n&255, "x")
				continue
			}
			// With the same bytes, which are no repeats so much later.
			r.is(r.part(host(1), 9, 0, 2, "<0>"), "new")
			r.is(r.part(host(1), 9, 1, 2, "<1>"), joinedVerdict(2))
		}
	})
}

// The end of the capture: links by when they were heard last, the lower address
// first, then in the order in which the messages began.
func TestFlushOrder(t *testing.T) {
	for range 20 {
		r := newRig(t)
		r.part(client(3), 4, 0, 2, "x")
		r.part(client(1), 9, 0, 2, "x")
		r.part(host(2), 5, 0, 2, "x")
		r.part(client(1), 8, 0, 2, "x")
		r.part(client(2), 3, 0, 2, "x")
		r.part(host(1), 7, 0, 2, "x")
		r.part(client(3), 6, 0, 2, "x")
		r.is(r.flush(), "lost:5[0]/2 lost:3[0]/2 lost:7[0]/2 lost:9[0]/2 lost:8[0]/2 lost:4[0]/2 lost:6[0]/2")
	}
}
