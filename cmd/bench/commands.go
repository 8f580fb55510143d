package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
)

// Names of commands, as the tables have them.
const (
	nothing  = "true"
	one      = "control, one copy"
	two      = "control, two copies"
	cat      = "cat"
	capinfos = "capinfos -c"
	tcpdump  = "tcpdump -nr"
	tshark   = "tshark -r"
	tsharkEK = "tshark -T ek -r"

	stats    = "bcdump stats"
	asJSON   = "bcdump decode -o json"
	asText   = "bcdump decode"
	asCSV    = "bcdump decode -o csv"
	timeline = "bcdump timeline"
	verify   = "bcdump verify"
	stats1   = stats + " -j 1"
	stats2   = stats + " -j 2"
	json1    = asJSON + " -j 1"
	json2    = asJSON + " -j 2"

	ofPcapng   = stats + ", pcapng"
	ofGzip     = stats + ", gzip"
	ofZstd     = stats + ", zstd"
	unpackGzip = "decompressor alone, gzip"
	unpackZstd = "decompressor alone, zstd"

	// Behind the name of a command.
	inCrowd  = ", sixteen players"
	intoPipe = ", into a pipe"
)

// command is a program with its arguments.
type command struct {
	name      string
	datagrams int // of its capture; 0 = none
	args      []string
	copies    int  // started at once
	piped     bool // into `cat >/dev/null`
}

// Sizes beyond which a slow command is not measured.
const (
	mostTsharkEK = 100_000
	mostTshark   = 1_000_000
	mostCSV      = 1_000_000
)

// manyWorkers are numbers of workers at which memory is measured.
var manyWorkers = []int{16, 64}

func withWorkers(name string, n int) string { return fmt.Sprintf("%s -j %d", name, n) }

// adding lists commands on one capture; a program that is not installed is noted instead.
type adding struct {
	*options
	capture
	list    []command
	missing []string
}

func (a *adding) add(name string, args ...string) {
	if _, err := exec.LookPath(args[0]); err != nil {
		if !slices.Contains(a.missing, args[0]) {
			a.missing = append(a.missing, args[0])
		}
		return
	}
	a.list = append(a.list, command{name: name, datagrams: a.datagrams, args: append(args, a.path), copies: 1})
}

// program gives the path of a program that is built for the measurement.
func (o *options) program(name string) string { return filepath.Join(o.folder, name) }

// addBcdump adds bcdump with arguments for a command of that name.
func (a *adding) addBcdump(name string, args ...string) {
	a.add(name, append([]string{a.bcdump}, args...)...)
}

// controls are what tells how idle the machine was.
func controls(o *options) []command {
	return []command{
		{name: nothing, args: []string{"true"}, copies: 1},
		{name: one, args: []string{o.program("control")}, copies: 1},
		{name: two, args: []string{o.program("control")}, copies: 2},
	}
}

// commands lists what is measured, in the order of a round, and the peers that are not
// installed.
func commands(o *options, captures []capture) (list []command, missing []string) {
	a := adding{options: o, list: controls(o)}
	if o.tables {
		return append(a.list, tableCommands(o, captures[0])...), nil
	}
	for _, a.capture = range captures {
		switch a.form {
		case "pcap":
			a.addPeers()
			a.addOwn("")
			a.addOthers()
		case "pcapng":
			a.addBcdump(ofPcapng, "stats", "-q")
		case "gzip":
			a.add(unpackGzip, o.program("unpack"))
			a.addBcdump(ofGzip, "stats", "-q")
		case "zstd":
			a.add(unpackZstd, o.program("unpack"))
			a.addBcdump(ofZstd, "stats", "-q")
		case crowded:
			a.add(cat+inCrowd, "cat")
			a.add(capinfos+inCrowd, "capinfos", "-c")
			a.add(tcpdump+inCrowd, "tcpdump", "-nr")
			a.addOwn(inCrowd)
		}
	}
	return slices.DeleteFunc(a.list, func(c command) bool { return !o.selects(&c) }), a.missing
}

func (a *adding) addPeers() {
	a.add(cat, "cat")
	a.add(capinfos, "capinfos", "-c")
	a.add(tcpdump, "tcpdump", "-nr")
	if a.datagrams <= mostTshark {
		a.add(tshark, "tshark", "-r")
	}
	if a.datagrams <= mostTsharkEK {
		a.add(tsharkEK, "tshark", "-T", "ek", "-r")
	}
}

// addOwn adds what people do with captures of any size.
func (a *adding) addOwn(suffix string) {
	a.addBcdump(stats+suffix, "stats", "-q")
	a.addBcdump(asJSON+suffix, "decode", "-q", "-o", "json")
	a.addBcdump(asText+suffix, "decode", "-q")
	a.addBcdump(timeline+suffix, "timeline", "-q")
	a.addBcdump(verify+suffix, "verify", "-q")
}

// addOthers adds what is measured up to some size, and what is measured at one size only: pipes
// and numbers of workers.
func (a *adding) addOthers() {
	if a.datagrams <= mostCSV {
		a.addBcdump(asCSV, "decode", "-q", "-o", "csv")
	}
	if a.datagrams != a.formsSize() {
		return
	}
	a.addPiped(asJSON, "decode", "-q", "-o", "json")
	a.addPiped(asText, "decode", "-q")
	for _, n := range a.numbersOfWorkers() {
		jobs := strconv.Itoa(n)
		a.addBcdump(withWorkers(stats, n), "stats", "-q", "-j", jobs)
		a.addBcdump(withWorkers(asJSON, n), "decode", "-q", "-o", "json", "-j", jobs)
		if n > 2 {
			a.addBcdump(withWorkers(asText, n), "decode", "-q", "-j", jobs)
		}
	}
}

func (a *adding) addPiped(name string, args ...string) {
	before := len(a.list)
	a.addBcdump(name+intoPipe, args...)
	for i := range a.list[before:] {
		a.list[before+i].piped = true
	}
}

func (*adding) numbersOfWorkers() []int {
	if runtime.NumCPU() < 2 {
		return manyWorkers
	}
	return append([]int{1, 2}, manyWorkers...)
}

// selects reports whether --only names a command.
func (o *options) selects(c *command) bool {
	return c.datagrams == 0 || o.only.MatchString(c.name)
}
