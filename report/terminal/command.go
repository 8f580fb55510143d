package terminal

import "strings"

// FoldCommand gives a command for a POSIX shell as lines of no more than width columns, all but the
// first indented, that are the same command. They end at blanks: outside of quotes before a
// backslash; within the expression of -f, which stands in single quotes, where no double quotes are
// open. What has no such blank stays together. width 0 = as it is.
func FoldCommand(command string, width, indent int) (lines []string) {
	const mark = " \\"
	line, behind := "", ""
	for _, p := range piecesOf(command) {
		if line != "" && width > 0 && Width(line)+Width(p.text)+len(mark) > width {
			lines = append(lines, line+behind)
			line, p.text = strings.Repeat(" ", indent), strings.TrimPrefix(p.text, " ")
		}
		line += p.text
		if behind = mark; p.quoted {
			behind = ""
		}
	}
	return append(lines, line)
}

// commandPiece is a part of a command up to a blank where it may be broken.
type commandPiece struct {
	text   string
	quoted bool // the blank behind it is within single quotes
}

// piecesOf parts a command at the blanks where it may be broken; these begin the next piece.
func piecesOf(command string) (pieces []commandPiece) {
	var single, double, expression bool
	from := 0
	for at := 0; at < len(command); at++ {
		switch c := command[at]; {
		case c == '\\' && (double || !single):
			at++ // the next one means itself
		case c == '\'' && !double:
			single = !single
			expression = expression || strings.HasSuffix(command[:at], "-f ")
		case c == '"' && expression:
			double = !double
		case c == ' ' && !double && (!single || expression):
			pieces = append(pieces, commandPiece{command[from:at], single})
			from = at
			expression = expression && single
		}
	}
	return append(pieces, commandPiece{text: command[from:]})
}
