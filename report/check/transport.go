package check

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

var transportRules = []Rule{
	{
		ID: "transport-walk-exact", Judges: Both, Severity: Error, Effect: illegible, Evidence: Observed, Source: "Transport messages",
		Says:   "A game datagram holds exactly as many messages as it announces, of types 0x00 to 0x05 and 0x32, and nothing else.",
		Counts: "each datagram", Broken: "a message of another type, a length that does not fit, too few messages, or bytes left over",
		Watch: walkExact,
	},
	{
		ID: "transport-control-header", Judges: Both, Severity: Error, Effect: illegible, Evidence: Observed, Source: "Control messages",
		Says:   "Control messages 0x00 and 0x03 to 0x05 have a length of two bytes with the reliable and the ordered bit, and a sequence number; a keepalive is the byte 0x02 alone.",
		Counts: "each control message and keepalive", Broken: "a length of one byte, one of the two bits clear, or a PeerInfo of less than 12 bytes",
		Watch: controlHeader,
	},
	{
		ID: "transport-sizes", Judges: Both, Severity: Warning, Effect: illegible, Evidence: Observed, Source: "Fragments",
		Says:   "Datagrams have at most 512 bytes, Data messages at most 412, and all fragments of a message but the last exactly 412.",
		Counts: "each datagram, each Data message, each fragment but the last", Broken: "it has another size",
		Watch: sizes,
	},
	{
		ID: "transport-fragments-complete", Judges: Both, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Fragments", Times: 5 * time.Second, Needs: Uncut,
		Says:   "The fragments of a message share one sequence number, and all of them arrive.",
		Counts: "each message in fragments", Broken: "two fragments contradict each other, or one never arrives although the sender goes on for 10 s; of a link without its Connect, not in its first 10 s",
		Watch: fragmentsComplete,
	},
	{
		ID: "transport-reliability", Judges: Both, Severity: Error, Effect: lost, Evidence: Observed, Source: "Transport messages",
		Says:   "All Data messages are reliable, except StateUpdate, which never is.",
		Counts: "each Data message", Broken: "an unreliable message that is no StateUpdate, or a reliable StateUpdate",
		Watch: reliability,
	},
	{
		ID: "transport-seq-complete", Judges: Both, Severity: Error, Effect: lost, Evidence: Observed, Source: "Numbers and Acks", Times: 5 * time.Second, Needs: Uncut,
		Says:   "Each channel of each direction counts from 0, without gaps.",
		Counts: "each channel of a link that joins, each number from the lowest to the highest", Broken: "the channel does not begin with 0, or a number never comes although the link lives for 10 s more",
		Watch: numbersComplete,
	},
	{
		ID: "transport-seq-16bit", Judges: Both, Severity: Error, Effect: thrown, Evidence: TwoSources, Source: "Numbers and Acks", Needs: Uncut,
		Says:   "After sequence number 255 comes 256.",
		Counts: "each data channel that has more than 255 numbers and begins below 256", Broken: "the number after 255 is 0, and none above 255 comes later",
		Watch: sixteenBits,
	},
	{
		ID: "transport-seq-unique", Judges: Both, Severity: Error, Effect: lost, Evidence: Observed, Source: "Numbers and Acks",
		Says:   "A sequence number is never used again with other content on the same link.",
		Counts: "each numbered message", Broken: "a recent message with the same number has another content",
		Watch: uniqueNumbers,
	},
	{
		ID: "transport-ack-every-reliable", Judges: Both, Severity: Error, Effect: wasted, Evidence: Observed, Source: "Numbers and Acks", Times: time.Second, Needs: Uncut | Loss5,
		Says:   "The receiver acknowledges each reliable message and each fragment.",
		Counts: "each reliable message or fragment whose receiver still sends 3 s after its last copy, and whose client does not leave before the next copy is due: 1.8 s after the first, 6.5 s after a later one", Broken: "there is no Ack of its number at all; if the number was used twice, an Ack is for both",
		Parts: []Part{{WithLoss: 0.005}},
		Watch: ackEvery,
	},
	{
		ID: "transport-ack-form", Judges: Both, Severity: Error, Effect: wasted, Evidence: Observed, Source: "Numbers and Acks", Times: time.Second, Needs: Uncut,
		Says:   "An Ack names the channel of the number that it acknowledges and, for a fragment, its index.",
		Counts: "each fragment whose receiver still sends 3 s later (if messages are missing, one that is acknowledged), each Ack on a link that joins", Broken: "no Ack names the fragment, or an Ack names the other channel",
		Watch: ackForm,
	},
	{
		ID: "transport-ack-sent", Judges: Both, Severity: Error, Effect: lost, Evidence: OneSource, Source: "Numbers and Acks", Needs: Joined | Uncut,
		Says:   "An Ack is for what was sent.",
		Counts: "each Ack", Broken: "its number is more than 1,000 above all that its channel has carried 2 s later: so much no capture lacks",
		Watch: ackSent,
	},
	{
		ID: "transport-ack-flags-zero", Judges: Both, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Numbers and Acks",
		Says:   "Bits 2 to 7 of the flags of an Ack are 0.",
		Counts: "each Ack", Broken: "one of them is set",
		Watch: ackFlags,
	},
	{
		ID: "transport-retransmit-interval", Judges: Both, Severity: Warning, Effect: late, Evidence: TwoSources, Source: "Numbers and Acks", Times: 100 * time.Millisecond, Needs: NearJudged | Uncut | Loss05,
		Says:   "The first retransmission comes 1 s after the original, later ones after intervals that stay, grow to 5 s, or double up to 33 s.",
		Counts: "each copy of a whole message but the first", Broken: "the second copy does not come 0.6 to 1.8 s after the first, or a later one not 0.6 to 6.5 s after the one before, or as long as the message is old",
		Parts: []Part{{Minimum: 10, Tolerance: 0.1}},
		Watch: retransmitInterval,
	},
	{
		ID: "transport-retransmit-until-ack", Judges: Both, Severity: Error, Effect: lost, Evidence: TwoSources, Source: "Numbers and Acks", Times: 500 * time.Millisecond, Needs: NearJudged | Uncut,
		Says:   "What is not acknowledged is sent again.",
		Counts: "each reliable message without an Ack for 3.5 s, whose sender sends 4 s later; if messages are missing, those of a datagram that are sent only once are one", Broken: "it is sent only once",
		Parts: []Part{{WithLoss: 0.25}}, // of messages that are lost twice, the capture lacks many a copy
		Watch: retransmitUntilAck,
	},
	{
		ID: "transport-retransmit-stops", Judges: Both, Severity: Warning, Effect: wasted, Evidence: TwoSources, Source: "Numbers and Acks", Times: 200 * time.Millisecond, Needs: NearJudged | Uncut | Loss2,
		Says:   "What is acknowledged is not sent again.",
		Counts: "each whole message that is acknowledged", Broken: "three or more copies come later than 0.5 s after the Ack",
		Parts: []Part{{WithLoss: 0.001}}, // three Acks are lost behind the capture
		Watch: retransmitStops,
	},
	{
		ID: "transport-silence", Judges: Both, Severity: Warning, Effect: thrown, Evidence: Observed, Source: "Control messages", Times: 2 * time.Second,
		Says:   "A side that has nothing to say sends a keepalive after 5 s.",
		Counts: "each pause of more than 1 s between datagrams of one side, while the client joins or is in the game", Broken: "it lasts more than 12 s: two keepalives are missing",
		Watch: silence,
	},
	{
		ID: "transport-peer-byte", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Datagram", Times: 500 * time.Millisecond, Needs: Joined,
		Says:   "The client begins its datagrams with the peer id that the host gave it.",
		Counts: "each datagram of a client later than 1 s after the Connect response; one with peer id 255 only later than 5 s, and if the client has not acknowledged the response later than 15 s: it may be lost", Broken: "it begins with another peer id",
		Watch: peerByte,
	},
}

