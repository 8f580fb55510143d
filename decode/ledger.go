package decode

import (
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// Ledger says who owns the bytes of the UDP payloads that were read, whether or not
// a filter keeps their records. The parts add up to Total when all records have been
// read: a sum that does not close is a bug.
type Ledger struct {
	Total    int64 // bytes of all UDP payloads that the capture has
	Header   int64 // peer id and message count of game datagrams
	Framing  int64 // headers of transport messages
	Fields   int64 // fields of control and game messages
	Repeats  int64 // payloads of fragments that came again
	Parts    int64 // payloads of fragments whose message never became whole
	Trailing int64 // bytes of decoded messages that no field owns
	Raw      int64 // blocks and messages of the game whose layout is not known
	Unread   int64 // what follows a fault in a game datagram, and cut messages
	// EntityState holds headers and fields of entity-state messages. What no field of them
	// owns is Trailing, and what is not read Raw.
	EntityState int64
	GameSpy     int64 // GameSpy texts
	Foreign     int64 // datagrams of no known protocol
}

// Sum adds up the parts.
func (l *Ledger) Sum() int64 {
	return l.Header + l.Framing + l.Fields + l.Repeats + l.Parts + l.Trailing + l.Raw + l.Unread + l.EntityState + l.GameSpy + l.Foreign
}

// Explained is the share of the bytes of the games that headers and fields own.
func (l *Ledger) Explained() float64 {
	game := l.Total - l.GameSpy - l.Foreign
	if game == 0 {
		return 1
	}
	return float64(l.Header+l.Framing+l.Fields+l.Repeats+l.EntityState) / float64(game)
}

// Add adds the counts of another ledger.
func (l *Ledger) Add(o *Ledger) {
	l.Total += o.Total
	l.Header += o.Header
	l.Framing += o.Framing
	l.Fields += o.Fields
	l.Repeats += o.Repeats
	l.Parts += o.Parts
	l.Trailing += o.Trailing
	l.Raw += o.Raw
	l.Unread += o.Unread
	l.EntityState += o.EntityState
	l.GameSpy += o.GameSpy
	l.Foreign += o.Foreign
}

// datagram books what belongs to a datagram as a whole.
func (l *Ledger) datagram(proto Protocol, it *item) {
	l.Total += int64(len(it.datagram.Payload))
	if proto == BC {
		l.Header += int64(min(len(it.plain), transport.DatagramHeader))
	}
}

// record books the bytes of a record. It decodes those of which more has to be known.
func (l *Ledger) record(r *Record) {
	if r.Walked {
		l.Framing += int64(r.Header.Header)
		l.Fields += int64(len(r.Payload))
		return
	}
	switch r.Proto {
	case BC:
		l.game(r)
	case EntityState:
		l.entities(r)
	case GameSpy:
		l.GameSpy += int64(len(r.Payload))
	default:
		l.Foreign += int64(len(r.Payload))
	}
}

func (l *Ledger) entities(r *Record) {
	n := int64(len(r.Payload))
	owned := min(n, entitystate.HeaderSize)
	if r.Content().Message == nil {
		l.EntityState += owned
		l.Raw += n - owned
		return
	}
	trailing := int64(len(r.Content().Trailing))
	l.EntityState += n - trailing
	l.Trailing += trailing
}

// game books a record of the game. Those of a joined message were booked as parts of it
// before it was there.
func (l *Ledger) game(r *Record) {
	n := int64(len(r.Payload))
	switch {
	case r.Lost():
		return
	case r.Joined():
		l.Parts -= n
		l.payload(r, n)
		return
	case r.Unread:
		l.Unread += n - int64(r.headerWithin())
		return
	}
	l.Framing += int64(r.Header.Header)
	switch {
	case r.Header.Cut:
		l.Unread += n
	case r.Part() && r.Has(Retransmit):
		l.Repeats += n
	case r.Part():
		l.Parts += n
	default:
		l.payload(r, n)
	}
}

// payload books the payload of a whole message.
func (l *Ledger) payload(r *Record, n int64) {
	if r.Content().Message == nil {
		l.Raw += n
		return
	}
	l.message(r, n)
}

// headerWithin counts bytes of the datagram header that an unreadable datagram
// holds: one that is too short to be walked.
func (r *Record) headerWithin() int {
	return max(min(len(r.Payload), transport.DatagramHeader-int(r.Offset)), 0)
}

func (l *Ledger) message(r *Record, n int64) {
	trailing := int64(len(r.Content().Trailing))
	var raw int64
	if m, ok := r.Content().Message.(message.Opaque); ok {
		raw = int64(m.RawBytes())
	}
	l.Trailing += trailing
	l.Raw += raw
	l.Fields += n - trailing - raw
}
