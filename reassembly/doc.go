// Package reassembly puts the reliable messages of a link in relation: which one
// repeats an earlier one, which numbers are missing, which Ack answers what, and
// which fragments make up one message.
//
// In come transport messages in capture order, with the addresses of their
// datagram; out comes, for each, what the numbers say about it, and the whole
// payload when the last missing fragment has arrived.
//
// The package must not know what payloads mean, nor files, ciphers or output. Its
// memory is bounded (see Limits): what it gives up, it says.
package reassembly
