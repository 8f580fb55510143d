package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/trial"
	"bcdump/report/figures"
)

// floodsAlone has the commands for a run of TestFloods in a process of its own: the system counts the memory
// of who starts a program for it, until it runs.
const floodsAlone = "BCDUMP_FLOODS_ALONE"

// floodSizes is the environment variable with other sizes of all floods, in megabytes, such as "10 100": the
// log of TestFloods is a table then. It takes hours; "-run TestFloods/links" takes one kind. docs/reference/limits.md says which were measured.
const floodSizes = "BCDUMP_FLOODS"

// TestFloods runs each command of the tree that takes a capture on captures that repeat one thing without
// end, and compares its memory and its time with the promise of docs/reference/limits.md. An ordinary run takes one
// kind, a heavy one all, and more of two: then all limits are reached.
func TestFloods(t *testing.T) {
	if runtime.GOOS != "linux" || heavy.Race || testing.Short() {
		t.Skip("measures processes")
	}
	if os.Getenv(floodsAlone) == "" {
		_, kinds, _ := strings.Cut(flag.Lookup("test.run").Value.String(), "/")
		cmd := exec.Command(os.Args[0], "-test.run=^TestFloods$/"+kinds, "-test.v", "-test.timeout=12h")
		commands := must.Get(json.Marshal(floodable(t)))(t)
		cmd.Env = append(os.Environ(), floodsAlone+"="+string(commands))
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--- PASS: TestFloods") {
			t.Errorf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
		return
	}
	debug.SetGCPercent(20) // of tests, 400: what this process has counts for those that it starts
	promised := promisedMemory(t)
	var commands []flooded
	must.Do(t, json.Unmarshal([]byte(os.Getenv(floodsAlone)), &commands))
	folder := t.TempDir()
	for i, kind := range hostile.Floods {
		for _, size := range sizesOf(t, kind.Name) {
			t.Run(fmt.Sprintf("%s/%d MB", kind.Name, size), func(t *testing.T) {
				capture := filepath.Join(folder, "flood.pcap")
				writeFlood(t, capture, &hostile.Capture{Next: kind.Next, Bytes: size << 20})
				var side sync.WaitGroup
				places := make(chan bool, 2) // so many commands run at a time
				for k, c := range commands {
					if os.Getenv(floodSizes) == "" && (i+k)%2 != 0 {
						continue // each command meets every second flood
					}
					most, ok := promised[cmp.Or(c.Name, "overview")]
					if !ok {
						t.Fatalf("docs/reference/limits.md promises nothing of %q", c.Name)
					}
					cmd := c.command(t, capture)
					places <- true
					side.Go(func() {
						took, seconds := c.run(t, cmd)
						t.Logf("%-20s %3d MB: %-18s %4d MB, %6.1f s", kind.Name, size, c.Name, took, seconds)
						if c.held() { // the capture, within twice its size
							most += 2 * int64(size)
						}
						// Linear in the length; the most that is known is 1.5 s for a megabyte.
						if limit := 10 + 5*float64(size); took > most || seconds > limit {
							t.Errorf("bcdump %s takes %d MB, promised are %d, and %.1f s, promised %.1f", c.Name, took, most, seconds, limit)
						}
						<-places
					})
				}
				side.Wait()
			})
		}
	}
}

// sizesOf are the lengths of the floods of a kind, in megabytes.
func sizesOf(t *testing.T, kind string) (sizes []int) {
	t.Helper()
	for _, word := range strings.Fields(os.Getenv(floodSizes)) {
		size, err := strconv.Atoi(word)
		if err != nil {
			t.Fatalf("%s: %v", floodSizes, err)
		}
		sizes = append(sizes, size)
	}
	switch {
	case sizes != nil:
		return sizes
	case heavy.On():
		return []int{max(1, map[string]int{"players": 5, "long texts": 16}[kind])}
	case kind == "long texts":
		return []int{1}
	}
	return nil
}

func writeFlood(t *testing.T, path string, flood io.Reader) {
	t.Helper()
	f := must.Get(os.Create(path))(t)
	must.Get(io.Copy(f, flood))(t)
	must.Do(t, f.Close())
}

