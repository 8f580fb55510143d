package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"io"
	"path/filepath"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/replay"
)

//go:embed bundle.js
var script string

//go:embed bundle.css
var style string

//go:embed licences.txt
var licences string

//go:embed page.html
var layout string

// Write writes the page of one capture. All text of the capture may be anything: it is shown and
// nothing else. The same figures make the same bytes. Errors are those of w.
func Write(w io.Writer, r *figures.Replay) error {
	head, behind, _ := strings.Cut(layout, "{{style}}")
	body, behind, _ := strings.Cut(behind, "{{data}}")
	end := strings.NewReplacer("{{script}}", script).Replace(behind)
	told := strings.NewReplacer(values(r)...)
	for _, part := range []func() error{
		func() error { return shown(w, told.Replace(head)) },
		func() error { return raw(w, style) },
		func() error { return shown(w, told.Replace(body)) },
		func() error { return replay.WriteBlock(w, r) },
		func() error { return raw(w, end) },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// values are the names in the layout, each before what stands for it: text is escaped.
func values(r *figures.Replay) []string {
	name, dash, more := "", "", ""
	if r.File != "" {
		name, dash = filepath.Base(r.File), " – "
	}
	if len(r.Summary) > 1 {
		more = `<p class="more">` + text(strings.Join(r.Summary[1:], " ")) + "</p>\n"
	}
	return []string{
		"{{program}}", text(r.Program), "{{policy}}", text(policy()), "{{name}}", text(name), "{{dash}}", dash,
		"{{title}}", text(title(r)), "{{more}}", more, "{{facts}}", factList(facts(r)),
		"{{damage}}", each(r.Damage, `<p class="damage" role="note">`, "</p>\n"),
		"{{tables}}", tableTexts(tables(r)), "{{licences}}", text(licences),
	}
}

// text gives a text as HTML that shows it, in an element or in quotes.
func text(s string) string { return html.EscapeString(s) }

// each shows texts between the marks of an element.
func each(texts []string, open, end string) string {
	var b strings.Builder
	for _, s := range texts {
		b.WriteString(open + text(s) + end)
	}
	return b.String()
}

func factList(all []fact) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	for _, f := range all {
		b.WriteString("<div><dt>" + text(f.Name) + "</dt><dd>" + text(f.Value) + "</dd></div>")
	}
	return `<dl class="facts">` + b.String() + "</dl>\n"
}

func tableTexts(all []table) string {
	var b strings.Builder
	for _, t := range all {
		b.WriteString(`<section><div class="card scroll"><table>` + "\n<caption>" + text(t.Title) + "</caption>\n<thead><tr>" +
			each(t.Head, `<th scope="col">`, "</th>") + "</tr></thead>\n<tbody>")
		for _, row := range t.Rows {
			b.WriteString("<tr>" + each(row, "<td>", "</td>") + "</tr>\n")
		}
		b.WriteString("</tbody>\n</table></div></section>\n")
	}
	return b.String()
}

// shown writes what shows text of the capture.
func shown(w io.Writer, page string) error {
	_, err := w.Write(printable.Page([]byte(page)))
	return err
}

// policy forbids the page everything but its own script and style, which it knows by their hashes.
func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; script-src " + hash(script) + "; style-src " + hash(style)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func raw(w io.Writer, part string) error {
	_, err := io.WriteString(w, part)
	return err
}
