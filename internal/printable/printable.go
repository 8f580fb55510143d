// Package printable makes untrusted text safe to display.
//
// In comes text that a capture, a file or a user wrote; out comes text that a terminal shows
// and does not obey. The package must not know where a text comes from, nor where it goes: it
// imports nothing of ours.
package printable

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text gives a text of which each character shows: what is no letter, sign or blank is
// written as "\x1b", "\u200b" or "\u{e0001}", and what is no UTF-8 as U+FFFD.
func Text(text string) string {
	at := firstOdd([]byte(text))
	if at < 0 {
		return text
	}
	return string(appendText([]byte(text[:at]), text[at:]))
}

// Escape does to the bytes from start on what Text does to a text.
func Escape(b []byte, start int) []byte {
	if start == len(b) {
		return b
	}
	at := firstOdd(b[start:])
	if at < 0 {
		return b
	}
	start += at
	return appendText(b[:start], string(b[start:]))
}

func appendText(b []byte, text string) []byte {
	for _, c := range text {
		if strconv.IsPrint(c) {
			b = utf8.AppendRune(b, c)
		} else {
			b = appendEscaped(b, c)
		}
	}
	return b
}

// Controls gives a text without control characters, which are written as Text writes them.
// Blanks of all kinds stay: the text is for programs.
func Controls(text string) string {
	if first([]byte(text), ' ', Control) < 0 {
		return text
	}
	var b []byte
	from := 0
	for at, c := range text {
		if Control(c) {
			b = appendEscaped(append(b, text[from:at]...), c)
			from = at + utf8.RuneLen(c)
		}
	}
	if from == 0 {
		return text
	}
	return string(append(b, text[from:]...))
}

// Page gives a text of several lines, such as HTML, without control characters but line feeds.
func Page(text []byte) []byte {
	var b []byte
	for line := range bytes.Lines(text) {
		line, feed := bytes.CutSuffix(line, []byte{'\n'})
		if b = append(b, Controls(string(line))...); feed {
			b = append(b, '\n')
		}
	}
	return b
}

// Cell gives a cell of CSV that no spreadsheet takes for a formula, as OWASP says: a quote stands
// before what begins like one, in characters of full width too. Numbers stay numbers.
func Cell(cell string) string {
	cell = Controls(cell)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(cell, unicode.IsSpace))
	if !strings.ContainsRune("=+-@＝＋－＠", first) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}

// Control reports characters that a terminal obeys instead of showing them: C0, DEL, C1, what
// Unicode calls format characters, such as those that turn the direction of writing, and what
// ends lines and paragraphs.
func Control(c rune) bool {
	if c < 0xA0 {
		return c < ' ' || c >= 0x7F
	}
	return unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp)
}

// JSON takes the control characters out of the strings of JSON, from start on: they become
// "\u009b", and what is no UTF-8 U+FFFD. Line feeds between values stay.
func JSON(b []byte, start int) []byte {
	at := firstOddJSON(b[start:])
	if at < 0 {
		return b
	}
	start += at
	rest := string(b[start:])
	b = b[:start]
	for _, c := range rest {
		if c >= 0x7F && Control(c) {
			b = AppendJSONEscape(b, c)
		} else {
			b = utf8.AppendRune(b, c)
		}
	}
	return b
}

// AppendJSONEscape appends a character as JSON escapes it: "\u009b", in two halves if it is
// beyond U+FFFF.
func AppendJSONEscape(b []byte, c rune) []byte {
	if c > 0xFFFF {
		high, low := utf16.EncodeRune(c)
		return appendFour(appendFour(b, high), low)
	}
	return appendFour(b, c)
}

func appendEscaped(b []byte, c rune) []byte {
	switch {
	case c < 0x100:
		return append(b, '\\', 'x', hexDigit(c>>4), hexDigit(c))
	case c > 0xFFFF:
		b = strconv.AppendInt(append(b, '\\', 'u', '{'), int64(c), 16)
		return append(b, '}')
	}
	return appendFour(b, c)
}

func appendFour(b []byte, c rune) []byte {
	return append(b, '\\', 'u', hexDigit(c>>12), hexDigit(c>>8), hexDigit(c>>4), hexDigit(c))
}

func hexDigit(c rune) byte { return "0123456789abcdef"[c&0xF] }

// firstOdd finds the first character that Text would change; -1 = there is none.
func firstOdd(b []byte) int {
	return first(b, ' ', func(c rune) bool { return !strconv.IsPrint(c) })
}

// firstOddJSON finds the first character that JSON would change; -1 = there is none. Sound
// JSON has no C0 in its strings.
func firstOddJSON(b []byte) int { return first(b, 0, Control) }

// first finds the first character that is odd or broken; -1 = there is none. ASCII from low to
// '~' is not asked about.
func first(b []byte, low byte, odd func(rune) bool) int {
	for at := 0; ; {
		at += plain(b[at:], low)
		if at == len(b) {
			return -1
		}
		c, size := utf8.DecodeRune(b[at:])
		if odd(c) || c == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
}

// ones and high are the lowest and the highest bit of each of eight bytes.
const ones, high = 0x0101010101010101, 0x8080808080808080

// plain counts the bytes at the start that are low to '~', eight at a time: nearly every text
// is nothing else.
func plain(b []byte, low byte) (n int) {
	lows := ones * uint64(low)
	for ; len(b)-n >= 8; n += 8 {
		if x := binary.LittleEndian.Uint64(b[n:]); ((x-lows)|(x+ones)|x)&high != 0 {
			break
		}
	}
	for n < len(b) && b[n] >= low && b[n] <= '~' {
		n++
	}
	return n
}
