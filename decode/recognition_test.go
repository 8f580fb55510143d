package decode_test

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
)

// oneByteConnect is a Connect as third-party software writes it.
var oneByteConnect = pack(transport.Message{Type: transport.Connect, OneByteLength: true}, []byte{1, 2, 3, 4})

// noise adds n datagrams of another link, of no known protocol.
func (f *file) noise(n int) *file {
	for range n {
		f.udp(other, master, []byte("no game here"))
	}
	return f
}

func TestRecognition(t *testing.T) {
	status := []byte(`\status\`)
	dns := append([]byte{0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7}, "example\x03com\x00\x00\x01\x00\x01"...)
	damaged := datagram(2, []byte{0x77, 1, 2})
	wrong := netip.AddrPortFrom(client.Addr(), 53)
	port := func(first, last uint16) decode.Options {
		return decode.Options{Ports: []decode.PortRange{{First: first, Last: last}}}
	}
	force := decode.Options{Protocol: decode.BC}
	tests := []struct {
		name    string
		capture *file
		options decode.Options
		want    []string
	}{
		{"strict walk on any port", newFile().game(wrong, master, 2, strong), decode.Options{}, []string{"1 Chat"}},
		{"IPv6", newFile().game(client6, host6, 2, strong), decode.Options{}, []string{"1 Chat"}},
		{"two acks are strong", newFile().game(client, host, 2, ack(1), ack(2)), decode.Options{},
			[]string{"1 ack ack_unseen", "1 ack ack_unseen"}},

		{"keepalive alone", newFile().game(client, host, 2, keepalive), decode.Options{}, []string{"1 unknown undecided"}},
		{"ack alone", newFile().game(client, host, 2, ack(1)), decode.Options{}, []string{"1 unknown undecided"}},
		{"no message", newFile().game(client, host, 2), decode.Options{}, []string{"1 unknown undecided"}},
		{"one-byte length alone", newFile().game(client, host, 255, oneByteConnect), decode.Options{}, []string{"1 unknown undecided"}},

		{"keepalive, then strong", newFile().game(client, host, 2, keepalive).game(client, host, 2, strong), decode.Options{},
			[]string{"1 keepalive", "2 Chat"}},
		{"ack, then strong from the other end", newFile().game(client, host, 2, ack(1)).game(host, client, 1, strong), decode.Options{},
			[]string{"1 ack ack_unseen", "2 Chat"}},
		{"one-byte length, then strong", newFile().game(client, host, 255, oneByteConnect).game(client, host, 2, strong), decode.Options{},
			[]string{"1 connect one_byte_length unknown_payload", "2 Chat"}},
		{"no message, then strong", newFile().game(client, host, 2).game(client, host, 2, strong), decode.Options{},
			[]string{"1 unknown empty", "2 Chat"}},
		{"strong on another link does not help", newFile().game(client, host, 2, keepalive).game(other, host, 3, strong), decode.Options{},
			[]string{"1 unknown undecided", "2 Chat"}},
		{"weak follows weak, then strong", newFile().game(client, host, 2, keepalive).game(client, host, 2, keepalive).game(client, host, 2, strong),
			decode.Options{}, []string{"1 keepalive", "2 keepalive", "3 Chat"}},

		{"DNS", newFile().udp(wrong, master, dns), decode.Options{}, []string{"1 unknown unrecognised"}},
		{"text", newFile().udp(client, host, []byte("hello")), decode.Options{}, []string{"1 unknown unrecognised"}},
		{"damaged before the link is known", newFile().udp(client, host, damaged).game(client, host, 2, strong), decode.Options{},
			[]string{"1 unknown unrecognised", "2 Chat"}},
		{"damaged on a known link", newFile().game(client, host, 2, strong).udp(client, host, damaged), decode.Options{},
			[]string{"1 Chat", "2 unknown unknown_type"}},
		{"damaged from the other end", newFile().game(client, host, 2, strong).udp(host, client, damaged), decode.Options{},
			[]string{"1 Chat", "2 unknown unknown_type"}},
		{"damaged behind a message", newFile().game(client, host, 2, strong, []byte{0x77, 1, 2}), decode.Options{Protocol: decode.BC},
			[]string{"1 Chat", "1 unknown unknown_type"}},
		{"one byte on a known link", newFile().game(client, host, 2, strong).udp(client, host, []byte{2}), decode.Options{},
			[]string{"1 Chat", "2 unknown truncated"}},

		{"GameSpy on the port of the game", newFile().game(client, host, 2, strong).udp(client, host, status), decode.Options{},
			[]string{"1 Chat", "2 gamespy"}},
		{"GameSpy does not recognise a link", newFile().udp(client, host, status).game(client, host, 2, keepalive), decode.Options{},
			[]string{"1 gamespy", "2 unknown undecided"}},
		{"empty", newFile().udp(client, host, nil), decode.Options{}, []string{"1 unknown empty"}},
		{"empty on a known link", newFile().game(client, host, 2, strong).udp(client, host, nil), decode.Options{},
			[]string{"1 Chat", "2 unknown empty"}},

		{"port: everything there", newFile().udp(client, host, damaged).game(client, host, 2, keepalive), port(22101, 22101),
			[]string{"1 unknown unknown_type", "2 keepalive"}},
		{"port: nothing elsewhere", newFile().game(client, master, 2, strong), port(22101, 22201), []string{"1 unknown unrecognised"}},
		{"port: either end, range", newFile().game(host, client, 1, strong), port(1000, 1024), []string{"1 Chat"}},
		{"port: GameSpy and empty stay", newFile().udp(client, host, status).udp(client, host, nil), port(22101, 22101),
			[]string{"1 gamespy", "2 unknown empty"}},
		{"forced: everything", newFile().udp(wrong, master, dns), force, []string{"1 unknown unknown_type"}},
		{"forced: GameSpy and empty stay", newFile().udp(client, host, status).udp(client, host, nil), force,
			[]string{"1 gamespy", "2 unknown empty"}},
		{"forced on a port", newFile().game(client, master, 2, strong).game(client, host, 2, strong),
			decode.Options{Protocol: decode.BC, Ports: []decode.PortRange{{First: 22101, Last: 22101}}},
			[]string{"1 unknown unrecognised", "2 Chat"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := briefs(read(t, tt.capture.data, tt.options))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestReasons shows that the note says why a datagram is not taken for the game.
func TestReasons(t *testing.T) {
	tests := []struct {
		name    string
		capture *file
		options decode.Options
		want    string
	}{
		{"no walk", newFile().udp(client, host, datagram(2, []byte{0x77})), decode.Options{},
			"not a game datagram: unknown transport type 0x77"},
		{"another port was named", newFile().game(client, master, 2, strong), decode.Options{Ports: []decode.PortRange{{First: 1, Last: 2}}},
			"not on a selected port"},
		{"weak on another port", newFile().game(client, master, 2, keepalive), decode.Options{Ports: []decode.PortRange{{First: 1, Last: 2}}},
			"not on a selected port"},
	}
	for _, tt := range tests {
		if got := read(t, tt.capture.data, tt.options)[0].Diagnostics()[0].Text; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestLookahead asks how far ahead a weak datagram finds the strong one that
// decides: 64 datagrams, wherever batches end and whoever reads.
func TestLookahead(t *testing.T) {
	tests := []struct {
		between int
		want    string
	}{
		{0, "1 keepalive"}, {1, "1 keepalive"}, {62, "1 keepalive"}, {63, "1 keepalive"},
		{64, "1 unknown undecided"}, {200, "1 unknown undecided"},
	}
	for _, tt := range tests {
		f := newFile().game(client, host, 2, keepalive).noise(tt.between).game(client, host, 2, strong)
		for _, chunk := range []int{1, 7, 100, 0} {
			for _, jobs := range []int{1, 3} {
				records := read(t, f.data, decode.Options{ChunkSize: chunk, Jobs: jobs})
				if got := brief(records[0]); got != tt.want || len(records) != tt.between+2 {
					t.Errorf("%d datagrams between, chunk %d, %d jobs: %q and %d records", tt.between, chunk, jobs, got, len(records))
				}
			}
		}
	}
}

// TestRandomDatagrams counts how many random datagrams are taken for the game.
func TestRandomDatagrams(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	datagrams := heavy.Scale(30_000, 100_000)
	random := rand.NewChaCha8([32]byte{1})
	f := newFile()
	for i := range datagrams {
		payload := make([]byte, 1+random.Uint64()%200)
		_, _ = random.Read(payload)
		// Each on a link of its own: one mistake must not claim those that follow.
		src := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 4000)
		f.udp(src, master, payload)
	}
	c := open(t, f.data, decode.Options{})
	for r := range c.Records() {
		if r.Proto == decode.BC {
			t.Logf("frame %d: %s %x", r.Frame, r.TypeName(), r.Payload)
		}
	}
	d := c.Summary().Datagrams
	t.Logf("of %d random datagrams %d were taken for the game, %d for GameSpy", datagrams, d.BC, d.GameSpy)
	if d.EntityState > 0 {
		t.Errorf("%d random datagrams were taken for entity-state", d.EntityState)
	}
	if d.BC > 2 {
		t.Errorf("%d random datagrams were taken for the game", d.BC)
	}
}

func TestIncomplete(t *testing.T) {
	whole := packet(client, host, datagram(2, strong))
	lying := packetSaying(client, host, datagram(2, strong), 8+200)
	known := func() *file { return newFile().game(client, host, 2, strong) }
	port := decode.Options{Ports: []decode.PortRange{{First: 22101, Last: 22101}}}
	tests := []struct {
		name    string
		capture *file
		options decode.Options
		want    []string
	}{
		{"snapped within a message", known().snapped(whole, len(whole)-3), decode.Options{}, []string{"1 Chat", "2 data snapped"}},
		{"snapped within its header", known().snapped(whole, 42+3), decode.Options{}, []string{"1 Chat", "2 unknown snapped"}},
		{"snapped to the peer id", known().snapped(whole, 42+1), decode.Options{}, []string{"1 Chat", "2 unknown truncated snapped"}},
		{"snapped to nothing", known().snapped(whole, 42), decode.Options{}, []string{"1 Chat", "2 unknown snapped"}},
		{"snapped to nothing on a named port", newFile().snapped(whole, 42), port, []string{"1 unknown snapped"}},
		{"snapped to nothing, forced", newFile().snapped(whole, 42), decode.Options{Protocol: decode.BC}, []string{"1 unknown snapped"}},
		{"snapped before the link is known", newFile().snapped(whole, len(whole)-3), decode.Options{}, []string{"1 unknown unrecognised snapped"}},
		{"UDP length says more", known().frame(lying), decode.Options{}, []string{"1 Chat", "2 Chat udp_length"}},
		{"UDP length says less", known().frame(packetSaying(client, host, datagram(2, strong), 8+5)), decode.Options{},
			[]string{"1 Chat", "2 unknown bad_length"}},
		{"UDP length below its header", known().frame(packetSaying(client, host, datagram(2, strong), 7)), decode.Options{}, []string{"1 Chat"}},
		{"DNS that begins with a backslash", newFile().udp(client, master, []byte("\\\x9a\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03com\x00\x00\x01\x00\x01")), decode.Options{},
			[]string{"1 unknown unrecognised"}},
		{"GameSpy, snapped", newFile().snapped(packet(client, host, []byte(`\status\`)), 42+4), decode.Options{}, []string{"1 gamespy snapped"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := briefs(read(t, tt.capture.data, tt.options))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestCutEverywhere cuts a datagram of three messages at every length: whatever is
// left gives lines, and no byte is in none of them.
func TestCutEverywhere(t *testing.T) {
	payload := datagram(2, data(1, chat(2, "first")), ack(3), part(2, 0, 2, chat(2, "part")))
	whole := packet(client, host, payload)
	for kept := 42; kept <= len(whole); kept++ {
		f := newFile().game(client, host, 2, strong).snapped(whole, kept)
		records := read(t, f.data, decode.Options{})[1:]
		if len(records) == 0 {
			t.Fatalf("%d bytes kept: no line", kept-42)
		}
		if kept < len(whole) && !records[len(records)-1].Has(decode.Snapped) {
			t.Errorf("%d bytes kept: no note about it: %v", kept-42, briefs(records))
		}
		shown := min(kept-42, transport.DatagramHeader)
		for _, r := range records {
			if r.Header.Cut {
				shown += int(r.Header.Header) + len(r.Payload)
			} else if r.Proto == decode.BC && !r.Lost() {
				shown += r.Length()
			}
		}
		// Of one byte the record says that there is no header: it holds the byte itself.
		if kept == 43 {
			shown--
		}
		if shown != kept-42 {
			t.Errorf("%d bytes kept, %d in lines: %v", kept-42, shown, briefs(records))
		}
	}
}

// TestIPFragments deciphers a datagram that came in IP fragments, in order and not.
func TestIPFragments(t *testing.T) {
	payload := datagram(2, data(1, chat(2, string(make([]byte, 600)))))
	f := newFile().fragments(client, host, payload, 256)
	got := read(t, f.data, decode.Options{})
	if want := []string{"3 Chat"}; !slices.Equal(briefs(got), want) {
		t.Fatalf("%v, want %v", briefs(got), want)
	}
	if got[0].Length() != len(payload)-transport.DatagramHeader {
		t.Errorf("length %d", got[0].Length())
	}
	// Fragments are joined in their turn, so they say nothing about a weak datagram
	// before them.
	weak := newFile().game(client, host, 2, keepalive).fragments(client, host, payload, 256)
	got = read(t, weak.data, decode.Options{})
	if want := []string{"1 unknown undecided", "4 Chat"}; !slices.Equal(briefs(got), want) {
		t.Errorf("%v, want %v", briefs(got), want)
	}
}
