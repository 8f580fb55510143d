// Package stats turns the records of captures into the figures of `bcdump stats`, in one pass
// and in memory that does not grow with the captures.
//
// In come the records of a capture, one after the other, and its summary; out comes
// figures.Stats. Each section of a report is a file of its own, which says what records it
// wants, counts what it needs and writes its rows; sections.go lists them. Every table has a
// limit; what does not fit is counted in a row called "rest".
//
// With each number comes the query that counts it again. A number is what its query
// says: where both differ, the query is right and the number is a bug.
//
// The package must not know how figures are shown. It decodes nothing itself.
package stats
