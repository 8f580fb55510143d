package report

import (
	"strings"

	"github.com/fatih/color"
)

// style wraps text in terminal colours; the zero style prints it plain.
type style struct {
	on, off string
}

// newStyle asks the colour library for the sequences once, since a renderer needs
// them for every line.
func newStyle(attributes ...color.Attribute) style {
	c := color.New(attributes...)
	c.EnableColor()
	on, off, _ := strings.Cut(c.Sprint("|"), "|")
	return style{on: on, off: off}
}

func (s style) begin(b []byte) []byte { return append(b, s.on...) }
func (s style) end(b []byte) []byte   { return append(b, s.off...) }

// palette gives each colour its meaning. Directions are told apart by colour,
// names stand out, what repeats or carries nothing recedes, notes are yellow and
// damage is red.
type palette struct {
	toServer, toClient, name, dim, note, damage style
}

func newPalette(colored bool) palette {
	if !colored {
		return palette{}
	}
	return palette{
		toServer: newStyle(color.FgCyan),
		toClient: newStyle(color.FgGreen),
		name:     newStyle(color.Bold),
		dim:      newStyle(color.Faint),
		note:     newStyle(color.FgYellow),
		damage:   newStyle(color.FgRed),
	}
}
