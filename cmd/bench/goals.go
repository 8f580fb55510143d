package main

import (
	"fmt"
	"strings"
)

// goal is what bcdump should reach, and how that is told from what was measured.
type goal struct {
	number, text string
	judge        func(d *document) outcome
}

// outcome of a goal.
type outcome struct {
	measured string
	verdict  string
}

// Verdicts.
const (
	reached     = "reached"
	notReached  = "**not reached**"
	notMeasured = "not measured"
	notJudged   = "not judged"
)

func verdict(ok bool) string {
	if ok {
		return reached
	}
	return notReached
}

var goals = []goal{
	{"1", "the batch cipher is ≥ 25 times as fast as the plain form, game-like lengths, AVX2", gain("avx2", 25)},
	{"", "the same without assembly, ≥ 6 times", gain("portable", 6)},
	{"", "it allocates nothing", noAllocations},
	{"2", "`stats` takes ≤ 1/18 of `tcpdump -nr`", share(stats, tcpdump, 1_000_000, 1./18)},
	{"3", "`stats` takes ≤ 0.6 of `capinfos -c`", share(stats, capinfos, 1_000_000, 0.6)},
	{"4", "`stats` takes ≤ 5 times as long as `cat`", share(stats, cat, 1_000_000, 5)},
	{"5", "`decode -o json` takes ≤ 1/6 of `tcpdump -nr`", share(asJSON, tcpdump, 1_000_000, 1./6)},
	{"6", "`decode -o json` takes ≤ 1/20 of the plain Go tool", share(asJSON, plainTool, 1_000_000, 1./20)},
	{"7", "100 k: `decode -o json` takes ≤ 1/250 of `tshark -T ek`", share(asJSON, tsharkEK, 100_000, 1./250)},
	{"8", "peak memory of `stats` ≤ 12 MB", memory(stats, 12e6)},
	{"", "peak memory of `decode -o json` ≤ 20 MB", memory(asJSON, 20e6)},
	{"", "memory of `stats` at 4 M ≤ 1.05 times that at 1 M", growth(stats, "memory", 1.05)},
	{"", "memory of `decode -o json` at 4 M ≤ 1.05 times that at 1 M", growth(asJSON, "memory", 1.05)},
	{"", "`stats` at 4 M takes ≤ 4.2 times as long as at 1 M", growth(stats, "wall", 4.2)},
	{"", "`decode -o json` at 4 M takes ≤ 4.2 times as long as at 1 M", growth(asJSON, "wall", 4.2)},
	{"9", "10 k: `stats` takes ≤ 1/60 of `tshark -r`", share(stats, tshark, 10_000, 1./60)},
	{"10", "`stats` with two workers is ≥ 1.7 times as fast as with one", workers(stats1, stats2)},
	{"", "`decode -o json` with two workers is ≥ 1.7 times as fast as with one", workers(json1, json2)},
	{"11", "`stats` of pcapng takes ≤ 1.3 times as long as of pcap", share(ofPcapng, stats, 1_000_000, 1.3)},
	{"", "`stats` of gzip is bound by the decompressor: ≤ 1.3 times the decompressor alone", share(ofGzip, unpackGzip, 1_000_000, 1.3)},
	{"", "`stats` of zstd is bound by the decompressor: ≤ 1.3 times the decompressor alone", share(ofZstd, unpackZstd, 1_000_000, 1.3)},
}

// share compares the wall times of two commands on the capture of a size, or the one that
// comes nearest.
func share(a, b string, datagrams int, most float64) func(*document) outcome {
	return func(d *document) outcome {
		n := d.nearest(datagrams)
		r := d.measured.over(key{a, n}, key{b, n})
		if !r.known {
			return outcome{"", notMeasured}
		}
		text := fmt.Sprintf("%s (pairs: %s; CPU: %s)", times(r.medians), times(r.pairs), times(r.cpu))
		return at(n, datagrams, outcome{text, verdict(r.medians <= most)})
	}
}

// at marks an outcome that was measured at another size than its goal means: it is a hint,
// not a verdict.
func at(n, wanted int, o outcome) outcome {
	if n == wanted {
		return o
	}
	o.measured += ", at " + count(n) + " instead of " + count(wanted)
	if o.verdict != notJudged {
		o.verdict = "(" + strings.Trim(o.verdict, "*") + ")"
	}
	return o
}

// gain compares the batch cipher with the plain form.
func gain(form string, least float64) func(*document) outcome {
	return func(d *document) outcome {
		v, ok := d.benchmarks.value(batchFolder, "BatchGain/"+form+"/mix", "x-plain")
		if !ok {
			return outcome{"", notMeasured}
		}
		return outcome{fmt.Sprintf("%.1f times", v), verdict(v >= least)}
	}
}

// noAllocations looks at all forms of the batch cipher.
func noAllocations(d *document) outcome {
	worst, forms := 0., 0
	for _, form := range batchForms {
		if v, ok := d.benchmarks.value(batchFolder, "Batch/"+form+"/mix", "allocs/op"); ok {
			worst = max(worst, v)
			forms++
		}
	}
	if forms == 0 {
		return outcome{"", notMeasured}
	}
	return outcome{fmt.Sprintf("%.0f in %d forms", worst, forms), verdict(worst == 0)}
}

// memory looks at the peak of a command.
func memory(name string, most float64) func(*document) outcome {
	return func(d *document) outcome {
		n := d.nearest(1_000_000)
		peak := middle(d.measured[key{name, n}]).peak
		if peak == 0 {
			return outcome{"", notMeasured}
		}
		return at(n, 1_000_000, outcome{d.peak(peak), verdict(float64(peak) <= most)})
	}
}

// growth compares a command at 4 M with itself at 1 M.
func growth(name, what string, most float64) func(*document) outcome {
	return func(d *document) outcome {
		long, short := d.measured[key{name, 4_000_000}], d.measured[key{name, 1_000_000}]
		if len(long) == 0 || len(short) == 0 {
			return outcome{"", notMeasured}
		}
		r := float64(middle(long).wall) / float64(middle(short).wall)
		if what == "memory" {
			if middle(short).peak == 0 {
				return outcome{"", notMeasured}
			}
			r = float64(middle(long).peak) / float64(middle(short).peak)
		}
		return outcome{fmt.Sprintf("%.2f times", r), verdict(r <= most)}
	}
}

// Goals of the second core.
const (
	leastGain    = 1.7
	leastControl = 1.8
)

// workers compares one worker with two, if the machine had a second core to give.
func workers(alone, both string) func(*document) outcome {
	return func(d *document) outcome {
		n := d.nearest(1_000_000)
		r := d.measured.over(key{alone, n}, key{both, n})
		if !r.known {
			return outcome{"", notMeasured}
		}
		text := fmt.Sprintf("%.2f times; control %.2f", r.medians, d.control())
		if d.control() < leastControl {
			return at(n, 1_000_000, outcome{text, notJudged})
		}
		return at(n, 1_000_000, outcome{text, verdict(r.medians >= leastGain)})
	}
}
