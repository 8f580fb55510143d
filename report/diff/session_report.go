package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// report gives what was found.
func (m *meeting) report(name [2]Naming) *figures.SameSession {
	out := &figures.SameSession{Paired: m.paired, Overlap: float64(m.last-m.first) / 1e9, Links: []figures.SessionLink{}, Dropped: m.dropped}
	near := m.clock(out)
	keys := slices.SortedFunc(maps.Keys(m.links), func(a, b linkWay) int {
		return cmp.Or(cmp.Compare(a.link, b.link), cmp.Compare(tally.BoolInt(a.toClient), tally.BoolInt(b.toClient)))
	})
	for _, key := range keys {
		out.Links = append(out.Links, m.links[key].figure(key, near, name))
	}
	return out
}

func (w *way) figure(key linkWay, near int, name [2]Naming) figures.SessionLink {
	f := figures.SessionLink{Paired: w.paired, OnlyA: w.only[0], OnlyB: w.only[1], Reordered: w.reordered, Dir: "C>S", FirstA: []int64{}, FirstB: []int64{}}
	if key.toClient {
		f.Dir = "S>C"
	}
	f.FirstA, f.FirstB = append(f.FirstA, w.frames[0]...), append(f.FirstB, w.frames[1]...)
	f.ClientA, f.Name, f.QueryA = name[0](key.link, key.toClient)
	other := ""
	f.ClientB, other, f.QueryB = name[1](w.linkB, key.toClient)
	f.Name = cmp.Or(f.Name, other)
	sender := near // of what goes to clients
	if !key.toClient && near >= 0 {
		sender = 1 - near
	}
	if near >= 0 {
		lost := w.only[sender]
		f.Lost = &lost
	}
	h := &w.later[max(sender, 0)]
	f.Delay = figures.Latency{Count: h.Count, P50: h.Rounded(0.5), P90: h.Rounded(0.9), Max: h.Rounded(1)}
	return f
}

// Same makes differences of what one capture of a session lacks.
func Same(a, b figures.DiffFile, s *figures.SameSession) *figures.Diff {
	out := &figures.Diff{Version: figures.Version, A: a, B: b, Compared: []figures.DiffCount{}, Differences: []figures.Difference{}, Tables: []figures.DiffTable{}, Session: s}
	n := figures.DiffCount{Section: "session", Compared: len(s.Links)}
	for i := range s.Links {
		if d, ok := missing(&s.Links[i]); ok {
			out.Differences = append(out.Differences, d)
			n.Differ++
		}
	}
	if d, ok := hardlySame(&a, &b, s); ok {
		out.Differences = append(out.Differences, d)
	}
	out.Compared = append(out.Compared, n)
	rank(out.Differences)
	out.Equal = len(out.Differences) == 0
	return out
}

// hardly is the part of the smaller capture that must be in the other one.
const hardly = 20

// hardlySame says so if hardly anything is in both captures.
func hardlySame(a, b *figures.DiffFile, s *figures.SameSession) (d figures.Difference, ok bool) {
	if s.Paired > min(a.Frames, b.Frames)/hardly {
		return d, false
	}
	d = figures.Difference{Section: "session", Key: "session", A: number(s.Paired) + " datagrams", B: number(s.Paired) + " datagrams", Effect: 1, Score: 2}
	d.Text = fmt.Sprintf("only %s datagrams are in both captures: they are not of one session, or do not overlap", number(s.Paired))
	if s.Paired == 0 {
		d.Text = "no datagram is in both captures: they are not of one session, or do not overlap"
	}
	return d, true
}

// missing says what either capture lacks of a link.
func missing(l *figures.SessionLink) (d figures.Difference, ok bool) {
	if l.OnlyA+l.OnlyB == 0 {
		return d, false
	}
	d.Section, d.Key = "session", "session "+l.Dir
	all := l.Paired + l.OnlyA + l.OnlyB
	d.A, d.B = fmt.Sprintf("%s that B lacks", number(l.OnlyA)), fmt.Sprintf("%s that A lacks", number(l.OnlyB))
	d.Effect = float64(l.OnlyA+l.OnlyB) / float64(all)
	d.Score = d.Effect
	d.Text = fmt.Sprintf("%s %s: of %s datagrams A has %s, B has %s", cmp.Or(l.Name, l.ClientA), l.Dir, number(all), d.A, d.B)
	if l.Lost != nil && *l.Lost > 0 {
		d.Text += fmt.Sprintf(": %s were lost on the way", number(*l.Lost))
	}
	d.QueryA, d.QueryB = frames(l.FirstA), frames(l.FirstB)
	return d, true
}

func frames(list []int64) figures.Query {
	if len(list) == 0 {
		return ""
	}
	return figures.Query("frame in [" + strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]") + "]")
}
