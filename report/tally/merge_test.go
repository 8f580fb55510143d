package tally_test

import (
	"maps"
	"net/netip"
	"slices"
	"testing"

	"bcdump/report/tally"
)

type counted struct {
	n      int64
	bytes  uint8
	share  float64
	ever   bool
	name   string
	last   string `merge:"last"`
	kind   int    `merge:"first"`
	most   int    `merge:"max"`
	at     netip.Addr
	list   []string
	each   [2]int
	rows   map[string]*counted
	sums   map[string]int
	deeper *counted
	few    few
	kept   int `merge:"-"`
}

// few holds the first two.
type few []int

func (f *few) Merge(o *few) { *f = append(*f, *o...)[:min(len(*f)+len(*o), 2)] }

// Each kind of field is merged in its way, and what has a method Merge by that.
func TestMerge(t *testing.T) {
	one, two := netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("10.0.0.2")
	a := counted{
		n: 3, bytes: 1, share: 0.5, name: "a", last: "a", most: 7, list: []string{"x"}, each: [2]int{1, 2}, kept: 5,
		rows: map[string]*counted{"here": {n: 1}, "both": {n: 2}}, sums: map[string]int{"both": 2}, few: few{1},
	}
	b := counted{
		n: 4, bytes: 2, share: 0.25, ever: true, name: "b", last: "b", kind: 9, most: 6, at: one, list: []string{"y"}, each: [2]int{0, 5}, kept: 7,
		rows: map[string]*counted{"there": {n: 8}, "both": {n: 3}}, sums: map[string]int{"both": 3, "there": 1}, deeper: &counted{n: 1}, few: few{2, 3},
	}
	tally.Merge(&a, &b)
	tally.Merge(&a, &counted{at: two, kind: 2, deeper: &counted{n: 2}})
	switch {
	case a.n != 7, a.bytes != 3, a.share != 0.75, !a.ever, a.each != [2]int{1, 7}:
		t.Errorf("numbers: %+v", a)
	case a.name != "a", a.last != "b", a.kind != 9, a.most != 7, a.at != one:
		t.Errorf("what stays: %+v", a)
	case !slices.Equal(a.list, []string{"x", "y"}), !slices.Equal(a.few, few{1, 2}), a.kept != 5:
		t.Errorf("lists: %+v", a)
	case len(a.rows) != 3, a.rows["both"].n != 5, a.rows["here"].n != 1, a.rows["there"].n != 8, a.deeper.n != 3:
		t.Errorf("rows: %+v", a)
	case !maps.Equal(a.sums, map[string]int{"both": 5, "there": 1}):
		t.Errorf("sums: %v", a.sums)
	}
}
