package browse

import (
	"sort"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
)

func (m *Model) askFilter() tea.Cmd {
	p := &prompt{question: "filter:", answer: (*Model).setFilter}
	if m.filter != nil {
		p.text = m.filter.text
	}
	m.prompt = p
	return nil
}

func (m *Model) askFrame() tea.Cmd {
	m.prompt = &prompt{question: "go to frame:", answer: (*Model).goToFrame}
	return nil
}

// goToFrame chooses the first message of a frame, or the next one that the list has.
func (m *Model) goToFrame(text string) tea.Cmd {
	frame, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		m.complain("no frame number: " + text)
		return nil
	}
	m.goToFirst(func(r *decode.Record) bool { return r.Frame >= frame })
	return nil
}

// goToFirst chooses the first message from which on something holds; the list is ordered by it.
func (m *Model) goToFirst(from func(*decode.Record) bool) {
	place := sort.Search(m.count(), func(place int) bool {
		r := m.list.cursor.At(m.number(place))
		return r != nil && from(r)
	})
	m.list.pick(m, place)
}

func (m *Model) askTime() tea.Cmd {
	m.prompt = &prompt{question: "go to time:", answer: (*Model).goToTime}
	return nil
}

// goToTime chooses the first message at a time of the day, or some time after the start.
func (m *Model) goToTime(text string) tea.Cmd {
	moment, ok := m.moment(strings.TrimSpace(text))
	if !ok {
		m.complain("no time: " + text + "; expected 22:09:14 or +90s")
		return nil
	}
	m.goToFirst(func(r *decode.Record) bool { return !timeOf(r.Time).Before(moment) })
	return nil
}

// moment reads a time: of the first day of the capture, or since its start.
func (m *Model) moment(text string) (at time.Time, ok bool) {
	start := timeOf(m.start)
	if m.options.Zone != nil {
		start = start.In(m.options.Zone)
	}
	if after, found := strings.CutPrefix(text, "+"); found {
		d, err := time.ParseDuration(after)
		return start.Add(d), err == nil
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if clock, err := time.Parse(layout, text); err == nil {
			y, mo, d := start.Date()
			return time.Date(y, mo, d, clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), start.Location()), true
		}
	}
	return at, false
}

func timeOf(t capture.Time) time.Time { return time.Unix(t.Sec, int64(t.Nanos)).UTC() }
