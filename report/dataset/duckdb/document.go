package duckdb

import (
	"errors"
	"os"
	"slices"
	"strings"
)

// Question is a heading of the section "Questions" with the statement that answers it.
type Question struct {
	Title string
	SQL   string
	// Answer are the lines of the Markdown table behind the statement.
	Answer []string
	// first and last are the indexes of these lines in the document.
	first, last int
}

// Document is docs/reference/tables.md.
type Document struct {
	// Setup are the statements that stand before the first question: the views.
	Setup     string
	Questions []Question
	path      string
	lines     []string
}

const (
	section  = "## Questions"
	heading  = "### "
	sqlFence = "```sql"
	fence    = "```"
)

// Read finds the questions of a document. A heading without a statement is no question.
func Read(path string) (*Document, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &Document{path: path, lines: strings.Split(string(raw), "\n")}
	at := slices.Index(d.lines, section)
	if at < 0 {
		return nil, errors.New(path + " has no section " + section)
	}
	title := ""
	for i := at + 1; i < len(d.lines) && !strings.HasPrefix(d.lines[i], "## "); i++ {
		switch line := d.lines[i]; {
		case strings.HasPrefix(line, heading):
			title = strings.TrimPrefix(line, heading)
		case line == sqlFence:
			i = d.statement(title, i+1)
		}
	}
	return d, nil
}

// statement takes the block that begins at a line, and gives the line that ends it.
func (d *Document) statement(title string, first int) (end int) {
	end = first + slices.Index(d.lines[first:], fence)
	sql := strings.Join(d.lines[first:end], "\n")
	if title == "" {
		d.Setup += sql + "\n"
		return end
	}
	q := Question{Title: title, SQL: sql, first: end + 2}
	for q.last = q.first; q.last < len(d.lines) && strings.HasPrefix(d.lines[q.last], "|"); {
		q.last++
	}
	q.Answer = d.lines[q.first:q.last]
	d.Questions = append(d.Questions, q)
	return end
}

// Write puts other answers, one a question, behind the statements.
func (d *Document) Write(answers [][]string) error {
	for i, q := range slices.Backward(d.Questions) { // indexes before it stay right
		answer := answers[i]
		if q.last == q.first { // it has none yet
			answer = append(slices.Clone(answer), "")
		}
		d.lines = slices.Replace(d.lines, q.first, q.last, answer...)
	}
	return os.WriteFile(d.path, []byte(strings.Join(d.lines, "\n")), 0o644)
}

// home is the folder of the tables as the document names it.
const home = "'tables/"

// On are the statements of Setup for tables in another folder.
func (d *Document) On(tables string) string {
	return strings.ReplaceAll(d.Setup, home, "'"+strings.ReplaceAll(tables, "'", "''")+"/")
}
