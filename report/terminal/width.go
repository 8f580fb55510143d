package terminal

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// DefaultWidth is taken where nobody says how wide the terminal is.
const DefaultWidth = 80

// WidthOf is the room that a stream has: what the variable COLUMNS says if it is a
// number, else what the terminal says, else DefaultWidth.
func WidthOf(stream *os.File, columns string) int {
	if n, err := strconv.Atoi(columns); err == nil && n > 0 {
		return n
	}
	if n, _, err := term.GetSize(int(stream.Fd())); err == nil && n > 0 {
		return n
	}
	return DefaultWidth
}
