package main

import (
	"bytes"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// storeys are the rooms from the highest down, by what their names begin with: nobody imports
// a room of the same line or of one above. It is the plan; the list in docs/dev/architecture.md is
// what the code says.
var storeys = [][]string{
	{"cmd/"},
	{"report/page", "report/browse", "report/dataset", "report/dataset/duckdb"},
	{"report/verify", "report/replay", "report/rows", "report/overview", "report/wireshark", "report/share", "report/diff"},
	{"report/check"},
	{"report/desync"},
	{"report/records", "report/stats", "report/timeline", "report/match", "report/files", "report/installation", "report/reference", "report/render", "report/count"},
	{"report/stats/tables"},
	{"report/internal/reporttest", "decode/synth/edit", "report/facts", "report/table"},
	{"report/tally"},
	{"report/figures", "report/terminal", "report/internal/junit"},
	{"decode/synth/recorder"},
	{"decode/synth/battle", "decode/synth/hostile"},
	{"decode/synth"},
	{"decode"},
	{"decode/internal/pipeline", "decode/internal/packets"},
	{"decode/internal/session"},
	{"decode/internal/copies"},
	{"decode/internal/batch", "decode/query", "decode/traffic"},
	{"decode/match"},
	{"decode/record"},
	{"decode/internal/identify", "decode/internal/position", "decode/relay", "reassembly"},
	{"decode/objects"},
	{"decode/message", "decode/entitystate", "decode/internal/bounded"},
	{"decode/transport", "decode/fields", "decode/filter", "decode/ship", "internal/expected", "internal/outside"},
	{"decode/wire", "decode/cipher", "decode/capture", "decode/gamespy", "decode/suggest", "decode/filehash", "internal/"},
}

// storeyOf gives the line of a room; -1 if it has none.
func storeyOf(name string) int {
	return slices.IndexFunc(storeys, func(line []string) bool {
		return slices.ContainsFunc(line, func(known string) bool {
			return name == known || strings.HasSuffix(known, "/") && strings.HasPrefix(name, known)
		})
	})
}

// TestArrowsPointDown holds the imports of all rooms against the plan.
func TestArrowsPointDown(t *testing.T) {
	rooms, err := roomsOf(root)
	if err != nil || len(rooms) < 30 {
		t.Fatal(len(rooms), err)
	}
	for _, r := range rooms {
		from := storeyOf(r.name)
		if from < 0 {
			t.Errorf("%s stands on no storey: give it one in this test", r.name)
		}
		if r.purpose == "" {
			t.Errorf("%s has no documentation", r.name)
		}
		for _, name := range r.imports {
			if to := storeyOf(name); to <= from && !strings.HasPrefix(name, "cmd/") {
				t.Errorf("%s imports %s, which stands no lower", r.name, name)
			}
		}
	}
}

// askers are the rooms of reports that may import rooms of other reports, and which: they show, or build on, what another
// report finds.
// All others know facts and figures, and not who else reads them.
var askers = map[string][]string{
	"report/overview":  {"report/check", "report/desync", "report/match", "report/stats"},
	"report/page":      {"report/replay"},
	"report/replay":    {"report/check", "report/desync", "report/match", "report/stats", "report/timeline"}, // the data of the page
	"report/dataset":   {"report/rows"},
	"report/rows":      {"report/check", "report/desync", "report/records", "report/stats"}, // all tables
	"report/check":     {"report/desync"},                                                   // what players see is explained by rules
	"report/diff":      {"report/check", "report/stats"},                                    // which rules broke, and sizes
	"report/browse":    {"report/records"},                                                  // the lines of decode
	"report/verify":    {"report/records"},                                                  // the lines of decode
	"report/wireshark": {"report/records"},
}

// TestReportsStandApart: a room of a report asks no other one but those that askers name.
func TestReportsStandApart(t *testing.T) {
	below := storeyOf("report/internal/reporttest")
	is := func(name string) bool {
		return strings.HasPrefix(name, "report/") && storeyOf(name) < below && name != "report/render" && name != "report/stats/tables"
	}
	asked := map[string][]string{}
	for _, r := range must.Get(roomsOf(root))(t) {
		for _, name := range r.imports {
			if is(r.name) && is(name) {
				asked[r.name] = append(asked[r.name], name)
			}
		}
		slices.Sort(asked[r.name])
		if !slices.Equal(asked[r.name], askers[r.name]) {
			t.Errorf("%s asks %q, not %q", r.name, asked[r.name], askers[r.name])
		}
	}
}

// mostInCycle is how many files of a room may need one another: as many as a newcomer can
// read in one go.
const mostInCycle = 8

// TestFilesWithinRooms looks for files that need one another, directly or through others.
func TestFilesWithinRooms(t *testing.T) {
	rooms := must.Get(roomsOf(root))(t)
	longest := 0
	for _, r := range rooms {
		for _, cycle := range cycles(fileEdges(t, r.name)) {
			longest = max(longest, len(cycle))
			t.Logf("%s: %s", r.name, strings.Join(cycle, " "))
			if len(cycle) > mostInCycle {
				t.Errorf("%s: %d files need one another: %s", r.name, len(cycle), strings.Join(cycle, " "))
			}
		}
	}
	t.Logf("the longest cycle has %d files", longest)
}

// fileEdges gives which files of a package use what others of it declare: functions, methods,
// types, variables and fields alike. What others than this package declare is not looked at.
func fileEdges(t *testing.T, name string) map[string][]string {
	t.Helper()
	set, files, err := parsed(filepath.Join(root, name))
	if err != nil || len(files) == 0 {
		t.Fatal(name, err)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}, Importer: noImports{}, FakeImportC: true}
	_, _ = config.Check(name, set, files, &info) // imports are missing, what is declared here is not
	edges := map[string][]string{}
	for use, object := range info.Uses {
		from, to := fileOf(set, use.Pos()), fileOf(set, object.Pos())
		if to != "" && from != to && object.Pkg() != nil && object.Pkg().Path() == name && !slices.Contains(edges[from], to) {
			edges[from] = append(edges[from], to)
		}
	}
	return edges
}

