package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// The look of a terminal, in pixels.
const (
	svgCharWidth  = 8.4
	svgLineHeight = 18
	svgMargin     = 12
)

// svgStyles are the sequences that the program writes, as attributes of a text.
var svgStyles = map[string]string{
	"1": `font-weight="bold" fill="#ffffff"`, "2": `fill="#7d8590"`,
	"31": `fill="#ff7b72"`, "32": `fill="#56d364"`, "33": `fill="#e3b341"`, "36": `fill="#56d4dd"`,
}

// svg draws what a terminal of that width would show. Every run of characters is set to
// its column, so that tables stand straight in any font.
func svg(text string, columns int) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	widest := columns
	for _, line := range lines {
		widest = max(widest, utf8.RuneCountInString(plainText(line)))
	}
	width, height := 2*svgMargin+int(float64(widest)*svgCharWidth+1), 2*svgMargin+len(lines)*svgLineHeight
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="6" fill="#0d1117"/>`+"\n", width, height)
	b.WriteString(`<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="#d1d7e0" xml:space="preserve">` + "\n")
	for i, line := range lines {
		svgLine(&b, line, svgMargin+(i+1)*svgLineHeight-5)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// svgLine draws the runs of one line.
func svgLine(b *strings.Builder, line string, y int) {
	column, style := 0, ""
	for i, run := range strings.Split(line, "\x1b[") {
		if i > 0 {
			code, rest, _ := strings.Cut(run, "m")
			style, run = svgStyles[code], rest
		}
		for run != "" {
			blanks := len(run) - len(strings.TrimLeft(run, " "))
			column += blanks
			word, rest, more := strings.Cut(run[blanks:], "  ")
			if more {
				rest = "  " + rest
			}
			svgRun(b, word, style, column, y)
			column += utf8.RuneCountInString(word)
			run = rest
		}
	}
}

func svgRun(b *strings.Builder, word, style string, column, y int) {
	if word == "" {
		return
	}
	if style != "" {
		style = " " + style
	}
	n := utf8.RuneCountInString(word)
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
		svgMargin+float64(column)*svgCharWidth, y, float64(n)*svgCharWidth, style, html.EscapeString(word))
}

// plainText takes the sequences out of a line.
func plainText(line string) string {
	runs := strings.Split(line, "\x1b[")
	for i := range runs[1:] {
		_, runs[i+1], _ = strings.Cut(runs[i+1], "m")
	}
	return strings.Join(runs, "")
}