// promisedMemory reads the table of docs/reference/limits.md: megabytes by command.
func promisedMemory(t *testing.T) map[string]int64 {
	t.Helper()
	text := must.Get(os.ReadFile("../../docs/reference/limits.md"))(t)
	promised := map[string]int64{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z -]+)` \\| (\\d+) MB \\|").FindAllStringSubmatch(string(text), -1) {
		promised[row[1]] = must.Get(strconv.ParseInt(row[2], 10, 64))(t)
	}
	if len(promised) < 10 {
		t.Fatalf("%d promises", len(promised))
	}
	return promised
}

// flooded is a command that takes a capture.
type flooded struct {
	Name     string
	Operands []string // with CAPTURE and FOLDER, for which a run puts its paths
}

// floodable finds the commands of the tree that take a capture, each with the operands that it takes.
func floodable(t *testing.T) (all []flooded) {
	t.Helper()
	home := must.Get(os.Getwd())(t)
	t.Chdir(t.TempDir()) // some write beside them
	defer t.Chdir(home)
	capture := filepath.Join(t.TempDir(), "a.pcap")
	must.Do(t, os.WriteFile(capture, pcaps["chat"](), 0o600))
	for _, words := range leaves(newRoot(&streams{}), nil) {
		for _, operands := range [][]string{
			{"CAPTURE"}, {"CAPTURE", "CAPTURE"}, {"-w", "FOLDER", "CAPTURE"}, {"--update", "--goldens", "FOLDER", "CAPTURE"},
		} {
			if cmd, _, err := newRoot(&streams{}).Find(words); err == nil && cmd.Flags().Lookup("memory") != nil && !slices.Contains(words, "stats") && !slices.Contains(words, "browse") {
				operands = append([]string{"--memory", "TWICE"}, operands...)
			}
			c := flooded{strings.Join(words, " "), operands}
			if c.status(t, capture) == exitOK && c.status(t, capture+".gone") != exitOK { // others take texts
				all = append(all, c)
				break
			}
		}
	}
	if len(all) < 10 {
		t.Fatalf("only %v", all)
	}
	same := slices.IndexFunc(all, func(c flooded) bool { return c.Name == "diff" })
	return append(all, flooded{"diff --same-session", all[same].Operands}, flooded{"stats --count", []string{"opcode,dir", "--memory", "TWICE", "CAPTURE"}})
}

// held reports whether the command holds the capture in memory, within a budget.
func (c *flooded) held() bool { return slices.Contains(c.Operands, "--memory") }

// args are the words of the command for a capture and a folder.
func (c *flooded) args(capture, folder string) []string {
	args, twice := strings.Fields(c.Name), ""
	if info, err := os.Stat(capture); err == nil {
		twice = strconv.FormatInt(2*info.Size(), 10)
	}
	for _, word := range c.Operands {
		args = append(args, strings.NewReplacer("CAPTURE", capture, "FOLDER", folder, "TWICE", twice).Replace(word))
	}
	return args
}

func (c *flooded) command(t *testing.T, capture string) *exec.Cmd {
	t.Helper()
	folder := t.TempDir()
	cmd := exec.Command("bcdump", c.args(capture, folder)...)
	cmd.Dir = folder
	return cmd
}

func (c *flooded) status(t *testing.T, capture string) int {
	t.Helper()
	return runHostile(80, c.args(capture, t.TempDir())...).status
}

// overBudget says how far a capture was read that takes more than --memory, and what to do.
var overBudget = regexp.MustCompile(`: more than --memory [0-9.]+ [KMGT]?i?B: stopped at frame \d+, 2026-\d\d-\d\dT[0-9:.]+Z\. Give more memory, read a part of it \(--from, --to\), or export it`)

// run gives what a run takes: megabytes at its peak, and seconds of a processor.
func (c *flooded) run(t *testing.T, cmd *exec.Cmd) (megabytes int64, seconds float64) {
	t.Helper()
	var said strings.Builder
	cmd.Stderr = &said
	_ = cmd.Run() // it may have found something
	status := cmd.ProcessState.ExitCode()
	finds := c.Name == "check" || strings.HasPrefix(c.Name, "diff") // status 1 is what they found, and not said on standard error
	orderly := status != exitNothing || !c.held() || overBudget.MatchString(said.String()) || finds && !strings.Contains(said.String(), "bcdump: /")
	if status != exitOK && status != exitNothing && status != exitNoGame || !orderly {
		t.Errorf("bcdump %s: %d: %s", c.Name, status, said.String())
	}
	return trial.Peak(cmd.ProcessState) / 1e6, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// TestBomb: of a small file that unpacks to gigabytes the reading ends at the budget, soon. Whoever reads it to its end takes
// ten times as long.
func TestBomb(t *testing.T) {
	if runtime.GOOS != "linux" || heavy.Race || testing.Short() {
		t.Skip("measures processes")
	}
	raw := must.Get(os.ReadFile(filepath.Join(corpusDir, "session-small.pcap")))(t)
	const header, run = 24, 64 << 20 // bytes of a pcap file before its frames; that are packed at a time
	budget := heavy.Scale[int64](64<<20, 1<<30)
	encoder := must.Get(zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)))(t)
	pack := func(plain []byte) []byte { return encoder.EncodeAll(plain, nil) }
	frames := pack(bytes.Repeat(raw[header:], run/len(raw)))
	bomb := pack(append(pack(raw[:header]), bytes.Repeat(frames, int(4*budget/run))...)) // twice: what is alike in the packed form goes too
	if len(bomb) > 1e6 {
		t.Errorf("%d bytes are no bomb", len(bomb))
	}
	path := filepath.Join(t.TempDir(), "a.pcap.zst")
	must.Do(t, os.WriteFile(path, bomb, 0o600))
	read := func(budget int64) (seconds float64) {
		var said strings.Builder
		cmd := exec.Command("bcdump", "stats", "--count", "opcode,dir", "--memory", strconv.FormatInt(budget, 10), path)
		cmd.Stderr = &said
		_ = cmd.Run()
		if status := cmd.ProcessState.ExitCode(); status != exitNothing || !overBudget.MatchString(said.String()) {
			t.Errorf("--memory %d: status %d: %s", budget, status, said.String())
		}
		return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	}
	// Machines differ, and others may be at work: an eighth of the budget tells what the whole may take. The collector looks at
	// what is kept more often, and caches hold less of it: 14 times as much was measured beside other tests.
	eighth, whole := read(budget/8), read(budget)
	t.Logf("%d bytes: %.1f s, an eighth of the budget %.1f s", len(bomb), whole, eighth)
	if whole > 20*eighth {
		t.Errorf("%.1f s, more than 20 times the %.1f s of an eighth of the budget", whole, eighth)
	}
}

// TestEvening: what is kept grows with an ordinary capture, in which ships, one after the other, take hundreds of frames each:
// none is left out that there was no room for in a flood of them.
func TestEvening(t *testing.T) {
	slowWithRaces(t)
	const ships, each = 1200, 140
	at := slices.IndexFunc(hostile.Floods, func(k hostile.Kind) bool { return k.Name == "ships" })
	next := func(w *hostile.Writer, n int) {
		if hostile.Ordinary(w, n); n%each == 0 {
			hostile.Floods[at].Next(w, n/each)
		}
	}
	file := filepath.Join(t.TempDir(), "evening.pcap")
	writeFlood(t, file, &hostile.Capture{Next: next, Frames: ships * each})
	for _, args := range [][]string{{"timeline", "-o", "json", "--summary"}, {"match", "-o", "json"}, {"desync", "-o", "json"}, {"report", "-o", "json"}} {
		text, status := screenOf(append(args, file)...)
		var said struct {
			Dropped map[string]int64
			Ships   []json.RawMessage
		}
		if err := json.Unmarshal([]byte(text), &said); err != nil || status != exitOK {
			t.Fatal(args, status, err)
		}
		delete(said.Dropped, "chat") // the filling traffic is full of it
		if len(said.Dropped) > 0 || args[0] == "timeline" && len(said.Ships) < ships {
			t.Errorf("%q: %d ships, %v left out", args, len(said.Ships), said.Dropped)
		}
	}
}

// TestFloodedBattle: beside a battle a flood does no harm: no command fails, and nobody who plays is accused.
func TestFloodedBattle(t *testing.T) {
	slowWithRaces(t)
	const long = 70 * time.Second
	s := must.Get(battle.Script(battle.Options{Players: 4, Seed: 11, Duration: long, Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC), Troubles: []battle.Trouble{must.Get(battle.ParseTrouble("late@40s:4"))(t)}}))(t)
	played := s.Frames(synth.Ethernet())
	file := filepath.Join(t.TempDir(), "flooded.pcap")
	must.Do(t, os.WriteFile(file, synth.Pcap{Link: 1}.File(played), 0o600))
	var match figures.Match
	text, _ := screenOf("match", "-o", "json", file)
	must.Do(t, json.Unmarshal([]byte(text), &match))
	commands := floodable(t)
	t.Chdir(t.TempDir()) // some write beside them
	for i, kind := range heavy.Some(hostile.Floods, 11) {
		all, flood, left := slices.Clone(played), kind.Frames(12_000), 4<<20
		for i, f := range flood {
			if left -= len(f.Data); left < 0 {
				break
			}
			f.Time = s.Start.Add(2*time.Second + time.Duration(i)*(long-4*time.Second)/time.Duration(len(flood)))
			all = append(all, f)
		}
		slices.SortStableFunc(all, func(a, b synth.Frame) int { return a.Time.Compare(b.Time) })
		must.Do(t, os.WriteFile(file, synth.Pcap{Link: 1}.File(all), 0o600))
		for k, c := range commands {
			if (i+k)%8 != 0 {
				continue // each command meets every eighth flood
			}
			c.Operands = slices.DeleteFunc(slices.Clone(c.Operands), func(word string) bool { return word == "--memory" || word == "TWICE" })
			if status := c.status(t, file); status != exitOK && status != exitNothing {
				t.Errorf("%s beside %s: status %d", c.Name, kind.Name, status)
			}
		}
		var said struct{ Files []figures.CheckFile }
		text, _ := screenOf("check", "-o", "json", file)
		must.Do(t, json.Unmarshal([]byte(text), &said))
		for _, r := range said.Files[0].Rules {
			for _, v := range r.Frames {
				if slices.ContainsFunc(match.Players, func(p figures.MatchPlayer) bool { return strings.Contains(v.Text, p.Name) }) {
					t.Errorf("beside %s: %s: %s", kind.Name, r.ID, v.Text)
				}
			}
		}
	}
}
