package decode_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// packetsOf writes the packets of a capture of the corpus.
func packetsOf(t *testing.T, name, expression string, deciphered bool, o decode.Options) []byte {
	t.Helper()
	if expression != "" {
		o.Filter = compile(t, expression)
	}
	c := must.Get(decode.OpenFile(filepath.Join("..", "testdata", "pcaps", name), o))(t)
	defer func() { _ = c.Close() }()
	var out bytes.Buffer
	w := capture.NewPcapngWriter(&out)
	if missing, err := c.Packets(w, deciphered); err != nil || missing != 0 {
		t.Fatal(name, missing, err)
	}
	must.Do(t, w.Close())
	return out.Bytes()
}

func compile(t *testing.T, expression string) *decode.Filter {
	t.Helper()
	return must.Get(decode.NewFilter(expression))(t)
}

// messagesOf gives the messages that a filter keeps, without what depends on others: frame
// numbers, and what earlier messages tell.
func messagesOf(t *testing.T, data []byte, expression string) (lines []string) {
	t.Helper()
	c := must.Get(decode.Open("", bytes.NewReader(data), decode.Options{Filter: compile(t, expression)}))(t)
	for r := range c.Records() {
		lines = append(lines, fmt.Sprint(string(r.Time.AppendRFC3339(nil, int(r.Digits))), r.Src, r.Dst, r.Name(), r.Length(), len(r.Frames()), r.Payload))
	}
	return lines
}

// TestPacketsAgain reads written packets again, with the same filter.
func TestPacketsAgain(t *testing.T) {
	seen := map[string]int{}
	for _, name := range []string{
		"session-small.pcap", "fragments-interleaved.pcap", "fragments-out-of-order.pcap", "fragments-repeated.pcap", "stock-fragments.pcap",
		"ipv4-fragments.pcap", "ipv6-fragments.pcap", "entity-state-fragments.pcap", "sll2.pcap", "nanoseconds.pcap", "ng-sections.pcapng", "ng-resolutions.pcapng", "snapped.pcap",
	} {
		data := corpusFile(t, name)
		for _, expression := range []string{`name == "Chat"`, "frames", "opcode", "peer == 2"} {
			packets := packetsOf(t, name, expression, false, decode.Options{Jobs: 1})
			if parallel := packetsOf(t, name, expression, false, decode.Options{Jobs: 3, ChunkSize: 2000}); !bytes.Equal(packets, parallel) {
				t.Errorf("%s, %s: other packets with more workers", name, expression)
			}
			got, want := messagesOf(t, packets, expression), messagesOf(t, data, expression)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %d messages, want %d", name, expression, len(got), len(want))
			}
			seen[expression] += len(got)
			if expression == "frames" { // fragments alone do not say that they are plaintext
				continue
			}
			plain := packetsOf(t, name, expression, true, decode.Options{Jobs: 3, ChunkSize: 2000})
			if got := messagesOf(t, plain, expression); !slices.Equal(got, want) {
				t.Errorf("%s, %s, deciphered: %d messages, want %d", name, expression, len(got), len(want))
			}
		}
	}
	if seen["frames"] < 9 || seen["opcode"] < 1000 {
		t.Errorf("only %v messages", seen)
	}
}

func corpusFile(t *testing.T, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join("..", "testdata", "pcaps", name)))(t)
}

// TestAllPackets: without a filter, the lines of what is written are those of the capture.
func TestAllPackets(t *testing.T) {
	lines := func(data []byte) string {
		c := must.Get(decode.Open("", bytes.NewReader(data), decode.Options{}))(t)
		var out bytes.Buffer
		must.Do(t, c.Render(&out, records.JSONLines(records.JSONOptions{Hex: true})))
		return out.String()
	}
	for _, name := range []string{"session-small.pcap", "nanoseconds.pcap", "sll2.pcap", "ng-resolutions.pcapng", "snapped.pcap", "entity-state.pcap"} {
		if got := lines(packetsOf(t, name, "", false, decode.Options{})); got != lines(corpusFile(t, name)) {
			t.Errorf("%s: other lines", name)
		}
	}
}

// TestDeciphered compares packets in plaintext with the packets as captured.
func TestDeciphered(t *testing.T) {
	changed := 0
	for _, name := range []string{"session-small.pcap", "ipv4-fragments.pcap", "ipv6-fragments.pcap", "ipv6-extensions.pcap", "snapped.pcap", "mixed-protocols.pcap", "vlan-triple.pcap"} {
		captured, plain := datagramsOf(t, packetsOf(t, name, "", false, decode.Options{})), datagramsOf(t, packetsOf(t, name, "", true, decode.Options{}))
		if len(captured) != len(plain) || len(plain) == 0 {
			t.Fatal(name, len(captured), len(plain))
		}
		for i, d := range plain {
			want := captured[i]
			if d.game {
				t.Error(name, "still enciphered")
			}
			if want.game {
				changed++
				cipher.Decipher(want.payload, want.payload)
			}
			if !bytes.Equal(d.payload, want.payload) || d.frame != want.frame || d.length != want.length {
				t.Errorf("%s, datagram %d: %x, want %x", name, i, d.payload, want.payload)
			}
			if want.game && d.sum != nil && !bytes.Equal(d.sum, want.right()) {
				t.Errorf("%s, datagram %d: checksum %x, want %x", name, i, d.sum, want.right())
			}
		}
	}
	if changed < 100 {
		t.Errorf("only %d datagrams were enciphered", changed)
	}
}

