package installation_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/installation"
)

// folder makes a folder of files; the content of each is its path.
func folder(t *testing.T, paths ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, p := range paths {
		full := filepath.Join(root, filepath.FromSlash(p))
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o777))
		must.Do(t, os.WriteFile(full, []byte(p), 0o666))
	}
	return root
}

// listed gives the files of all rounds: "2 scripts/ships/Akira.pyc".
func listed(x *figures.Installation) (list []string) {
	for _, r := range x.Rounds {
		for _, f := range r.Files {
			list = append(list, fmt.Sprintf("%d %s/%s", r.Round, f.Directory, f.Name))
		}
	}
	return list
}

var some = []string{
	"scripts/App.pyc", "scripts/Other.pyc", "scripts/ships/Galaxy.pyc", "scripts/ships/akira.pyc", "scripts/ships/__init__.pyc", "scripts/ships/Akira.py",
	"scripts/ships/Hardpoints/akira.pyc", "scripts/mainmenu/mainmenu.pyc", "scripts/mainmenu/deep/x.pyc",
	"scripts/Multiplayer/Episode/Mission1/Mission1.pyc", "scripts/Multiplayer/Modifier.pyc", "Readme.txt",
}

var someListed = []string{
	"0 scripts/App.pyc", "2 scripts/ships/akira.pyc", "2 scripts/ships/Galaxy.pyc", "2 scripts/ships/__init__.pyc", "2 scripts/ships/Hardpoints/akira.pyc",
	"3 scripts/mainmenu/mainmenu.pyc", "255 Scripts/Multiplayer/Modifier.pyc", "255 Scripts/Multiplayer/Episode/Mission1/Mission1.pyc",
}

func TestFolder(t *testing.T) {
	root := folder(t, some...)
	for _, at := range []string{root, filepath.Join(root, "scripts"), root + string(filepath.Separator)} {
		x := must.Get(installation.Of(at))(t)
		if got := listed(x); !slices.Equal(got, someListed) {
			t.Errorf("%s: %q\nwant %q", at, got, someListed)
		}
		if len(x.Problems) != 0 || len(x.Rounds) != 5 || x.Rounds[1].DirHash != "0x4DAFCB2F" || x.Rounds[2].DirHash != "0xC017D1C4" {
			t.Errorf("%+v", x)
		}
		f := x.Rounds[2].Files[0]
		if f.NameHash == "0x3EB23EBA" || f.Published != "unlisted" || x.Rounds[2].Files[1].Published != "different" || f.Size != int64(len("scripts/ships/akira.pyc")) {
			t.Errorf("%+v", f)
		}
		if missing := x.Rounds[2].Missing; len(missing) != 102-3 || missing[0] != "scripts/ships/Akira.pyc" {
			t.Errorf("%d missing: %q", len(missing), missing)
		}
		if !slices.Equal(x.Rounds[1].Missing, []string{"scripts/Autoexec.pyc"}) || !x.Rounds[1].Found {
			t.Errorf("%+v", x.Rounds[1])
		}
	}
}

func TestNoInstallation(t *testing.T) {
	root := folder(t, "a/b.txt")
	for at, want := range map[string]string{root: "has no directory", filepath.Join(root, "none"): "no such file", filepath.Join(root, "a", "b.txt"): "is not a folder"} {
		if _, err := installation.Of(at); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", at, err, want)
		}
	}
}

// TestLinks: links that lead back, lead nowhere, or lead to files.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links takes privileges")
	}
	root := folder(t, some...)
	ships := filepath.Join(root, "scripts", "ships")
	for name, to := range map[string]string{"back": "..", "self": ".", "gone.pyc": "nowhere", "linked.pyc": "Galaxy.pyc", "pipe.pyc": "/dev/null"} {
		must.Do(t, os.Symlink(to, filepath.Join(ships, name)))
	}
	x := must.Get(installation.Of(root))(t)
	var problems []string
	for _, p := range x.Problems {
		problems = append(problems, strings.TrimPrefix(p.Path, root)+": "+p.Error)
	}
	for _, want := range []string{"/scripts/ships/gone.pyc: no such file", "/scripts/ships/self: is within itself", "/scripts/ships/back: is within itself"} {
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.HasPrefix(p, want) }) {
			t.Errorf("%q has no %q", problems, want)
		}
	}
	got := listed(x)
	if !slices.Contains(got, "2 scripts/ships/linked.pyc") || len(got) != len(someListed)+1 {
		t.Errorf("%d files: %q", len(got), got)
	}
}

