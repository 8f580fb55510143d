// Package message holds the game's messages: what a transport message of type
// Data carries. Each message has one file with one type that describes its
// fields once (see wire.Message), and one row in the opcode table.
//
// In comes the payload of a Data message, opcode included; out come the name and
// the fields of the message, and bytes again. StateUpdates, which are nine of ten messages,
// have faster ways beside their description, and nobody else knows where their bytes lie.
//
// The package must not know datagrams, links or sequence numbers, nor what was
// said earlier: what a message means in its session is the concern of decode/internal/session.
package message
