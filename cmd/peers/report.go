package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"bcdump/report/terminal"
)

// report is what was found out about all captures.
type report struct {
	results []result
	took    time.Duration
}

// good reports whether nothing has to be looked into.
func (r *report) good() bool {
	return !slices.ContainsFunc(r.results, func(each result) bool {
		return len(each.findings)+len(each.unexplained)+each.claims > 0
	})
}

// sum is a row of the first table.
type sum struct {
	name                                  string
	captures, refused, damaged            int
	frames, sameFrames, udp, theirs, same int
	explained, unexplained                int
	findings, claims                      int
	slowest                               time.Duration
	peak                                  int64
}

func (s *sum) add(r *result) {
	s.captures++
	if r.status == statusRefused {
		s.refused++
	}
	if r.status == statusDamaged {
		s.damaged++
	}
	s.frames += r.frames
	s.sameFrames += min(r.frames, r.theirs.frames)
	s.udp += r.udp
	s.theirs += r.theirs.udp
	s.same += r.theirs.equal
	for _, n := range r.theirs.explained {
		s.explained += n
	}
	s.unexplained += len(r.unexplained)
	s.findings += len(r.findings)
	s.claims += r.claims
	s.slowest, s.peak = max(s.slowest, r.slowest), max(s.peak, r.peak)
}

// sums are the rows, in the order of the names, and one for all of them.
func (r *report) sums() (rows []sum) {
	byName, all := map[string]*sum{}, sum{name: "all"}
	for i := range r.results {
		each := &r.results[i]
		if byName[each.group] == nil {
			byName[each.group] = &sum{name: each.group}
		}
		byName[each.group].add(each)
		all.add(each)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		rows = append(rows, *byName[name])
	}
	return append(rows, all)
}

// write prints the tables, and then what has to be looked into.
func (r *report) write(w io.Writer) error {
	for _, table := range []*terminal.Table{r.projects(), r.reasons(), r.refusals()} {
		if len(table.Rows) == 0 {
			continue
		}
		if err := table.Write(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	if err := r.list(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "took %s\n", r.took.Round(time.Second))
	return err
}

func number(n int) string { return terminal.Count(int64(n)) }

func (r *report) projects() *terminal.Table {
	columns := terminal.Columns("project", "captures", "refused", "damaged", "frames", "as tshark", "UDP", "tshark", "in both",
		"explained", "unexplained", "findings", "claimed", "slowest", "peak")
	t := &terminal.Table{Columns: terminal.Numbers(columns, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)}
	for _, s := range r.sums() {
		t.Add(terminal.Texts(s.name, number(s.captures), number(s.refused), number(s.damaged), number(s.frames), number(s.sameFrames),
			number(s.udp), number(s.theirs), number(s.same), number(s.explained), number(s.unexplained), number(s.findings),
			number(s.claims), fmt.Sprintf("%.2f s", s.slowest.Seconds()), terminal.Bytes(float64(s.peak)))...)
	}
	return t
}

// reasons are the explained differences, the most frequent first.
func (r *report) reasons() *terminal.Table {
	return r.counted("explained difference", "count", "captures", func(each *result, count func(reason string, n, besides int)) {
		for reason, n := range each.theirs.explained {
			count(reason, n, 1)
		}
	})
}

// refusals are the reasons for which captures are refused.
func (r *report) refusals() *terminal.Table {
	return r.counted("refused", "captures", "tshark reads", func(each *result, count func(reason string, n, besides int)) {
		if read := 0; each.status == statusRefused {
			if each.theirs.read {
				read = 1
			}
			count(each.refused, 1, read)
		}
	})
}

// counted is a table of reasons with two numbers, the one with the highest first.
func (r *report) counted(reason, n, besides string, of func(*result, func(string, int, int))) *terminal.Table {
	first, second := map[string]int{}, map[string]int{}
	for i := range r.results {
		of(&r.results[i], func(reason string, n, besides int) {
			first[reason] += n
			second[reason] += besides
		})
	}
	t := &terminal.Table{Columns: terminal.Numbers(terminal.Columns(reason, n, besides), 1, 2)}
	for _, reason := range slices.SortedFunc(maps.Keys(first), func(a, b string) int {
		return cmp.Or(cmp.Compare(first[b], first[a]), cmp.Compare(a, b))
	}) {
		t.Add(terminal.Texts(reason, number(first[reason]), number(second[reason]))...)
	}
	return t
}

// mostListed is how many lines a capture gets of each kind.
const mostListed = 3

// list names the captures with findings, differences without a reason, and claims.
func (r *report) list(w io.Writer) error {
	for _, each := range r.results {
		var claims []string
		if each.claims > 0 {
			claims = []string{number(each.claims) + " datagrams taken for traffic of the game"}
		}
		err := errors.Join(writeList(w, each.path, "FINDING", each.findings), writeList(w, each.path, "UNEXPLAINED", each.unexplained), writeList(w, each.path, "CLAIMED", claims))
		if err != nil {
			return err
		}
	}
	return nil
}

func writeList(w io.Writer, path, kind string, texts []string) error {
	for i, text := range texts {
		if i == mostListed {
			text = fmt.Sprintf("and %d more", len(texts)-i)
		}
		if err := terminal.WriteLine(w, terminal.Span{Text: kind + "  " + path + ": " + text}); err != nil || i == mostListed {
			return err
		}
	}
	return nil
}
