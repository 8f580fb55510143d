package main

import (
	"fmt"
	"strings"
)

// tableGoals are what `export parquet` should reach.
var tableGoals = []goal{
	{"1", "`export parquet` takes ≤ 4 times as long as `decode -o json`", "", share(exporting, asJSON, 1_000_000, 4)},
	{"", "the same with one worker", "", share(export1, json1, 1_000_000, 4)},
	{"2", "the files have ≤ 1/15 of the bytes of that JSON", "", smaller(1. / 15)},
	{"3", "peak memory ≤ 150 MB", "", memory(1_000_000, 150e6, exporting)},
}

// smaller compares the files with the JSON.
func smaller(most float64) func(*document) outcome {
	return func(d *document) outcome {
		n := d.nearest(1_000_000)
		if d.files.json == 0 || d.files.all == 0 {
			return outcome{"", notMeasured}
		}
		r := float64(d.files.all) / float64(d.files.json)
		return at(n, 1_000_000, outcome{
			fmt.Sprintf("%s (%s of %s)", times(r), megabytes(d.files.all), megabytes(d.files.json)), verdict(r <= most),
		})
	}
}

func megabytes(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// writeTables is the part of the document about tables.
func (d *document) writeTables(b *strings.Builder) {
	fmt.Fprintf(b, "### Goals of the tables\n\nA battle of eight players, %s datagrams.\n\n", count(d.sizes[0]))
	d.writeGoals(b, tableGoals)
	b.WriteString("### Time and memory\n\n| Command | Wall | CPU | Peak memory | Rounds | of `decode -o json` |\n")
	b.WriteString("|---------|-----:|----:|------------:|-------:|--------------------:|\n")
	for _, c := range d.commands {
		if c.datagrams == 0 {
			continue
		}
		k := key{c.name, c.datagrams}
		m := middle(d.measured[k])
		fmt.Fprintf(b, "| %s | %s | %s | %s | %d | %s |\n",
			c.name, duration(m.wall), duration(m.cpu), d.peak(m.peak), len(d.measured[k]), d.relative(k, asJSON))
	}
	b.WriteString("\n### Bytes\n\n| What | Bytes | of the JSON |\n|------|------:|------------:|\n")
	row := func(what string, n int64) {
		fmt.Fprintf(b, "| %s | %s | %s |\n", what, megabytes(n), times(float64(n)/float64(d.files.json)))
	}
	row("the capture", d.files.capture)
	row("`decode -o json`", d.files.json)
	row(byHand, d.files.byHand)
	row("all tables", d.files.all)
	row("of these, read by DuckDB for the speed of one ship", d.files.oneShip)
	for _, t := range d.files.tables {
		row("`"+t.name+"`", t.bytes)
	}
	b.WriteByte('\n')
}
