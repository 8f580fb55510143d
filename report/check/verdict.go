package check

import (
	"cmp"
	"fmt"
	"slices"
)

// Outcome is what is said of a rule.
type Outcome uint8

// Outcomes.
const (
	Pass Outcome = iota
	Fail
	NotJudged
)

// String names an outcome as JSON does.
func (o Outcome) String() string { return [...]string{"pass", "fail", "not_judged"}[o] }

// Verdict is what is said of a rule and of one of those whom it judges.
type Verdict struct {
	Rule                  *Rule
	Judges                Who // Server or Client
	Outcome               Outcome
	Reason                string // why it is not judged
	Instances, Violations int64
	Tolerance             float64 // of the part with most violations
	Burst                 float64 // how many violations come at once, of the part where it is most
	First                 []Violation
	on                    []*link // that it is judged on
	ofParts               []sum   // on these
}

func (w *watch) verdict(side Who) Verdict {
	v := Verdict{Rule: w.rule, Judges: side}
	sums, on, left := w.sums(side)
	v.on, v.ofParts = on, sums
	judged := false
	for i, part := range w.rule.parts() {
		s := sums[i]
		v.Instances, v.Violations = v.Instances+s.instances, v.Violations+s.violations
		v.First = append(v.First, s.first[:min(len(s.first), mostShown)]...)
		tolerance := w.tolerance(part, side)
		v.Tolerance = max(v.Tolerance, tolerance)
		v.Burst = max(v.Burst, w.bursts[w.place(side, i)].size(s.count))
		if s.instances < max(part.Minimum, 1) {
			continue
		}
		judged = true
		if float64(s.violations) > w.allowed(part, tolerance, &s) {
			v.Outcome = Fail
		}
	}
	slices.SortStableFunc(v.First, func(a, b Violation) int { return cmp.Compare(a.At.Frame, b.At.Frame) })
	v.First = v.First[:min(len(v.First), mostShown)]
	if reason := w.unfit(); reason != "" || !judged {
		v.Outcome, v.Reason = NotJudged, cmp.Or(reason, left, w.nothing(v.Instances))
	}
	return v
}

// tolerance gives that of a part, for the side that is judged.
func (w *watch) tolerance(p Part, side Who) float64 {
	to := toClient
	if side == Client {
		to = toServer
	}
	switch {
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
	if p.WithLoss == 0 || !w.lossy() {
		return most
	}
	together := map[int64]float64{} // by frame
	for _, v := range s.first {
		together[v.At.Frame]++
		most = max(most, together[v.At.Frame])
	}
	return max(most, 1)
}

// sum is what was counted of a part on all links that it is judged on.
type sum struct {
	count
	first []Violation
}

// sums adds up the links that the rule is judged on, which are on; left says what it is if one was left out.
func (w *watch) sums(side Who) (sums []sum, on []*link, left string) {
	sums = make([]sum, len(w.rule.parts()))
	for _, l := range append([]*link{&w.nowhere}, w.links...) {
		if why := w.leftOut(l, side); why != "" {
			left = max(left, w.missed(l, side, why))
			continue
		}
		on = append(on, l)
		for i := range sums {
			place, s := w.place(side, i), &sums[i]
			s.add(l.counts[place])
			s.first = append(s.first, l.broken(place).named...)
		}
	}
	for i := range sums {
		slices.SortFunc(sums[i].first, func(a, b Violation) int { return byMoment(&a, &b) })
	}
	return sums, on, left
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
	if w.rule.Times == 0 {
		return ""
	}
	return w.times.Fault(w.rule.Times)
}

// loss is the share of the messages of a direction before which others are missing.
func (t *trial) loss(to int) float64 { return t.match.Numbered()[to].Share() }

// lossy reports whether the capture lacks messages: then updates, which have no numbers, may be
// missing too.
func (t *trial) lossy() bool {
	return t.match.Numbered()[toServer].Missing+t.match.Numbered()[toClient].Missing > 0
}

// losing reports whether messages are missing, or some of a direction were sent again: they get lost behind the capture.
func (t *trial) losing(to int) bool { return t.lossy() || t.match.Numbered()[to].Again > 0 }

// nothing says what is missing if there were too few instances.
func (w *watch) nothing(instances int64) string {
	switch needs := w.rule.Needs; {
	case instances > 0:
		return fmt.Sprintf("only %d to judge (%s)", instances, w.rule.Counts)
	case needs&Joined != 0 && !w.joins():
		return "no join in the capture"
	}
	return "nothing to judge (" + w.rule.Counts + ")"
}

func (t *trial) joins() bool {
	return slices.ContainsFunc(t.links, func(l *link) bool { return l.Joined })
}
