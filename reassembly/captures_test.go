package reassembly

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bcdump/decode/cipher"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// TestCaptures replays whole captures and compares the figures that reassembly
// decides with those that were counted by other software.
func TestCaptures(t *testing.T) {
	for _, name := range outside.Captures(t) {
		if filepath.Ext(name) != ".pcap" {
			continue // readPcap reads no other
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			datagrams := readPcap(t, name)
			want := readExpected(t, name+".expect.json")
			got := countFigures(datagrams)
			compareFigures(t, &want, &got.figures)
			if lossy := strings.HasPrefix(filepath.Base(name), "lossy") || strings.HasPrefix(filepath.Base(name), "synth"); !lossy && len(got.lossless) > 0 {
				t.Errorf("recorded on a loopback, but %d messages are like %s", len(got.lossless), got.lossless[0])
			}
		})
	}
}

// figures has the shape of the expectation files, as far as it matters here.
type figures struct {
	Auto struct {
		Class struct {
			Game int `json:"game"`
		} `json:"udp_class"`
		Game struct {
			Retransmits   perDirection `json:"retransmits"`
			OpcodesWire   opcodeCounts `json:"opcodes_wire"`
			OpcodesUnique opcodeCounts `json:"opcodes_unique"`
		} `json:"game"`
		Fragments fragmentFigures `json:"fragments"`
	} `json:"auto"`
}

type perDirection struct {
	C2S int `json:"c2s"`
	S2C int `json:"s2c"`
}

type opcodeCounts struct {
	C2S map[string]int `json:"c2s"`
	S2C map[string]int `json:"s2c"`
}

type fragmentFigures struct {
	Fragments   int           `json:"fragments"`
	Duplicates  int           `json:"duplicates"`
	Complete    int           `json:"groups_complete"`
	Incomplete  int           `json:"groups_incomplete"`
	Conflicts   int           `json:"groups_in_conflict"`
	BadTotal    int           `json:"bad_total"`
	OutOfRange  int           `json:"index_out_of_range"`
	Reassembled []joinedEntry `json:"reassembled"`
}

type joinedEntry struct {
	Frame     int64   `json:"n"`
	Direction string  `json:"dir"`
	Src       string  `json:"src"`
	Dst       string  `json:"dst"`
	Seq       uint16  `json:"seq"`
	Total     int     `json:"total"`
	Frames    []int64 `json:"frames"`
	Length    int     `json:"len"`
	Opcode    string  `json:"opcode"`
	SHA256    string  `json:"sha256"`
}

func readExpected(t *testing.T, name string) (f figures) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(name))(t), &f))
	return f
}

func compareFigures(t *testing.T, want, got *figures) {
	t.Helper()
	check := func(what string, want, got any) {
		t.Helper()
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s\n want %+v\n got  %+v", what, want, got)
		}
	}
	check("game datagrams", want.Auto.Class, got.Auto.Class)
	check("retransmits", want.Auto.Game.Retransmits, got.Auto.Game.Retransmits)
	check("opcodes on the wire", want.Auto.Game.OpcodesWire, got.Auto.Game.OpcodesWire)
	check("opcodes, repeats left out", want.Auto.Game.OpcodesUnique, got.Auto.Game.OpcodesUnique)
	w, g := want.Auto.Fragments, got.Auto.Fragments
	check("joined messages", w.Reassembled, g.Reassembled)
	w.Reassembled, g.Reassembled = nil, nil
	check("fragments", w, g)
}

// sighted is one UDP datagram of a capture.
type sighted struct {
	frame   int64
	flow    Flow
	payload []byte
	sec     int64
	nanos   uint32
}

// readPcap is as little of a reader as the captures need: classic little-endian
// pcap with Ethernet or Linux cooked v2 frames, IPv4 without fragments. Package
// capture is not for this one to import.
func readPcap(t *testing.T, name string) (all []sighted) {
	t.Helper()
	file := must.Get(os.ReadFile(name))(t)
	le := binary.LittleEndian
	unit := uint32(1000)
	switch magic := le.Uint32(file); magic {
	case 0xA1B2C3D4:
	case 0xA1B23C4D:
		unit = 1
	default:
		t.Fatalf("not a little-endian pcap: %08X", magic)
	}
	link := le.Uint32(file[20:])
	for frame, rest := int64(1), file[24:]; len(rest) >= 16; frame++ {
		n := int(le.Uint32(rest[8:]))
		if flow, payload, ok := dissect(link, rest[16:16+n]); ok {
			all = append(all, sighted{frame, flow, payload, int64(le.Uint32(rest)), le.Uint32(rest[4:]) * unit})
		}
		rest = rest[16+n:]
	}
	return all
}

