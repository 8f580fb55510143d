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
	svgPaper      = "#0d1117"
	svgInk        = "#d1d7e0"
)

// svgColors are the colours that the program writes.
var svgColors = map[string]string{
	"31": "#ff7b72", "32": "#56d364", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#56d4dd",
}

// svgStyle is how a terminal writes at the moment.
type svgStyle struct {
	bold, faint, reverse bool
	color                string // "" = the usual one
}

// set takes the parameters of a sequence, as in "1;31".
func (s *svgStyle) set(parameters string) {
	for code := range strings.SplitSeq(parameters, ";") {
		switch code {
		case "", "0":
			*s = svgStyle{}
		case "1":
			s.bold = true
		case "2":
			s.faint = true
		case "7":
			s.reverse = true
		case "22":
			s.bold, s.faint = false, false
		case "27":
			s.reverse = false
		case "39":
			s.color = ""
		default:
			s.color = svgColors[code]
		}
	}
}

// ink gives the colour of the text; "" = the usual one.
func (s svgStyle) ink() string {
	switch {
	case s.color != "":
		return s.color
	case s.bold:
		return "#ffffff"
	case s.faint:
		return "#7d8590"
	}
	return ""
}

// attributes gives the style as those of a text.
func (s svgStyle) attributes() string {
	ink := s.ink()
	if s.reverse {
		ink = svgPaper
	}
	out := ""
	if s.bold {
		out += ` font-weight="bold"`
	}
	if ink != "" {
		out += fmt.Sprintf(` fill=%q`, ink)
	}
	return out
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
	svgHead(&b, width, height)
	for i, line := range lines {
		svgLine(&b, line, svgMargin+(i+1)*svgLineHeight-5)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// svgHead begins a picture of so many pixels.
func svgHead(b *strings.Builder, width, height int) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n", width, height)
	fmt.Fprintf(b, `<rect width="%d" height="%d" rx="6" fill="%s"/>`+"\n", width, height, svgPaper)
	fmt.Fprintf(b, `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="%s" xml:space="preserve">`+"\n", svgInk)
}

// svgLine draws the runs of one line.
func svgLine(b *strings.Builder, line string, y int) {
	column, style := 0, svgStyle{}
	for i, run := range strings.Split(line, "\x1b[") {
		if i > 0 {
			code, rest, _ := strings.Cut(run, "m")
			style.set(code)
			run = rest
		}
		if style.reverse {
			svgBlock(b, utf8.RuneCountInString(run), style, column, y)
		}
		for run != "" {
			blanks := len(run) - len(strings.TrimLeft(run, " "))
			column += blanks
			word, rest, more := strings.Cut(run[blanks:], "  ")
			if more {
				rest = "  " + rest
			}
			svgRun(b, strings.TrimRight(word, " "), style, column, y) // browsers drop a blank at the end, and stretch the rest
			column += utf8.RuneCountInString(word)
			run = rest
		}
	}
}

// svgBlock draws what is behind reversed text.
func svgBlock(b *strings.Builder, columns int, style svgStyle, column, y int) {
	ink := style.ink()
	if ink == "" {
		ink = svgInk
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n",
		svgMargin+float64(column)*svgCharWidth, y+5-svgLineHeight, float64(columns)*svgCharWidth, svgLineHeight, ink)
}

func svgRun(b *strings.Builder, word string, style svgStyle, column, y int) {
	if word == "" {
		return
	}
	n := utf8.RuneCountInString(word)
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
		svgMargin+float64(column)*svgCharWidth, y, float64(n)*svgCharWidth, style.attributes(), html.EscapeString(word))
}

// plainText takes the sequences out of a line.
func plainText(line string) string {
	runs := strings.Split(line, "\x1b[")
	for i := range runs[1:] {
		_, runs[i+1], _ = strings.Cut(runs[i+1], "m")
	}
	return strings.Join(runs, "")
}
