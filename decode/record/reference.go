package record

import (
	"strconv"
	"time"

	"bcdump/decode/objects"
	"bcdump/decode/relay"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// What earlier messages tell, as records hold it.
type (
	Object    = objects.Object
	Directory = objects.Directory
	Relay     = relay.Relay
)

// DirectorySize is how many bytes a Directory takes that differs little from the one before it.
const DirectorySize = objects.DirectorySize

// Milliseconds gives a time as records show it.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// AckOf says which message an Ack is the first to acknowledge.
type AckOf struct {
	Frame  int64 // of the first copy of the message; 0 = the Ack answers nothing
	After  time.Duration
	Copies int32 // how often the message had been sent by then
	Index  uint8 // of the first copy within its datagram
}

// First is a message that comes again later.
type First struct {
	Frame int64         // 0 = the record is no repeat, or where its first copy stands is forgotten
	Pause time.Duration // since the copy before
	// Ago is how long ago the message was sent at least: then its first copy came or, if it comes late, one with a
	// later number. 0 = nobody knows.
	Ago   time.Duration
	Index uint8 // within its datagram
}

// Place is where a run of bytes of a record lies.
type Place struct {
	Frame    int64
	Envelope int32 // bytes of the frame before the datagram: headers of link, IP and UDP; 0 = unknown
	Offset   int32 // of the first byte in the plaintext datagram
	Length   int32 // in bytes
}

// Before is the bytes of the frame before the datagram; 0 = it was joined from IP fragments, or
// there is no frame, as in a text log.
func (r *Record) Before() int32 {
	if r.Fragments > 0 {
		return 0
	}
	return r.HeaderBytes
}

// Places tells where the bytes of Layout lie, one run after the other: all in one datagram, or those
// of a joined message in several, in index order. Of a lost message there are none.
func (r *Record) Places() []Place {
	switch {
	case r.Joined():
		return r.Parts.Places
	case r.Lost():
		return nil
	}
	return []Place{{Frame: r.Frame, Envelope: r.Before(), Offset: r.Offset, Length: int32(len(r.Datagram.Payload)) - r.Offset}}
}

// Leads reports whether a record is the first message of a datagram of the game.
func (r *Record) Leads() bool {
	return r.Proto == BC && r.Index == 0 && r.Parts == nil && r.Offset >= transport.DatagramHeader
}

// DatagramHeader gives the two bytes that begin a datagram of the game, for the first message in
// it; nil for all others.
func (r *Record) DatagramHeader() []Owned {
	if !r.Leads() {
		return nil
	}
	return []Owned{
		{Span: wire.Span{Path: "peer_id", Length: 1, Type: "u8"}, Bytes: []byte{r.Peer}, Value: strconv.Itoa(int(r.Peer))},
		{Span: wire.Span{Path: "message_count", Offset: 1, Length: 1, Type: "u8"}, Bytes: []byte{r.Count}, Value: strconv.Itoa(int(r.Count))},
	}
}
