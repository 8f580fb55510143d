package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/klauspost/compress/gzip"

	"bcdump/decode/synth/hostile"
)

// storm is a stream of one or two kinds of traffic that make a program remember. It is never
// whole in memory.
type storm struct {
	kinds   [2]*hostile.Kind // by turns
	frames  int
	member  int // bytes of a gzip member; 0 = not compressed
	variant variant
}

// mostMessages bounds a storm.
const mostMessages = 50_000

func newStorm(_ *settings, _ []*subject, chance *rand.Rand) attack {
	s := chooseStorm(chance, mostMessages)
	if chance.IntN(4) == 0 {
		s.member = (32 << chance.IntN(8)) + s.frames // so that a long one does not have too many
	}
	s.variant = newVariant(chance)
	return s
}

// chooseStorm chooses kinds, and a length: as often short as long.
func chooseStorm(chance *rand.Rand, most int) *storm {
	var s storm
	s.kinds[0] = &hostile.Floods[chance.IntN(len(hostile.Floods))]
	s.kinds[1] = s.kinds[0]
	if chance.IntN(4) == 0 {
		s.kinds[1] = &hostile.Floods[chance.IntN(len(hostile.Floods))]
	}
	most /= max(s.kinds[0].Messages, s.kinds[1].Messages)
	s.frames = 1 + chance.IntN(max(most>>chance.IntN(7), 1))
	return &s
}

func (s *storm) next(w *hostile.Writer, n int) { s.kinds[n%2].Next(w, n) }

func (s *storm) capture() io.Reader {
	var r io.Reader = &hostile.Capture{Next: s.next, Frames: s.frames}
	if s.member > 0 {
		r = &members{from: r, size: s.member}
	}
	return r
}

func (s *storm) times() int64 { return s.variant.times() }

func (s *storm) about() []string {
	name := s.kinds[0].Name
	if s.kinds[0] != s.kinds[1] {
		name += " and " + s.kinds[1].Name
	}
	return []string{"storm of " + name, fmt.Sprintf("%d frames, gzip members of %d bytes, decoded with %+v", s.frames, s.member, s.variant)}
}

func (s *storm) check() *finding {
	one, err := decodeLines(s.capture, s.variant.options(1, 0))
	if err != nil {
		return found("refused", "%v", err)
	}
	totals.add(&one)
	return firstOf(
		func() *finding { return checkOutput(&one) },
		func() *finding { return s.checkWhole(&one) },
		func() *finding { return checkWorkers(s.capture, s.variant, &one) },
		func() *finding { return checkForms(s.capture, s.variant, &one) },
	)
}

// checkWhole: all frames are there, and nothing is called damaged.
func (s *storm) checkWhole(d *decoded) *finding {
	// A kind may write a few frames at a time, and so end a few later.
	const few = 32
	if n := d.summary.Frames; n < int64(s.frames) || n > int64(s.frames)+few {
		return found("frames", "%d frames of %d", n, s.frames)
	}
	if d.summary.DamageCount > 0 {
		return found("damage", "nothing is damaged; told is %v", d.summary.Damage)
	}
	return nil
}

// members makes gzip members of what it reads, each of so many bytes.
type members struct {
	from io.Reader
	size int
	gzip *gzip.Writer
	out  bytes.Buffer
}

func (m *members) Read(p []byte) (int, error) {
	for m.out.Len() == 0 {
		if err := m.next(); err != nil {
			return 0, err
		}
	}
	return m.out.Read(p)
}

func (m *members) next() error {
	plain := make([]byte, m.size)
	n, err := io.ReadAtLeast(m.from, plain, 1)
	if err != nil {
		return err
	}
	if m.gzip == nil {
		m.gzip, _ = gzip.NewWriterLevel(nil, gzip.NoCompression) // a level that there is
	}
	m.gzip.Reset(&m.out)
	if _, err := m.gzip.Write(plain[:n]); err != nil {
		return err
	}
	return m.gzip.Close()
}