func walkExact(w *watch) {
	w.onDatagram(func(h *heard) { w.keeps(h.who, h.link) })
	w.onFault(func(h *heard) {
		if notes := h.Diagnostics(); len(notes) > 0 && notes[0].Code != decode.Snapped {
			w.fails(h.who, h.link, h.at(), "%s", notes[0].Text)
		}
	})
	w.onControl(func(h *heard) {
		if h.Has(decode.OldDisconnect) {
			w.fails(h.who, h.link, h.at(), "Disconnect of type 0x06 instead of 0x05")
		}
	})
}

func controlHeader(w *watch) {
	const shortestPeerInfo = 12
	w.onControl(func(h *heard) {
		ok := !h.Header.OneByteLength
		if h.Header.Type != transport.Keepalive {
			ok = ok && h.Header.Reliable() && h.Header.Ordered()
		}
		if h.Header.Type == transport.PeerInfo {
			ok = ok && h.Header.Length >= shortestPeerInfo
		}
		if !w.kept(h.who, h.link, ok) {
			w.fails(h.who, h.link, h.at(), "%s begins with length and flags 0x%04X: %d bytes, %s", nameOf(h), h.Header.FlagsLen, h.Header.Length, headerFlaw(h))
		}
	})
}

// headerFlaw says what is wrong with the header of a control message.
func headerFlaw(h *heard) string {
	switch {
	case h.Header.OneByteLength:
		return "the length has one byte instead of two"
	case !h.Header.Reliable():
		return "not reliable"
	case !h.Header.Ordered():
		return "not ordered"
	}
	return "at least 12 expected"
}

