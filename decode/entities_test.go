package decode_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// Builders of entity-state datagrams.

var (
	arcade = netip.MustParseAddrPort("10.0.0.40:4242")
	player = netip.MustParseAddrPort("10.0.0.41:5001")
)

func entity(kind uint8, m wire.Message) []byte { return entitystate.Append(nil, kind, m) }

// entities is a State of n entities.
func entities(n int) []byte {
	list := make([]entitystate.Entity, n)
	for i := range list {
		list[i] = entitystate.Entity{ID: uint32(i + 1), Type: uint8(1 + i%3), X: float32(i), Y: 100, VX: -60, RGBA: 0x55AAFFFF}
	}
	return entity(4, entitystate.NewState(list))
}

func hello(name string) []byte {
	return entity(1, &entitystate.Hello{Token: 0x12345678, PlayerName: wire.Text(name)})
}

func input(sequence uint32) []byte {
	return entity(3, &entitystate.Input{Sequence: sequence, Bits: 0x18})
}

var (
	helloAck = entity(2, &entitystate.HelloAck{})
	roster   = entity(9, &entitystate.Roster{Count: 1, Players: []entitystate.RosterPlayer{{ID: 1, Lives: 3, Name: wire.Text("Alice")}}})
)

// entities has one of each message, and each rule broken.
func (f *file) entities() {
	f.udp(player, arcade, entity(16, &entitystate.Ambiguous{})) // decided by those that follow
	f.udp(player, arcade, hello("J\u00f6rg \x1b\xFF")).udp(arcade, player, helloAck).udp(arcade, player, roster)
	f.udp(arcade, player, entities(0)).udp(arcade, player, entities(3)).udp(arcade, player, entities(106))
	for _, kind := range entitystate.Table() {
		src, dst := arcade, player
		if kind.Direction == entitystate.ToServer {
			src, dst = dst, src
		}
		f.udp(src, dst, entity(kind.Type, kind.New()))
	}
	f.udp(player, arcade, entity(1, &entitystate.Hello{Old: true}))
	f.udp(arcade, player, entity(9, &entitystate.Roster{Count: 2, Ships: true, Players: make([]entitystate.RosterPlayer, 2)}))
	f.udp(arcade, player, entity(101, &entitystate.StartGame{Payload: []byte{1, 2}}))
	f.udp(arcade, player, entity(100, &entitystate.TCPWelcome{Bare: true}))
	nan := float32(math.NaN())
	f.udp(arcade, player, entity(5, &entitystate.Spawn{Entity: entitystate.Entity{Type: 77, X: nan}}))
	f.udp(arcade, player, entity(4, entitystate.NewState([]entitystate.Entity{
		{ID: 2, Type: 9, X: float32(math.Inf(-1))}, {ID: 2, Type: 1, VY: nan}, {ID: 1, Type: 1},
	})))
	lying := entities(2)
	binary.LittleEndian.PutUint16(lying[4:], 513)
	f.udp(arcade, player, lying).udp(arcade, player, lying[:40]).udp(arcade, player, append(entities(1), 0xDE, 0xAD))
	f.udp(player, arcade, entity(3, &entitystate.Input{Bits: 0xC1})).udp(player, arcade, []byte{5, 0, 3})
	f.udp(arcade, player, []byte{0, 0, 42, 1}).udp(arcade, player, []byte{3, 0, 14, 1, 1, 2, 3}).udp(arcade, player, []byte{2, 0, 4, 2, 0, 0})
	f.udp(arcade, player, []byte{0, 0, 4, 1}).udp(player, arcade, entity(1, &entitystate.Hello{})[:12])
	whole := packet(arcade, player, entities(5))
	f.snapped(whole, 42+40).snapped(whole, 42+2).snapped(whole, 42)
	f.fragments(arcade, player, entities(200), 1480)
}

// corpusDir has captures of every kind.
const corpusDir = "../testdata/pcaps"

