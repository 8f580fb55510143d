package tally

import "bcdump/decode"

// Waits is how long the messages of a link waited for their Acks, in milliseconds: those to the
// server, those to the client.
type Waits [2]Histogram

// Answer takes what an Ack acknowledges that goes to the server (0) or to the client (1).
func (w *Waits) Answer(a *decode.AckOf, to int) {
	if a.Frame != 0 && a.Copies == 1 { // else nobody knows which copy is answered
		w[1-to].Add(decode.Milliseconds(a.After))
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

// Merge adds those of another link.
func (w *Waits) Merge(o *Waits) {
	for i := range w {
		w[i].Merge(&o[i])
	}
}
