package check

import (
	"iter"

	"bcdump/decode"
	"bcdump/report/desync"
	"bcdump/report/facts"
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
	// Read is how Of reads a capture.
	Read facts.Options
}

// Of holds a capture, none of whose records may have been read before, against the rules, and gives
// the verdicts in the order of the rules. Damage is no error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.CheckFile, error) {
	f, err := facts.Read(c, o.Read)
	if err != nil {
		return nil, err
	}
	f.Name = name
	if o.Want == nil && o.Judge != Client && o.Views == nil {
		o.Views = desync.Begin(f, desync.Options{Brief: true})
	}
	return Judge(f, o).Verdicts, nil
}

// Judged is a capture that was held against the rules.
type Judged struct {
	// Verdicts are in the order of the rules.
	Verdicts *figures.CheckFile
	trial    *trial
}

// Judge holds a capture against the rules.
func Judge(f *facts.Facts, o Options) *Judged {
	t := newTrial(f)
	watches := t.watches(o)
	t.hold()
	t.whole.unseen = t.drops(t.whole)
	for _, x := range t.servers {
		x.unseen = t.drops(x)
	}
	out, judged := t.figures(), &Judged{trial: t}
	out.Ended = judged.ended()
	var broken []*finding
	for _, w := range watches {
		if w.rule.Needs&Entities != 0 && !t.entities.there {
			continue // of another protocol than the capture
		}
		for _, side := range w.rule.sides() {
			if o.Judge != Both && o.Judge != side {
				continue
			}
			b := w.verdict(side)
			b.index, out.Rules = len(out.Rules), append(out.Rules, b.CheckRule)
			if b.Verdict == figures.Failed && w.rule.Severity != Info {
				broken = append(broken, b)
			}
		}
	}
	out.Causes = explain(broken, out.Rules)
	if o.Views != nil && o.Judge != Client {
		t.saw(o.Views(), broken, out)
	}
	judged.Verdicts = out
	return judged
}

// watches has the rules ask for what they want to see.
func (t *trial) watches(o Options) (all []*watch) {
	for area, r := range Rules() {
		if o.Want != nil && !o.Want(r) || o.Judge != Both && r.Judges != Both && r.Judges != o.Judge {
			continue
		}
		w := newWatch(t, r, area, t.places)
		t.places += 2 * len(r.parts())
		r.Watch(w)
		all = append(all, w)
	}
	t.bursts, t.whole.nobody = make([]burst, t.places), t.noLink(t.whole)
	return all
}

func newWatch(t *trial, r *Rule, area string, base int) *watch {
	w := &watch{trial: t, rule: r, area: area, base: base, ties: r.ties(), sees: r.seesWith()}
	w.part = w.ofPart(0)
	return w
}

// figures are those of the capture.
func (t *trial) figures() *figures.CheckFile {
	s, beyond := &t.Summary, int(t.match.Dropped().Connections)
	out := &figures.CheckFile{Name: t.Name, Perspective: t.captured(), Dialect: "undecided", Links: len(t.links) + beyond, Rules: []figures.CheckRule{}}
	if len(s.Servers) > 0 {
		out.Dialect = s.Servers[0].Dialect.String()
	}
	out.Loss.ToServer, out.Loss.ToClient = t.whole.loss(toServer), t.whole.loss(toClient)
	out.Damage = tally.FileOf(t.Name, s).Damage
	out.Dropped = tally.Dropped(map[string]int64{"judgements": t.dropped, "connections": int64(beyond)})
	return out
}

// Rules gives all rules with the names of their areas, in the order in which they are reported.
func Rules() iter.Seq2[string, *Rule] {
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
