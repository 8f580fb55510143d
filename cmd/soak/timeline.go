package main

import (
	"bytes"
	"encoding/json"
	"hash"
	"hash/fnv"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/timeline"
)

// checkTimeline: the rows and the summary of a timeline are the same however the bytes
// arrive, and are JSON; its overview can be shown.
func checkTimeline(in input, v variant) *finding {
	a, f := timelineOf(in, v.options(1, 0))
	if f != nil {
		return f
	}
	b, f := timelineOf(in, v.options(2, v.chunk))
	if f != nil {
		return f
	}
	if !bytes.Equal(a, b) {
		return found("timeline", "chunks of %d bytes give another one", v.chunk)
	}
	return nil
}

func timelineOf(in input, o decode.Options) ([]byte, *finding) {
	c, err := decode.Open("soak", in(), o)
	if err != nil {
		return nil, found("timeline", "%v", err)
	}
	var shown bytes.Buffer
	rows := digest{hash: fnv.New64a()}
	t := timeline.New(timeline.Options{
		Row: render.TimelineJSON[figures.TimelineRow](&rows), EntityRow: render.TimelineJSON[figures.EntityRow](&rows),
	})
	if err := t.File("soak", c); err != nil {
		return nil, found("timeline", "%v", err)
	}
	summary, overview := t.Summary(), t.Overview()
	var text bytes.Buffer
	if err := render.WriteJSON(&text, &summary); err != nil {
		return nil, found("timeline", "%v", err)
	}
	if _, err := rows.Write(text.Bytes()); err != nil {
		return nil, found("timeline", "%v", err)
	}
	if err := render.WriteOverview(&shown, &overview, render.Options{Width: 100}); err != nil {
		return nil, found("timeline", "%v", err)
	}
	if rows.wrong != nil {
		return nil, found("timeline", "no JSON: %q", rows.wrong)
	}
	if bytes.ContainsFunc(shown.Bytes(), isControl) {
		return nil, found("timeline", "a control character")
	}
	return rows.hash.Sum(shown.Bytes()), nil
}

// digest takes rows of JSON: what they were, in short, and the first that is none. A
// capture may have more of them than memory.
type digest struct {
	hash  hash.Hash
	wrong []byte
}

// Write takes one row.
func (l *digest) Write(row []byte) (int, error) {
	if l.wrong == nil && !json.Valid(row) {
		l.wrong = bytes.Clone(row)
	}
	return l.hash.Write(row)
}
