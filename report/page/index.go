package page

import (
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"bcdump/report/figures"
)

// index lists pages. It has no script and loads nothing.
//
//go:embed index.html
var index string

// Entry is a page that an index lists, and the cells of its row behind its link.
type Entry struct{ Path, name, cells string }

// NewEntry lists the page of a replay, of which it keeps no more than the index says.
func NewEntry(path string, r *figures.Replay) Entry {
	var players []string
	for i := range r.Players {
		if name := r.Players[i].Name; name != "" {
			players = append(players, name)
		}
	}
	return Entry{path, text(r.File), "<td>" + text(r.Start.String()) +
		`<td class="number">` + lengthText(r.Length) + "<td>" + text(strings.Join(players, ", ")) + "<td>" + text(strings.Join(r.Summary, " "))}
}

// WriteIndex writes the page that lists others, seen from its folder. version is that of the program.
func WriteIndex(w io.Writer, folder, version string, pages []Entry) error {
	var rows strings.Builder
	for _, p := range pages {
		rows.WriteString(`<tr><td><a href="` + text(link(folder, p.Path)) + `">` + p.name + "</a>" + p.cells + "\n")
	}
	return shown(w, strings.NewReplacer("{{version}}", text(version), "{{pages}}", rows.String()).Replace(index))
}

// link leads from a folder to a file.
func link(folder, path string) string {
	if relative, err := filepath.Rel(folder, path); err == nil {
		path = relative
	}
	u := url.URL{Path: filepath.ToSlash(path)}
	return u.String()
}

// lengthText is a length in minutes and seconds.
func lengthText(seconds figures.Seconds) string {
	return fmt.Sprintf("%d:%02d", int64(seconds)/60, int64(seconds)%60)
}
