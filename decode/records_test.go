package decode_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// TestClone shows that a clone says the same as its record did, when the record is
// long gone, and that a clone of a clone does too.
func TestClone(t *testing.T) {
	var want []string
	var clones []*decode.Record
	line := func(_ []byte, r *decode.Record) []byte {
		return records.AppendJSON([]byte(r.Client), r, records.JSONOptions{Hex: true})
	}
	for r := range open(t, mixed().data, decode.Options{ChunkSize: 100}).Records() {
		want = append(want, string(line(nil, r)))
		clones = append(clones, r.Clone())
	}
	for i, c := range clones {
		for _, r := range []*decode.Record{c, c.Clone()} {
			if got := string(line(nil, r)); got != want[i] {
				t.Errorf("clone says  %s\nrecord said %s", got, want[i])
			}
		}
	}
}

// TestStopEarly reads one record and no more: nothing is left running.
func TestStopEarly(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, name := range []string{"session-small.pcap", "gzip.pcap.gz", "zstd.pcap.zst"} {
		for range 5 {
			c := must.Get(decode.OpenFile("../testdata/pcaps/"+name, decode.Options{Jobs: 3}))(t)
			for range c.Records() {
				break
			}
			must.Do(t, c.Close())
		}
	}
	noMoreGoroutines(t, before)
}

// noMoreGoroutines waits until no more goroutines run than before.
func noMoreGoroutines(t *testing.T, before int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestLayout shows that each byte of each record has exactly one owner, and that the
// layout shows the bytes that are in the datagram.
func TestLayout(t *testing.T) {
	coverage(t, mixed().data, decode.Options{})
}

func coverage(t *testing.T, raw []byte, o decode.Options) {
	t.Helper()
	plain := plainDatagrams(t, raw)
	for r := range open(t, raw, o).Records() {
		if r.InClear() {
			plain[r.Frame] = r.Datagram.Payload
		}
		want := r.Payload
		if header := int(r.Header.Header); r.Proto == decode.BC && !r.Unread && r.Frames() == nil {
			want = plain[r.Frame][r.Offset:]
			want = want[:header+len(r.Payload)]
		}
		var got []byte
		for _, o := range r.Layout() {
			if o.Length != len(o.Bytes) {
				t.Fatalf("frame %d: %s has %d bytes, not %d", r.Frame, o.Path, len(o.Bytes), o.Length)
			}
			if o.Length > 0 && o.Offset != len(got) {
				t.Fatalf("frame %d, %s: %s at %d, not %d", r.Frame, brief(r), o.Path, o.Offset, len(got))
			}
			got = append(got, o.Bytes...)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("frame %d, %s: layout owns\n%x, not\n%x", r.Frame, brief(r), got, want)
		}
		if there := atPlaces(r, plain, len(got)); !r.Lost() && r.Proto == decode.BC && !bytes.Equal(got, there) {
			t.Fatalf("frame %d, %s: at its places are\n%x, not\n%x", r.Frame, brief(r), there, got)
		}
	}
}

// atPlaces gives the bytes of the datagrams where a record says that its bytes lie, n at most.
func atPlaces(r *decode.Record, plain map[int64][]byte, n int) (there []byte) {
	for _, p := range r.Places() {
		datagram := plain[p.Frame]
		there = append(there, datagram[min(int(p.Offset), len(datagram)):min(int(p.Offset+p.Length), len(datagram))]...)
	}
	return there[:min(n, len(there))]
}

// TestPlacesInFrames: the offsets of a datagram within its frame, as Wireshark counts them, and the
// two bytes that begin it.
func TestPlacesInFrames(t *testing.T) {
	raw := must.Get(os.ReadFile(filepath.Join("..", "testdata", "pcaps", "stock-fragments.pcap")))(t)
	const ethernet, ip, udp = 14, 20, 8
	plain, joined := plainDatagrams(t, raw), 0
	for r := range open(t, raw, decode.Options{}).Records() {
		if r.Joined() {
			joined++
		}
		for _, p := range r.Places() {
			if p.Envelope != ethernet+ip+udp {
				t.Errorf("frame %d: the datagram begins at %d", p.Frame, p.Envelope)
			}
		}
		for i, o := range r.DatagramHeader() {
			if o.Offset != i || o.Bytes[0] != plain[r.Frame][i] {
				t.Errorf("frame %d: byte %d is %x", r.Frame, o.Offset, o.Bytes)
			}
		}
	}
	if joined == 0 {
		t.Error("no message was joined")
	}
}

// plainDatagrams deciphers the datagrams of a capture by frame, in its own way.
func plainDatagrams(t testing.TB, raw []byte) map[int64][]byte {
	t.Helper()
	r := must.Get(capture.NewReader(bytes.NewReader(raw), capture.Options{}))(t)
	plain := map[int64][]byte{}
	joiner := capture.NewDefragmenter()
	var b capture.Batch
	var dissector capture.Dissector
	for r.Read(&b) == nil {
		for i := range b.Frames {
			var d capture.Datagram
			kind := dissector.Dissect(&b.Frames[i], &d)
			if kind == capture.Fragment {
				fragment := dissector.Fragment()
				kind = joiner.Join(&b.Frames[i], &fragment, &d)
			}
			if kind == capture.UDP {
				plain[d.Frame] = make([]byte, len(d.Payload))
				cipher.PlainDecipher(plain[d.Frame], d.Payload)
			}
		}
	}
	return plain
}

// TestHeaderOnly lays out messages that have no payload, or of which the capture has
// nothing but the header.
func TestHeaderOnly(t *testing.T) {
	whole := packet(client, host, datagram(2, data(1, chat(2, "hello"))))
	f := newFile().game(client, host, 2, strong).game(client, host, 2, data(7, nil), keepalive).
		snapped(whole, 42+transport.DatagramHeader+5)
	coverage(t, f.data, decode.Options{})
}

func TestLayoutOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 2<<20) {
		t.Run(name, func(t *testing.T) { coverage(t, raw, decode.Options{}) })
	}
}
