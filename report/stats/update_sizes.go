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
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// updateSizes tells how long StateUpdates are, by direction and flags.
type updateSizes struct {
	*base `merge:"-"`
	rows  [2][256]*sizeCounts // nil = there are none
}

// sizeCounts counts payloads by their size, or by a class of sizes.
type sizeCounts [sizeClasses]int64

const (
	// exactSizes is below how many bytes each size is counted for itself. An update of stock
	// software has 51 at most.
	exactSizes = 64
	// sizeClasses is how many there are: from exactSizes on, up to twice as many bytes share
	// one, up to the 13 bits of a length.
	sizeClasses = exactSizes + 7
)

// classOf is the place of a size.
func classOf(size int) int {
	if size < exactSizes {
		return size
	}
	return min(exactSizes+bits.Len(uint(size)/exactSizes)-1, sizeClasses-1)
}

// sizesOf are the sizes of a class.
func sizesOf(class int) (least, most int) {
	if class < exactSizes {
		return class, class
	}
	least = exactSizes << (class - exactSizes)
	return least, 2*least - 1
}

func (u *updateSizes) game(l *line) {
	if l.flags >= 0 {
		u.row(l.from, l.flags)[classOf(len(l.Payload))]++
	}
}

func (u *updateSizes) row(dir, flags int) *sizeCounts {
	if u.rows[dir][flags] == nil {
		u.rows[dir][flags] = &sizeCounts{}
	}
	return u.rows[dir][flags]
}

func (u *updateSizes) settle(s *sums) {
	for dir := range s.sizes {
		for flags, w := range s.sizes[dir] {
			if w == nil {
				continue
			}
			row := u.row(dir, flags)
			for class := range row {
				row[class] += int64(w.counts[0][class]) + int64(w.counts[1][class])
			}
		}
	}
}

func (c *sizeCounts) join(o *sizeCounts) {
	for class, n := range o {
		c[class] += n
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
			if counts == nil || *counts == (sizeCounts{}) {
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

// counts gives those of a direction, or behind these of both; nil = there are none.
func (u *updateSizes) counts(dir, flags int) *sizeCounts {
	if dir < len(u.rows) {
		return u.rows[dir][flags]
	}
	var sum sizeCounts
	for dir := range u.rows {
		if c := u.rows[dir][flags]; c != nil {
			sum.join(c)
		}
	}
	return &sum
}

// figure makes the row of some updates, without saying which.
func (u *updateSizes) figure(counts *sizeCounts, where []string) figures.UpdateSizes {
	f := figures.UpdateSizes{Sizes: []figures.SizeCount{}, Query: u.Of(where...)}
	for class, n := range counts {
		if n == 0 {
			continue
		}
		least, most := sizesOf(class)
		f.Count += n
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
