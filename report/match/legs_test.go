package match_test

import (
	"bytes"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/match"
)

// A relay is captured on both sides: its host and the real one are one. Two hosts that say other things are two.
func TestLegs(t *testing.T) {
	host, client := netip.MustParseAddrPort("10.0.0.1:22101"), netip.MustParseAddrPort("10.0.0.2:1024")
	for _, x := range []struct{ relay, said, says string }{
		{"192.0.2.50:22101", "hello", "10.0.0.1:22101 and 192.0.2.50:22101 are one host, captured before and behind a relay: keep one of them (tcpdump host 10.0.0.1)"},
		{"10.0.0.1:22100", "hello", "10.0.0.1:22100 and 10.0.0.1:22101 are one host, captured before and behind a relay: keep one of them (tcpdump port 22100)"},
		{"192.0.2.50:22101", "hi", ""},
	} {
		s, relay := &synth.Script{Start: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}, netip.MustParseAddrPort(x.relay)
		inner := netip.AddrPortFrom(relay.Addr(), 40001)
		for i := range uint16(80) {
			at, first := time.Duration(i)*100*time.Millisecond, strings.Repeat("hello", 8)
			s.Game(at, host, inner, synth.Datagram(synth.Host, synth.Reliable(i, synth.Chat(2, first))))
			s.Game(at+time.Millisecond, relay, client, synth.Datagram(synth.Host, synth.Reliable(i, synth.Chat(2, strings.Repeat(x.said, 8)))))
		}
		c := must.Get(decode.Open("relay.pcap", bytes.NewReader(s.Pcap(synth.Ethernet())), decode.Options{}))(t)
		if m := must.Get(match.Of("relay.pcap", c, match.Options{}))(t); m.Relayed != x.says {
			t.Errorf("%s %s: %q", x.relay, x.said, m.Relayed)
		}
	}
}
