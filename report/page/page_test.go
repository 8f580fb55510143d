package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"weak"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/page"
)

func written(t testing.TB, r *figures.Replay) string {
	t.Helper()
	var html strings.Builder
	must.Do(t, page.Write(&html, r))
	return html.String()
}

// TestSize holds the fixed part of the page below one megabyte.
func TestSize(t *testing.T) {
	if n := len(written(t, &figures.Replay{Format: figures.ReplayFormat})); n > 1_000_000 || n < 100_000 {
		t.Errorf("a page without data has %d bytes", n)
	}
}

// TestPolicy: the policy allows exactly the script and the style that are in the page.
func TestPolicy(t *testing.T) {
	_, r := battleOf(t)
	html := written(t, r)
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(html)
	if policy == nil {
		t.Fatal("no policy")
	}
	text := strings.NewReplacer("&#39;", "'", "&#43;", "+", "&#34;", `"`).Replace(policy[1])
	_, behind, _ := strings.Cut(html, `id="data"`)
	script := between(t, behind, "<script>", "</script>")
	style := between(t, html, "<style>", "</style>")
	want := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; script-src " + sum(script) + "; style-src " + sum(style)
	if text != want {
		t.Errorf("policy\n%s\nwant\n%s", text, want)
	}
	if n := strings.Count(html, "<script"); n != 2 {
		t.Errorf("%d scripts begin in the page, want the data and ours", n)
	}
}

func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, text, found := strings.Cut(text, from)
	text, _, ended := strings.Cut(text, to)
	if !found || !ended {
		t.Fatalf("no %s .. %s", from, to)
	}
	return text
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}

// TestGenerator: bcdump report knows its own pages by their first kilobyte.
func TestGenerator(t *testing.T) {
	html := written(t, &figures.Replay{Program: "bcdump test", File: strings.Repeat("x", 5000)})
	if !strings.Contains(html[:1024], `<meta name="generator" content="bcdump test">`) {
		t.Error(html[:1024])
	}
}

// TestLicences: those of the libraries stand in the page.
func TestLicences(t *testing.T) {
	html := written(t, &figures.Replay{})
	if n := strings.Count(html, "Permission is hereby granted"); n != 2 {
		t.Errorf("%d licences, want those of three and uPlot", n)
	}
}

// TestWriterFails: an error of the writer comes back wherever it happens.
func TestWriterFails(t *testing.T) {
	_, r := battleOf(t)
	whole := len(written(t, r))
	for at := 0; at < whole; at += whole/heavy.Scale(8, 40) + 1 {
		if err := page.Write(&failing{left: at}, r); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("after %d bytes: %v", at, err)
		}
	}
}

type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestEntryIsSmall: the index of many pages keeps what it says of them, not what they show.
func TestEntryIsSmall(t *testing.T) {
	r := &figures.Replay{File: "battle.pcap", Players: make([]figures.ReplayPlayer, 1), Ships: make([]figures.ReplayShip, 1)}
	ships, players := weak.Make(&r.Ships[0]), weak.Make(&r.Players[0])
	entry := page.NewEntry("battle.html", r)
	r = nil
	runtime.GC()
	if ships.Value() != nil || players.Value() != nil {
		t.Error("the replay is kept")
	}
	runtime.KeepAlive(entry)
}

// TestHead: what the capture tells of itself stands above all else, and an index lists it.
func TestHead(t *testing.T) {
	r := &figures.Replay{
		Format: figures.ReplayFormat, File: "a/evening.pcap", Start: reporttest.At("2026-02-14T22:08:00Z"), Length: 3723, Map: "Multi1", Captured: "at the host", Dialect: "stock", Damage: []string{"cut at 7"},
		Players: []figures.ReplayPlayer{{Name: "Ann", Kills: 2}, {Name: ""}, {Name: "Ben"}}, Summary: []string{"Ann is ahead.", "Ben left."},
	}
	html := written(t, r)
	told := `<div><dt>Date</dt><dd>14 February 2026, 22:08 UTC</dd></div><div><dt>Length</dt><dd>1:02:03</dd></div><div><dt>Map</dt><dd>Multi1</dd></div>` +
		`<div><dt>Players</dt><dd>3</dd></div><div><dt>Server</dt><dd>stock</dd></div><div><dt>Captured</dt><dd>at the host</dd></div></dl>`
	for _, want := range []string{"<h1>Ann is ahead</h1>", `<p class="more">Ben left.</p>`, told, `role="note">cut at 7</p>`, "<title>evening.pcap – bcdump report</title>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	r.Protocol, r.Match = "mixed", &figures.Match{Games: []figures.MatchGame{{}, {System: "Vesuvi"}}}
	if html := written(t, r); !strings.Contains(html, "<dd>stock, entity-state</dd>") || !strings.Contains(html, "<dd>Vesuvi</dd>") {
		t.Error("the page lacks the system, or one of two servers")
	}
	var index strings.Builder
	must.Do(t, page.WriteIndex(&index, "out", "v1", []page.Entry{page.NewEntry("out/evening.html", r)}))
	for _, want := range []string{`href="evening.html"`, "Ann, Ben", "62:03", "Ann is ahead. Ben left."} {
		if !strings.Contains(index.String(), want) {
			t.Errorf("the index lacks %q", want)
		}
	}
}
