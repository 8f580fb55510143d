package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"path"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Options say what is compared.
type Options struct {
	Only   []string // sections; empty = all
	Ignore []string // patterns of keys that are left out
	Judge  string   // "server" or "client", whose doings are compared; "" = both
	// Filter is what chose the records, such as those of a time; "" = all are there.
	Filter string
}

// sections in the order in which they are shown, and how much a difference in them weighs.
var sections = []struct {
	name   string
	weight float64
}{
	{"conversation", 1}, {"layout", 0.95}, {"rates", 0.65}, {"rhythm", 0.8}, {"relays", 0.9}, {"joins", 0.7}, {"links", 0.5}, {"rules", 0.72},
}

// Sections lists the sections.
func Sections() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

func (o *Options) asks(section string) bool {
	return len(o.Only) == 0 || slices.Contains(o.Only, section)
}

// wants reports whether a section is asked for, and a key not left out.
func (c *comparison) wants(section, key string) bool {
	return c.options.asks(section) && !slices.ContainsFunc(c.options.Ignore, func(pattern string) bool { return Matches(pattern, section, key) })
}

// Matches reports whether a pattern of --ignore matches a key, with its section before it or without.
func Matches(pattern, section, key string) bool {
	for _, name := range []string{key, section + ":" + key} {
		if ok, _ := path.Match(pattern, name); ok || pattern == name {
			return true
		}
	}
	return false
}

// finding is what a test found, before it is known what all tests found.
type finding struct {
	figures.Difference
	*about
	p       float64 // of a test; NaN = it is no matter of chance
	large   bool    // enough to matter
	never   bool    // one side has none at all
	always  bool    // it counts however small the numbers are: each side has one value only
	certain bool    // the same, and there are some
}

// comparison is one run.
type comparison struct {
	a, b     *Looks
	options  Options
	findings []*finding
	compared map[string]int
}

// Of compares two captures.
func Of(a, b *Looks, o Options) *figures.Diff {
	c := &comparison{a: a, b: b, options: o, compared: map[string]int{}}
	if none := len(a.file.Clients) == 0; none != (len(b.file.Clients) == 0) {
		text := map[bool]string{true: "none", false: "a game"}
		f := c.found(&about{section: "conversation", key: "game", weight: 1}, text[none], text[!none], math.NaN(), 1, true)
		f.Text = "Only one of both has a game: A has " + f.A + ", B has " + f.B
	}
	each(c, a.values, b.values, func(v *values) *about { return &v.about }, c.values)
	each(c, a.rates, b.rates, func(r *rate) *about { return &r.about }, c.rate)
	each(c, a.numbers, b.numbers, func(n *numbers) *about { return &n.about }, c.distance)
	each(c, a.rules, b.rules, ruleAbout, c.verdict)
	return c.diff()
}

// each goes through what both captures have by key, and what one of them has; what one side lacks is nil.
func each[T any](c *comparison, a, b map[string]*T, of func(*T) *about, take func(of *about, x, y *T)) {
	all := maps.Clone(b)
	maps.Copy(all, a)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if of := of(all[key]); c.wants(of.section, of.key) {
			take(of, a[key], b[key])
		}
	}
}

// judged reports whether the doings of a side are asked for, of which one may be by either.
func (o *Options) judged(side string) bool {
	return o.Judge == "" || side == "" || side == o.Judge
}

// compares counts what was compared.
func (c *comparison) compares(of *about) {
	c.compared[of.section] += tally.BoolInt(c.options.judged(of.judges))
}

// found notes what was compared, and what was found.
func (c *comparison) found(of *about, a, b string, p, effect float64, large bool) *finding {
	f := &finding{about: of, p: p, large: large}
	f.Section, f.Key, f.A, f.B, f.Effect = of.section, of.key, a, b, effect
	c.compares(of)
	c.findings = append(c.findings, f)
	return f
}

const (
	// some is the share that one side must have of what the other one never has.
	some = 0.005
	// nearly is the share of a value that stands for all of a side.
	nearly = 0.9
	// mostSure is how many zeros a chance has from which on it counts as none.
	mostSure = 6
	// usual is how much more of what is mixed one side has than the other one.
	usual = 0.8
	// surely is how many of a new value A would have, if it had it as B does, for it to be no chance that it has none, if what A
	// has differs anyway.
	surely = 5
	// mostChoose is of how many clients all must choose the same for it to be no choice.
	mostChoose = 4
)

