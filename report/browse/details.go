package browse

import "bcdump/decode"

// details are the panes of the chosen message. A field that is chosen in one of them is marked in both.
type details struct {
	fields fieldPane
	bytes  bytePane
}

// show shows another message; nil = none.
func (d *details) show(r *decode.Record) {
	d.fields.set(r)
	d.bytes.set(r)
	d.bytes.follow(d.fields.entry())
}

// moveField chooses a field some rows farther down.
func (d *details) moveField(by int) {
	d.fields.move(by)
	d.bytes.follow(d.fields.entry())
}

// moveByte chooses another byte.
func (d *details) moveByte(by int) { d.pickByte(d.bytes.at + by) }

// pickByte chooses a byte, or the nearest one that there is, and the field that owns it.
func (d *details) pickByte(at int) {
	count := len(d.bytes.bytes)
	if count == 0 {
		return
	}
	at = min(max(at, 0), count-1)
	d.fields.own(at)
	d.bytes.follow(d.fields.entry())
	d.bytes.choose(at)
}

// clickField chooses the field in a row of its pane.
func (d *details) clickField(row int) {
	if i := d.fields.entryAt(row); i >= 0 {
		d.fields.choose(i)
		d.fields.remember()
		d.bytes.follow(d.fields.entry())
	}
}

// clickByte chooses the byte at a place of its pane.
func (d *details) clickByte(x, row int) {
	if at := d.bytes.byteAt(x, row); at >= 0 {
		d.pickByte(at)
	}
}
