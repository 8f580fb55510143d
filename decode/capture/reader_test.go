package capture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

func samplePcap() *pcapFile {
	p := &pcapFile{snap: 65535}
	for i := range 200 {
		p.record(uint32(i), uint32(i), plainFrame(i%97, byte(i)))
	}
	return p
}

// samples are inputs of every container, sound and damaged.
func samples() map[string][]byte {
	png := pngFile{}
	png.section(nil)
	png.describe(LinkEthernet, 0)
	for i := range 200 {
		png.enhanced(0, uint64(i), plainFrame(i%97, byte(i)))
	}
	damaged := bytes.Clone(png.content)
	damaged[png.starts[50]+4] ^= 0xff
	damaged[png.starts[51]+5] ^= 0x01
	damaged[png.starts[150]+1] ^= 0x01
	pcap := samplePcap().content
	gz := gzipped(pcap)
	zst := zstded(png.content)
	lying := samplePcap()
	lying.recordOf(1, 1, 0xffffffff, 1, pattern(3000, 1))
	lied := gzipped(lying.content)
	flipped := bytes.Clone(gz)
	flipped[len(flipped)/2] ^= 0x40
	return map[string][]byte{
		"pcap":            pcap,
		"pcap cut":        pcap[:len(pcap)-5],
		"pcapng":          png.content,
		"pcapng cut":      png.content[:len(png.content)-5],
		"pcapng damaged":  damaged,
		"gzip":            gz,
		"gzip cut":        gz[:len(gz)*2/3],
		"gzip flipped":    flipped,
		"gzip cut, lying": lied[:len(lied)-200],
		"gzip members":    join(gzipped(pcap[:1000]), gzipped(pcap[1000:])),
		"gzip and more":   join(gz, []byte("garbage behind")),
		"zstd":            zst,
		"zstd cut":        zst[:len(zst)-10],
		"zstd frames":     join(zstded(pcap[:1000]), zstded(pcap[1000:])),
		"gzip in zstd":    zstded(gz),
	}
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

func zstded(b []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithWindowSize(1<<14))
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(b, nil)
}

// The frames and the damage are the same however the bytes come.
func TestReadsAreInvariant(t *testing.T) {
	for name, data := range samples() {
		t.Run(name, func(t *testing.T) {
			want := readAll(t, bytes.NewReader(data), 0)
			if want.err != nil || len(want.frames) == 0 {
				t.Fatalf("%d frames, %v", len(want.frames), want.err)
			}
			for _, chunk := range heavy.Scale([]int{7, 4097}, []int{1, 7, 4096, 4097, 256 << 10}) {
				same(t, fmt.Sprint("chunk ", chunk), want, readAll(t, bytes.NewReader(data), chunk))
				same(t, "one byte", want, readAll(t, iotest.OneByteReader(bytes.NewReader(data)), chunk))
				same(t, "half", want, readAll(t, iotest.HalfReader(bytes.NewReader(data)), chunk))
				same(t, "data and error", want, readAll(t, iotest.DataErrReader(bytes.NewReader(data)), chunk))
			}
		})
	}
}

func TestCompressionIsTransparent(t *testing.T) {
	all := samples()
	plain := readAll(t, bytes.NewReader(all["pcap"]), 0)
	for name, compression := range map[string]string{
		"gzip": "gzip", "gzip members": "gzip", "zstd frames": "zstd", "gzip in zstd": "zstd+gzip",
	} {
		got := readAll(t, bytes.NewReader(all[name]), 0)
		same(t, name, plain, got)
		if got.info.Compression != compression || got.info.Format != "pcap" {
			t.Errorf("%s: info %+v", name, got.info)
		}
	}
	same(t, "zstd", readAll(t, bytes.NewReader(all["pcapng"]), 0), readAll(t, bytes.NewReader(all["zstd"]), 0))
	skippable := join([]byte{0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4}, zstded(all["pcap"]))
	same(t, "skippable frame", plain, readAll(t, bytes.NewReader(skippable), 0))
}

// A compressed stream cut anywhere gives the frames before the cut and damage.
func TestCompressedCut(t *testing.T) {
	pcap := samplePcap().content[:6000]
	whole := readAll(t, bytes.NewReader(pcap), 0)
	for name, data := range map[string][]byte{"gzip": gzipped(pcap), "zstd": zstded(pcap)} {
		for n := magicLength; n < len(data); n++ {
			got := readAll(t, bytes.NewReader(data[:n]), 4096)
			if got.err != nil {
				if !errors.Is(got.err, ErrNotCapture) || !strings.Contains(got.err.Error(), name) {
					t.Fatalf("%s cut to %d: %v", name, n, got.err)
				}
				continue
			}
			if len(got.damage) != 1 || got.damage[0].Frame != int64(len(got.frames)) || !strings.Contains(got.damage[0].Text, name+" stream is broken") {
				t.Fatalf("%s cut to %d: damage %v", name, n, got.damage)
			}
			same(t, name, reading{frames: whole.frames[:len(got.frames)]}, reading{frames: got.frames})
		}
	}
}

func TestZstdWindowIsBounded(t *testing.T) {
	// A frame header that asks for a window of 1 GiB, then a raw block.
	data := join([]byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3}, []byte{0x01 | 8<<3, 0, 0}, make([]byte, 8))
	_, err := NewReader(bytes.NewReader(data), Options{})
	if !errors.Is(err, ErrNotCapture) || !strings.Contains(err.Error(), "window") {
		t.Errorf("%v", err)
	}
}

