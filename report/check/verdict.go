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
	side   Who             // Server or Client
	index  int             // among the verdicts
	on     []*link         // that it is judged on
	parts  []sum           // of the rule, on these
	judged map[*host][]sum // the same of each server
	allows []float64       // the tolerance of each part
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
	b := &finding{watch: w, side: side, parts: make([]sum, len(r.parts())), allows: make([]float64, len(r.parts())), CheckRule: figures.CheckRule{
		ID: r.ID, Area: w.area, Says: r.Says, Judges: side.String(), Severity: r.Severity, Evidence: r.Evidence,
		Verdict: figures.Passed, Frames: []figures.CheckFrame{},
	}}
	reason := w.unfit()
	left, judged := b.collect(reason != ""), false
	for i, part := range r.parts() {
		s := &b.parts[i]
		b.Instances, b.Violations = b.Instances+s.instances, b.Violations+s.violations
		b.Burst = max(b.Burst, w.bursts[w.place(side, i)].size(s.count))
		enough, kept := b.keeps(i, part)
		if judged = judged || enough; !kept {
			b.Verdict = figures.Failed
		}
		b.Tolerance = max(b.Tolerance, b.allows[i])
	}
	b.judged = nil // a flood has thousands of servers
	for _, v := range b.named[:min(len(b.named), mostShown)] {
		b.Frames = append(b.Frames, v.figure())
	}
	if reason != "" || !judged {
		b.Verdict, b.Reason = figures.NotJudged, cmp.Or(reason, left, w.nothing(b.Instances))
	}
	return b
}

// collect adds up the links that the rule is judged on, and those that it is not for the sake of their server, if that holds for all;
// left says what it is if one was left out.
func (b *finding) collect(unfit bool) (left string) {
	b.judged = map[*host][]sum{}
	for _, l := range b.everywhere() {
		if why := b.leftOut(l, b.side, unfit); why != "" {
			left = max(left, b.missed(l, b.side, why))
			continue
		}
		b.on = append(b.on, l)
		for i := range b.parts {
			place, s := b.place(b.side, i), &b.parts[i]
			s.add(l.counts[place])
			x := l.broken(place)
			if b.judged[l.host] == nil {
				b.judged[l.host] = make([]sum, len(b.parts))
			}
			own := &b.judged[l.host][i]
			own.add(l.counts[place])
			for _, spell := range x.spells {
				b.spells = append(b.spells, charge{spell, l, i})
			}
			for k := range x.named {
				s.first, own.first, b.named = append(s.first, &x.named[k]), append(own.first, &x.named[k]), append(b.named, &x.named[k])
			}
			for k := range x.alone {
				b.named = append(b.named, &x.alone[k])
			}
		}
	}
	slices.SortStableFunc(b.named, byMoment)
	return left
}

// everywhere gives all that counts: the capture, its servers, its links.
func (t *trial) everywhere() []*link {
	all := []*link{t.whole.nobody}
	for _, x := range t.servers {
		if x.nobody != nil {
			all = append(all, x.nobody)
		}
	}
	return append(all, t.links...)
}

// keeps reports whether each server, or its clients, keep a part of the rule by what is missing of them. If none has enough of it alone,
// or it is counted for the capture as a whole, all are judged together.
func (b *finding) keeps(i int, part Part) (enough, kept bool) {
	of := map[*host][]sum{}
	for x, parts := range b.judged {
		if parts[i].instances >= max(part.Minimum, 1) {
			of[x] = parts
		}
	}
	if of[b.whole] != nil {
		clear(of)
	}
	if len(of) == 0 && b.parts[i].instances >= max(part.Minimum, 1) {
		of[b.whole] = b.parts
	}
	least, broken := 1.0, false
	for x, parts := range of {
		s, tolerance := &parts[i], b.tolerance(x, part)
		b.allows[i] = max(b.allows[i], tolerance)
		if float64(s.violations) > b.allowed(x, part, tolerance, s) {
			least, broken = min(least, tolerance), true
		}
	}
	switch {
	case broken:
		b.allows[i] = least
	case len(of) == 0:
		b.allows[i] = b.tolerance(b.whole, part) // that there would be
	}
	return len(of) > 0, !broken
}

// tolerance gives that of a part on a server, for the side that is judged.
func (b *finding) tolerance(x *host, p Part) float64 {
	to := toClient
	if b.side == Client {
		to = toServer
	}
	switch {
	case x.unseen > 0 && b.rule.Needs&Whole != 0:
		return min(max(p.Tolerance, p.WithLoss)+4*x.unseen, 1)
	case p.PlusLoss:
		return p.Tolerance + x.loss(to)
	case p.WithLoss > p.Tolerance && x.numbered[to].Missing > 0:
		return p.WithLoss
	}
	return p.Tolerance
}

