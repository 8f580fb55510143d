package share_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/share"
)

// TestGameSpyTexts: of answers with any keys nothing is left but the words of the protocol, and ports in texts are those
// of the packets.
func TestGameSpyTexts(t *testing.T) {
	host, client := netip.MustParseAddrPort("10.1.2.3:22101"), netip.MustParseAddrPort("10.1.2.9:6500")
	rng := rand.New(rand.NewPCG(5, 5))
	private := func(n int) string {
		return strings.Map(func(rune) rune { return []rune("GHJKQRUVWYZghjkq")[rng.IntN(16)] }, strings.Repeat("x", n))
	}
	var secrets []string
	secret := func() string {
		s := private(8 + rng.IntN(12))
		secrets = append(secrets, s)
		return s
	}
	s := synth.Script{}
	for n := range 50 {
		name := secret()
		text := fmt.Sprintf(`\gamename\bcommander\gamever\60\hostname\%s\hostport\22101\mapname\%s\adminemail\%s@x.org\player_0\%s\%s\%s\location\%s\final\%s\queryid\%d.1`,
			secret(), secret(), secret(), name, secret(), secret(), secret(), secret(), n+1)
		s.Text(0, host, client, text)
		s.Text(0, host, client, `\heartbeat\22101\gamename\bcommander`)
	}
	raw := s.Pcap(synth.Ethernet())
	p := share.New(everything, share.NewKey())
	result := shared(t, "it.pcap", raw, p, 1)
	for _, x := range append(secrets, "22101") {
		if bytes.Contains(bytes.ToLower(result), []byte(strings.ToLower(x))) {
			t.Errorf("%q is left", x)
		}
	}
	c := must.Get(decode.Open("it.pcap", bytes.NewReader(result), decode.Options{}))(t)
	n := 0
	for r := range c.Records() {
		if port := fmt.Sprint(r.Src.Port()); !bytes.Contains(r.Payload, []byte(`port\`+port)) && !bytes.Contains(r.Payload, []byte(`heartbeat\`+port)) {
			t.Errorf("port %s, text %q", port, r.Payload)
		}
		n++
	}
	if n != 100 {
		t.Errorf("%d texts", n)
	}
}

// TestNamesInAnySpelling: a name that is known goes in other letters, without spaces, and cut too.
func TestNamesInAnySpelling(t *testing.T) {
	host, client := netip.MustParseAddrPort("10.1.2.3:22101"), netip.MustParseAddrPort("10.1.2.9:6500")
	s := synth.Script{}
	s.Text(0, host, client, `\player_0\Captain Kirk\queryid\1.1`)
	s.Text(0, host, client, `\missionscript\captainkirk\queryid\2.1`)
	s.Text(0, host, client, `\missionscript\CAPTAINK\queryid\3.1`)
	result := shared(t, "it.pcap", s.Pcap(synth.Ethernet()), share.New(everything, share.NewKey()), 1)
	if bytes.Contains(bytes.ToLower(result), []byte("captain")) {
		t.Errorf("a name is left: %q", result)
	}
}
