// Package browse is the model of `bcdump browse`: a capture in a terminal, message by message.
//
// In come keys, mouse events, sizes of the terminal, and a capture; out come screens. The capture is read into facts
// beside the screen: each draw looks at what is there by then (facts.Growing), and makes records of the rows that it
// shows. The package must not know what the terminal is, nor how a capture is opened.
//
// Only what controls knows Model: keys, mouse, jump, filtering, work, draw. The panes (list, fields,
// bytes), the header, the dialogs, the filter line, the viewer and the actions know what they show, and
// hand back what is to be done.
package browse
