package main

import (
	"bytes"
	"encoding/json"

	"bcdump/decode"
	"bcdump/report/render"
	"bcdump/report/replay"
)

// checkReplay: what a page shows is the same however the bytes arrive, and is JSON.
func checkReplay(in input, v variant) *finding {
	a, f := replayOf(in, v.options(1, 0))
	if f != nil {
		return f
	}
	b, f := replayOf(in, v.options(2, v.chunk))
	if f != nil {
		return f
	}
	if !bytes.Equal(a, b) {
		return found("report", "chunks of %d bytes give another one", v.chunk)
	}
	return nil
}

// replayOf gives what a page shows as JSON, and its block behind it.
func replayOf(in input, o decode.Options) ([]byte, *finding) {
	c, err := decode.Open("soak", in(), o)
	if err != nil {
		return nil, found("report", "%v", err)
	}
	r, err := replay.Of("soak", c, replay.Options{})
	if err != nil {
		return nil, found("report", "%v", err)
	}
	var text bytes.Buffer
	if err := render.WriteJSON(&text, r); err != nil {
		return nil, found("report", "%v", err)
	}
	if !json.Valid(text.Bytes()) {
		return nil, found("report", "no JSON: %q", text.Bytes())
	}
	if err := replay.WriteBlock(&text, r); err != nil {
		return nil, found("report", "%v", err)
	}
	return text.Bytes(), nil
}
