package relay

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/internal/must"
)

// sent is a message of a battle: of client from, or of the host to client to. What one sends at a time is one datagram.
type sent struct {
	ms       int64
	from, to uint16
	want     string // of the host: what it is a copy of
}

// TestNewestOriginal has what the bytes alone do not tell: which of several equal messages the host
// passes on.
func TestNewestOriginal(t *testing.T) {
	for name, messages := range map[string][]sent{
		"a client came between two equal messages": {
			{0, 1, 0, ""}, {20, 0, 2, "frame 1"},
			{500, 1, 0, ""}, {520, 0, 2, "frame 3"}, {520, 0, 3, "frame 3"},
		},
		"two of one datagram": {
			{0, 1, 0, ""}, {0, 1, 0, ""}, {5, 0, 2, "frame 1"}, {5, 0, 2, "frame 1.1"}, {9, 0, 2, "frame 1.1 surplus"},
		},
		"two copies on their way": {
			{0, 1, 0, ""}, {30, 1, 0, ""}, {40, 0, 2, "frame 2"}, {40, 0, 2, "frame 1"}, {41, 0, 3, "frame 2"}, {41, 0, 3, "frame 1"},
		},
		"two clients send the same": {
			{0, 1, 0, ""}, {10, 2, 0, ""}, {20, 0, 1, "frame 2"}, {20, 0, 2, "frame 1"}, {20, 0, 3, "frame 2"}, {21, 0, 3, "frame 1"},
		},
		"of another client before an own one that is newer": {
			{0, 1, 0, ""}, {10, 2, 0, ""}, {20, 0, 2, "frame 1"}, {30, 0, 2, "frame 2 echo"}, {40, 0, 2, "frame 2 echo surplus"},
		},
		"to all clients: an own one that is newer before that of another client": {
			{0, 1, 0, ""}, {9000, 2, 0, ""},
			{9010, 0, 2, "frame 2 echo"}, {9010, 0, 3, "frame 2"}, {9020, 0, 2, "frame 1"},
		},
		"asked for, and passed on": {
			{0, 1, 0, ""}, {20, 0, 2, "frame 1"}, {2000, 0, 2, "asked at 1500: none"}, {2010, 0, 2, "frame 1 surplus"},
		},
		"asked for before it is passed on": {
			{0, 1, 0, ""}, {20, 0, 2, "asked at 10: frame 1"}, {30, 0, 2, "asked at 10: none"},
		},
		"asked for by its sender":       {{0, 1, 0, ""}, {20, 0, 1, "asked at 10: none"}},
		"asked for and never passed on": {{0, 1, 0, ""}, {2000, 0, 2, "asked at 1500: none"}},
		"nothing is left to pass on": {
			{0, 1, 0, ""}, {20, 0, 2, "frame 1"}, {40, 0, 2, "frame 1 surplus"},
		},
		"the clock of the copy is 20 ms behind":           {{20, 1, 0, ""}, {0, 0, 2, "frame 1"}},
		"the clock of the copy is 21 ms behind":           {{21, 1, 0, ""}, {0, 0, 2, "none"}},
		"an original of a clock that is ahead is no wall": {{0, 1, 0, ""}, {500, 1, 0, ""}, {100, 0, 2, "frame 1"}},
		"ten seconds":    {{0, 1, 0, ""}, {10_000, 0, 2, "frame 1"}},
		"eleven seconds": {{0, 1, 0, ""}, {11_000, 0, 2, "none"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := NewFinder()
			for i, m := range messages {
				first := slices.IndexFunc(messages, func(o sent) bool { return o.ms == m.ms && o.from == m.from && o.to == m.to })
				x := Message{Frame: int64(first + 1), Index: i - first, At: m.ms * int64(time.Millisecond), Sum: 7, Client: m.from + m.to, ToClient: m.to > 0, ToAll: strings.HasPrefix(name, "to all")}
				want := m.want
				if asked, what, ok := strings.Cut(want, ": "); ok {
					var ms int64
					must.Get(fmt.Sscanf(asked, "asked at %d", &ms))(t)
					want, x.Wanted, x.Asked = what, true, ms*int64(time.Millisecond)
				}
				if got := text(p.Observe(&x)); m.to > 0 && got != want {
					t.Errorf("message %d for client %d is %s, want %s", i+1, m.to, got, want)
				}
			}
		})
	}
}

func text(r Relay) string {
	if r.Frame == 0 {
		return "none"
	}
	s := fmt.Sprint("frame ", r.Frame)
	if r.Index > 0 {
		s += fmt.Sprint(".", r.Index)
	}
	if r.Echo {
		s += " echo"
	}
	if r.Surplus {
		s += " surplus"
	}
	return s
}
