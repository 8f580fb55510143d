package check

import (
	"fmt"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

var joinTransportRules = []Rule{
	{
		ID: "join-connect-answer", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Control messages", Times: 2 * time.Second, Needs: Joined | Uncut | Whole,
		Says:   "A connect request is answered by a Connect response of one byte with sequence number 0, or by a Boot. The id is free; the k-th to join gets k + 1.",
		Counts: "each link that joins and lasts 5 s", Broken: "another control message comes first, the id belongs to a client that is still there, or, in a capture taken near the host, it is not k + 1 while nobody has left",
		Watch: func(w *watch) {
			const lasting = 5 * time.Second
			type answer struct {
				at     match.Event
				number int64 // the lowest: the network may have changed the order
				ok     bool
			}
			first := map[*link]answer{}
			w.onControl(func(h *heard) {
				before, known := first[h.link]
				if h.number < 0 || known && h.number >= before.number || h.to != toClient || h.Time.Sub(h.link.First.Time) >= lasting {
					return
				}
				_, accepts := h.content().Message.(*transport.ConnectResponse)
				first[h.link] = answer{h.at(), h.number, transport.Type(h.Kind) == transport.Boot || accepts && w.Size(h.Row) == 1 && h.Seq == 0}
			})
			atEndOfAll(w, &w.links, func(l *link) {
				x, answered := first[l]
				switch {
				case !l.Joined || !l.lives(l.First.Time, lasting):
				case !answered:
					w.judges(Server, l, false, l.First, "the connect request is not answered")
				case !x.ok:
					w.judges(Server, l, false, x.at, "the first answer is neither a Connect response of one byte with sequence number 0 nor a Boot")
				default:
					alone := true // of two who join at the same time nobody knows who was first to reach the host
					for o := range w.others(l) {
						y, known := first[o]
						alone = alone && !(o.First.Frame < x.at.Frame && known && y.at.Frame > l.First.Frame)
					}
					flaw := w.peerID(l, x.at.Time, alone)
					w.judges(Server, l, flaw == "", x.at, "%s", flaw)
				}
			})
		},
	},
	{
		ID: "join-answer-with-round-0", Judges: Server, Severity: Info, Effect: unnoticed, Evidence: Observed, Source: "Join", Needs: Joined | Uncut,
		Says:   "The Connect response and the first checksum request share a datagram.",
		Counts: "each Connect response", Broken: "its datagram has no checksum request of round 0",
		Watch: func(w *watch) {
			w.onControl(func(h *heard) {
				if _, ok := h.content().Message.(*transport.ConnectResponse); ok && h.once {
					l, row := h.link, h.n
					w.atEnd(func() {
						at := w.Event(row)
						together := slices.ContainsFunc(l.told(at.Time, at.Time, nil, message.OpcodeChecksumRequest), func(e *entry) bool { return e.Datagram == w.Row(row).Datagram })
						w.judges(Server, l, together, at, "the checksum request of round 0 comes in another datagram")
					})
				}
			})
		},
	},
	{
		ID: "join-peerinfo-once", Judges: Client, Severity: Warning, Effect: listed, Evidence: Observed, Source: "Control messages", Needs: Joined | Uncut | Whole,
		Says:   "A client sends one PeerInfo, with sequence number 1 and its own id.",
		Counts: "each link that joins", Broken: "there is none, more than one with its first name, or it has another number or id",
		Watch: func(w *watch) {
			sent := map[*link][]peerInfo{}
			w.onPeerInfo(toServer, func(h *heard, p *transport.Peer) {
				if h.once && len(sent[h.link]) < 16 {
					h.link.infoAtZero = h.link.infoAtZero || len(sent[h.link]) == 0 && h.number == 0
					sent[h.link] = append(sent[h.link], peerInfoOf(h, p))
				}
			})
			atEndOfAll(w, &w.links, func(l *link) {
				all := sent[l]
				if !l.Joined || l.accepted.Frame == 0 {
					return
				} else if len(all) == 0 {
					w.judges(Client, l, false, l.First, "the client sends no PeerInfo")
					return
				}
				first := all[0]
				again := slices.IndexFunc(all[1:], func(p peerInfo) bool { return p.name == first.name })
				switch {
				case again >= 0:
					w.judges(Client, l, false, all[again+1].at, "PeerInfo with the name of the first is sent under a new number")
				case first.number != 1:
					w.judges(Client, l, false, first.at, "PeerInfo has the sequence number %d instead of 1", first.number)
				default:
					w.judges(Client, l, first.id == l.PeerID, first.at, "PeerInfo has the peer id %d, the client was given %d", first.id, l.PeerID)
				}
			})
		},
	},
	{
		ID: "join-peerinfo-relay", Judges: Server, Severity: Warning, Effect: listed, Evidence: Observed, Source: "Control messages", Times: 2 * time.Second, Needs: Joined | Uncut | Whole,
		Says:   "The host relays each PeerInfo to every client, the sender included, and gives a newcomer those of the clients that are present.",
		Counts: "each first PeerInfo and link that exists then and for 5 s more; each newcomer and other client", Broken: "there is no such PeerInfo within 5 s",
		Watch: func(w *watch) {
			const patience = 5 * time.Second
			told, first := map[*link][]peerInfo{}, map[*link]peerInfo{}
			var said []*link
			w.onPeerInfo(bothWays, func(h *heard, p *transport.Peer) {
				switch _, known := first[h.link]; {
				case !h.once:
				case h.to == toClient:
					told[h.link] = append(told[h.link], peerInfoOf(h, p))
				case !known:
					first[h.link], said = peerInfoOf(h, p), append(said, h.link)
				}
			})
			has := func(l *link, from, until capture.Time, want func(*peerInfo) bool) bool {
				return slices.ContainsFunc(told[l], func(p peerInfo) bool { return !p.at.Time.Before(from) && !until.Before(p.at.Time) && want(&p) })
			}
			atEndOfAll(w, &said, func(from *link) {
				x := first[from]
				at, until := x.at.Time, x.at.Time.Add(patience)
				if from.host.lossy() && (x.sent == nil || x.sent.acked.IsZero() || until.Before(x.sent.acked)) {
					return // it may be lost behind the capture, again and again
				}
				for _, o := range w.links {
					if o.Server == from.Server && (o.First.Time.Before(at) || o == from) && o.lives(at, patience) && o.end.Sub(at) >= patience {
						ok := has(o, at, until, func(p *peerInfo) bool { return p.sum == x.sum })
						w.judges(Server, o, ok, x.at, "the PeerInfo of %s is not relayed to %s within 5 s", from.label(), o.label())
					}
				}
			})
			atEndOfAll(w, &w.links, func(l *link) {
				if !l.Joined || l.Entered.Frame == 0 {
					return
				}
				for o := range w.others(l) {
					if at := l.Entered.Time; o.present(at, time.Second, patience+time.Second) {
						ok := has(l, l.First.Time, at.Add(patience), func(p *peerInfo) bool { return p.id == o.PeerID })
						w.judges(Server, l, ok, l.Entered, "%s is not told of %s, who is in the game", l.label(), o.label())
					}
				}
			})
		},
	},
	{
		ID: "join-peerinfo-not-periodic", Judges: Server, Severity: Warning, Effect: wasted, Evidence: Observed, Source: "Control messages", Times: 100 * time.Millisecond, Needs: Uncut,
		Says:   "PeerInfo is no keepalive: it is sent once.",
		Counts: "each PeerInfo of a connection, and client that it is sent to", Broken: "it is sent more than three times; a repeat under its number counts only if it keeps an even pace, and if nobody has acknowledged the only number, eight are allowed",
		Watch: func(w *watch) {
			type sent struct {
				link, of *link // of: who it is about, for one who returns is told of anew
				sum      uint64
			}
			paces := map[sent]*pace{}
			w.onPeerInfo(toClient, func(h *heard, p *transport.Peer) {
				own := p.PeerID == h.link.PeerID
				h.link.echoed, h.link.introduced = h.link.echoed || own, h.link.introduced || !own
				key := sent{h.link, w.peer(h.link, p.PeerID), h.sum()}
				x := paces[key]
				left := func(e *entry) bool { return e.event == codeLeft && e.peer == p.PeerID }
				if x == nil || len(h.link.told(x.last, h.Time, left, message.OpcodePlayerListEvent)) > 0 { // or it is of who returns
					x = &pace{}
					paces[key] = x
					w.kept(h, true)
				}
				d := h.link.sent[toClient].known[h.key()]
				x.acked = x.acked || !h.once && (d == nil || !d.acked.IsZero())
				if x.takes(h.Time, h.once); x.periodic() && !x.told {
					x.told = true
					w.fails(h, "the same PeerInfo is sent %d times: once expected", x.sends)
				}
			})
		},
	},
}

// peerID says what is wrong with the id that a client was given; "" = nothing. The k-th to join gets k + 1, if all that joined
// before did so in the capture, and none of them had left when the host answered: what it does in one moment may pass in another
// order.
func (w *watch) peerID(l *link, answered capture.Time, alone bool) string {
	const together = time.Second
	if l.PeerID == 0 || l.Ending.Why == match.Refused {
		return ""
	}
	want := firstPeer
	for o := range w.others(l) {
		if o.place > l.place {
			break
		}
		stays := o.end.Sub(answered)
		if o.PeerID == l.PeerID && stays >= together {
			return fmt.Sprintf("the peer id %d is that of a client that is still there", l.PeerID)
		}
		want, alone = want+1, alone && o.Joined && stays > together
	}
	if alone && int(l.PeerID) != want && w.atHost(l) && !w.lacksClient(l.Server, answered) && !w.lacksOwner(l.Server) {
		return fmt.Sprintf("client %d to join gets the peer id %d instead of %d", want-firstPeer+1, l.PeerID, want)
	}
	return ""
}

// peerInfo is one that was sent.
type peerInfo struct {
	at     match.Event
	name   string
	sum    uint64
	id     uint8
	number int64
	sent   *delivery
}

func peerInfoOf(h *heard, p *transport.Peer) peerInfo {
	return peerInfo{h.at(), p.Name.String(), h.sum(), p.PeerID, h.number, h.link.sent[h.to].known[h.key()]}
}

// onPeerInfo asks for those that go one way, or both.
func (w *watch) onPeerInfo(to int, f func(*heard, *transport.Peer)) {
	w.onControl(func(h *heard) {
		if p, ok := h.content().Message.(*transport.Peer); ok && (to == bothWays || to == h.to) {
			f(h, p)
		}
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
