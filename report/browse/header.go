package browse

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// ends is what the header says of the capture.
type ends struct {
	cursor      *decode.Cursor
	first, last capture.Time
	frames      int64
	messages    int
	skipped     int // ticks since the last look
	summary     decode.Summary
	zone        *time.Location // of the times
}

// look asks for the first and the last message, and reports whether they have changed. It does not ask
// each time: the last one may take a while to reach.
func (e *ends) look(x *messages) bool {
	const patience = 8
	n := x.index.Len()
	e.skipped++
	if n == e.messages || !x.complete && e.messages > 0 && e.skipped < patience {
		return false
	}
	e.skipped, e.messages = 0, n
	if r := e.cursor.At(0); r != nil && e.first.IsZero() {
		e.first = r.Time
	}
	if r := e.cursor.At(n - 1); r != nil {
		e.last, e.frames = r.Time, r.Frame
	}
	return true
}

// header draws the line at the top. Where there is little room the filter is worth more than what the
// capture is.
func (e *ends) header(l *list, look *looks, width int) string {
	if l.complete {
		s := &e.summary
		e.frames, e.first, e.last = s.Frames, s.Clock.First, s.Clock.Last
	}
	right := l.position()
	room := max(width-wide(right)-3, 0)
	left := ""
	for _, known := range e.known(l) {
		left = strings.Join(append([]string{look.Name.Paint(known[0])}, append(known[1:], e.remarks(l, look)...)...), "   ")
		if wide(left) <= room {
			break
		}
	}
	return fit(" "+scrolled(left, 0, room), max(width-wide(right)-2, 0)) + " " + right + " "
}

// known is what is known of the capture: its name first, at length and then shorter and shorter.
func (e *ends) known(l *list) [][]string {
	short := printable.Text(filepath.Base(l.name))
	frames := terminal.Count(e.frames) + " frames"
	if e.first.IsZero() {
		return [][]string{{printable.Text(l.name), frames}, {short, frames}, {short}}
	}
	times := e.clock(e.first) + " – " + e.clock(e.last)
	return [][]string{{printable.Text(l.name), frames, times}, {short, frames, times}, {short, frames}, {short}}
}

// remarks are the filter, and what is wrong with the capture.
func (e *ends) remarks(l *list, look *looks) (said []string) {
	if l.filter != nil {
		said = append(said, "filter: "+printable.Text(l.filter.text))
	}
	if l.complete && e.summary.NoGame() {
		said = append(said, look.Damage.Paint("! no datagram of the game; "+printable.Text(e.summary.There())))
	}
	if e.summary.DamageCount > 0 {
		said = append(said, look.Damage.Paint("! "+printable.Text(fmt.Sprint(e.summary.Damage[0]))))
	}
	return said
}

// position says how many messages there are, and how far things are.
func (l *list) position() string {
	if l.index == nil {
		return ""
	}
	all := terminal.Count(int64(l.index.Len()))
	text := all
	if l.filter != nil {
		text = terminal.Count(int64(l.count())) + " of " + all
		if seen, _ := l.filter.counts(); !l.filter.complete() && l.index.Len() > 0 {
			text += fmt.Sprintf(" (%d %%)", 100*seen/l.index.Len())
		}
	}
	switch {
	case l.complete: // nothing more will come
	case l.follow:
		text += " following"
	default:
		text += " reading"
	}
	return text
}

// clock is the time of the day.
func (e *ends) clock(at capture.Time) string {
	return string(at.AppendClock(nil, e.zone)[:len("22:08:08")])
}
