// Package browse is the model of `bcdump browse`: a capture in a terminal, message by message.
//
// In come keys, mouse events, sizes of the terminal, and the index of a capture; out come screens.
// The package must not know what the terminal is, nor how a capture is read.
//
// Only what controls knows Model: keys, mouse, jump, filtering, work, draw. The panes (list, fields,
// bytes), the header, the dialogs, the filter line, the viewer and the actions know what they show, and
// hand back what is to be done.
package browse
