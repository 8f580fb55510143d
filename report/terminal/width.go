package terminal

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// DefaultWidth is taken where nobody says how wide the terminal is.
const DefaultWidth = 80

// MaxWidth is the most that tables and charts are made for: they are kept whole in memory.
// limit:MaxWidth What the user writes | `--width`, in characters | refused; of `COLUMNS` ignored | TestWidthOf, TestScripts
const MaxWidth = 10_000

// WidthOf is the room that a stream has: what the variable COLUMNS says if it is a
// number up to MaxWidth, else what the terminal says, else DefaultWidth.
func WidthOf(stream *os.File, columns string) int {
	if n, err := strconv.Atoi(columns); err == nil && n > 0 && n <= MaxWidth {
		return n
	}
	if n, _, err := term.GetSize(int(stream.Fd())); err == nil && n > 0 {
		return min(n, MaxWidth)
	}
	return DefaultWidth
}

// HeightOf is how many lines a terminal has; 0 = it is none.
func HeightOf(stream *os.File) int {
	_, n, _ := term.GetSize(int(stream.Fd()))
	return max(n, 0)
}
