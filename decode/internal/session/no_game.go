package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/decode/capture"
)

// NoGame reports whether a capture has no datagram of the game: none of its protocols, GameSpy and entity-state
// included.
func (s *Summary) NoGame() bool {
	return s.Datagrams.BC+s.Datagrams.EntityState+s.Datagrams.GameSpy == 0
}

// There says what a capture without the game holds in its place: "800 frames: 512 TCP, 288 ARP".
func (s *Summary) There() string {
	if s.Frames == 0 {
		return "no frames"
	}
	type part struct {
		frames int64
		text   string
	}
	parts := []part{
		{s.Datagrams.Unknown - s.MayBeEntityState - s.MayBeGame - s.WireGuard, "UDP datagrams of other programs"},
		{s.WireGuard, "UDP datagrams as of WireGuard (encrypted)"},
		{s.MayBeEntityState, "UDP datagrams that could be entity-state"},
		{s.MayBeGame, "UDP datagrams too short to tell"}, {s.Datagrams.Empty, "UDP datagrams without payload"},
		{s.Skipped[capture.Fragment], "IP fragments"}, {s.Skipped[capture.Bad], "with broken headers"}, {s.Carried.More, "of other protocols"},
	}
	for _, one := range s.Carried.List {
		switch {
		case one.Frames == 0 || one.Kind == capture.Bad || one.Kind == capture.Fragment: // which were counted
		case one.Kind == capture.OtherLink:
			parts = append(parts, part{one.Frames, "of " + one.Protocol.String() + " (cannot be read)"})
		default:
			parts = append(parts, part{one.Frames, cmp.Or(one.Protocol.String(), "that are not UDP")})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.frames, a.frames) })
	var texts []string
	for _, p := range parts {
		if p.frames > 0 {
			texts = append(texts, fmt.Sprintf("%d %s", p.frames, p.text))
			if p.frames == 1 {
				texts[len(texts)-1] = strings.Replace(texts[len(texts)-1], "s ", " ", 1)
			}
		}
	}
	frames := fmt.Sprintf("%d frames", s.Frames)
	if s.Frames == 1 {
		frames = "1 frame"
	}
	return frames + ": " + strings.Join(texts, ", ")
}