func sizes(w *watch) {
	const datagram, data = 512, 412
	totals := map[fragmentKey]int{}
	w.onDatagram(func(h *heard) {
		n := h.Datagram.Length()
		if !w.kept(h.who, h.link, n <= datagram) {
			w.fails(h.who, h.link, h.at(), "datagram of %d bytes: at most %d", n, datagram)
		}
	})
	size := func(h *heard) {
		if n := int(h.Header.Length); !w.kept(h.who, h.link, n <= data) {
			w.fails(h.who, h.link, h.at(), "Data message of %d bytes: at most %d", n, data)
		}
	}
	w.onUpdate(func(u *update) { size(u.heard) })
	w.onEvery(func(h *heard) {
		if h.Header.Type != transport.Data {
			return
		}
		if h.code != message.OpcodeStateUpdate || h.Part() { // which come by themselves
			size(h)
		}
		n := int(h.Header.Length)
		if h.Part() && followed(h, totals) && !w.kept(h.who, h.link, n == data) {
			w.fails(h.who, h.link, h.at(), "fragment of %d bytes that is not the last: %d expected", n, data)
		}
	})
}

// followed reports whether a fragment is known not to be the last of its message: the first one tells how
// many there are.
func followed(h *heard, totals map[fragmentKey]int) bool {
	key, index := fragmentKey{h.link, h.to, h.number}, int(h.Header.FragmentIndex)
	if index == 0 {
		totals[key] = int(h.Header.FragmentTotal)
	}
	return index+1 < totals[key]
}

func reliability(w *watch) {
	w.onEvery(func(h *heard) {
		if h.Header.Type != transport.Data || h.code < 0 {
			return
		}
		update := h.code == message.OpcodeStateUpdate
		if !w.kept(h.who, h.link, h.Header.Reliable() != update) {
			w.fails(h.who, h.link, h.at(), "%s is sent %s", h.Name(), reliable(h.Header.Reliable()))
		}
	})
	w.onUpdate(func(u *update) {
		if u.walked {
			if !w.kept(u.who, u.link, !u.Header.Reliable()) {
				w.fails(u.who, u.link, u.at(), "StateUpdate is sent reliably")
			}
		}
	})
}

func reliable(yes bool) string {
	if yes {
		return "reliably"
	}
	return "unreliably"
}

func sixteenBits(w *watch) {
	atEndOfAll(w, &w.links, func(l *link) {
		for to := range l.numbers {
			n := &l.numbers[to][0]
			if n.first < 256 && (n.eightBit || n.newest > 255) {
				w.judges(sender(to), l, !n.eightBit, n.wrapped, "sequence numbers start again at 0 after 255")
			}
		}
	})
}

func uniqueNumbers(w *watch) {
	w.onEvery(func(h *heard) {
		if h.Header.HasSeq {
			if !w.kept(h.who, h.link, !h.Has(decode.Conflict)) {
				w.fails(h.who, h.link, h.at(), "%s has sequence number %d, which was used before for something else", nameOf(h), h.Header.Seq)
			}
		}
	})
}

func ackFlags(w *watch) {
	w.onAck(func(h *heard) {
		if h.walked {
			w.keeps(h.who, h.link)
			return
		}
		if !w.kept(h.who, h.link, !h.Has(decode.AckFlags)) {
			w.fails(h.who, h.link, h.at(), "Ack with flags 0x%02X", h.Header.AckFlags)
		}
	})
}

