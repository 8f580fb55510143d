package dataset_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/dataset"
	"bcdump/report/rows"
)

const (
	battle = corpus + "/session-small.pcap"
	small  = corpus + "/join-full.pcap"
)

func export(t testing.TB, to dataset.Store, from *dataset.Source, o dataset.Options) *dataset.Result {
	t.Helper()
	result, err := dataset.Export(to, from, o)
	if err != nil {
		t.Fatal(from.Name, err)
	}
	return result
}

// files gives a sum of each file below a folder.
func files(t testing.TB, folder string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	must.Do(t, filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		sums[filepath.ToSlash(name)] = fmt.Sprintf("%x", sha256.Sum256(text))
		return err
	}))
	return sums
}

func same(t *testing.T, what string, a, b map[string]string) {
	t.Helper()
	for name, sum := range a {
		if b[name] != sum {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d files and %d", what, len(a), len(b))
	}
}

// TestSameBytes exports with several numbers of workers, and in another zone.
func TestSameBytes(t *testing.T) {
	var first map[string]string
	for i, jobs := range []int{1, 2, 7} {
		zone := time.Local
		time.Local = time.FixedZone("", i*3600)
		folder, from := t.TempDir(), source(t, battle)
		from.Open = func() (*decode.Capture, error) { return decode.OpenFile(battle, decode.Options{Jobs: jobs}) }
		export(t, dataset.Folder(folder), from, dataset.Options{Program: "v1", Stats: true})
		time.Local = zone
		got := files(t, folder)
		if first == nil {
			first = got
			if len(got) != len(rows.AllTables(true)) {
				t.Fatalf("%d files of %d tables", len(got), len(rows.AllTables(true)))
			}
		}
		same(t, fmt.Sprint(jobs, " workers"), first, got)
	}
}

// TestSkipped exports again, with what may have changed in between.
func TestSkipped(t *testing.T) {
	heavy.SkipRace(t, "TestSameBytes shares more")
	folder, o := dataset.Folder(t.TempDir()), dataset.Options{}
	damage := func(table string) {
		must.Do(t, os.Truncate(filepath.Join(string(folder), dataset.FileName(table, "session-small.pcap")), 100))
	}
	for _, step := range []struct {
		what    string
		do      func(*dataset.Source, *dataset.Options)
		skipped bool
	}{
		{"the first time", nil, false},
		{"again", nil, true},
		{"with force", func(_ *dataset.Source, o *dataset.Options) { o.Force = true }, false},
		{"with other flags", func(s *dataset.Source, _ *dataset.Options) { s.Settings = "--dialect stock" }, false},
		{"with the flags of the first time", nil, false},
		{"after it has grown", func(s *dataset.Source, _ *dataset.Options) {
			s.Sum = func() (string, int64, error) { return "another sum", 1, nil }
		}, false},
		{"as it was", nil, false},
		{"with a file cut", func(*dataset.Source, *dataset.Options) { damage("chat") }, false},
		{"with the row of the capture cut", func(*dataset.Source, *dataset.Options) { damage("captures") }, false},
		{"with a file gone", func(*dataset.Source, *dataset.Options) {
			must.Do(t, folder.Remove(dataset.FileName("messages", "session-small.pcap")))
		}, false},
		{"at the end", nil, true},
		{"from a pipe", func(s *dataset.Source, _ *dataset.Options) { s.Late = true }, false},
	} {
		from, options := source(t, battle), o
		if step.do != nil {
			step.do(from, &options)
		}
		if r := export(t, folder, from, options); r.Skipped != step.skipped || r.Skipped == (r.Rows > 0) {
			t.Errorf("%s: skipped is %v, with %d rows", step.what, r.Skipped, r.Rows)
		}
	}
}

// TestOtherCapture exports a capture under the name of another one.
func TestOtherCapture(t *testing.T) {
	heavy.SkipRace(t, "TestSameBytes shares more")
	folder := dataset.Folder(t.TempDir())
	export(t, folder, source(t, battle), dataset.Options{})
	before := files(t, string(folder))
	other := source(t, corpus+"/join-full.pcap")
	other.Name = "session-small.pcap"
	if _, err := dataset.Export(folder, other, dataset.Options{}); !errors.Is(err, dataset.ErrOther) {
		t.Fatal(err)
	}
	same(t, "after the refusal", before, files(t, string(folder)))
	export(t, folder, other, dataset.Options{Force: true})
	if n := len(read[rows.Capture](t, string(folder), "captures", "session-small.pcap")); n != 1 {
		t.Error(n, "rows")
	}
}

// failing is a store of which some file fails.
type failing struct {
	dataset.Folder
	writes, commits int // so many succeed
}

var errFull = errors.New("no space left")

type failingFile struct {
	dataset.File
	store *failing
}

func (f *failing) Create(name string) (dataset.File, error) {
	file, err := f.Folder.Create(name)
	return &failingFile{file, f}, err
}

func (f *failingFile) Write(p []byte) (int, error) {
	if f.store.writes--; f.store.writes < 0 {
		return 0, errFull
	}
	return f.File.Write(p)
}

func (f *failingFile) Commit() error {
	if f.store.commits--; f.store.commits < 0 {
		f.Discard()
		return errFull
	}
	return f.File.Commit()
}

// TestFailures lets exports fail at each step, and finishes each with one that does not: then the files are
// those of an export that was never disturbed.
func TestFailures(t *testing.T) {
	whole := t.TempDir()
	export(t, dataset.Folder(whole), source(t, small), dataset.Options{})
	want := files(t, whole)
	failed := 0
	for n := 0; n < 2*len(rows.Tables()); n += heavy.Scale(5, 1) {
		folder := t.TempDir()
		store := &failing{Folder: dataset.Folder(folder), writes: 1000, commits: n / 2}
		if n%2 == 1 {
			store.writes, store.commits = n, 1000
		}
		_, err := dataset.Export(store, source(t, small), dataset.Options{})
		left := files(t, folder)
		if err == nil {
			same(t, "undisturbed", want, left)
			continue
		}
		failed++
		if !errors.Is(err, errFull) {
			t.Fatal(n, err)
		}
		for name, sum := range left {
			if want[name] != sum || strings.HasPrefix(name, "captures/") {
				t.Fatalf("%d: %s was left", n, name)
			}
		}
		stale := filepath.Join(folder, "chat", "capture=join-full.pcap", ".part-0.parquet.123")
		must.Do(t, os.MkdirAll(filepath.Dir(stale), 0o777))
		must.Do(t, os.WriteFile(stale, []byte("half"), 0o666))
		export(t, dataset.Folder(folder), source(t, small), dataset.Options{})
		same(t, fmt.Sprint("finished after ", n), want, files(t, folder))
	}
	if failed < heavy.Scale(4, len(rows.Tables())+3) {
		t.Errorf("%d failed", failed)
	}
}

// TestEscape reads names back as engines do.
func TestEscape(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{
		"battle.pcap", "2026/01/a b.pcap", "a=b&c", "..", ".hidden", "%41", "ä\n\x00\xff", "CON", `a\b:c*?"<>|`, strings.Repeat("x", 300), strings.Repeat("/", 300),
	} {
		escaped := dataset.Escape(name)
		if seen[escaped] || len(escaped) > 240 || strings.ContainsAny(escaped, "/\\=:*?\"<>| \n\x00") || strings.HasPrefix(escaped, ".") {
			t.Errorf("%q becomes %q", name, escaped)
		}
		seen[escaped] = true
		if back, err := url.PathUnescape(escaped); len(name) < 80 && (back != name || err != nil) {
			t.Errorf("%q becomes %q, and that %q, %v", name, escaped, back, err)
		}
	}
}

// TestDamage exports captures of which some cannot be read to the end.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	r := export(t, dataset.Folder(folder), source(t, corpus+"/lying-caplen.pcap"), dataset.Options{Program: "v1"})
	row := read[rows.Capture](t, folder, "captures", "lying-caplen.pcap")[0]
	if r.Summary.DamageCount != 1 || row.Damages != 1 || *row.DamageOffset != 255 || *row.DamageFrame != 3 || !strings.Contains(row.Damage, "4294967280") {
		t.Errorf("%+v", row)
	}
	if row.Program != "v1" || row.SHA256 != "sum of lying-caplen.pcap" || row.Frames != 3 || row.First.IsZero() {
		t.Errorf("%+v", row)
	}
}

// meanwhile is a store in which something else happens once a file has been begun.
type meanwhile struct {
	dataset.Folder
	do func()
}

func (m *meanwhile) Create(name string) (dataset.File, error) {
	f, err := m.Folder.Create(name)
	if do := m.do; do != nil {
		m.do = nil
		do()
	}
	return f, err
}

// TestTwoAtOnce: an export that begins and ends in the folder of another one, while that writes, takes none of its
// unfinished files away: both end well, and what is there is what one would have written.
func TestTwoAtOnce(t *testing.T) {
	alone, folder := t.TempDir(), t.TempDir()
	export(t, dataset.Folder(alone), source(t, small), dataset.Options{})
	other := func() {
		export(t, dataset.Folder(folder), source(t, small), dataset.Options{Force: true})
		if left, err := filepath.Glob(filepath.Join(folder, "*", "*", ".*")); err != nil || len(left) == 0 {
			t.Errorf("unfinished are %v, %v", left, err)
		}
	}
	export(t, &meanwhile{dataset.Folder(folder), other}, source(t, small), dataset.Options{Force: true})
	same(t, "two at once", files(t, alone), files(t, folder))
}
