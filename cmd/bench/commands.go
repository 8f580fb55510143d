package main

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

// Names of commands, as the tables have them.
const (
	nothing    = "true"
	one        = "control, one copy"
	two        = "control, two copies"
	cat        = "cat"
	capinfos   = "capinfos -c"
	tcpdump    = "tcpdump -nr"
	tshark     = "tshark -r"
	tsharkEK   = "tshark -T ek -r"
	plainTool  = "plain Go tool"
	stats      = "bcdump stats"
	stats1     = "bcdump stats -j 1"
	stats2     = "bcdump stats -j 2"
	asJSON     = "bcdump decode -o json"
	json1      = "bcdump decode -o json -j 1"
	json2      = "bcdump decode -o json -j 2"
	ofPcapng   = "bcdump stats, pcapng"
	ofGzip     = "bcdump stats, gzip"
	ofZstd     = "bcdump stats, zstd"
	unpackGzip = "decompressor alone, gzip"
	unpackZstd = "decompressor alone, zstd"
	inCrowd    = ", eight players" // behind the name of a command
)

// command is a program with its arguments.
type command struct {
	name      string
	datagrams int // of its capture; 0 = none
	args      []string
	copies    int // started at once
}

// Sizes beyond which a slow peer is not measured: no goal asks for them.
const (
	mostTsharkEK = 100_000
	mostTshark   = 1_000_000
	mostPlain    = 1_000_000
)

// commands lists what is measured, in the order of a round, and the peers that are not
// installed.
func commands(o *options, captures []capture) (list []command, missing []string) {
	own := func(name string) string { return filepath.Join(o.folder, name) }
	list = []command{
		{nothing, 0, []string{"true"}, 1},
		{one, 0, []string{own("control")}, 1},
		{two, 0, []string{own("control")}, 2},
	}
	if o.tables {
		return append(list, tableCommands(o, captures[0])...), nil
	}
	for _, c := range captures {
		add := func(name string, args ...string) {
			if _, err := exec.LookPath(args[0]); err != nil {
				if !slices.Contains(missing, args[0]) {
					missing = append(missing, args[0])
				}
				return
			}
			list = append(list, command{name, c.datagrams, append(args, c.path), 1})
		}
		switch c.form {
		case "pcap":
			addPeers(add, c.datagrams, own("plain"))
			addOwn(add, o, c.datagrams)
		case "pcapng":
			add(ofPcapng, o.bcdump, "stats", "-q")
		case "gzip":
			add(unpackGzip, own("unpack"))
			add(ofGzip, o.bcdump, "stats", "-q")
		case "zstd":
			add(unpackZstd, own("unpack"))
			add(ofZstd, o.bcdump, "stats", "-q")
		case crowded:
			add(cat+inCrowd, "cat")
			add(capinfos+inCrowd, "capinfos", "-c")
			add(tcpdump+inCrowd, "tcpdump", "-nr")
			add(stats+inCrowd, o.bcdump, "stats", "-q")
			add(asJSON+inCrowd, o.bcdump, "decode", "-q", "-o", "json")
		}
	}
	return list, missing
}

func addPeers(add func(name string, args ...string), datagrams int, plain string) {
	add(cat, "cat")
	add(capinfos, "capinfos", "-c")
	add(tcpdump, "tcpdump", "-nr")
	if datagrams <= mostTshark {
		add(tshark, "tshark", "-r")
	}
	if datagrams <= mostTsharkEK {
		add(tsharkEK, "tshark", "-T", "ek", "-r")
	}
	if datagrams <= mostPlain {
		add(plainTool, plain)
	}
}

// addOwn adds bcdump with its usual workers and, at one size, with one and with two.
func addOwn(add func(name string, args ...string), o *options, datagrams int) {
	add(stats, o.bcdump, "stats", "-q")
	add(asJSON, o.bcdump, "decode", "-q", "-o", "json")
	if datagrams != o.formsSize() || runtime.NumCPU() < 2 {
		return
	}
	add(stats1, o.bcdump, "stats", "-q", "-j", "1")
	add(stats2, o.bcdump, "stats", "-q", "-j", "2")
	add(json1, o.bcdump, "decode", "-q", "-o", "json", "-j", "1")
	add(json2, o.bcdump, "decode", "-q", "-o", "json", "-j", "2")
}
