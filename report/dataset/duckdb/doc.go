// Package duckdb asks DuckDB about the tables that `bcdump export parquet` writes.
//
// In come docs/guides/questions.sql and a folder of tables; out come the answers to the questions of that
// file. It must not know how the tables are written: it starts bcdump as a user does, and
// imports nothing of ours. It is a module of its own, so that nothing of DuckDB, which needs a C
// compiler, reaches the program; its tests run with `go test ./...` here.
package duckdb
