package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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

// questionsDocument lists the questions of questions.sql.
func questionsDocument(root, old string) (string, error) {
	sql, err := os.ReadFile(filepath.Join(root, "docs", "guides", "questions.sql"))
	if err != nil {
		return "", err
	}
	list := regexp.MustCompile("(?m)^-- # (.*)$").FindAllString(string(sql), -1)
	return replace(old, "questions", strings.ReplaceAll(strings.Join(list, "\n"), "-- # ", "- ")+"\n")
}

// cookbookDocument lists the questions of the cookbook.
func cookbookDocument(_, old string) (string, error) {
	var b strings.Builder
	for _, heading := range regexp.MustCompile("(?m)^##(#?) (.*)$").FindAllStringSubmatch(old, -1) {
		link := strings.ToLower(strings.ReplaceAll(strings.NewReplacer("?", "", ",", "", ".", "").Replace(heading[2]), " ", "-"))
		indent, title := "", "**"+heading[2]+"**"
		if heading[1] != "" {
			indent, title = "  ", fmt.Sprintf("[%s](#%s)", heading[2], link)
		}
		fmt.Fprintf(&b, "%s- %s\n", indent, title)
	}
	return replace(old, "contents", b.String())
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