func dissect(link uint32, b []byte) (f Flow, payload []byte, ok bool) {
	const ethernet, cooked2, ipv4, udp = 1, 276, 0x0800, 17
	be := binary.BigEndian
	switch {
	case link == ethernet && be.Uint16(b[12:]) == ipv4:
		b = b[14:]
	case link == cooked2 && be.Uint16(b) == ipv4:
		b = b[20:]
	default:
		return f, nil, false
	}
	if b[9] != udp {
		return f, nil, false
	}
	header := int(b[0]&15) * 4
	u := b[header:]
	f.Src = netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[12:])), be.Uint16(u))
	f.Dst = netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[16:])), be.Uint16(u[2:]))
	return f, u[8:be.Uint16(u[4:])], true
}

// countFigures counts as the expectations were counted.
func countFigures(datagrams []sighted) *counter {
	carriesGame := gameFlows(datagrams)
	c := newCounter()
	for _, d := range datagrams {
		key, _ := d.flow.Link()
		if len(d.payload) == 0 || d.payload[0] == '\\' || !carriesGame[key] {
			continue
		}
		c.datagram(d)
	}
	c.Auto.Fragments.Incomplete += len(c.tracker.Flush())
	return c
}

// deciphered gives the plaintext of a datagram.
func deciphered(datagram []byte) []byte {
	plain := make([]byte, len(datagram))
	cipher.Decipher(plain, datagram)
	return plain
}

// gameFlows are the flows with a datagram that passes the walk without a fault.
func gameFlows(datagrams []sighted) map[Flow]bool {
	flows := map[Flow]bool{}
	for _, d := range datagrams {
		if len(d.payload) == 0 || d.payload[0] == '\\' {
			continue
		}
		if _, fault := transport.Walk(deciphered(d.payload), 0, nil); fault.Cause == transport.None {
			key, _ := d.flow.Link()
			flows[key] = true
		}
	}
	return flows
}

// counter counts what the outcomes say. lossless collects what may not be said of a
// capture that lacks nothing.
type counter struct {
	figures
	tracker  *Tracker
	lossless []string
}

func newCounter() *counter {
	c := &counter{tracker: New()}
	game := &c.Auto.Game
	for _, o := range []*opcodeCounts{&game.OpcodesWire, &game.OpcodesUnique} {
		o.C2S, o.S2C = map[string]int{}, map[string]int{}
	}
	c.Auto.Fragments.Reassembled = []joinedEntry{}
	return c
}

func (c *counter) datagram(d sighted) {
	c.Auto.Class.Game++
	plain := deciphered(d.payload)
	messages, _ := transport.Walk(plain, 0, nil)
	for i := range messages {
		m := &messages[i]
		payload := m.Payload(plain)
		at := Point{Frame: d.frame, Flow: d.flow, Peer: plain[0], Index: i, Sec: d.sec, Nanos: d.nanos, Alone: plain[1] == 1}
		out := c.tracker.Observe(m, payload, at)
		c.message(m, payload, at, &out)
	}
}

func (c *counter) message(m *transport.Message, payload []byte, at Point, out *Outcome) {
	game, fragments := &c.Auto.Game, &c.Auto.Fragments
	repeats, wire, unique := &game.Retransmits.C2S, game.OpcodesWire.C2S, game.OpcodesUnique.C2S
	direction := "c2s"
	if at.Peer == 1 {
		repeats, wire, unique = &game.Retransmits.S2C, game.OpcodesWire.S2C, game.OpcodesUnique.S2C
		direction = "s2c"
	}
	if out.Retransmit {
		*repeats++
	}
	if out.Missing > 0 || out.OutOfOrder || out.AckUnseen || out.NewLink {
		c.lossless = append(c.lossless, fmt.Sprintf("%s in frame %d: %s", m.Type, at.Frame, verdict(*out)))
	}
	fragments.Incomplete += len(out.Lost)
	if out.FragmentConflict != "" {
		fragments.Conflicts++
	}
	if m.Type != transport.Data {
		return
	}
	switch {
	case m.Fragment && out.Retransmit:
		fragments.Fragments++
		fragments.Duplicates++
	case m.Fragment:
		fragments.Fragments++
		if j := out.Joined; j != nil {
			fragments.Complete++
			opcode := fmt.Sprintf("0x%02X", j.Payload[0])
			wire[opcode]++
			unique[opcode]++
			sum := sha256.Sum256(j.Payload)
			fragments.Reassembled = append(fragments.Reassembled, joinedEntry{
				Frame: at.Frame, Direction: direction,
				Src: at.Flow.Src.String(), Dst: at.Flow.Dst.String(),
				Seq: m.Seq, Total: len(j.Frames), Frames: j.Frames, Length: len(j.Payload),
				Opcode: opcode, SHA256: hex.EncodeToString(sum[:]),
			})
		}
	case len(payload) > 0:
		opcode := fmt.Sprintf("0x%02X", payload[0])
		wire[opcode]++
		if !out.Retransmit {
			unique[opcode]++
		}
	}
}
