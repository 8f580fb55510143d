package terminal

import (
	"fmt"
	"strings"
	"unicode"
)

// Printable gives text that a terminal shows and does not obey: what is no letter,
// sign or blank is written as "\x1b" or "\u200b".
func Printable(text string) string {
	if strings.IndexFunc(text, obeyed) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !obeyed(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func obeyed(r rune) bool { return !unicode.IsPrint(r) }
