package capture

import (
	"fmt"
	"slices"
)

// Damage is one place where the capture is not what its format says.
type Damage struct {
	// Offset is the byte offset after decompression: of the record or block at
	// fault, or of the end where a compressed stream or a read broke off.
	Offset int64
	// Frame is the number of the last frame delivered before it; 0 means none.
	Frame int64
	// Text says what was expected and what was found.
	Text string
}

// String gives the damage as one line without a line feed.
func (d Damage) String() string {
	return fmt.Sprintf("offset %d, after frame %d: %s", d.Offset, d.Frame, d.Text)
}

// maxDamage bounds how many damages are kept. The first ones explain a broken
// file; the rest are counted.
const maxDamage = 64

// findings is what the reader and its container learn on the way: shared by
// both, so that frame numbers and damage have one owner.
type findings struct {
	frames      int64
	damage      []Damage
	damageCount int64
	info        Info

	// broke says why the input ended other than by its end, and breakOffset
	// where; "" when it did not, or when the damage has been recorded.
	broke       string
	breakOffset int64

	gaveUp bool // the container ended before its input did
}

// damaged records one damage; what comes after the first maxDamage is counted only.
func (f *findings) damaged(offset int64, format string, args ...any) {
	f.damageCount++
	if len(f.damage) >= maxDamage {
		return
	}
	f.damage = append(f.damage, Damage{Offset: offset, Frame: f.frames, Text: fmt.Sprintf(format, args...)})
}

// explain adds to the text of the damage recorded last, if it was kept.
func (f *findings) explain(format string, args ...any) {
	if f.damageCount != int64(len(f.damage)) {
		return
	}
	f.damage = slices.Clone(f.damage) // a mark may have it too
	last := &f.damage[len(f.damage)-1]
	last.Text += fmt.Sprintf(format, args...)
}

// cut records that the input ended inside the record at offset. When it ended
// because it could not be read further, that is the same damage, told once.
func (f *findings) cut(offset int64, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if f.broke != "" {
		text += "; " + f.broke
		f.broke = ""
	}
	f.damaged(offset, "%s", text)
}

// closed is called when the container has ended: reading may have broken off
// exactly between two records, which no record can tell.
func (f *findings) closed() {
	if f.broke != "" {
		f.damaged(f.breakOffset, "%s", f.broke)
		f.broke = ""
	}
}

// abandoned is called when the container gives up before the end of the input.
// What became of the rest is then no finding: how much of it has been read
// depends on the size of the chunks.
func (f *findings) abandoned() { f.broke, f.gaveUp = "", true }
