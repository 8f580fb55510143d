package capture

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// encoding is how the characters of a log are written. The library writes ASCII; what PowerShell or Notepad saved of
// it is UTF-16. Lines are found in the bytes of the file and decoded one by one, so that offsets are those of the
// file: golang.org/x/text gives a stream in which they are lost.
type encoding uint8

const (
	plainText encoding = iota // ASCII, UTF-8 or a code page: what is read of a log is ASCII
	utf16Little
	utf16Big
)

// byteOrderMark is what the marks of all encodings are in UTF-8.
var byteOrderMark = []byte("\ufeff")

// textOf tells from the first bytes how a log is written, and how many bytes its mark has.
func textOf(head magic) (x encoding, mark int) {
	switch {
	case bytes.HasPrefix(head[:], byteOrderMark):
		return plainText, len(byteOrderMark)
	case head[0] == 0xff && head[1] == 0xfe:
		return utf16Little, 2
	case head[0] == 0xfe && head[1] == 0xff:
		return utf16Big, 2
	case head[0] != 0 && head[1] == 0 && head[3] == 0:
		return utf16Little, 0
	case head[0] == 0 && head[1] != 0 && head[2] == 0:
		return utf16Big, 0
	}
	return plainText, 0
}

// width is how many bytes a unit has.
func (x encoding) width() int {
	if x == plainText {
		return 1
	}
	return 2
}

func (x encoding) unit(b []byte) rune { return rune(u16(b, x == utf16Big)) }

// lineEnd finds the first line feed; -1 = there is none.
func (x encoding) lineEnd(b []byte) int {
	if x == plainText {
		return bytes.IndexByte(b, '\n')
	}
	for at := 0; at+1 < len(b); at += 2 {
		if x.unit(b[at:]) == '\n' {
			return at
		}
	}
	return -1
}

// utf8 gives text as UTF-8, in memory that is used again if it is not so already. A unit that is cut is left out.
func (x encoding) utf8(memory, b []byte) []byte {
	if x == plainText {
		return b
	}
	for ; len(b) > 1; b = b[2:] {
		c := x.unit(b)
		if utf16.IsSurrogate(c) && len(b) > 3 {
			if c = utf16.DecodeRune(c, x.unit(b[2:])); c != utf8.RuneError {
				b = b[2:]
			}
		}
		memory = utf8.AppendRune(memory, c)
	}
	return memory
}

// isText reports whether a line has no control characters.
func isText(line []byte) bool {
	return !bytes.ContainsFunc(line, func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' })
}