// A stream longer than the window must not hit the limit: 70 records of a MiB of
// zeros, written as raw blocks for the headers and repeat blocks for the zeros.
func TestZstdLargerThanWindow(t *testing.T) {
	const run, raw, repeat = 128 << 10, 0, 1
	block := func(kind, size int, content []byte) []byte {
		head := kind<<1 | size<<3
		return join([]byte{byte(head), byte(head >> 8), byte(head >> 16)}, content)
	}
	var p pcapFile
	p.header()
	stream := join([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3}, block(raw, len(p.content), p.content))
	for range 70 {
		at := len(p.content)
		p.recordOf(1, 1, maxData, maxData, nil)
		stream = join(stream, block(raw, 16, p.content[at:]), bytes.Repeat(block(repeat, run, []byte{0}), maxData/run))
	}
	stream = join(stream, []byte{1, 0, 0}) // empty last block
	got := readAll(t, bytes.NewReader(stream), 0)
	if got.err != nil || len(got.frames) != 70 || len(got.damage) != 0 {
		t.Errorf("%v, %d frames, %v", got.err, len(got.frames), got.damage)
	}
}

func TestNotACapture(t *testing.T) {
	pcap := samplePcap().content
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "an empty file"},
		{"one byte", []byte{0xd4}, "a file of 1 bytes"},
		{"text", []byte("hello, world"), `"hell"`},
		{"binary", []byte{0x7f, 'E', 'L', 'F', 2}, "7f 45 4c 46"},
		{"gzip of nothing", gzipped(nil), "gzip stream of 0 bytes"},
		{"gzip of text", gzipped([]byte("hello")), `"hell"`},
		{"gzip broken at once", []byte{0x1f, 0x8b, 8, 0}, "gzip stream that cannot be read"},
		{"zstd broken at once", []byte{0x28, 0xb5, 0x2f, 0xfd}, "zstd stream that is broken"},
		{"three times compressed", gzipped(gzipped(gzipped(pcap))), "more than twice"},
		{"section header without byte order", []byte{0x0a, 0x0d, 0x0d, 0x0a, 28, 0, 0, 0, 1, 2, 3, 4}, "01 02 03 04"},
	}
	for _, test := range tests {
		_, err := NewReader(bytes.NewReader(test.data), Options{})
		var typed *NotCaptureError
		if !errors.Is(err, ErrNotCapture) || !errors.As(err, &typed) {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "expected pcap or pcapng") {
			t.Errorf("%s: %v, expected %q in it", test.name, err, test.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	if _, err := NewReader(iotest.ErrReader(broken), Options{}); !errors.Is(err, broken) || errors.Is(err, ErrNotCapture) {
		t.Errorf("%v", err)
	}
	p := samplePcap()
	for _, n := range []int{10, 24, p.starts[7], p.starts[7] + 3} {
		input := io.MultiReader(bytes.NewReader(p.content[:n]), iotest.ErrReader(broken))
		got := readAll(t, input, 0)
		if len(got.damage) != 1 || !strings.Contains(got.damage[0].Text, "disk on fire") || (n > 24) != (len(got.frames) == 7) {
			t.Errorf("%d: %d frames, %v", n, len(got.frames), got.damage)
		}
	}
	got := readAll(t, io.MultiReader(bytes.NewReader(p.content[:24]), stuck{}), 0)
	if len(got.damage) != 1 || !strings.Contains(got.damage[0].Text, io.ErrNoProgress.Error()) {
		t.Errorf("%v", got.damage)
	}
	if _, err := NewReader(liar{}, Options{}); !errors.Is(err, errBadCount) {
		t.Errorf("%v", err)
	}
}

// stuck returns neither bytes nor an error.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// liar claims more bytes than it was asked for.
type liar struct{}

func (liar) Read(b []byte) (int, error) { return len(b) + 1, nil }

// A pipe that grows slowly shows each frame when it is there, through
// compression too.
func TestSlowPipe(t *testing.T) {
	gz := func(w io.Writer) flusher { return gzip.NewWriter(w) }
	zst := func(w io.Writer) flusher {
		e, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err)
		}
		return e
	}
	plain := func(w io.Writer) flusher { return unbuffered{w} }
	frame := plainFrame(20, 1)
	for name, wrap := range map[string]func(io.Writer) flusher{"plain": plain, "gzip": gz, "zstd": zst} {
		t.Run(name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = r.Close() }()
			defer func() { _ = w.Close() }()
			if err := r.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Skip(err)
			}
			out := wrap(w)
			var p pcapFile
			p.header()
			send(t, out, p.content)
			var reader *Reader
			var b Batch
			for i := range 5 {
				at := len(p.content)
				p.record(1, 1, frame)
				p.record(1, 1, frame)
				send(t, out, p.content[at:])
				if i == 0 {
					reader = must.Get(NewReader(r, Options{}))(t)
				}
				for reader.Frames() < int64(2*i+2) {
					if err := reader.Read(&b); err != nil {
						t.Fatal(err, reader.Damage())
					}
				}
			}
		})
	}
}

type flusher interface {
	io.Writer
	Flush() error
}

type unbuffered struct{ io.Writer }

func (unbuffered) Flush() error { return nil }

func send(t *testing.T, w flusher, b []byte) {
	t.Helper()
	must.Get(w.Write(b))(t)
	must.Do(t, w.Flush())
}

func TestBytesRead(t *testing.T) {
	p := samplePcap()
	r := must.Get(NewReader(bytes.NewReader(gzipped(p.content)), Options{}))(t)
	var b Batch
	for r.Read(&b) == nil {
	}
	if got, want := r.BytesRead(), int64(len(gzipped(p.content))); got != want {
		t.Errorf("%d bytes read, expected %d", got, want)
	}
}