// filled is what is counted; if a side lacks it but has what it is of, then without values.
func filled(v, other *values, l *Looks) *values {
	if v == nil && other.group != "" {
		v = &values{about: other.about, group: other.group, of: l.groups[other.group], unit: other.unit, where: other.where, chosen: other.chosen, never: other.never}
	} else if v != nil && v.unit == "clients" && v.group != "" {
		v.of = l.groups[v.group]
	}
	return v
}

// values compares what is counted by value.
func (c *comparison) values(of *about, a, b *values) {
	a, b = filled(a, b, c.a), filled(b, a, c.b)
	if a == nil || b == nil || a.of == 0 || b.of == 0 {
		return
	}
	x, y := chief(a), chief(b)
	ca, cb := a.cells[x], b.cells[y]
	chosen := a.chosen || b.chosen
	if ca != nil && cb != nil && x != y && a.cells[y] == nil && b.cells[x] == nil && !a.many && !b.many {
		if chosen && !(a.all(ca) && b.all(cb)) {
			return
		}
		p := c.shareOf(c.a, a, ca).Chance(c.shareOf(c.b, b, nil))
		f := c.found(of, a.words(x, ca)+" in "+a.ofAll(ca), b.words(y, cb)+" in "+b.ofAll(cb), p, float64(ca.count)/float64(a.of), true)
		f.always, f.never = ca.count == a.of && cb.count == b.of && !a.mixed && (a.unit != "times" || min(a.of, b.of) >= fewest), true
		f.certain = f.always && min(a.of, b.of) >= fewest && a.unit != "times"
		if f.always && a.unit == "clients" {
			f.p = math.NaN()
		}
		if a.comes && c.overtakes(a, x) {
			over := *of
			over.weight /= behind
			f.about = &over
		}
		f.ask(a, b, c, x, y)
		f.messages(c, a, ca, cb)
		f.Text = fmt.Sprintf("%s%s%s of A, %s of B", a.title, map[bool]string{true: " ", false: " is "}[a.comes], f.A, f.B)
		return
	}
	if chosen {
		c.compares(of)
		return
	}
	c.shares(of, a, b)
}

// overtakes reports whether a message comes before the one in B behind which it comes in A: of all whose places differ, it has
// moved.
func (c *comparison) overtakes(v *values, after string) bool {
	before := strings.TrimPrefix(after, "after ")
	is := c.b.values["conversation:"+v.subject+" "+before+" order"]
	return is != nil && v.key == v.subject+" "+strings.TrimPrefix(chief(is), "after ")+" order"
}

// chief gives the value that nearly all have; "" = there is none.
func chief(v *values) string {
	for value, c := range v.cells {
		if float64(c.count) >= nearly*float64(v.of) {
			return value
		}
	}
	return ""
}

// all reports whether all of several clients have a value.
func (v *values) all(c *cell) bool {
	return c.count == v.of && bits.OnesCount64(c.clients) >= mostChoose
}

// words are a value, as sentences have it.
func (v *values) words(value string, c *cell) string {
	if v.comes || value == "there" {
		return value
	}
	if c != nil && c.name != "" {
		value += " " + c.name
	}
	return strconv.Quote(value)
}

func (v *values) ofAll(c *cell) string {
	n := int64(0)
	if c != nil {
		n = c.count
	}
	return fmt.Sprintf("%s of %s %s", commas(n), commas(v.of), v.unit)
}

// commas writes a count.
func commas(n int64) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// ask gives the queries of both sides.
func (f *finding) ask(a, b *values, c *comparison, x, y string) {
	f.QueryA, f.LinesA = a.query(c.a, x, a.cells[x])
	f.QueryB, f.LinesB = b.query(c.b, y, b.cells[y])
}

func (c *comparison) shareOf(l *Looks, v *values, x *cell) tally.Share {
	if x == nil {
		return tally.Share{Of: v.of}
	}
	return tally.Share{Count: x.count, Of: v.of, Burst: x.burst(l)}
}

