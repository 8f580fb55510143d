package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// finding is the verdict on one of those whom a rule judges, and what it is made of.
type finding struct {
	*watch
	figures.CheckRule
	side   Who     // Server or Client
	index  int     // among the verdicts
	on     []*link // that it is judged on
	parts  []sum   // of the rule, on these
	spells []charge
	named  []*Violation // the first, and some of each cause
}

// sum is what was counted of a part of a rule.
type sum struct {
	count
	first []*Violation
}

// charge is a time of violations of a part of a rule on a link.
type charge struct {
	*spell
	link *link
	part int
}

func (w *watch) verdict(side Who) *finding {
	r := w.rule
	b := &finding{watch: w, side: side, parts: make([]sum, len(r.parts())), CheckRule: figures.CheckRule{
		ID: r.ID, Area: w.area, Says: r.Says, Judges: side.String(), Severity: r.Severity, Evidence: r.Evidence,
		Verdict: figures.Passed, Frames: []figures.CheckFrame{},
	}}
	left, judged := b.collect(), false
	for i, part := range r.parts() {
		s, tolerance := &b.parts[i], w.tolerance(part, side)
		b.Instances, b.Violations, b.Tolerance = b.Instances+s.instances, b.Violations+s.violations, max(b.Tolerance, tolerance)
		b.Burst = max(b.Burst, w.bursts[w.place(side, i)].size(s.count))
		if s.instances < max(part.Minimum, 1) {
			continue
		}
		if judged = true; float64(s.violations) > w.allowed(part, tolerance, s) {
			b.Verdict = figures.Failed
		}
	}
	for _, v := range b.named[:min(len(b.named), mostShown)] {
		b.Frames = append(b.Frames, v.figure())
	}
	if reason := w.unfit(); reason != "" || !judged {
		b.Verdict, b.Reason = figures.NotJudged, cmp.Or(reason, left, w.nothing(b.Instances))
	}
	return b
}

// collect adds up the links that the rule is judged on; left says what it is if one was left out.
func (b *finding) collect() (left string) {
	for _, l := range append([]*link{&b.nowhere}, b.links...) {
		if why := b.leftOut(l, b.side); why != "" {
			left = max(left, b.missed(l, b.side, why))
			continue
		}
		b.on = append(b.on, l)
		for i := range b.parts {
			place, s := b.place(b.side, i), &b.parts[i]
			s.add(l.counts[place])
			x := l.broken(place)
			for _, spell := range x.spells {
				b.spells = append(b.spells, charge{spell, l, i})
			}
			for k := range x.named {
				s.first, b.named = append(s.first, &x.named[k]), append(b.named, &x.named[k])
			}
			for k := range x.alone {
				b.named = append(b.named, &x.alone[k])
			}
		}
	}
	slices.SortStableFunc(b.named, byMoment)
	return left
}

// tolerance gives that of a part, for the side that is judged.
func (w *watch) tolerance(p Part, side Who) float64 {
	to := toClient
	if side == Client {
		to = toServer
	}
	switch {
	case w.unseen > 0 && w.rule.Needs&Whole != 0:
		return min(max(p.Tolerance, p.WithLoss)+4*w.unseen, 1)
	case p.PlusLoss:
		return p.Tolerance + w.loss(to)
	case p.WithLoss > p.Tolerance && w.match.Numbered()[to].Missing > 0:
		return p.WithLoss
	}
	return p.Tolerance
}

// allowed is how many violations a part may have. Where loss counts, one does not make a habit, nor do those
// of one datagram, which are lost together: of a few instances the share would be less than one.
func (w *watch) allowed(p Part, tolerance float64, s *sum) float64 {
	most := tolerance * float64(s.instances)
	switch {
	case w.rule.Needs&Whole != 0 && w.unseen > 0:
		most += 3 * math.Sqrt(most) // what is missing comes by chance
	case p.WithLoss == 0 || !w.lossy():
		return most
	}
	together := map[int64]float64{} // by frame
	for _, v := range s.first {
		together[v.At.Frame]++
		most = max(most, together[v.At.Frame])
	}
	return max(most, 1)
}

func byMoment(a, b *Violation) int {
	if a.At.Frame != b.At.Frame {
		return cmp.Compare(a.At.Frame, b.At.Frame)
	}
	return cmp.Or(cmp.Compare(a.At.Index, b.At.Index), cmp.Compare(number(a), number(b)), cmp.Compare(a.Text, b.Text))
}

func number(v *Violation) int {
	if v.Link == nil {
		return 0
	}
	return v.Link.Number
}

// missed gives the reason why a link is left out, if it has instances.
func (w *watch) missed(l *link, side Who, why string) string {
	for i := range w.rule.parts() {
		if l.counts[w.place(side, i)].instances > 0 {
			return why
		}
	}
	return ""
}

