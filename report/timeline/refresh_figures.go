package timeline

import (
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// refreshFigures gives a row for each field of a stream that was told.
func (t *ships) refreshFigures(x *shipLife, k *stream) (list []figures.Refresh) {
	for i := range k.refresh.fields {
		if k.refresh.fields[i].writes == 0 {
			continue
		}
		f := k.refresh.fields[i].figure(i)
		f.Dir, f.Receiver, f.Name = string(k.dir), tally.AddressText(k.receiver), k.refresh.name
		f.Query = t.scope.Of(t.about(x), tally.DirIs(k.dir), sentTo(k.receiver), `fields.flags contains "`+refreshFields[i].flag+`"`)
		list = append(list, f)
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