// shares tests the share of each value, and reports the one that differs most surely.
func (c *comparison) shares(of *about, a, b *values) {
	var best *finding
	large, value := 0, ""
	all := maps.Clone(a.cells)
	if all == nil {
		all = map[string]*cell{}
	}
	maps.Copy(all, b.cells)
	for _, v := range slices.Sorted(maps.Keys(all)) {
		x, y := a.cells[v], b.cells[v]
		if x == nil && a.many || y == nil && b.many {
			continue
		}
		sa, sb := c.shareOf(c.a, a, x), c.shareOf(c.b, b, y)
		f := &finding{about: of, p: sa.Chance(sb), never: x == nil || y == nil}
		f.Section, f.Key, f.A, f.B, f.Effect = of.section, of.key, a.ofAll(x), b.ofAll(y), math.Abs(sa.Value()-sb.Value())
		expected := sb.Value() * float64(a.of)
		fresh := x == nil && b.never && (expected >= surely || expected >= 1 && len(a.cells) < 2) // a value that A would have by now is never chance
		if fresh || of.section == "conversation" && f.never && f.Effect >= 0.5 && a.group != "" { // nor that most lack what the others all have
			f.p = math.NaN()
		}
		if f.large = fresh || f.never && f.Effect >= some || sa.Apart(sb) && (!a.mixed || f.Effect >= usual); f.large {
			large++
		}
		if best == nil || f.surer(best) {
			best, value = f, v
		}
	}
	c.compares(of)
	if best == nil {
		return
	}
	best.ask(a, b, c, value, value)
	if best.never {
		best.messages(c, a, a.cells[value], b.cells[value])
	}
	best.Text = fmt.Sprintf("%s: %s in %s of A, %s of B", a.title, a.words(value, all[value]), best.A, best.B)
	if large > 1 {
		best.Text += fmt.Sprintf(" (%s)", tally.Counted(large-1, "more value differs", "more values differ"))
	}
	c.findings = append(c.findings, best)
}

// surer reports whether a value differs more surely than another one, and of two that are as sure, whether by more.
func (f *finding) surer(than *finding) bool {
	sure := func(f *finding) float64 { // what is no chance, and what hardly is one, are as sure
		if math.IsNaN(f.p) {
			return 0
		}
		return max(math.Log10(f.p)+mostSure, 0)
	}
	if f.large != than.large {
		return f.large
	}
	return cmp.Or(cmp.Compare(sure(f), sure(than)), cmp.Compare(than.Effect, f.Effect), cmp.Compare(f.p, than.p)) < 0
}

// unlikeRate is by which factor a rate has to be different to matter.
const unlikeRate = 1.25

// rate compares how often something is sent. How often that is which a battle decides, tells nothing of its software.
func (c *comparison) rate(of *about, a, b *rate) {
	blank := func(r, other *rate, l *Looks) *rate {
		if r != nil {
			return r
		}
		return &rate{about: other.about, where: other.where, minutes: l.minutes, occasional: other.occasional}
	}
	a, b = blank(a, b, c.a), blank(b, a, c.b)
	if a.minutes <= 0 || b.minutes <= 0 {
		return
	}
	text := func(r *rate) string {
		if r.count == 0 {
			return "never"
		}
		return fmt.Sprintf("%s, %.3g %s", commas(r.count), float64(r.count)/r.minutes, r.per)
	}
	burst, never := max(a.burst(c.a), b.burst(c.b)), a.count == 0 || b.count == 0
	f := c.found(of, text(a), text(b), 1, 1, true)
	f.never = never
	f.Text = fmt.Sprintf("%s: %s in A, %s in B", of.title, f.A, f.B)
	f.QueryA, f.QueryB, f.LinesA, f.LinesB = c.a.queries.Of(a.where...), c.b.queries.Of(b.where...), a.count, b.count
	switch {
	case never && a.occasional && !c.hadOccasion(a, b):
		f.large = false
	case a.count == 0 && (!b.occasional || c.otherWay(a)): // what A never sends is not sent by chance
		f.p = math.NaN()
	case never:
		share := a.minutes / (a.minutes + b.minutes)
		if a.count == 0 {
			share = 1 - share
		}
		f.p = math.Pow(share, float64(a.count+b.count)/burst)
	case a.occasional:
		f.large = false
	default:
		ratio := float64(b.count) / b.minutes / float64(a.count) * a.minutes
		spread := math.Sqrt(burst/float64(a.count) + burst/float64(b.count))
		f.p, f.Effect, f.large = beyond(math.Log(ratio)/spread), 1-min(ratio, 1/ratio), max(ratio, 1/ratio) >= unlikeRate
		f.Text += fmt.Sprintf(": %.2f times as many (%.2f to %.2f)", ratio, ratio*math.Exp(-1.96*spread), ratio*math.Exp(1.96*spread))
	}
}

