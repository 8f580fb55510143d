package filter

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// escapes are the ones that stand for a fixed character.
var escapes = map[byte]byte{'\\': '\\', '"': '"', '\'': '\'', 'n': '\n', 'r': '\r', 't': '\t'}

// unquote resolves the escapes of a text token, quotes included. at is the
// offset of the faulty escape if ok is false.
func unquote(token string) (text string, at int, ok bool) {
	body := token[1 : len(token)-1]
	if strings.IndexByte(body, '\\') < 0 {
		return body, 0, true
	}
	var b strings.Builder
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			i++
			continue
		}
		r, n := escape(body[i+1:])
		if n == 0 {
			return "", i + 1, false
		}
		b.WriteRune(r)
		i += 1 + n
	}
	return b.String(), 0, true
}

// escape reads what follows a backslash; n is 0 if it is no escape.
func escape(s string) (r rune, n int) {
	switch s[0] {
	case 'x':
		return hexRune(s[1:], 2)
	case 'u':
		return hexRune(s[1:], 4)
	}
	c, ok := escapes[s[0]]
	if !ok {
		return 0, 0
	}
	return rune(c), 1
}

func hexRune(s string, digits int) (r rune, n int) {
	if len(s) < digits || run(s[:digits], hexDigit) < digits {
		return 0, 0
	}
	u, err := strconv.ParseUint(s[:digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(u)) {
		return 0, 0
	}
	return rune(u), 1 + digits
}
