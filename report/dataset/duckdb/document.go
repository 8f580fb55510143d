package duckdb

import (
	"os"
	"strings"
)

// Question is a question with the statement that answers it.
type Question struct{ Title, SQL string }

// Document is docs/guides/questions.sql.
type Document struct {
	// Setup are the statements that stand before the first question: the views.
	Setup     string
	Questions []Question
}

// heading begins a question; its other comments explain it.
const heading = "\n-- # "

// Read finds the questions of a file.
func Read(path string) (*Document, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(string(raw), heading)
	d := &Document{Setup: parts[0]}
	for _, part := range parts[1:] {
		title, sql, _ := strings.Cut(part, "\n")
		d.Questions = append(d.Questions, Question{title, sql})
	}
	return d, nil
}

// home is the folder of the tables as the file names it.
const home = "'tables/"

// On are the statements of Setup for tables in another folder.
func (d *Document) On(tables string) string {
	return strings.ReplaceAll(d.Setup, home, "'"+strings.ReplaceAll(tables, "'", "''")+"/")
}
