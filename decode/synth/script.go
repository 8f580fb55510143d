package synth

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"time"
)

// Script is a conversation: who sent which UDP payload to whom, and when.
type Script struct {
	Start time.Time
	Sent  []Sent
}

// Sent is one UDP datagram of a conversation.
type Sent struct {
	At       time.Duration // since the start
	From, To netip.AddrPort
	Payload  []byte // as on the wire
}

// Raw sends any payload.
func (s *Script) Raw(at time.Duration, from, to netip.AddrPort, payload []byte) {
	s.Sent = append(s.Sent, Sent{at, from, to, payload})
}

// Game sends a game datagram, given in plaintext.
func (s *Script) Game(at time.Duration, from, to netip.AddrPort, plain []byte) {
	s.Raw(at, from, to, Encipher(plain))
}

// Text sends a GameSpy text, which is never enciphered.
func (s *Script) Text(at time.Duration, from, to netip.AddrPort, text string) {
	s.Raw(at, from, to, []byte(text))
}

// Frames gives the records of a capture of the conversation in the order of time.
func (s *Script) Frames(link Link) []Frame { return s.FragmentedFrames(link, math.MaxInt) }

// inOrder gives the datagrams in the order of time.
func (s *Script) inOrder() []Sent {
	return slices.SortedStableFunc(slices.Values(s.Sent), func(a, b Sent) int { return cmp.Compare(a.At, b.At) })
}

// Pcap is a classic capture of the conversation.
func (s *Script) Pcap(link Link) []byte {
	return Pcap{Link: link.Type}.File(s.Frames(link))
}
