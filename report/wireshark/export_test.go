package wireshark_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/synth"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/enclosed"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/wireshark"
)

// TestMain keeps the tests out of the folders of the user.
func TestMain(m *testing.M) { os.Exit(enclosed.Run(m)) }

// corpus gives the path of a capture that is shipped.
func corpus(name string) string { return filepath.Join("..", "..", "testdata", "pcaps", name) }

// exported gives what is written of a capture.
func exported(t testing.TB, raw []byte, options decode.Options, o wireshark.Options) []byte {
	t.Helper()
	c := must.Get(decode.Open("a.pcap", bytes.NewReader(raw), options))(t)
	var out bytes.Buffer
	e := wireshark.NewExporter(&out, o)
	must.Do(t, errors.Join(e.Export(c, ""), e.Close()))
	return out.Bytes()
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

// frames gives those of a capture.
func frames(t testing.TB, raw []byte) (list []capture.Frame) {
	t.Helper()
	r := must.Get(capture.NewReader(bytes.NewReader(raw), capture.Options{}))(t)
	var b capture.Batch
	for r.Read(&b) == nil {
		for _, f := range b.Frames {
			f.Data = bytes.Clone(f.Data)
			list = append(list, f)
		}
	}
	if r.DamageCount() > 0 {
		t.Error(r.Damage())
	}
	return list
}

// TestSameForAnyJobs: the file is the same, however many workers there are and however much is read
// at once.
func TestSameForAnyJobs(t *testing.T) {
	for _, name := range []string{"session-small.pcap", "many-clients.pcap.gz", "ipv4-fragments.pcap", "trace-log.log", "keepalive-start.pcap", "noise.pcap", "udp-empty.pcap", "foreign-traffic.pcap"}[heavy.Scale(1, 0):] {
		raw := read(t, corpus(name))
		want := exported(t, raw, decode.Options{Jobs: 1}, wireshark.Options{})
		for _, o := range []decode.Options{{Jobs: 4}, {Jobs: 3, ChunkSize: 700}, {Jobs: 1, ChunkSize: 300}} {
			if !bytes.Equal(exported(t, raw, o, wireshark.Options{}), want) {
				t.Errorf("%s: not the same with %+v", name, o)
			}
		}
	}
}

// TestFramesStay: with --keep-cipher a frame begins as it was captured, in plaintext it is as long;
// number, time and link type stay, and what is not of the game is not touched. What has no frame comes behind
// them all.
func TestFramesStay(t *testing.T) {
	for _, name := range []string{"session-small.pcap", "foreign-traffic.pcap", "ng-links.pcapng", "snapped.pcap", "vlan-triple.pcap", "sll2.pcap", "null-big.pcap", "raw-ip.pcap", "loop.pcap", "nanoseconds.pcap", "ipv4-fragments.pcap", "stock-fragments.pcap", "fragments-lost.pcap", "fragments-conflicting.pcap"} {
		raw := read(t, corpus(name))
		want := frames(t, raw)
		for _, keep := range []bool{true, false} {
			got := frames(t, exported(t, raw, decode.Options{}, wireshark.Options{KeepCipher: keep}))
			if len(got) < len(want) {
				t.Fatalf("%s: %d frames, want %d", name, len(got), len(want))
			}
			for _, f := range got[len(want):] {
				if f.Link != 252 {
					t.Errorf("%s: a frame too many: %+v", name, f)
				}
			}
			got = got[:len(want)]
			for i, f := range got {
				w := want[i]
				added := len(f.Data) - len(w.Data)
				if f.Time != w.Time || f.Link != w.Link || f.Digits != w.Digits || added < 0 || f.WireLength != w.WireLength+uint32(added) {
					t.Errorf("%s: frame %d is %+v, want %+v", name, i+1, f, w)
				}
				if same := bytes.HasPrefix(f.Data, w.Data); !same && (keep || added == 0) {
					t.Errorf("%s: frame %d does not begin as it was captured", name, i+1)
				}
			}
		}
	}
}

// TestFilters: a filter of Wireshark finds the frames that one of bcdump does, by the numbers that both give them.
func TestFilters(t *testing.T) {
	program(t)
	plugin := pluginFile(t)
	raw := read(t, corpus("session-small.pcap"))
	file := filepath.Join(t.TempDir(), "out.pcapng")
	must.Do(t, os.WriteFile(file, exported(t, raw, decode.Options{}, wireshark.Options{}), 0o644))
	filters := [][2]string{
		{"bc.StateUpdate.speed > 5 && ip.src_host == Cady2", "name == \"StateUpdate\" && fields.speed > 5 && dir == \"C>S\" && player == \"Cady2\""},
		{"bc.StateUpdate.subsystems.items.condition < 200", "name == \"StateUpdate\" && fields.subsystems.items.condition < 200"},
		{"bc.Chat.text contains \"e\"", "name == \"Chat\" && fields.text contains \"e\""},
		{"bc.opcode == 0x1c && bc.player == \"Cady2\"", "opcode == 0x1C && player == \"Cady2\""},
		{"bc.notes.code == \"retransmit\"", "notes.code == \"retransmit\""},
		{"bc.StateUpdate.position.x < 0", "name == \"StateUpdate\" && fields.position[0] < 0"},
		{"bc.Settings.friendly_fire == 0", "name == \"Settings\" && fields.friendly_fire == false"},
		{"bc.answers.ms > 60", "answers.ms > 60"},
		{"bc.Chat", "name == \"Chat\""},
		{"bc.type == \"peer_info\"", "type == \"peer_info\""},
	}
	for _, pair := range filters[:heavy.Scale(1, len(filters))] {
		theirs, ours := pair[0], pair[1]
		f := must.Get(decode.NewFilter(ours))(t)
		c := must.Get(decode.Open("a.pcap", bytes.NewReader(raw), decode.Options{Filter: f}))(t)
		var want []string
		for r := range c.Records() {
			want = append(want, strconv.FormatInt(r.Frame, 10))
		}
		var got []string
		tshark(t, plugin, file, func(r io.Reader) {
			text, _ := io.ReadAll(r)
			got = strings.Fields(string(text))
		}, "-N", "n", "-Y", theirs, "-T", "fields", "-e", "frame.number")
		slices.Sort(want)
		slices.Sort(got)
		want, got = slices.Compact(want), slices.Compact(got)
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s finds %d frames, %s finds %d", theirs, len(got), ours, len(want))
		}
		t.Logf("%s: %d frames", theirs, len(got))
	}
}

