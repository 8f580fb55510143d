package stats

import (
	"math"
	"time"

	"bcdump/decode/capture"
	"bcdump/internal/histogram"
	"bcdump/report/tally"
)

// stateRate is how many States a second a server sends, by the documents.
const stateRate = 60

// pulse measures how steadily messages come that are sent at a fixed rate.
type pulse struct {
	count     int64
	last      capture.Time
	running   bool
	intervals histogram.Histogram // milliseconds
	time      time.Duration       // their sum
	gaps      int64
	missing   int64 // in gaps
	late      int64 // of these, came after all
	pauses    int64
	owed      int64 // missing of the last gap that may still come
}

// beat takes the next message, and gives the time since the one before; ok = there is
// one, and it is no pause.
func (p *pulse) beat(t capture.Time) (since time.Duration, ok bool) {
	p.count++
	since, ok = t.Sub(p.last), p.running
	p.last, p.running = t, true
	switch {
	case !ok:
		return 0, false
	case since < 0 || since > tally.BreakOff:
		p.pauses++
		p.owed = 0
		return 0, false
	}
	p.intervals.Add(float64(since) / float64(time.Millisecond))
	p.time += since
	p.judge(since.Seconds() * stateRate)
	return since, true
}

// judge looks for frames without a message. Those that a network held up come one upon
// the other, right behind the gap.
func (p *pulse) judge(frames float64) {
	const gap, burst = 1.5, 0.5
	switch {
	case frames > gap:
		p.gaps++
		p.owed = int64(math.Round(frames)) - 1
		p.missing += p.owed
	case frames < burst && p.owed > 0:
		p.owed--
		p.late++
	default:
		p.owed = 0
	}
}

// rate is messages a second.
func (p *pulse) rate() float64 { return tally.Ratio(float64(p.intervals.Count), p.time.Seconds()) }

// expected is how many messages there were if none had been lost: one a frame, and one
// more for each sequence.
func (p *pulse) expected() int64 {
	sequences := p.count - p.intervals.Count
	return int64(math.Round(p.time.Seconds()*stateRate)) + sequences
}
