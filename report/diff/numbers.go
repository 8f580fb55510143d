package diff

import (
	"fmt"
	"math"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// rates compares how often things are sent.
func (c *comparison) rates() {
	each(c.a.Rates, c.b.Rates, func(r *figures.NormalRate) string { return r.Key }, func(a, b *figures.NormalRate) {
		a, b = blank(a, b, c.a), blank(b, a, c.b)
		if a.Minutes <= 0 || b.Minutes <= 0 || !c.wants("rates", a.Key) {
			return
		}
		c.compared["rates"]++
		f := rateOf(a, b)
		if a.Count == 0 && (!b.Occasional || c.otherWay(a)) {
			f.p = math.NaN() // what A never sends is not sent by chance
		}
		c.found(f)
	})
}

// otherWay reports whether A has messages of a kind in the other direction, so that there was occasion.
func (c *comparison) otherWay(r *figures.NormalRate) bool {
	return slices.ContainsFunc(c.a.Rates, func(x figures.NormalRate) bool { return x.Cause == r.Cause && x.Key != r.Key && x.Count >= fewest })
}

// blank is a rate; if a side has none, then one that counts nothing.
func blank(r, other *figures.NormalRate, side *figures.Normal) *figures.NormalRate {
	if r != nil {
		return r
	}
	return &figures.NormalRate{About: other.About, Burst: other.Burst, Query: other.Query, Minutes: side.Minutes}
}

// unlikeRate is by which factor a rate has to be different to matter.
const unlikeRate = 1.25

func rateOf(a, b *figures.NormalRate) (f finding) {
	ra, rb := float64(a.Count)/a.Minutes, float64(b.Count)/b.Minutes
	f.about, f.Section, f.Key = &a.About, "rates", a.Key
	f.A, f.B = rateText(a, ra), rateText(b, rb)
	f.QueryA, f.QueryB, f.LinesA, f.LinesB = a.Query, b.Query, a.Count, b.Count
	f.Text = fmt.Sprintf("%s: %s in A, %s in B", a.Title, f.A, f.B)
	burst := max(a.Burst, b.Burst)
	if f.never = a.Count == 0 || b.Count == 0; f.never {
		share, n := a.Minutes/(a.Minutes+b.Minutes), float64(a.Count+b.Count)
		if a.Count == 0 {
			share = 1 - share
		}
		f.p, f.Effect, f.large = math.Pow(share, n/burst), 1, true
		return f
	}
	ratio := rb / ra
	spread := math.Sqrt(burst/float64(a.Count) + burst/float64(b.Count))
	f.p = beyond(math.Log(ratio) / spread)
	f.Effect = 1 - min(ratio, 1/ratio)
	f.large = max(ratio, 1/ratio) >= unlikeRate
	f.Text += fmt.Sprintf(": %.2f times as many (%.2f to %.2f)", ratio, ratio*math.Exp(-1.96*spread), ratio*math.Exp(1.96*spread))
	return f
}

func rateText(r *figures.NormalRate, rate float64) string {
	if r.Count == 0 {
		return "never"
	}
	return fmt.Sprintf("%s, %.3g %s", number(r.Count), rate, r.Per)
}

const (
	// apart is the distance of two distributions from which on it matters, if their middle or their upper
	// end is different too.
	apart      = 0.2
	otherP50   = 1.1
	otherP90   = 1.25
	mostSample = 400 // numbers that follow one another are alike: no more count
)

// distributions compares times and sizes.
func (c *comparison) distributions() {
	each(c.a.Distributions, c.b.Distributions, func(d *figures.Distribution) string { return d.Key }, func(a, b *figures.Distribution) {
		if a == nil || b == nil || !c.wants("rhythm", a.Key) {
			return
		}
		c.compared["rhythm"]++
		c.found(distance(a, b))
	})
}

func distance(a, b *figures.Distribution) (f finding) {
	d := furthest(a, b)
	na, nb := sum(a.Counts), sum(b.Counts)
	f.p, f.Effect = kolmogorov(d, min(na, mostSample), min(nb, mostSample)), d
	ma, mb := quantile(a, 0.5), quantile(b, 0.5)
	ua, ub := quantile(a, 0.9), quantile(b, 0.9)
	f.large = d >= apart && (math.Abs(ma-mb) > a.Least && factor(ma, mb) >= otherP50 || math.Abs(ua-ub) > a.Least && factor(ua, ub) >= otherP90)
	f.always = f.large && separate(a, b) && min(na, nb) >= fewest
	f.about, f.Section, f.Key = &a.About, "rhythm", a.Key
	f.A, f.B = middle(ma, ua, na, a.Unit), middle(mb, ub, nb, b.Unit)
	f.QueryA, f.QueryB = a.Query, b.Query
	f.Text = fmt.Sprintf("%s %s in A, %s in B: distance %.2f", a.Title, f.A, f.B, d)
	return f
}

// furthest is the distance of Kolmogorov and Smirnov: how much the shares of the numbers up to any value
// differ at most.
func furthest(a, b *figures.Distribution) (most float64) {
	na, nb, inA, inB := sum(a.Counts), sum(b.Counts), 0.0, 0.0
	for i, j := 0, 0; i < len(a.Values) && j < len(b.Values); {
		upTo := min(a.Values[i], b.Values[j])
		for ; i < len(a.Values) && a.Values[i] == upTo; i++ {
			inA += a.Counts[i] / na
		}
		for ; j < len(b.Values) && b.Values[j] == upTo; j++ {
			inB += b.Counts[j] / nb
		}
		most = max(most, math.Abs(inA-inB))
	}
	return min(most, 1) // sums of shares are rounded
}

// quantile is the first value up to which there is at least a share of the numbers.
func quantile(d *figures.Distribution, share float64) float64 {
	least, seen := share*sum(d.Counts), 0.0
	for i, n := range d.Counts {
		if seen += n; seen >= least {
			return d.Values[i]
		}
	}
	return d.Values[len(d.Values)-1]
}

// fewest is how many numbers each side must have at least, if all of one side lie beyond all of the other
// one, and far.
const (
	fewest = 3
	far    = 2.0
)

// separate reports whether nearly all numbers of one side are much greater than nearly all of the other
// one.
func separate(a, b *figures.Distribution) bool {
	beyond := func(low, high *figures.Distribution) bool {
		most, least := quantile(low, 0.75), quantile(high, 0.25)
		return least-most > a.Least && factor(most, least) >= far
	}
	return beyond(a, b) || beyond(b, a)
}

func sum(list []float64) (s float64) {
	for _, x := range list {
		s += x
	}
	return s
}

func factor(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return map[bool]float64{true: 1, false: math.Inf(1)}[a == b]
	}
	return max(a/b, b/a)
}

