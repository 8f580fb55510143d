// Package entitystate reads and writes the second protocol: small messages with a header of four
// bytes; the most frequent one, State, is the whole world of a side-scrolling game. Each message
// has one file with one type that describes its fields once (see wire.Message), and one or more
// rows in a table of types.
//
// In comes a UDP payload; out come the header, the fields of the message, what is wrong
// with it, and bytes again; and how much the payload speaks for this protocol.
//
// The package must not know addresses, flows, or what was said before: which revision
// a server speaks is told to it.
package entitystate
