package capture

import (
	"bytes"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// endless gives a head once and then a body again and again, size bytes in all.
type endless struct {
	head, body []byte
	size, at   int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.at >= e.size {
		return 0, io.EOF
	}
	var from []byte
	if e.at < len(e.head) {
		from = e.head[e.at:]
	} else {
		from = e.body[(e.at-len(e.head))%len(e.body):]
	}
	n := copy(b, from[:min(len(from), e.size-e.at)])
	e.at += n
	return n, nil
}

func endlessPcap(size int) *endless {
	p := &pcapFile{}
	p.header()
	head := len(p.content)
	for i := range 2000 {
		p.record(uint32(i), 0, plainFrame(i%120, byte(i)))
	}
	return &endless{head: p.content[:head], body: p.content[head:], size: size}
}

func endlessPcapng(size int) *endless {
	p := &pngFile{}
	p.section(nil)
	p.describe(LinkEthernet, 0)
	head := len(p.content)
	for i := range 2000 {
		p.enhanced(0, uint64(i), plainFrame(i%120, byte(i)))
	}
	return &endless{head: p.content[:head], body: p.content[head:], size: size}
}

// Memory does not grow with the capture, and nothing is allocated per frame.
func TestMemoryStaysFlat(t *testing.T) {
	size := heavy.Scale(20<<20, 200<<20)
	for name, input := range map[string]*endless{"pcap": endlessPcap(size), "pcapng": endlessPcapng(size)} {
		r := must.Get(NewReader(input, Options{}))(t)
		var b Batch
		var d Dissector
		var out Datagram
		var before, after runtime.MemStats
		frames, batches := 0, 0
		for r.Read(&b) == nil {
			for i := range b.Frames {
				if kind := d.Dissect(&b.Frames[i], &out); kind != UDP {
					t.Fatal(kind)
				}
			}
			frames += len(b.Frames)
			if batches++; batches == 10 {
				runtime.ReadMemStats(&before)
			}
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
			t.Errorf("%s: %d frames, %d bytes allocated after the tenth batch", name, frames, grown)
		}
		if allocs := after.Mallocs - before.Mallocs; allocs > 1000 {
			t.Errorf("%s: %d frames, %d allocations after the tenth batch", name, frames, allocs)
		}
	}
}

// What a length field claims is not allocated before it is there.
func TestLengthsAreNotTrusted(t *testing.T) {
	var p pcapFile
	p.recordOf(1, 1, maxData, maxData, make([]byte, 10))
	var g pngFile
	g.section(nil)
	g.content = join(g.content, g.u32(0x777), g.u32(maxSkipped))
	for _, content := range [][]byte{p.content, g.content} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readAll(t, &endless{head: content, size: len(content)}, 4096)
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 256<<10 {
			t.Errorf("%d bytes allocated for a file of %d", grown, len(content))
		}
	}
}

// A pipe that gives a byte at a time makes no buffer grow with each of them.
func TestDribblesAreLinear(t *testing.T) {
	var p pcapFile
	p.header()
	p.record(0, 0, make([]byte, 20_000))
	r := must.Get(NewReader(iotest.OneByteReader(bytes.NewReader(p.content)), Options{}))(t)
	var b Batch
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := r.Read(&b); err != nil || len(b.Frames) != 1 || len(b.Frames[0].Data) != 20_000 {
		t.Fatal(len(b.Frames), err)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("%d bytes allocated for a file of %d", grown, len(p.content))
	}
}

// A search for a block boundary through nothing but candidates that fail late
// must stay linear, whatever the chunk size.
func TestResyncIsLinear(t *testing.T) {
	var g pngFile
	g.section(nil)
	g.describe(LinkEthernet, 0)
	head := len(g.content)
	// Each candidate's trailing length falls on the type of a later candidate.
	pair := join(g.u32(blockStats), g.u32(maxBuffered-4))
	g.content = join(g.content, bytes.Repeat(pair, 8192))
	input := &endless{head: g.content[:head], body: g.content[head:], size: heavy.Scale(10<<20, 40<<20)}
	got := readAll(t, input, 4096)
	if len(got.frames) != 0 || got.count != 1 {
		t.Errorf("%d frames, %d damages", len(got.frames), got.count)
	}
}
