package decode_test

import (
	"strings"
	"testing"

	"bcdump/decode"
)

// TestLookaheadBytes shows how much other traffic may lie between a weak datagram and
// the one that decides: 1 MiB.
func TestLookaheadBytes(t *testing.T) {
	arp := append(make([]byte, 12), append([]byte{0x08, 0x06}, make([]byte, 1024-16-14)...)...)
	for _, tt := range []struct {
		frames int
		want   string
	}{{1000, "1 keepalive"}, {1023, "1 keepalive"}, {1024, "1 unknown undecided"}} {
		f := newFile().game(client, host, 2, keepalive)
		for range tt.frames {
			f.frame(arp)
		}
		f.game(client, host, 2, strong)
		for _, o := range []decode.Options{{}, {Jobs: 3, ChunkSize: 500}, {Jobs: 1, ChunkSize: 4 << 20}} {
			if got := render(t, f.data, o); !strings.HasPrefix(got, tt.want+" ") {
				t.Errorf("%d frames of 1 KiB between, %+v: %.60q, want %s", tt.frames, o, got, tt.want)
			}
		}
	}
}
