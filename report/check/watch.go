package check

import (
	"fmt"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// watch is a rule at work on one capture: it says of each instance whether it keeps the rule.
type watch struct {
	*trial
	part
	rule *Rule
	area string
	base int // the first of its places in the counts of a link
	ties []tie
	sees bool // what players see else may follow from it: when it was broken is kept, and for which ship
}

// follows gives the cause that a violation follows from; nil = none.
func (w *watch) follows(side Who, l *link, at match.Event) *Cause {
	for i := range w.ties {
		x := &w.ties[i]
		if (x.cause.Side == side || x.cause.Side == Both || x.cause.Across) && (x.tied == nil || x.tied(w.trial, l, at)) {
			return x.cause
		}
	}
	return nil
}

// mostShown is how many violations of a rule are named, someShown how many of a link when there are many links. A
// link that breaks more than some breaks many.
const (
	//limit:mostShown Verdicts | violations of a rule that are named, of a link and of a capture | only counted | TestNamedViolations
	mostShown = 20
	//limit:someShown Verdicts | violations of a rule that are named of a link, if the capture has more than 256 links | only counted | TestNamedViolations
	someShown = 4
	fewLinks  = 256
	// someAlone is how many more are named of a link of those that no cause explains, or one that none of the first follows from.
	someAlone = 5
)

// Violation is an instance that breaks a rule.
type Violation struct {
	At   match.Event
	Link *match.Connection // nil = none
	Text string
	// Times is how many of the same frame and the same text this stands for.
	Times int64
	spell *spell
}

// breach is what is kept of the violations of a part of a rule on a link.
type breach struct {
	named, alone []Violation // the first, and some behind them of causes that these do not have
	spells       []*spell    // all
}

// spell is a time in which violations were about one ship, and followed from one cause.
type spell struct {
	object   uint32 // 0 = no ship
	cause    *Cause // nil = none
	from, to capture.Time
	n        int64
}

const (
	// near is how far a violation may lie from a difference that it explains, and from the other ones of its spell.
	near = 5 * time.Second
	//limit:maxSpells Verdicts | times in which a rule was broken, of a link and a ship, that what players saw is compared with | the newest one is made longer | TestSpells
	maxSpells = 1 << 12
)

// add adds n violations about a subject. Of rules that nothing else is compared with all are one.
func (b *breach) add(cause *Cause, x subject, at capture.Time, n int64, apart bool) *spell {
	to := at
	if to.Before(x.until) {
		to = x.until
	}
	for _, s := range slices.Backward(b.spells) {
		if s.cause == cause && (!apart || s.object == x.object && (at.Sub(s.to) <= near && s.from.Sub(to) <= near || len(b.spells) >= maxSpells)) {
			if s.n += n; s.to.Before(to) {
				s.to = to
			}
			if at.Before(s.from) {
				s.from = at
			}
			return s
		}
	}
	s := &spell{x.object, cause, at, to, n}
	b.spells = append(b.spells, s)
	return s
}

// part is a part of a rule, by its place in Rule.Parts. The watch itself is the first.
type part struct {
	w *watch
	i int
}

func (w *watch) ofPart(i int) part { return part{w, i} }

// place is that of a part among the counts of a link.
func (w *watch) place(side Who, part int) int { return w.base + 2*part + int(side) }

// count counts instances and violations of the part on a link.
func (p part) count(side Who, l *link, c count) {
	place := p.w.place(side, p.i)
	p.w.linkOr(l).counts[place].add(c)
	p.w.bursts[place].in(p.w.stretch).add(c)
}

// linkOr gives a link, or what counts what has none.
func (t *trial) linkOr(l *link) *link {
	if l == nil {
		return t.whole.nobody
	}
	return l
}

// adds counts instances that keep the rule, if fails does not say otherwise.
func (p part) adds(side Who, l *link, n int64) { p.count(side, l, count{n, 0}) }

// kept counts a message as an instance, and gives whether it keeps the rule. If not, fails has to follow: what that says is made
// of violations alone.
func (p part) kept(h *heard, ok bool) bool {
	place := p.w.place(h.who, p.i)
	h.link.counts[place].instances++
	p.w.bursts[place].in(p.w.stretch).instances++
	return ok
}

// fails adds a violation to a message that was counted.
func (p part) fails(h *heard, format string, values ...any) bool {
	p.fail(h.who, h.link, h.at(), 1, format, values...)
	return true
}

// judge counts a message as an instance of its sender's.
func (p part) judge(h *heard, ok bool, format string, values ...any) {
	_ = p.kept(h, ok) || p.fails(h, format, values...)
}

// judges counts an instance that is no message. at is the message at fault or, if one is missing, the one that should have
// caused it; the text says what was seen and what was expected.
func (p part) judges(side Who, l *link, ok bool, at match.Event, format string, values ...any) {
	if p.adds(side, l, 1); !ok {
		p.fail(side, l, at, 1, format, values...)
	}
}

// fail adds n violations to instances that were counted. What the capture may have dropped itself is no instance.
func (p part) fail(side Who, l *link, at match.Event, n int64, format string, values ...any) {
	if p.w.rule.Needs&Whole != 0 && l != nil && l.dropsAbout(at.Time) {
		p.count(side, l, count{-n, 0})
		return
	}
	p.count(side, l, count{0, n})
	p.notes(side, l, at, n, format, values...)
}

// notes keeps violations that were counted, and names the first.
func (p part) notes(side Who, l *link, at match.Event, n int64, format string, values ...any) {
	w, cause := p.w, p.w.follows(side, l, at)
	l = w.linkOr(l)
	b := l.breach(w.place(side, p.i))
	s := b.add(cause, w.subject, at.Time, n, w.sees)
	list, most := &b.named, mostShown
	if len(w.links) > fewLinks {
		most = someShown
	}
	if len(b.named) >= most {
		if list = &b.alone; len(w.ties) == 0 || cause != nil && of(b.named, cause) > 0 || of(b.alone, cause) >= someAlone {
			return
		}
	}
	text := fmt.Sprintf(format, values...)
	for i := len(*list) - 1; i >= 0 && (*list)[i].At.Frame == at.Frame; i-- {
		if (*list)[i].Text == text {
			(*list)[i].Times++
			return
		}
	}
	*list = append(*list, Violation{At: at, Link: l.Connection, Text: text, Times: 1, spell: s})
}

// of counts the violations that follow from a cause.
func of(all []Violation, cause *Cause) (n int) {
	for i := range all {
		if all[i].spell.cause == cause {
			n++
		}
	}
	return n
}

// breach gives what is kept of a place. Most links break nothing: the map is made when the first one does.
func (l *link) breach(place int) *breach {
	if l.breaches == nil {
		l.breaches = map[int]*breach{}
	}
	if l.breaches[place] == nil {
		l.breaches[place] = &breach{}
	}
	return l.breaches[place]
}

// broken gives what is kept of a place; of one that is not broken, nothing.
func (l *link) broken(place int) *breach {
	if b := l.breaches[place]; b != nil {
		return b
	}
	return &breach{}
}
