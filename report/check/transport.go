package check

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/facts"
)

var transportRules = []Rule{
	{
		ID: "transport-walk-exact", Judges: Both, Severity: Error, Effect: illegible, Evidence: Observed, Source: "Transport messages",
		Says:   "A game datagram holds exactly as many messages as it announces, of types 0x00 to 0x05 and 0x32, and nothing else.",
		Counts: "each datagram", Broken: "a message of another type, a length that does not fit, too few messages, or bytes left over",
		Watch: func(w *watch) {
			w.onDatagram(func(h *heard) { w.kept(h, true) })
			w.ask.faults = append(w.ask.faults, func(h *heard) {
				if notes := h.record().Diagnostics(); len(notes) > 0 && notes[0].Code != decode.Snapped {
					w.fails(h, "%s", notes[0].Text)
				}
			})
			w.onControl(func(h *heard) {
				_ = !w.Noted(h.Row, decode.OldDisconnect) || w.fails(h, "Disconnect of type 0x06 instead of 0x05")
			})
		},
	},
	{
		ID: "transport-control-header", Judges: Both, Severity: Error, Effect: illegible, Evidence: Observed, Source: "Control messages",
		Says:   "Control messages 0x00 and 0x03 to 0x05 have a length of two bytes with the reliable and the ordered bit, and a sequence number; a keepalive is the byte 0x02 alone.",
		Counts: "each control message and keepalive", Broken: "a length of one byte, one of the two bits clear, or a PeerInfo of less than 12 bytes",
		Watch: func(w *watch) {
			const shortestPeerInfo = 12
			w.onControl(func(h *heard) {
				flaw, x := "", h.header()
				switch kind := transport.Type(h.Kind); {
				case x.OneByteLength:
					flaw = "the length has one byte instead of two"
				case kind == transport.Keepalive:
				case !x.Reliable():
					flaw = "not reliable"
				case !x.Ordered():
					flaw = "not ordered"
				case kind == transport.PeerInfo && x.Length < shortestPeerInfo:
					flaw = "at least 12 expected"
				}
				_ = w.kept(h, flaw == "") || w.fails(h, "%s begins with length and flags 0x%04X: %d bytes, %s", h.title(), x.FlagsLen, x.Length, flaw)
			})
		},
	},
	{
		ID: "transport-sizes", Judges: Both, Severity: Warning, Effect: illegible, Evidence: Observed, Source: "Fragments",
		Says:   "Datagrams have at most 512 bytes, Data messages at most 412, and all fragments of a message but the last exactly 412.",
		Counts: "each datagram, each Data message, each fragment but the last", Broken: "it has another size",
		Watch: func(w *watch) {
			const datagram, data = 512, 412
			totals := map[fragmentKey]int{} // fragments, as the first one tells
			w.onDatagram(func(h *heard) {
				n := w.PayloadLength(w.Datagram(h.Datagram))
				_ = w.kept(h, n <= datagram) || w.fails(h, "datagram of %d bytes: at most %d", n, datagram)
			})
			size := func(h *heard) {
				n := w.Length(h.Row)
				_ = w.kept(h, n <= data) || w.fails(h, "Data message of %d bytes: at most %d", n, data)
			}
			w.onUpdate(bothWays, func(u *update) { size(u.heard) })
			w.onEvery(func(h *heard) {
				if h.control() {
					return
				}
				if h.code != message.OpcodeStateUpdate || h.Has(facts.Part) { // which come by themselves
					size(h)
				}
				if !h.Has(facts.Part) {
					return
				}
				n, key, x := w.Length(h.Row), h.whole(), h.header()
				if x.FragmentIndex == 0 {
					totals[key] = int(x.FragmentTotal)
				}
				if int(x.FragmentIndex)+1 < totals[key] {
					_ = w.kept(h, n == data) || w.fails(h, "fragment of %d bytes that is not the last: %d expected", n, data)
				}
			})
		},
	},
	{
		ID: "transport-fragments-complete", Judges: Both, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Fragments", Times: 5 * time.Second, Needs: Uncut | Whole,
		Says:   "The fragments of a message share one sequence number, and all of them arrive.",
		Counts: "each message in fragments", Broken: "two fragments contradict each other, or one never arrives although the sender goes on for 10 s; of a link without its Connect, not in its first 10 s",
		Watch: func(w *watch) {
			const patience = 10 * time.Second
			type fragmented struct {
				fragmentKey
				row  int // of the first
				done bool
			}
			known := map[fragmentKey]*fragmented{}
			var all []*fragmented
			judge := func(h *heard, ok bool, format string, values ...any) {
				if x := known[h.whole()]; x != nil && !x.done {
					x.done = true
					w.judge(h, ok, format, values...)
				}
			}
			w.onEvery(func(h *heard) {
				if !h.Has(facts.Part) || !h.once {
					return
				}
				if key := h.whole(); known[key] == nil {
					known[key] = &fragmented{key, h.n, false}
					all = append(all, known[key])
				}
				if w.Noted(h.Row, decode.FragmentConflict) {
					judge(h, false, "fragment %d contradicts the others of its message", h.header().FragmentIndex)
				}
			})
			w.ask.joined = append(w.ask.joined, func(h *heard) { judge(h, true, "") })
			atEndOfAll(w, &all, func(x *fragmented) {
				if at := w.Event(x.row); !x.done && !x.link.settles(at.Time) && x.link.sends(sender(x.to), at.Time, patience) && x.link.certain(sender(x.to), at.Time, patience+quiet) {
					w.judges(sender(x.to), x.link, false, at, "the message with sequence number %d is never whole", uint16(x.number))
				}
			})
		},
	},
	{
		ID: "transport-reliability", Judges: Both, Severity: Error, Effect: lost, Evidence: Observed, Source: "Transport messages",
		Says:   "All Data messages are reliable, except StateUpdate, which never is.",
		Counts: "each Data message", Broken: "an unreliable message that is no StateUpdate, or a reliable StateUpdate",
		Watch: func(w *watch) {
			w.onEvery(func(h *heard) {
				if update := h.code == message.OpcodeStateUpdate; !h.control() && h.code >= 0 {
					_ = w.kept(h, h.Has(facts.Reliable) != update) || w.fails(h, "%s is sent %s", h.name(), map[bool]string{true: "reliably", false: "unreliably"}[h.Has(facts.Reliable)])
				}
			})
			w.onUpdate(bothWays, func(u *update) {
				if u.Has(facts.Walked) {
					_ = w.kept(u.heard, !u.Has(facts.Reliable)) || w.fails(u.heard, "StateUpdate is sent reliably")
				}
			})
		},
	},
	{
		ID: "transport-seq-complete", Judges: Both, Severity: Error, Effect: lost, Evidence: Observed, Source: "Numbers and Acks", Times: 5 * time.Second, Needs: Uncut | Whole,
		Says:   "Each channel of each direction counts from 0, without gaps.",
		Counts: "each channel of a link that joins, each number from the lowest to the highest", Broken: "the channel does not begin with 0, or a number never comes although the link lives for 10 s more; not if one of those around it is acknowledged, or nobody is heard then: the capture lacks it",
		Watch: func(w *watch) {
			const patience = 10 * time.Second
			channel := func(l *link, who Who, n *numbers) {
				if !n.started || n.eightBit {
					return
				}
				w.adds(who, l, n.newest-n.lowest+1)
				if l.Joined && !slices.ContainsFunc(n.holes, func(h hole) bool { return h.unseen && h.high < n.early }) {
					w.judges(who, l, n.early == 0, w.Event(n.start), "the channel begins with sequence number %d", n.early)
				}
				for _, h := range n.holes {
					switch {
					case h.unseen, l.settles(h.from), !l.lives(h.to, patience), !l.certain(who, h.from, h.to.Sub(h.from)):
					case h.low == h.high:
						w.fail(who, l, w.Event(h.row), 1, "sequence number %d never comes", h.low)
					default:
						w.fail(who, l, w.Event(h.row), h.high-h.low+1, "sequence numbers %d to %d never come", h.low, h.high)
					}
				}
			}
			atEndOfAll(w, &w.links, func(l *link) {
				for to := range l.numbers {
					channel(l, sender(to), &l.numbers[to][0])
					channel(l, sender(to), &l.numbers[to][1])
				}
			})
		},
	},
	{
		ID: "transport-seq-16bit", Judges: Both, Severity: Error, Effect: thrown, Evidence: TwoSources, Source: "Numbers and Acks", Needs: Uncut,
		Says:   "After sequence number 255 comes 256.",
		Counts: "each data channel that has more than 255 numbers and begins below 256", Broken: "the number after 255 is 0, and none above 255 comes later",
		Watch: func(w *watch) {
			atEndOfAll(w, &w.links, func(l *link) {
				for to := range l.numbers {
					if n := &l.numbers[to][0]; n.first < 256 && (n.eightBit || n.newest > 255) {
						w.judges(sender(to), l, !n.eightBit, w.Event(n.wrapped), "sequence numbers start again at 0 after 255")
					}
				}
			})
		},
	},
	{
		ID: "transport-seq-unique", Judges: Both, Severity: Error, Effect: lost, Evidence: Observed, Source: "Numbers and Acks",
		Says:   "A sequence number is never used again with other content on the same link.",
		Counts: "each numbered message", Broken: "a recent message with the same number has another content",
		Watch: func(w *watch) {
			w.onEvery(func(h *heard) {
				if h.header().HasSeq {
					_ = w.kept(h, !w.Noted(h.Row, decode.Conflict)) || w.fails(h, "%s has sequence number %d, which was used before for something else", h.title(), h.Seq)
				}
			})
		},
	},
	{
		ID: "transport-ack-every-reliable", Judges: Both, Severity: Error, Effect: wasted, Evidence: Observed, Source: "Numbers and Acks", Times: time.Second, Needs: Uncut | Loss5 | Whole,
		Says:   "The receiver acknowledges each reliable message and each fragment.",
		Counts: "each reliable message or fragment whose receiver still sends 3 s after its last copy, if the client does not leave and the capture does not end before the next copy is due: 1.8 s after the first, 6.5 s after a later one", Broken: "there is no Ack of its number at all; if the number was used twice, an Ack is for both",
		Parts: []Part{{WithLoss: 0.005}},
		Watch: func(w *watch) {
			const patience = 3 * time.Second
			w.onSettled(func(d *delivery) {
				due, who := againLater, receiver(d.to) // what is lost before the client leaves is not sent again
				if d.copies == 1 {
					due = againFirst
				}
				if !d.link.sends(who, d.newest, patience) || d.link.end.Sub(d.newest) < due {
					return
				}
				if w.adds(who, d.link, 1); d.acked.IsZero() {
					w.fail(who, d.link, d.at(), 1, "no Ack for %s with sequence number %d", d.name(), uint16(d.key))
				}
			})
		},
	},
	{
		ID: "transport-ack-form", Judges: Both, Severity: Error, Effect: wasted, Evidence: Observed, Source: "Numbers and Acks", Times: time.Second, Needs: Uncut | Whole,
		Says:   "An Ack names the channel of the number that it acknowledges and, for a fragment, its index.",
		Counts: "each fragment whose receiver still sends 3 s later (if messages are missing, one that is acknowledged), each Ack on a link that joins", Broken: "no Ack names the fragment, or an Ack names the other channel",
		Watch: func(w *watch) {
			const patience = 3 * time.Second
			w.onSettled(func(d *delivery) {
				lost := d.acked.IsZero() && d.link.host.lossy() // the Ack may be: see transport-ack-every-reliable
				if d.fragment && !lost && d.link.sends(receiver(d.to), d.newest, patience) {
					w.judges(receiver(d.to), d.link, d.exact, d.at(), "no Ack names fragment %d of sequence number %d", d.key>>16&0xFF-1, uint16(d.key))
				}
			})
			w.onAck(func(h *heard) {
				if h.link.Joined {
					named, other := h.acknowledges()
					wrong := h.Has(facts.AckUnseen) && other.carried(h.Seq) && !named.carried(h.Seq) && h.link.sent[1-h.to].waits(h)
					_ = w.kept(h, !wrong) || w.fails(h, "Ack of sequence number %d names the wrong channel", h.Seq)
				}
			})
		},
	},
	{
		ID: "transport-ack-sent", Judges: Both, Severity: Error, Effect: lost, Evidence: OneSource, Source: "Numbers and Acks", Needs: Joined | Uncut,
		Says:   "An Ack is for what was sent.",
		Counts: "each Ack", Broken: "its number is more than 1,000 above all that its channel has carried: so much no capture lacks",
		// Of a channel that begins with 0, what the capture lacks lies among the others, or a little behind them.
		Watch: func(w *watch) {
			const lost = 1000
			w.onAck(func(h *heard) {
				n, _ := h.acknowledges()
				number := n.unwrap(h.Seq)
				ok := n.carried(h.Seq) || n.eightBit || n.lowest > 0 || number >= 0 && number <= n.newest+lost
				if ok || n.started {
					_ = w.kept(h, ok) || w.fails(h, "Ack of sequence number %d: the numbers that were sent go from %d to %d", h.Seq, uint16(n.lowest), uint16(n.newest))
					return
				}
				who, l, row, seq := h.who, h.link, h.n, h.Seq
				w.atEnd(func() {
					w.judges(who, l, n.carried(seq) || n.lowest > 0, w.Event(row), "Ack of sequence number %d: the numbers that were sent go from %d to %d", seq, uint16(n.lowest), uint16(n.newest))
				})
			})
		},
	},
	{
		ID: "transport-ack-flags-zero", Judges: Both, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Numbers and Acks",
		Says:   "Bits 2 to 7 of the flags of an Ack are 0.",
		Counts: "each Ack", Broken: "one of them is set",
		Watch: func(w *watch) {
			w.onAck(func(h *heard) {
				_ = w.kept(h, h.Has(facts.Walked) || !h.noted(decode.AckFlags)) || w.fails(h, "Ack with flags 0x%02X", h.header().AckFlags)
			})
		},
	},
	{
		ID: "transport-retransmit-interval", Judges: Both, Severity: Warning, Effect: late, Evidence: TwoSources, Source: "Numbers and Acks", Times: 100 * time.Millisecond, Needs: NearJudged | Uncut | Loss05,
		Says:   "The first retransmission comes 1 s after the original, later ones after intervals that stay, grow to 5 s, or double up to 33 s.",
		Counts: "each copy of a whole message but the first", Broken: "the second copy does not come 0.6 to 1.8 s after the first, or a later one not 0.6 to 6.5 s after the one before, or as long as the message is old",
		Parts: []Part{{Minimum: 10, Tolerance: 0.1}},
		Watch: func(w *watch) {
			const least = 600 * time.Millisecond
			w.ask.copies = append(w.ask.copies, func(d *delivery, h *heard, before capture.Time) {
				if d.fragment {
					return
				}
				most, usual := againLater, "stock intervals grow to 5 s, or double"
				if doubled := before.Sub(d.first) + againFirst; doubled > most { // 1, 2, 4, .. s
					most = min(doubled, againDoubled)
				}
				if d.copies == 2 {
					most, usual = againFirst, "about 1 s expected"
				}
				after := h.Time.Sub(before)
				_ = w.kept(h, after >= least && after <= most) || w.fails(h, "copy %d of %s comes after %.2f s: %s", d.copies, d.name(), h.Time.SecondsSince(before), usual)
			})
		},
	},
	{
		ID: "transport-retransmit-until-ack", Judges: Both, Severity: Error, Effect: lost, Evidence: TwoSources, Source: "Numbers and Acks", Times: 500 * time.Millisecond, Needs: NearJudged | Uncut | Undropped,
		Says:   "What is not acknowledged is sent again.",
		Counts: "each reliable message without an Ack for 3.5 s, whose sender sends 4 s later; if messages are missing, those of a datagram that are sent only once are one", Broken: "it is sent only once",
		Parts: []Part{{WithLoss: 0.25}}, // of messages that are lost twice, the capture lacks many a copy
		Watch: func(w *watch) {
			const patience, goesOn = 3500 * time.Millisecond, 4 * time.Second
			once := uint32(0) // the datagram of the newest that was sent only once, plus 1
			w.onSettled(func(d *delivery) {
				if late := d.acked.IsZero() || d.acked.Sub(d.first) > patience; !late || !d.link.sends(sender(d.to), d.first, goesOn) || d.link.end.Sub(d.first) < goesOn {
					return
				}
				if datagram := w.Row(d.row).Datagram + 1; d.copies == 1 {
					if d.link.host.lossy() && datagram == once {
						return // what shares a datagram is sent again in one, which is lost as a whole
					}
					once = datagram
				}
				if w.adds(sender(d.to), d.link, 1); d.copies == 1 {
					w.fail(sender(d.to), d.link, d.at(), 1, "%s with sequence number %d is not acknowledged, and not sent again", d.name(), uint16(d.key))
				}
			})
		},
	},
	{
		ID: "transport-retransmit-stops", Judges: Both, Severity: Warning, Effect: wasted, Evidence: TwoSources, Source: "Numbers and Acks", Times: 200 * time.Millisecond, Needs: NearJudged | Uncut | Loss2,
		Says:   "What is acknowledged is not sent again.",
		Counts: "each whole message that is acknowledged", Broken: "three or more copies come later than 0.5 s after the Ack",
		Parts: []Part{{WithLoss: 0.001}}, // three Acks are lost behind the capture
		Watch: func(w *watch) {
			const most = 3
			w.onSettled(func(d *delivery) {
				if d.fragment || d.acked.IsZero() {
					return
				}
				if w.adds(sender(d.to), d.link, 1); d.again >= most {
					w.fail(sender(d.to), d.link, d.at(), 1, "%s is sent again %d times after the Ack of frame %d", d.name(), d.again, d.ackedIn)
				}
			})
		},
	},
	{
		ID: "transport-silence", Judges: Both, Severity: Warning, Effect: thrown, Evidence: Observed, Source: "Control messages", Times: 2 * time.Second,
		Says:   "A side that has nothing to say sends a keepalive after 5 s.",
		Counts: "each pause of more than 1 s between datagrams of one side, while the client joins or is in the game", Broken: "it lasts more than 12 s: two keepalives are missing",
		Watch: func(w *watch) {
			const pause, most = time.Second, 12 * time.Second
			w.onDatagram(func(h *heard) {
				before, other, gone := h.link.before[h.to], h.link.last[1-h.to], quiet // for so long the other side says nothing only if it has gone
				if h.to == toServer {
					gone = deaf
				}
				gap := h.Time.Sub(before.at)
				if before.frame == 0 || gap <= pause || !h.link.certain(h.who, before.at, gap) || h.link.end.Before(before.at) || other.frame == 0 || other.at.Before(before.at) && h.Time.Sub(other.at) > gone {
					return
				}
				_ = w.kept(h, gap <= most) || w.fails(h, "silent for %.1f s: a keepalive is due after 5 s", h.Time.SecondsSince(before.at))
			})
		},
	},
	{
		ID: "transport-peer-byte", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Datagram", Times: 500 * time.Millisecond, Needs: Joined,
		Says:   "The client begins its datagrams with the peer id that the host gave it.",
		Counts: "each datagram of a client later than 1 s after the Connect response; one with peer id 255 only later than 5 s, and if the client has not acknowledged the response later than 15 s: it may be lost", Broken: "it begins with another peer id",
		Watch: func(w *watch) {
			const guard, lost, lostAgain, none = time.Second, 5 * time.Second, 15 * time.Second, 255
			w.onDatagram(func(h *heard) {
				if h.to == toClient || h.link.accepted.Frame == 0 {
					return
				}
				peer, may := h.peer(), guard
				switch {
				case peer == none && !h.link.accepts:
					may = lostAgain
				case peer == none:
					may = lost
				}
				if h.Time.Sub(h.link.accepted.Time) > may { // the answer may be lost, and come again
					_ = w.kept(h, peer == h.link.PeerID) || w.fails(h, "the datagram begins with peer id %d instead of %d", peer, h.link.PeerID)
				}
			})
		},
	},
}

// fragmentKey tells messages in fragments apart.
type fragmentKey struct {
	link   *link
	to     int
	number int64
}

// whole is the key of the message that a fragment is of.
func (h *heard) whole() fragmentKey { return fragmentKey{h.link, h.to, h.number} }
