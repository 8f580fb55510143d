package render

import "bcdump/report/figures"

// Options say how tables look.
type Options struct {
	// Only names the tables to show; empty = all that have something to say.
	Only []string
	// Top is how many rows of a table are shown; what follows is summed up in a row
	// called "rest". 0 = all.
	Top int
	// Brief shows what answers the question at once, and names the option that shows the rest. Only stats and check
	// have such a form.
	Brief bool
	// Width is that of the terminal, in characters.
	Width int
	// Fold lets queries that are wider than that continue on the next lines; else they are as wide
	// as they are.
	Fold  bool
	Color bool
	// Command makes a command from a query, to be shown below its row. If file is not
	// "", the query is for this one of several. nil = queries are not shown.
	Command func(query figures.Query, file string) string
}
