package stats

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/transport"
)

// unacked are the reliable messages of a link, in one direction, that wait for their Acks, and
// when the side that has to send these was heard last.
type unacked struct {
	waiting []waiting // oldest first
	heard   int64     // nanoseconds since 1970
}

type waiting struct {
	spot
	at int64
}

// spot is a message in one of several captures.
type spot struct {
	file  string
	frame int64
	index int
}

const (
	// maxWaiting bounds the messages of a link that wait.
	maxWaiting = 128
	// overdue is after which time no Ack will come, from a side that has gone on speaking.
	overdue = 10 * time.Second
	// attentive is a side that was heard so lately: of what is sent to others copies tell
	// nothing about the way to them.
	attentive = 2 * time.Second
	// maxOverdue is how many of the messages without an Ack are named.
	maxOverdue = 10
)

// sent takes a reliable message, on its first way.
func (u *unacked) sent(k *links, l *line) {
	if len(u.waiting) >= maxWaiting {
		k.judge(u, &u.waiting[0])
		u.waiting = append(u.waiting[:0], u.waiting[1:]...)
	}
	u.waiting = append(u.waiting, waiting{spot{k.file, l.Frame, int(l.Index)}, l.at})
}

// answered takes an Ack.
func (u *unacked) answered(a *decode.AckOf) {
	for i := range u.waiting {
		if u.waiting[i].frame == a.Frame && u.waiting[i].index == int(a.Index) {
			u.waiting = append(u.waiting[:i], u.waiting[i+1:]...)
			return
		}
	}
}

// judge counts a message whose Ack never came though the other side went on speaking.
func (k *links) judge(u *unacked, w *waiting) {
	if u.heard-w.at < int64(overdue) {
		return
	}
	k.overdue++
	if len(k.first) < maxOverdue {
		k.first = append(k.first, w.spot)
	}
}

// end judges what waits when a capture ends.
func (k *links) end(string, *decode.Summary) {
	for _, row := range k.inOrder() {
		for dir := range row.unacked {
			u := &row.unacked[dir]
			for i := range u.waiting {
				k.judge(u, &u.waiting[i])
			}
			*u = unacked{}
		}
	}
}

// connects forgets what a client left behind that connects anew.
func (r *linkRow) connects(l *line) {
	if l.Header.Type == transport.Connect && l.from == toServer && !l.repeat {
		r.unacked[toServer].waiting, r.unacked[toClient].waiting = nil, nil
	}
}
