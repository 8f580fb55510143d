package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bcdump/report/terminal"
)

// addWidth adds --width to a command of which the lines are as long as they are when a program
// reads them.
func addWidth(cmd *cobra.Command, width *int) {
	cmd.Flags().IntVar(width, "width", 0, "width of the lines in `COLUMNS` (default: that of the terminal; elsewhere as wide as they are)")
}

// room is the width of such lines; 0 = as wide as they are.
func (s *streams) room(width int) int {
	if width == 0 && s.outTerminal {
		return s.width
	}
	return width
}

// lineWidth is the width of lines that may go to a file.
func (f *outputFlags) lineWidth(s *streams, width int) int {
	if f.write != "" {
		return width
	}
	return s.room(width)
}

// fitHelp lets the help of all commands fit the terminal. Elsewhere it stays as it was written.
func (s *streams) fitHelp(root *cobra.Command) {
	if !s.outTerminal {
		return
	}
	for _, c := range append(root.Commands(), root) { // the root last: others ask it for its function
		show := c.HelpFunc()
		c.SetHelpFunc(func(c *cobra.Command, args []string) {
			var page bytes.Buffer
			c.SetOut(&page)
			show(c, args)
			c.SetOut(s.out)
			_, _ = io.WriteString(s.out, terminal.FoldPage(page.String(), s.width)) // s.out remembers the error
		})
	}
}

// checkWidth looks at --width.
func checkWidth(width int) error {
	if width > terminal.MaxWidth {
		return fmt.Errorf("--width: %d characters are too many, at most %d", width, terminal.MaxWidth)
	}
	return notNegative("--width", width)
}