func middle(p50, p90, n float64, unit string) string {
	if unit != "" {
		unit = " " + unit
	}
	return fmt.Sprintf("p50 %.4g%s, p90 %.4g%s of %s", p50, unit, p90, unit, number(int64(n)))
}

// verdicts compares what rules say.
func (c *comparison) verdicts() {
	each(c.a.Verdicts, c.b.Verdicts, func(v *figures.NormalVerdict) string { return v.Key }, func(a, b *figures.NormalVerdict) {
		if a == nil || b == nil || !c.wants("rules", a.Key) {
			return
		}
		if a.Verdict == figures.NotJudged || b.Verdict == figures.NotJudged {
			return
		}
		c.compared["rules"]++
		if a.Verdict != b.Verdict {
			c.found(verdict(a, b))
		}
	})
}

func verdict(a, b *figures.NormalVerdict) (f finding) {
	f.p, f.large, f.Effect = math.NaN(), true, 1
	tolerated := max(a.Tolerance, b.Tolerance) > 0 && !intolerable(a) && !intolerable(b) // what is not, is not broken by chance
	if tolerated && brokenShare(a) < seldom && brokenShare(b) < seldom && min(a.Instances, b.Instances) >= several {
		f.p = tally.Share{Count: a.Violations, Of: a.Instances}.Chance(tally.Share{Count: b.Violations, Of: b.Instances})
	}
	f.about = &a.About
	f.Section, f.Key, f.A, f.B = "rules", a.Key, judged(a), judged(b)
	f.QueryA, f.QueryB = a.Query, b.Query
	f.Text = fmt.Sprintf("%s is %s in A, %s in B", a.Title, f.A, f.B)
	return f
}

