package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// requests says which messages that may be answered were, by what and when.
type requests struct {
	*base   `snapshot:"-"`
	rows    [len(asks)]askRow
	waiting map[askKey]*asked `snapshot:"-"` // for an answer
}

// ask is a message that may be answered by others in the opposite direction.
type ask struct {
	opcode  int
	dir     decode.Direction
	object  bool // the answer names the same object
	answers []int
}

var asks = [...]ask{
	{message.OpcodeFileTransfer, decode.ToClient, false, []int{message.OpcodeFileTransferAck}},
	{message.OpcodeRequestObject, decode.ToServer, true, []int{message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam, message.OpcodeObjectNotFound}},
	{message.OpcodeEnterSet, decode.ToClient, true, []int{message.OpcodeObjectNotFound}},
}

type askKey struct {
	ask    int
	link   tally.Link
	object uint32
}

type askRow struct {
	count   int64
	answers [3]int64 // in the order of those of ask
	times   histogram.Histogram
	silent  []int64 // frames of the first without an answer
}

type asked struct {
	at    capture.Time
	frame int64
}

const (
	//limit:maxAsked Figures | messages that wait for an answer at a time | counted as not answered | TestManyRequests
	maxAsked = 1024
	// maxUnanswered is how many are named.
	maxUnanswered = 10
)

func newRequests(b *base) *requests { return &requests{base: b, waiting: map[askKey]*asked{}} }

func (q *requests) game(l *line) {
	if l.opcode < 0 || l.repeat {
		return
	}
	for i := range asks {
		a := &asks[i]
		answer := slices.Index(a.answers, l.opcode)
		if l.Dir == a.dir && l.opcode != a.opcode || l.Dir != a.dir && answer < 0 || a.object && !l.named {
			continue
		}
		key := askKey{ask: i, link: l.link()}
		if a.object {
			key.object = l.object
		}
		if l.Dir == a.dir {
			q.asked(key, l)
		} else if since, waits := q.waiting[key]; waits {
			delete(q.waiting, key)
			q.rows[i].answers[answer]++
			q.rows[i].times.Add(decode.Milliseconds(l.Time.Sub(since.at)))
		}
	}
}

func (q *requests) asked(key askKey, l *line) {
	q.rows[key.ask].count++
	if before, waits := q.waiting[key]; waits {
		q.silent(key, before.frame)
	} else if len(q.waiting) >= maxAsked {
		q.silent(key, l.Frame)
		return
	}
	q.waiting[key] = &asked{l.Time, l.Frame}
}

func (q *requests) silent(key askKey, frame int64) {
	if row := &q.rows[key.ask]; len(row.silent) < maxUnanswered {
		row.silent = append(row.silent, frame)
	}
}

func (q *requests) end(string, *decode.Summary) {
	for _, key := range tally.Sorted(q.waiting, func(a, b askKey) int { return cmp.Compare(q.waiting[a].frame, q.waiting[b].frame) }) {
		q.silent(key, q.waiting[key].frame)
	}
	clear(q.waiting)
}

func (q *requests) report(out *figures.Stats) {
	out.Requests = []figures.Request{}
	for i := range asks {
		a, row := &asks[i], &q.rows[i]
		if row.count == 0 {
			continue
		}
		f := figures.Request{
			Opcode: tally.OpcodeText(a.opcode), Name: opcodeName(a.opcode), Dir: string(a.dir), Count: row.count,
			Answers: []figures.Answer{}, Latency: latency(&row.times, 1-place(a.dir)), Frames: []int64{},
			Query: q.Of(tally.OpcodeIs(a.opcode), tally.DirIs(a.dir), tally.Once),
		}
		for k, opcode := range a.answers {
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