// conditions say of each what it is, and why a capture, or a link, does not meet it; "" = it does.
var conditions = [...]struct {
	need  Needs
	text  string
	lacks func(*watch) string
	link  func(*watch, *link, Who) string
}{
	{Joined, "a join in the capture", nil, func(w *watch, l *link, _ Who) string { return when(!l.Joined, cmp.Or(w.oneWay(), noJoin)) }},
	{NearHost, "captured near the host", nil, func(w *watch, l *link, _ Who) string { return when(!w.atHost(l), "not captured near the host") }},
	{NearJudged, "captured near the side that is judged", nil, func(w *watch, l *link, side Who) string {
		return when(side == Server && !w.atHost(l) || side == Client && !l.near(side), "not captured near the "+side.String())
	}},
	{Uncut, "no datagram cut by a snap length, or left out for its size", func(w *watch) string {
		return cmp.Or(when(w.cut, "datagrams are cut by a snap length"), w.DroppedSizes())
	}, nil},
	{TwoClients, "two clients in the game at the same time", func(w *watch) string {
		most, _ := w.together()
		return when(most < 2, cmp.Or(w.oneWay(), "never two clients in the game at the same time"))
	}, nil},
	{Loss05, "at most 0.5 % of the messages missing or late", atMost(0.005), nil},
	{Loss2, "at most 2 % of the messages missing or late", atMost(0.02), nil},
	{Loss5, "at most 5 % of the messages missing or late", atMost(0.05), nil},
	{Known, "ships of a known class", nil, nil},
	{Creation, "the creation of the ship by its owner", nil, nil},
	{NoHole, "nothing missing on the receiving link at that time", nil, nil},
	{Undropped, "every message that came", func(w *watch) string {
		return when(w.unseen > 0, "the capture lacks messages that came")
	}, nil},
	{Whole, "every message that came (else nothing is judged within 1 s of one that is missing, and one violation, or about four times the share that is missing, is allowed)", nil, nil},
	{Dropped5, "at most 5 % of what came missing", func(w *watch) string { return w.DroppedMany() }, nil},
	{GameSpy, "GameSpy traffic", func(w *watch) string { return when(len(w.texts) == 0, "no GameSpy query in the capture") }, nil},
	{Entities, "entity-state traffic", nil, nil},
}

const noJoin = "no join in the capture"

// when gives a reason if it is so.
func when(is bool, why string) string {
	if !is {
		return ""
	}
	return why
}

func atMost(missing float64) func(*watch) string {
	return func(w *watch) string {
		worst := max(w.loss(toServer), w.loss(toClient))
		return when(worst > missing, fmt.Sprintf("%.3g %% of the messages are missing or late: more than %.3g %%", 100*worst, 100*missing))
	}
}

// leftOut says why what happened on a link is not judged; "" = it is.
func (w *watch) leftOut(l *link, side Who) (why string) {
	for _, c := range conditions {
		if why == "" && l.Connection != nil && w.rule.Needs&c.need != 0 && c.link != nil {
			why = c.link(w, l, side)
		}
	}
	return why
}

// unfit says why the capture does not allow to judge the rule; "" = it does.
func (w *watch) unfit() string {
	for _, c := range conditions {
		if w.rule.Needs&c.need != 0 && c.lacks != nil {
			if why := c.lacks(w); why != "" {
				return why
			}
		}
	}
	order := Needs(0) // what the rules need that judge by who comes first
	switch {
	case w.times.Shuffled > 0, w.times.Twice:
		order = TwoClients | Creation | Known | Joined
	case w.times.Apart > 0:
		order = TwoClients | Creation | Known
	}
	if w.rule.Times == 0 && w.rule.Needs&order == 0 {
		return ""
	}
	return w.times.Fault(w.rule.Times)
}

// loss is the share of the messages of a direction before which others are missing.
func (t *trial) loss(to int) float64 { return t.match.Numbered()[to].Share() }

// drops is the share of numbers that the capture lacks though they came: their receiver acknowledges them, or it has nothing of
// their sender then.
func (t *trial) drops() float64 {
	came, all := t.lacked, int64(0)
	for _, l := range t.links {
		for to := range l.numbers {
			for i := range l.numbers[to] {
				n := &l.numbers[to][i]
				for _, h := range n.holes {
					if h.unseen || t.Lacks(l.Link, to == toClient, h.from, h.to) {
						came += h.high - h.low + 1
					}
				}
				if n.started && t.Lacks(l.Link, to == toClient, n.newestAt, t.until) {
					came += max(n.acked-n.newest, 0) // nothing follows that shows it
				}
				if n.started && t.Lacks(l.Link, to == toClient, l.First.Time, n.startAt) {
					came += max(n.lowest, 1) // nothing comes before
				}
				all += n.newest - n.lowest + 1
			}
		}
	}
	return float64(came) / float64(max(all, 1))
}

// nothing says what is missing if there were too few instances.
func (w *watch) nothing(instances int64) string {
	switch needs := w.rule.Needs; {
	case instances > 0:
		return fmt.Sprintf("only %d to judge (%s)", instances, w.rule.Counts)
	case w.oneWay() != "":
		return w.oneWay()
	case needs&Joined != 0 && !w.joins():
		return noJoin
	}
	return "nothing to judge (" + w.rule.Counts + ")"
}

func (t *trial) joins() bool {
	return slices.ContainsFunc(t.links, func(l *link) bool { return l.Joined })
}

func (x *Violation) figure() figures.CheckFrame {
	queries := tally.Queries{}
	return figures.CheckFrame{
		Frame: x.At.Frame, Index: x.At.Index, Client: client(x.Link), Who: nameOfLink(x.Link), Text: x.Text, Times: x.Times,
		Query: queries.Of(tally.FramesIn(x.At.Frame, x.At.Frame)),
	}
}

func nameOfLink(l *match.Connection) string {
	if l == nil {
		return ""
	}
	return tally.NameOf(l)
}

func client(l *match.Connection) int {
	if l == nil {
		return 0
	}
	return int(l.Link)
}
