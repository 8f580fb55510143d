package replay

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// links are the clients: how long messages wait for their Acks, and how many come again.
type links struct {
	*book
	room *room
	of   map[uint32]*link
}

// link is a client. Numbers of direction are those of match.Waits: 0 to the server, 1 to the client.
type link struct {
	second  int64
	sums    [2]float64 // ms, of the second
	counts  [2]int64
	rtt     [2][2]*figures.Column // time, mean
	repeats rate
}

// take takes a row: who speaks, what it answers, and whether it was sent again.
func (l *links) take(from *decode.Side, answers decode.AckOf, again bool) {
	if from.Link == 0 || answers.Frame == 0 && !again {
		return
	}
	x := l.link(from.Link)
	if x == nil {
		return
	}
	if again {
		l.count(&x.repeats)
	}
	if answers.Frame != 0 && answers.Copies == 1 { // else nobody knows which copy is answered
		x.waited(l.book, tally.BoolInt(from.Dir == decode.ToClient), answers.After)
	}
}

func (l *links) link(number uint32) *link {
	x := l.of[number]
	if x == nil && l.room.take() {
		x = &link{repeats: newRate()}
		for i := range x.rtt {
			x.rtt[i] = [2]*figures.Column{figures.NewColumn(whole), figures.NewColumn(10)}
		}
		l.of[number] = x
	}
	return x
}

// waited takes how long a message waited whose Ack goes to one side.
func (x *link) waited(b *book, to int, d time.Duration) {
	if second := b.second(); second != x.second {
		x.flush(b.changes)
		x.second = second
	}
	x.sums[1-to] += decode.Milliseconds(d)
	x.counts[1-to]++
}

// flush writes the means of the second that is over.
func (x *link) flush(changes *room) {
	for i, n := range x.counts {
		if n > 0 && changes.take() {
			x.rtt[i][0].AddSteps(x.second)
			x.rtt[i][1].Add(x.sums[i] / float64(n))
		}
	}
	x.sums, x.counts = [2]float64{}, [2]int64{}
}

// series gives the lines of all clients. The round-trip time is that of the direction that waits
// longer.
func (l *links) series(m *match.Match, p *people, queries *tally.Queries) (list []figures.ReplaySeries) {
	for _, number := range slices.Sorted(maps.Keys(l.of)) {
		x, name, player := l.of[number], fmt.Sprintf("client %d", number), -1
		var waits match.Waits
		for _, c := range m.Connections() {
			if c.Link == number {
				waits.Merge(&c.Waits)
			}
			if c.Link == number && c.Name != "" {
				name, player = c.Name, p.of(c.Player, "")
			}
		}
		x.flush(l.changes)
		x.repeats.flush(x.repeats.second+2, l.changes)
		rtt := x.rtt[waits.Farther()]
		of := fmt.Sprintf("client == %d", number)
		for _, f := range []figures.ReplaySeries{
			{Group: "rtt", Unit: "ms", Query: queries.Of(of, tally.Is("type", "ack")), T: rtt[0], V: rtt[1]},
			{Group: "repeats", Unit: "1/s", Query: queries.Of(of, tally.Repeated), T: x.repeats.t, V: x.repeats.v},
		} {
			if f.ID, f.Title, f.Player, f.Ship = fmt.Sprintf("%s-%d", f.Group, number), name, player, -1; f.V.Len() > 0 {
				list = append(list, f)
			}
		}
	}
	return list
}
