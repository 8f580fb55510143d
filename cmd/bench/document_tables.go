package main

import (
	"fmt"
	"strings"
)

func megabytes(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// writeTables is the part of the document about tables.
func (d *document) writeTables(b *strings.Builder) {
	fmt.Fprintf(b, "### Time and memory\n\nA battle of eight players, %s datagrams.\n\n", count(d.sizes[0]))
	b.WriteString("| Command | Wall | CPU | Peak memory | Rounds | of `decode -o json` |\n")
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
