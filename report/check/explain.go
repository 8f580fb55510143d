package check

import (
	"cmp"
	"math"
	"slices"

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

// explain finds the causes of broken rules, the heaviest first, and notes at each rule the one that explains it
// wholly. Violations of causes whose root is not broken follow from none.
func explain(broken []*finding, rules []figures.CheckRule) []figures.Cause {
	all := []figures.Cause{}
	find := func(across bool, sides ...Who) {
		for i := range causes {
			if c := &causes[i]; c.Across == across && slices.Contains(sides, c.Side) {
				if f, ok := c.occurs(sides[0], broken); ok {
					all = append(all, f)
				}
			}
		}
	}
	find(true, Server)
	find(true, Client)
	for _, side := range []Who{Server, Client} {
		find(false, side, Both)
		for _, b := range broken {
			switch {
			case b.side != side:
			case b.stands():
				all = append(all, b.alone())
			default:
				rules[b.index].Cause = b.main()
			}
		}
	}
	heaviestFirst(all)
	return all
}

// heaviestFirst brings causes into order.
func heaviestFirst(all []figures.Cause) {
	first := func(frames []int64) int64 {
		if len(frames) == 0 {
			return math.MaxInt64
		}
		return frames[0]
	}
	slices.SortStableFunc(all, func(a, b figures.Cause) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(len(b.Players), len(a.Players)), cmp.Compare(first(a.Frames), first(b.Frames)))
	})
}

// occurs gives the cause of a side, if its root is broken so.
func (c *Cause) occurs(side Who, broken []*finding) (f figures.Cause, ok bool) {
	var more []figures.Explained
	var its []*finding
	severity := Warning
	for _, b := range broken {
		n := b.count(c)
		if n == 0 || b.side != side && !c.Across {
			continue
		}
		if its = append(its, b); b.rule.Severity == Error {
			severity = Error
		}
		switch {
		case b.rule.ID == c.Follows[0].Rule && b.side == side:
			f, ok = b.cause(c, c.Effect), true
			f.ID, f.Statement, f.Mend = c.ID, c.Says, c.Mend
		default:
			more = append(more, figures.Explained{Finding: b.rule.ID, Instances: n, Of: b.Violations})
		}
	}
	f.Explains, f.Severity = append([]figures.Explained{}, more...), severity
	if !ok {
		for _, b := range its {
			b.follow(c, nil, nil)
		}
	}
	return f, ok
}

// follow has violations follow from another cause, those in times that a function wants; nil = all. It gives how many these are.
func (b *finding) follow(from, to *Cause, want func(charge) bool) (n int64) {
	for _, x := range b.spells {
		if x.cause == from && (want == nil || want(x)) {
			x.cause = to
			n += x.n
		}
	}
	return n
}

// alone gives a broken rule as a cause of its own, of the violations that none explains.
func (b *finding) alone() figures.Cause {
	f := b.cause(nil, b.rule.Effect)
	f.ID, f.Mend = b.rule.ID, b.rule.Says
	if len(f.First) > 0 {
		f.Statement = f.First[0].Text
	}
	return f
}

// main is the cause that most violations follow from.
func (b *finding) main() (id string) {
	most := int64(0)
	for i := range causes {
		if n := b.count(&causes[i]); n > most {
			id, most = causes[i].ID, n
		}
	}
	return id
}

// stands reports whether the rule is broken by what causes leave: all of it, or more than a part of the rule tolerates of
// its own instances.
func (b *finding) stands() bool {
	left := make([]int64, len(b.parts))
	for _, x := range b.spells {
		if x.cause == nil {
			left[x.part] += x.n
		}
	}
	for i, tolerance := range b.allows {
		if float64(left[i]) > tolerance*float64(b.parts[i].instances) {
			return true
		}
	}
	return b.count(nil) == b.Violations
}

// count counts the violations that follow from a cause.
func (b *finding) count(c *Cause) (n int64) {
	for _, x := range b.spells {
		if x.cause == c {
			n += x.n
		}
	}
	return n
}

// cause begins a cause of a side that has this effect.
func (e *Effect) cause(side Who, root string, severity string) figures.Cause {
	return figures.Cause{
		Side: side.String(), Root: root, Severity: severity, Effect: e.Class.String(), EffectText: e.Says, Weight: int(e.Class),
		Frames: []int64{}, Players: []string{}, Explains: []figures.Explained{},
	}
}

// cause is what those violations show that follow from a cause. What all clients do alike comes last.
func (b *finding) cause(c *Cause, e *Effect) figures.Cause {
	f := e.cause(b.side, b.rule.ID, b.rule.Severity)
	f.Instances, f.Of = b.count(c), b.Instances
	for _, v := range b.named {
		if v.spell.cause != c || len(f.First) == mostShown {
			continue
		}
		if f.First = append(f.First, v.figure()); !slices.Contains(f.Frames, v.At.Frame) {
			f.Frames = append(f.Frames, v.At.Frame)
		}
	}
	able, number := 0, 0
	for _, l := range b.on {
		if l.Connection == nil {
			continue
		}
		if b.missed(l, b.side, "some") != "" {
			able++
		}
		if !slices.ContainsFunc(b.spells, func(x charge) bool { return x.cause == c && x.link == l }) {
			continue
		}
		if number++; !slices.Contains(f.Players, l.label()) {
			f.Players = append(f.Players, l.label())
		}
		f.Client = int(l.Link)
	}
	if f.Alike = b.side == Client && number == able && able > 1; f.Alike {
		f.Weight += len(classes)
	}
	if b.side == Server || len(f.Players) != 1 {
		f.Client = 0
	}
	return f
}
