package reassembly

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"bcdump/decode/transport"
)

// rig is a tracker with messages made by hand in front of it.
type rig struct {
	t     testing.TB
	tr    *Tracker
	frame int64
}

// limited makes a Tracker with other limits.
func limited(links, fragmentBytes int) *Tracker {
	t := New()
	t.limits = limits{links, fragmentBytes}
	return t
}

func newRig(t testing.TB) *rig { return &rig{t: t, tr: New()} }

var hostAddress = netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, 1}), 22101)

// client is the flow from client n to the host.
func client(n int) Flow {
	a := netip.AddrFrom4([4]byte{10, byte(1 + n>>16), byte(n >> 8), byte(n)})
	return Flow{Src: netip.AddrPortFrom(a, 5000), Dst: hostAddress}
}

// host is the flow from the host to client n.
func host(n int) Flow {
	f := client(n)
	return Flow{Src: f.Dst, Dst: f.Src}
}

// peer is byte 0 of a datagram: a client has no id until its Connect is answered.
func (f Flow) peer(m *transport.Message) uint8 {
	switch {
	case f.Src == hostAddress:
		return hostPeer
	case m.Type == transport.Connect:
		return newPeer
	}
	return 2
}

// observe sends a message of which the lengths are filled in.
func (r *rig) observe(f Flow, m transport.Message, payload string) Outcome {
	r.frame++
	wire := m.Append(nil, []byte(payload))
	m.Length, m.Header = uint16(len(wire)), uint8(len(wire)-len(payload))
	return r.tr.Observe(&m, []byte(payload), Point{Frame: r.frame, Flow: f, Peer: f.peer(&m)})
}

func (r *rig) data(f Flow, seq int, payload string) string {
	return verdict(r.observe(f, transport.NewData(true, uint16(seq)), payload))
}

func (r *rig) control(f Flow, typ transport.Type, seq int, payload string) string {
	return verdict(r.observe(f, transport.NewControl(typ, uint16(seq)), payload))
}

func (r *rig) part(f Flow, seq, index, total int, payload string) string {
	return verdict(r.partOutcome(f, seq, index, total, payload))
}

func (r *rig) partOutcome(f Flow, seq, index, total int, payload string) Outcome {
	return r.observe(f, newPart(seq, index, total), payload)
}

// ack acknowledges a Data message of the other side.
func (r *rig) ack(f Flow, seq int) string {
	return verdict(r.observe(f, transport.Message{Type: transport.Ack, HasSeq: true, Seq: uint16(seq)}, ""))
}

func (r *rig) ackPart(f Flow, seq, index int) string {
	m := transport.Message{
		Type: transport.Ack, HasSeq: true, Seq: uint16(seq),
		AckFlags: transport.AckFragment, FragmentIndex: uint8(index),
	}
	return verdict(r.observe(f, m, ""))
}

func (r *rig) connect(f Flow, token uint32) string {
	return r.control(f, transport.Connect, 0, request(token))
}

func request(token uint32) string {
	return "\x0a\x00\x01\x05" + string(binary.LittleEndian.AppendUint32(nil, token)) + "\x00\x00"
}

// run sends Data messages first to last, each with other bytes, that have to be new
// and in order.
func (r *rig) run(f Flow, first, last int) {
	r.t.Helper()
	for n := first; n <= last; n++ {
		if got := r.data(f, n, fmt.Sprintf("run %d %d", n, r.frame)); got != "new" {
			r.t.Fatalf("number %d is %q, want new", n, got)
		}
	}
}

// verdict puts an outcome in words: "new" if there is nothing to say.
func verdict(o Outcome) string {
	var words []string
	add := func(when bool, format string, args ...any) {
		if when {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(o.NewLink, "new-link")
	add(o.Retransmit, "repeat")
	add(o.Conflict, "conflict")
	add(o.Stale, "stale")
	add(o.OutOfOrder, "late")
	add(o.Missing != 0, "missing:%d", o.Missing)
	add(o.EightBit, "eight-bit")
	add(o.RepeatAck, "repeat-ack")
	add(o.AckUnseen, "unseen")
	add(o.FragmentConflict != "", "(%s)", o.FragmentConflict)
	if o.Joined != nil {
		add(true, "joined:%q", o.Joined.Payload)
	}
	for _, l := range o.Lost {
		add(true, "%s", describeLost(l))
	}
	if len(words) == 0 {
		return "new"
	}
	return strings.Join(words, " ")
}

func describeLost(l Lost) string {
	return fmt.Sprintf("lost:%d%v/%d", l.Seq, l.Have, l.Total)
}

func (r *rig) flush() string {
	var words []string
	for _, l := range r.tr.Flush() {
		words = append(words, describeLost(l))
	}
	if r.tr.cost != 0 || r.tr.unfinished.Len() != 0 {
		r.t.Errorf("after Flush %d bytes are counted in %d unfinished messages", r.tr.cost, r.tr.unfinished.Len())
	}
	return strings.Join(words, " ")
}

// is compares verdicts.
func (r *rig) is(got, want string) {
	r.t.Helper()
	if got != want {
		r.t.Errorf("got %q, want %q", got, want)
	}
}

func newPart(seq, index, total int) transport.Message {
	if index > 0 {
		total = 0 // only part 0 has it on the wire
	}
	return transport.NewFragment(uint16(seq), uint8(index), uint8(total))
}

// Observe has the link of a message searched for, and its sum made.
func (t *Tracker) Observe(m *transport.Message, payload []byte, at Point) (out Outcome) {
	l := t.Link(at.Flow, &out)
	var sum uint64
	if Compares(m) {
		sum = Sum(payload)
	}
	t.ObserveOn(l, at.Flow.Src != l.key.Src, m, payload, sum, &at, &out)
	return out
}
