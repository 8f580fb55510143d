package stats

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// updateSizes tells how long StateUpdates are, by direction and flags.
type updateSizes struct {
	*base
	rows [2][256]sizeCounts
}

func (u *updateSizes) add(c *part) {
	for _, r := range c.All() {
		if r.Has(facts.Update) {
			u.rows[side(r)][r.Flags].add(int(r.Size))
		}
	}
}

// allFlags stands for updates with any flags.
const allFlags = "all"

func (u *updateSizes) report(out *figures.Stats) {
	out.UpdateSizes = []figures.UpdateSizes{}
	sums := [3]decode.Direction{directions[0], directions[1], both}
	for dir, d := range sums {
		where := []string{tally.OpcodeIs(message.OpcodeStateUpdate), "fields.dirty_flags", tally.DirIs(d)}
		var all sizeCounts
		var rows []figures.UpdateSizes
		for flags := range 256 {
			counts := u.counts(dir, flags)
			if counts.count == 0 {
				continue
			}
			f := u.figure(counts, with(where, fmt.Sprintf("fields.dirty_flags == 0x%02X", flags)))
			f.Dir, f.DirtyFlags, f.Flags = string(d), fmt.Sprintf("0x%02X", flags), message.FlagNames(uint8(flags))
			rows = append(rows, f)
			all.join(counts)
		}
		if len(rows) == 0 {
			continue
		}
		slices.SortStableFunc(rows, func(a, b figures.UpdateSizes) int { return cmp.Compare(b.Count, a.Count) })
		f := u.figure(&all, where)
		f.Dir, f.DirtyFlags, f.Flags = string(d), allFlags, []string{}
		out.UpdateSizes = append(append(out.UpdateSizes, f), rows...)
	}
}

// counts gives those of a direction, or behind these of both.
func (u *updateSizes) counts(dir, flags int) *sizeCounts {
	if dir < len(u.rows) {
		return &u.rows[dir][flags]
	}
	var sum sizeCounts
	for dir := range u.rows {
		sum.join(&u.rows[dir][flags])
	}
	return &sum
}

// exactSizes is below how many bytes each size is counted for itself; from there on, up to twice as many bytes share a
// row. An update of stock software has 51 at most.
const exactSizes = 64

// figure makes the row of some updates, without saying which.
func (u *updateSizes) figure(s *sizeCounts, where []string) figures.UpdateSizes {
	f := figures.UpdateSizes{Sizes: []figures.SizeCount{}, Query: u.Of(where...), Count: s.count}
	for size, n := range s.all() {
		least, most := size, size
		if size >= exactSizes {
			least = 1 << (bits.Len(uint(size)) - 1)
			most = 2*least - 1
		}
		if last := len(f.Sizes) - 1; last >= 0 && f.Sizes[last].Most == most {
			f.Sizes[last].Count += n
			continue
		}
		f.Sizes = append(f.Sizes, figures.SizeCount{Least: least, Most: most, Count: n, Query: f.Query + sizeIs(least, most)})
	}
	f.Min, f.Max = f.Sizes[0].Least, f.Sizes[len(f.Sizes)-1].Most
	f.P50, f.P90 = sizeAt(0.5, &f), sizeAt(0.9, &f)
	return f
}

// sizeAt is a percentile: nine of ten updates have the bytes of the 0.9 or fewer.
func sizeAt(p float64, f *figures.UpdateSizes) int {
	left := histogram.Rank(p, f.Count)
	for i := range f.Sizes {
		if left -= f.Sizes[i].Count; left <= 0 {
			return f.Sizes[i].Most
		}
	}
	return f.Max
}

// sizeIs is what a size adds to a query.
func sizeIs(least, most int) figures.Query {
	if least == most {
		return figures.Query(" && size == " + strconv.Itoa(least))
	}
	return figures.Query(fmt.Sprintf(" && size in %d..%d", least, most))
}
