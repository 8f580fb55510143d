package facts_test

import (
	"bytes"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/facts"
)

// A relay is captured on both sides: its host and the real one are one. Two hosts that say other things are two.
func TestLegs(t *testing.T) {
	host, relay := netip.MustParseAddrPort("10.0.0.1:22101"), netip.MustParseAddrPort("192.0.2.50:22101")
	client, inner := netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("192.0.2.50:40001")
	for said, says := range map[string]string{"hello": "10.0.0.1:22101 and 192.0.2.50:22101 are one host", "hi": ""} {
		s := &synth.Script{Start: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
		for i := range uint16(80) {
			at, first := time.Duration(i)*100*time.Millisecond, strings.Repeat("hello", 8)
			s.Game(at, host, inner, synth.Datagram(synth.Host, synth.Reliable(i, synth.Chat(2, first))))
			s.Game(at+time.Millisecond, relay, client, synth.Datagram(synth.Host, synth.Reliable(i, synth.Chat(2, strings.Repeat(said, 8)))))
		}
		c := must.Get(decode.Open("relay.pcap", bytes.NewReader(s.Pcap(synth.Ethernet())), decode.Options{}))(t)
		f := must.Get(facts.Read(c, facts.Options{}))(t)
		if text := f.Legs(); !strings.HasPrefix(text, says) || says == "" && text != "" {
			t.Errorf("%s: %q", said, text)
		}
	}
}
