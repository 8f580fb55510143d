package render

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/report/figures"
)

// showUpdateSizes shows a histogram for each direction, and percentiles by flags if it was asked
// for.
func showUpdateSizes(p *page, s *figures.Stats) {
	for i := 0; i < len(s.UpdateSizes); {
		all := &s.UpdateSizes[i]
		n := 1
		for i+n < len(s.UpdateSizes) && s.UpdateSizes[i+n].Dir == all.Dir {
			n++
		}
		p.heading("UPDATE SIZES", p.way(all.Dir), direction(all.Dir)+": "+counted(all.Count, "StateUpdate", "StateUpdates"), fmt.Sprintf("%d to %d bytes", all.Min, all.Max))
		p.sizes(all)
		if len(p.Only) > 0 {
			p.line()
			p.sizesByFlags(s.UpdateSizes[i : i+n])
		}
		i += n
	}
}

// sizeBins is how many rows a histogram has at most, not counting those of very large updates.
const sizeBins = 12

// sizes draws the histogram.
func (p *page) sizes(u *figures.UpdateSizes) {
	bins := binned(u)
	var highest int64
	for i := range bins {
		highest = max(highest, bins[i].Count)
	}
	for x, t := range all(p, bins) {
		t.row(asked{query: x.Query}, fields{
			{"bytes", fit{}, right(sizeText(x))},
			{"count", fit{}, count(x.Count)},
			{"share", fit{}, percent(float64(x.Count) / float64(u.Count))},
			{"", fit{}, bar(float64(x.Count), float64(highest), p.way(u.Dir))},
		})
	}
}

// binned puts sizes together that share a row: two, four and so on, if there are too many.
func binned(u *figures.UpdateSizes) (bins []figures.SizeCount) {
	width := 1
	for span := largestSize(u.Sizes) - u.Min + 1; (span+width-1)/width > sizeBins; {
		width *= 2
	}
	for _, x := range u.Sizes {
		n := len(bins)
		switch {
		case n > 0 && x.Most <= bins[n-1].Most:
			bins[n-1].Count += x.Count
		case x.Least == x.Most && width > 1:
			x.Least -= (x.Least - u.Min) % width
			x.Most = x.Least + width - 1
			x.Query = figures.Query(fmt.Sprintf("%s && size in %d..%d", u.Query, x.Least, x.Most))
			bins = append(bins, x)
		default:
			bins = append(bins, x)
		}
	}
	return bins
}

// largestSize is the largest size that has a row of its own.
func largestSize(sizes []figures.SizeCount) (most int) {
	for i := range sizes {
		if sizes[i].Least == sizes[i].Most {
			most = sizes[i].Most
		}
	}
	return most
}

func sizeText(x *figures.SizeCount) string {
	if x.Least == x.Most {
		return strconv.Itoa(x.Least)
	}
	return fmt.Sprintf("%d-%d", x.Least, x.Most)
}

// sizesByFlags shows percentiles, of all first.
func (p *page) sizesByFlags(rows []figures.UpdateSizes) {
	n := p.shown(len(rows)-1) + 1
	for u, t := range all(p, rows[:n]) {
		t.row(asked{query: u.Query}, fields{
			{"flags", fit{}, text(u.DirtyFlags)},
			{"fields", fit{min: 20}, styled(strings.Join(u.Flags, " "), p.Name)},
			{"count", fit{}, count(u.Count)},
			{"min", fit{}, right(strconv.Itoa(u.Min))},
			{"p50", fit{}, right(strconv.Itoa(u.P50))},
			{"p90", fit{}, right(strconv.Itoa(u.P90))},
			{"max", fit{}, right(strconv.Itoa(u.Max))},
		})
	}
	p.more(len(rows) - n)
}

// sizesOf are the histograms of CSV. The row of all flags is left out: it is the sum of the others.
func sizesOf(u *figures.UpdateSizes) []figures.SizeCount {
	if len(u.Flags) > 0 || u.DirtyFlags == "0x00" {
		return u.Sizes
	}
	return nil
}
