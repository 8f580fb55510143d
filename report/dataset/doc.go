// Package dataset writes rows as Parquet files, one folder a table and in it one a capture:
// messages/capture=battle.pcap/part-0.parquet, which DuckDB, pandas, Polars, Spark, ClickHouse and
// Trino read as one table with a column capture.
//
// In comes a capture, and a Store: a folder on disk, or what another program has for one. Out come
// the files of all tables. A file appears under its name when it is complete; that of the table of
// captures is the last one of a capture, and goes first when it is exported again: a capture that
// has it is complete. It holds the SHA-256 of the capture, so that what was exported is skipped.
//
// The package must not know how rows are made, nor which flags a command has.
package dataset
