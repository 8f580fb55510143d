// Package relay matches what the host sends with what a client sent before: the host passes most
// messages of a client on to the others unchanged. A message and its copies share nothing but
// their bytes, so that is what is compared.
//
// In come messages in the order of the capture, by a hash of their bytes, with a number for
// the client and a hash for the server. Out comes, for a copy, which message it is a copy of.
//
// The package must not know links, sessions or records, nor what a message says.
package relay

import "time"

// Relay says which message of a client the host passed on with the same bytes.
type Relay struct {
	Frame   int64 // of the message; 0 = the record is no copy
	After   time.Duration
	Index   uint8 // of the message within its datagram
	Echo    bool  // the copy goes back to the client that sent the message
	Surplus bool  // this client has had a copy before
}
