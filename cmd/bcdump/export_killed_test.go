package main

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go" //nolint:depguard // reads what an export that was killed left

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// killedCaptures are exported and the export killed.
var killedCaptures = []string{"session-small.pcap", "match-timeout.pcap.gz", "match-forgets-torpedoes.pcap.gz", "entity-state.pcap"}

// TestExportKilled kills exports at random moments. What an export leaves under the name of a
// table is whole, and the next run makes of it what an export that nobody killed writes. Every
// other one exports again what is there.
func TestExportKilled(t *testing.T) {
	heavy.SkipRace(t, "about processes, not about goroutines")
	whole := t.TempDir()
	finish(t, exporting(whole))
	want := tree(t, whole)
	kills, unfinished := heavy.Scale(2, 4), 0
	for n := range kills {
		folder := t.TempDir()
		args := exporting(folder)
		if n%2 == 1 {
			finish(t, args)
			args = append(args, "--force")
		}
		killed(t, folder, 1+rand.IntN(len(want)/2), args)
		checkWhole(t, folder)
		if !cmp.Equal(tree(t, folder), want) {
			unfinished++
		}
		finish(t, exporting(folder))
		if diff := cmp.Diff(want, tree(t, folder)); diff != "" {
			t.Fatalf("the next run does not finish it:\n%s", diff)
		}
	}
	t.Logf("%d of %d exports were killed before their end", unfinished, kills)
	if unfinished == 0 {
		t.Error("none was killed in time")
	}
}

// exporting are the arguments of an export of killedCaptures.
func exporting(folder string) []string {
	args := []string{"export", "parquet", "-q", "-w", folder}
	for _, name := range heavy.Some(killedCaptures, 3) {
		args = append(args, filepath.Join("..", "..", "testdata", "pcaps", name))
	}
	return args
}

func finish(t *testing.T, args []string) {
	t.Helper()
	if out, err := exec.Command("bcdump", args...).CombinedOutput(); err != nil {
		t.Fatalf("bcdump %v: %v: %s", args, err, out)
	}
}

// killed runs bcdump until it has begun or replaced a number of files, and a moment longer.
func killed(t *testing.T, folder string, files int, args []string) {
	t.Helper()
	cmd := exec.Command("bcdump", args...)
	begun := time.Now()
	must.Do(t, cmd.Start())
	for young(folder, begun) < files && time.Since(begun) < time.Minute {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(rand.N(20 * time.Millisecond))
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// young counts the files that were written since a moment.
func young(folder string, since time.Time) (n int) {
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil // it may go while we look
		}
		if info, err := entry.Info(); err == nil && !info.ModTime().Before(since) {
			n++
		}
		return nil
	})
	return n
}

// unfinishedName is how files are called that are being written.
var unfinishedName = regexp.MustCompile(`^\.part-0\.parquet\.\d+$`)

// checkWhole reads all tables of a folder to their ends.
func checkWhole(t *testing.T, folder string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir() || unfinishedName.MatchString(entry.Name()):
			return err
		case entry.Name() == "views.sql":
		case entry.Name() != "part-0.parquet":
			t.Errorf("what is %s?", path)
		default:
			if err := readTable(path); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		return nil
	}))
}

func readTable(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	table, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		return err
	}
	read, rows := int64(0), parquet.NewReader(table)
	defer func() { _ = rows.Close() }()
	for batch := make([]parquet.Row, 1000); err == nil; {
		var n int
		n, err = rows.ReadRows(batch)
		read += int64(n)
	}
	if errors.Is(err, io.EOF) && read == table.NumRows() {
		return nil
	}
	return errors.Join(err, io.ErrUnexpectedEOF)
}

// tree are the sums of all files of a folder.
func tree(t *testing.T, folder string) map[string][32]byte {
	t.Helper()
	files := map[string][32]byte{}
	must.Do(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[name] = sha256.Sum256(raw)
		return err
	}))
	return files
}
