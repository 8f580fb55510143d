package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

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

// machine says where and when was measured; what the system does not tell is left out.
func machine(o *options) string {
	text := "| | |\n|---|---|\n"
	for _, row := range [][2]string{
		{"Date", time.Now().UTC().Format("2006-01-02 15:04 UTC")},
		{"Program", firstLine(o.bcdump, "version")},
		{"Processor", firstLine("sh", "-c", "LC_ALL=C lscpu | sed -n 's/^Model name: *//p'")},
		{"Cores", fmt.Sprint(runtime.NumCPU())},
		{"System", runtime.GOOS + "/" + runtime.GOARCH + " " + firstLine("uname", "-r")},
		{"cat", firstLine("cat", "--version")},
		{"tcpdump", firstLine("tcpdump", "--version")},
		{"tshark", firstLine("tshark", "--version")},
		{"Load average before", load()},
	} {
		if row[1] != "" {
			text += fmt.Sprintf("| %s | %s |\n", row[0], row[1])
		}
	}
	return text
}

// firstLine is the first line that a program says.
func firstLine(program string, args ...string) string {
	out, _ := exec.Command(program, args...).CombinedOutput() // who is not there says nothing
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Running as user") {
			return line
		}
	}
	return ""
}

// load is the average number of processes that ran or wanted to in the last minute.
func load() string {
	all, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(all), " ")
	return first
}

// busy reports whether other programs took time from ours: these do nothing but compute, so their wall time
// should be their CPU time.
func busy(list []command, measured results) bool {
	return slices.ContainsFunc(list, func(c command) bool {
		m := median(measured[c.key])
		return (c.name == "tcpdump -nr" || c.name == "capinfos -c") && m.Wall > m.CPU+m.CPU/10+5*time.Millisecond
	})
}

// peers are the commands that others are compared with.
var peers = []string{"bcdump stats", "bcdump decode -o json", "tcpdump -nr"}

// table has a row for each command.
func table(list []command, measured results) string {
	var b strings.Builder
	b.WriteString("| Datagrams | Command | Wall | CPU | CPU per datagram | Peak memory | Rounds | of `stats` | of `decode -o json` | of `tcpdump` |\n")
	b.WriteString("|----------:|---------|-----:|----:|-----------------:|------------:|-------:|-----------:|--------------------:|-------------:|\n")
	for _, c := range list {
		m, name := median(measured[c.key]), c.name
		if c.shape != "" {
			name += ", `" + c.shape + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d ns | %.1f MB | %d |", count(c.datagrams), name,
			duration(m.Wall), duration(m.CPU), m.CPU.Nanoseconds()/int64(c.datagrams), float64(m.Peak)/1e6, len(measured[c.key]))
		for _, peer := range peers {
			p := median(measured[key{peer, c.shape, c.datagrams}])
			if p.Wall == 0 || p.CPU == 0 || c.name == peer {
				b.WriteString("  |")
			} else {
				fmt.Fprintf(&b, " %s; %s |", times(float64(m.Wall)/float64(p.Wall)), times(float64(m.CPU)/float64(p.CPU)))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// times writes a ratio: below a half as a fraction.
func times(r float64) string {
	switch {
	case r > 0 && r < 0.5:
		return fmt.Sprintf("1/%.1f", 1/r)
	case r < 10:
		return fmt.Sprintf("%.2f", r)
	}
	return fmt.Sprintf("%.0f", r)
}

func duration(t time.Duration) string {
	if t >= time.Second {
		return fmt.Sprintf("%.2f s", t.Seconds())
	}
	return fmt.Sprintf("%.1f ms", t.Seconds()*1000)
}

// count writes a number of datagrams.
func count(n int) string {
	switch {
	case n%million == 0:
		return fmt.Sprintf("%d M", n/million)
	case n%1000 == 0:
		return fmt.Sprintf("%d k", n/1000)
	}
	return fmt.Sprint(n)
}
