package capture

import (
	"bytes"
	"io"
	"net/netip"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reading is all that a Reader says about an input.
type reading struct {
	frames []Frame
	logged []Logged
	damage []Damage
	count  int64
	info   Info
	err    error // of NewReader
}

// readAll reads r to its end. Frames get data of their own.
func readAll(t testing.TB, r io.Reader, chunk int) reading {
	t.Helper()
	reader, err := NewReader(r, Options{ChunkSize: chunk})
	if err != nil {
		return reading{err: err}
	}
	return readRest(t, reader, func() {})
}

// readRest reads what a Reader has not given yet; border is called before each batch.
func readRest(t testing.TB, reader *Reader, border func()) reading {
	t.Helper()
	var got reading
	var b Batch
	before := reader.Frames()
	for {
		border()
		err := reader.Read(&b)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("Read: %v, expected no error but io.EOF", err)
		}
		if b.Empty() {
			t.Fatal("Read without error and without frames")
		}
		for _, l := range b.Logged {
			l.Payload = bytes.Clone(l.Payload)
			got.logged = append(got.logged, l)
		}
		for _, f := range b.Frames {
			f.Data = bytes.Clone(f.Data)
			got.frames = append(got.frames, f)
		}
	}
	if !b.Empty() {
		t.Fatalf("io.EOF with %d frames, %d logged", len(b.Frames), len(b.Logged))
	}
	if err := reader.Read(&b); err != io.EOF {
		t.Fatalf("Read after io.EOF: %v", err)
	}
	if n := len(got.frames) + len(got.logged); reader.Frames()-before != int64(n) {
		t.Fatalf("Frames() = %d, delivered %d", reader.Frames(), n)
	}
	got.damage, got.count, got.info = reader.Damage(), reader.DamageCount(), reader.Info()
	return got
}

// same compares two readings of the same bytes.
func same(t testing.TB, label string, a, b reading) {
	t.Helper()
	if (a.err == nil) != (b.err == nil) || a.err != nil && a.err.Error() != b.err.Error() {
		t.Fatalf("%s: errors differ: %v / %v", label, a.err, b.err)
	}
	if len(a.frames) != len(b.frames) {
		t.Fatalf("%s: %d frames / %d frames", label, len(a.frames), len(b.frames))
	}
	for i := range a.frames {
		f, g := a.frames[i], b.frames[i]
		if !bytes.Equal(f.Data, g.Data) {
			t.Fatalf("%s: data of frame %d differs", label, i+1)
		}
		f.Data, g.Data = nil, nil
		if f.Number != g.Number || f.Time != g.Time || f.Digits != g.Digits || f.Link != g.Link ||
			f.WireLength != g.WireLength || f.Offset != g.Offset || !reflect.DeepEqual(f.Interface, g.Interface) {
			t.Fatalf("%s: frame %d differs:\n%+v\n%+v", label, i+1, f, g)
		}
	}
	if diff := cmp.Diff(a.logged, b.logged, cmp.Comparer(func(x, y netip.AddrPort) bool { return x == y })); diff != "" {
		t.Fatalf("%s: logged datagrams differ: %s", label, diff)
	}
	if a.count != b.count || len(a.damage) != len(b.damage) {
		t.Fatalf("%s: damage differs:\n%v\n%v", label, a.damage, b.damage)
	}
	for i := range a.damage {
		if a.damage[i] != b.damage[i] {
			t.Fatalf("%s: damage differs:\n%v\n%v", label, a.damage[i], b.damage[i])
		}
	}
}

// frameOf wraps bytes as a frame captured whole.
func frameOf(link uint16, data []byte) *Frame {
	return &Frame{Number: 1, Link: link, Data: data, WireLength: uint32(len(data)), Digits: 6}
}

// ledger checks that every byte of a UDP frame has an owner.
func ledger(t testing.TB, f *Frame, d *Datagram) {
	t.Helper()
	if d.HeaderBytes < 8 || d.Padding < 0 || int(d.HeaderBytes+d.Padding)+len(d.Payload) != len(f.Data) {
		t.Fatalf("frame of %d bytes: %d header + %d payload + %d padding", len(f.Data), d.HeaderBytes, len(d.Payload), d.Padding)
	}
	if d.Missing < 0 || int(d.Missing) != d.Length()-len(d.Payload) {
		t.Fatalf("length %d, present %d, missing %d", d.Length(), len(d.Payload), d.Missing)
	}
}

// Frames is how many frames have been delivered so far.
func (r *Reader) Frames() int64 { return r.frames }
