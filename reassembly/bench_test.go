package reassembly

import (
	"testing"

	"bcdump/decode/transport"
)

// BenchmarkObserve shows the tracker one message after the other, of the kinds that a
// session is made of. One operation is one message.
func BenchmarkObserve(b *testing.B) {
	payload := []byte("\x2C\x02\x00\x00\x00\x05\x00hello, I am the bytes of a message")
	reliable := func(n int) transport.Message { return transport.NewData(true, uint16(n)) }
	kinds := []struct {
		name    string
		message func(n int) transport.Message
	}{
		{"unreliable", func(int) transport.Message { return transport.NewData(false, 0) }},
		{"reliable", reliable},
		{"repeated", func(n int) transport.Message { return reliable(n / 2) }},
		{"ack", func(n int) transport.Message {
			return transport.Message{Type: transport.Ack, HasSeq: true, Seq: uint16(n)}
		}},
		{"fragments", func(n int) transport.Message { return newPart(n/3, n%3, 3) }},
	}
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			tracker := New()
			messages := make([]transport.Message, 3<<16) // a round of the counter, for fragments too
			for n := range messages {
				messages[n] = kind.message(n)
				length := len(messages[n].Append(nil, payload))
				messages[n].Length, messages[n].Header = uint16(length), uint8(length-len(payload))
			}
			var out Outcome
			at := Point{Flow: client(0), Peer: 2}
			link := tracker.Link(at.Flow, &out)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				at.Frame++
				out = Outcome{}
				observe(tracker, link, &messages[n%len(messages)], payload, &at, &out)
			}
		})
	}
}

// observe does what a caller does that keeps the link and sums payloads itself.
func observe(tracker *Tracker, link *Link, m *transport.Message, payload []byte, at *Point, out *Outcome) {
	if !tracker.Hear(link) {
		panic("the link is gone")
	}
	if m.Type == transport.Data && !m.HasSeq {
		return
	}
	var sum uint64
	if Compares(m) {
		sum = Sum(payload)
	}
	tracker.ObserveOn(link, at.Peer == hostPeer, m, payload, sum, at, out)
}

// BenchmarkObserveLinks goes round 16 clients and the host, both directions of each: a
// message, and the Ack of the one before.
func BenchmarkObserveLinks(b *testing.B) {
	payload := []byte("\x2C\x02\x00\x00\x00\x05\x00hello, I am the bytes of a message")
	tracker := New()
	var out Outcome
	var flows []Flow
	var links []*Link
	for n := range 16 {
		flows = append(flows, client(n), host(n))
		link := tracker.Link(client(n), &out)
		links = append(links, link, link)
	}
	m := transport.NewData(true, 0)
	m.Length = uint16(len(m.Append(nil, payload)))
	m.Header = uint8(int(m.Length) - len(payload))
	ack := transport.Message{Type: transport.Ack, HasSeq: true, Length: 4, Header: 4}
	var at Point
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		at.Frame++
		at.Flow = flows[n%len(flows)]
		at.Peer = at.Flow.peer(&m)
		m.Seq = uint16(n / len(flows))
		ack.Seq = m.Seq - 1
		out = Outcome{}
		observe(tracker, links[n%len(flows)], &m, payload, &at, &out)
		out = Outcome{}
		observe(tracker, links[n%len(flows)], &ack, nil, &at, &out)
		if n > len(flows) && out.Answers.Frame == 0 {
			b.Fatal("the Ack answers nothing")
		}
	}
}