func silence(w *watch) {
	const pause, most = time.Second, 12 * time.Second
	w.onDatagram(func(h *heard) {
		before := h.link.before[h.to]
		gap, other := h.Time.Sub(before.Time), &h.link.last[1-h.to]
		gone := quiet // for so long the other side says nothing only if it has gone
		if h.to == toServer {
			gone = deaf
		}
		if before.Frame == 0 || gap <= pause || h.link.end.Before(before.Time) || other.Frame == 0 || other.Time.Before(before.Time) && h.Time.Sub(other.Time) > gone {
			return
		}
		if !w.kept(h.who, h.link, gap <= most) {
			w.fails(h.who, h.link, h.at(), "silent for %.1f s: a keepalive is due after 5 s", h.Time.SecondsSince(before.Time))
		}
	})
}

// fragmented is a message in fragments, until it is known what became of it.
type fragmented struct {
	first match.Event
	done  bool // it has been judged
}

// fragmentKey tells messages in fragments apart.
type fragmentKey struct {
	link   *link
	to     int
	number int64
}

func fragmentsComplete(w *watch) {
	const patience = 10 * time.Second
	open := map[fragmentKey]*fragmented{}
	judge := func(key fragmentKey, ok bool, at match.Event, format string, values ...any) {
		if x := open[key]; x != nil && !x.done {
			x.done = true
			w.judges(sender(key.to), key.link, ok, at, format, values...)
		}
	}
	w.onEvery(func(h *heard) {
		key := fragmentKey{h.link, h.to, h.number}
		if !h.Part() || !h.once {
			return
		}
		x := open[key]
		if x == nil {
			x = &fragmented{first: h.at()}
			open[key] = x
			w.at(h.Time.Add(patience+quiet), func() { // between two keepalives a sender is silent too
				if !key.link.settles(x.first.Time) && key.link.sends(sender(key.to), x.first.Time, patience) {
					judge(key, false, x.first, "the message with sequence number %d is never whole", uint16(key.number))
				}
				delete(open, key)
			})
		}
		if h.Has(decode.FragmentConflict) {
			judge(key, false, h.at(), "fragment %d contradicts the others of its message", h.Header.FragmentIndex)
		}
	})
	w.onJoined(func(h *heard) {
		if h.Joined() {
			judge(fragmentKey{h.link, h.to, h.number}, true, h.at(), "")
		}
	})
}

func numbersComplete(w *watch) {
	atEndOfAll(w, &w.links, func(l *link) {
		for to := range l.numbers {
			for c := range l.numbers[to] {
				numbersOf(w, l, to, &l.numbers[to][c])
			}
		}
	})
}

// numbersOf judges the numbers of a channel.
func numbersOf(w *watch, l *link, to int, n *numbers) {
	const patience = 10 * time.Second
	if !n.started || n.eightBit {
		return
	}
	w.adds(sender(to), l, n.newest-n.lowest+1)
	if l.Joined {
		w.judges(sender(to), l, n.early == 0, n.start, "the channel begins with sequence number %d", n.early)
	}
	for _, h := range n.holes {
		switch {
		case l.settles(h.from), !l.lives(h.to, patience):
		case h.low == h.high:
			w.fails(sender(to), l, h.before, "sequence number %d never comes", h.low)
		default:
			w.tally(sender(to), l).violations += h.high - h.low
			w.fails(sender(to), l, h.before, "sequence numbers %d to %d never come", h.low, h.high)
		}
	}
}

func ackEvery(w *watch) {
	const patience = 3 * time.Second
	w.onSettled(func(d *delivery) {
		due := againLater // what is lost before the client leaves is not sent again
		if d.copies == 1 {
			due = againFirst
		}
		if !d.link.sends(receiver(d.to), d.newest, patience) || d.link.end.Sub(d.newest) < due {
			return
		}
		if !w.kept(receiver(d.to), d.link, !d.acked.IsZero()) {
			w.fails(receiver(d.to), d.link, d.first, "no Ack for %s with sequence number %d", d.name, uint16(d.key))
		}
	})
}

func ackForm(w *watch) {
	const patience = 3 * time.Second
	w.onSettled(func(d *delivery) {
		lost := d.acked.IsZero() && w.lossy() // the Ack may be: see transport-ack-every-reliable
		if d.fragment && !lost && d.link.sends(receiver(d.to), d.newest, patience) {
			w.judges(receiver(d.to), d.link, d.exact, d.first, "no Ack names fragment %d of sequence number %d", d.key>>16&0xFF-1, uint16(d.key))
		}
	})
	w.onAck(func(h *heard) {
		if !h.link.Joined {
			return
		}
		low := h.Header.AckFlags&transport.AckLowChannel != 0
		sent := &h.link.numbers[1-h.to]
		wrong := h.Has(decode.AckUnseen) && sent[other(low)].carried(h.Header.Seq) && !sent[other(!low)].carried(h.Header.Seq)
		if !w.kept(h.who, h.link, !wrong) {
			w.fails(h.who, h.link, h.at(), "Ack of sequence number %d names the wrong channel", h.Header.Seq)
		}
	})
}