// intolerable reports whether a part of a rule that tolerates nothing has failed: all violations together
// are within the tolerance.
func intolerable(v *figures.NormalVerdict) bool {
	return v.Verdict == figures.Failed && float64(v.Violations) <= v.Tolerance*float64(v.Instances)
}

// seldom is the share of instances below which a rule may be broken by chance, as by what the network
// loses, if there are several.
const (
	seldom  = 0.34
	several = 8
)

func brokenShare(v *figures.NormalVerdict) float64 {
	return float64(v.Violations) / float64(max(v.Instances, 1))
}

func judged(v *figures.NormalVerdict) string {
	if v.Verdict == figures.Failed {
		return fmt.Sprintf("broken %s of %s times", number(v.Violations), number(v.Instances))
	}
	return fmt.Sprintf("kept (%s of %s broken)", number(v.Violations), number(v.Instances))
}

// sideBySide gives the tables whose rows differ.
func (c *comparison) sideBySide() {
	c.tables = []figures.DiffTable{}
	each(c.a.Tables, c.b.Tables, func(t *figures.NormalTable) string { return t.Section + ":" + t.Title }, func(a, b *figures.NormalTable) {
		if a == nil || b == nil || !c.wants(a.Section, a.Title) {
			return
		}
		c.tables = append(c.tables, c.table(a, b))
	})
}

func (c *comparison) table(a, b *figures.NormalTable) figures.DiffTable {
	t := figures.DiffTable{Section: a.Section, Title: a.Title, Columns: a.Columns, Rows: []figures.DiffRow{}}
	key := func(side int) func(*figures.NormalRow) string {
		return func(r *figures.NormalRow) string { return c.rowKey(r, side) }
	}
	other, used := map[string]*figures.NormalRow{}, map[string]bool{}
	for i := range b.Rows {
		other[key(1)(&b.Rows[i])] = &b.Rows[i]
	}
	for i := range a.Rows {
		k := key(0)(&a.Rows[i])
		used[k] = true
		add(&t, k, &a.Rows[i], other[k])
	}
	for i := range b.Rows {
		if k := key(1)(&b.Rows[i]); !used[k] {
			add(&t, k, nil, &b.Rows[i])
		}
	}
	return t
}

func add(t *figures.DiffTable, key string, a, b *figures.NormalRow) {
	row := figures.DiffRow{Key: key, A: []string{}, B: []string{}}
	if a != nil {
		row.A = a.Cells
	}
	if b != nil {
		row.B = b.Cells
	}
	if slices.Equal(row.A, row.B) {
		t.Equal++
		return
	}
	t.Rows = append(t.Rows, row)
}

// rowKey names a row: that of a connection by the names of both sides.
func (c *comparison) rowKey(r *figures.NormalRow, side int) string {
	if r.Party < 0 {
		return r.Key
	}
	for i, p := range c.pairs {
		if at := [2]int{p.a, p.b}[side]; at == r.Party {
			return fmt.Sprintf("%d%s", i+1, c.nameOf(p))
		}
	}
	return fmt.Sprintf("%d of B", r.Party+1)
}

// nameOf is the name of a pair behind its number; both, if they are not the same.
func (c *comparison) nameOf(p pair) string {
	a, b := c.a.Parties[p.a].Name, ""
	if p.b >= 0 {
		b = c.b.Parties[p.b].Name
	}
	switch {
	case a == "" && b == "":
		return ""
	case a == b || b == "":
		return " " + a
	}
	return " " + a + ", " + b
}

// beyond is how likely a normal number is at least so far from 0, in either direction.
func beyond(z float64) float64 {
	return 1 - math.Erf(math.Abs(z)/math.Sqrt2)
}

// kolmogorov is how likely a distance between two samples is at least d, if they are of one distribution.
func kolmogorov(d, na, nb float64) float64 {
	n := math.Sqrt(na * nb / (na + nb))
	x := (n + 0.12 + 0.11/n) * d
	if x < 0.2 {
		return 1
	}
	sum, sign := 0.0, 1.0
	for k := 1.0; k <= 100; k++ {
		sum += sign * math.Exp(-2*k*k*x*x)
		sign = -sign
	}
	return min(max(2*sum, 0), 1)
}
