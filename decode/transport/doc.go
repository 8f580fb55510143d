// Package transport reads a plaintext datagram as transport messages, and writes
// them.
//
// In comes one deciphered datagram; out come its messages with their places in
// it, or the place and reason where the bytes stop making sense. The payloads of
// control messages (Connect, PeerInfo, Boot, Disconnect, Ack) are described here;
// the payload of a Data message is a game message and belongs to package message.
//
// The package keeps no state: it must not know links, earlier datagrams, ciphers
// or captures.
package transport
