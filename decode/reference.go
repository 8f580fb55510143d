package decode

import (
	"time"

	"bcdump/decode/objects"
)

// Object and Directory are what records know objects by.
type (
	Object    = objects.Object
	Directory = objects.Directory
)

// Milliseconds gives a time as records show it.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Answer says which message an Ack is the first to acknowledge.
type Answer struct {
	Frame  int64 // of the first copy of the message; 0 = the Ack answers nothing
	After  time.Duration
	Copies int32 // how often the message had been sent by then
	Index  uint8 // of the first copy within its datagram
}

// Relay says which message of a client the host passed on with the same bytes.
type Relay struct {
	Frame   int64 // of the message; 0 = the record is no copy
	After   time.Duration
	Index   uint8 // of the message within its datagram
	Echo    bool  // the copy goes back to the client that sent the message
	Surplus bool  // this client has had a copy before
}
