package render

import (
	"fmt"
	"io"
	"path"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// WriteInstallation shows the files of an installation as a table for each round.
func WriteInstallation(w io.Writer, x *figures.Installation, o Options) error {
	p := newPage(o)
	counts, files, missing := map[string]int{}, 0, 0
	for i := range x.Rounds {
		r := &x.Rounds[i]
		files, missing = files+len(r.Files), missing+len(r.Missing)
		for _, f := range r.Files {
			counts[f.Published]++
		}
		p.installedRound(r)
	}
	p.heading("", terminal.Style{}, counted(int64(files), "file", "files")+standing(counts, missing))
	_, err := w.Write(p.b.Bytes())
	return err
}

// standing says how files stand to the published list.
func standing(counts map[string]int, missing int) string {
	var words []string
	for _, v := range figures.PublishedVerdicts() {
		if n := counts[v]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, verdictWords[v]))
		}
	}
	if missing > 0 {
		words = append(words, fmt.Sprintf("%d missing", missing))
	}
	if words == nil {
		return ""
	}
	return ": " + strings.Join(words, ", ")
}

// verdictWords say to people how a file stands to the published list.
var verdictWords = map[string]string{
	"equal": "as published", "low_byte": "as published but for the low byte", "different": "not as published", "unlisted": "not on the published list",
}

func (p *page) installedRound(r *figures.InstalledRound) {
	title := fmt.Sprintf("ROUND %d", r.Round)
	if !r.Found {
		p.heading(title, p.Note, r.Directory, "no such directory")
		return
	}
	p.heading(title, terminal.Style{}, r.Directory, "hash "+r.DirHash, "filter "+r.Filter)
	t := &terminal.Table{Columns: terminal.Numbers([]terminal.Column{
		{Title: "file", Min: 30}, {Title: "name hash"}, {Title: "content"}, {Title: "size", Drop: 1}, {Title: "published list"},
	}, 3)}
	n := p.shown(len(r.Files))
	for i := range r.Files[:n] {
		f := &r.Files[i]
		t.Add(styled(path.Join(f.Directory, f.Name), p.Name), text(f.NameHash), text(f.ContentHash), count(f.Size), p.verdict(f.Published))
	}
	if n > 0 {
		p.table(t)
	}
	p.more(len(r.Files) - n)
	for _, name := range r.Missing {
		p.say(p.Damage, "missing: "+name)
	}
}

// verdict says how a file stands to the published list.
func (p *page) verdict(v string) terminal.Cell {
	look := terminal.Style{}
	switch v {
	case "different":
		look = p.Damage
	case "low_byte", "unlisted":
		look = p.Dim
	}
	return styled(verdictWords[v], look)
}
