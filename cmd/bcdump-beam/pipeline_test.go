package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/dataset"
	"bcdump/report/rows"
	"bcdump/report/verify"
)

// asProgram makes the test run main, so that it can be killed: behind so many captures it waits for that;
// 0 = it goes on.
const asProgram = "BCDUMP_BEAM_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if held, err := strconv.ParseInt(os.Getenv(asProgram), 10, 64); err == nil {
		var begun atomic.Int64
		hook := func() error {
			if held > 0 && begun.Add(1) > held {
				select {} // until it is killed
			}
			return nil
		}
		before.Store(&hook)
		main()
		os.Exit(0)
	}
	flag.Parse()
	beam.Init()
	status := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(status)
}

const (
	captures = 200
	damages  = 4 // and one is no capture at all
)

// folder has the captures, written once for all tests; "" = not yet.
var folder string

func capturesFolder(t *testing.T) string {
	t.Helper()
	if folder != "" {
		return folder
	}
	dir := must.Get(os.MkdirTemp("", "bcdump-beam-test-"))(t)
	folder = dir
	for i := range captures {
		raw := capture(t, i)
		switch {
		case i == 7:
			raw = []byte("no capture")
		case i%40 == 5 && i < 40*damages:
			raw = raw[:len(raw)*2/3]
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("battle %03d.pcap", i)), raw, 0o600))
	}
	return dir
}

// capture is a short battle.
func capture(t *testing.T, i int) []byte {
	t.Helper()
	s := must.Get(battle.Script(battle.Options{
		Players: 1 + i%3, Datagrams: 60, Seed: uint64(i + 1), Start: time.Date(2026, 2, 14, 22, 8, i, 0, time.UTC), Loss: 0.02,
	}))(t)
	return s.Pcap(synth.Ethernet())
}

// runs does a job, as the program does.
func runs(t *testing.T, job, input, output string, workers int) error {
	t.Helper()
	options.job, options.input, options.output, options.workers = job, input, output, workers
	return run(context.Background())
}

// filesBelow gives the sums of all files. One that goes meanwhile, as those do that a worker has not
// completed, is not there.
func filesBelow(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		sum := sha256.Sum256(raw)
		found[strings.TrimPrefix(path, root+"/")] = hex.EncodeToString(sum[:8])
		return err
	}))
	return found
}

// exported gives the tables that `bcdump export parquet` writes.
func exported(t *testing.T, pattern string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range must.Get(filepath.Glob(capturesFolder(t) + pattern))(t) {
		source := dataset.Source{
			Name: filepath.Base(path), File: filepath.Base(path),
			Sum:  func() (string, int64, error) { return dataset.FileSum(path) },
			Open: func() (*decode.Capture, error) { return decode.OpenFile(path, decode.Options{}) },
		}
		if _, err := dataset.Export(dataset.Folder(dir), &source, dataset.Options{Program: version()}); err != nil && !strings.HasSuffix(path, "007.pcap") {
			t.Fatal(err)
		}
	}
	return filesBelow(t, dir)
}

// withoutFailures are the tables that bcdump writes too.
func withoutFailures(found map[string]string) map[string]string {
	maps.DeleteFunc(found, func(name, _ string) bool { return strings.HasPrefix(name, "failures/") })
	return found
}

func failuresOf(t *testing.T, output string) []Failure {
	t.Helper()
	return must.Get(parquet.ReadFile[Failure](output + "/failures/part-0.parquet"))(t)
}

// holdFailures looks for the five captures that are damaged.
func holdFailures(t *testing.T, list []Failure, what string) {
	t.Helper()
	if len(list) != damages+1 {
		t.Fatalf("%d failures: %+v", len(list), list)
	}
	for _, f := range list {
		if f.Capture == "battle 007.pcap" {
			if f.Failure != unreadable || f.Message == "" {
				t.Errorf("%+v", f)
			}
			continue
		}
		if f.Failure != damaged || f.Message == "" || f.Offset == 0 || f.Frame == 0 || f.Places != 1 {
			t.Errorf("%s: %+v", what, f)
		}
	}
}

// TestTables exports captures, and exports them again.
func TestTables(t *testing.T) {
	want := exported(t, "/*")
	out := t.TempDir()
	must.Do(t, runs(t, jobTables, capturesFolder(t)+"/*", out, 2))
	got := filesBelow(t, out)
	holdFailures(t, failuresOf(t, out), "tables")
	if diff := cmp.Diff(want, withoutFailures(maps.Clone(got))); diff != "" {
		t.Errorf("bcdump export parquet (-), bcdump-beam (+):\n%s", diff)
	}
	if len(want) < 10*(captures-1) {
		t.Errorf("only %d files", len(want))
	}
	old := time.Now().Add(-time.Hour)
	marked := out + "/" + dataset.FileName("messages", "battle 001.pcap")
	must.Do(t, os.Chtimes(marked, old, old))
	must.Do(t, runs(t, jobTables, capturesFolder(t)+"/*", out, 3))
	if diff := cmp.Diff(got, filesBelow(t, out)); diff != "" {
		t.Errorf("again:\n%s", diff)
	}
	if info, err := os.Stat(marked); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("what was done was done again: %v, %v", info, err)
	}
}

