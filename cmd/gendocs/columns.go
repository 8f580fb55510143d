package main

import (
	"cmp"
	"fmt"
	"strings"

	"bcdump/report/rows"
)

// columnsDocument lists the tables of `bcdump export parquet` with their columns.
func columnsDocument(_, old string) (string, error) {
	text, err := replace(old, "tables", tableList())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range rows.Tables() {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| Column | Type | Null | Unit | What it is |\n|--------|------|------|------|------------|\n", t.Name, code(t.About))
		columns := rows.Columns(t.Row)
		for i := range columns {
			writeColumn(&b, &columns[i])
		}
	}
	return replace(text, "columns", strings.TrimPrefix(b.String(), "\n"))
}

func tableList() string {
	var b strings.Builder
	b.WriteString("| Table | A row is |\n|-------|----------|\n")
	for _, t := range rows.Tables() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", t.Name, t.Name, code(t.About))
	}
	return b.String()
}

func writeColumn(b *strings.Builder, c *rows.Column) {
	null := ""
	if c.Null {
		null = "yes"
	}
	row := "|"
	for _, cell := range []string{"`" + c.Name + "`", c.Type, null, c.Unit, cmp.Or(c.About, "")} {
		row += strings.TrimRight(" "+cell, " ") + " |"
	}
	b.WriteString(row + "\n")
}
