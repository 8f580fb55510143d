package main

import (
	"fmt"
	"slices"
	"strings"
)

// formsOfCipher are those that work on one datagram, and those that work on many.
var formsOfCipher = append([]string{"plain", "table"}, batchForms...)

// messageFolder is the package of the messages, which have a table of their own.
const messageFolder = "decode/message"

func (d *document) writeBenchmarks(b *strings.Builder) {
	b.WriteString("### Go benchmarks\n\n")
	if len(d.benchmarks) == 0 {
		b.WriteString("Not measured.\n")
		return
	}
	b.WriteString("On one core. All of them are in `bin/bench.txt`, in the format of benchstat.\n\n")
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
	if v, ok := d.benchmarks.value(folder, name, unit); ok {
		return number(v)
	}
	return ""
}

func (d *document) writeMessages(b *strings.Builder) {
	b.WriteString("Game messages, ns per message: decoded, encoded, its fields as JSON.\n\n")
	b.WriteString("| Message | Decoded | Encoded | JSON | Allocations of decoding |\n|---------|-----:|--------:|-----:|-----------:|\n")
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
