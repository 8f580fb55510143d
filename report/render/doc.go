// Package render shows figures: as tables for a terminal, as JSON, as CSV.
//
// In come the structs of report/figures; out come bytes for a stream. The same figures
// give the same bytes, for a given width. The package must not know what a record is,
// nor how anything was counted.
package render
