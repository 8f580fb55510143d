package browse

import (
	"fmt"
	"strings"

	"bcdump/decode"
	"bcdump/internal/printable"
	"bcdump/report/records"
)

// show shows a message in the panes of its fields and bytes; nil = none. What is chosen in one of them is marked in both.
func (m *Model) show(r *decode.Record) {
	m.fields.set(r)
	m.bytes.set(r)
	m.bytes.follow(m.fields.entry())
}

// fieldPane shows what `decode --explain` says of the chosen message.
type fieldPane struct {
	entries []records.Entry
	chosen  int // entry; -1 = there is none
	top     int
	left    int // columns that are scrolled out
	title   string
	path    string // of the field that the user has chosen last
}

// set shows another message. It chooses the field that the user chose in an earlier message, else the first field of the
// message itself, else the first of all.
func (p *fieldPane) set(r *decode.Record) {
	p.entries, p.title, p.top, p.chosen = nil, "", 0, -1
	if r == nil {
		return
	}
	p.entries, p.title = records.Entries(r), printable.Text(r.Title())
	if opcode, ok := r.Opcode(); ok {
		p.title += fmt.Sprintf(" 0x%02X", opcode)
	}
	best := 0
	for i := range p.entries {
		rank := 2
		switch e := &p.entries[i]; {
		case e.Field == nil:
			continue
		case e.Datagram:
			rank = 1
		case e.Field.Path == p.path:
			rank = 3
		}
		if rank > best {
			best, p.chosen = rank, i
		}
	}
}

// entry is the chosen one; nil = there is none.
func (p *fieldPane) entry() *records.Entry {
	if p.chosen < 0 || p.chosen >= len(p.entries) {
		return nil
	}
	return &p.entries[p.chosen]
}

// choose is for the user: the field is chosen in other messages too, and its bytes are marked.
func (p *fieldPane) choose(i int, bytes *bytePane) {
	if i >= 0 && i < len(p.entries) && p.entries[i].Field != nil {
		p.chosen, p.path = i, p.entries[i].Field.Path
	}
	bytes.follow(p.entry())
}

// move chooses a field some rows farther down; remarks are passed over.
func (p *fieldPane) move(by int, bytes *bytePane) {
	step, to := 1, p.chosen
	if by < 0 {
		step = -1
	}
	for i := p.chosen + step; i >= 0 && i < len(p.entries) && by != 0; i += step {
		if p.entries[i].Field != nil {
			to, by = i, by-step
		}
	}
	p.choose(to, bytes)
}

// place says where the bytes of the chosen field lie.
func (p *fieldPane) place() string {
	switch e := p.entry(); {
	case e == nil:
		return ""
	case e.InFrame == 0:
		return fmt.Sprintf(" byte %d of the datagram ", e.InUDP)
	default:
		return fmt.Sprintf(" byte %d of the frame, %d of the datagram ", e.InFrame, e.InUDP)
	}
}

// lines draws the title and the fields below it: what `decode --explain` says, the value first.
func (p *fieldPane) lines(look *looks, a area, focused bool) []string {
	p.top = min(p.top, max(len(p.entries)-a.height+1, 0), max(p.chosen, 0)) // below the last one there is no room left
	p.top = max(p.top, p.chosen-max(a.height-1, 1)+1)
	path := 0 // the width of the column of paths
	for i := range p.entries {
		if o := p.entries[i].Field; o != nil {
			path = max(path, wide(printable.Text(o.Path)))
		}
	}
	path = min(path, max(a.width/2, leastColumns))
	lines := []string{" " + look.Name.Paint(p.title)}
	for i := p.top; i < len(p.entries) && len(lines) < a.height; i++ {
		e, o, text := &p.entries[i], p.entries[i].Field, ""
		if o != nil {
			text = printable.Text(o.Path)
			text += strings.Repeat(" ", max(path-wide(text), 0)) + "  "
		}
		switch {
		case o == nil:
			text = look.Dim.Paint(printable.Text(e.Remark))
		case e.From > 0:
			text += look.Dim.Paint("continued")
		default:
			value := records.ValueOf(o)
			if number, name, ok := strings.Cut(o.Value, "  "); ok && (o.Type == "id" || strings.HasPrefix(o.Type, "u")) {
				value = name + "  " + number // what is called so before its number
			}
			about := strings.TrimSpace(o.Type + "  " + records.EvidenceOf(o))
			text += printable.Text(value) + "  " + look.Dim.Paint(printable.Text(fmt.Sprintf("%s  %d B", about, o.Length)))
		}
		lines = append(lines, look.row(cut(text, p.left, a.width-1, more), i == p.chosen, focused, a.width, ""))
	}
	return lines
}

