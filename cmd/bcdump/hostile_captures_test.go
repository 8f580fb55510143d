package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/trial"
	"bcdump/report/records"
)

// smallCaptures are those of the corpus that are damaged: large ones take long, and teach nothing more.
func smallCaptures(t testing.TB) (names []string, all [][]byte) {
	t.Helper()
	for _, e := range must.Get(os.ReadDir(corpusDir))(t) {
		info := must.Get(e.Info())(t)
		if name := e.Name(); info.Size() > 0 && info.Size() < 32<<10 && regexp.MustCompile(`\.(pcap|pcapng|log)(\.gz|\.zst)?$`).MatchString(name) {
			names, all = append(names, name), append(all, must.Get(os.ReadFile(filepath.Join(corpusDir, name)))(t))
		}
	}
	return names, all
}

// hangs ends the tests with a panic if what runs until the returned function is called takes too long.
func hangs(what string, args ...any) (done func() bool) {
	return time.AfterFunc(2*time.Minute, func() { panic(fmt.Sprintf("hangs: "+what, args...)) }).Stop
}

// FuzzDamage lets the fuzzer choose what is done to which capture of the corpus, and holds what comes out against
// all that docs/dev/security.md promises of any bytes; one command of the tree gets them too.
func FuzzDamage(f *testing.F) {
	_, captures := smallCaptures(f)
	commands := leaves(newRoot(&streams{}), nil)
	for i := range heavy.Scale(12, 60) { // TestDamage has more
		f.Add(uint8(3*i), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, which, command uint8, seed uint64) {
		defer hangs("capture %d, command %d, seed %d", which, command, seed)()
		sound := captures[int(which)%len(captures)]
		data := damaged(sound, seed)
		holdsPromises(t, sound, data, seed)
		commandHolds(t, commands[int(command)%len(commands)], data)
	})
}

