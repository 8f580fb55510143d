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
	first, last capture.Time
	frames      int64
	messages    int
	summary     decode.Summary
	over        error          // why it was not read to its end: there is no more memory; nil = it was
	zone        *time.Location // of the times
}

// look asks for the first and the last message, and reports whether there are more than before.
func (e *ends) look(x *messages) bool {
	n := x.all()
	if n == e.messages {
		return false
	}
	last := x.facts.Datagram(x.facts.Row(n - 1).Datagram)
	e.messages, e.first, e.last, e.frames = n, x.facts.Datagram(0).Time(), last.Time(), int64(last.Frame)
	return true
}

// header draws the line at the top. Where there is little room the filter is worth more than what the
// capture is.
func (e *ends) header(l *list, look *looks, width int) string {
	if s := &e.summary; l.complete && e.over == nil {
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
	if e.over != nil {
		said = append(said, look.Damage.Paint("! not read to its end"))
	}
	return said
}

// position says how many messages there are, and how far things are.
func (l *list) position() string {
	if l.facts == nil {
		return ""
	}
	all := terminal.Count(int64(l.all()))
	text := all
	if l.filter != nil {
		text = terminal.Count(int64(l.count())) + " of " + all
		if !l.filter.complete() && l.all() > 0 {
			text += fmt.Sprintf(" (%d %%)", min(100*l.filter.looked()/l.all(), 100))
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
