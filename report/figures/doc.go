// Package figures holds reports as plain data: each number, and the query that reproduces it.
//
// Nothing comes in and nothing goes out: packages stats and timeline fill these structs from
// records, and package render shows them. The package must not know what a record
// is, nor how anything is printed; it imports nothing of ours. Field order is the key
// order of the JSON form.
//
// Units: bytes, seconds unless a name ends in _ms, shares from 0 to 1. Times are
// RFC 3339 in UTC. Lists are sorted, so that equal captures give equal reports.
package figures