// FuzzBytes holds the same against any bytes.
func FuzzBytes(f *testing.F) {
	_, captures := smallCaptures(f)
	for i, data := range captures {
		if len(data) < 2000 {
			f.Add(data, uint64(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		if len(data) > 4 && (data[0] == 0x1F || data[0] == 0x28) && len(data) > 400 {
			return // a bomb is sound, but slow
		}
		defer hangs("%q", data)()
		holdsPromises(t, nil, data, seed)
	})
}

// askedFor are filters that ask for keys of all kinds.
var askedFor = []string{
	`name == "StateUpdate"`, `dir == "C>S" && fields.speed > 5`, `notes`, `opcode in 0x06..0x1C || fields.object_id == 0x3FFFFFFF`,
	`raw contains "00 00" || fields.power.percent < 50`, `fields.position[2] > -10 || type == "ack" && answers.ms > 20`,
	`fields.text matches "(?i)e" || len > 100`, `frames || fragment.index > 1 || copy > 2 || relay_of`,
}

// decodedLines gives JSON Lines and the summary; "" of what is no capture.
func decodedLines(t *testing.T, data []byte, o decode.Options) (string, decode.Summary, error) {
	t.Helper()
	c, err := decode.Open("capture", bytes.NewReader(data), o)
	if err != nil {
		return "", decode.Summary{}, err
	}
	var out bytes.Buffer
	must.Do(t, c.Render(&out, records.JSONLines(records.JSONOptions{Hex: true})))
	return out.String(), c.Summary(), nil
}

// holdsPromises decodes what came of a sound capture; nil = it is not known.
func holdsPromises(t *testing.T, sound, data []byte, seed uint64) {
	t.Helper()
	d := damager{b: data}
	d.look()
	o := decode.Options{Jobs: 1}
	if seed%8 == 0 {
		o.Protocol = decode.BC
	}
	lines, sum, err := decodedLines(t, data, o)
	two := o
	two.Jobs, two.ChunkSize = 2, []int{61, 1000, 4096, 30_000}[seed%4]
	again, sum2, err2 := decodedLines(t, data, two)
	if err != nil {
		if d.broken > 0 || !errors.Is(err, capture.ErrNotCapture) || err2 == nil || err2.Error() != err.Error() {
			t.Fatalf("refused with one worker: %v; with two: %v", err, err2)
		}
		return
	}
	if err2 != nil || lines != again || !reflect.DeepEqual(sum, sum2) {
		t.Fatalf("two workers and chunks of %d bytes: %v, %d bytes and\n%+v\none: %d bytes and\n%+v", two.ChunkSize, err2, len(again), sum2, len(lines), sum)
	}
	count := int64(strings.Count(lines, "\n"))
	if l := &sum.Ledger; l.Sum() != l.Total || min(l.Total, l.Header, l.Framing, l.Fields, l.Repeats, l.Parts, l.Trailing, l.Raw, l.Unread, l.GameSpy, l.Foreign) < 0 {
		t.Fatalf("%d of %d bytes are booked: %+v", l.Sum(), l.Total, *l)
	}
	if count != sum.Records {
		t.Fatalf("%d lines of %d records", count, sum.Records)
	}
	inOrder(t, lines, sum.Info.Format == "packet trace log")
	if d.broken > 0 && d.order.Uint16(d.b[4:]) == 2 && d.order.Uint16(d.b[6:]) == 4 { // older versions have other records
		frames, whole := int64(len(d.frames)), d.broken == len(data)
		if sum.Frames != frames || whole != (sum.DamageCount == 0) || !whole && (sum.DamageCount != 1 || sum.Damage[0].Offset != int64(d.broken) || sum.Damage[0].Frame != frames) {
			t.Fatalf("%d of %d bytes are %d sound records; told are %d frames and %v", d.broken, len(data), frames, sum.Frames, sum.Damage)
		}
	}
	for _, damage := range sum.Damage {
		if damage.Offset < 0 || damage.Frame < 0 || damage.Frame > sum.Frames || damage.Text == "" {
			t.Fatalf("damage %v in %d frames", damage, sum.Frames)
		}
	}
	framesBefore(t, sound, data, o, lines)
	var kept int64
	expression := askedFor[seed%uint64(len(askedFor))]
	for _, e := range []string{expression, "!(" + expression + ")"} {
		o.Filter = must.Get(decode.NewFilter(e))(t)
		lines, _, err := decodedLines(t, data, o)
		must.Do(t, err)
		kept += int64(strings.Count(lines, "\n"))
	}
	if kept != count {
		t.Fatalf("%s and its opposite keep %d of %d lines", expression, kept, count)
	}
}

// inOrder: each line is JSON of a frame, not before that of the line before. A lost message comes when it is given up; a
// text log has numbers of its own.
func inOrder(t *testing.T, lines string, log bool) {
	t.Helper()
	newest := 0
	for line := range strings.Lines(lines) {
		var frame int
		if _, err := fmt.Sscanf(line, `{"v":1,"frame":%d`, &frame); err != nil || frame < 1 || !json.Valid([]byte(line)) {
			t.Fatalf("no JSON of a frame: %q", line)
		}
		if lost := strings.Contains(line, `"code":"fragment_lost"`); !lost {
			if frame < newest && !log {
				t.Fatalf("behind frame %d comes %q", newest, line)
			}
			newest = frame
		}
	}
}

var laterName = regexp.MustCompile(`,"player":"(?:[^"\\]|\\.)*"`)

// framesBefore: the frames before the first byte that differs give the lines that they give in the sound capture, but
// for those of an unknown protocol, in which later frames have a say, and the name of a player, which a Connect takes
// from one.
func framesBefore(t *testing.T, sound, data []byte, o decode.Options, lines string) {
	t.Helper()
	d := damager{b: sound}
	d.look()
	same := 0
	for same < min(len(sound), len(data)) && sound[same] == data[same] {
		same++
	}
	n := len(slices.DeleteFunc(d.frames, func(f framePlace) bool { return f.end > same }))
	if n == 0 {
		return
	}
	want, _, err := decodedLines(t, sound, o)
	must.Do(t, err)
	by := func(lines string) (frames []string, open []bool) {
		frames, open = make([]string, n+1), make([]bool, n+1)
		for line := range strings.Lines(lines) {
			var frame int
			_, _ = fmt.Sscanf(line, `{"v":1,"frame":%d`, &frame)
			if frame <= n && !strings.Contains(line, `"code":"fragment_lost"`) {
				frames[frame] += laterName.ReplaceAllString(line, "")
				open[frame] = open[frame] || strings.Contains(line, `,"proto":"unknown"`)
			}
		}
		return frames, open
	}
	before, openBefore := by(want)
	after, openAfter := by(lines)
	for i := range before {
		if before[i] != after[i] && !openBefore[i] && !openAfter[i] {
			t.Fatalf("frame %d lies before the damage and gives\n%s\nin the sound capture\n%s", i, after[i], before[i])
		}
	}
}

// commandHolds runs a command of the tree here: its status, its texts, its JSON, and the same with other workers.
func commandHolds(t *testing.T, words []string, data []byte) {
	t.Helper()
	if len(words) > 0 && (words[0] == "browse" || words[0] == "version" || words[0] == "synth") {
		return
	}
	_, err := os.Stat("../../docs/reference/schema/" + strings.Join(words, " ") + ".json")
	hasSchema := err == nil && takesCaptures(words)
	expected.SchemaOf(t, "decode") // it finds the folder from here
	folder := t.TempDir()
	t.Chdir(folder) // some write a file when nothing says where
	file := filepath.Join(folder, "capture")
	write(t, file, data)
	for _, rest := range [][]string{{file}, {"-o", "json", file}, {"-o", "csv", file}, {file, file}, {"-w", folder, file}, {"--update", "--goldens", folder, file}} {
		r := runHostile(80, slices.Concat(words, rest)...)
		if r.status < 0 || r.status > exitNoGame {
			t.Fatalf("%q: status %d: %s", r.args, r.status, r.err)
		}
		if r.status == exitUsage || bytes.HasPrefix(r.out, []byte("\n\r\r\n")) {
			continue // it takes other operands, or writes a capture
		}
		r.check(t)
		if rest[0] == "-w" || rest[0] == "--update" {
			continue // the second time it says that the files are there
		}
		if few := runHostile(80, slices.Concat(words, []string{"-j", "3"}, rest)...); few.status != exitUsage && !bytes.Equal(few.out, r.out) {
			t.Fatalf("%q: three workers print other %d bytes than all: %d", r.args, len(few.out), len(r.out))
		}
		if slices.Contains(rest, "json") && hasSchema {
			holdsItsSchema(t, words[0], r.out)
		}
	}
	if now := must.Get(os.ReadFile(file))(t); !bytes.Equal(now, data) {
		t.Fatalf("%q has changed the capture", words)
	}
}

// holdsItsSchema holds the first lines of JSON against the schema of a command.
func holdsItsSchema(t *testing.T, command string, text []byte) {
	t.Helper()
	values := json.NewDecoder(bytes.NewReader(text))
	for range 100 {
		var one json.RawMessage
		if values.Decode(&one) != nil {
			return
		}
		if err := expected.SchemaOf(t, command).Check(one); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, one)
		}
	}
}

