package main

import (
	"fmt"
	"slices"
	"strings"
)

// batchForms are the forms of the cipher that work on many datagrams, and formsOfCipher
// all of them.
var (
	batchForms    = []string{"portable", "avx2", "avx512", "neon"}
	formsOfCipher = append([]string{"plain", "table"}, batchForms...)
)

// messageFolder is the package of the messages, which have a table of their own.
const messageFolder = "decode/message"

func (d *document) writeBenchmarks(b *strings.Builder) {
	b.WriteString("### Go benchmarks\n\n")
	if len(d.benchmarks) == 0 {
		b.WriteString("Not measured.\n")
		return
	}
	b.WriteString("On one core. All of them stand in `bin/bench.txt`, in the form that benchstat reads.\n\n")
	d.writeCipher(b)
	d.writeMessages(b)
	d.writeOthers(b)
}

func (d *document) writeCipher(b *strings.Builder) {
	lengths := []string{"mix", "20", "60", "208", "500"}
	b.WriteString("Cipher, MB/s by length of the datagrams in bytes; mix: 15 to 120.\n\n")
	fmt.Fprintf(b, "| Form | %s | mix, times plain |\n|------|%s---:|\n", strings.Join(lengths, " | "), strings.Repeat("---:|", len(lengths)))
	for _, form := range formsOfCipher {
		if d.benchmarks.named(batchFolder, "Batch/"+form+"/mix") == nil {
			continue
		}
		fmt.Fprintf(b, "| %s |", form)
		for _, length := range lengths {
			fmt.Fprintf(b, " %s |", d.value(batchFolder, "Batch/"+form+"/"+length, "MB/s"))
		}
		fmt.Fprintf(b, " %s |\n", d.value(batchFolder, "BatchGain/"+form+"/mix", "x-plain"))
	}
	b.WriteByte('\n')
}

// value writes the median of a unit, or nothing.
func (d *document) value(folder, name, unit string) string {
	if x := d.benchmarks.named(folder, name); x != nil {
		if v, ok := x.value(unit); ok {
			return number(v)
		}
	}
	return ""
}

// number writes three digits or so.
func number(v float64) string {
	switch {
	case v >= 100 || v == float64(int64(v)):
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func (d *document) writeMessages(b *strings.Builder) {
	b.WriteString("Game messages, ns for one: read from its bytes, written back, its fields as JSON.\n\n")
	b.WriteString("| Message | Read | Written | JSON | Allocations of reading |\n|---------|-----:|--------:|-----:|-----------:|\n")
	for _, x := range d.benchmarks {
		message, ok := strings.CutPrefix(x.name, "Decode/")
		if !ok || x.folder != messageFolder {
			continue
		}
		opcode, name, _ := strings.Cut(message, "_")
		fmt.Fprintf(b, "| 0x%s %s | %s | %s | %s | %s |\n", opcode, name,
			d.value(messageFolder, "Decode/"+message, "ns/op"), d.value(messageFolder, "Encode/"+message, "ns/op"),
			d.value(messageFolder, "FieldsJSON/"+message, "ns/op"), d.value(messageFolder, "Decode/"+message, "allocs/op"))
	}
	b.WriteByte('\n')
}

func (d *document) writeOthers(b *strings.Builder) {
	b.WriteString("All others.\n\n| Package | Benchmark | ns/op | MB/s | Allocations | Other |\n|---------|-----------|---:|---:|---:|---|\n")
	for _, x := range d.benchmarks {
		if x.folder == batchFolder && strings.HasPrefix(x.name, "Batch") || x.folder == messageFolder && strings.Contains(x.name, "/") {
			continue
		}
		var own []string
		for unit := range x.runs {
			if strings.Contains(unit, "ns/") && unit != "ns/op" || strings.HasSuffix(unit, "/s") && unit != "MB/s" {
				own = append(own, d.value(x.folder, x.name, unit)+" "+unit)
			}
		}
		slices.Sort(own)
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", x.folder, x.name,
			d.value(x.folder, x.name, "ns/op"), d.value(x.folder, x.name, "MB/s"),
			d.value(x.folder, x.name, "allocs/op"), strings.Join(own, ", "))
	}
}
