// Package record holds the records that a capture is turned into: one per message, small, and
// decoded on demand.
//
// In come the bytes of a message, the datagram that it came in, and what earlier messages tell
// about it; out come its name, its fields, its diagnostics, the bytes that each field owns, and
// its place in the ledger of bytes. Each protocol is a [Format] in a file of its own.
//
// The package must not know in which order records come, or how they are printed.
package record
