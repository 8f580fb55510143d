package reassembly

import (
	"reflect"
	"slices"
	"testing"

	"bcdump/decode/transport"
)

// script makes messages from bytes: few links, few numbers and few payloads, so that
// they get in each other's way.
type script struct {
	rest []byte
	step int64
}

func (s *script) byte() byte {
	if len(s.rest) == 0 {
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return b
}

func (s *script) seq() uint16 {
	b := s.byte()
	switch b >> 6 {
	case 0:
		return uint16(b)
	case 1:
		return 0xFFE0 + uint16(b) // around the wrap
	case 2:
		return 0x00C0 + uint16(b&63) // up to 255
	}
	return uint16(b&63) << 10
}

func (s *script) next(m *transport.Message) (payload []byte, at Point) {
	op, where := s.byte(), s.byte()
	s.step++
	at = Point{Frame: s.step, Flow: client(int(where & 7)), Peer: 2, Index: int(s.step)}
	if where&8 != 0 {
		at.Flow, at.Peer = host(int(where&7)), hostPeer
	}
	payload = make([]byte, where>>4)
	for i := range payload {
		payload[i] = op
	}
	switch op & 7 {
	case 0, 1, 2:
		*m = newPart(int(s.seq()), int(s.byte()&7), int(s.byte()&7))
	case 3:
		*m = newPart(int(s.seq()), int(s.byte()), int(s.byte()))
	case 4:
		*m = transport.NewData(true, s.seq())
	case 5:
		*m = transport.NewControl(transport.Type(op>>3%6), s.seq())
	case 6:
		*m = transport.Message{Type: transport.Type(3 + op>>3%4), OneByteLength: true}
	case 7:
		*m = transport.Message{Type: transport.Ack, HasSeq: true, Seq: s.seq(), AckFlags: op >> 3, FragmentIndex: where}
	}
	m.Length = uint16(5 + len(payload))
	return payload, at
}

// keeper is a caller that keeps the links.
type keeper map[Flow]*Link

func (k keeper) observe(tr *Tracker, m *transport.Message, payload []byte, at *Point) (out Outcome) {
	key, reversed := at.Flow.Link()
	if !tr.Hear(k[key]) {
		k[key] = tr.Link(at.Flow, &out)
	}
	if m.Type == transport.Data && !m.HasSeq {
		return out
	}
	var sum uint64
	if Compares(m) {
		sum = Sum(payload)
	}
	tr.ObserveOn(k[key], reversed, m, payload, sum, at, &out)
	return out
}

// play runs a script and gives all outcomes; it checks what holds for each. The links are
// kept or asked for each time.
func play(t *testing.T, input []byte, keep bool) (outcomes []Outcome, stats Stats) {
	s := script{rest: input}
	size := s.byte()
	tr := limited(1+int(size&7), 400+int(size)*16)
	kept := keeper{}
	var total Stats
	for len(s.rest) > 0 {
		var m transport.Message
		payload, at := s.next(&m)
		var out Outcome
		if keep {
			out = kept.observe(tr, &m, payload, &at)
		} else {
			out = tr.Observe(&m, payload, at)
		}
		checkOutcome(t, &m, &out)
		if out.Joined != nil {
			total.FragmentsJoined++
		}
		if out.FragmentConflict != "" {
			total.FragmentConflicts++
		}
		total.FragmentsLost += len(out.Lost)
		outcomes = append(outcomes, out)
		if s.step%16 == 0 {
			checkAccounts(t, tr)
		}
	}
	lost := tr.Flush()
	outcomes = append(outcomes, Outcome{Lost: lost})
	total.FragmentsLost += len(lost)
	checkAccounts(t, tr)
	stats = tr.Stats()
	if tr.cost != 0 || tr.unfinished.Len() != 0 || len(tr.Flush()) != 0 {
		t.Errorf("after Flush %d bytes are counted in %d messages", tr.cost, tr.unfinished.Len())
	}
	total.Links, total.LinksEvicted, total.FragmentsEvicted = stats.Links, stats.LinksEvicted, stats.FragmentsEvicted
	if stats != total || stats.FragmentsEvicted > stats.FragmentsLost || stats.LinksEvicted > stats.Links {
		t.Errorf("stats are %+v, the outcomes give %+v", stats, total)
	}
	return outcomes, stats
}

func checkOutcome(t *testing.T, m *transport.Message, out *Outcome) {
	switch {
	case out.Retransmit && (out.Conflict || out.OutOfOrder || out.Missing != 0 || out.EightBit):
		t.Errorf("a repeat that changes something: %s", verdict(*out))
	case out.Retransmit && (out.Joined != nil || out.FragmentConflict != ""):
		t.Errorf("a repeat that is filed: %s", verdict(*out))
	case out.Joined != nil && (!m.Fragment || out.FragmentConflict != "" || len(out.Joined.Frames) < 2):
		t.Errorf("cannot be joined: %s", verdict(*out))
	case out.OutOfOrder && (out.Missing != 0 || out.Conflict):
		t.Errorf("out of order and %s", verdict(*out))
	case out.Missing < 0 || out.Missing > 0x7FFF:
		t.Errorf("%d are missing", out.Missing)
	case (out.RepeatAck || out.AckUnseen) && m.Type != transport.Ack:
		t.Errorf("%s is no Ack: %s", m.Type, verdict(*out))
	case out.NewLink && m.Type != transport.Connect:
		t.Errorf("%s does not connect", m.Type)
	}
	for _, l := range out.Lost {
		if len(l.Have) == 0 || len(l.Have) != len(l.Frames) || !slices.IsSorted(l.Have) || l.Reason == "" ||
			l.Total == len(l.Have) || (l.Total > 0) != (l.Have[0] == 0) {
			t.Errorf("lost: %+v", l)
		}
	}
}

func FuzzTracker(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{9, 0, 0x10, 2, 0, 3, 0, 0x10, 2, 1, 0, 0, 0x10, 2, 2, 0, 0, 0x10, 2, 2, 0})    // joined, repeated
	f.Add([]byte{0, 1, 0x21, 2, 0, 3, 1, 0x22, 2, 0, 3, 1, 0x23, 2, 0, 3, 3, 0xF3, 3, 255, 0})  // links and bytes run out
	f.Add([]byte{7, 4, 0x18, 0xBF, 12, 0x18, 0, 4, 0x18, 1, 7, 0x10, 0, 7, 0x10, 0})            // 8 bits, acknowledged
	f.Add([]byte{7, 29, 0xC1, 0, 4, 0x11, 5, 0, 0x11, 6, 0, 3, 61, 0xC1, 0, 30, 0x61, 4, 1, 5}) // connected anew
	for seed := range uint64(4) {
		h := newHostile(seed, 1)
		random := make([]byte, 500)
		for i := range random {
			random[i] = byte(h.random.Uint32())
		}
		f.Add(random)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 1<<12 {
			return
		}
		outcomes, stats := play(t, input, false)
		again, statsAgain := play(t, input, true)
		if stats != statsAgain || !reflect.DeepEqual(outcomes, again) {
			t.Error("the same messages give other outcomes where links are kept")
		}
	})
}
