package browse

import (
	"fmt"
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

// header draws the line at the top.
func (e *ends) header(l *list, look *looks, width int) string {
	parts := []string{look.Name.Paint(printable.Text(l.name))}
	if l.complete {
		s := &e.summary
		e.frames, e.first, e.last = s.Frames, s.First, s.Last
	}
	parts = append(parts, terminal.Count(e.frames)+" frames")
	if !e.first.IsZero() {
		parts = append(parts, e.clock(e.first)+" – "+e.clock(e.last))
	}
	if n := e.summary.DamageCount; n > 0 {
		parts = append(parts, look.Damage.Paint("! "+printable.Text(fmt.Sprint(e.summary.Damage[0]))))
	}
	if l.filter != nil {
		parts = append(parts, "filter: "+printable.Text(l.filter.text))
	}
	right := l.position()
	left := fit(" "+strings.Join(parts, "   "), max(width-wide(right)-2, 0))
	return left + " " + right + " "
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
	case l.follow:
		text += " following"
	case !l.complete:
		text += " reading"
	}
	return text
}

// clock is the time of the day.
func (e *ends) clock(at capture.Time) string {
	full := string(at.AppendRFC3339In(nil, 6, e.zone))
	return full[len("2026-11-21T"):len("2026-11-21T22:08:08")]
}