// ackSent judges the number of an Ack: of a channel that begins with 0 what the capture lacks lies among the others, or a little
// behind them.
func ackSent(w *watch) {
	const after, lost = 2 * time.Second, 1000
	w.onAck(func(h *heard) {
		n, l, who, at, seq := &h.link.numbers[1-h.to][other(h.Header.AckFlags&transport.AckLowChannel == 0)], h.link, h.who, h.at(), h.Header.Seq
		if n.carried(seq) {
			w.keeps(who, l)
			return
		}
		w.at(h.Time.Add(after), func() {
			number := n.unwrap(seq)
			ok := n.carried(seq) || n.eightBit || n.lowest > 0 || number >= 0 && number <= n.newest+lost
			w.judges(who, l, ok, at, "Ack of sequence number %d: the numbers that were sent go from %d to %d", seq, uint16(n.lowest), uint16(n.newest))
		})
	})
}

// other is the place of the channel that an Ack does not name.
func other(low bool) int {
	if low {
		return 0
	}
	return 1
}

func retransmitInterval(w *watch) {
	const least = 600 * time.Millisecond
	w.onCopy(func(d *delivery, h *heard, before capture.Time) {
		if d.fragment {
			return
		}
		most, usual := againLater, "stock intervals grow to 5 s, or double"
		if doubled := before.Sub(d.first.Time) + againFirst; doubled > most { // 1, 2, 4, .. s
			most = min(doubled, againDoubled)
		}
		if d.copies == 2 {
			most, usual = againFirst, "about 1 s expected"
		}
		after := h.Time.Sub(before)
		if !w.kept(h.who, h.link, after >= least && after <= most) {
			w.fails(h.who, h.link, h.at(), "copy %d of %s comes after %.2f s: %s", d.copies, d.name, h.Time.SecondsSince(before), usual)
		}
	})
}

func retransmitUntilAck(w *watch) {
	const patience, goesOn = 3500 * time.Millisecond, 4 * time.Second
	var once match.Event // the newest that was sent only once
	w.onSettled(func(d *delivery) {
		late := d.acked.IsZero() || d.acked.Sub(d.first.Time) > patience
		if late && d.link.sends(sender(d.to), d.first.Time, goesOn) && d.link.end.Sub(d.first.Time) >= goesOn {
			if d.copies == 1 {
				if w.lossy() && d.first.Frame == once.Frame {
					return // what shares a datagram is sent again in one, which is lost as a whole
				}
				once = d.first
			}
			w.judges(sender(d.to), d.link, d.copies > 1, d.first, "%s with sequence number %d is not acknowledged, and not sent again", d.name, uint16(d.key))
		}
	})
}

func retransmitStops(w *watch) {
	const most = 3
	w.onSettled(func(d *delivery) {
		if !d.fragment && !d.acked.IsZero() {
			if !w.kept(sender(d.to), d.link, d.again < most) {
				w.fails(sender(d.to), d.link, d.first, "%s is sent again %d times after the Ack of frame %d", d.name, d.again, d.ackedIn)
			}
		}
	})
}

func peerByte(w *watch) {
	const guard, lost, lostAgain, none = time.Second, 5 * time.Second, 15 * time.Second, 255
	told := map[*link]bool{} // the client has acknowledged the response
	w.onAck(func(h *heard) {
		if h.to == toServer && h.Header.AckFlags&transport.AckLowChannel != 0 && h.Header.Seq == 0 && !told[h.link] { // the response is the first
			told[h.link] = true
		}
	})
	w.onDatagram(func(h *heard) {
		if h.to != toServer {
			return
		}
		accepted, ok := h.link.accepted()
		since := h.Time.Sub(accepted)
		may := guard
		if h.Peer == none {
			if may = lost; !told[h.link] {
				may = lostAgain
			}
		}
		if !ok || since <= may { // the answer may be lost, and come again
			return
		}
		if !w.kept(Client, h.link, h.Peer == h.link.PeerID) {
			w.fails(Client, h.link, h.at(), "the datagram begins with peer id %d instead of %d", h.Peer, h.link.PeerID)
		}
	})
}
