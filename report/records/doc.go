// Package records turns records into what people and programs read: JSON Lines, CSV and
// text lines.
//
// In come records of package decode; out come bytes for a stream. The package must
// not know how a capture is read, nor where the fields of a message lie.
package records
