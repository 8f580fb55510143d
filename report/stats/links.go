package stats

import (
	"cmp"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// links counts the traffic between each client and its server.
type links struct {
	*base `merge:"-"`
	rows  *tally.Table[tally.Link, linkRow]

	// Rows by the number of the link, and that of the datagram at hand; nil = it is that of
	// the rest.
	known [64]struct {
		number uint32
		row    *linkRow
	} `merge:"-"`
	current *linkRow `merge:"-"`
}

// maxLinks is less than that of other tables: a row has two histograms.
//
//limit:maxLinks Figures | links | `rest` | TestBoundedTables
const maxLinks = 1024

type linkRow struct {
	tally.Activity
	peer      uint8  `merge:"last"`
	name      string `merge:"last"`
	lines     int64  // records
	datagrams int64
	bytes     [2]int64 // by direction: C>S, S>C
	waits     match.Waits
	reliable  int64
	acked     int64
	resent    int64
	repeats   int64
	gaps      int64
	late      int64
	heard     [2]capture.Time `merge:"-"` // when the receiver spoke last, by direction
	again     int64           // copies that a side gets which is not silent: see insists
}

func newLinks(b *base) *links {
	return &links{base: b, rows: tally.NewTable[tally.Link, linkRow](maxLinks, func(tally.Link) tally.Link { return tally.Link{} })}
}

func (k *links) game(l *line) {
	row := k.row(l)
	if l.wire {
		row.sent(l)
	}
	if k.current != nil {
		row.repeated(l)
	}
	row.answer(l)
	notes := l.Diagnostics()
	for i := range notes {
		row.note(notes[i].Code)
	}
}

// walked takes a message of which no other diagnostics count here.
func (k *links) walked(l *line) {
	row := k.row(l)
	row.bytes[l.from] += int64(l.length)
	if l.first {
		row.datagrams++
		row.bytes[l.from] += int64(l.header())
	}
	if l.opcode < 0 {
		row.answer(l)
		row.repeats += int64(tally.BoolInt(l.AcksAgain()))
	}
}

// row gives the row of a line's link, which has met its client.
func (k *links) row(l *line) *linkRow {
	if l.begins {
		k.current = k.find(l)
	}
	row := k.current
	if row == nil {
		row = k.rows.Row(l.link())
	}
	row.lines++
	if l.begins {
		row.heard[1-l.from] = l.Steady()
		row.meet(l.ClientPeer, l.Client)
		if l.wire {
			row.Pass(l.Datagram)
		}
	}
	return row
}

// find gives the row of a link; nil = it has none of its own.
func (k *links) find(l *line) *linkRow {
	x := &k.known[l.Link%uint32(len(k.known))]
	if x.number != l.Link || x.row == nil {
		x.number, x.row = l.Link, k.rows.Own(l.link())
	}
	return x.row
}

// meet takes what is known of the client.
func (r *linkRow) meet(peer uint8, name string) {
	if peer != 0 {
		r.peer = peer
	}
	if name != "" {
		r.name = name
	}
}

// answer takes what an Ack acknowledges.
func (r *linkRow) answer(l *line) {
	if l.Answers.Frame != 0 {
		r.acked++
		r.waits.Take(l.Record)
	}
}

// sent takes what is on the wire.
func (r *linkRow) sent(l *line) {
	r.bytes[l.from] += int64(l.length + l.header())
	if l.first {
		r.datagrams++
	}
	if l.reliable() {
		r.reliable++
	}
}

// reliable reports whether a line is a message on the wire that waits for an Ack, on its first way.
func (l *line) reliable() bool { return l.wire && !l.Unread && l.Header.Reliable() && !l.repeat }

// attentive is a side that was heard so lately: of what is sent to others copies tell nothing about the way
// to them.
const attentive = 2 * time.Second

// repeated takes a message that is sent again to a side that is there.
func (r *linkRow) repeated(l *line) {
	if l.wire && l.repeat && l.Header.Type == transport.Data && l.insists() && l.Steady().Sub(r.heard[l.from]) < attentive {
		r.again++
	}
}

// insists reports whether a copy tells that its sender waits for an Ack: stock software sends fragments again
// whether they were acknowledged or not, and what comes in a moment the network has doubled.
func (l *line) insists() bool {
	return !l.Part() && l.First.Pause >= traffic.Copied
}

// inOrder gives the rows that are of one link.
func (k *links) inOrder() (rows []*linkRow) {
	for _, key := range tally.Sorted(k.rows.Rows, func(a, b tally.Link) int {
		return cmp.Or(a.Client.Compare(b.Client), a.Server.Compare(b.Server))
	}) {
		rows = append(rows, k.rows.Rows[key])
	}
	return rows
}

func (r *linkRow) note(code decode.Code) {
	switch code {
	case decode.Retransmit:
		r.resent++
	case decode.RepeatAck:
		r.repeats++
	case decode.Gap:
		r.gaps++
	case decode.OutOfOrder:
		r.late++
	}
}

func (k *links) report(out *figures.Stats) {
	out.Links = listed(out, "links", k.rows, func(key tally.Link, row *linkRow, rest bool) figures.Link {
		f := row.figure()
		if rest {
			f.Client, f.Peer, f.Name = tally.Rest, 0, ""
			return f
		}
		f.Client, f.Server = tally.AddressText(key.Client), tally.AddressText(key.Server)
		f.Query, f.Queries = k.Of(tally.Datagram, key.Both()), k.formulas(key, &f)
		return f
	}, func(_, _ tally.Link, a, b *figures.Link) int {
		return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Server, b.Server))
	})
}

