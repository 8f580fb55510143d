package stats

import (
	"slices"

	"bcdump/decode"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// requests says which messages that may be answered were, by what and when.
type requests struct {
	*base
	rows    [len(tally.Asks)]askRow
	waiting *tally.Requests
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

// asking are the opcodes of messages that may be answered, and of answers.
var asking = func() (is [256]bool) {
	for i := range tally.Asks {
		is[tally.Asks[i].Opcode] = true
		for _, opcode := range tally.Asks[i].Answers {
			is[opcode] = true
		}
	}
	return is
}()

func (q *requests) add(c *part) {
	for i, r := range c.All() {
		if !r.Has(facts.Game|facts.HasOpcode) || r.Has(facts.Retransmit) || !asking[r.Opcode] {
			continue
		}
		x := c.reader.At(i)
		q.waiting.Take(x, int(r.Opcode), r.Object, r.Has(facts.Named), func(a *tally.Asked) { q.rows[a.Ask].count++ }, func(a *tally.Asked, answer int) {
			if answer < 0 {
				q.silent(a, answer)
				return
			}
			q.rows[a.Ask].answers[answer]++
			q.rows[a.Ask].times.Add(decode.Milliseconds(x.Steady().Sub(a.At)))
		})
	}
}

func (q *requests) silent(x *tally.Asked, _ int) {
	if row := &q.rows[x.Ask]; len(row.silent) < maxUnanswered {
		row.silent = append(row.silent, x.Frame)
	}
}

func (q *requests) end(*part) { q.waiting.End(q.silent) }

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
