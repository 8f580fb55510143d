package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"path/filepath"
	"sync"

	"bcdump/internal/printable"
	"bcdump/report/figures"
)

// indexPage lists pages. It has no script and loads nothing.
var indexPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("index").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="generator" content="bcdump {{.Version}}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Battles</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886 }
td.number { text-align: right }
</style>
<h1>Battles</h1>
<table>
<tr><th scope="col">Capture<th scope="col">Begins (UTC)<th scope="col">Length<th scope="col">Players<th scope="col">What happened
{{range .Pages}}<tr><td><a href="{{.Link}}">{{.File}}</a><td>{{.Start}}<td class="number">{{.Length}}<td>{{range $i, $p := .Players}}{{if $i}}, {{end}}{{$p}}{{end}}<td>{{range .Summary}}{{.}} {{end}}
{{end}}</table>
</html>
`))
})

// indexRow is what the index says of a page.
type indexRow struct {
	Link                template.URL
	File, Start, Length string
	Players, Summary    []string
}

// Entry is a page that an index lists.
type Entry struct {
	Path   string
	Replay *figures.Replay
}

// WriteIndex writes the page that lists others, seen from its folder. version is that of the program.
func WriteIndex(w io.Writer, folder, version string, pages []Entry) error {
	rows := []indexRow{}
	for _, p := range pages {
		rows = append(rows, rowOf(folder, p))
	}
	var b bytes.Buffer
	if err := indexPage().Execute(&b, map[string]any{"Version": version, "Pages": rows}); err != nil {
		return err
	}
	_, err := w.Write(printable.Page(b.Bytes()))
	return err
}

func rowOf(folder string, p Entry) indexRow {
	row := indexRow{Link: link(folder, p.Path), File: p.Replay.File, Start: p.Replay.Start.String(), Length: lengthText(p.Replay.Length), Summary: p.Replay.Summary}
	for i := range p.Replay.Players {
		if name := p.Replay.Players[i].Name; name != "" {
			row.Players = append(row.Players, name)
		}
	}
	return row
}

// link leads from a folder to a file.
func link(folder, path string) template.URL {
	if relative, err := filepath.Rel(folder, path); err == nil {
		path = relative
	}
	u := url.URL{Path: filepath.ToSlash(path)}
	return template.URL(u.String()) //nolint:gosec // a path, escaped
}

// lengthText is a length in minutes and seconds.
func lengthText(seconds figures.Seconds) string {
	return fmt.Sprintf("%d:%02d", int64(seconds)/60, int64(seconds)%60)
}
