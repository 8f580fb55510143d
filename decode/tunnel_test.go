package decode_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/must"
)

// Of a tunnel that is encrypted it is said what it is; its noise is no game.
func TestWireGuardIsNamed(t *testing.T) {
	s := &synth.Script{Start: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		p := make([]byte, 32+16*(i%9))
		for k := range p {
			p[k] = byte(random.Uint32())
		}
		copy(p, []byte{4, 0, 0, 0})
		s.Raw(time.Duration(i)*time.Second/10, client, host, p)
	}
	c := must.Get(decode.Open("wg.pcap", bytes.NewReader(s.Pcap(synth.Ethernet())), decode.Options{}))(t)
	for r := range c.Records() {
		if !r.Has(decode.Unrecognised) {
			t.Fatalf("frame %d: %v", r.Frame, r.Diagnostics())
		}
	}
	summary := c.Summary()
	if there := summary.There(); !strings.HasSuffix(there, ": 200 UDP datagrams as of WireGuard (encrypted)") {
		t.Error(there)
	}
}
