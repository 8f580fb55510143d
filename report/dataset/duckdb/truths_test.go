package duckdb

var truths = map[string]truth{}
