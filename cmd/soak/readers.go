package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"bcdump/decode"
	"bcdump/report/records"
)

// readers is a capture whose bytes come in dribbles, and whose output somebody takes slowly or
// not at all for a while.
type readers struct {
	name  string
	open  input
	seed  uint64 // of the dribbles
	most  int    // bytes of one of them
	row   int    // before which the consumer stops; beyond the last = it never does
	naps  int    // that it takes on the way
	way   way
	jobs  int
	force bool
}

// way is how records are taken.
type way uint8

const (
	rendered way = iota
	delivered
	iterated
	ways
)

func newReaders(_ *settings, subjects []*subject, chance *rand.Rand) attack {
	s := subjects[chance.IntN(len(subjects))]
	r := &readers{name: s.name, open: bytesOf(s.data)}
	rows := 1 + len(s.data)/100
	if chance.IntN(2) == 0 {
		storm := chooseStorm(chance, 10_000)
		r.name, r.open, rows = storm.about()[0], storm.capture, storm.frames
	}
	r.seed, r.most = chance.Uint64(), 1<<chance.IntN(17)
	r.row, r.naps = chance.IntN(rows), chance.IntN(8)
	r.way, r.jobs, r.force = way(chance.IntN(int(ways))), 1+chance.IntN(4), chance.IntN(8) == 0
	return r
}

func (r *readers) about() []string {
	return []string{r.name, fmt.Sprintf("up to %d bytes at a time, %d workers, way %d, everything is the game %v", r.most, r.jobs, r.way, r.force),
		fmt.Sprintf("the consumer naps %d times and stops before row %d", r.naps, r.row)}
}

func (r *readers) capture() io.Reader { return r.open() }

func (r *readers) options(jobs int) decode.Options {
	v := variant{forced: r.force}
	return v.options(jobs, 0)
}

func (r *readers) check() *finding {
	fast, err := decodeLines(r.open, r.options(1))
	if err != nil {
		return nil // no capture: there is nothing to take
	}
	totals.add(&fast)
	in := &dribble{Reader: r.open(), chance: rand.New(rand.NewPCG(r.seed, 0)), most: r.most, pauses: 4}
	slow := newSlow(r, in)
	two, err := r.take(in, slow)
	if err != nil {
		return found("readers", "%v", err)
	}
	return firstOf(
		func() *finding { return slow.check() },
		func() *finding { return checkSame("readers", "slow readers", &fast, &two) },
	)
}

// take decodes in the way of the case, into JSON Lines.
func (r *readers) take(in io.Reader, out *slow) (d decoded, err error) {
	c, err := decode.Open("soak", in, r.options(r.jobs))
	if err != nil {
		return d, err
	}
	render, line := records.JSONLines(records.JSONOptions{Hex: true})(), []byte(nil)
	one := func(record *decode.Record) error {
		line = render(line[:0], record)
		_, err := out.Write(line)
		return err
	}
	switch r.way {
	case rendered:
		err = c.Render(out, records.JSONLines(records.JSONOptions{Hex: true}))
	case delivered:
		err = c.Deliver(one)
	default:
		for record := range c.Records() {
			if err := one(record); err != nil {
				return d, err
			}
		}
	}
	return decoded{out.lines, c.Summary()}, err
}

// dribble gives bytes a few at a time, sometimes none, and pauses now and then.
type dribble struct {
	io.Reader
	chance *rand.Rand
	most   int
	pauses int  // that are left
	empty  bool // the last read gave nothing
	given  atomic.Int64
}

func (d *dribble) Read(p []byte) (int, error) {
	if d.pauses > 0 && d.chance.IntN(50) == 0 {
		d.pauses--
		time.Sleep(time.Duration(d.chance.IntN(5)) * time.Millisecond)
	}
	if d.empty = !d.empty && d.chance.IntN(50) == 0; d.empty {
		return 0, nil
	}
	n, err := d.Reader.Read(p[:min(len(p), 1+d.chance.IntN(d.most))])
	d.given.Add(int64(n))
	return n, err
}

// slow takes JSON Lines as whoever pages through them: it naps, and stops for a while.
type slow struct {
	*lines
	in    *dribble
	row   int
	naps  int
	ahead int64 // bytes that were read while it stopped
}

func newSlow(r *readers, in *dribble) *slow {
	return &slow{lines: newLines(), in: in, row: r.row, naps: r.naps}
}

func (s *slow) Write(b []byte) (int, error) {
	n, err := s.lines.Write(b)
	if s.naps > 0 {
		s.naps--
		time.Sleep(time.Millisecond)
	}
	if s.lines.count > s.row && s.ahead == 0 {
		s.ahead = max(s.stop(), 1)
	}
	return n, err
}

// Patience of a consumer that has stopped.
const (
	quiet    = 20 * time.Millisecond  // without a read: then all wait for it
	patience = 500 * time.Millisecond // at most
)

// stop waits until nothing is read any more, and counts what was read until then.
func (s *slow) stop() int64 {
	before := s.in.given.Load()
	last, since := before, time.Now()
	for end := since.Add(patience); time.Now().Before(end) && time.Since(since) < quiet; time.Sleep(time.Millisecond) {
		if now := s.in.given.Load(); now != last {
			last, since = now, time.Now()
		}
	}
	return last - before
}

// mostAhead is how many bytes of a capture may be read for whoever does not take the output.
const mostAhead = 4 << 20

func (s *slow) check() *finding {
	if s.ahead > mostAhead {
		return found("readers", "%d bytes were read while nobody took the output", s.ahead)
	}
	return nil
}
