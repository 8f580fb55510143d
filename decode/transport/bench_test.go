package transport_test

import (
	"testing"

	"bcdump/decode/transport"
)

// BenchmarkWalk reads the datagrams of the vectors that have no fault. One operation is
// one datagram of two messages or so.
func BenchmarkWalk(b *testing.B) {
	var plains [][]byte
	for _, v := range vectors(b) {
		if v.Fault == nil {
			plains = append(plains, v.plain)
		}
	}
	var messages []transport.Message
	var fault transport.Fault
	walked := 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		messages, fault = transport.Walk(plains[i%len(plains)], 0, messages[:0])
		walked += len(messages)
	}
	if fault.Cause != transport.None {
		b.Error(fault.String())
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(walked), "ns/message")
}
