package terminal

import (
	"bytes"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// leastRoom is the narrowest that a text is folded to.
const leastRoom = 8

// Fold gives a line as several that take no more than width columns: all but the first begin with
// indent blanks. It breaks where two blanks are, else where one is, else within a word; nothing is
// lost but the blanks where it breaks. The text is printable but for our own colours, which are
// ended before a break and begun again behind it. width 0 = as it is; widths up to 8 are taken as 8.
func Fold(text string, width, indent int) string {
	if width <= 0 || columns([]byte(text)) <= width {
		return text
	}
	return string(appendFolded(nil, []byte(text), width, indent))
}

// appendFolded appends what Fold gives.
func appendFolded(b, text []byte, width, indent int) []byte {
	f := folder{out: b, width: max(width, leastRoom), indent: min(indent, max(width, leastRoom)-leastRoom)}
	for len(text) > 0 {
		blanks := len(text) - len(bytes.TrimLeft(text, " "))
		end := blanks + endOfChunk(text[blanks:])
		f.chunk(blanks, text[blanks:end])
		text = text[end:]
	}
	return f.out
}

// endOfChunk finds the first two blanks in a row.
func endOfChunk(text []byte) int {
	if at := bytes.Index(text, []byte("  ")); at >= 0 {
		return at
	}
	return len(text)
}

// folder is a line while it is folded.
type folder struct {
	out                   []byte
	width, indent, column int
	broken                bool
	color                 []byte // that is on
}

// chunk appends words that had better stay together, after some blanks.
func (f *folder) chunk(blanks int, text []byte) {
	n := columns(text)
	if f.fits(blanks + n) {
		f.put(blanks, text, n)
		return
	}
	if f.indent+n <= f.width {
		f.line()
		f.put(0, text, n)
		return
	}
	for len(text) > 0 {
		word, rest, _ := bytes.Cut(text, []byte(" "))
		f.word(blanks, word)
		blanks, text = 1, rest
	}
}

// word appends one word, in pieces if it is longer than a line.
func (f *folder) word(blanks int, word []byte) {
	n := columns(word)
	if !f.fits(blanks+n) && f.column > f.indent {
		f.line()
	}
	if f.column == f.indent && f.broken {
		blanks = 0
	}
	for !f.fits(blanks + n) {
		at := piece(word, f.width-f.column-blanks)
		taken := columns(word[:at])
		f.put(blanks, word[:at], taken)
		word, blanks, n = word[at:], 0, n-taken
		f.line()
	}
	f.put(blanks, word, n)
}

// piece is how many bytes of a word take no more than room columns, up to a sign that parts a name
// if there is one; one character at least.
func piece(word []byte, room int) int {
	at, parted := 0, 0
	for at < len(word) {
		n := unit(word[at:])
		room -= columns(word[at : at+n])
		if at > 0 && room < 0 {
			break
		}
		at += n
		if bytes.IndexByte([]byte("._/,;:&|"), word[at-1]) >= 0 {
			parted = at
		}
	}
	if parted > at/2 {
		return parted
	}
	return at
}

// unit is the length of a colour or a character.
func unit(text []byte) int {
	if n := escape(text); n > 0 {
		return n
	}
	_, n := utf8.DecodeRune(text)
	return n
}

func (f *folder) fits(n int) bool { return f.column+n <= f.width }

// put appends a text that fits, and keeps in mind which colour it leaves on.
func (f *folder) put(blanks int, text []byte, n int) {
	f.out = appendBlanks(f.out, blanks)
	f.out = append(f.out, text...)
	f.column += blanks + n
	for at := bytes.IndexByte(text, '\x1b'); at >= 0; at = bytes.IndexByte(text, '\x1b') {
		code := text[at : at+unit(text[at:])]
		f.color = code
		if ends(code) {
			f.color = nil
		}
		text = text[at+len(code):]
	}
}

// line begins the next line.
func (f *folder) line() {
	if f.color != nil {
		f.out = append(f.out, reset...)
	}
	f.out = appendBlanks(append(f.out, '\n'), f.indent)
	f.out = append(f.out, f.color...)
	f.column, f.broken = f.indent, true
}

func appendBlanks(b []byte, n int) []byte {
	for range n {
		b = append(b, ' ')
	}
	return b
}

// reset ends every colour.
const reset = "\x1b[0m"

// ends reports sequences that switch something off.
func ends(code []byte) bool {
	return bytes.HasPrefix(code, []byte("\x1b[0")) || bytes.HasPrefix(code, []byte("\x1b[2")) && len(code) > len("\x1b[2m")
}

// escape is the length of the colour that a text begins with; 0 = none.
func escape(text []byte) int {
	if len(text) == 0 || text[0] != '\x1b' {
		return 0
	}
	return bytes.IndexByte(text, 'm') + 1
}

// columns is the width of a text, in which colours take none. The library is asked only for what is
// not Latin and none of our own signs: it takes far longer than the rest of folding.
func columns(text []byte) int {
	n := 0
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == '\x1b':
			at += unit(text[at:])
		case c < utf8.RuneSelf:
			at++
			n++
		default:
			c, size := utf8.DecodeRune(text[at:])
			at += size
			n += columnsOf(c)
		}
	}
	return n
}

func columnsOf(c rune) int {
	const latin = 0x300
	if c < latin {
		return 1
	}
	switch c {
	case '→', '↻', '…', '–', '—', '│', '─', '█':
		return 1
	}
	return twwidth.WidthWithOptions(string(c), twwidth.Options{})
}
