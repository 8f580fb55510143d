// Package golden compares what captures decode to with stored goldens, and lists the changes.
//
// In come captures and their goldens: text files with every value that decoding gives, or
// counts and hashes if there are too many. Out come results: which message of which
// frame, which field, the old and the new value; as text, JSON or JUnit.
//
// The values are those of the JSON Lines of report/records, so that a key is described
// in one place. The package must not know flags, streams or exit statuses, how a capture
// is read, or what a message is.
package golden
