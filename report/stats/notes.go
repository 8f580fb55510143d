package stats

import (
	"slices"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// notes counts records by the codes of their notes; the list of codes is closed.
type notes struct {
	*base
	counts map[decode.Code]int64
}

func newNotes(b *base) *notes { return &notes{base: b, counts: map[decode.Code]int64{}} }

func (n *notes) other(l *line) { n.game(l) }

func (n *notes) game(l *line) {
	all := l.Diagnostics()
	for i := range all {
		code := all[i].Code
		counted := slices.ContainsFunc(all[:i], func(x decode.Diagnostic) bool { return x.Code == code })
		if !counted {
			n.counts[code]++
		}
	}
}

func (n *notes) settle(s *sums) {
	n.counts[decode.Unusual] += s.unusual
	n.counts[decode.AckUnseen] += s.unseen
	for dir := range directions {
		n.counts[decode.RepeatAck] += s.acks[dir][tally.BoolInt(true)].count
	}
}

// report lists the codes in their usual order, and only those that occurred.
func (n *notes) report(out *figures.Stats) {
	out.Notes = []figures.Note{}
	for _, m := range decode.Codes() {
		if count := n.counts[m.Code]; count > 0 {
			out.Notes = append(out.Notes, figures.Note{
				Code: string(m.Code), Count: count, Query: n.OfAll(tally.Noted(m.Code)),
			})
		}
	}
}
