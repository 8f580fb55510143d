package decode

import (
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/reassembly"
)

// Summary says what a capture held. It is complete when its records have been
// read.
type Summary struct {
	Info        capture.Info
	Frames      int64
	First, Last capture.Time // of the first and the last frame in file order
	Digits      uint8        // fractional digits of the times
	Datagrams   Datagrams
	Skipped     [kinds]int64 // frames that gave no datagram, by capture.Kind
	Ledger      Ledger
	Servers     []ServerSummary
	Records     int64 // lines, if nothing is filtered out
	Damage      []capture.Damage
	DamageCount int64 // all damages; Damage holds the first ones
	Joined      capture.DefragStats
	Links       reassembly.Stats
	// Forgotten counts links and names that were dropped because there were too
	// many at once.
	Forgotten int64
}

// Evictions counts what was dropped because a bounded table was full.
func (s *Summary) Evictions() int64 {
	return int64(s.Links.LinksEvicted+s.Links.FragmentsEvicted) + s.Joined.Evicted + s.Forgotten
}

// ServerSummary is what was found out about one server.
type ServerSummary struct {
	Address netip.AddrPort
	// Dialect of its subsystem blocks, and the evidence: how many blocks fit only one.
	Dialect               message.Dialect
	OnlyStock, OnlyOpenBC int64
}

// Datagrams counts UDP datagrams by protocol.
type Datagrams struct {
	BC, EntityState, GameSpy, Unknown, Empty int64
}

// Total counts all datagrams.
func (d *Datagrams) Total() int64 { return d.BC + d.EntityState + d.GameSpy + d.Unknown + d.Empty }

// count adds the frames of a batch.
func (s *Summary) count(b *batch) {
	for kind, n := range b.skipped {
		s.Skipped[kind] += n
	}
	n, first, last, digits := b.frames.Span()
	if n == 0 {
		return
	}
	if s.Frames == 0 {
		s.First, s.Digits = first, digits
	}
	s.Frames += int64(n)
	s.Last = last
}