// some are the captures of tests that export them several times.
const some = "/battle 0[01]*"

var errDied = errors.New("the worker dies")

// TestWorkerDies has a bundle fail in the middle, by an error and by a panic: Prism gives the job up,
// and the next run finishes it.
func TestWorkerDies(t *testing.T) {
	want := exported(t, some)
	for _, die := range []func() error{func() error { return errDied }, func() error { panic("the worker panics") }} {
		out := t.TempDir()
		err := dies(t, out, 10, die)
		if err == nil || !strings.Contains(err.Error(), "worker") {
			t.Fatalf("the job: %v", err)
		}
		half := complete(filesBelow(t, out))
		for name, sum := range half {
			if want[name] != sum {
				t.Errorf("%s is there, but not as it should be", name)
			}
		}
		if n := countOf(half, "captures/"); n < 5 || n > 15 {
			t.Errorf("%d captures were complete", n)
		}
		must.Do(t, runs(t, jobTables, capturesFolder(t)+some, out, 2))
		if diff := cmp.Diff(want, withoutFailures(complete(filesBelow(t, out)))); diff != "" {
			t.Errorf("finished:\n%s", diff)
		}
	}
}

// dies runs the job until so many captures have begun. The other worker ends too, with its next one: a
// runner that gives a job up does not wait for it.
func dies(t *testing.T, out string, begun int64, die func() error) error {
	t.Helper()
	var seen atomic.Int64
	hook := func() error {
		switch n := seen.Add(1); {
		case n < begun:
			return nil
		case n == begun:
			return die()
		}
		return errDied
	}
	before.Store(&hook)
	defer before.Store(nil)
	err := runs(t, jobTables, capturesFolder(t)+some, out, 2)
	for was, now := -1, 0; was != now; time.Sleep(300 * time.Millisecond) {
		was, now = now, len(filesBelow(t, out))
	}
	return err
}

// complete leaves out what a worker that was killed has left behind.
func complete(found map[string]string) map[string]string {
	maps.DeleteFunc(found, func(name, _ string) bool { return strings.Contains(name, "/.") })
	return found
}

func countOf(found map[string]string, prefix string) (n int) {
	for name := range found {
		if strings.HasPrefix(name, prefix) {
			n++
		}
	}
	return n
}

