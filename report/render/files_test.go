package render_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/match"
	"bcdump/decode/synth/battle"
	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/files"
	"bcdump/report/installation"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// someFiles is a battle whose host turns players away, held against an installation.
func someFiles(t *testing.T) *figures.Files {
	t.Helper()
	o := battle.Options{Players: 5, Duration: 20 * time.Second, Seed: 5}
	_, raw := reporttest.Battle(t, o, "files:2", "file-missing@3:3", "file-extra:4", "file-kick@FF:5")
	x := &figures.Installation{Version: 1, Rounds: []figures.InstalledRound{{Round: 0, Directory: "scripts/", Files: []figures.InstalledFile{
		{Directory: "scripts", Name: "App.pyc", NameHash: "0x373EB677", ContentHash: "0x12345678"}}}}}
	return filesIn(t, "battle.pcap", raw, files.Options{Against: x, AgainstName: "mine"})
}

func filesIn(t *testing.T, name string, raw []byte, o files.Options) *figures.Files {
	t.Helper()
	return reporttest.Of(t, name, raw, files.Of, o)
}

func shownFiles(t *testing.T, f *figures.Files, o render.Options) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.WriteFiles(&b, f, o))
	return b.String()
}

func TestFilesForms(t *testing.T) {
	f := someFiles(t)
	expected.File(t, "testdata/files-80.txt", shownFiles(t, f, render.Options{Width: 80}))
	expected.File(t, "testdata/files-140.txt", shownFiles(t, f, render.Options{Width: 140}))
	for i := range f.Answers { // the files of an answer are those of the game
		f.Answers[i].Files = f.Answers[i].Files[:1]
	}
	var b bytes.Buffer
	must.Do(t, render.WriteJSON(&b, f))
	expected.File(t, "testdata/files.json", b.String())
}

// TestNoDifference: a capture in which nothing differs says so.
func TestNoDifference(t *testing.T) {
	for name, want := range map[string][]string{
		"stock-join.pcap":    {" nothing differs from the published list (but for the low byte of 5)"},
		"session-small.pcap": {" nothing differs between the clients", " nothing differs from the published list"},
		"entity-state.pcap":  {" No answers to checksum requests in this capture."},
	} {
		got := shownFiles(t, filesIn(t, name, expected.Read(t, filepath.Join("..", "..", "testdata", "pcaps", name)), files.Options{}), render.Options{Width: 80})
		for _, line := range want {
			if !strings.Contains(got, line) || strings.Contains(got, "DIFFERENCES") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

// The schema holds files, and is strict: each of these changes makes them wrong.
func TestFilesSchemaRefuses(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, render.WriteJSON(&b, someFiles(t)))
	expected.SchemaOf(t, "files").Refuses(t, b.String(), [][2]string{
		{`{"v":1,`, `{"v":2,`}, {`{"v":1,`, `{"v":1,"more":1,`}, {`"cause":"named_file"`, `"cause":"dirt"`}, {`"is":"missing"`, `"is":"lost"`}, {`"between":"clients"`, `"between":"us"`},
		{`"published":"equal"`, `"published":"same"`}, {`"0x373EB677"`, `"0x373eb677"`}, {`"answer":1`, `"answer":0`}, {`"round":255`, `"round":256`}, {`"label":"A"`, `"label":"a"`},
	})
}

func TestFilesDocument(t *testing.T) {
	document := string(expected.Read(t, "../../docs/reference/files.md"))
	for _, list := range []struct {
		heading string
		want    []string
	}{
		{"## Tables\n", render.FilesTables()}, {"## Causes of a refusal\n", match.RefusalCauses()},
		{"| Content | Means", figures.PublishedVerdicts()},
	} {
		if diff := cmp.Diff(list.want, documented(document, list.heading)); diff != "" {
			t.Errorf("%s: %s", list.heading, diff)
		}
	}
}

// TestInstallationForms shows the files of a folder.
func TestInstallationForms(t *testing.T) {
	root := t.TempDir()
	for path, content := range map[string]string{"scripts/App.pyc": "app", "scripts/ships/Akira.pyc": "ship", "scripts/ships/Mine.pyc": "more"} {
		full := filepath.Join(root, filepath.FromSlash(path))
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o777))
		must.Do(t, os.WriteFile(full, []byte(content), 0o666))
	}
	x := must.Get(installation.Of(root))(t)
	x.Folder = "mine"
	s := expected.SchemaOf(t, "hash")
	for _, report := range []any{x, &figures.NameHashes{Version: 1, Hashes: []figures.NameHash{{Text: "60", Hash: "0x7E0CE243"}}}} {
		var b bytes.Buffer
		must.Do(t, render.WriteJSON(&b, report))
		s.Holds(t, b.Bytes())
	}
	var b bytes.Buffer
	must.Do(t, render.WriteInstallation(&b, x, render.Options{Width: 80}))
	got := b.String()
	for _, want := range []string{
		"ROUND 0   scripts/ · hash 0x4DAFCB2F · filter App.pyc\n", " scripts/ships/Akira.pyc  0x3EB23EBA ", "not as published\n", "not on the published list\n",
		" missing: scripts/Autoexec.pyc\n", "ROUND 3   scripts/mainmenu · no such directory\n", "3 files: 2 not as published, 1 not on the published list, 106 missing\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %q", got, want)
		}
	}
	for line := range strings.Lines(got) {
		if terminal.Width(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("%q", line)
		}
	}
}

// TestNothingToCompare: where clients answered nothing, nobody says that nothing differs.
func TestNothingToCompare(t *testing.T) {
	f := someFiles(t)
	f.Answers, f.Differences = nil, nil
	for i := range f.Clients {
		f.Clients[i].Rounds = nil
	}
	if got := shownFiles(t, f, render.Options{Width: 80}); !strings.Contains(got, "No answers") || !strings.Contains(got, "turned away") || strings.Contains(got, "nothing differs") {
		t.Error(got)
	}
}
