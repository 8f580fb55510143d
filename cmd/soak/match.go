package main

import (
	"bytes"
	"encoding/json"

	"bcdump/decode"
	"bcdump/report/render"
	"bcdump/report/scoreboard"
)

// checkMatch: a match is the same however the bytes arrive, is JSON, and can be shown.
func checkMatch(in input, v variant) *finding {
	a, f := matchOf(in, v.options(1, 0))
	if f != nil {
		return f
	}
	b, f := matchOf(in, v.options(2, v.chunk))
	if f != nil {
		return f
	}
	if !bytes.Equal(a, b) {
		return found("match", "chunks of %d bytes give another one", v.chunk)
	}
	return nil
}

// matchOf gives a match as one line of JSON.
func matchOf(in input, o decode.Options) ([]byte, *finding) {
	c, err := decode.Open("soak", in(), o)
	if err != nil {
		return nil, found("match", "%v", err)
	}
	m, err := scoreboard.Of("soak", c, scoreboard.Options{})
	if err != nil {
		return nil, found("match", "%v", err)
	}
	var text, shown bytes.Buffer
	if err := render.WriteJSON(&text, m); err != nil {
		return nil, found("match", "%v", err)
	}
	if err := render.WriteMatch(&shown, m, render.Options{Width: 100}); err != nil {
		return nil, found("match", "%v", err)
	}
	switch {
	case !json.Valid(text.Bytes()):
		return nil, found("match", "no JSON: %q", text.Bytes())
	case bytes.ContainsFunc(shown.Bytes(), isControl):
		return nil, found("match", "a control character")
	}
	return text.Bytes(), nil
}