// TestLive: what a pipe has said is written before it says more; a Connect waits for the PeerInfo that
// names its player, two packets later.
func TestLive(t *testing.T) {
	raw := read(t, corpus("session-small.pcap"))
	in, feed := io.Pipe()
	out, to := io.Pipe()
	go func() {
		c, err := decode.Open("pipe", in, decode.Options{})
		if err != nil {
			_ = to.CloseWithError(err)
			return
		}
		e := wireshark.NewExporter(to, wireshark.Options{})
		_ = to.CloseWithError(errors.Join(e.Export(c, ""), e.Close()))
	}()
	arrived := make(chan int)
	go func() {
		buf := make([]byte, 1<<20)
		for {
			n, err := out.Read(buf)
			arrived <- n
			if err != nil {
				close(arrived)
				return
			}
		}
	}()
	at := 0
	write := func(n int) {
		if _, err := feed.Write(raw[at : at+n]); err != nil {
			t.Error(err)
		}
		at += n
	}
	packet := func() { write(16 + int(binary.LittleEndian.Uint32(raw[at+8:]))) }
	write(24)
	packet()
	packet()
	for range 5 {
		packet()
		select {
		case n := <-arrived:
			if n == 0 {
				t.Fatal("the output has ended")
			}
		case <-time.After(time.Minute):
			t.Fatal("a packet is not written until more is read")
		}
	}
	_ = feed.Close()
	for range arrived {
	}
}

