package packets_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/packets"
	"bcdump/decode/record"
)

// chosen is a chooser and the frames that it gave.
type chosen struct {
	*packets.Chooser
	frames []int64
	fails  error // what taking a frame says
}

func choose() *chosen {
	c := &chosen{}
	c.Chooser = packets.New(false, func(f *capture.Frame) error {
		if len(f.Data) != 1 || int64(f.Data[0]) != f.Number {
			return fmt.Errorf("frame %d has the bytes % x", f.Number, f.Data)
		}
		c.frames = append(c.frames, f.Number)
		return c.fails
	})
	return c
}

// batch takes the records of a batch, and then its frames, from first to last. Their memory is used
// again, as a reader would.
func (c *chosen) batch(t *testing.T, first, last int64, tell func()) {
	t.Helper()
	tell()
	b := &batch.Batch{}
	for n := first; n <= last; n++ {
		b.Frames.Frames = append(b.Frames.Frames, capture.Frame{Number: n, Data: []byte{byte(n)}})
	}
	if err := c.Frames(b); !errors.Is(err, c.fails) {
		t.Fatal(err)
	}
	for _, f := range b.Frames.Frames {
		f.Data[0] = 0xFF
	}
}

// message is a record of a message that lies in one frame.
func message(frame int64) *record.Record {
	r := &record.Record{}
	r.Begin(&capture.Datagram{Frame: frame}, &record.Side{Proto: record.BC}, nil, nil)
	r.Header = another(r.Header) // that of records without one is shared
	return r
}

func another[T any](*T) *T { return new(T) }

// part is a record of one part of a message.
func part(frame int64) *record.Record {
	r := message(frame)
	r.Header.Fragment = true
	return r
}

// whole is a record of the message that the parts in these frames make up.
func whole(frames ...int64) *record.Record {
	r := &record.Record{}
	r.Join(part(frames[len(frames)-1]), &record.Parts{Frames: frames}, nil)
	return r
}

func (c *chosen) want(t *testing.T, when string, frames ...int64) {
	t.Helper()
	if !slices.Equal(c.frames, frames) {
		t.Errorf("%s: frames %v, want %v", when, c.frames, frames)
	}
}

// TestChooses: a frame is given if one of its messages is kept, once, and in order; frames without a
// message are not.
func TestChooses(t *testing.T) {
	c := choose()
	c.batch(t, 1, 5, func() {
		c.Record(message(1), false)
		c.Record(message(2), false)
		c.Record(message(2), true)
		c.Record(message(2), true)
		c.Record(message(4), true)
	})
	c.want(t, "after the first batch", 2, 4)
	c.batch(t, 6, 7, func() { c.Record(message(7), true) })
	if err := c.End(); err != nil || c.Missing() != 0 {
		t.Error(err, c.Missing())
	}
	c.want(t, "at the end", 2, 4, 7)
}

// TestWaitsForMessage: the frame of a part waits until the message is whole, and frames that are
// wanted wait behind it, over the ends of batches.
func TestWaitsForMessage(t *testing.T) {
	for kept, want := range map[bool][]int64{true: {1, 2, 3, 5, 6}, false: {1, 3, 6}} {
		c := choose()
		c.batch(t, 1, 3, func() {
			c.Record(message(1), true)
			c.Record(part(2), false)
			c.Record(message(3), true)
		})
		c.want(t, "before the message is whole", 1)
		c.batch(t, 4, 6, func() {
			c.Record(message(4), false)
			c.Record(part(5), false)
			c.Record(whole(2, 5), kept)
			c.Record(message(6), true)
		})
		c.want(t, fmt.Sprint("when it is whole, kept: ", kept), want...)
	}
}

// TestNeverWhole: what waits for a message that never is whole comes at the end, without the part.
func TestNeverWhole(t *testing.T) {
	c := choose()
	c.batch(t, 1, 2, func() {
		c.Record(part(1), false)
		c.Record(message(2), true)
	})
	c.want(t, "while the part waits")
	if err := c.End(); err != nil || c.Missing() != 0 {
		t.Error(err, c.Missing())
	}
	c.want(t, "at the end", 2)
}

// TestTakeFails: the error of taking a frame ends the batch.
func TestTakeFails(t *testing.T) {
	c := choose()
	c.fails = errors.New("the disk is full")
	c.batch(t, 1, 3, func() {
		c.Record(message(1), true)
		c.Record(message(3), true)
	})
	c.want(t, "after the error", 1)
}