// TestDamage holds the promises for damaged captures, and sees that they were damaged in all ways.
func TestDamage(t *testing.T) {
	heavy.SkipRace(t, "the fuzz targets of decode have workers")
	commands := leaves(newRoot(&streams{}), nil)
	names, captures := smallCaptures(t)
	refused, told, sound := 0, 0, 0
	for i, data := range captures {
		for k := range heavy.Scale(1, 8) {
			seed := uint64(100*i + k)
			done := hangs("%s, seed %d", names[i], seed)
			hurt := damaged(data, seed)
			_, sum, err := decodedLines(t, hurt, decode.Options{Jobs: 1})
			switch {
			case err != nil:
				refused++
			case sum.DamageCount > 0:
				told++
			default:
				sound++
			}
			t.Run(fmt.Sprintf("%s/%d", names[i], seed), func(t *testing.T) {
				holdsPromises(t, data, hurt, seed)
				commandHolds(t, commands[(i+k)%len(commands)], hurt)
			})
			done()
		}
	}
	if refused == 0 || told < 10 || sound < 10 {
		t.Errorf("%d refused, %d damaged, %d whole", refused, told, sound)
	}
}

// straits are what a process may find itself in: scripts that run it, with less memory and time than it may take.
var straits = []string{
	`exec "$@"`, `ulimit -f 3; exec "$@"`, `ulimit -n 12; exec "$@"`, // the runtime of Go needs ten
	`exec "$@" <&-`, `exec "$@" >&-`, `exec "$@" 2>&-`, `exec "$@" <&- >&- 2>&-`,
	`"$@" | { sleep 0.05; head -c 1000; }`, `mkdir -p gone && cd gone && rmdir ../gone && exec "$@"`, `exec env -i "$@"`,
	"exec env GOMEMLIMIT=" + heavy.Scale("16MiB", "1") + ` GOGC=x COLUMNS=7 TZ=Nowhere/Land LANG=tr_TR.UTF-8 TERM= NO_COLOR=1 "$@"`, // with one byte a process collects garbage for a second
}

// brokenDown is what a program says that breaks down, and what the runtime of Go says of it.
var brokenDown = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |goroutine \d+ |SIG[A-Z]+: )|internal error: `)

// TestStraits runs each command of the tree as a process on a damaged capture, in one strait or another: it does not
// break down, ends with a status of its own, and leaves nothing unfinished.
func TestStraits(t *testing.T) {
	if runtime.GOOS != "linux" || testing.Short() || heavy.Race {
		t.Skip("runs processes")
	}
	t.Parallel()
	program := must.Get(trial.Built())(t)
	_, captures := smallCaptures(t)
	for i, words := range leaves(newRoot(&streams{}), nil) {
		for k, strait := range straits {
			if (i+k)%heavy.Scale(4, 2) != 0 {
				continue // each in turn
			}
			folder := t.TempDir()
			file := filepath.Join(folder, "capture")
			write(t, file, damaged(captures[(7*i+k)%len(captures)], uint64(i+k)))
			script := "ulimit -v 8000000; ulimit -t 60; " + strait
			var said bytes.Buffer
			cmd := exec.Command("timeout", slices.Concat([]string{"120", "sh", "-c", script, "sh", program}, words, []string{file})...)
			cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = folder, &said, &said, append(os.Environ(), "HOME="+folder, "PAGER=cat")
			_ = cmd.Run() // the status tells
			if status := cmd.ProcessState.ExitCode(); status < 0 || status > exitNoGame || brokenDown.Match(said.Bytes()) {
				t.Errorf("%s: bcdump %q: status %d: %s", strait, words, status, said.Bytes())
			}
			if left, _ := filepath.Glob(filepath.Join(folder, ".*.[0-9]*")); len(left) > 0 {
				t.Errorf("%s: bcdump %q leaves %q", strait, words, left)
			}
		}
	}
}