// TestHostile: texts of others do not break the file or the plugin, and are shown as decode prints
// them; nor does a message as long as it can be.
func TestHostile(t *testing.T) {
	program(t)
	var s synth.Script
	client, server := netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101")
	seq := uint16(0)
	say := func(text string) {
		s.Game(time.Duration(seq)*time.Second, client, server, synth.Datagram(2, synth.Reliable(seq, synth.Chat(2, text))))
		seq++
	}
	for _, text := range hostile.Texts {
		say(text)
	}
	say(strings.Repeat("%s\"]]--[[\\n{}<&'", 120))
	for _, part := range synth.PartsOf(seq, synth.Chat(2, strings.Repeat("\x01é", 8_000)), 1400) {
		s.Game(time.Hour, client, server, synth.Datagram(2, part))
	}
	path := filepath.Join(t.TempDir(), "hostile.pcap")
	must.Do(t, os.WriteFile(path, s.Pcap(synth.Ethernet()), 0o644))
	compare(t, pluginFile(t), []string{path}, wireshark.Options{})
}

// TestBrokenAnnotations: whatever stands where annotations should, tshark goes on, and the plugin says
// what is wrong instead of failing.
func TestBrokenAnnotations(t *testing.T) {
	program(t)
	var out bytes.Buffer
	w := capture.NewPcapngWriter(&out)
	w.From("", &capture.Info{})
	list := mutated(t, heavy.Scale(600, 2000))
	for i := range list {
		must.Do(t, w.Write(&list[i]))
	}
	must.Do(t, w.Close())
	file := filepath.Join(t.TempDir(), "broken.pcapng")
	must.Do(t, os.WriteFile(file, out.Bytes(), 0o644))
	told, shown := 0, 0
	tshark(t, pluginFile(t), file, func(r io.Reader) {
		pdml(t, r, func(p *packet) {
			if p.unreadable {
				told++
			}
			if shown++; p.failed != "" || (p.number-1)%whole == 0 && p.unreadable {
				t.Errorf("packet %d: unreadable %v, %s", p.number, p.unreadable, p.failed)
			}
		})
	}, "-T", "pdml", "-J", "bc")
	if told == 0 || shown != len(list) {
		t.Errorf("%d of %d packets shown, %d unreadable", shown, len(list), told)
	}
}

