package collect

import (
	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
)

// shortLine is a message in the short, with what several sections ask of it. What
// messages of one datagram have in common is found out once for those that follow one
// another.
type shortLine struct {
	*decode.Brief
	update bool // not an Ack
	flags  uint8
	object uint32
	length int // of the whole message

	begins bool  // the first one of those with the same datagram
	frame  int64 // of the datagram at hand; 0 = none
	time   capture.Time
	at     int64 // the same in nanoseconds since 1970
	from   int   // the place of the direction
}

func (l *shortLine) take(b *decode.Brief) {
	l.Brief, l.update, l.length = b, b.IsUpdate(), int(b.Header.Length)
	if l.update {
		l.object, _, l.flags, _ = message.UpdateHeader(b.Payload)
	}
	if l.begins = b.Datagram.Frame != l.frame; l.begins {
		d := b.Datagram
		l.frame, l.time, l.at, l.from = d.Frame, d.Time, nanos(d.Time), place(b.Dir())
	}
}

// link is asked for only by who has not met its number.
func (l *shortLine) link() link {
	d := l.Datagram
	if l.from == toClient {
		return link{d.Dst, d.Src}
	}
	return link{d.Src, d.Dst}
}

// first reports whether it is the first message of its datagram.
func (l *shortLine) first() bool { return l.Index == 0 }

// hash tells whether an update has a hash of subsystems.
func (l *shortLine) hash() bool { return message.UpdateHasHash(l.Payload) }
