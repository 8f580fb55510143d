// Package query applies filters to records.
//
// In comes an expression of package decode/filter over the keys of the JSON form; out comes
// whether it is true of a record. One table names the keys of records with what they hold and
// how to get it; the fields of messages come from their own descriptions.
//
// The package must not know how records are made or printed.
package query