// udp is one datagram of a written capture.
type udp struct {
	capture.Ends
	frame   int64
	length  int
	payload []byte
	sum     []byte // nil if there is none
	game    bool
}

// right is the right checksum.
func (u *udp) right() []byte {
	return synth.UDP{From: u.Src, To: u.Dst}.Datagram(u.payload)[6:8]
}

func datagramsOf(t *testing.T, data []byte) (all []udp) {
	t.Helper()
	games := map[int64]bool{}
	for r := range must.Get(decode.Open("", bytes.NewReader(data), decode.Options{}))(t).Records() {
		games[r.Frame] = games[r.Frame] || r.Proto == decode.BC && !r.InClear()
	}
	reader := must.Get(capture.NewReader(bytes.NewReader(data), capture.Options{}))(t)
	var b capture.Batch
	var dissector capture.Dissector
	joiner := capture.NewDefragmenter()
	for reader.Read(&b) != io.EOF {
		for i := range b.Frames {
			f := &b.Frames[i]
			var d capture.Datagram
			kind := dissector.Dissect(f, &d)
			whole := f.Data
			if kind == capture.Fragment {
				part := dissector.Fragment()
				if kind = joiner.Join(f, &part, &d); kind == capture.UDP {
					whole = d.FromFragments.Payload
				}
			}
			if kind != capture.UDP {
				continue
			}
			u := udp{Ends: *d.Ends, frame: d.Frame, length: d.Length(), payload: bytes.Clone(d.Payload), game: games[f.Number]}
			if sum := whole[d.HeaderBytes-2 : d.HeaderBytes]; sum[0]|sum[1] != 0 {
				u.sum = bytes.Clone(sum)
			}
			all = append(all, u)
		}
	}
	return all
}

// TestNoPackets: a text log has none, and says so.
func TestNoPackets(t *testing.T) {
	c := must.Get(decode.OpenFile("../testdata/pcaps/trace-log.log", decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	if _, err := c.Packets(capture.NewPcapWriter(io.Discard), false); !errors.Is(err, decode.ErrNoFrames) {
		t.Error(err)
	}
}

// TestLateFragments: a part waits while what comes behind it fits into the memory for that, and
// so do IP fragments, but not for ever.
func TestLateFragments(t *testing.T) {
	text := chat(2, "in two parts")
	filler := bytes.Repeat([]byte{0}, 1400)
	for _, c := range []struct {
		between         int
		frames, missing int64
	}{{10, 12, 0}, {7000, 7001, 1}} {
		f := newFile().game(client, host, 2, part(5, 0, 2, text[:10]))
		for range c.between {
			f.udp(other, master, filler)
		}
		f.game(client, host, 2, part(5, 1, 2, text[10:]))
		var out bytes.Buffer
		w := capture.NewPcapWriter(&out)
		missing, err := open(t, f.data, decode.Options{Filter: compile(t, `frames || proto == "unknown"`)}).Packets(w, false)
		if err != nil || missing != c.missing || w.Close() != nil {
			t.Error(missing, err)
		}
		if got := numbersOf(t, out.Bytes()); got != c.frames {
			t.Errorf("%d frames with %d between the parts, want %d", got, c.between, c.frames)
		}
	}
	// The first IP fragment of a datagram that stays incomplete holds up nothing after 30 seconds.
	f := newFile().fragments(client, host, datagram(2, data(1, chat(2, "cut"))), 24)
	f = newFile().frame(f.data[24+16 : 24+16+58]) // of the first
	f.game(client, host, 2, data(7, text))
	f.frames += 40_000
	f.game(client, host, 2, data(8, text))
	w := &listing{}
	must.Get(open(t, f.data, decode.Options{Jobs: 1, ChunkSize: 1}).Packets(w, false))(t)
	if got := fmt.Sprint(w.events); got != "[flush flush 2 3 flush flush flush]" {
		t.Error(got)
	}
}

// listing is a writer that remembers what it was told.
type listing struct{ events []string }

func (l *listing) Write(f *capture.Frame) error {
	l.events = append(l.events, fmt.Sprint(f.Number))
	return nil
}

func (l *listing) Flush() error {
	l.events = append(l.events, "flush")
	return nil
}

func numbersOf(t *testing.T, data []byte) int64 {
	t.Helper()
	c := open(t, data, decode.Options{})
	for range c.Records() {
		continue
	}
	return c.Summary().Frames
}

// TestDensePackets: datagrams of many messages give all their packets, although the messages of a batch come in
// pieces.
func TestDensePackets(t *testing.T) {
	client, host := netip.MustParseAddrPort("10.0.0.2:1024"), netip.MustParseAddrPort("10.0.0.1:22101")
	s := synth.Script{}
	const datagrams = 60
	for i := range datagrams {
		s.Game(time.Duration(i)*time.Millisecond, client, host, synth.Datagram(2, slices.Repeat([][]byte{synth.AckHigh(1)}, 255)...))
	}
	raw := s.Pcap(synth.Ethernet())
	c := must.Get(decode.Open("dense.pcap", bytes.NewReader(raw), decode.Options{}))(t)
	var out bytes.Buffer
	w := capture.NewPcapWriter(&out)
	if missing, err := c.Packets(w, false); err != nil || missing != 0 {
		t.Fatal(missing, err)
	}
	if err := w.Close(); err != nil || out.Len() != len(raw) {
		t.Errorf("%d bytes of %d, %v", out.Len(), len(raw), err)
	}
}
