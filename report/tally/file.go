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
	if c := &s.Copies; c.Datagrams > 0 {
		f.Copies = &figures.Copies{Datagrams: c.Datagrams, Of: s.Datagrams.Total(), Interfaces: c.Interfaces}
		if n := f.Copies.Of - c.Datagrams; n == c.Copied && c.Datagrams == n*c.Most {
			f.Copies.Times = c.Most + 1
		}
		for _, x := range c.Translated {
			f.Copies.Translated = append(f.Copies.Translated, figures.Translated{As: AddressText(x.As), For: AddressText(x.For)})
		}
	}
	if len(s.Damage) > 0 {
		d := s.Damage[0]
		f.Damage = &figures.Damage{Offset: d.Offset, Frame: d.Frame, Text: d.Text}
	}
	return f
}
