package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"bcdump/decode/cipher"
)

// facts say where and when was measured, one to a line of the table.
type facts struct {
	rows    [][2]string
	load    string // average of the last minute
	program string // which bcdump
}

// machine asks the system; what it does not tell is left out.
func machine(o *options, now time.Time) facts {
	f := facts{load: load(), program: program(o.bcdump)}
	add := func(name, value string) {
		if value != "" {
			f.rows = append(f.rows, [2]string{name, value})
		}
	}
	add("Date", now.UTC().Format(minute))
	add("Program", f.program)
	about := lscpu()
	add("Processor", about["Model name"])
	add("Cores", about["CPU(s)"])
	add("Threads per core", about["Thread(s) per core"])
	add("Caches", strings.Join(present("L1d ", about["L1d cache"], "L2 ", about["L2 cache"], "L3 ", about["L3 cache"]), ", "))
	add("Virtual machine", about["Hypervisor vendor"])
	add("System", strings.TrimSpace(runtime.GOOS+"/"+runtime.GOARCH+" "+content("/proc/sys/kernel/osrelease")))
	add("Go", runtime.Version())
	add("Form of the cipher", cipher.Form())
	for _, peer := range []string{"cat", "tcpdump", "tshark", "capinfos"} {
		add(peer, version(peer))
	}
	return f
}

// present joins labels with values that are there.
func present(pairs ...string) (out []string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			out = append(out, pairs[i]+pairs[i+1])
		}
	}
	return out
}

// lscpu gives what the command of that name says, by its labels; empty without it.
func lscpu() map[string]string {
	process := exec.Command("lscpu")
	process.Env = append(os.Environ(), "LC_ALL=C")
	out, err := process.Output()
	if err != nil {
		return nil
	}
	about := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if label, value, ok := strings.Cut(line, ":"); ok {
			about[strings.TrimSpace(label)] = strings.TrimSpace(value)
		}
	}
	return about
}

// program is what bcdump says about itself.
func program(path string) string {
	out, err := exec.Command(path, "version").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// version is the first line that a program says about itself.
func version(program string) string {
	out, err := exec.Command(program, "--version").CombinedOutput()
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "Running as user") {
			return line
		}
	}
	return ""
}

// load is the average number of processes that ran or wanted to in the last minute.
func load() string {
	first, _, _ := strings.Cut(content("/proc/loadavg"), " ")
	return first
}

func content(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
