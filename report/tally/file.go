package tally

import (
	"bcdump/decode"
	"bcdump/report/figures"
)

// FileOf describes a capture.
func FileOf(name string, s *decode.Summary) figures.File {
	f := figures.File{
		Name: name, Format: s.Info.Format, Frames: s.Frames, Local: s.Info.Local,
		Active: figures.Seconds(s.Active.Seconds()), DamageCount: s.DamageCount,
	}
	if s.Frames > 0 {
		f.First, f.Last = figures.At(s.First, s.Digits), figures.At(s.Last, s.Digits)
		f.Duration = f.Last.Since(f.First)
	}
	if len(s.Damage) > 0 {
		d := s.Damage[0]
		f.Damage = &figures.Damage{Offset: d.Offset, Frame: d.Frame, Text: d.Text}
	}
	return f
}
