package battle

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/synth"
)

// Script plays a battle and keeps its datagrams as a conversation, for captures that
// are put together by hand. It has to be a short one.
func Script(o Options) (*synth.Script, error) {
	s := &synth.Script{Start: o.Start}
	_, err := Run(o, script{s})
	return s, err
}

// EntityGame plays a battle of entity-state; Duration is that of its matches. It is for tests, so it panics at options
// that are not possible.
func EntityGame(o Options) *synth.Script {
	o.EntityState = true
	if o.Start.IsZero() {
		o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	}
	s, err := Script(o)
	if err != nil {
		panic(err)
	}
	return s
}

// script is a tap.
type script struct{ *synth.Script }

// Datagram keeps a datagram.
func (s script) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	s.Raw(at, from, to, slices.Clone(payload))
	return s.Frames()
}

// Packet drops what a conversation does not have.
func (s script) Packet(time.Duration, netip.Addr, netip.Addr, uint8, []byte) bool { return false }

// ARP is not there either.
func (s script) ARP(time.Duration) bool { return false }

// Frames counts the datagrams.
func (s script) Frames() int64 { return int64(len(s.Sent)) }

// Err is never one.
func (s script) Err() error { return nil }