func (r *linkRow) figure() figures.Link {
	f := figures.Link{
		Peer: int(r.peer), Name: r.name, Datagrams: r.datagrams,
		Bytes: r.bytes[toServer] + r.bytes[toClient], ToServer: r.bytes[toServer], ToClient: r.bytes[toClient],
		Reliable: r.reliable, Acked: r.acked, Unacked: r.reliable - r.acked,
		Resent: r.resent, Insisted: r.again, RepeatAck: r.repeats, Gaps: r.gaps, Late: r.late,
	}
	f.First, f.Last = r.Ends()
	far := r.waits.Farther()
	f.RTT, f.Near = latency(&r.waits[far], far), latency(&r.waits[1-far], 1-far)
	return f
}

func latency(h *histogram.Histogram, direction int) figures.Latency {
	f := figures.Latency{Dir: string(directions[direction]), Count: h.Count}
	f.P50, f.P90, f.Max = tally.Percentiles(h)
	return f
}

func (k *links) formulas(key tally.Link, f *figures.Link) figures.Queries {
	both := key.Both()
	reliable, acked := k.Count("reliable", tally.OnWire, tally.Once, both), k.Count("answers", both)
	return figures.Queries{
		"bytes":               k.Payload(both),
		"bytes_c2s":           k.Payload(key.Sent(decode.ToServer)),
		"bytes_s2c":           k.Payload(key.Sent(decode.ToClient)),
		"rtt_ms.count":        k.answers(key, f.RTT.Dir),
		"turnaround_ms.count": k.answers(key, f.Near.Dir),
		"reliable":            reliable,
		"acked":               acked,
		"unacked":             reliable + " - " + acked,
		"retransmits":         k.Count(tally.Repeated, both),
		"repeated_acks":       k.Count(tally.Noted(decode.RepeatAck), both),
		"gaps":                k.Count(tally.Noted(decode.Gap), both),
		"out_of_order":        k.Count(tally.Noted(decode.OutOfOrder), both),
	}
}

// answers counts the Acks that tell how long messages of a direction waited; they go
// the other way.
func (k *links) answers(key tally.Link, waited string) string {
	back := directions[1-place(decode.Direction(waited))]
	return k.Count("answers.copies == 1", key.Sent(back))
}

// Lines tells the table how many records a row counts.
func (r *linkRow) Lines() int64 { return r.lines }
