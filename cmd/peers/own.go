package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bcdump/internal/printable"
	"bcdump/internal/trial"
)

// Exit statuses of bcdump.
const (
	statusGood    = 0
	statusRefused = 1
	statusDamaged = 3
)

// result is what was found out about one capture.
type result struct {
	capture
	status      int    // of decode
	refused     string // why decode reads nothing
	frames      int
	datagrams   []uint8 // UDP datagrams of each frame; frame 1 is the first
	udp         int
	claims      int   // datagrams taken for traffic of the game
	theirs      tally // what tshark counts
	findings    []string
	unexplained []string
	slowest     time.Duration
	peak        int64
}

// checker looks at one capture.
type checker struct {
	options
	result
	times  []float64 // of the frames, by tshark
	wanted []int     // the statuses that a run may have
	sum    [sha256.Size]byte
	broken error // a program could not be started: nothing more is worth trying
}

func (c *checker) finding(format string, args ...any) {
	c.findings = append(c.findings, fmt.Sprintf(format, args...))
}

// dumped is what stats says.
type dumped struct {
	Files []struct {
		Frames int `json:"frames"`
	} `json:"files"`
	Datagrams struct {
		Game        int `json:"bc"`
		GameSpy     int `json:"gamespy"`
		EntityState int `json:"entity-state"`
		Unknown     int `json:"unknown"`
		Empty       int `json:"empty"`
	} `json:"datagrams"`
}

// own runs all commands of bcdump that read captures.
func (c *checker) own() {
	c.status = c.counted("1")
	c.udp = c.behind(0)
	one := c.sum
	if c.counted("2"); one != c.sum {
		c.finding("unequal: decode -o json with -j 1 and with -j 2")
	}
	c.look(isText, "decode", "--color", "never")
	c.look(isJSON, "timeline", "-o", "json")
	c.stats()
	c.verify()
}

// counted counts the datagrams of each frame in the JSON of decode, and sums up all of it.
func (c *checker) counted(workers string) (status int) {
	c.datagrams = c.datagrams[:0]
	hash := sha256.New()
	c.wanted = []int{statusGood, statusRefused, statusDamaged}
	p := c.look(func(line []byte) bool {
		_, _ = hash.Write(line) // a hash takes everything
		_, _ = hash.Write([]byte{'\n'})
		if !isJSON(line) {
			return false
		}
		c.count(line)
		return true
	}, "decode", "-o", "json", "-j", workers)
	c.sum, c.wanted = [sha256.Size]byte(hash.Sum(nil)), []int{p.Status}
	if p.Status == statusRefused {
		c.refused = reasonOf(p.said)
	}
	return p.Status
}

func isText(line []byte) bool { return !hasControls(string(line)) }
func isJSON(line []byte) bool { return json.Valid(line) && isText(line) }

// look runs a command and looks at each line that it prints.
func (c *checker) look(good func(line []byte) bool, args ...string) process {
	wrong := 0
	each := lines{each: func(line []byte) {
		if !good(line) {
			wrong++
		}
	}}
	p := c.bcdump(&each, append(args, "--no-progress")...)
	each.finish()
	if wrong > 0 {
		c.finding("lines: %s: %d have control characters, or are no JSON", strings.Join(args, " "), wrong)
	}
	return p
}

// bcdump runs the program and looks at what holds for every command.
func (c *checker) bcdump(out io.Writer, args ...string) process {
	if c.broken != nil {
		return process{}
	}
	p, err := start(c.limit, out, c.options.bcdump, append(args, "--", c.path)...)
	c.broken = err
	command := strings.Join(args[:1], " ")
	switch {
	case p.Hung:
		c.finding("hang: %s took more than %v", command, c.limit)
	case crashed(p):
		c.finding("crash: %s, status %d: %s", command, p.Status, firstLine(p.said))
	case !slices.Contains(c.wanted, p.Status):
		c.finding("status: %s has %d, expected one of %v: %s", command, p.Status, c.wanted, firstLine(p.said))
	}
	if p.Peak > c.memory {
		c.finding("memory: %s took %.0f MB", command, float64(p.Peak)/1e6)
	}
	if hasControls(p.said) {
		c.finding("control character: %s, standard error", command)
	}
	c.slowest, c.peak = max(c.slowest, p.Wall), max(c.peak, p.Peak)
	return p
}