// mostPerRow is the bytes in a row, if there is room.
const mostPerRow = 16

// bytePane shows the bytes of the chosen message, as `decode --hex` has them.
type bytePane struct {
	bytes  []byte
	known  []bool // of each byte whether it is there
	at     int    // the chosen byte
	top    int    // row
	perRow int
	// from and to are the bytes of the chosen field.
	from, to int
}

// set shows another message.
func (p *bytePane) set(r *decode.Record) {
	*p = bytePane{bytes: p.bytes[:0], known: p.known[:0], perRow: p.perRow}
	if r == nil {
		return
	}
	for _, o := range r.Layout() {
		for i, c := range o.Bytes {
			for len(p.bytes) <= o.Offset+i {
				p.bytes, p.known = append(p.bytes, 0), append(p.known, false)
			}
			p.bytes[o.Offset+i], p.known[o.Offset+i] = c, true
		}
	}
}

// follow marks the bytes of a field.
func (p *bytePane) follow(e *records.Entry) {
	if p.from, p.to = 0, 0; e != nil && !e.Datagram {
		p.from, p.to = e.Field.Offset+e.From, e.Field.Offset+e.To
		p.at = min(p.from, max(len(p.bytes)-1, 0))
	}
}

// choose chooses a byte, or the nearest one that there is, and the field that owns it.
func (p *bytePane) choose(at int, fields *fieldPane) {
	if len(p.bytes) == 0 {
		return
	}
	at = min(max(at, 0), len(p.bytes)-1)
	for i := range fields.entries {
		if e := &fields.entries[i]; e.Field != nil && !e.Datagram && at >= e.Field.Offset+e.From && at < e.Field.Offset+e.To {
			fields.choose(i, p)
			break
		}
	}
	p.at = at
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

// lines draws rows of bytes: in hex, and as characters. Without colours the chosen field stands in brackets.
func (p *bytePane) lines(l *looks, a area, focused bool) (lines []string) {
	for p.perRow = mostPerRow; p.perRow > 4 && widthOfBytes(p.perRow) > a.width; {
		p.perRow /= 2
	}
	row := p.at / p.perRow
	p.top = max(min(p.top, (len(p.bytes)+p.perRow-1)/p.perRow-a.height), 0)
	p.top = max(min(p.top, row), row-max(a.height, 1)+1)
	gap := func(i int) string {
		switch {
		case p.from == p.to:
		case i > p.from && i < p.to && i%p.perRow > 0:
			return l.chosen.Paint(" ")
		case l.color:
		case i == p.from:
			return "["
		case i == p.to:
			return "]"
		}
		return " "
	}
	for start := p.top * p.perRow; start < len(p.bytes) && len(lines) < a.height; start += p.perRow {
		line, text := " ", ""
		if p.at >= start && p.at < start+p.perRow {
			line = gutter
		}
		line += l.Dim.Paint(fmt.Sprintf("%04x", start)) + " "
		for i := start; i < start+p.perRow; i++ {
			if line += gap(i); i >= len(p.bytes) {
				line += "  "
				continue
			}
			hex, char, paint := "  ", "·", func(text string) string { return text }
			if c := p.bytes[i]; c >= ' ' && c <= '~' {
				char = string(rune(c))
			}
			if p.known[i] {
				hex = fmt.Sprintf("%02x", p.bytes[i])
			}
			if focused && i == p.at && p.to-p.from > 1 {
				paint = l.Name.Paint // stands out of its field
			} else if i >= p.from && i < p.to {
				paint = l.chosen.Paint
			}
			line, text = line+paint(hex), text+paint(char)
		}
		lines = append(lines, line+gap(start+p.perRow)+" "+text)
	}
	return lines
}
