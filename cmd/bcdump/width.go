package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"bcdump/report/terminal"
)

// room is the width of lines that are as long as they are when a program reads them; 0 = as wide as they are.
func (s *streams) room(width int) int {
	if width == 0 && s.outTerminal {
		return s.width
	}
	return width
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
