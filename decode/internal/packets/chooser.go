package packets

import (
	"bytes"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/bounded"
	"bcdump/decode/record"
)

// Chooser chooses from the frames of one capture.
type Chooser struct {
	take    func(*capture.Frame) error
	plain   bool                // game datagrams come in plaintext
	current map[int64]*datagram // by the number of a frame of the batch that is under way, or of one behind it
	walked  int64               // the last frame that was looked at
	waiting []waiting           // in order
	bytes   int                 // that wait
	givenUp *bounded.Map[int64, bool]
	missing int64
	editor  Editor
}

// datagram is what is known of one UDP datagram, which may lie in several frames.
type datagram struct {
	wanted bool
	open   int               // parts of messages in it that may still become whole
	game   bool              // its payload is enciphered
	joined *capture.Datagram // nil for a datagram in one frame, and if nobody asks for plaintext
	text   []byte            // of joined: what the IP fragments held, in plaintext; nil = not made yet
}

// waiting is a frame that cannot be decided, or that comes behind one.
type waiting struct {
	capture.Frame
	datagram *datagram // nil: an IP fragment of a datagram that is not whole yet
}

const (
	// mostBytes is how many bytes of frames wait at most.
	mostBytes = 8 << 20
	// frameOverhead is what the bookkeeping of a frame is counted as.
	frameOverhead = 256
	// mostGivenUp is how many frames that waited in vain are remembered, to tell that one is missing.
	mostGivenUp = 4096
	// fragmentTime is how long, by capture time, IP fragments are joined.
	fragmentTime = 30 * time.Second
)

// New gives a Chooser that gives frames to take, whose error ends the run. The frame is valid
// until take returns. plaintext says that game datagrams are deciphered.
func New(plaintext bool, take func(*capture.Frame) error) *Chooser {
	return &Chooser{take: take, plain: plaintext, current: map[int64]*datagram{}, givenUp: bounded.New[int64, bool](mostGivenUp)}
}

// Missing counts frames that lack, because their message became whole too late.
func (c *Chooser) Missing() int64 { return c.missing }

// Record takes the next record; kept is what the filter says of it.
func (c *Chooser) Record(r *record.Record, kept bool) {
	if r.Parts != nil {
		c.settle(r, kept)
		if r.Lost() {
			return
		}
	}
	d := c.datagramOf(r)
	d.wanted = d.wanted || kept
	d.game = d.game || r.Proto == record.BC
	if r.Part() && r.Copy == 0 && r.Parts == nil {
		d.open++
	}
}

// settle tells the datagrams of the parts of a message whether the message is kept.
func (c *Chooser) settle(r *record.Record, kept bool) {
	for _, number := range r.Parts.Frames {
		d := c.find(number)
		if d == nil {
			if _, gone := c.givenUp.Get(number); gone && kept {
				c.missing++
			}
			continue
		}
		d.open--
		d.wanted = d.wanted || kept
	}
}

// find gives the datagram that a frame completed, if it is not decided yet.
func (c *Chooser) find(number int64) *datagram {
	if number > c.walked {
		return c.current[number]
	}
	if at, ok := c.place(number); ok {
		return c.waiting[at].datagram
	}
	return nil
}

// place says where a frame waits.
func (c *Chooser) place(number int64) (at int, ok bool) {
	return slices.BinarySearchFunc(c.waiting, number, func(w waiting, number int64) int { return int(w.Number - number) })
}

// datagramOf finds or makes the datagram of a record.
func (c *Chooser) datagramOf(r *record.Record) *datagram {
	if d := c.find(r.Frame); d != nil {
		return d
	}
	d := &datagram{}
	if r.FromFragments == nil {
		c.current[r.Frame] = d
		return d
	}
	if c.plain {
		d.joined = new(capture.Datagram)
		*d.joined = *r.Datagram // its payload is memory of its own
	}
	for _, number := range r.FromFragments.Frames {
		if number > c.walked {
			c.current[number] = d
		} else if at, ok := c.place(number); ok {
			c.waiting[at].datagram = d
		}
	}
	return d
}

// Frames takes the frames of a batch, of which all records were taken.
func (c *Chooser) Frames(b *batch.Batch) error {
	items := b.Items
	for i := range b.Frames.Frames {
		f := &b.Frames.Frames[i]
		for len(items) > 0 && items[0].Datagram.Frame < f.Number {
			items = items[1:]
		}
		part := len(items) > 0 && items[0].Datagram.Frame == f.Number && items[0].Fragment != nil
		if err := c.frame(f, part); err != nil {
			return err
		}
	}
	clear(c.current)
	return nil
}

// frame takes the next frame; part says that it is an IP fragment that completes nothing.
func (c *Chooser) frame(f *capture.Frame, part bool) error {
	d := c.current[f.Number]
	c.walked = f.Number
	undecided := d == nil && part || d != nil && !d.wanted && d.open > 0
	switch {
	case len(c.waiting) == 0 && d != nil && d.wanted:
		return c.give(f, d)
	case undecided || d != nil && d.wanted:
		c.wait(f, d)
	}
	return c.release(f.Time)
}

// wait keeps a copy of a frame: the memory of its batch is used again.
func (c *Chooser) wait(f *capture.Frame, d *datagram) {
	w := waiting{*f, d}
	w.Data = bytes.Clone(f.Data)
	c.waiting = append(c.waiting, w)
	c.bytes += len(w.Data) + frameOverhead
}

// release gives the frames that are decided, up to the first that is not.
func (c *Chooser) release(now capture.Time) error {
	for len(c.waiting) > 0 {
		w := &c.waiting[0]
		switch d := w.datagram; {
		case d != nil && d.wanted:
			if err := c.give(&w.Frame, d); err != nil {
				return err
			}
		case d != nil && d.open <= 0, d == nil && tooOld(w.Time, now):
		case c.bytes > mostBytes:
			c.givenUp.Put(w.Number, true)
		default:
			return nil
		}
		c.bytes -= len(w.Data) + frameOverhead
		*w = waiting{} // the list is as long as what waits, and moves on
		c.waiting = c.waiting[1:]
	}
	return nil
}

// tooOld reports whether an IP fragment waits for longer than fragments are joined.
func tooOld(at, now capture.Time) bool {
	age := now.Sub(at)
	return age > fragmentTime || age < -fragmentTime
}

// End gives what waits at the end of the capture and is wanted.
func (c *Chooser) End() error {
	for i := range c.waiting {
		w := &c.waiting[i]
		if w.datagram == nil || !w.datagram.wanted {
			continue
		}
		if err := c.give(&w.Frame, w.datagram); err != nil {
			return err
		}
	}
	c.waiting = nil
	return nil
}

// give hands out a frame that is wanted.
func (c *Chooser) give(f *capture.Frame, d *datagram) error {
	if c.plain && d.game {
		f = c.editor.decipher(f, d)
	}
	return c.take(f)
}