// otherWay reports whether A has messages of the game of a kind in the other direction, so that there was occasion.
func (c *comparison) otherWay(r *rate) bool {
	if !strings.HasPrefix(r.cause, "0x") {
		return false // a side gives up the other one for reasons of its own
	}
	for _, x := range c.a.rates {
		if x.cause == r.cause && x.key != r.key && x.count >= fewest {
			return true
		}
	}
	return false
}

// hadOccasion reports whether a side that never sends what the other one does could have: what people do is none that few of them
// do, and nobody passes on what nobody has sent.
func (c *comparison) hadOccasion(a, b *rate) bool {
	sent, has, lacks := a, c.a, c.b
	if a.count == 0 {
		sent, has, lacks = b, c.b, c.a
	}
	if sent.aspect == string(decode.ToServer) {
		return min(bits.OnesCount64(sent.clients), len(lacks.file.Clients)) >= mostChoose
	}
	original := sent.cause + " " + string(decode.ToServer)
	return has.rates[original] == nil || lacks.rates[original] != nil
}

const (
	// apart is the distance of two distributions from which on it matters, if their middle or their upper end is
	// different too.
	apart      = 0.2
	otherP50   = 1.1
	otherP90   = 1.25
	mostSample = 400 // numbers that follow one another are alike: no more count
	// fewest is how many numbers each side must have at least, if all of one side lie beyond all of the other one, and far.
	fewest = 3
	far    = 2.0
)

// distance compares times and sizes.
func (c *comparison) distance(of *about, a, b *numbers) {
	if a == nil || b == nil {
		return
	}
	at := func(n *numbers, share float64) float64 {
		value, _ := n.Percentile(share)
		return value
	}
	middle := func(n *numbers) string {
		return strings.ReplaceAll(fmt.Sprintf("p50 %.4g %s, p90 %.4g %s of %s", at(n, 0.5), a.unit, at(n, 0.9), a.unit, commas(n.Count)), " ,", ",")
	}
	d := furthest(&a.Histogram, &b.Histogram)
	differs := func(share, by float64) bool {
		p, q := at(a, share), at(b, share)
		return math.Abs(p-q) > a.least && factor(p, q) >= by
	}
	f := c.found(of, middle(a), middle(b), kolmogorov(d, float64(min(a.Count, mostSample)), float64(min(b.Count, mostSample))), d, d >= apart && (differs(0.5, otherP50) || a.unit == "ms" && differs(0.9, otherP90))) // large blocks are those of some classes of ships
	beyond := func(low, high *numbers) bool {
		most, least := at(low, 0.75), at(high, 0.25)
		return least-most > a.least && factor(most, least) >= far
	}
	f.always = f.large && min(a.Count, b.Count) >= fewest && (beyond(a, b) || beyond(b, a))
	if a.where != nil {
		f.QueryA, f.QueryB = c.a.queries.Of(a.where...), c.b.queries.Of(b.where...)
	}
	f.Text = fmt.Sprintf("%s %s in A, %s in B: distance %.2f", of.title, f.A, f.B, d)
}

// furthest is the distance of Kolmogorov and Smirnov: how much the shares of the numbers up to any value differ at most.
func furthest(a, b *histogram.Histogram) (most float64) {
	inA, inB := 0.0, 0.0
	valuesA, countsA := a.Bins()
	valuesB, countsB := b.Bins()
	for i, j := 0, 0; i < len(valuesA) && j < len(valuesB); {
		upTo := min(valuesA[i], valuesB[j])
		for ; i < len(valuesA) && valuesA[i] == upTo; i++ {
			inA += countsA[i] / float64(a.Count)
		}
		for ; j < len(valuesB) && valuesB[j] == upTo; j++ {
			inB += countsB[j] / float64(b.Count)
		}
		most = max(most, math.Abs(inA-inB))
	}
	return min(most, 1) // sums of shares are rounded
}

