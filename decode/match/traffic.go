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

// Delay gives how long the host kept a message before it passed it on: what comes late was sent before, and its first
// copy was lost.
func Delay(r *record.Record) time.Duration { return max(r.Relay.After-r.First.Ago, 0) }

// Take takes an Ack.
func (w *Waits) Take(r *record.Record) {
	if d, ok := Waited(r); ok {
		w[1-senderIndex(r)].Add(float64(d) / float64(time.Millisecond))
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

// Numbered counts the numbered messages of type Data that went one way, each once.
type Numbered struct {
	Messages int64
	Missing  int64 // of them, those before which others are missing, and those that came late
	Again    int64 // copies
}

// take takes a numbered message.
func (n *Numbered) take(r *record.Record) {
	switch {
	case r.Copy > 0:
		n.Again++
		return
	case r.Has(record.Gap) || r.Has(record.OutOfOrder):
		n.Missing++
	}
	n.Messages++
}

// Share is how many of the messages are missing, 0 to 1.
func (n *Numbered) Share() float64 { return float64(n.Missing) / float64(max(n.Messages, 1)) }

// senderIndex is 0 for what a client sends and 1 for what the host sends.
func senderIndex(r *record.Record) int {
	if r.Dir == record.ToServer {
		return 0
	}
	return 1
}
