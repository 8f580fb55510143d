package decode_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestNames asks of each record who the client at the end of its link is.
func TestNames(t *testing.T) {
	joined := func() *file {
		return newFile().game(client, host, 255, connect(1)).game(host, client, 1, accept(2)).
			game(client, host, 2, peerInfo(1, 2, "Kirk"))
	}
	cut := pack(transport.NewControl(transport.PeerInfo, 1), []byte{2, 10, 0, 0, 2, 'K', 0, 'i', 0})
	tests := []struct {
		name    string
		capture *file
		want    []string // client peer, name
	}{
		{"own PeerInfo", joined().game(host, client, 1, strong), []string{"0 Kirk", "2 Kirk", "2 Kirk", "2 Kirk"}},
		{"unknown", newFile().game(host, client, 1, strong).game(client, host, 2, strong).game(host, client, 1, strong),
			[]string{"0 ", "2 ", "2 "}},
		{"relayed to the client itself", newFile().game(client, host, 2, strong).game(host, client, 1, peerInfo(1, 2, "Kirk")),
			[]string{"2 ", "2 Kirk"}},
		{"relayed to another client", newFile().game(host, other, 1, peerInfo(1, 2, "Kirk")).game(client, host, 2, strong).
			game(other, host, 3, strong), []string{"0 ", "2 Kirk", "3 "}},
		{"relayed before the id of the client is known", newFile().game(host, client, 1, peerInfo(1, 2, "Kirk")).
			game(client, host, 2, strong), []string{"0 ", "2 Kirk"}},
		{"of another server", newFile().game(master, other, 1, peerInfo(1, 2, "Kirk")).game(client, host, 2, strong),
			[]string{"0 ", "2 "}},
		{"reconnect with another name", joined().game(client, host, 255, connect(2)).game(host, client, 1, accept(2)).
			game(client, host, 2, strong).game(client, host, 2, peerInfo(1, 2, "Spock")),
			[]string{"0 Kirk", "2 Kirk", "2 Kirk", "0 ", "2 ", "2 ", "2 Spock"}},
		{"repeated Connect changes nothing", joined().game(client, host, 255, connect(1)).game(host, client, 1, accept(2)).
			game(host, client, 1, strong), []string{"0 Kirk", "2 Kirk", "2 Kirk", "2 Kirk", "2 Kirk", "2 Kirk"}},
		{"another player gets the id", joined().game(other, host, 255, connect(3)).game(host, other, 1, accept(2)).
			game(other, host, 2, strong), []string{"0 Kirk", "2 Kirk", "2 Kirk", "0 ", "2 ", "2 "}},
		{"another id without a Connect", joined().game(client, host, 3, strong), []string{"0 Kirk", "2 Kirk", "2 Kirk", "3 "}},
		{"a damaged datagram says nothing", joined().game(client, host, 7, []byte{0x77}).game(client, host, 2, strong),
			[]string{"0 Kirk", "2 Kirk", "2 Kirk", "2 Kirk", "2 Kirk"}},
		{"a PeerInfo with another name after a Connect answered late", joined().game(client, host, 255, connect(2)).
			game(host, client, 1, accept(3)).game(client, host, 3, peerInfo(1, 3, "Spock")),
			[]string{"0 Kirk", "2 Kirk", "2 Kirk", "0 Spock", "3 Spock", "3 Spock"}},
		{"a Connect again after a second", newFile().game(client, host, 255, connect(1)).wait(1100).
			game(client, host, 255, connect(1)).game(host, client, 1, accept(2)).game(client, host, 2, peerInfo(1, 2, "Kirk")),
			[]string{"0 ", "0 Kirk", "2 Kirk", "2 Kirk"}},
		{"a name far behind the Connect", newFile().game(client, host, 255, connect(1)).noise(127).game(client, host, 2, peerInfo(1, 2, "Kirk")),
			append([]string{"0 Kirk"}, append(slices.Repeat([]string{"0 "}, 127), "2 Kirk")...)},
		{"a name too far behind the Connect", newFile().game(client, host, 255, connect(1)).noise(128).game(client, host, 2, peerInfo(1, 2, "Kirk")),
			append([]string{"0 "}, append(slices.Repeat([]string{"0 "}, 128), "2 Kirk")...)},
		{"a cut PeerInfo gives no name", newFile().game(client, host, 2, cut).game(client, host, 2, strong), []string{"2 ", "2 "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range read(t, tt.capture.data, decode.Options{}) {
				got = append(got, fmt.Sprint(r.ClientPeer, " ", r.Client))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestLongName shows that every line of a client has no more of its name than people can read. Who is called by blanks has none.
func TestLongName(t *testing.T) {
	at := strings.Repeat("世", 64)
	for name, want := range map[string]string{at: at, at + "世": at + "…", strings.Repeat("世", 8000): at + "…", "   ": "", " Kirk": " Kirk"} {
		own := newFile().game(client, host, 2, peerInfo(1, 2, name)).game(client, host, 2, strong)
		told := newFile().game(host, other, 1, peerInfo(1, 2, name)).game(client, host, 2, strong)
		for _, raw := range [][]byte{own.data, told.data} {
			records := read(t, raw, decode.Options{})
			if got := records[len(records)-1].Client; got != want {
				t.Errorf("%d characters: %q", len(name), got)
			}
		}
	}
}

// TestOnePlayer asks with one expression for a player who comes back: from another port, under
// another id and slot, while somebody else has the first ones.
func TestOnePlayer(t *testing.T) {
	back := netip.AddrPortFrom(client.Addr(), client.Port()+7)
	raw := newFile().
		game(client, host, 255, connect(1)).game(host, client, 1, accept(2)).game(client, host, 2, peerInfo(1, 2, "Kirk"), strong).
		game(other, host, 255, connect(1)).game(host, other, 1, accept(3)).game(other, host, 3, peerInfo(1, 3, "Spock"), strong).
		game(other, host, 255, connect(2)).game(host, other, 1, accept(2)).game(other, host, 2, peerInfo(2, 2, "Spock"), strong).
		game(back, host, 255, connect(1)).game(host, back, 1, accept(4)).game(back, host, 4, peerInfo(1, 4, "Kirk"), strong).
		game(host, back, 1, strong).data
	for expression, want := range map[string][]int64{
		`player == "Kirk"`:               {1, 2, 3, 3, 10, 11, 12, 12, 13},
		`player == "Spock"`:              {4, 5, 6, 6, 7, 8, 9, 9},
		`player matches "^(Kirk|Spock)"`: {1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13},
		`client == 1`:                    {1, 2, 3, 3},
		`client == 2`:                    {4, 5, 6, 6, 7, 8, 9, 9},
		`client == 3 && !player`:         nil,
	} {
		filter := must.Get(decode.NewFilter(expression))(t)
		var got []int64
		for _, r := range read(t, raw, decode.Options{Filter: filter}) {
			got = append(got, r.Frame)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", expression, diff)
		}
	}
}

// peerAt is one of many clients.
func peerAt(i int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)}), 1024)
}

// TestManyLinks shows that what is remembered of links has a limit, that reaching
// it is counted, and that links of other protocols do not count towards it.
func TestManyLinks(t *testing.T) {
	heavy.SkipRace(t, "about what is remembered; TestInvariance has the same goroutines")
	const limit = 4096
	damaged := datagram(2, []byte{0x77})
	tests := []struct {
		name      string
		links     int
		payload   []byte
		forgotten int64
		known     bool // is the first link at the end
	}{
		{"as many as are remembered", limit - 1, datagram(2, strong), 0, true},
		{"one more", limit, datagram(2, strong), 1, false},
		{"noise", 3 * limit, []byte("no game here"), 0, true},
		{"weak noise", 3 * limit, datagram(2, keepalive), 0, true},
	}
	for _, tt := range tests {
		f := newFile().game(client, host, 2, strong)
		for i := range tt.links {
			f.udp(peerAt(i), host, tt.payload)
		}
		f.udp(client, host, damaged)
		c := open(t, f.data, decode.Options{})
		known := false
		for r := range c.Records() {
			known = r.Proto == decode.BC
		}
		if got := c.Summary().Forgotten; got != tt.forgotten || known != tt.known {
			t.Errorf("%s: %d forgotten, known %v; want %d, %v", tt.name, got, known, tt.forgotten, tt.known)
		}
	}
}

// TestLinksAgain has clients that come once and are forgotten, as those that a full host refuses: of these nothing is lacking.
func TestLinksAgain(t *testing.T) {
	for want, again := range []bool{false, true} {
		f := newFile()
		for i := range 600 {
			f.udp(peerAt(i), host, datagram(2, strong))
		}
		if again {
			f.udp(peerAt(0), host, datagram(2, strong))
		}
		c := open(t, f.data, decode.Options{})
		for range c.Records() {
		}
		if sum := c.Summary(); sum.Missed() != int64(want) || sum.Links.LinksEvicted == 0 {
			t.Errorf("%d links of %d forgotten, %d of consequence; want %d", sum.Links.LinksEvicted, sum.Links.Links, sum.Missed(), want)
		}
	}
}
