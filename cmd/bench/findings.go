package main

import (
	"fmt"
	"time"
)

// document is all that was found out; document.go writes it.
type document struct {
	options
	begun      string // to the minute
	machine    facts
	loadAfter  string
	took       time.Duration
	missing    []string
	commands   []command
	measured   results
	benchmarks benchmarks
	files      tableSizes
	runs       map[string]string // what there is to say about each; nil = this one only
}

// minute is how a run is called.
const minute = "2006-01-02 15:04 UTC"

// about is what there is to say about a run when its figures stand beside those of others.
func (d *document) about() string {
	text := fmt.Sprintf("%d rounds in %s, control %.2f", d.rounds, d.took.Round(time.Second), d.control())
	if d.machine.load != "" {
		text += fmt.Sprintf(", load average before and after %s, %s", d.machine.load, d.loadAfter)
	}
	if d.busy() {
		text += ", **the machine was busy**"
	}
	return text + ", " + d.machine.program
}

// busy reports whether other programs took time from ours: one copy of the control does
// nothing but compute, so its wall time should be its CPU time.
func (d *document) busy() bool {
	m := middle(d.measured[key{one, 0}])
	return float64(m.wall) > 1.1*float64(m.cpu)
}

// peak writes memory in MB. A process shows at least what the one that started it held.
func (d *document) peak(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	text := fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	if floor := middle(d.measured[key{nothing, 0}]).peak; float64(bytes) <= 1.05*float64(floor) {
		return "≤ " + text
	}
	return text
}

// control is how much more two copies do at once than one alone: 2 if there are two whole
// cores.
func (d *document) control() float64 {
	r := d.measured.over(key{two, 0}, key{one, 0})
	if !r.known {
		return 0
	}
	return 2 / r.medians
}
