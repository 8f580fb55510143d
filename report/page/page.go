package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"path/filepath"
	"sync"

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

//go:embed page.html.tmpl
var layout string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(layout)) })

// head is what the page says before its script runs.
type head struct {
	*figures.Replay
	Title, Name      string // headline; the capture without its folder
	Facts            []fact
	Tables           []table
	Policy, Licences string
}

// Write writes the page of one capture. All text of the capture may be anything: it is shown and
// nothing else. The same figures make the same bytes. Errors are those of w.
func Write(w io.Writer, r *figures.Replay) error {
	h := head{r, title(r), filepath.Base(r.File), facts(r), tables(r), policy(), licences}
	for _, part := range []func() error{
		func() error { return told(w, "head", h) },
		func() error { return raw(w, "<style>", style, "</style>\n") },
		func() error { return told(w, "body", h) },
		func() error { return raw(w, `<script type="application/octet-stream" id="data">`) },
		func() error { return replay.WriteBlock(w, r) },
		func() error { return raw(w, "</script>\n<script>", script, "</script>\n</body>\n</html>\n") },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// told writes what the page says without its script.
func told(w io.Writer, name string, h head) error {
	var b bytes.Buffer
	if err := pageTemplate().ExecuteTemplate(&b, name, h); err != nil {
		return err
	}
	_, err := w.Write(printable.Page(b.Bytes()))
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

func raw(w io.Writer, parts ...string) error {
	for _, part := range parts {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
