// Package stats turns facts into the figures of `bcdump stats`.
//
// In come the facts of captures, some rows after the other, so that memory does not grow with a capture; out comes
// figures.Stats. Each section of a report is a file of its own, which goes through the rows, counts what it needs and
// writes its own rows; New lists them. They know nothing of each other.
//
// With each number comes the query that counts it again. A number is what its query
// says: where both differ, the query is right and the number is a bug.
//
// The package must not know how figures are shown. It decodes nothing itself.
package stats
