// Package browse is the model of `bcdump browse`: a capture in a terminal, message by message.
//
// In come keys, mouse events, sizes of the terminal, and the index of a capture; out come screens.
// The package must not know what the terminal is, nor how a capture is read.
package browse
