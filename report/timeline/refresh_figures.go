package timeline

import (
	"cmp"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// refreshFigures gives a row for each field that somebody was told of.
func (t *ships) refreshFigures(x *shipLife) []figures.Refresh {
	list := []figures.Refresh{}
	ordered := slices.SortedFunc(slices.Values(x.streams.list), func(a, b *stream) int {
		return cmp.Or(cmp.Compare(a.dir, b.dir), a.receiver.Compare(b.receiver))
	})
	for _, key := range ordered {
		w := key.refresh
		if w == nil {
			continue
		}
		for i := range w.fields {
			if w.fields[i].writes == 0 {
				continue
			}
			f := w.fields[i].figure(i)
			f.Dir, f.Receiver, f.Name = string(key.dir), tally.AddressText(key.receiver), w.name
			f.Query = t.scope.Of(t.about(x), tally.DirIs(key.dir), sentTo(key.receiver), `fields.flags contains "`+refreshFields[i].flag+`"`)
			list = append(list, f)
		}
	}
	return list
}

func (x *fieldTrack) figure(field int) figures.Refresh {
	f := figures.Refresh{Field: refreshFields[field].name, Writes: x.writes, MaxFrame: x.longestAt}
	if x.times != nil {
		f.P50, f.P90, f.Max = tally.Percentiles(x.times)
	}
	if field == fieldSubsystems {
		return f
	}
	f.Same = &x.same
	if x.best.count > 1 {
		f.Run, f.RunFrame = x.best.count, x.best.frame
		f.RunMs = tally.Milliseconds(x.best.last.MillisecondsSince(x.best.first))
	}
	return f
}
