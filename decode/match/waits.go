package match

import (
	"time"

	"bcdump/decode/record"
	"bcdump/internal/histogram"
)

// Waits is how long the messages of a connection waited for their Acks, in milliseconds: those to the server,
// those to the client.
type Waits [2]histogram.Histogram

// Waited gives how long the message waited that an Ack acknowledges; ok is false if nobody knows: it was sent
// more than once, and which copy is answered the Ack does not say.
func Waited(r *record.Record) (d time.Duration, ok bool) {
	return r.Answers.After, r.Answers.Frame != 0 && r.Answers.Copies == 1
}

// Take takes an Ack.
func (w *Waits) Take(r *record.Record) {
	if d, ok := Waited(r); ok {
		w[1-place(r)].Add(float64(d) / float64(time.Millisecond))
	}
}

// Farther is the direction whose messages wait longer: that of the side where the capture was
// taken, which sees the whole way there and back.
func (w *Waits) Farther() int {
	there, _ := w[0].Percentile(0.5)
	back, ok := w[1].Percentile(0.5)
	if ok && back >= there {
		return 1
	}
	return 0
}

// Merge adds those of another connection.
func (w *Waits) Merge(o *Waits) {
	for i := range w {
		w[i].Merge(&o[i])
	}
}
