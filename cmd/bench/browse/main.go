//go:build linux

// Browse measures `bcdump browse` in a terminal of its own: how soon the first screen is there, what it
// costs to list all messages and to filter them, how much memory that takes, and whether a live pipe
// stutters.
//
// What comes in: the program, and captures. What goes out: a table for each capture, with the goals. It
// must not know what a capture is, nor what a screen looks like: the program is idle when it is done.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	program, filter    string
	runs, rate, listed int
	live               time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/bcdump", "what is measured")
	flag.StringVar(&o.filter, "filter", `name == "TorpedoFire"`, "the filter that all messages are tried with")
	flag.IntVar(&o.runs, "runs", 5, "runs of which the median counts")
	flag.IntVar(&o.rate, "rate", 10_000, "messages a second in a live pipe")
	flag.IntVar(&o.listed, "messages", 0, "messages of the capture; 0 = they are counted")
	flag.DurationVar(&o.live, "live", 10*time.Second, "how long a pipe is written; 0 = none is")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: browse [FLAGS] CAPTURE...")
		os.Exit(2)
	}
	for _, path := range flag.Args() {
		if err := o.measure(path); err != nil {
			fmt.Fprintln(os.Stderr, "browse:", err)
			os.Exit(1)
		}
	}
}

// measure prints the table of a capture.
func (o *options) measure(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	messages := cmp.Or(o.listed, o.count(path))
	fmt.Printf("%s: %d MB, %d messages; load %s\n\n| | measured | goal |\n|-|-|-|\n", path, info.Size()/1e6, messages, load())
	if err := o.firstScreen(path); err != nil {
		return err
	}
	if err := o.whole(path, messages); err != nil {
		return err
	}
	if o.live > 0 {
		if err := o.pipe(path, int(info.Size())/max(messages, 1)); err != nil {
			return err
		}
	}
	fmt.Println()
	return nil
}

// count counts the messages of a capture.
func (o *options) count(path string) int {
	lines := &counter{}
	cmd := exec.Command(o.program, "decode", "-q", path)
	cmd.Stdout = lines
	_ = cmd.Run() // a damaged capture has messages too
	return lines.n
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += bytes.Count(p, []byte("\n"))
	return len(p), nil
}

// cursor is what stands before the chosen message.
const cursor = "▌"

// firstScreen measures how soon a message can be seen.
func (o *options) firstScreen(path string) error {
	var wall, spent []time.Duration
	for range o.runs {
		begun := time.Now()
		t, err := start(nil, o.program, "browse", path)
		if err != nil {
			return err
		}
		at, ok := t.until(time.Minute, cursor)
		if !ok {
			return fmt.Errorf("no first screen: %q", t.output())
		}
		wall, spent = append(wall, at.Sub(begun)), append(spent, t.spent())
		t.quit()
	}
	row("first screen", fmt.Sprintf("%d ms; %d ms of processor time by then", median(wall).Milliseconds(), median(spent).Milliseconds()), "≤ 150 ms")
	return nil
}

// whole measures what it takes to list all messages and to filter them, and what other commands take.
func (o *options) whole(path string, messages int) error {
	var list, stats, filter, decode []time.Duration
	var anonymous, resident int64
	for range min(o.runs, 3) {
		stats = append(stats, o.spentBy("stats", "-q", path))
		decode = append(decode, o.spentBy("decode", "-q", "-f", o.filter, path))
		t, err := start(nil, o.program, "browse", path)
		if err != nil {
			return err
		}
		listed := t.idle()
		t.press("/")
		t.press(o.filter)
		typed := t.idle()
		t.press("\r")
		filtered := t.idle()
		t.press("\f")
		t.idle()
		if !strings.Contains(t.output(), " of ") {
			return fmt.Errorf("no filter: %q", t.output())
		}
		list, filter = append(list, listed), append(filter, filtered-typed)
		t.press("\x1b")
		anonymous, resident = max(anonymous, t.anonymous.Load()), max(resident, t.resident.Load())
		t.quit()
	}
	ratio("all messages listed", median(list), "stats", median(stats), 2)
	ratio("filter on all of them", median(filter), "decode -q -f", median(decode), 1.5)
	each := float64(anonymous) / float64(max(messages, 1))
	row("memory beside the capture", fmt.Sprintf("%d MB at the peak: %.0f bytes a message (with the mapped capture %d MB)", anonymous/1e6, each, resident/1e6),
		"≤ 64 bytes a message, and ≤ 150 MB at 1 M datagrams")
	return nil
}

// spentBy is the processor time of another command.
func (o *options) spentBy(args ...string) time.Duration {
	cmd := exec.Command(o.program, args...)
	_ = cmd.Run() // a damaged capture takes time too
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// pipe measures screens and keys while messages come.
func (o *options) pipe(path string, size int) error {
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	t, err := start(in, o.program, "browse", "-")
	if err != nil {
		return err
	}
	_ = in.Close()
	fed := make(chan error, 1)
	go func() { fed <- feed(out, path, size*o.rate, o.live) }()
	if _, ok := t.until(10*time.Second, cursor); !ok {
		return fmt.Errorf("no screen of a pipe: %q", t.output())
	}
	begun, from := time.Now(), t.screens.Load()
	t.press("G")
	time.Sleep(o.live / 4)
	drawn := float64(t.screens.Load()-from) / time.Since(begun).Seconds()
	var keys []time.Duration
	for time.Since(begun) < o.live-time.Second {
		pressed := time.Now()
		t.press("?")
		at, ok := t.until(5*time.Second, "next message", "scroll to the right", "a screen down", "more room for the pane")
		if !ok {
			return fmt.Errorf("no help while messages come: %q", t.output())
		}
		keys = append(keys, at.Sub(pressed))
		t.press("q")
		time.Sleep(150 * time.Millisecond)
	}
	spent := t.spent()
	taken := time.Since(begun)
	t.quit()
	slices.Sort(keys)
	row(fmt.Sprintf("a pipe with %d messages a second", o.rate), fmt.Sprintf("%.0f screens a second; a key takes %d ms, the slowest of %d %d ms; %.0f %% of a processor",
		drawn, keys[len(keys)/2].Milliseconds(), len(keys), keys[len(keys)-1].Milliseconds(), 100*spent.Seconds()/taken.Seconds()), "does not stutter")
	return <-fed
}

// feed writes a capture into a pipe, so many bytes a second.
func feed(out *os.File, path string, rate int, until time.Duration) error {
	defer out.Close() //nolint:errcheck // the reader may be gone
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const pause = 10 * time.Millisecond
	for begun, sent := time.Now(), 0; time.Since(begun) < until && sent < len(raw); time.Sleep(pause) {
		due := min(int(time.Since(begun).Seconds()*float64(rate)), len(raw))
		if _, err := out.Write(raw[sent:due]); err != nil {
			return nil // the reader is gone
		}
		sent = due
	}
	return nil
}

func ratio(what string, own time.Duration, of string, other time.Duration, goal float64) {
	row(what, fmt.Sprintf("%.2f s of processor time, %.2f times that of %s (%.2f s)", own.Seconds(), own.Seconds()/other.Seconds(), of, other.Seconds()),
		fmt.Sprintf("≤ %g times", goal))
}

func row(cells ...string) { fmt.Printf("| %s |\n", strings.Join(cells, " | ")) }

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// load says how busy the machine is.
func load() string {
	raw, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(raw), " ")
	return first
}
