// Package packets selects the frames that hold a message which a filter keeps, to write them as a
// capture.
//
// In come records, each with the verdict of the filter, and the frames of their batch; out come
// frames, each once and in order, as captured or with their game datagrams in plaintext. A frame
// with a fragment of an incomplete message waits, and later frames wait behind it, up to a limit
// in bytes.
//
// The package must not know filters, nor the form in which captures are written.
package packets
