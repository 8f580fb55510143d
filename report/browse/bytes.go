package browse

import (
	"fmt"
	"strings"

	"bcdump/decode"
	"bcdump/report/records"
)

// mostPerRow is the bytes in a row, if there is room.
const mostPerRow = 16

// bytePane shows the bytes of the chosen message, as `decode --hex` has them.
type bytePane struct {
	bytes  []byte
	known  []bool // of each byte whether it is there
	at     int    // the chosen byte
	top    int    // row
	perRow int
	height int
	// from and to are the bytes of the chosen field.
	from, to int
}

// set shows another message.
func (p *bytePane) set(r *decode.Record) {
	p.bytes, p.known, p.at, p.top, p.from, p.to = p.bytes[:0], p.known[:0], 0, 0, 0, 0
	if r == nil {
		return
	}
	for _, o := range r.Layout() {
		p.put(&o)
	}
}

// put adds the bytes of a field.
func (p *bytePane) put(o *decode.Owned) {
	for i, c := range o.Bytes {
		for len(p.bytes) <= o.Offset+i {
			p.bytes, p.known = append(p.bytes, 0), append(p.known, false)
		}
		p.bytes[o.Offset+i], p.known[o.Offset+i] = c, true
	}
}

// follow marks the bytes of a field.
func (p *bytePane) follow(e *records.Entry) {
	p.from, p.to = 0, 0
	if e == nil || e.Datagram {
		return
	}
	p.from, p.to = e.Field.Offset+e.From, e.Field.Offset+e.To
	p.choose(min(p.from, max(len(p.bytes)-1, 0)))
}

func (p *bytePane) reveal() {
	row := p.at / max(p.perRow, 1)
	p.top = max(min(p.top, row), row-max(p.height, 1)+1, 0)
}

func (p *bytePane) choose(at int) {
	p.at = at
	p.reveal()
}

// byteAt is the one at a place of the pane, in hex or as a character; -1 = none.
func (p *bytePane) byteAt(x, row int) int {
	const hex = len(" 0000 ")
	column := (x - hex) / 3
	if text := hex + 3*p.perRow + 2; x >= text {
		column = x - text
	}
	at := (p.top+row)*p.perRow + column
	if x < hex || column >= p.perRow || at >= len(p.bytes) {
		return -1
	}
	return at
}

// widthOfBytes is the room that so many bytes in a row take.
func widthOfBytes(perRow int) int { return len(" 0000 ") + 3*perRow + 2 + perRow + 1 }

// lines draws rows of bytes.
func (p *bytePane) lines(look *looks, a area, focused bool) (lines []string) {
	p.height, p.perRow = a.height, mostPerRow
	for p.perRow > 4 && widthOfBytes(p.perRow) > a.width {
		p.perRow /= 2
	}
	rows := (len(p.bytes) + p.perRow - 1) / p.perRow
	p.top = max(min(p.top, rows-a.height), 0)
	p.reveal()
	for row := p.top; row*p.perRow < len(p.bytes) && len(lines) < a.height; row++ {
		lines = append(lines, p.row(look, row*p.perRow, focused))
	}
	return lines
}

// row draws the bytes from one on: in hex, and as characters.
func (p *bytePane) row(l *looks, start int, focused bool) string {
	var hex, text strings.Builder
	end := min(start+p.perRow, len(p.bytes))
	hex.WriteString(p.mark(start) + l.Dim.Paint(fmt.Sprintf("%04x", start)) + " ")
	for i := start; i < start+p.perRow; i++ {
		hex.WriteString(p.gap(l, i))
		if i >= end {
			hex.WriteString("  ")
			continue
		}
		hex.WriteString(p.style(l, i, focused, p.hexOf(i)))
		text.WriteString(p.style(l, i, focused, p.charOf(i)))
	}
	return hex.String() + p.gap(l, start+p.perRow) + " " + text.String()
}

// mark stands before the row with the chosen byte.
func (p *bytePane) mark(start int) string {
	if len(p.bytes) > 0 && p.at >= start && p.at < start+p.perRow {
		return gutter
	}
	return " "
}

// gap stands before a byte: without colours a bracket where the chosen field begins or ends.
func (p *bytePane) gap(l *looks, i int) string {
	switch {
	case p.from == p.to:
		return " "
	case i > p.from && i < p.to && i%p.perRow > 0:
		return l.chosen.Paint(" ")
	case l.color:
		return " "
	case i == p.from:
		return "["
	case i == p.to:
		return "]"
	}
	return " "
}

func (p *bytePane) style(l *looks, i int, focused bool, text string) string {
	switch {
	case focused && i == p.at && p.to-p.from > 1:
		return l.Name.Paint(text) // stands out of its field
	case i >= p.from && i < p.to:
		return l.chosen.Paint(text)
	}
	return text
}

func (p *bytePane) hexOf(i int) string {
	if !p.known[i] {
		return "  "
	}
	const digits = "0123456789abcdef"
	return string([]byte{digits[p.bytes[i]>>4], digits[p.bytes[i]&15]})
}

func (p *bytePane) charOf(i int) string {
	if c := p.bytes[i]; c >= ' ' && c <= '~' {
		return string(rune(c))
	}
	return "·"
}
