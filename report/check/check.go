package check

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/desync"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Options say which rules are judged.
type Options struct {
	// Want says whether a rule is judged; nil = all are.
	Want func(*Rule) bool
	// Judge is who is judged.
	Judge Who
	// Views tells what players saw else, when the capture has been read; nil = no cause is sought for that.
	Views func() *figures.Desync
}

// Of holds a capture, none of whose records may have been read before, against the rules, and gives
// the verdicts in the order of the rules. Damage is no error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.CheckFile, error) {
	a := tally.NewAccounts()
	take := func(*decode.Record) error { return nil }
	if o.Want == nil && o.Judge != Client && o.Views == nil {
		start, _ := c.Start()
		views := desync.Alone(name, start, a, desync.Options{Brief: true})
		o.Views, take = views.End, views.Take
	}
	j := New(name, a, o)
	return tally.Report(a, name, c, func(r *decode.Record) error {
		_ = j.Take(r)
		return take(r)
	}, j.End)
}

// Judge holds one capture against the rules. It is for those who share the records with other
// reports.
type Judge struct {
	name     string
	options  Options
	trial    *trial
	watches  []*watch
	verdicts *figures.CheckFile
}

// New begins a capture: then Take takes all of its records, and End gives the verdicts when the accounts have ended.
func New(name string, a *tally.Accounts, o Options) *Judge {
	t := newTrial(a)
	return &Judge{name: name, options: o, trial: t, watches: t.watches(o)}
}

// Take takes the next record, which the accounts have taken.
func (j *Judge) Take(r *decode.Record) error {
	j.trial.take(r)
	return nil
}

// End gives the verdicts when the capture has been read; asked again, the same.
func (j *Judge) End(summary *decode.Summary) *figures.CheckFile {
	if j.verdicts == nil {
		j.verdicts = j.end(summary)
	}
	return j.verdicts
}

func (j *Judge) end(summary *decode.Summary) *figures.CheckFile {
	j.trial.times = &summary.Clock
	j.trial.end()
	out := j.trial.figures(j.name, summary)
	out.Ended = j.ended()
	var broken []finding
	for _, w := range j.watches {
		if w.rule.Needs&Entities != 0 && !j.trial.entities.there {
			continue // of another protocol than the capture
		}
		for _, side := range w.rule.sides() {
			if j.options.Judge != Both && j.options.Judge != side {
				continue
			}
			v := w.verdict(side)
			out.Rules = append(out.Rules, w.figure(&v))
			if v.Outcome == Fail && w.rule.Severity != Info {
				broken = append(broken, finding{w, &v, len(out.Rules) - 1})
			}
		}
	}
	out.Causes = explain(broken, out.Rules)
	if j.options.Views != nil && j.options.Judge != Client {
		j.trial.saw(j.options.Views(), broken, out)
	}
	return out
}

// watches has the rules ask for what they want to see.
func (t *trial) watches(o Options) (all []*watch) {
	for _, a := range areas {
		for i := range a.rules {
			r := &a.rules[i]
			if o.Want != nil && !o.Want(r) || o.Judge != Both && r.Judges != Both && r.Judges != o.Judge {
				continue
			}
			w := newWatch(t, r, a.name, t.places)
			t.places += 2 * len(r.parts())
			r.Watch(w)
			all = append(all, w)
		}
	}
	t.nowhere.counts = make([]count, t.places)
	return all
}

func newWatch(t *trial, r *Rule, area string, base int) *watch {
	w := &watch{trial: t, rule: r, area: area, base: base, ties: r.ties(), sees: r.seesWith()}
	w.part = w.ofPart(0)
	return w
}

// figures are those of the capture.
func (t *trial) figures(name string, s *decode.Summary) *figures.CheckFile {
	out := &figures.CheckFile{Name: name, Perspective: t.captured(), Dialect: "undecided", Links: len(t.links), Rules: []figures.CheckRule{}}
	if len(s.Servers) > 0 {
		out.Dialect = s.Servers[0].Dialect.String()
	}
	out.Loss.ToServer, out.Loss.ToClient = t.loss(toServer), t.loss(toClient)
	out.Damage = tally.FileOf(name, s).Damage
	if t.dropped > 0 {
		out.Dropped = map[string]int64{"judgements": t.dropped}
	}
	return out
}

// figure is the verdict on one of those who are judged.
func (w *watch) figure(v *Verdict) figures.CheckRule {
	r := w.rule
	f := figures.CheckRule{
		ID: r.ID, Area: w.area, Says: r.Says, Judges: v.Judges.String(), Severity: r.Severity.String(), Evidence: r.Evidence.String(),
		Verdict: v.Outcome.String(), Reason: v.Reason, Instances: v.Instances, Violations: v.Violations, Tolerance: v.Tolerance, Burst: v.Burst,
		Frames: []figures.CheckFrame{},
	}
	for _, x := range v.First {
		f.Frames = append(f.Frames, x.figure())
	}
	return f
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
	return l.Name
}

func client(l *match.Connection) int {
	if l == nil {
		return 0
	}
	return int(l.Link)
}

// Rules gives all rules with the names of their areas, in the order in which they are reported.
func Rules() func(func(string, *Rule) bool) {
	return func(yield func(string, *Rule) bool) {
		for _, a := range areas {
			for i := range a.rules {
				if !yield(a.name, &a.rules[i]) {
					return
				}
			}
		}
	}
}
