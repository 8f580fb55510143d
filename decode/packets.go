package decode

import (
	"errors"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/packets"
)

// ErrNoFrames is why a text log gives no packets.
var ErrNoFrames = errors.New("a packet_trace.log has no packets, only what was in them")

// PacketWriter takes frames, such as a *capture.Writer. A frame is valid until Write returns.
// Flush is called when there are no more for now.
type PacketWriter interface {
	Write(*capture.Frame) error
	Flush() error
}

// Packets writes the frames that hold a message that the filter keeps, with all frames of a message
// that was joined from fragments, in frame order and each once. deciphered says that game
// datagrams come in plaintext: lengths stay, and checksums are made right. The first error of to
// ends the run.
//
// Frames wait for the other fragments of their message, in 8 MiB at most: missing counts those
// that were needed later and had been given up.
func (c *Capture) Packets(to PacketWriter, deciphered bool) (missing int64, err error) {
	if c.Info().Format == capture.TraceLog {
		return 0, ErrNoFrames
	}
	write := func(f *capture.Frame) error {
		if f.Number < c.options.From {
			return nil
		}
		return to.Write(f)
	}
	chosen, out := packets.New(deciphered, write), c.worker(nil)
	err = c.run(c.pipeline(), unrendered, func(b *batch.Batch) error {
		for i := range b.Records {
			chosen.Record(&b.Records[i], i >= b.Skip && out.takes(&b.Records[i], &c.ledger))
		}
		return errors.Join(chosen.Frames(b), to.Flush())
	})
	if err != nil {
		return 0, err
	}
	return chosen.Missing(), errors.Join(chosen.End(), to.Flush())
}

// Rewriter says what is written in place of what frames say, Edit what of a message, and Fate what becomes
// of a datagram.
type (
	Rewriter = packets.Rewriter
	Edit     = packets.Edit
	Fate     = packets.Fate
)

// LogServer is who rewritten datagrams of a text log come from and go to: it does not have the address.
var LogServer = packets.LogServer

// Fates of datagrams.
const (
	Keep     = packets.Keep
	Blank    = packets.Blank
	NoMatter = packets.NoMatter
	LeaveOut = packets.LeaveOut
)

// Rewrite writes the frames that Packets would write, as with has them: enciphered as they were, with
// checksums that are right. A text log has no frames: its datagrams come in IPv4 packets without a link.
// It counts the frames that were written. The first error of to ends the run.
func (c *Capture) Rewrite(to PacketWriter, with Rewriter) (written int64, err error) {
	out := c.worker(nil)
	chosen := packets.NewRewriting(with, func(f *capture.Frame) error {
		written++
		return to.Write(f)
	})
	stages := c.pipeline()
	stages.EveryFrame = with.Others()
	err = c.run(stages, unrendered, func(b *batch.Batch) error {
		chosen.Ahead(b)
		for i := range b.Records {
			chosen.Record(&b.Records[i], out.takes(&b.Records[i], &c.ledger))
		}
		return errors.Join(chosen.Frames(b), to.Flush())
	})
	if err != nil {
		return written, err
	}
	err = errors.Join(chosen.End(), to.Flush())
	return written, err
}