// TestForgedAnnotations: a frame of somebody else that ends as if it were annotated gets an end that
// says that it is not.
func TestForgedAnnotations(t *testing.T) {
	var s synth.Script
	forged := append([]byte("\x00\x00\x00 not a message"), "\x00\x00\x00\x04"...)
	forged = append(forged, ending(t)...)
	s.Raw(0, netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:53"), forged)
	got := frames(t, exported(t, s.Pcap(synth.Ethernet()), decode.Options{}, wireshark.Options{}))
	if len(got) != 1 || !bytes.HasSuffix(got[0].Data, append(append(forged, 0, 0, 0, 0), ending(t)...)) {
		t.Errorf("%+v", got)
	}
}

// TestNoRoom: a message of which the fields do not fit says so, and the rest of the file is as it was.
func TestNoRoom(t *testing.T) {
	program(t)
	var s synth.Script
	for i, part := range synth.PartsOf(0, synth.Chat(2, strings.Repeat("\x01", 65_000)), 1400) {
		s.Game(time.Duration(i)*time.Second, netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101"), synth.Datagram(2, part))
	}
	path := filepath.Join(t.TempDir(), "long.pcapng")
	must.Do(t, os.WriteFile(path, exported(t, s.Pcap(synth.Ethernet()), decode.Options{}, wireshark.Options{}), 0o644))
	tshark(t, pluginFile(t), path, func(r io.Reader) {
		text, _ := io.ReadAll(r)
		if !strings.Contains(string(text), "no_room") {
			t.Errorf("%s", text)
		}
	}, "-Y", "bc.notes.code == no_room", "-T", "fields", "-e", "bc.notes.code", "-e", "bc.message")
}

// TestLongJoined: a joined message for which its frame has no room comes behind it, whole.
func TestLongJoined(t *testing.T) {
	var s synth.Script
	parts := synth.PartsOf(0, bytes.Repeat([]byte{0xE0}, 150_000), 1400)
	for i, part := range parts {
		s.Game(time.Duration(i)*time.Second, netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101"), synth.Datagram(2, part))
	}
	got := frames(t, exported(t, s.Pcap(synth.Ethernet()), decode.Options{}, wireshark.Options{}))
	if len(got) != len(parts)+1 || got[len(parts)].Link != 252 || !bytes.Contains(got[len(parts)].Data, bytes.Repeat([]byte{0xE0}, 150_000)) {
		t.Errorf("%d frames of %d parts, the last has %d bytes", len(got), len(parts), len(got[len(got)-1].Data))
	}
}

// TestPacketsSay: Wireshark itself shows of a packet without a frame who sent it to whom, which way, in which frame, and
// where it comes from.
func TestPacketsSay(t *testing.T) {
	program(t)
	address := func(a netip.AddrPort) string {
		if a.Addr().IsUnspecified() || !a.IsValid() {
			return "\t0"
		}
		return fmt.Sprintf("%s\t%d", a.Addr(), a.Port())
	}
	way := map[decode.Direction]int{decode.ToServer: 1, decode.ToClient: 2}
	from := map[bool]string{true: "datagrams of a packet_trace.log", false: "messages without a frame"}
	for _, name := range []string{"trace-log.log", "fragments-lost.pcap"} {
		raw := read(t, corpus(name))
		file := filepath.Join(t.TempDir(), "out.pcapng")
		must.Do(t, os.WriteFile(file, exported(t, raw, decode.Options{}, wireshark.Options{}), 0o644))
		said := map[string]bool{}
		for r := range must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t).Records() {
			said[fmt.Sprintf("%d\t%s\t%s\t0x%08x\t%s\n", r.Frame, address(r.Src), address(r.Dst), way[r.Dir], from[r.Parts == nil])] = true
		}
		packets := 0
		tshark(t, pluginFile(t), file, func(r io.Reader) {
			text, _ := io.ReadAll(r)
			for line := range strings.Lines(string(text)) {
				if packets++; !said[line] {
					t.Errorf("%s: no record says %q", name, line)
				}
			}
		}, "-Y", "exported_pdu", "-T", "fields", "-e", "exported_pdu.orig_fno", "-e", "exported_pdu.ipv4_src", "-e", "exported_pdu.src_port",
			"-e", "exported_pdu.ipv4_dst", "-e", "exported_pdu.dst_port", "-e", "frame.packet_flags_direction", "-e", "frame.interface_description")
		if packets == 0 {
			t.Errorf("%s: no packets", name)
		}
	}
}

// TestLongFrame: of a frame that Wireshark would refuse it gets as much as it takes, and that is counted.
func TestLongFrame(t *testing.T) {
	game := synth.Ethernet().Frame(synth.Packet(netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101"), synth.Encipher(synth.Datagram(2, synth.Reliable(0, synth.Chat(2, "hello"))))))
	for name, data := range map[string][]byte{"of anybody": make([]byte, 300<<10), "of the game": append(game, make([]byte, 300<<10-len(game))...)} {
		var raw, out bytes.Buffer
		w := capture.NewPcapngWriter(&raw)
		w.From("", &capture.Info{})
		must.Do(t, errors.Join(w.Write(&capture.Frame{Number: 1, Link: capture.LinkEthernet, Data: data, WireLength: 300 << 10}), w.Close()))
		e := wireshark.NewExporter(&out, wireshark.Options{})
		must.Do(t, errors.Join(e.Export(must.Get(decode.Open("a.pcapng", &raw, decode.Options{}))(t), ""), e.Close()))
		long, bare := e.Cut()
		if got := frames(t, out.Bytes()); len(got) != 1 || len(got[0].Data) != 256<<10 || got[0].WireLength < 300<<10 || long != 1 || bare != 0 || bytes.Contains(out.Bytes(), []byte("hello")) != (name == "of the game") {
			t.Errorf("%s: %d frames, %d cut, %d bare", name, len(got), long, bare)
		}
	}
}
