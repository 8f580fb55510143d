package main

import (
	"fmt"
	"strings"
)

// goal is what bcdump should reach, and how that is told from what was measured.
type goal struct {
	number, text string
	before       string // the second round: on 2026-11-22, commit 09925d8
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
	{"1", "`decode`, as text, takes ≤ 1.0 of `tcpdump -nr`", "3.1", share(asText, tcpdump, 1_000_000, 1)},
	{"2", "`timeline` takes ≤ 1.5 times as long as `tcpdump -nr`", "4.9", share(timeline, tcpdump, 1_000_000, 1.5)},
	{"", "`timeline` at 4 M takes ≤ 4.2 times the CPU time at 1 M", "8", growth(timeline, 4.2)},
	{"3", "`verify` takes ≤ 2.5 times the CPU time of `decode -o json`", "8", shareOfCPU(verify, asJSON, 1_000_000, 2.5)},
	{"4", "`stats` takes ≤ 1/2.5 of `tcpdump -nr`", "1/1.3", share(stats, tcpdump, 1_000_000, 1/2.5)},
	{"", "`stats` takes ≤ 11 times as long as `cat`", "22", share(stats, cat, 1_000_000, 11)},
	{"5", "`decode -o json` takes ≤ 0.8 of `tcpdump -nr`", "1.25", share(asJSON, tcpdump, 1_000_000, 0.8)},
	{"", "`decode -o json` into a pipe takes ≤ 1.2 times as long", "1.9", share(asJSON+intoPipe, asJSON, 1_000_000, 1.2)},
	{"6", "100 k: `decode -o json` takes ≤ 1/90 of `tshark -T ek`", "1/66", share(asJSON, tsharkEK, 100_000, 1./90)},
	{"", "10 k: `stats` takes ≤ 1/20 of `tshark -r`", "1/14", share(stats, tshark, 10_000, 1./20)},
	{"7", "peak memory of `stats`, JSON, text, `verify` ≤ 26 MB each", "31, 30, 37, -", memory(1_000_000, 26e6, stats, asJSON, asText, verify)},
	{"", "peak memory of `timeline` ≤ 40 MB", "45", memory(1_000_000, 40e6, timeline)},
	{"", "memory of these five at 4 M ≤ 1.1 times that at 1 M", "", growthOfMemory(1.1, stats, asJSON, asText, verify, timeline)},
	{"8", "peak memory of `stats`, JSON, text with 16 workers ≤ 64 MB", "81", memoryOfWorkers(16, 64e6)},
	{"", "with 64 workers ≤ 128 MB", "240", memoryOfWorkers(64, 128e6)},
	{"9", "the batch cipher is ≥ 25 times as fast as the plain form, game-like lengths, AVX2", "", gain("avx2", 25)},
	{"", "the same without assembly, ≥ 6 times", "", gain("portable", 6)},
	{"", "it allocates nothing", "", noAllocations},
	{"10", "`stats` takes ≤ 0.6 of `capinfos -c`", "", share(stats, capinfos, 1_000_000, 0.6)},
	{"11", "`decode -o json` takes ≤ 1/20 of the plain Go tool", "", share(asJSON, plainTool, 1_000_000, 1./20)},
	{"12", "`stats` at 4 M takes ≤ 4.2 times the CPU time at 1 M", "", growth(stats, 4.2)},
	{"", "`decode -o json` at 4 M takes ≤ 4.2 times the CPU time at 1 M", "", growth(asJSON, 4.2)},
	{"13", "`stats` with two workers is ≥ 1.7 times as fast as with one", "", workers(stats1, stats2)},
	{"", "`decode -o json` with two workers is ≥ 1.7 times as fast as with one", "", workers(json1, json2)},
	{"14", "`stats` of pcapng takes ≤ 1.3 times as long as of pcap", "", share(ofPcapng, stats, 1_000_000, 1.3)},
	{"", "`stats` of gzip is bound by the decompressor: ≤ 1.3 times the decompressor alone", "", share(ofGzip, unpackGzip, 1_000_000, 1.3)},
	{"", "`stats` of zstd is bound by the decompressor: ≤ 1.3 times the decompressor alone", "", share(ofZstd, unpackZstd, 1_000_000, 1.3)},
}

// share compares the wall times of two commands on the capture of a size, or the one that
// comes nearest.
func share(a, b string, datagrams int, most float64) func(*document) outcome {
	return shareBy(a, b, datagrams, func(r ratio) bool { return r.medians <= most })
}

// shareOfCPU compares what the commands take from the processors.
func shareOfCPU(a, b string, datagrams int, most float64) func(*document) outcome {
	return shareBy(a, b, datagrams, func(r ratio) bool { return r.cpu <= most })
}

func shareBy(a, b string, datagrams int, reaches func(ratio) bool) func(*document) outcome {
	return func(d *document) outcome {
		n := d.nearest(datagrams)
		r := d.measured.over(key{a, n}, key{b, n})
		if !r.known {
			return outcome{"", notMeasured}
		}
		text := fmt.Sprintf("%s (pairs: %s; CPU: %s)", times(r.medians), times(r.pairs), times(r.cpu))
		return at(n, datagrams, outcome{text, verdict(reaches(r))})
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

// memory looks at the peaks of commands: the worst counts.
func memory(datagrams int, most float64, names ...string) func(*document) outcome {
	return func(d *document) outcome {
		n, worst := d.nearest(datagrams), int64(0)
		var texts []string
		for _, name := range names {
			peak := middle(d.measured[key{name, n}]).peak
			if peak == 0 {
				return outcome{"", notMeasured}
			}
			worst = max(worst, peak)
			texts = append(texts, d.peak(peak))
		}
		return at(n, datagrams, outcome{strings.Join(texts, ", "), verdict(float64(worst) <= most)})
	}
}

// memoryOfWorkers is that of the commands that are measured with so many workers.
func memoryOfWorkers(n int, most float64) func(*document) outcome {
	return memory(1_000_000, most, withWorkers(stats, n), withWorkers(asJSON, n), withWorkers(asText, n))
}

// growth compares the CPU time of a command at 4 M with itself at 1 M.
func growth(name string, most float64) func(*document) outcome {
	return grown(most, func(s sample) float64 { return float64(s.cpu) }, name)
}

// growthOfMemory compares peaks of commands in the same way; the worst counts.
func growthOfMemory(most float64, names ...string) func(*document) outcome {
	return grown(most, func(s sample) float64 { return float64(s.peak) }, names...)
}

func grown(most float64, figure func(sample) float64, names ...string) func(*document) outcome {
	return func(d *document) outcome {
		worst := 0.
		var texts []string
		for _, name := range names {
			long, short := figure(middle(d.measured[key{name, 4_000_000}])), figure(middle(d.measured[key{name, 1_000_000}]))
			if long == 0 || short == 0 {
				return outcome{"", notMeasured}
			}
			worst = max(worst, long/short)
			texts = append(texts, fmt.Sprintf("%.2f", long/short))
		}
		return outcome{strings.Join(texts, ", ") + " times", verdict(worst <= most)}
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