// TestKilled kills the program in the middle, and runs it again.
func TestKilled(t *testing.T) {
	want := exported(t, some)
	out := t.TempDir()
	start := func(held string) *exec.Cmd {
		c := exec.Command(os.Args[0], "--input", capturesFolder(t)+some, "--output", out, "--workers", "2")
		c.Env = append(os.Environ(), asProgram+"="+held)
		return c
	}
	c := start("8")
	must.Do(t, c.Start())
	for limit := time.Now().Add(5 * time.Minute); time.Now().Before(limit); time.Sleep(2 * time.Millisecond) {
		if done, _ := filepath.Glob(out + "/captures/[^.]*"); len(done) > 5 { // files that are being written are hidden
			break
		}
	}
	must.Do(t, c.Process.Signal(syscall.SIGKILL))
	_ = c.Wait()
	if n := countOf(filesBelow(t, out), "captures/"); n < 5 || n > 18 {
		t.Fatalf("%d captures were complete when it was killed", n)
	}
	text, err := start("0").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !bytes.Contains(text, []byte("failed 1")) || bytes.Contains(text, []byte("skipped 0,")) {
		t.Errorf("it says %s", text)
	}
	got := withoutFailures(complete(filesBelow(t, out)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finished:\n%s", diff)
	}
}

// TestVerify holds captures against goldens: one differs, one has none, one is damaged and the same.
func TestVerify(t *testing.T) {
	goldens, out := t.TempDir(), t.TempDir()
	for i := range 12 {
		name := fmt.Sprintf("battle %03d.pcap", i)
		from := name
		switch i {
		case 3:
			from = "battle 004.pcap"
		case 4:
			continue
		}
		makeGolden(t, filepath.Join(capturesFolder(t), from), filepath.Join(goldens, name+verify.Extension))
	}
	options.goldens = goldens
	defer func() { options.goldens = "" }()
	for range 2 {
		must.Do(t, runs(t, jobVerify, capturesFolder(t)+"/battle 00*", out, 2))
		list := must.Get(parquet.ReadFile[Verified](out + "/verify/part-0.parquet"))(t)
		var states []string
		for _, v := range list {
			states = append(states, v.State)
		}
		want := []string{"ok", "ok", "ok", "differs", "no golden", "ok", "ok", "failed", "ok", "ok"}
		if !slices.Equal(states, want) {
			t.Errorf("%q, want %q", states, want)
		}
		if d := list[3]; d.Changes == 0 || d.First == "" || !list[5].Damaged || list[7].Message == "" {
			t.Errorf("%+v", list)
		}
	}
}

// TestBucket has captures and tables in a file system of Beam, as in a bucket.
func TestBucket(t *testing.T) {
	ctx := context.Background()
	place := must.Get(filesystem.New(ctx, "memfs://in"))(t)
	for _, i := range []int{0, 1, 5, 7} {
		name := fmt.Sprintf("battle %03d.pcap", i)
		raw := must.Get(os.ReadFile(filepath.Join(capturesFolder(t), name)))(t)
		must.Do(t, filesystem.Write(ctx, place, "memfs://in/"+name, raw))
	}
	local := t.TempDir()
	for _, i := range []int{0, 1, 5, 7} {
		must.Do(t, os.Symlink(filepath.Join(capturesFolder(t), fmt.Sprintf("battle %03d.pcap", i)), filepath.Join(local, fmt.Sprintf("battle %03d.pcap", i))))
	}
	out := t.TempDir()
	must.Do(t, runs(t, jobTables, local+"/*", out, 1))
	for range 2 { // the second time all is there
		must.Do(t, runs(t, jobTables, "memfs://in/*", "memfs://out", 2))
		for name, sum := range filesBelow(t, out) {
			if strings.HasPrefix(name, "failures/") {
				continue // which have the paths of the captures
			}
			raw := must.Get(filesystem.Read(ctx, place, "memfs://out/"+name))(t)
			if got := sha256.Sum256(raw); hex.EncodeToString(got[:8]) != sum {
				t.Errorf("%s is different", name)
			}
		}
	}
	capture := must.Get(storeAt(ctx, "memfs://out").Open(dataset.FileName("captures", "battle 005.pcap")))(t)
	defer func() { _ = capture.Close() }()
	file := must.Get(io.ReadAll(capture))(t)
	if list, err := parquet.Read[rows.Capture](bytes.NewReader(file), int64(len(file))); err != nil || len(list) != 1 || list[0].Damages != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestDocument runs the commands of docs/guides/many-captures.md. One of its files is damaged, one is not a capture,
// and the others have goldens.
func TestDocument(t *testing.T) {
	raw := must.Get(os.ReadFile("../../docs/guides/many-captures.md"))(t)
	dir := t.TempDir()
	must.Do(t, os.MkdirAll(dir+"/captures", 0o700))
	for _, i := range []int{0, 1, 5, 7} {
		name := fmt.Sprintf("battle %03d.pcap", i)
		must.Do(t, os.Symlink(filepath.Join(capturesFolder(t), name), filepath.Join(dir, "captures", name)))
		if i != 7 {
			makeGolden(t, filepath.Join(dir, "captures", name), filepath.Join(dir, "goldens", name+verify.Extension))
		}
	}
	lines := strings.Split(string(raw), "\n")
	ran := 0
	for i, line := range lines {
		command, ok := strings.CutPrefix(line, "$ bcdump-beam ")
		if !ok {
			continue
		}
		ran++
		c := exec.Command("sh", "-c", `"$PROGRAM" `+command)
		c.Dir, c.Env = dir, append(os.Environ(), asProgram+"=0", "PROGRAM="+os.Args[0])
		var errors bytes.Buffer
		c.Stderr = &errors
		if got, err := c.Output(); err != nil || strings.TrimSpace(string(got)) != lines[i+1] {
			t.Errorf("%s\n%s, want %s; %v\n%s", command, got, lines[i+1], err, &errors)
		}
	}
	if ran < 3 {
		t.Errorf("%d commands", ran)
	}
}

func makeGolden(t *testing.T, capture, path string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	config := verify.Config{
		Settings: func(_ string, kept []verify.Setting) []verify.Setting { return kept },
		Decode:   func(string, []verify.Setting) (decode.Options, error) { return decode.Options{}, nil },
		Jobs:     1, Update: true,
	}
	must.Do(t, verify.Run([]verify.Case{{Capture: capture, Golden: path}}, &config, func(*verify.Result) error { return nil }))
}

func TestNames(t *testing.T) {
	for _, x := range [][3]string{
		{"captures/*.pcap", "captures/a.pcap", "a.pcap"},
		{"captures/*/*.pcap", "captures/2026/a.pcap", "2026/a.pcap"},
		{"s3://bucket/years/20*/*", "s3://bucket/years/2026/a.pcap", "2026/a.pcap"},
		{"captures/a.pcap", "captures/a.pcap", "a.pcap"},
		{"*.pcap", "a.pcap", "a.pcap"},
	} {
		if got := nameOf(x[0], x[1]); got != x[2] {
			t.Errorf("%s, %s: %s, want %s", x[0], x[1], got, x[2])
		}
	}
}

func TestWrongUse(t *testing.T) {
	was := options
	defer func() { options = was }()
	for text, set := range map[string]func(){
		"--job":               func() { options.job = "other" },
		"--job stats is gone": func() { options.job = "stats" },
		"--input":             func() { options.input = "" },
		"--output":            func() { options.output = "" },
		"--goldens":           func() { options.goldens = "x" },
		"--workers":           func() { options.workers = 0 },
	} {
		options.job, options.input, options.output, options.goldens, options.workers = jobTables, "x", "y", "", 1
		set()
		if err := check(); err == nil || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