func factor(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return map[bool]float64{true: 1, false: math.Inf(1)}[a == b]
	}
	return max(a/b, b/a)
}

// beyond is how likely a normal number is at least so far from 0, in either direction.
func beyond(z float64) float64 { return 1 - math.Erf(math.Abs(z)/math.Sqrt2) }

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

func ruleAbout(r *figures.CheckRule) *about {
	weight := map[string]float64{"error": 1, "warning": 0.7, "info": 0.4}[r.Severity] * map[string]float64{"server": 1, "client": 0.6}[r.Judges]
	return &about{section: "rules", key: r.ID + " " + r.Judges, title: r.Judges + ": " + r.ID, subject: r.ID + " " + r.Judges, weight: weight, judges: r.Judges}
}

// seldom is the share of instances below which a rule may be broken by chance, as by what the network loses, if there are
// several.
const seldom, several = 0.34, 8

// verdict compares what rules say.
func (c *comparison) verdict(of *about, a, b *figures.CheckRule) {
	if a == nil || b == nil || a.Verdict == figures.NotJudged || b.Verdict == figures.NotJudged {
		return
	}
	if a.Verdict == b.Verdict {
		c.compares(of)
		return
	}
	// That B breaks what A keeps is no chance if nothing of it is tolerated. All violations
	// together may be within the tolerance: those of a part that tolerates nothing are not by chance.
	p, certain := tally.Share{Count: a.Violations, Of: a.Instances}.Chance(tally.Share{Count: b.Violations, Of: b.Instances}), false
	for _, r := range []*figures.CheckRule{a, b} {
		intolerable := r.Verdict == figures.Failed && float64(r.Violations) <= r.Tolerance*float64(r.Instances)
		certain = certain || max(a.Tolerance, b.Tolerance) == 0 || intolerable || float64(r.Violations) >= seldom*float64(max(r.Instances, 1)) || r.Instances < several
	}
	if certain && b.Verdict == figures.Failed {
		p = math.NaN()
	}
	judged := func(r *figures.CheckRule) (string, figures.Query) {
		text, q := fmt.Sprintf("kept (%s of %s broken)", commas(r.Violations), commas(r.Instances)), figures.Query("")
		if r.Verdict == figures.Failed {
			text = fmt.Sprintf("broken %s of %s times", commas(r.Violations), commas(r.Instances))
		}
		if len(r.Frames) > 0 {
			q = r.Frames[0].Query
		}
		return text, q
	}
	x, qa := judged(a)
	y, qb := judged(b)
	f := c.found(of, x, y, p, 1, true)
	f.QueryA, f.QueryB = qa, qb
	f.Text = fmt.Sprintf("%s is %s in A, %s in B", of.title, f.A, f.B)
}

// diff puts what was found in order.
func (c *comparison) diff() *figures.Diff {
	out := &figures.Diff{Version: figures.Version, A: c.a.file, B: c.b.file, Only: c.options.Only, Judge: c.options.Judge, Compared: []figures.DiffCount{}, Tables: c.tables()}
	falseDiscovery(c.findings)
	differ, few := map[string]int{}, map[string]int{}
	var sure []*finding
	for _, f := range c.findings {
		switch {
		case !f.large:
		case f.p > tally.Discoveries && !f.always:
			few[f.Section] += tally.BoolInt(c.options.judged(f.judges))
		default:
			f.rate()
			sure = append(sure, f)
		}
	}
	out.Differences = together(sure, &c.options)
	rank(out.Differences)
	for i := range out.Differences {
		differ[out.Differences[i].Section] += max(len(out.Differences[i].Parts), 1)
	}
	for _, s := range sections {
		if n := (figures.DiffCount{Section: s.name, Compared: c.compared[s.name], TooFew: few[s.name], Differ: differ[s.name]}); n.Compared > 0 {
			out.Compared = append(out.Compared, n)
		}
	}
	out.Equal = len(out.Differences) == 0
	return out
}

