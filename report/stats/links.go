package stats

import (
	"cmp"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/record"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// links counts the traffic between each client and its server.
type links struct {
	*base
	rows *tally.Table[tally.Link, linkRow]
}

// maxLinks is less than that of other tables: a row has two histograms.
//
//limit:maxLinks Figures | links | `rest` | TestBoundedTables
const maxLinks = 1024

type linkRow struct {
	tally.Activity
	peer      uint8
	name      string
	datagrams int64
	bytes     [2]int64 // by direction: C>S, S>C
	waits     match.Waits
	reliable  int64
	acked     int64
	resent    int64
	repeats   int64
	gaps      int64
	late      int64
	heard     [2]capture.Time // when the receiver spoke last, by direction
	again     int64           // copies that a side gets which is not silent: see insists
	frames    firsts          // of them
}

func newLinks(b *base) *links {
	return &links{base: b, rows: tally.NewTable[tally.Link, linkRow](maxLinks, func(tally.Link) tally.Link { return tally.Link{} })}
}

func (k *links) add(c *part) {
	rows := map[uint32]*linkRow{} // of links that have one of their own, by number
	var row *linkRow              // of the datagram at hand
	datagram, speaker, own := uint32(0), (*record.Side)(nil), false
	passed := false // the datagram at hand was on the wire
	for _, r := range c.All() {
		if !r.Has(facts.Game) {
			continue
		}
		d := c.Datagram(r.Datagram)
		if begins := row == nil || datagram != r.Datagram; begins || !own {
			datagram = r.Datagram
			number := c.Side(r).Link
			if row, own = rows[number]; !own {
				key := c.link(r)
				if row = k.rows.Own(key); row != nil {
					rows[number], own = row, true
				} else {
					row = k.rows.Row(key)
				}
			}
			if begins {
				row.heard[1-side(r)] = c.Steady(d)
				speaker, passed = nil, false
			}
		}
		if s := c.Side(r); s != speaker {
			speaker = s
			row.peer, row.name = cmp.Or(s.ClientPeer, row.peer), cmp.Or(s.Client, row.name)
		}
		if onWire(r) {
			if !passed {
				row.At(c.Steady(d), c.Stamp(d), d.Digits())
				passed = true
			}
			row.sent(c, r)
		}
		if own && insists(c, r) && c.Steady(d).Sub(row.heard[side(r)]) < attentive {
			row.again++
			row.frames.add(c.frame(r))
		}
		row.note(c, r)
	}
}

// sent takes what is on the wire.
func (r *linkRow) sent(c *part, row *facts.Row) {
	r.bytes[side(row)] += int64(c.Length(row))
	if row.Has(facts.Leads) {
		r.bytes[side(row)] += int64(c.Header(row))
		r.datagrams++
	}
	if row.Has(facts.Reliable) && !row.Has(facts.Retransmit) {
		r.reliable++
	}
}

// attentive is a side that was heard so lately: of what is sent to others copies tell nothing about the way
// to them.
const attentive = 2 * time.Second

// insists reports whether a row is a copy that tells that its sender waits for an Ack: stock software sends fragments again
// whether they were acknowledged or not, and what comes in a moment the network has doubled.
func insists(c *part, r *facts.Row) bool {
	return r.Has(facts.Retransmit) && onWire(r) && !r.Has(facts.Unread) && !r.Has(facts.Part) && r.Kind == uint8(transport.Data) && c.First(r).Pause >= traffic.Copied
}

func (r *linkRow) note(c *part, row *facts.Row) {
	if a := c.Answers(row); a.Frame != 0 {
		r.acked++
		if a.Copies == 1 { // otherwise the Ack does not say which copy it answers
			r.waits[1-side(row)].Add(decode.Milliseconds(a.After))
		}
	}
	if row.Has(facts.Retransmit) {
		r.resent++
	}
	if row.Has(facts.AckAgain) {
		r.repeats++
	}
	if c.Noted(row, decode.Gap) {
		r.gaps++
	}
	if c.Noted(row, decode.OutOfOrder) {
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
		Resent: r.resent, Insisted: r.again, InsistedFrames: r.frames, RepeatAck: r.repeats, Gaps: r.gaps, Late: r.late,
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
