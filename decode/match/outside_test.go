package match_test

import (
	"os"
	"path/filepath"
	"testing"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/internal/must"
)

// account follows the match of a capture. See is given each record too.
func account(t *testing.T, path string, see func(*decode.Record)) *match.Match {
	t.Helper()
	c := must.Get(decode.OpenFile(path, decode.Options{Jobs: 1}))(t)
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	m := match.New()
	m.AskRelays()
	m.Begin(path)
	for r := range c.Records() {
		m.Take(r)
		if see != nil {
			see(r)
		}
	}
	m.End()
	return m
}

// TestChatIsOfItsLink has captures of clients that write other ids than their own into what they say.
func TestChatIsOfItsLink(t *testing.T) {
	folder := os.Getenv("BCDUMP_SHARED")
	if folder == "" {
		t.Skip("BCDUMP_SHARED is not set")
	}
	for _, name := range []string{"battle-1.pcap", "teams-1.pcap", "long-1.pcap"} {
		links := map[int64]uint32{} // by frame, of what clients say
		m := account(t, filepath.Join(folder, "captures", name), func(r *decode.Record) {
			if opcode, ok := r.Opcode(); ok && r.Dir == decode.ToServer && (opcode == message.OpcodeChat || opcode == message.OpcodeTeamChat) {
				links[r.Frame] = r.Link
			}
		})
		said, wrong := 0, 0
		for _, x := range m.Chat() {
			if link := links[x.Frame]; link != 0 {
				said++
				if x.From == nil || link != x.From.Link {
					wrong++
				}
			}
		}
		if wrong > 0 || said == 0 {
			t.Errorf("%s: %d of %d texts are another one's", name, wrong, said)
		}
	}
}

// TestNothingIsMissing has captures of a real server, which passes on all that it should but
// StartWarp, while clients are dropped, return, and lose datagrams.
func TestNothingIsMissing(t *testing.T) {
	folder := os.Getenv("BCDUMP_SHARED")
	if folder == "" {
		t.Skip("BCDUMP_SHARED is not set")
	}
	for _, name := range []string{"battle-1.pcap", "teams-1.pcap", "long-1.pcap", "lossy-1-server.pcap", "synth-1.pcap", "synth-2.pcapng"} {
		judged := int64(0)
		for opcode, row := range account(t, filepath.Join(folder, "captures", name), nil).Relays() {
			judged += row.Pairs
			if row.Missing > 0 && opcode != message.OpcodeStartWarp {
				t.Errorf("%s: 0x%02X: %d of %d missing, the first of frame %d", name, opcode, row.Missing, row.Pairs, row.First[0].Frame)
			}
		}
		if judged < 100 {
			t.Errorf("%s: %d judged", name, judged)
		}
	}
}