// allowed is how many violations a part may have. Where loss counts, one does not make a habit, nor do those
// of one datagram, which are lost together: of a few instances the share would be less than one.
func (b *finding) allowed(x *host, p Part, tolerance float64, s *sum) float64 {
	most := tolerance * float64(s.instances)
	switch {
	case b.rule.Needs&Whole != 0 && x.unseen > 0:
		most += 3 * math.Sqrt(most) // what is missing comes by chance
	case p.WithLoss == 0 || !x.lossy():
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
	host  func(*host) string // of a server
	link  func(*watch, *link, Who) string
}{
	{Joined, "a join in the capture", nil, nil, func(w *watch, l *link, _ Who) string { return when(!l.Joined, cmp.Or(w.oneWay(), noJoin)) }},
	{NearHost, "captured near the host", nil, nil, func(w *watch, l *link, _ Who) string { return when(!w.atHost(l), "not captured near the host") }},
	{NearJudged, "captured near the side that is judged", nil, nil, func(w *watch, l *link, side Who) string {
		return when(side == Server && !w.atHost(l) || side == Client && !l.near(side), "not captured near the "+side.String())
	}},
	{Uncut, "no datagram cut by a snap length, or left out for its size", nil, func(x *host) string {
		return cmp.Or(when(x.cut, "datagrams are cut by a snap length"), x.gaps.Sizes)
	}, nil},
	{TwoClients, "two clients in the game at the same time", func(w *watch) string {
		most, _ := w.together()
		return when(most < 2, cmp.Or(w.oneWay(), "never two clients in the game at the same time"))
	}, nil, nil},
	{Loss05, "at most 0.5 % of the messages missing or late", nil, atMost(0.005), nil},
	{Loss2, "at most 2 % of the messages missing or late", nil, atMost(0.02), nil},
	{Loss5, "at most 5 % of the messages missing or late", nil, atMost(0.05), nil},
	{Known, "ships of a known class", nil, nil, nil},
	{Creation, "the creation of the ship by its owner", nil, nil, nil},
	{NoHole, "nothing missing on the receiving link at that time", nil, nil, nil},
	{Undropped, "every message that came", nil, func(x *host) string {
		return when(x.unseen > 0, "the capture lacks messages that came")
	}, nil},
	{Whole, "every message that came (else nothing is judged within 1 s of one that is missing, and one violation, or about four times the share that is missing, is allowed)", nil, nil, nil},
	{Dropped5, "at most 5 % of what came missing", nil, func(x *host) string { return x.gaps.Many() }, nil},
	{GameSpy, "GameSpy traffic", func(w *watch) string { return when(len(w.texts) == 0, "no GameSpy query in the capture") }, nil, nil},
	{Entities, "entity-state traffic", nil, nil, nil},
}

const noJoin = "no join in the capture"

// when gives a reason if it is so.
func when(is bool, why string) string {
	if !is {
		return ""
	}
	return why
}

func atMost(missing float64) func(*host) string {
	return func(x *host) string {
		worst := max(x.loss(toServer), x.loss(toClient))
		return when(worst > missing, fmt.Sprintf("%.3g %% of the messages are missing or late: more than %.3g %%", 100*worst, 100*missing))
	}
}

// onEach says why no server of the capture meets a condition, of the first one; "" = one does.
func (t *trial) onEach(why func(*host) string) (text string) {
	for _, l := range t.all {
		x := why(l.host)
		if x == "" {
			return ""
		}
		text = cmp.Or(text, x)
	}
	return text
}

// leftOut says why what happened on a link is not judged; "" = it is. Of its server nothing is asked if none is fit.
func (w *watch) leftOut(l *link, side Who, unfit bool) (why string) {
	for _, c := range conditions {
		switch {
		case why != "" || w.rule.Needs&c.need == 0:
		case c.host != nil && l.host != w.whole && !unfit:
			why = c.host(l.host)
		case c.link != nil && l.Connection != nil:
			why = c.link(w, l, side)
		}
	}
	return why
}

// unfit says why the capture does not allow to judge the rule; "" = it does.
func (w *watch) unfit() string {
	for _, c := range conditions {
		why := ""
		switch {
		case w.rule.Needs&c.need == 0:
		case c.lacks != nil:
			why = c.lacks(w)
		case c.host != nil:
			why = w.onEach(c.host)
		}
		if why != "" {
			return why
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
