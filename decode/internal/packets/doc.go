// Package packets chooses the frames of which a filter keeps a message, for a capture that has
// only these.
//
// In come records, each with the answer whether it is kept, and the frames of their batch; out
// come frames, each once and in order, as captured or with their game datagrams in plaintext. A
// frame with a part of a message that is not whole yet waits, and those behind it with it: in a
// bounded number of bytes.
//
// The package must not know filters, nor the form in which captures are written.
package packets
