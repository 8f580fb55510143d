package browse

import (
	"fmt"
	"strings"

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
	skipped     int  // ticks since the last look
	complete    bool // nothing comes any more
	summary     decode.Summary
}

// look asks for the first and the last message, and reports whether they have changed. It does not ask
// each time: the last one may take a while to reach.
func (e *ends) look(x *decode.Index) bool {
	const patience = 8
	n := x.Len()
	e.skipped++
	if n == e.messages || !e.complete && e.messages > 0 && e.skipped < patience {
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
func (m *Model) header() []string {
	parts := []string{m.look.Name.Paint(printable.Text(m.options.Name))}
	if m.ends.complete {
		s := &m.ends.summary
		m.ends.frames, m.ends.first, m.ends.last = s.Frames, s.First, s.Last
	}
	parts = append(parts, terminal.Count(m.ends.frames)+" frames")
	if !m.ends.first.IsZero() {
		parts = append(parts, m.clock(m.ends.first)+" – "+m.clock(m.ends.last))
	}
	if n := m.ends.summary.DamageCount; n > 0 {
		parts = append(parts, m.look.Damage.Paint("! "+printable.Text(fmt.Sprint(m.ends.summary.Damage[0]))))
	}
	if m.filter != nil {
		parts = append(parts, "filter: "+printable.Text(m.filter.text))
	}
	right := m.position()
	left := fit(" "+strings.Join(parts, "   "), max(m.width-wide(right)-2, 0))
	return []string{left + " " + right + " "}
}

// position says how many messages there are, and how far things are.
func (m *Model) position() string {
	if m.index == nil {
		return ""
	}
	all := terminal.Count(int64(m.index.Len()))
	text := all
	if m.filter != nil {
		text = terminal.Count(int64(m.count())) + " of " + all
		if seen, _ := m.filter.counts(); !m.filter.complete() && m.index.Len() > 0 {
			text += fmt.Sprintf(" (%d %%)", 100*seen/m.index.Len())
		}
	}
	switch {
	case m.list.follow:
		text += " following"
	case !m.ends.complete:
		text += " reading"
	}
	return text
}

// clock is the time of the day.
func (m *Model) clock(at capture.Time) string {
	full := string(at.AppendRFC3339In(nil, 6, m.options.Zone))
	return full[len("2026-11-21T"):len("2026-11-21T22:08:08")]
}
