package page

import (
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
)

// Data is what one page holds. All text may be anything: the page shows it and nothing else.
type Data struct {
	File    string   // name of the capture, for the title
	Program string   // what made the page, such as "bcdump 0.9"
	Facts   []Fact   // date, length, map and such, shown in a row
	Summary []string // sentences, the most important first: it is the headline
	Damage  []string // what is wrong with the capture itself
	Tables  []Table  // shown where no script runs
	Block   []byte   // the data block, as report/replay encodes it
}

// Fact is a value with its name.
type Fact struct{ Name, Value string }

// Table is shown where no script runs.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
}

//go:embed bundle.js
var script string

//go:embed bundle.css
var style string

//go:embed licences.txt
var licences string

//go:embed page.html.tmpl
var layout string

var pageTemplate = template.Must(template.New("page").Parse(layout))

// Write writes the page. Errors are those of w.
func Write(w io.Writer, d Data) error {
	fixed := struct {
		Data
		Policy, Licences string
	}{d, policy(), licences}
	for _, step := range []func() error{
		func() error { return pageTemplate.ExecuteTemplate(w, "head", fixed) },
		func() error { return raw(w, "<style>", style, "</style>\n") },
		func() error { return pageTemplate.ExecuteTemplate(w, "body", fixed) },
		func() error { return raw(w, `<script type="application/octet-stream" id="data">`) },
		func() error { return writeBlock(w, d.Block) },
		func() error { return raw(w, "</script>\n<script>", script, "</script>\n</body>\n</html>\n") },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// policy forbids the page everything but its own script and style, which it knows by their hashes.
func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; script-src " + hash(script) + "; style-src " + hash(style)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// writeBlock writes base64 of gzip. The header of gzip holds no time: the same data make the same page.
func writeBlock(w io.Writer, block []byte) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	packed, err := gzip.NewWriterLevel(text, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := packed.Write(block); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return text.Close()
}

func raw(w io.Writer, parts ...string) error {
	for _, part := range parts {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
