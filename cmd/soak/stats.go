package main

import (
	"bytes"
	"encoding/json"

	"bcdump/decode"
	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/stats"
)

// checkStats: the figures are the same however the bytes arrive, fit what was decoded,
// and can be shown as tables and as JSON.
func checkStats(in input, v variant, one *decoded) *finding {
	a, f := statsOf(in, v.options(1, 0))
	if f != nil {
		return f
	}
	b, f := statsOf(in, v.options(2, v.chunk))
	if f != nil {
		return f
	}
	first, second, shown := new(bytes.Buffer), new(bytes.Buffer), new(bytes.Buffer)
	for out, report := range map[*bytes.Buffer]*figures.Stats{first: a, second: b} {
		if err := render.WriteJSON(out, report); err != nil {
			return found("stats", "%v", err)
		}
	}
	if err := render.WriteStats(shown, a, render.Options{Top: 20, Width: 100}); err != nil {
		return found("stats", "%v", err)
	}
	switch {
	case !bytes.Equal(first.Bytes(), second.Bytes()):
		return found("stats", "chunks of %d bytes give other figures", v.chunk)
	case bytes.ContainsFunc(shown.Bytes(), isControl):
		return found("stats", "a control character in a table")
	case len(a.Files) != 1 || a.Files[0].Frames != one.summary.Frames:
		return found("stats", "%d frames; figures of %+v", one.summary.Frames, a.Files)
	}
	var object json.RawMessage
	if err := json.NewDecoder(first).Decode(&object); err != nil {
		return found("stats", "no JSON: %v", err)
	}
	return nil
}

func isControl(r rune) bool { return r != '\n' && printable.Control(r) }

func statsOf(in input, o decode.Options) (*figures.Stats, *finding) {
	c, err := decode.Open("soak", in(), o)
	if err != nil {
		return nil, found("stats", "%v", err)
	}
	s := stats.New(stats.Options{By: []string{stats.ByLink, stats.ByObject}})
	if err := s.File("soak", c); err != nil {
		return nil, found("stats", "%v", err)
	}
	report := s.Report()
	return &report, nil
}
