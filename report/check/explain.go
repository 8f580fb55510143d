package check

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"bcdump/decode/match"
	"bcdump/report/figures"
)

// ties are those of a rule.
func (r *Rule) ties() (all []tie) {
	for i := range causes {
		for _, f := range causes[i].Follows {
			if f.Rule == r.ID {
				all = append(all, tie{&causes[i], f.Tied})
			}
		}
	}
	return all
}

// finding is a rule that a side breaks; place is that of its verdict among the figures.
type finding struct {
	*watch
	*Verdict
	place int
}

// because picks violations by their cause; nil = they follow from none.
type because func(*Cause) bool

// explain finds the causes of broken rules, the heaviest first, and notes at each rule the one that explains it
// wholly.
func explain(broken []finding, rules []figures.CheckRule) []figures.Cause {
	all, across := []figures.Cause{}, map[*Cause]bool{}
	for i := range causes {
		if c := &causes[i]; c.Across {
			if f, ok := c.occurs(c.Side, broken); ok {
				all, across[c] = append(all, f), true
			}
		}
	}
	for _, side := range []Who{Server, Client} {
		there := maps.Clone(across)
		for i := range causes {
			if c := &causes[i]; !c.Across && (c.Side == side || c.Side == Both) {
				if f, ok := c.occurs(side, broken); ok {
					all, there[c] = append(all, f), true
				}
			}
		}
		for i := range broken {
			if b := &broken[i]; b.Judges == side {
				rest := func(c *Cause) bool { return !there[c] }
				if b.remains(rest) {
					all = append(all, b.alone(b.count(b.on, rest), rest))
				} else {
					rules[b.place].Cause = b.main(there)
				}
			}
		}
	}
	heaviestFirst(all)
	return all
}

// heaviestFirst brings causes into order.
func heaviestFirst(all []figures.Cause) {
	slices.SortStableFunc(all, func(a, b figures.Cause) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(len(b.Players), len(a.Players)), cmp.Compare(first(a.Frames), first(b.Frames)))
	})
}

func first(frames []int64) int64 {
	if len(frames) == 0 {
		return math.MaxInt64
	}
	return frames[0]
}

// occurs gives the cause of a side, if its root is broken so.
func (c *Cause) occurs(side Who, broken []finding) (f figures.Cause, ok bool) {
	follow := func(x *Cause) bool { return x == c }
	var more []figures.Explained
	severity := Warning
	for i := range broken {
		b := &broken[i]
		n := b.count(b.on, follow)
		if n == 0 || b.Judges != side && !c.Across {
			continue
		}
		severity = min(severity, b.rule.Severity)
		switch {
		case b.rule.ID == c.Follows[0].Rule && b.Judges == side:
			f, ok = b.cause(n, c.Effect, follow), true
			f.ID, f.Statement, f.Mend = c.ID, c.Says, c.Mend
		default:
			more = append(more, figures.Explained{Finding: b.rule.ID, Instances: n, Of: b.Violations})
		}
	}
	f.Explains, f.Severity = append([]figures.Explained{}, more...), severity.String()
	return f, ok
}

// alone gives a broken rule as a cause of its own, of the violations that none explains.
func (b *finding) alone(n int64, why because) figures.Cause {
	f := b.cause(n, b.rule.Effect, why)
	f.ID, f.Mend = b.rule.ID, b.rule.Says
	if len(f.First) > 0 {
		f.Statement = f.First[0].Text
	}
	return f
}

// main is the cause that most violations follow from.
func (b *finding) main(there map[*Cause]bool) (id string) {
	most := int64(0)
	for i := range causes {
		c := &causes[i]
		if n := b.count(b.on, func(x *Cause) bool { return x == c }); there[c] && n > most {
			id, most = c.ID, n
		}
	}
	return id
}

// remains reports whether the rule is broken by what causes leave: all of it, or more than a part of the rule tolerates of
// its own instances.
func (b *finding) remains(rest because) bool {
	if b.count(b.on, rest) == b.Violations {
		return true
	}
	for i := range b.rule.parts() {
		if b.exceeds(i, b.countPart(i, b.on, rest)) {
			return true
		}
	}
	return false
}

// exceeds reports whether so many violations are more than a part of the rule tolerates of its own instances.
func (b *finding) exceeds(part int, violations int64) bool {
	instances := int64(0)
	for _, l := range b.on {
		instances += l.counts[b.watch.place(b.Judges, part)].instances
	}
	return float64(violations) > b.watch.tolerance(b.rule.parts()[part], b.Judges)*float64(instances)
}

// count counts the violations on links that follow from some cause.
func (b *finding) count(on []*link, why because) (n int64) {
	for i := range b.rule.parts() {
		n += b.countPart(i, on, why)
	}
	return n
}

// countPart counts those of a part of the rule.
func (b *finding) countPart(part int, on []*link, why because) (n int64) {
	for _, l := range on {
		for _, s := range l.broken(b.watch.place(b.Judges, part)).spells {
			if why(s.cause) {
				n += s.n
			}
		}
	}
	return n
}

// named gives the violations that are named and follow from some cause, the first ones.
func (b *finding) named(why because) (all []*Violation) {
	for _, l := range b.on {
		for i := range b.rule.parts() {
			list := l.broken(b.watch.place(b.Judges, i)).all()
			for k := range list {
				if why(list[k].Cause) {
					all = append(all, &list[k])
				}
			}
		}
	}
	slices.SortStableFunc(all, byMoment)
	return all[:min(len(all), mostShown)]
}

// cause begins a cause of a side that has this effect.
func (e *Effect) cause(side Who, root string, severity Severity) figures.Cause {
	return figures.Cause{
		Side: side.String(), Root: root, Severity: severity.String(), Effect: e.Class.String(), EffectText: e.Says, Weight: int(e.Class),
		Frames: []int64{}, Players: []string{}, Explains: []figures.Explained{},
	}
}

// cause is what those violations show that follow from some cause. What all clients do alike comes last.
func (b *finding) cause(n int64, e *Effect, why because) figures.Cause {
	f := e.cause(b.Judges, b.rule.ID, b.rule.Severity)
	f.Instances, f.Of = n, b.Instances
	seen := map[*match.Connection]bool{}
	for _, v := range b.named(why) {
		f.First = append(f.First, v.figure())
		if seen[v.Link] = true; !slices.Contains(f.Frames, v.At.Frame) {
			f.Frames = append(f.Frames, v.At.Frame)
		}
	}
	able, number := 0, 0
	for _, l := range b.on {
		if l.Connection == nil {
			continue
		}
		if b.missed(l, b.Judges, "some") != "" {
			able++
		}
		if !seen[l.Connection] && b.count([]*link{l}, why) == 0 {
			continue
		}
		if number++; !slices.Contains(f.Players, l.label()) {
			f.Players = append(f.Players, l.label())
		}
		f.Client = int(l.Link)
	}
	if f.Alike = b.Judges == Client && number == able && able > 1; f.Alike {
		f.Weight += len(classes)
	}
	if b.Judges == Server || len(f.Players) != 1 {
		f.Client = 0
	}
	return f
}
