// Package terminal draws for a terminal: tables that fit its width, colours with a meaning, bars,
// a line chart, and numbers with units.
//
// In come texts and numbers; out come lines for a stream, in which nothing but our own
// colours steers a terminal. The package must not know what the numbers count, nor where
// the lines go; of ours it imports what makes texts printable. The width and whether there
// are colours are given by the caller, so that the same input gives the same lines wherever
// it runs.
package terminal