// falseDiscovery puts q for p: the share of findings that came by chance among all that are as unlikely (Benjamini and
// Hochberg).
func falseDiscovery(findings []*finding) {
	order := slices.DeleteFunc(slices.Clone(findings), func(f *finding) bool { return math.IsNaN(f.p) })
	slices.SortStableFunc(order, func(a, b *finding) int { return cmp.Compare(a.p, b.p) })
	q := 1.0
	for i, f := range slices.Backward(order) {
		q = min(q, f.p*float64(len(order))/float64(i+1))
		f.p = q
	}
}

// rate gives a finding the score by which it is in order.
func (f *finding) rate() {
	weight := 0.5
	for _, s := range sections {
		if s.name == f.Section {
			weight = s.weight
		}
	}
	sure, effect := 1.0, f.Effect
	if !math.IsNaN(f.p) {
		p := f.p
		f.Chance = &p
		sure = 0.5 + 0.5*min(-math.Log10(max(p, 1e-9))/mostSure, 1)
	}
	if f.Effect >= nearly && !(f.p > tally.Discoveries) || f.certain {
		sure = max(sure, 0.9)
	}
	if f.never {
		effect = max(effect, 0.6)
	}
	f.Score = weight * f.weight * sure * (0.4 + 0.6*effect)
}

// rank puts differences in order.
func rank(list []figures.Difference) {
	slices.SortStableFunc(list, byScore)
	for i := range list {
		list[i].Rank = i + 1
	}
}

func byScore(a, b figures.Difference) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Key, b.Key))
}

// again is how much less a difference weighs if a more significant one has the same cause.
const again = 0.6

// together makes differences of findings: those of one subject are one, the most significant first; what was found of copies
// belongs to what was found of their originals, if there is nothing else in it. What is not judged is left out, and what only
// follows from it.
func together(sure []*finding, o *Options) []figures.Difference {
	slices.SortStableFunc(sure, func(a, b *finding) int { return byScore(a.Difference, b.Difference) })
	var groups [][]*finding
	for _, f := range sure {
		i := slices.IndexFunc(groups, func(g []*finding) bool {
			return f.aspect != "" && g[0].Section == f.Section && g[0].subject == f.subject
		})
		if i < 0 {
			groups = append(groups, []*finding{f})
		} else {
			groups[i] = append(groups[i], f)
		}
	}
	list, causes := []figures.Difference{}, map[string]bool{}
	taken := map[*finding]bool{}
	for i, g := range groups {
		for _, h := range groups {
			a, b := h[0], groups[i][0]
			if a.Section == "layout" && b.Section == a.Section && a.cause != "" && a.cause == b.cause && b.origin && !a.origin && has(g, h) {
				taken[a] = true
				groups[i] = append(groups[i], h...)
			}
		}
	}
	for _, g := range groups {
		follows := o.Judge == sides[toClient] && g[0].Section == "rates" && slices.ContainsFunc(g, func(f *finding) bool { return !o.judged(f.judges) })
		if taken[g[0]] || follows || g[0].Section == "layout" && !o.judged(g[0].judges) {
			continue
		}
		if g[0].Section != "layout" {
			g = slices.DeleteFunc(g, func(f *finding) bool { return !o.judged(f.judges) })
		}
		if len(g) == 0 {
			continue
		}
		d := difference(g)
		if cause := g[0].cause; cause != "" {
			if causes[cause] {
				d.Score *= again
			}
			causes[cause] = true
		}
		list = append(list, d)
	}
	return list
}

// has reports whether some findings have all aspects of others.
func has(list, of []*finding) bool {
	for _, f := range of {
		if !slices.ContainsFunc(list, func(own *finding) bool { return own.aspect == f.aspect }) {
			return false
		}
	}
	return true
}

// maxNamed bounds the aspects that a sentence names.
const maxNamed = 4

// difference makes one of all findings of a subject.
func difference(g []*finding) figures.Difference {
	d := g[0].Difference
	d.Judges = g[0].judges
	if len(g) == 1 {
		return d
	}
	var names []string
	for i, f := range g {
		d.Parts = append(d.Parts, f.DiffPart)
		if i > 0 && len(names) < maxNamed {
			name := f.aspect
			if f.subject != g[0].subject {
				name = f.title
			}
			names = append(names, name)
		}
	}
	d.Text += "; also " + strings.Join(names, ", ")
	if more := len(g) - 1 - len(names); more > 0 {
		d.Text += fmt.Sprintf(" and %d more", more)
	}
	return d
}
