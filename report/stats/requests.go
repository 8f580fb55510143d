package stats

import (
	"slices"

	"bcdump/decode"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// requests says which messages that may be answered were, by what and when.
type requests struct {
	*base   `merge:"-"`
	rows    [len(tally.Asks)]askRow
	waiting *tally.Requests `merge:"-"`
}

type askRow struct {
	count   int64
	answers [tally.MostAnswers]int64 // in the order of those of the message
	times   histogram.Histogram
	silent  []int64 // frames of the first without an answer
}

// maxUnanswered is how many are named.
const maxUnanswered = 10

func newRequests(b *base) *requests { return &requests{base: b, waiting: tally.NewRequests()} }

func (q *requests) game(l *line) {
	if l.opcode < 0 || l.repeat {
		return
	}
	q.waiting.Take(l.Record, l.opcode, l.object, l.named, func(x *tally.Asked) { q.rows[x.Ask].count++ }, func(x *tally.Asked, answer int) {
		if answer < 0 {
			q.silent(x, answer)
			return
		}
		q.rows[x.Ask].answers[answer]++
		q.rows[x.Ask].times.Add(decode.Milliseconds(l.Steady().Sub(x.At)))
	})
}

func (q *requests) silent(x *tally.Asked, _ int) {
	if row := &q.rows[x.Ask]; len(row.silent) < maxUnanswered {
		row.silent = append(row.silent, x.Frame)
	}
}

func (q *requests) end(string, *decode.Summary) { q.waiting.End(q.silent) }

func (q *requests) report(out *figures.Stats) {
	out.Requests = []figures.Request{}
	for i := range tally.Asks {
		a, row := &tally.Asks[i], &q.rows[i]
		if row.count == 0 {
			continue
		}
		f := figures.Request{
			Opcode: tally.OpcodeText(a.Opcode), Name: opcodeName(a.Opcode), Dir: string(a.Dir), Count: row.count,
			Answers: []figures.Answer{}, Latency: latency(&row.times, 1-place(a.Dir)), Frames: []int64{},
			Query: q.Of(tally.OpcodeIs(a.Opcode), tally.DirIs(a.Dir), tally.Once),
		}
		for k, opcode := range a.Answers {
			if n := row.answers[k]; n > 0 {
				f.Answered += n
				f.Answers = append(f.Answers, figures.Answer{Name: opcodeName(opcode), Count: n})
			}
		}
		if len(q.files.list) == 1 {
			f.Frames = append(f.Frames, row.silent...)
			slices.Sort(f.Frames)
		}
		out.Requests = append(out.Requests, f)
	}
}
