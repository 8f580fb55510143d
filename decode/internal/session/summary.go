package session

import (
	"net/netip"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/copies"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/reassembly"
)

// Summary says what a capture held. It is complete when its records have been
// read.
type Summary struct {
	Info   capture.Info
	Frames int64
	Digits uint8 // fractional digits of the times
	Clock  capture.Clock
	// Size is how many bytes the capture has, decompressed; Headers are the bytes of the
	// frames around the UDP payloads: headers of link, IP and UDP, and padding. Of a
	// datagram joined from IP fragments only those within the joined IP payload count.
	Size, Headers int64
	Datagrams     Datagrams
	// Active is the time in which datagrams of the game or of entity-state come, without pauses of more than a minute: a host
	// without players only answers queries, for hours.
	Active time.Duration
	// MayBeEntityState and MayBeGame count the unknown datagrams that could belong to a known protocol.
	MayBeEntityState, MayBeGame int64
	WireGuard                   int64 // unknown datagrams that look like it

	Skipped     [batch.Kinds]int64 // frames that gave no datagram, by capture.Kind
	Carried     batch.Carried      // what these carry
	Ledger      record.Ledger
	Servers     []ServerSummary
	Players     []string // names of clients, each once
	MorePlayers bool     // there were more names, which are not listed
	Copies      copies.Summary
	Legs        []copies.Leg // hosts that are one
	Records     int64        // lines, if nothing is filtered out
	Matched     int64        // lines that the filter keeps
	Damage      []capture.Damage
	DamageCount int64 // all damages; Damage holds the first ones
	Joined      capture.DefragStats
	Links       reassembly.Stats
	// Forgotten counts links and names that were dropped because there were too
	// many at once.
	Forgotten int64
	// LinksAgain counts the links that spoke again after the tracker had forgotten them. To forget the others, such as
	// hundreds of refused clients, loses nothing.
	LinksAgain int64
}

// Evictions counts what was dropped because a bounded table was full.
func (s *Summary) Evictions() int64 {
	return int64(s.Links.LinksEvicted+s.Links.FragmentsEvicted) + s.Joined.Evicted + s.Forgotten
}

// Missed counts the evictions that may matter: of links, only those that spoke again.
func (s *Summary) Missed() int64 { return s.Evictions() - int64(s.Links.LinksEvicted) + s.LinksAgain }

// End is when the capture ends, on the steady clock.
func (s *Summary) End() capture.Time { return s.Clock.End() }

// ServerSummary is what was found out about one server.
type ServerSummary struct {
	Address netip.AddrPort
	// Dialect of its subsystem blocks, and the evidence: how many blocks fit only one.
	Dialect               message.Dialect
	OnlyStock, OnlyOpenBC int64
	// Clients are the player slots that clients have, as bits: they were given, or clients tell of ships in them.
	Clients uint16
}

// Datagrams counts UDP datagrams by protocol, and those that are copies of others.
type Datagrams struct {
	BC, EntityState, GameSpy, Unknown, Empty, Copies int64
}

// Total counts all datagrams.
func (d *Datagrams) Total() int64 {
	return d.BC + d.EntityState + d.GameSpy + d.Unknown + d.Empty + d.Copies
}

// count adds the frames of a batch.
func (s *Summary) count(b *batch.Batch) {
	for kind, n := range b.Skipped {
		s.Skipped[kind] += n
	}
	s.Carried.Add(&b.Carried)
	n, _, _, digits := b.Frames.Span()
	if s.Frames == 0 && n > 0 {
		s.Digits = digits
	}
	s.Frames += int64(n)
}
