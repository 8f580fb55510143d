package check

import (
	"bytes"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

var joinTransportRules = []Rule{
	{
		ID: "join-connect-answer", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Control messages", Times: 2 * time.Second, Needs: Joined | Uncut,
		Says:   "A connect request is answered by a Connect response of one byte with sequence number 0, or by a Boot. The id is free; the k-th to join gets k + 1.",
		Counts: "each link that joins and lasts 5 s", Broken: "another control message comes first, the id belongs to a client that is still there, or, in a capture taken near the host, it is not k + 1 while nobody has left",
		Watch: connectAnswer,
	},
	{
		ID: "join-answer-with-round-0", Judges: Server, Severity: Info, Effect: unnoticed, Evidence: Observed, Source: "Join", Needs: Joined | Uncut,
		Says:   "The Connect response and the first checksum request share a datagram.",
		Counts: "each Connect response", Broken: "its datagram has no checksum request of round 0",
		Watch: answerWithRound0,
	},
	{
		ID: "join-peerinfo-once", Judges: Client, Severity: Warning, Effect: listed, Evidence: Observed, Source: "Control messages", Needs: Joined | Uncut,
		Says:   "A client sends one PeerInfo, with sequence number 1 and its own id.",
		Counts: "each link that joins", Broken: "there is none, more than one with its first name, or it has another number or id",
		Watch: peerInfoOnce,
	},
	{
		ID: "join-peerinfo-relay", Judges: Server, Severity: Warning, Effect: listed, Evidence: Observed, Source: "Control messages", Times: 2 * time.Second, Needs: Joined | Uncut,
		Says:   "The host relays each PeerInfo to every client, the sender included, and gives a newcomer those of the clients that are present.",
		Counts: "each first PeerInfo and link that exists then and for 5 s more; each newcomer and other client", Broken: "there is no such PeerInfo within 5 s",
		Watch: peerInfoRelay,
	},
	{
		ID: "join-peerinfo-not-periodic", Judges: Server, Severity: Warning, Effect: wasted, Evidence: Observed, Source: "Control messages", Times: 100 * time.Millisecond, Needs: Uncut,
		Says:   "PeerInfo is no keepalive: it is sent once.",
		Counts: "each PeerInfo of a connection, and client that it is sent to", Broken: "it is sent more than three times; a repeat under its number counts only if it keeps an even pace, and if nobody has acknowledged the only number, eight are allowed",
		Watch: peerInfoNotPeriodic,
	},
}

func connectAnswer(w *watch) {
	const lasting = 5 * time.Second
	type answer struct {
		at     match.Event
		number int64 // the lowest: the network may have changed the order
		ok     bool
	}
	first := map[*link]answer{}
	w.onControl(func(h *heard) {
		before, known := first[h.link]
		if h.number < 0 || known && h.number >= before.number || h.to != toClient {
			return
		}
		response, accepts := h.Content().Message.(*transport.ConnectResponse)
		ok := h.Header.Type == transport.Boot || accepts && response != nil && len(h.Payload) == 1 && h.Header.Seq == 0
		first[h.link] = answer{h.at(), h.number, ok}
	})
	w.onLink(func(l *link) {
		w.at(w.now.Add(lasting), func() {
			x, answered := first[l]
			switch {
			case !l.Joined || !l.lives(l.First.Time, lasting):
			case !answered:
				w.breaks(Server, l, l.First, "the connect request is not answered")
			case !x.ok:
				w.breaks(Server, l, x.at, "the first answer is neither a Connect response of one byte with sequence number 0 nor a Boot")
			default:
				w.keeps(Server, l)
				alone := !slices.ContainsFunc(w.links, func(o *link) bool {
					y, known := first[o]
					return o != l && o.Server == l.Server && o.First.Frame < x.at.Frame && known && y.at.Frame > l.First.Frame
				})
				w.peerID(l, x.at, alone)
			}
		})
	})
}

// peerID judges the id that a client was given. alone says that no other one joined at the same time:
// of two, nobody knows who was first to reach the host.
func (w *watch) peerID(l *link, at match.Event, alone bool) {
	if l.PeerID == 0 || l.Ending.Why == match.Refused {
		return
	}
	before, complete := w.before(l, at.Time)
	for _, o := range before {
		if o.PeerID == l.PeerID && o.end.Sub(at.Time) >= time.Second {
			w.fails(Server, l, at, "the peer id %d is that of a client that is still there", l.PeerID)
			return
		}
	}
	if want := len(before) + firstPeer; complete && alone && int(l.PeerID) != want {
		w.atEnd(func() { // the whole capture says where it was taken
			if w.atHost(l) {
				w.fails(Server, l, at, "client %d to join gets the peer id %d instead of %d", len(before)+1, l.PeerID, want)
			}
		})
	}
}

// before gives the links of the same server that began earlier; complete says that all of them
// joined in the capture, and that none of their clients had left when the host answered: what the host does in
// one moment may pass in another order.
func (t *trial) before(l *link, answered capture.Time) (earlier []*link, complete bool) {
	const together = time.Second
	complete = true
	for _, o := range t.links {
		if o == l {
			break
		}
		if o.Server != l.Server {
			continue
		}
		earlier = append(earlier, o)
		complete = complete && o.Joined && o.end.Sub(answered) > together
	}
	return earlier, complete
}

func answerWithRound0(w *watch) {
	var response match.Event
	var of *link
	conclude := func(together bool) {
		if of != nil {
			w.judges(Server, of, together, response, "the checksum request of round 0 comes in another datagram")
			of = nil
		}
	}
	w.onControl(func(h *heard) {
		if _, ok := h.Content().Message.(*transport.ConnectResponse); ok && h.once {
			conclude(false)
			of, response = h.link, h.at()
		}
	})
	w.onGame(func(h *heard) {
		if h.Frame == response.Frame {
			conclude(true)
		}
	}, message.OpcodeChecksumRequest)
	w.atEnd(func() { conclude(false) })
}

// peerInfo is one of those that a client sent.
type peerInfo struct {
	at      match.Event
	name    string
	payload []byte
	id      uint8
	number  int64
}

func peerInfoOnce(w *watch) {
	sent := map[*link][]peerInfo{}
	w.onControl(func(h *heard) {
		p, ok := h.Content().Message.(*transport.Peer)
		if ok && h.once && h.to == toServer && len(sent[h.link]) < 16 {
			h.link.infoAtZero = h.link.infoAtZero || len(sent[h.link]) == 0 && h.number == 0
			sent[h.link] = append(sent[h.link], peerInfo{at: h.at(), name: p.Name.String(), id: p.PeerID, number: h.number})
		}
	})
	atEndOfAll(w, &w.links, func(l *link) {
		if _, accepted := l.accepted(); l.Joined && accepted {
			w.peerInfos(l, sent[l])
		}
	})
}

func (w *watch) peerInfos(l *link, sent []peerInfo) {
	if len(sent) == 0 {
		w.breaks(Client, l, l.First, "the client sends no PeerInfo")
		return
	}
	first := sent[0]
	again := slices.IndexFunc(sent[1:], func(p peerInfo) bool { return p.name == first.name })
	switch {
	case again >= 0:
		w.breaks(Client, l, sent[again+1].at, "PeerInfo with the name of the first is sent under a new number")
	case first.number != 1:
		w.breaks(Client, l, first.at, "PeerInfo has the sequence number %d instead of 1", first.number)
	default:
		w.judges(Client, l, first.id == l.PeerID, first.at, "PeerInfo has the peer id %d, the client was given %d", first.id, l.PeerID)
	}
}

func peerInfoRelay(w *watch) {
	const patience = 5 * time.Second
	relays := &relayedInfos{told: map[*link][]peerInfo{}}
	first := map[*link]bool{}
	w.onControl(func(h *heard) {
		p, ok := h.Content().Message.(*transport.Peer)
		switch {
		case !ok || !h.once:
		case h.to == toClient:
			relays.add(h.link, peerInfo{at: h.at(), id: p.PeerID, payload: slices.Clone(h.Payload)})
		case !first[h.link]:
			first[h.link] = true
			from, key, sent := h.link, h.whole(), peerInfo{at: h.at(), id: p.PeerID, payload: slices.Clone(h.Payload)}
			w.at(h.Time.Add(patience), func() {
				if !w.lossy() || !from.sent[toServer].open(key) { // else it may be lost behind the capture, again and again
					w.relayedTo(from, sent, patience, relays)
				}
			})
		}
	})
	w.onEntered(func(l *link) {
		w.at(l.Entered.Time.Add(patience+time.Second), func() { w.introduced(l, patience, relays) })
	})
}

// relayedTo judges to whom the PeerInfo of a client was relayed.
func (w *watch) relayedTo(from *link, sent peerInfo, patience time.Duration, relays *relayedInfos) {
	for _, o := range w.links {
		if o.Server != from.Server || !o.First.Time.Before(sent.at.Time) && o != from || !o.lives(sent.at.Time, patience) || o.end.Sub(sent.at.Time) < patience {
			continue
		}
		ok := relays.has(o, sent.at.Time, sent.at.Time.Add(patience), func(p *peerInfo) bool { return bytes.Equal(p.payload, sent.payload) })
		w.judges(Server, o, ok, sent.at, "the PeerInfo of %s is not relayed to %s within 5 s", from.label(), o.label())
	}
}

// introduced judges whom a newcomer was told of.
func (w *watch) introduced(l *link, patience time.Duration, relays *relayedInfos) {
	if !l.Joined {
		return
	}
	at := l.Entered.Time
	for _, o := range w.links {
		if o == l || o.Server != l.Server || !o.present(at, time.Second, patience+time.Second) {
			continue
		}
		ok := relays.has(l, l.First.Time, at.Add(patience), func(p *peerInfo) bool { return p.id == o.PeerID })
		w.judges(Server, l, ok, l.Entered, "%s is not told of %s, who is in the game", l.label(), o.label())
	}
}

// relayedInfos are the PeerInfos that clients were told.
type relayedInfos struct{ told map[*link][]peerInfo }

func (x *relayedInfos) add(l *link, p peerInfo) {
	x.told[l] = append(x.told[l], p)
}

func (x *relayedInfos) has(l *link, from, until capture.Time, want func(*peerInfo) bool) bool {
	return slices.ContainsFunc(x.told[l], func(p peerInfo) bool {
		return !p.at.Time.Before(from) && !until.Before(p.at.Time) && want(&p)
	})
}

// pace is how often a client was told the same, and in what rhythm.
type pace struct {
	last    capture.Time  // that it was told
	pause   time.Duration // before that; 0 = it was told once
	sends   int
	even    int // pauses in a row, up to now, that are as long as the one before
	counted int // sends that are no repeats for want of an Ack
	numbers int
	acked   bool // it is sent again though it was acknowledged
	told    bool // it was named
}

// takes takes another send. Who repeats what nobody acknowledges does it under one number, and waits longer
// each time; who tells it periodically keeps the pace. Two pauses may be alike by chance.
func (x *pace) takes(at capture.Time, newNumber bool) {
	const fast = 2 * time.Second // senders that wait longer may have reached the longest pause
	const chance = 1
	pause := at.Sub(x.last)
	if x.sends++; x.sends == 1 {
		pause = 0
	}
	if x.even++; x.pause <= 0 || pause >= fast || (pause-x.pause).Abs() > x.pause/10 {
		x.even = 0
	}
	if newNumber {
		x.numbers++
	}
	if newNumber || x.even > chance {
		x.counted++
	}
	x.last, x.pause = at, pause
}

// periodic reports whether it was told more often than once, with one repeat for loss and one to spare. What
// has one number and no Ack may be of a sender that does not wait longer each time: that one gives up.
func (x *pace) periodic() bool {
	const most, patient = 3, 8
	if x.numbers > 1 || x.acked {
		return x.counted > most
	}
	return x.counted > patient
}

func peerInfoNotPeriodic(w *watch) {
	type sent struct {
		link, of *link // of: who it is about, for one who returns is told of anew
		sum      uint64
	}
	paces := map[sent]*pace{}
	w.onControl(func(h *heard) {
		p, ok := h.Content().Message.(*transport.Peer)
		if !ok || h.to != toClient {
			return
		}
		own := p.PeerID == h.link.PeerID
		h.link.echoed, h.link.introduced = h.link.echoed || own, h.link.introduced || !own
		key := sent{h.link, w.peer(h.link, p.PeerID), h.sum()}
		x := paces[key]
		if x == nil {
			x = &pace{}
			paces[key] = x
			w.keeps(Server, h.link)
		}
		x.acked = x.acked || !h.once && !h.link.sent[toClient].open(h.whole())
		if x.takes(h.Time, h.once); x.periodic() && !x.told {
			x.told = true
			w.fails(Server, h.link, h.at(), "the same PeerInfo is sent %d times: once expected", x.sends)
		}
	})
}
