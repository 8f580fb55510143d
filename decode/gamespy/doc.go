// Package gamespy reads and writes the plain text of the GameSpy query protocol
// that shares the game's UDP port: status queries and their answers, heartbeats to
// a master server, and the masters' challenges.
//
// What comes in: one UDP payload that starts with a backslash. What goes out: its
// key/value pairs in order, as raw bytes, and which kind of text it is.
//
// What it must not know: addresses, ports, time, or which query an answer belongs
// to. Parts of one answer that came in several datagrams are not joined here. The
// package imports nothing of this module.
//
// # The text
//
// A text is ASCII with Latin-1 values: \key\value\key\value, without quoting, so
// that neither keys nor values can hold a backslash. A key without data has an
// empty value: \final\\queryid\2.1 is final:"" and queryid:"2.1". Keys may repeat
// and their order counts.
//
// Source: texts observed on the wire; docs/protocol of this project says which.
package gamespy
