package tally

import (
	"cmp"
	"fmt"

	"bcdump/decode"
	"bcdump/report/figures"
)

// FileOf describes a capture.
func FileOf(name string, s *decode.Summary) figures.File {
	f := figures.File{
		Name: name, Format: s.Info.Format, Frames: s.Frames, Local: s.Info.Local,
		Active: figures.Seconds(cmp.Or(s.Active, s.Clock.Active).Seconds()), DamageCount: s.DamageCount, Times: s.Clock.Says(), Untimed: s.Clock.NoTimes(), Merged: s.Clock.Apart > 0,
	}
	if s.Clock.Frames > 0 {
		f.First, f.Last = figures.At(s.Clock.First, s.Digits), figures.At(s.Clock.Last, s.Digits)
		f.Duration = figures.Seconds(s.Clock.Seconds())
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
	if len(s.Legs) > 0 {
		x := s.Legs[0]
		keep := fmt.Sprint("host ", x.Full.Addr())
		if x.A.Addr() == x.B.Addr() {
			keep = fmt.Sprint("port ", x.Full.Port())
		}
		f.Relayed = fmt.Sprintf("%s and %s are one host, captured before and behind a relay: keep one of them (tcpdump %s)", AddressText(x.A), AddressText(x.B), keep)
	}
	if len(s.Damage) > 0 {
		d := s.Damage[0]
		f.Damage = &figures.Damage{Offset: d.Offset, Frame: d.Frame, Text: d.Text}
	}
	return f
}
