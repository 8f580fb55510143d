package decode_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/synth"
)

// references says to which earlier message each record refers.
func references(records []*decode.Record) (list []string) {
	for _, r := range records {
		var words []string
		if r.Copy > 0 {
			words = append(words, fmt.Sprint("copy ", r.Copy))
		}
		if a := r.Answers; a.Frame > 0 {
			words = append(words, fmt.Sprintf("answers %d.%d x%d after %v", a.Frame, a.Index, a.Copies, a.After))
		}
		if o := r.Relay; o.Frame > 0 {
			words = append(words, fmt.Sprintf("relay of %d.%d after %v", o.Frame, o.Index, o.After))
			if o.Echo {
				words = append(words, "echo")
			}
			if o.Surplus {
				words = append(words, "surplus")
			}
		}
		list = append(list, strings.TrimSpace(fmt.Sprint(r.Frame, " ", strings.Join(words, ", "))))
	}
	return list
}

// TestAnswers ties repeats to their first copy and Acks to what they acknowledge: the
// first Ack only, and parts of messages one by one.
func TestAnswers(t *testing.T) {
	_, p := longChat(600)
	ackPart := func(seq uint16, index byte) []byte { return []byte{1, byte(seq), byte(seq >> 8), 1, index} }
	f := newFile().
		game(client, host, 2, unreliable(state(1)), data(0, chat(2, "a"))).
		game(client, host, 2, data(0, chat(2, "a"))).
		game(client, host, 2, data(0, chat(2, "a"))).
		game(host, client, 1, ack(0)).
		game(host, client, 1, ack(0)).
		game(client, host, 2, data(0, chat(2, "a"))).
		game(client, host, 2, part(1, 0, 3, p[0]), part(1, 1, 0, p[1])).
		game(client, host, 2, part(1, 1, 0, p[1])).
		game(host, client, 1, ackPart(1, 1), ackPart(1, 0), ackPart(1, 2)).
		game(host, client, 1, ack(7))
	want := []string{
		"1", "1", "2 copy 2", "3 copy 3", "4 answers 1.1 x3 after 3ms", "5", "6 copy 4",
		"7", "7", "8 copy 2", "9 answers 7.1 x2 after 2ms", "9 answers 7.0 x1 after 2ms", "9", "10", "7",
	}
	if diff := cmp.Diff(want, references(read(t, f.data, decode.Options{}))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestRelays pairs what the host sends with what clients sent: the same bytes, each
// client once for each message, newest first.
func TestRelays(t *testing.T) {
	fire, hello := state(5), chat(2, "hello")
	f := newFile().
		game(client, host, 2, unreliable(fire), data(0, hello)).
		game(host, other, 1, data(0, hello)).
		game(host, client, 1, data(0, hello)).
		game(host, other, 1, data(0, hello)). // sent again
		game(host, other, 1, data(1, hello)). // another message with the same bytes
		game(client, host, 2, data(1, hello)).
		game(client, host, 2, data(2, hello)).
		game(host, other, 1, data(2, hello)).
		game(host, other, 1, data(3, hello)).
		game(host, other, 1, unreliable(fire)).
		game(host, other, 1, data(4, chat(3, "its own"))).
		game(host, other, 1, data(1, hello)) // sent again: a copy of what it was when it came first
	want := []string{
		"1", "1", "2 relay of 1.1 after 1ms", "3 relay of 1.1 after 2ms, echo",
		"4 copy 2, relay of 1.1 after 3ms", "5 relay of 1.1 after 4ms, surplus", "6", "7",
		"8 relay of 7.0 after 1ms", "9 relay of 6.0 after 3ms", "10 relay of 1.0 after 9ms", "11",
		"12 copy 2, relay of 1.1 after 11ms",
	}
	if diff := cmp.Diff(want, references(read(t, f.data, decode.Options{}))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestRelaysOfAllEnds has the host at a lower and at a higher address than its clients, two
// servers with the same bytes, and a client that connects anew in between.
func TestRelaysOfAllEnds(t *testing.T) {
	above := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, 200}), 22101)
	for _, server := range []netip.AddrPort{host, above} {
		fire := unreliable(state(5))
		f := newFile().
			game(client, server, 2, fire).
			game(client, master, 2, fire).
			game(other, server, 255, connect(7)).
			game(server, other, 1, accept(3)).
			game(server, other, 1, fire).
			game(server, client, 1, fire).
			game(master, other, 1, fire).
			game(server, other, 1, fire)
		want := []string{
			"1", "2", "3", "4", "5 relay of 1.0 after 4ms", "6 relay of 1.0 after 5ms, echo",
			"7 relay of 2.0 after 5ms", "8 relay of 1.0 after 7ms, surplus",
		}
		if diff := cmp.Diff(want, references(read(t, f.data, decode.Options{}))); diff != "" {
			t.Errorf("server %v (-want +got)\n%s", server, diff)
		}
	}
}

// TestRelaysAreBounded sends more messages than are remembered, and one whose copies
// come too late.
func TestRelaysAreBounded(t *testing.T) {
	const remembered, millis = 8192, 10_000
	copies := func(between, pause int) int {
		f := newFile().game(client, host, 2, unreliable(state(-1)))
		for n := range between {
			f.game(client, host, 2, unreliable(state(float32(n))))
		}
		f.frames += pause // a millisecond each
		f.game(host, other, 1, unreliable(state(-1)))
		n := 0
		for r := range open(t, f.data, decode.Options{}).Records() {
			if r.Relay.Frame > 0 {
				n++
			}
		}
		return n
	}
	for _, tt := range []struct{ between, pause, want int }{
		{0, 0, 1}, {remembered - 1, 0, 1}, {remembered, 0, 0}, {0, millis - 1, 1}, {0, millis, 0},
	} {
		if got := copies(tt.between, tt.pause); got != tt.want {
			t.Errorf("%d messages and %d ms between: %d copies found, want %d", tt.between, tt.pause, got, tt.want)
		}
	}
}

// TestRelayOfResends: a resend is a copy of what its first sending is a copy of, whatever else has the same bytes. The
// client sends a chat twice in one datagram; the host sends one of the same bytes before it has got these.
func TestRelayOfResends(t *testing.T) {
	chat := synth.Chat(2, "gg")
	f := newFile().
		game(host, other, 1, synth.Reliable(0, chat)).                           // frame 1: of nobody
		game(client, host, 2, synth.Reliable(0, chat), synth.Reliable(1, chat)). // frame 2
		game(host, other, 1, synth.Reliable(1, chat), synth.Reliable(2, chat)).  // frame 3: of both
		game(host, other, 1, synth.Reliable(0, chat), synth.Reliable(1, chat), synth.Reliable(2, chat))
	want := map[int64][]string{1: {"0"}, 3: {"2.0", "2.1"}, 4: {"0", "2.0", "2.1"}}
	got := map[int64][]string{}
	for r := range open(t, f.data, decode.Options{}).Records() {
		if r.Dir == decode.ToClient {
			text := fmt.Sprint(r.Relay.Frame)
			if r.Relay.Frame > 0 {
				text += fmt.Sprint(".", r.Relay.Index)
			}
			got[r.Frame] = append(got[r.Frame], text)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
