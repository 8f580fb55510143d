package dataset

import (
	"fmt"
	"io"
	"strings"

	"bcdump/report/rows"
)

// ViewsFile is the file with a view of each table, beside their folders.
const ViewsFile = "views.sql"

// WriteViews writes statements for DuckDB that make each table a view, those of stats too if they are there, for who is in
// the folder of the tables.
func WriteViews(to Store, stats bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "-- Views of all tables. In this folder: duckdb -init %s\n", ViewsFile)
	for _, t := range rows.AllTables(stats) {
		fmt.Fprintf(&b, "CREATE OR REPLACE VIEW %[1]s AS FROM read_parquet('%[1]s/*/*.parquet', hive_partitioning = true, union_by_name = true);\n", t.Name)
	}
	f, err := to.Create(ViewsFile)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(f, b.String()); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}