func TestEntityStateRecognition(t *testing.T) {
	state := entities(3)
	wrong := append(slices.Clone(state), 1)
	force := decode.Options{Protocol: decode.EntityState}
	port := func(p uint16, proto decode.Protocol) decode.Options {
		return decode.Options{Ports: []decode.PortRange{{First: p, Last: p}}, Protocol: proto}
	}
	odd := netip.AddrPortFrom(arcade.Addr(), 53)
	down := func(n int, payload []byte) *file {
		f := newFile()
		for range n {
			f.udp(arcade, player, payload)
		}
		return f
	}
	tests := []struct {
		name    string
		capture *file
		options decode.Options
		want    []string
	}{
		{"two States", down(2, state), decode.Options{}, []string{"1 State", "2 State"}},
		{"on any port", newFile().udp(odd, player, state).udp(odd, player, state), decode.Options{}, []string{"1 State", "2 State"}},
		{"one State", down(1, state), decode.Options{}, []string{"1 unknown undecided"}},
		{"one State of 106 entities begins as a GameSpy text does", down(1, entities(106)), decode.Options{}, []string{"1 unknown undecided"}},
		{"two of them", down(2, entities(106)), decode.Options{}, []string{"1 State", "2 State"}},
		{"headers only", down(4, helloAck), decode.Options{}, slices.Repeat([]string{"undecided"}, 4)},
		{"empty States only", down(3, entities(0)), decode.Options{}, slices.Repeat([]string{"undecided"}, 3)},
		{"one type only", newFile().udp(player, arcade, input(1)).udp(player, arcade, input(2)).udp(player, arcade, input(3)), decode.Options{},
			slices.Repeat([]string{"undecided"}, 3)},
		{"a join", newFile().udp(player, arcade, hello("Alice")).udp(arcade, player, helloAck).udp(arcade, player, roster).udp(player, arcade, input(1)),
			decode.Options{}, []string{"1 Hello", "2 HelloAck", "3 Roster", "4 Input"}},
		{"States of two flows", newFile().udp(arcade, player, state).udp(arcade, other, state), decode.Options{},
			[]string{"1 unknown undecided", "2 unknown undecided"}},
		{"a wrong size, then two States", newFile().udp(arcade, player, wrong).udp(arcade, player, state).udp(arcade, player, state), decode.Options{},
			[]string{"1 unknown unrecognised", "2 State", "3 State"}},
		{"a wrong size on a known flow", newFile().udp(arcade, player, state).udp(arcade, player, state).udp(arcade, player, wrong), decode.Options{},
			[]string{"1 State", "2 State", "3 State size_mismatch trailing"}},
		{"noise on a known flow", newFile().udp(arcade, player, state).udp(arcade, player, state).udp(player, arcade, []byte("no game here")), decode.Options{},
			[]string{"1 State", "2 State", "3 entity-state size_mismatch version"}},
		{"GameSpy on a known flow", newFile().udp(arcade, player, state).udp(arcade, player, state).udp(player, arcade, []byte(`\status\`)), decode.Options{},
			[]string{"1 State", "2 State", "3 gamespy"}},
		{"the game on a known flow", newFile().udp(arcade, player, state).udp(arcade, player, state).game(player, arcade, 2, strong), decode.Options{},
			[]string{"1 State", "2 State", "3 Chat"}},
		{"States on a link of the game", newFile().game(player, arcade, 2, strong).udp(arcade, player, state).udp(arcade, player, state), decode.Options{},
			[]string{"1 Chat", "2 State", "3 State"}},
		{"one State on a link of the game", newFile().game(player, arcade, 2, strong).udp(arcade, player, state), decode.Options{},
			[]string{"1 Chat", "2 unknown unknown_type"}},
		{"a link of both", newFile().game(player, arcade, 2, strong).udp(arcade, player, state).udp(arcade, player, state).
			game(player, arcade, 2, keepalive).udp(arcade, player, wrong), decode.Options{},
			[]string{"1 Chat", "2 State", "3 State", "4 keepalive", "5 State size_mismatch trailing"}},
		{"forced", newFile().udp(arcade, player, state).udp(player, arcade, []byte("no")).udp(player, arcade, []byte(`\status\`)).udp(player, arcade, nil), force,
			[]string{"1 State", "2 entity-state truncated", "3 gamespy", "4 unknown empty"}},
		{"forced: the game is none", newFile().game(client, host, 2, strong), force, []string{"1 entity-state size_mismatch version"}},
		{"another is forced", down(2, state), decode.Options{Protocol: decode.BC}, []string{"1 unknown unknown_type", "2 unknown unknown_type"}},
		{"forced on a port", newFile().udp(arcade, player, state).udp(odd, player, state), port(4242, decode.EntityState),
			[]string{"1 State", "2 unknown unrecognised"}},
		{"on a port that was named", down(2, state), port(4242, ""), []string{"1 State", "2 State"}},
		{"on another port", down(2, state), port(22101, ""), []string{"1 unknown unrecognised", "2 unknown unrecognised"}},
		{"in fragments", newFile().fragments(arcade, player, entities(59), 1480).fragments(arcade, player, entities(512), 1480), decode.Options{},
			[]string{"2 State", "11 State"}},
		{"a State before fragments", newFile().udp(arcade, player, state).fragments(arcade, player, entities(512), 1480), decode.Options{},
			[]string{"1 State", "10 State"}},
		{"snapped", newFile().snapped(packet(arcade, player, state), 42+40).snapped(packet(arcade, player, state), 42+31), decode.Options{},
			[]string{"1 State snapped truncated trailing", "2 State snapped truncated"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := briefs(read(t, tt.capture.data, tt.options))
			if len(got) != len(tt.want) {
				t.Fatalf("%q, want %q", got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] && (tt.want[i][0] <= '9' || !strings.Contains(got[i], tt.want[i])) {
					t.Errorf("%q, want %q", got, tt.want)
				}
			}
		})
	}
}

// TestEntityStateLookahead asks how far apart two States may be.
func TestEntityStateLookahead(t *testing.T) {
	for between, want := range map[int]string{0: "1 State", 63: "1 State", 64: "1 unknown undecided"} {
		f := newFile().udp(arcade, player, entities(1)).noise(between).udp(arcade, player, entities(1)).udp(arcade, player, entities(1))
		for _, o := range []decode.Options{{Jobs: 1}, {Jobs: 3, ChunkSize: 100}} {
			records := read(t, f.data, o)
			if got := brief(records[0]); got != want || brief(records[between+1]) != fmt.Sprint(between+2, " State") {
				t.Errorf("%d between: %q, want %q", between, got, want)
			}
		}
	}
}

// TestRevisionOfServers shows that a server tells what its type 16 means, for all of its
// clients from then on, and no other server.
func TestRevisionOfServers(t *testing.T) {
	sixteen := []byte{0, 0, 16, 1}
	second := netip.AddrPortFrom(arcade.Addr(), 4243)
	f := newFile()
	for _, client := range []netip.AddrPort{player, other} {
		for _, server := range []netip.AddrPort{arcade, second} {
			f.udp(server, client, entities(1)).udp(server, client, entities(1))
		}
	}
	f.udp(player, arcade, sixteen).udp(arcade, player, entity(15, &entitystate.GameOver{})).
		udp(second, player, entity(17, &entitystate.GameOver{})).
		udp(other, arcade, sixteen).udp(other, second, sixteen)
	want := []string{"9 entity-state ambiguous_type", "10 GameOver", "11 GameOver", "12 Disconnect", "13 StartMatch"}
	if got := briefs(read(t, f.data, decode.Options{}))[8:]; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEntityStatePlayers(t *testing.T) {
	f := newFile().udp(player, arcade, hello("Alice")).udp(arcade, player, entities(1)).udp(arcade, player, entities(1)).udp(player, arcade, input(1)).
		udp(player, arcade, entity(7, &entitystate.Ping{})).udp(arcade, player, entity(7, &entitystate.Ping{})).
		udp(player, arcade, hello("Bob")).udp(arcade, player, entities(1))
	var got []string
	for _, r := range read(t, f.data, decode.Options{}) {
		got = append(got, string(r.Dir)+" "+r.Client)
	}
	want := []string{"C>S Alice", "S>C Alice", "S>C Alice", "C>S Alice", "C>S Alice", "S>C Alice", "C>S Bob", "S>C Bob"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestNoFalseClaims sends a thousand datagrams each of what looks a little like it, and
// random ones, each kind over one flow and over many: nothing is taken for entity-state.
func TestNoFalseClaims(t *testing.T) {
	heavy.SkipRace(t, "about what is recognised; TestInvariance has the same goroutines")
	random := rand.New(rand.NewPCG(5, 53))
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	names := []string{"example", "master", "local", "game", "a"}
	question := func(id, flags uint16) []byte {
		b := binary.BigEndian.AppendUint16(nil, id)
		b = binary.BigEndian.AppendUint16(b, flags)
		b = append(b, 0, 1, 0, 0, 0, 0, 0, 0)
		for range 1 + random.IntN(3) {
			name := names[random.IntN(len(names))]
			b = append(append(b, byte(len(name))), name...)
		}
		return append(b, 0, 0, 1, 0, 1)
	}
	kinds := map[string]func(n int) []byte{
		"DNS": func(n int) []byte {
			return question(uint16(random.Uint32()), []uint16{0x0100, 0x8180, 0x8101, 0x0101}[n%4])
		},
		"mDNS": func(n int) []byte { return question(0, []uint16{0, 0x8400}[n%2]) },
		"QUIC": func(n int) []byte {
			if n%3 == 0 {
				return slices.Concat([]byte{0xC0 | byte(random.IntN(16)), 0, 0, 0, 1, 8}, noise(8), []byte{0, 0}, noise(1180))
			}
			return append([]byte{0x40 | byte(random.IntN(64))}, noise(20+random.IntN(1200))...)
		},
		"RTP": func(n int) []byte {
			b := []byte{0x80, 0x60, byte(n >> 8), byte(n)}
			b = binary.BigEndian.AppendUint32(b, uint32(n)*160)
			return slices.Concat(b, []byte{1, 2, 3, 4}, noise(160))
		},
		"noise":    func(int) []byte { return noise(1 + random.IntN(200)) },
		"GameSpy":  func(n int) []byte { return fmt.Appendf(nil, `\status\%d\queryid\%d.1`, n, n) },
		"the game": func(n int) []byte { return datagram(2, data(uint16(n), chat(2, string(noise(n%80))))) },
		"with a length in front": func(n int) []byte { // and a kind, and a version 1
			b := noise(4 + n%60)
			binary.LittleEndian.PutUint16(b, uint16(len(b)-4))
			b[2], b[3] = byte(200+n%50), 1
			return b
		},
		"zeros": func(n int) []byte { return make([]byte, n%64) },
	}
	for name, kind := range kinds {
		f := newFile()
		for n := range 1000 {
			payload := kind(n)
			f.udp(client, host, payload).udp(netip.AddrPortFrom(other.Addr(), uint16(2000+n)), arcade, payload)
		}
		c := open(t, f.data, decode.Options{})
		for range c.Records() {
		}
		if d := c.Summary().Datagrams; d.EntityState != 0 || d.Total() != 2000 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// TestStateBandwidth adds up the States that a server sends one client in a second, for
// worlds of some sizes: the table of docs/protocol/entity-state.md.
func TestStateBandwidth(t *testing.T) {
	heavy.SkipRace(t, "about what is recognised; TestInvariance has the same goroutines")
	document := must.Get(os.ReadFile("../docs/protocol/entity-state.md"))(t)
	for _, n := range []int{battle.NoCrowd, 10, 50, 100, 512} {
		s := battle.EntityGame(battle.Options{Players: 1, Duration: time.Second, Seed: 6, Crowd: n})
		raw := synth.Pcap{Link: 1}.File(s.FragmentedFrames(synth.Ethernet(), 1500))
		states, total, size := 0, 0, 0
		for r := range open(t, raw, decode.Options{}).Records() {
			if m, ok := r.Content().Message.(*entitystate.State); ok && int(m.Count) == max(n, 0) {
				states, total, size = states+1, total+r.Length(), r.Length()
			}
		}
		row := fmt.Sprintf("| %d | %d | %d | %d | %.1f |", max(n, 0), size-4, size, total, float64(total)*8/1000)
		if states != 60 || !strings.Contains(string(document), row) {
			t.Errorf("%d States; docs/protocol/entity-state.md lacks the row %s", states, row)
		}
	}
}
