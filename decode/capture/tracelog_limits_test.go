package capture

import (
	"fmt"
	"strings"
	"testing"
)

// TestTraceLogLimits reaches each limit of a text log, and goes one step beyond.
func TestTraceLogLimits(t *testing.T) {
	one := func(number int) string {
		return record("22:08:41.709", fmt.Sprintf("#%d C->S Peer#0(10.0.0.2:1024) len=1 rc=1 [Data]", number), []byte{2})
	}
	logged := func(text string) int { return len(readAll(t, strings.NewReader(text), 0).logged) }

	t.Run("preamble", func(t *testing.T) {
		for n, known := range map[int]bool{maxPreamble - 100: true, maxPreamble + 200: false} {
			lines := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", n/100) // of 100 bytes each
			if got := readAll(t, strings.NewReader(lines+one(1)), 0); (got.err == nil) != known {
				t.Errorf("%d bytes of comments: %v", len(lines), got.err)
			}
		}
		// A line without end is not read to its end.
		endless := strings.NewReader("#" + strings.Repeat("x", 10*maxPreamble))
		if _, err := NewReader(endless, Options{}); err == nil || endless.Len() < 8*maxPreamble {
			t.Errorf("%v, %d bytes of a first line were read", err, endless.Size()-int64(endless.Len()))
		}
	})
	t.Run("line", func(t *testing.T) {
		// A long line is not a head, whatever it begins with, and hides nothing behind it.
		for _, n := range []int{maxLine - 10, maxLine + 1, 40 * maxLine} {
			text := one(1) + strings.Repeat("y", n) + "\n" + one(2)
			for _, chunk := range []int{0, 100} {
				if got := len(readAll(t, strings.NewReader(text), chunk).logged); got != 2 {
					t.Errorf("a line of %d bytes, chunks of %d: %d records", n, chunk, got)
				}
			}
		}
	})
	t.Run("record", func(t *testing.T) {
		for n, sound := range map[int]bool{maxLogLength: true, maxLogged + 16: false} {
			head := fmt.Sprintf("#1 C->S Peer#0(10.0.0.2:1024) len=%d rc=1 [Data]", min(n, maxLogLength))
			got := readAll(t, strings.NewReader("[22:08:41.709] "+head+"\n  Decrypted:\n"+longRows(n)+"\n"), 0)
			if len(got.logged) != 1 || len(got.logged[0].Payload) > maxLogged+16 || (len(got.damage) == 0) != sound {
				t.Errorf("%d bytes: %d records, damage %v", n, len(got.logged), got.damage)
			}
		}
	})
	t.Run("number", func(t *testing.T) {
		for n, records := range map[int64]int{maxLogNumber: 1, maxLogNumber + 1: 0} {
			text := strings.Replace(one(1), "#1 ", fmt.Sprintf("#%d ", n), 1)
			if got := len(readAll(t, strings.NewReader("# Packet trace\n\n"+text), 0).logged); got != records {
				t.Errorf("number %d: %d records", n, got)
			}
		}
	})
	t.Run("peers", func(t *testing.T) {
		var text strings.Builder
		for n := range 2 * maxLogPeers {
			text.WriteString(record("22:08:41.709", fmt.Sprintf("#%d C->S Peer#%d(10.0.%d.%d:1024) len=1 rc=1 [Data]", n+1, n, n>>8, n&255), []byte{2}))
		}
		if got := logged(text.String()); got != 2*maxLogPeers {
			t.Errorf("%d records", got)
		}
	})
}

// longRows writes rows whose offsets may need more than four digits.
func longRows(n int) string {
	var b strings.Builder
	for at := 0; at < n; at += 16 {
		fmt.Fprintf(&b, "    %04X: %-48s |%s|\n", at, strings.Repeat("00 ", min(16, n-at)), strings.Repeat(".", min(16, n-at)))
	}
	return b.String()
}
