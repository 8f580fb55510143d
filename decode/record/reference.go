package record

import (
	"time"

	"bcdump/decode/objects"
	"bcdump/decode/relay"
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
	Index uint8         // within its datagram
}

// Place is where a run of bytes of a record lies.
type Place struct {
	Frame    int64
	Envelope int32 // bytes of the frame before the datagram: headers of link, IP and UDP; 0 = unknown
	Offset   int32 // of the first byte in the plaintext datagram
	Length   int32 // in bytes
}
