// Ask puts the questions of docs/tables.md to tables that bcdump exported: all of them, or those
// whose title contains a text.
//
//	go run ./ask -tables DIR [-document FILE] [-question TEXT | -sql STATEMENT] [-analyze] [-q]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bcdump/report/dataset/duckdb"
)

func main() {
	var o options
	flag.StringVar(&o.document, "document", "../../../docs/tables.md", "the questions")
	flag.StringVar(&o.tables, "tables", "", "folder of `bcdump export parquet`")
	flag.StringVar(&o.question, "question", "", "only questions whose title contains this")
	flag.StringVar(&o.sql, "sql", "", "ask this instead; without tables there are no views")
	flag.BoolVar(&o.analyze, "analyze", false, "show what DuckDB read for it instead of the answer")
	flag.BoolVar(&o.quiet, "q", false, "say nothing")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "ask:", err)
		os.Exit(1)
	}
}

type options struct {
	document, tables, question, sql string
	analyze, quiet                  bool
}

func run(o options) error {
	questions, setup, err := asked(o)
	if err != nil {
		return err
	}
	db, err := duckdb.Open(setup)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for _, q := range questions {
		if o.analyze {
			q.SQL = "EXPLAIN ANALYZE " + q.SQL
		}
		begun, before := time.Now(), duckdb.BytesRead()
		answer, err := duckdb.Ask(db, q.SQL)
		if err != nil {
			return fmt.Errorf("%s: %w", q.Title, err)
		}
		if !o.quiet {
			took, read := time.Since(begun).Round(time.Millisecond), duckdb.BytesRead()-before
			fmt.Printf("\n%s (%s, %d bytes read)\n\n%s\n", q.Title, took, read, text(answer, o.analyze))
		}
	}
	return nil
}

// asked are the questions, and the statements that make the views.
func asked(o options) (questions []duckdb.Question, setup string, err error) {
	if o.sql != "" && o.tables == "" {
		return []duckdb.Question{{SQL: o.sql}}, "", nil
	}
	d, err := duckdb.Read(o.document)
	if err != nil {
		return nil, "", err
	}
	if o.sql != "" {
		return []duckdb.Question{{SQL: o.sql}}, d.On(o.tables), nil
	}
	for _, q := range d.Questions {
		if strings.Contains(q.Title, o.question) {
			questions = append(questions, q)
		}
	}
	if questions == nil {
		return nil, "", fmt.Errorf("%s has no such question: %s", filepath.Base(o.document), o.question)
	}
	return questions, d.On(o.tables), nil
}

// text is a table, or the plan as DuckDB draws it.
func text(a *duckdb.Answer, plan bool) string {
	if !plan {
		return strings.Join(a.Markdown(), "\n")
	}
	var b strings.Builder
	for _, row := range a.Rows {
		b.WriteString(duckdb.Text(row[len(row)-1]))
	}
	return b.String()
}
