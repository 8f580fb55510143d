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

// Entry is a page that an index lists.
type Entry struct {
	Path   string
	Replay *figures.Replay
}

// WriteIndex writes the page that lists others, seen from its folder. version is that of the program.
func WriteIndex(w io.Writer, folder, version string, pages []Entry) error {
	var rows strings.Builder
	for _, p := range pages {
		rows.WriteString(rowOf(folder, p))
	}
	return shown(w, strings.NewReplacer("{{version}}", text(version), "{{pages}}", rows.String()).Replace(index))
}

func rowOf(folder string, p Entry) string {
	r := p.Replay
	var players []string
	for i := range r.Players {
		if name := r.Players[i].Name; name != "" {
			players = append(players, name)
		}
	}
	return `<tr><td><a href="` + text(link(folder, p.Path)) + `">` + text(r.File) + "</a><td>" + text(r.Start.String()) +
		`<td class="number">` + lengthText(r.Length) + "<td>" + text(strings.Join(players, ", ")) + "<td>" + text(strings.Join(r.Summary, " ")) + "\n"
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
