package duckdb

import (
	"database/sql"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/marcboeker/go-duckdb/v2" // the engine
)

// Answer is what a statement gives: names of columns, and rows of values as DuckDB's driver
// hands them over.
type Answer struct {
	Columns []string
	Rows    [][]any
}

// Open is DuckDB in memory with the views of a document.
func Open(setup string) (*sql.DB, error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // a setting holds for a connection
	if setup == "" {
		return db, nil
	}
	if _, err := db.Exec(setup); err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, setup)
	}
	return db, nil
}

// Ask runs a statement.
func Ask(db *sql.DB, statement string) (*Answer, error) {
	rows, err := db.Query(statement)
	if err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, statement)
	}
	defer func() { _ = rows.Close() }()
	var a Answer
	if a.Columns, err = rows.Columns(); err != nil {
		return nil, err
	}
	for rows.Next() {
		row, at := make([]any, len(a.Columns)), make([]any, len(a.Columns))
		for i := range row {
			at[i] = &row[i]
		}
		if err := rows.Scan(at...); err != nil {
			return nil, err
		}
		a.Rows = append(a.Rows, row)
	}
	return &a, rows.Err()
}

// BytesRead is how many bytes the process has read from files; 0 where the system does not tell.
func BytesRead() (n int64) {
	said, err := os.ReadFile("/proc/self/io")
	if err == nil {
		_, _ = fmt.Sscanf(string(said), "rchar: %d", &n)
	}
	return n
}

// Text is a value as the tables show it.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return v.UTC().Format("2006-01-02 15:04:05.999999999")
	case *big.Int: // the sum of integers
		return v.String()
	case duckdb.Decimal:
		return Text(v.Float64())
	}
	return fmt.Sprint(v)
}

// Markdown are the lines of a table. Numbers stand right.
func (a *Answer) Markdown() []string {
	cells := [][]string{a.Columns}
	for _, row := range a.Rows {
		var texts []string
		for _, v := range row {
			texts = append(texts, strings.ReplaceAll(Text(v), "|", `\|`))
		}
		cells = append(cells, texts)
	}
	rule := "|"
	for i := range a.Columns {
		if a.number(i) {
			rule += "---:|"
		} else {
			rule += "---|"
		}
	}
	lines := []string{}
	for _, row := range cells {
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
	}
	return append(lines[:1:1], append([]string{rule}, lines[1:]...)...)
}

// number is whether a column holds numbers.
func (a *Answer) number(column int) bool {
	for _, row := range a.Rows {
		switch row[column].(type) {
		case nil:
		case string, bool, time.Time, []any:
			return false
		default:
			return true
		}
	}
	return false
}
