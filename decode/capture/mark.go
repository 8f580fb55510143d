package capture

import (
	"io"
	"maps"
	"slices"
	"unsafe"
)

// Mark is a place between two batches of a capture, from which reading can go on: see [Resume]. It
// shares nothing that changes with the Reader that it is of.
type Mark struct {
	findings findings
	box      container
	base     int64
	rest     int64
	skip     int
	done     bool
}

// Offset is where in the container, decompressed, the bytes begin that Resume is to be given.
func (m *Mark) Offset() int64 { return m.base - int64(m.skip) }

// Ended reports whether nothing follows.
func (m *Mark) Ended() bool { return m.done }

// Memory counts the bytes that the mark alone takes, about.
func (m *Mark) Memory() int {
	n := int(unsafe.Sizeof(*m)) + 128 // the container but for what it shares
	if t, ok := m.box.(*traceLog); ok {
		const peer = 128 // of a map
		n += len(t.peers)*peer + len(t.record.data)
	}
	return n
}

// Mark gives the place behind the frames that were read so far.
func (r *Reader) Mark() Mark {
	m := Mark{findings: r.findings.clone(), base: r.base, rest: r.rest, skip: r.skip, done: r.done}
	if r.box != nil {
		m.box = r.box.clone(nil)
	}
	return m
}

// Resume goes on at a mark: src gives the bytes of the container, decompressed, from the offset of the
// mark on. The frames, their numbers and the damage are those that the Reader of the mark would give. A
// mark can be used many times, by several goroutines too. Of opts only ChunkSize counts.
func Resume(m *Mark, src io.Reader, opts Options) *Reader {
	if opts.ChunkSize <= 0 {
		opts.ChunkSize = DefaultChunkSize
	}
	raw := &rawReader{r: src}
	r := &Reader{findings: m.findings.clone(), raw: raw, src: raw, chunk: opts.ChunkSize, base: m.base, rest: m.rest, skip: m.skip, done: m.done}
	if m.box != nil {
		r.box = m.box.clone(&r.findings)
	}
	return r
}

// Pass lets wrap stand between the container, decompressed, and the Reader from now on, for instance to
// keep what is read. ahead is what was read but not gone through: the bytes from the offset of a Mark on.
func (r *Reader) Pass(wrap func(rest io.Reader) io.Reader) (ahead []byte) {
	r.src = wrap(r.src)
	return slices.Clone(r.carry)
}

// clone leaves out why the input ended: whoever goes on meets that again.
func (f *findings) clone() findings {
	c := *f
	c.damage, c.info.Links = slices.Clip(f.damage), slices.Clip(f.info.Links) // these are only appended to
	c.broke, c.breakOffset = "", 0
	return c
}

func (p *pcap) clone(f *findings) container {
	c := *p
	c.findings = f
	return &c
}

func (p *pcapng) clone(f *findings) container {
	c := *p
	c.findings, c.interfaces = f, slices.Clip(p.interfaces) // these are only appended to
	return &c
}

func (t *traceLog) clone(f *findings) container {
	c := *t
	c.findings, c.peers, c.ends = f, maps.Clone(t.peers), endsTable{}
	c.record.data, c.record.notes = slices.Clone(t.record.data), slices.Clone(t.record.notes)
	c.record.head.way, c.record.head.peer = nil, nil // these were of the line that was read
	return &c
}