func fileOf(set *token.FileSet, at token.Pos) string {
	if !at.IsValid() {
		return ""
	}
	return path.Base(filepath.ToSlash(set.Position(at).Filename))
}

type noImports struct{}

func (noImports) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

var _ types.Importer = noImports{}

// cycles gives the strongly connected parts with more than one file (Tarjan).
func cycles(edges map[string][]string) (found [][]string) {
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var visit func(string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack, on[v] = append(stack, v), true
		for _, w := range edges[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		at := slices.Index(stack, v)
		if part := slices.Clone(stack[at:]); len(part) > 1 {
			slices.Sort(part)
			found = append(found, part)
		}
		for _, w := range stack[at:] {
			on[w] = false
		}
		stack = stack[:at]
	}
	for v := range edges {
		if index[v] == 0 {
			visit(v)
		}
	}
	return found
}

// most is the size in bytes that a file of the repository may have; a larger one stands in large
// with its reason. Each clone carries every version of it for ever.
const most = 1 << 20

var large = map[string]string{}

// TestNoLargeFiles refuses large files and built programs in the repository.
func TestNoLargeFiles(t *testing.T) {
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Skip("not a git checkout:", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		file, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, and git was not told yet
		}
		if err != nil {
			t.Fatal(err)
		}
		head := make([]byte, 4)
		n, _ := file.Read(head)
		info, err := file.Stat()
		must.Do(t, errors.Join(err, file.Close()))
		if info.Size() > most && large[name] == "" {
			t.Errorf("%s has %d bytes, over %d: keep it out of the repository, or list it in large with the reason", name, info.Size(), most)
		}
		if program := head[:n]; bytes.HasPrefix(program, []byte("\x7fELF")) || bytes.HasPrefix(program, []byte("MZ")) || bytes.HasPrefix(program, []byte("\xcf\xfa\xed\xfe")) {
			t.Errorf("%s is a built program: git rm --cached %s", name, name)
		}
	}
}

// TestNoWeb: no package of the program speaks HTTP or TLS: it reads files and sends nothing.
func TestNoWeb(t *testing.T) {
	packages := strings.Fields(string(must.Get(exec.Command("go", "list", "-deps", "bcdump/cmd/bcdump").Output())(t)))
	for _, name := range []string{"net/http", "crypto/tls"} {
		if slices.Contains(packages, name) {
			t.Errorf("the program has %s", name)
		}
	}
	if !slices.Contains(packages, "bcdump/decode") {
		t.Errorf("%d packages", len(packages))
	}
}

// TestLinkerDropsMethods: nothing in the program calls methods by a number or by a name that the linker cannot
// see, as templates do: it would have to keep every method of every type, a third of the program.
func TestLinkerDropsMethods(t *testing.T) {
	if !heavy.On() {
		t.Skip("the program is linked once more: see internal/heavy")
	}
	told := must.Get(exec.Command("go", "build", "-buildvcs=false", "-ldflags=-dumpdep", "-o", os.DevNull, "bcdump/cmd/bcdump").CombinedOutput())(t)
	lines := strings.Split(string(told), "\n")
	if at := slices.IndexFunc(lines, func(line string) bool { return strings.HasSuffix(line, "<ReflectMethod>") }); at >= 0 {
		t.Error(lines[at])
	}
	if len(lines) < 10_000 {
		t.Errorf("the linker tells %d lines", len(lines))
	}
}
