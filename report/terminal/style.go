package terminal

import (
	"strings"
	"sync"

	"github.com/fatih/color"
	"github.com/guptarohit/asciigraph"
)

// Style wraps text in terminal colours; the zero Style prints it plain. Only this package
// knows the sequences, so that there are no others in what it writes.
type Style struct {
	on, off string
	line    asciigraph.AnsiColor // the same colour, for lines of a chart
}

// newStyle asks the colour library for the sequences once, since a renderer needs
// them for every line.
func newStyle(attribute color.Attribute) Style {
	c := color.New(attribute)
	c.EnableColor()
	on, off, _ := strings.Cut(c.Sprint("|"), "|")
	s := Style{on: on, off: off}
	if color.FgBlack <= attribute && attribute <= color.FgWhite {
		s.line = asciigraph.AnsiColor(attribute - color.FgBlack)
	}
	return s
}

// paint gives a printable text in this style.
func (s Style) paint(text string) string {
	if text == "" {
		return ""
	}
	return s.on + text + s.off
}

// Paint gives a text, which is printable already, in this style.
func (s Style) Paint(text string) string { return s.paint(text) }

// Chosen is the style of what is chosen on a screen. It is no colour, so that there is something to see
// without colours too.
func Chosen() Style { return newStyle(color.ReverseVideo) }

// Palette gives each colour its meaning. Directions are told apart by colour,
// names stand out, what repeats or carries nothing recedes, notes are yellow and
// damage is red. The zero Palette has no colours.
type Palette struct {
	ToServer, ToClient, Name, Dim, Note, Damage Style
}

// NewPalette gives the colours, or none.
func NewPalette(colored bool) Palette {
	if !colored {
		return Palette{}
	}
	return Palette{
		ToServer: newStyle(color.FgCyan),
		ToClient: newStyle(color.FgGreen),
		Name:     newStyle(color.Bold),
		Dim:      newStyle(color.Faint),
		Note:     newStyle(color.FgYellow),
		Damage:   newStyle(color.FgRed),
	}
}

// LightPalette gives colours that can be read on a light background.
func LightPalette() Palette {
	p := NewPalette(true)
	p.ToServer, p.Note = newStyle(color.FgBlue), newStyle(color.FgMagenta)
	return p
}

// OnLight gives a text that was painted with NewPalette the colours of LightPalette.
func OnLight(text string) string { return onLight().Replace(text) }

var onLight = sync.OnceValue(func() *strings.Replacer {
	dark, light := NewPalette(true), LightPalette()
	return strings.NewReplacer(dark.ToServer.on, light.ToServer.on, dark.Note.on, light.Note.on)
})
