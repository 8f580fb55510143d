package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// text is the document in Markdown.
func (d *document) text() string {
	var b strings.Builder
	d.writeMachine(&b)
	if d.tables {
		d.writeTables(&b)
		return b.String()
	}
	d.writePrograms(&b)
	d.writeBenchmarks(&b)
	return b.String()
}

// Marks between which the document stands in a file.
const (
	beginMark = "<!-- begin of what make bench writes -->\n"
	endMark   = "<!-- end of what make bench writes -->\n"
)

// replaceBetweenMarks puts text between the marks of a file.
func replaceBetweenMarks(path, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, rest, begins := bytes.Cut(old, []byte(beginMark))
	_, foot, ends := bytes.Cut(rest, []byte(endMark))
	if !begins || !ends {
		return errors.New(path + ": the markers for the tables are missing")
	}
	return os.WriteFile(path, []byte(string(head)+beginMark+"\n"+text+"\n"+endMark+string(foot)), 0o644)
}

func (d *document) writeMachine(b *strings.Builder) {
	b.WriteString("### Machine\n\n")
	if d.busy() {
		m := middle(d.measured[key{one, 0}])
		fmt.Fprintf(b, "**The machine was busy: a program that only computes took %s for %s of work. "+
			"Do not trust the figures; measure again on an idle machine.**\n\n", duration(m.wall), duration(m.cpu))
	}
	b.WriteString("| | |\n|---|---|\n")
	for _, row := range d.machine.rows {
		fmt.Fprintf(b, "| %s | %s |\n", row[0], row[1])
	}
	if d.machine.load != "" {
		fmt.Fprintf(b, "| Load average before and after | %s, %s |\n", d.machine.load, d.loadAfter)
	}
	fmt.Fprintf(b, "| Control: two copies in parallel do the work of | %.2f copies |\n", d.control())
	fmt.Fprintf(b, "| Rounds | %d |\n", d.rounds)
	fmt.Fprintf(b, "| Duration, without Go benchmarks | %s |\n", d.took.Round(time.Second))
	for _, begun := range slices.Sorted(maps.Keys(d.runs)) {
		if begun != d.begun {
			fmt.Fprintf(b, "| Rows of an earlier run, %s | %s |\n", begun, d.runs[begun])
		}
	}
	for _, name := range d.missing {
		fmt.Fprintf(b, "| Not installed, so left out | `%s` |\n", name)
	}
	b.WriteByte('\n')
}

func (d *document) writePrograms(b *strings.Builder) {
	b.WriteString("### Whole programs\n\n")
	b.WriteString("| Datagrams | Command | Wall | CPU | CPU per datagram | Peak memory | Rounds | of `stats` | of `decode -o json` | of `tcpdump` |\n")
	b.WriteString("|----------:|---------|-----:|----:|-----------------:|------------:|-------:|-----------:|--------------------:|-------------:|\n")
	for _, c := range d.commands {
		k := key{c.name, c.datagrams}
		m := middle(d.measured[k])
		size, each := "", ""
		if c.datagrams > 0 {
			size, each = count(c.datagrams), fmt.Sprintf("%d ns", m.cpu.Nanoseconds()/int64(c.datagrams))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %d | %s | %s | %s |\n",
			size, c.name, duration(m.wall), duration(m.cpu), each, d.peak(m.peak), len(d.measured[k]),
			d.relative(k, stats), d.relative(k, asJSON), d.relative(k, tcpdump))
	}
	b.WriteByte('\n')
}

// relative is the time of a command as a multiple of that of another on the same capture: wall; CPU.
func (d *document) relative(k key, other string) string {
	if strings.HasSuffix(k.name, inCrowd) {
		other += inCrowd
	}
	r := d.measured.over(k, key{other, k.datagrams})
	if !r.known || k.name == other {
		return ""
	}
	return times(r.medians) + "; " + times(r.cpu)
}