// TestUnreadable: what cannot be read is named, and the others are hashed.
func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("nothing is unreadable for this user")
	}
	root := folder(t, some...)
	bad := filepath.Join(root, "scripts", "ships", "Galaxy.pyc")
	must.Do(t, os.Chmod(bad, 0))
	x, err := installation.Of(root)
	if err != nil || len(x.Problems) != 1 || x.Problems[0].Path != bad || len(listed(x)) != len(someListed)-1 {
		t.Errorf("%v: %+v", err, x.Problems)
	}
}

func TestDeepAndMany(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 16,000 files")
	}
	const most, depth = 16384, 16
	root := folder(t, "scripts/ships/"+strings.Repeat("d/", depth)+"x.pyc", "scripts/ships/"+strings.Repeat("d/", depth-1)+"y.pyc")
	for i := range most {
		must.Do(t, os.WriteFile(filepath.Join(root, "scripts", "ships", fmt.Sprintf("%d.pyc", i)), nil, 0o666))
	}
	x := must.Get(installation.Of(root))(t)
	if n := len(listed(x)); n != most || len(x.Problems) != 2 {
		t.Errorf("%d files, %+v", n, x.Problems)
	}
}

func TestManyProblems(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links takes privileges")
	}
	const most = 64
	root := folder(t, "scripts/ships/a.pyc")
	for i := range most + 5 {
		must.Do(t, os.Symlink("nowhere", filepath.Join(root, "scripts", "ships", fmt.Sprintf("%d.pyc", i))))
	}
	x, err := installation.Of(root)
	if err != nil || len(x.Problems) != most || len(listed(x)) != 1 {
		t.Errorf("%v: %d problems", err, len(x.Problems))
	}
}

func TestRead(t *testing.T) {
	const right = `{"v":1,"folder":"x","rounds":[{"round":0,"directory":"scripts/","filter":"App.pyc","recursive":false,"dir_hash":"0x4DAFCB2F","found":true,` +
		`"files":[{"directory":"scripts","name":"App.pyc","name_hash":"0x373EB677","content_hash":"0xF8A0A740","published":"equal","size":5}],"missing":[]}],"problems":[]}`
	at := filepath.Join(t.TempDir(), "mine.json")
	write := func(text []byte) {
		t.Helper()
		must.Do(t, os.WriteFile(at, text, 0o666))
	}
	write([]byte(right))
	if x, err := installation.Read(at); err != nil || x.Rounds[0].Files[0].Name != "App.pyc" {
		t.Errorf("%+v, %v", x, err)
	}
	for old, replacement := range map[string]string{
		`"v":1`: `"v":2`, `0x373EB677`: `0x373eb677`, `0xF8A0A740`: "F8A0A740", `"folder"`: `"folders"`, `"rounds":[{`: `"rounds":[],"x":[{`, `{"v"`: `["v"`, `"size":5`: `"size":"5"`,
	} {
		write([]byte(strings.Replace(right, old, replacement, 1)))
		if _, err := installation.Read(at); err == nil || !strings.Contains(err.Error(), "is not what `bcdump hash --files FOLDER -o json` writes") {
			t.Errorf("%s: %v", replacement, err)
		}
	}
	write(append(bytes.Repeat([]byte(" "), 16<<20), right...))
	if _, err := installation.Read(at); err == nil || !strings.Contains(err.Error(), "there are more than 16777216 bytes") {
		t.Errorf("too large: %v", err)
	}
	if _, err := installation.Read(at + "x"); err == nil {
		t.Error("a file that is not there")
	}
}
