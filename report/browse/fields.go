package browse

import (
	"fmt"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/internal/printable"
	"bcdump/report/records"
)

// fieldPane shows what `decode --explain` says of the chosen message.
type fieldPane struct {
	entries []records.Entry
	chosen  int // entry; -1 = there is none
	top     int
	left    int // columns that are scrolled out
	height  int
	title   string
	path    string // of the field that the user has chosen last
}

// set shows another message.
func (p *fieldPane) set(r *decode.Record) {
	p.entries, p.title, p.top = nil, "", 0
	if r != nil {
		p.entries, p.title = records.Entries(r), titleOf(r)
	}
	p.choose(p.first())
}

// titleOf is what the record is called, with its opcode.
func titleOf(r *decode.Record) string {
	title := printable.Text(r.Title())
	if opcode, ok := r.Opcode(); ok {
		title += fmt.Sprintf(" 0x%02X", opcode)
	}
	return title
}

// first is the field that is chosen at the beginning: the one that the user has chosen in another message,
// or the first one of the message itself.
func (p *fieldPane) first() int {
	named := func(e records.Entry) bool { return e.Field != nil && !e.Datagram && e.Field.Path == p.path }
	own := func(e records.Entry) bool { return e.Field != nil && !e.Datagram }
	for _, wanted := range []func(records.Entry) bool{named, own} {
		if i := slices.IndexFunc(p.entries, wanted); i >= 0 {
			return i
		}
	}
	return p.next(-1, 1)
}

// next is the next field from an entry on, over remarks; the entry itself if there is none.
func (p *fieldPane) next(from, by int) int {
	for i := from + by; i >= 0 && i < len(p.entries); i += by {
		if p.entries[i].Field != nil {
			return i
		}
	}
	return from
}

func (p *fieldPane) choose(entry int) {
	p.chosen = entry
	p.top = max(min(p.top, entry), entry-max(p.height-1, 1)+1, 0)
}

// move chooses a field some rows farther down.
func (p *fieldPane) move(by int) {
	step := 1
	if by < 0 {
		step = -1
	}
	for range max(by, -by) {
		p.choose(p.next(p.chosen, step))
	}
	p.remember()
}

// remember keeps which field the user has chosen.
func (p *fieldPane) remember() {
	if e := p.entry(); e != nil {
		p.path = e.Field.Path
	}
}

// entry is the chosen one; nil = there is none.
func (p *fieldPane) entry() *records.Entry {
	if p.chosen < 0 || p.chosen >= len(p.entries) {
		return nil
	}
	return &p.entries[p.chosen]
}

// place says where the bytes of the chosen field lie.
func (p *fieldPane) place() string {
	e := p.entry()
	switch {
	case e == nil:
		return ""
	case e.InFrame == 0:
		return fmt.Sprintf(" byte %d of the datagram ", e.InUDP)
	}
	return fmt.Sprintf(" byte %d of the frame, %d of the datagram ", e.InFrame, e.InUDP)
}

// own chooses the field that a byte of the record belongs to.
func (p *fieldPane) own(at int) {
	for i := range p.entries {
		if e := &p.entries[i]; e.Field != nil && !e.Datagram && at >= e.Field.Offset+e.From && at < e.Field.Offset+e.To {
			p.choose(i)
			p.remember()
			return
		}
	}
}

// entryAt is the one that a row of the pane shows, if it is a field; -1 = none.
func (p *fieldPane) entryAt(row int) int {
	i := p.top + row - 1 // the title is above
	if row <= 0 || i >= len(p.entries) || p.entries[i].Field == nil {
		return -1
	}
	return i
}

// lines draws the title and the fields below it.
func (p *fieldPane) lines(look *looks, a area, focused bool) []string {
	p.height = a.height
	p.top = max(min(p.top, len(p.entries)-a.height+1), 0) // below the last one there is no room left
	p.choose(p.chosen)
	path := p.pathWidth(a.width)
	lines := []string{" " + look.Name.Paint(p.title)}
	for i := p.top; i < len(p.entries) && len(lines) < a.height; i++ {
		text := scrolled(look.entry(&p.entries[i], path), p.left, a.width-1)
		lines = append(lines, look.row(text, i == p.chosen, focused, a.width, ""))
	}
	return lines
}

// pathWidth is the width of the column of paths.
func (p *fieldPane) pathWidth(room int) (width int) {
	for i := range p.entries {
		if o := p.entries[i].Field; o != nil {
			width = max(width, wide(printable.Text(o.Path)))
		}
	}
	return min(width, max(room/2, leastColumns))
}

// entry draws what is said of a field: what `decode --explain` says, the value first.
func (l *looks) entry(e *records.Entry, path int) string {
	if e.Field == nil {
		return l.Dim.Paint(printable.Text(e.Remark))
	}
	o := e.Field
	if e.From > 0 {
		return padded(printable.Text(o.Path), path) + "  " + l.Dim.Paint("continued")
	}
	value := printable.Text(nameFirst(o))
	about := strings.TrimSpace(o.Type + "  " + records.EvidenceOf(o))
	return padded(printable.Text(o.Path), path) + "  " + value + "  " + l.Dim.Paint(printable.Text(fmt.Sprintf("%s  %d B", about, o.Length)))
}

// nameFirst is the value of a field, with what is called so before its number.
func nameFirst(o *decode.Owned) string {
	number, name, ok := strings.Cut(o.Value, "  ")
	if !ok || o.Type != "id" && !strings.HasPrefix(o.Type, "u") {
		return records.ValueOf(o)
	}
	return name + "  " + number
}
