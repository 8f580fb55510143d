package reassembly

import (
	"fmt"
	"testing"

	"bcdump/decode/transport"
)

// In a heavy fight 190 messages a second go to a client. One that is lost comes again after 1, 2.5 and 4.8 s,
// hundreds of numbers later: it is a copy all the same, and its Ack acknowledges the first one.
func TestCopyAfterHundredsOfNumbers(t *testing.T) {
	for _, news := range []int{128, 200, 400, 1000, 5000, 0x3FFF} {
		t.Run(fmt.Sprint(news), func(t *testing.T) {
			r := newRig(t)
			r.run(host(1), 0, 299)
			r.data(host(1), 300, "torpedo")
			first := r.frame
			r.run(host(1), 301, 300+news)
			out := r.observe(host(1), transport.NewData(true, 300), "torpedo")
			r.is(verdict(out), "repeat")
			if out.First.Frame != first || out.Copy != 2 {
				t.Errorf("copy %d of frame %d, want 2 of frame %d", out.Copy, out.First.Frame, first)
			}
			ack := r.observe(client(1), transport.Message{Type: transport.Ack, HasSeq: true, Seq: 300}, "")
			if r.is(verdict(ack), "new"); ack.Answers.Frame != first {
				t.Errorf("the Ack answers frame %d, want %d", ack.Answers.Frame, first)
			}
		})
	}
}

// With 8 bits, what follows the newest number is new even with the bytes of a copy that came a moment ago:
// a server that does not take Acks of numbers from 256 on goes on repeating its numbers 0 to 15 while the
// counter comes round again.
func TestSecondWrapWithEqualBytes(t *testing.T) {
	second := func(r *rig, seq int, payload string, at float64, alone bool) string {
		r.frame++
		m := transport.NewData(true, uint16(seq))
		p := Point{Frame: r.frame, Flow: host(1), Peer: hostPeer, Sec: int64(at), Nanos: uint32((at - float64(int64(at))) * 1e9), Alone: alone}
		return verdict(r.tr.Observe(&m, []byte(payload), p))
	}
	begin := func(t *testing.T) *rig {
		r := newRig(t)
		for n := range 256 + 256 {
			want := "new"
			if n == 256 {
				want = "eight-bit"
			}
			r.is(second(r, n&255, fmt.Sprint("message ", n&255), float64(n)/20, false), want)
			if n > 256 && n%60 == 20 {
				r.is(second(r, 0, "message 0", float64(n)/20, true), "repeat")
			}
		}
		return r // at 25.6 s
	}
	t.Run("among others", func(t *testing.T) {
		r := begin(t)
		r.is(second(r, 0, "message 0", 27.9, false), "new")
		r.is(second(r, 1, "one", 28, false), "new")
		r.is(r.ack(client(1), 0), "new")
	})
	t.Run("alone, too soon for a copy", func(t *testing.T) {
		r := begin(t)
		r.is(second(r, 0, "message 0", 25.7, true), "new")
		r.is(second(r, 1, "one", 26, false), "new")
	})
	t.Run("alone, when a copy is due", func(t *testing.T) {
		r := begin(t)
		r.is(second(r, 0, "message 0", 27.97, true), "repeat")
		r.is(second(r, 0, "zero", 28, false), "conflict")
		r.is(second(r, 1, "one", 28.1, false), "new")
	})
	t.Run("a copy after its number was used anew", func(t *testing.T) {
		r := begin(t)
		r.is(second(r, 0, "zero", 26, false), "conflict")
		r.is(second(r, 1, "one", 26, false), "new")
		r.is(second(r, 0, "message 0", 27.97, true), "conflict stale")
		r.is(second(r, 2, "two", 28.1, false), "new")
	})
}
