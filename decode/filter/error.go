package filter

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error says what is wrong with an expression, and where.
type Error struct {
	Expr  string
	Pos   int      // byte offset of the faulty character; len(Expr) at the end
	Msg   string   // what is wrong, without place or hints
	Near  []string // what was probably meant, best first
	Known []string // what can stand there
	names string   // what Known lists: "keys", "values", "operators"
	open  bool     // what begins at Pos has no end yet
}

// Error gives one line: column, message and suggestion.
func (e *Error) Error() string {
	line := fmt.Sprintf("filter: column %d: %s", e.column(), e.Msg)
	if hint := e.Hint(); hint != "" {
		line += "; " + hint
	}
	return line
}

// Detail gives several lines without a newline at the end: the expression, a
// caret under the faulty character, the message, the suggestion and the list
// of what is known. Of a long expression it shows the part around the fault.
func (e *Error) Detail() string {
	text, column := e.excerpt()
	lines := []string{text, strings.Repeat(" ", column) + "^", e.Msg}
	if hint := e.Hint(); hint != "" {
		lines = append(lines, hint)
	}
	if len(e.Known) > 0 {
		lines = append(lines, e.list()...)
	}
	return strings.Join(lines, "\n")
}

// column counts characters, from 1.
func (e *Error) column() int { return utf8.RuneCountInString(e.Expr[:e.at()]) + 1 }

func (e *Error) at() int { return min(max(e.Pos, 0), len(e.Expr)) }

// Hint proposes what was probably meant; "" if nothing is like it.
func (e *Error) Hint() string {
	if len(e.Near) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(e.written(e.Near), " or ") + "?"
}

// written gives words the way they stand in an expression.
func (e *Error) written(words []string) []string {
	if e.names != "values" {
		return words
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	return quoted
}

const (
	excerptSide = 60  // characters shown on each side of the fault
	listWidth   = 100 // columns of the list of what is known
	listMax     = 80  // items of it; more would push the message off the screen
)

// excerpt cuts the line around the fault and gives the caret's place in it.
// Control characters become blanks: they would move the caret, or worse.
func (e *Error) excerpt() (text string, column int) {
	before, after := []rune(e.Expr[:e.at()]), []rune(e.Expr[e.at():])
	if cut := len(before) - excerptSide; cut > 0 {
		before = append([]rune("..."), before[cut:]...)
	}
	if len(after) > excerptSide {
		after = append(after[:excerptSide:excerptSide], []rune("...")...)
	}
	return printable(string(before) + string(after)), len(before)
}

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// list wraps the known words.
func (e *Error) list() []string {
	words := e.written(e.Known)
	rest := len(words) - listMax
	if rest > 0 {
		words = append(words[:listMax:listMax], fmt.Sprintf("and %d more", rest))
	}
	lines := []string{"known " + e.names + ":"}
	line := " "
	for i, w := range words {
		if i < len(words)-1 {
			w += ","
		}
		if len(line) > 1 && len(line)+1+len(w) > listWidth {
			lines, line = append(lines, line), " "
		}
		line += " " + w
	}
	return append(lines, line)
}

// short quotes a piece of the expression for a message.
func short(s string) string {
	const most = 40
	runes := []rune(s)
	if len(runes) > most {
		s = string(runes[:most]) + "..."
	}
	return printable(s)
}
