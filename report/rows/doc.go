// Package rows turns the records of a capture into rows of the tables of `bcdump export parquet`.
//
// In come the records of one capture, in order, and what package decode says of the capture as a
// whole. Out come rows, in batches with a bounded number of them, in the order of the capture:
// one struct a table, with the tags by which a Parquet library and docs/reference/tables.md know its
// columns. What is not told message by message (joins, links, kills, chat, verdicts) comes from
// the accounts that the reports have, at the end.
//
// The package must not know files, nor how rows are written.
package rows
