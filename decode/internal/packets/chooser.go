package packets

import (
	"bytes"
	"math"
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
	parts   *parts              // of messages, for whoever rewrites frames; nil = nobody does
	current map[int64]*datagram // by the number of a frame of the batch that is under way, or of one behind it
	walked  int64               // the last frame that was looked at
	waiting []waiting           // in order
	bytes   int                 // that wait
	givenUp *bounded.Map[int64, bool]
	missing int64
	editor  Editor
	ahead   []capture.Frame // of the batch, that were not met
	met     int64           // the last frame that was
}

// datagram is what is known of one UDP datagram, which may lie in several frames.
type datagram struct {
	wanted  bool
	leftOut bool              // it is left out, whoever wants it
	blank   bool              // nothing behind the headers is kept
	open    int               // parts of messages in it that may still become whole
	edits   []Edit            // of its plaintext
	parts   []placed          // in it
	ports   [2]uint16         // that are written
	game    bool              // it is of the game
	clear   bool              // and is not enciphered
	joined  *capture.Datagram // nil for a datagram in one frame, and if nobody asks for plaintext
	text    []byte            // of joined: what the IP fragments held, in plaintext; nil = not made yet
}

// waiting is a frame that cannot be decided, or that comes behind one.
type waiting struct {
	capture.Frame
	datagram *datagram // nil: an IP fragment of a datagram that is not whole yet
}

const (
	// mostBytes is how many bytes of frames wait at most.
	//limit:mostBytes Work in progress | bytes of packets that wait for the other fragments of their message (`-w NAME.pcap`) | the oldest is dropped; a warning if it was needed | TestLateFragments
	mostBytes = 8 << 20
	// frameOverhead is what the bookkeeping of a frame is counted as.
	frameOverhead = 256
	// mostGivenUp is how many frames that waited in vain are remembered, to tell that one is missing.
	//limit:mostGivenUp Work in progress | dropped packets that are remembered for that warning | no warning | —
	mostGivenUp = 4096
	// fragmentTime is how long, by capture time, IP fragments are joined.
	fragmentTime = 30 * time.Second
)

// New gives a Chooser that gives frames to take, whose error ends the run. The frame is valid
// until take returns. plaintext says that game datagrams are deciphered.
func New(plaintext bool, take func(*capture.Frame) error) *Chooser {
	return &Chooser{take: take, plain: plaintext, current: map[int64]*datagram{}, givenUp: bounded.New[int64, bool](mostGivenUp)}
}

// NewRewriting gives a Chooser that gives frames as to has them.
func NewRewriting(to Rewriter, take func(*capture.Frame) error) *Chooser {
	c := New(false, take)
	c.parts = newParts(to)
	return c
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
	d.game, d.clear = d.game || r.Proto == record.BC, d.clear || r.InClear()
	if c.parts != nil {
		c.meet(r.Frame)
		c.parts.record(d, r)
		return
	}
	if r.Part() && r.Copy == 0 && r.CopyOf == 0 && r.Parts == nil {
		d.open++
	}
}

// settle tells the datagrams of the parts of a message whether the message is kept.
func (c *Chooser) settle(r *record.Record, kept bool) {
	if c.parts != nil {
		c.parts.settle(r)
	}
	for _, number := range r.Parts.Frames {
		d := c.find(number)
		if d == nil {
			if _, gone := c.givenUp.Get(number); gone && kept {
				c.missing++
			}
			continue
		}
		d.wanted = d.wanted || kept
		if c.parts == nil {
			d.open--
		}
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
	if c.plain || c.parts != nil {
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

// Frames takes the frames of a batch, of which all records were taken. Those of a piece come with the rest
// of its batch.
func (c *Chooser) Frames(b *batch.Batch) error {
	if b.PieceOf != nil {
		return nil
	}
	items := b.Items
	if c.parts != nil {
		c.meet(math.MaxInt64)
	}
	for i := range b.Frames.Logged { // none, unless frames are rewritten
		if err := c.logged(&b.Frames.Logged[i]); err != nil {
			return err
		}
	}
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
	if d == nil && !part && c.parts != nil && c.parts.to.Others() {
		d = &datagram{wanted: true, blank: true}
	}
	undecided := d == nil && part || d != nil && c.undecided(d)
	switch {
	case len(c.waiting) == 0 && !undecided && d != nil && d.wanted:
		return c.give(f, d)
	case undecided || d != nil && d.wanted:
		c.wait(f, d)
	}
	return c.release(f.Time)
}

// undecided reports whether parts that are still to come decide about a datagram, or about what it says.
func (c *Chooser) undecided(d *datagram) bool { return d.open > 0 && (!d.wanted || c.parts != nil) }

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
		case d != nil && d.wanted && !c.undecided(d):
			if err := c.give(&w.Frame, d); err != nil {
				return err
			}
		case d != nil && d.open <= 0, d == nil && tooOld(w.Time, now):
		case c.bytes > mostBytes:
			if err := c.giveUp(&w.Frame, d); err != nil {
				return err
			}
		default:
			return nil
		}
		c.bytes -= len(w.Data) + frameOverhead
		*w = waiting{} // the list is as long as what waits, and moves on
		c.waiting = c.waiting[1:]
	}
	return nil
}

// giveUp decides about a frame that has waited for too long.
func (c *Chooser) giveUp(f *capture.Frame, d *datagram) error {
	if c.parts != nil && d != nil && d.wanted {
		return c.give(f, d)
	}
	c.givenUp.Put(f.Number, true)
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
	switch {
	case c.parts != nil:
		if f = c.editor.rewrite(f, d, c.parts.to); f == nil {
			return nil
		}
	case c.plain && d.game && !d.clear:
		f = c.editor.decipher(f, d)
	}
	return c.take(f)
}
