package records_test

import (
	"bytes"
	"encoding/hex"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// explained is what --explain prints of a capture, with one space for several.
func explained(t *testing.T, s *synth.Script, o decode.Options) string {
	t.Helper()
	c := must.Get(decode.Open("readings", bytes.NewReader(s.Pcap(synth.Ethernet())), o))(t)
	var text []byte
	line := records.Text(records.TextOptions{Hex: true, Explain: true})()
	for r := range c.Records() {
		text = line(text, r)
	}
	return regexp.MustCompile(`[ \n]+`).ReplaceAllString(string(text), " ")
}

func isIn(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// The ends of a link.
var host, client = netip.MustParseAddrPort("10.0.0.1:22101"), netip.MustParseAddrPort("10.0.0.2:22101")

// TestPublishedSubsystems explains a published packet of a host. The document that has it reads a byte of health for
// each subsystem, and says 20 bytes and 13 bytes of health: there are 25, and 14 behind the place where they start.
func TestPublishedSubsystems(t *testing.T) {
	payload := must.Get(hex.DecodeString(strings.ReplaceAll("1C FF FF FF 3F 00 A0 1B 42 20 08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF", " ", "")))(t)
	if len(payload) != 25 || len(payload)-message.UpdateHeaderSize-1 != 14 {
		t.Fatalf("%d bytes", len(payload))
	}
	s := &synth.Script{Start: time.Unix(1_770_000_000, 0)}
	s.Game(0, host, client, synth.Datagram(synth.Host, synth.Unreliable(payload)))
	isIn(t, explained(t, s, decode.Options{}), "it is that at ship+0x284", "other reading: a byte of health follows for each subsystem",
		"ff 60 ff ff ff ff ff ff ff ff ff ff ff ff subsystems.raw 14 B")
}

// TestReadingsOfEntities has the readings of a document beside the colour and the type of entities.
func TestReadingsOfEntities(t *testing.T) {
	s := &synth.Script{Start: time.Unix(1_770_000_000, 0)}
	entities := []entitystate.Entity{{ID: 1, Type: entitystate.Player, RGBA: 0x55AAFFFF}, {ID: 2, Type: 4}}
	s.Raw(0, host, client, entitystate.Append(nil, 4, entitystate.NewState(entities)))
	text := explained(t, s, decode.Options{Protocol: decode.EntityState})
	isIn(t, text, "ff ff aa 55", "red 85, green 170, blue 255, alpha 255", "other reading: red is the lowest byte", "other reading: unknown: there are types 1 to 3")
	if n := strings.Count(text, "other reading"); n != 2 {
		t.Errorf("%d other readings in\n%s", n, text)
	}
}