// crashed tells Go's own ends from those of the program: they print a trace, or a signal came.
func crashed(p process) bool {
	return p.Status < 0 || strings.Contains(p.said, "panic:") || strings.Contains(p.said, "fatal error:") ||
		strings.Contains(p.said, "goroutine ")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// hasControls looks for what a terminal obeys, lines apart. What is no UTF-8 counts too.
func hasControls(text string) bool {
	if !utf8.ValidString(text) {
		return true
	}
	return strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && printable.Control(r) })
}

// count adds the datagram of a line to its frame, if the line is the first of it.
func (c *checker) count(line []byte) {
	var record struct {
		Frame  int   `json:"frame"`
		Index  int   `json:"index"`
		Frames []int `json:"frames"`
	}
	if json.Unmarshal(line, &record) != nil || record.Index != 0 || record.Frames != nil || record.Frame < 1 {
		return
	}
	for len(c.datagrams) < record.Frame {
		c.datagrams = append(c.datagrams, 0)
	}
	c.datagrams[record.Frame-1]++
}

// stats takes the counts, which have to be those of decode.
func (c *checker) stats() {
	var whole strings.Builder
	c.bcdump(&whole, "stats", "-o", "json", "--no-progress")
	if c.status == statusRefused {
		return
	}
	var s dumped
	if err := json.Unmarshal([]byte(whole.String()), &s); err != nil || len(s.Files) != 1 {
		c.finding("JSON: stats: %v", err)
		return
	}
	d := s.Datagrams
	c.frames, c.claims = s.Files[0].Frames, d.Game+d.GameSpy+d.EntityState
	if all := c.claims + d.Unknown + d.Empty; all != c.udp {
		c.finding("unequal: decode has %d datagrams, stats has %d", c.udp, all)
	}
}

// verify makes a golden in a folder of its own, with which the capture has to agree.
func (c *checker) verify() {
	goldens, err := os.MkdirTemp("", "peers")
	if err != nil {
		c.broken = err
		return
	}
	defer func() { _ = os.RemoveAll(goldens) }()
	if c.status == statusDamaged {
		c.wanted = []int{statusGood}
	}
	c.bcdump(io.Discard, "verify", "--update", "--goldens", goldens)
	c.bcdump(io.Discard, "verify", "--goldens", goldens)
}

// varying is what differs from file to file in a message.
var varying = regexp.MustCompile(`[0-9]+`)

// reasonOf is the message of a refusal up to what it found: "bcdump: PATH: REASON: found ...".
func reasonOf(said string) string {
	line := firstLine(said)
	if before, _, ok := strings.Cut(line, ": found "); ok {
		line = before
	}
	if at := strings.LastIndex(line, ": "); at >= 0 {
		line = line[at+2:]
	}
	return varying.ReplaceAllString(line, "N")
}

// process is what became of one run of a program, and the first of what it wrote on standard error.
type process struct {
	trial.Run
	said string
}

// start runs a program to its end, or to the limit. What it prints goes to out.
func start(limit time.Duration, out io.Writer, name string, args ...string) (p process, err error) {
	var said trial.Head
	run := exec.Command(name, args...)
	run.Stdout, run.Stderr = out, &said
	run.WaitDelay = time.Second
	p.Run, err = trial.Watch(run, limit, nil)
	p.said = said.String()
	return p, err
}

// lines hands on one line after the other, without its line feed; finish the last one.
type lines struct {
	each func(line []byte)
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	written := len(p)
	for {
		line, after, whole := bytes.Cut(p, []byte("\n"))
		if !whole {
			l.rest = append(l.rest, p...)
			return written, nil
		}
		if len(l.rest) > 0 {
			line = append(l.rest, line...)
			l.rest = l.rest[:0]
		}
		l.each(line)
		p = after
	}
}

// finish hands on what has no line feed behind it.
func (l *lines) finish() {
	if len(l.rest) > 0 {
		l.each(l.rest)
	}
}
