package main

import (
	"bytes"
	"encoding/json"

	"bcdump/decode"
	"bcdump/report/collect"
	"bcdump/report/figures"
	"bcdump/report/present"
)

// checkTimeline: the rows and the summary of a timeline are the same however the bytes
// arrive, and are JSON; its overview can be shown.
func checkTimeline(data []byte, v variant) *finding {
	a, f := timelineOf(data, v.options(1, 0))
	if f != nil {
		return f
	}
	b, f := timelineOf(data, v.options(2, v.chunk))
	if f != nil {
		return f
	}
	if !bytes.Equal(a, b) {
		return found("timeline", "chunks of %d bytes give another one", v.chunk)
	}
	return nil
}

func timelineOf(data []byte, o decode.Options) ([]byte, *finding) {
	c, err := decode.Open("soak", bytes.NewReader(data), o)
	if err != nil {
		return nil, found("timeline", "%v", err)
	}
	var rows, shown bytes.Buffer
	t := collect.NewTimeline(collect.TimelineOptions{
		Row: present.TimelineJSON[figures.TimelineRow](&rows), EntityRow: present.TimelineJSON[figures.EntityRow](&rows),
	})
	if err := t.File("soak", c); err != nil {
		return nil, found("timeline", "%v", err)
	}
	for line := range bytes.Lines(rows.Bytes()) {
		if !json.Valid(line) {
			return nil, found("timeline", "no JSON: %q", line)
		}
	}
	summary, overview := t.Summary(), t.Overview()
	if err := present.WriteJSON(&rows, &summary); err != nil {
		return nil, found("timeline", "%v", err)
	}
	if err := present.WriteOverview(&shown, &overview, present.Options{Width: 100}); err != nil {
		return nil, found("timeline", "%v", err)
	}
	if bytes.ContainsFunc(shown.Bytes(), isControl) {
		return nil, found("timeline", "a control character")
	}
	return append(rows.Bytes(), shown.Bytes()...), nil
}
