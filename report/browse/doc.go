// Package browse is the model of `bcdump browse`: a capture in a terminal, message by message.
//
// In come keys, mouse events, sizes of the terminal, and a capture; out come screens. The capture is read into facts
// beside the screen: each draw looks at what is there by then (facts.Growing), and makes records of the rows that it
// shows. The package must not know what the terminal is, nor how a capture is opened.
//
// All changes are made by Update, on one goroutine. What takes long (reading, a filter, a search, an action) runs beside
// it on facts that do not change, for a moment at a time, and hands back what is to be done with what it found (done).
package browse
