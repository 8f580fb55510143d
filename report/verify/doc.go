// Package verify compares what captures decode to with stored goldens, and lists the changes.
//
// In come captures and their goldens: what `bcdump decode -o json` printed of them, compressed,
// between a line of settings and one of the capture as a whole. Out come results: which message of
// which frame, which field, the old and the new value; as text, JSON or JUnit.
//
// The lines are those of report/records, so that a key is described in one place. The package must
// not know flags, streams or exit statuses, how a capture is read, or what a message is.
package verify
