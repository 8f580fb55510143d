package share

import (
	"fmt"
	"io"
	"net/netip"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/synth"
)

// WriteLog writes a packet_trace.log anew, as a log.
func WriteLog(out io.Writer, c *decode.Capture, with *Replacer) error {
	server, _ := with.Address(decode.LogServer.Addr())
	w := &logWriter{out: out}
	w.log.Server = netip.AddrPortFrom(server, with.Port(decode.LogServer))
	return with.Rewrite(c, w)
}

// Rewrite writes the frames of a capture anew.
func (p *Replacer) Rewrite(c *decode.Capture, to decode.PacketWriter) error {
	left := p.Count.Unreadable
	written, err := c.Rewrite(to, p)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name(), err)
	}
	p.Count.Frames += written
	p.Count.Others += c.Summary().Frames - written - (p.Count.Unreadable - left)
	return nil
}

// logWriter writes packets as records of a log.
type logWriter struct {
	out       io.Writer
	log       synth.TraceLog
	buffer    []byte
	dissector capture.Dissector
}

// Write adds a packet.
func (w *logWriter) Write(f *capture.Frame) error {
	at := time.Unix(f.Time.Sec, int64(f.Time.Nanos)).UTC()
	if w.log.Number == 0 {
		w.buffer = w.log.Header(w.buffer, at)
	}
	var d capture.Datagram
	if kind := w.dissector.Dissect(f, &d); kind != capture.UDP {
		return fmt.Errorf("frame %d: no UDP datagram: %v", f.Number, kind)
	}
	w.log.Number = int(f.Number) - 1
	w.buffer = w.log.Append(w.buffer, at, d.Src, d.Dst, d.Payload)
	return nil
}

// Flush writes what was kept to be written at once.
func (w *logWriter) Flush() error {
	_, err := w.out.Write(w.buffer)
	w.buffer = w.buffer[:0]
	return err
}

// String says what was replaced how often, and what is left out.
func (c *Count) String() string {
	parts := []string{fmt.Sprintf("%d frames written", c.Frames)}
	say := func(n int64, one, many string) {
		switch n {
		case 0:
		case 1:
			parts = append(parts, "1 "+one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	parts[0] += "; replaced"
	say(c.Addresses, "address", "addresses")
	say(c.Hardware, "hardware address", "hardware addresses")
	say(c.Ports, "port", "ports")
	say(c.Tokens, "token", "tokens")
	say(c.Passwords, "password", "passwords")
	say(c.Names, "name", "names")
	say(c.Texts, "text", "texts")
	say(c.Zero, "unreadable byte by zero", "unreadable bytes by zeros")
	text := strings.Replace(strings.Join(parts, ", "), "replaced,", "replaced", 1)
	parts = parts[:0]
	say(c.Others, "frame of other traffic", "frames of other traffic")
	say(c.Unreadable, "unreadable frame", "unreadable frames")
	if len(parts) > 0 {
		text += "; left out " + strings.Join(parts, ", ")
	}
	parts = parts[:0]
	say(c.KeptNames, "name", "names")
	say(c.KeptTexts, "chat text", "chat texts")
	return text + "; kept " + strings.Join(append(parts, "times, moves and scores"), ", ")
}
