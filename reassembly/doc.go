// Package reassembly relates the reliable messages of a link: which ones are retransmissions,
// which sequence numbers are missing, which message an Ack answers, and which fragments make up
// one message.
//
// In come transport messages in capture order, with the addresses of their
// datagram; out comes, for each, what the numbers say about it, and the whole
// payload when the last missing fragment has arrived.
//
// The package must not know what payloads mean, nor files, ciphers or output. Its
// memory is bounded (see Limits): what it gives up, it says.
package reassembly
