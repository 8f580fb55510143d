package check

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/tally"
)

// Directions, as places of an array.
const (
	toServer = 0
	toClient = 1
)

// direction is the place of what a client sends, or of what it is sent.
func direction(own bool) int {
	if own {
		return toServer
	}
	return toClient
}

// sender is who sent a message in a direction, receiver who got it.
func sender(to int) Who {
	if to == toServer {
		return Client
	}
	return Server
}

func receiver(to int) Who { return sender(1 - to) }

// moment is when something was captured last; frame 0 = never.
type moment struct {
	frame int64
	at    capture.Time
}

// link is one connection of a client, with what rules ask of it beyond the account of the match.
type link struct {
	*match.Connection
	t        *trial
	host     *host           // its server
	place    int             // among the links
	Joined   bool            // the capture has it from its connect request on, for certain
	counts   []count         // of all rules: see watch.place
	breaches map[int]*breach // by the same places
	// numbers are those of the data channel and of the control channel, by direction.
	numbers  [2][2]numbers
	dialect  message.Dialect // of its server; stock if that is not decided
	unsure   bool            // it is not
	accepted match.Event     // the answer to the connect request; frame 0 = that is not in the capture
	end      capture.Time    // when the client ceased to be in the game
	last     [2]moment       // the newest datagram, by direction, and the one before
	before   [2]moment
	recent   [2]recent
	drift    [2]drift          // of the clocks in updates
	senders  [2]*traffic.Clock // these clocks, by direction; nil = there is none
	shows    told              // the host's
	clocks   *reading          // of its server; nil = nothing was read
	apart    [][2]capture.Time // when that was off what others are told
	sent     [2]deliveries     // by direction of the messages
	log      []logged          // rows of its game messages, but updates
	// ready is the client's first NewPlayerInGame, firstUpdate the first update that it was sent.
	ready, firstUpdate match.Event
	first, ship        *craft // the first and the newest that it made
	dies               *craft // the newest of its own of which it was told that it explodes
	// goneAt is when it left or was thrown out; timedOut says that the others were told so.
	goneAt   match.Event
	timedOut bool
	friendly bool // Settings say that friends may be hurt
	accepts  bool // it has acknowledged the Connect response
	// echoed and introduced say that the host has sent it its own PeerInfo, and another's; infoAtZero that its
	// first one had number 0.
	echoed, introduced, infoAtZero bool
	lengthened                     bool // what it said was passed on with more bytes
	stall                          stall
	seenSlot                       int // that its updates show, plus 1; 0 = none
}

// begins notes a link that appears. In the first seconds of a capture that begins in a battle nobody knows whether a
// connect request is the first copy: one that is lost comes again.
func (t *trial) begins(l *link) {
	l.Joined = l.Connection.Joined && !l.Unheard && !t.Lacks(l.Link, true, l.First.Time, l.First.Time.Add(settling))
	if l.First.Time.Sub(t.began) > againLater {
		return
	}
	for _, o := range t.links {
		if o.Server == l.Server && o.First.Time.Sub(t.began) <= againLater {
			o.Joined = o.Joined && l.Joined
			l.Joined = o.Joined
		}
	}
}

// label is how the client is called: its name, or its address.
func (l *link) label() string { return tally.NameOf(l.Connection) }

// channel is the place of the channel of a numbered message.
func channel(t transport.Type) int {
	if t == transport.Data {
		return 0
	}
	return 1
}

const (
	// deaf is how long the host says nothing to a client that goes on before it counts as gone.
	deaf = 2 * time.Second
	// quiet is how long a client says nothing while the capture goes on before it counts as gone.
	quiet = 10 * time.Second
	// settling is how long after its beginning a link without connect request has holes that mean nothing.
	settling = 10 * time.Second
)

// endOf is when a client ceased to be in the game: at the latest when the capture ends.
func (l *link) endOf(until capture.Time) capture.Time {
	end := until
	earlier := func(t capture.Time) {
		if t.Before(end) {
			end = t
		}
	}
	if e := &l.Ending; e.Frame != 0 && (e.Why == match.Left || e.Why == match.Kicked || e.Why == match.Refused) {
		earlier(e.Time)
	}
	if e := &l.Ending.Others; e.Frame != 0 {
		earlier(e.Time)
	}
	switch {
	case l.Heard.Frame == 0:
	case l.Told.Frame == 0: // nobody ever spoke to it
		earlier(l.First.Time.Add(-1))
	case l.Heard.Time.Sub(l.Told.Time) > deaf:
		earlier(l.Told.Time)
	}
	if until.Sub(l.Heard.Time) > quiet {
		earlier(l.Heard.Time)
	}
	return end
}

// settles reports whether a moment is so soon after the beginning of a link without connect request that
// what it follows from may lie before the capture: what comes then may be sent again.
func (l *link) settles(at capture.Time) bool {
	return !l.Joined && at.Sub(l.First.Time) < settling
}

// present reports whether the client was in the game for a time before a moment and for a time after
// it.
func (l *link) present(at capture.Time, before, after time.Duration) bool {
	return l.Entered.Frame != 0 && at.Sub(l.Entered.Time) >= before && l.end.Sub(at) >= after && l.certain(Server, at, after)
}

// certain reports whether the capture has what a side says on the link for a time after a moment.
func (l *link) certain(w Who, at capture.Time, after time.Duration) bool {
	return l.t.certain(at, after) && !l.t.Lacks(l.Link, w == Server, at, at.Add(after))
}

// lives reports whether a link has datagrams for a time after a moment.
func (l *link) lives(at capture.Time, after time.Duration) bool {
	return l.sends(Client, at, after) || l.sends(Server, at, after)
}

// sends reports whether a side still sends something a time after a moment. Where the capture lacks what it says in that time,
// or its clock jumps, nobody knows.
func (l *link) sends(w Who, at capture.Time, after time.Duration) bool {
	last := &l.Heard
	if w == Server {
		last = &l.Told
	}
	return last.Frame != 0 && last.Time.Sub(at) >= after && l.certain(w, at, after)
}

// whole reports whether the capture lacks nothing that the client said reliably: a creation may be among that.
func (l *link) whole() bool {
	return len(l.numbers[toServer][0].holes) == 0 && !l.t.Lacks(l.Link, false, l.First.Time, l.t.until)
}

// holed reports whether messages of the host are missing between two moments.
func (l *link) holed(from, until capture.Time) bool { return l.numbers[toClient][0].holed(from, until) }

// dropsAbout reports whether the capture lacks a message of the link that was acknowledged, and that was sent at about a moment.
func (l *link) dropsAbout(at capture.Time) bool {
	const about = time.Second
	from, until := at.Add(-about), at.Add(about)
	for to := range l.numbers {
		for i := range l.numbers[to] {
			if slices.ContainsFunc(l.numbers[to][i].holes, func(h hole) bool { return h.unseen && h.within(from, until) }) {
				return true
			}
		}
	}
	return false
}

// lacksClient reports whether the capture lacks a client of a server at a moment that is there later: its link begins within the capture,
// without a connect request. What it sent is passed on, and may still be soon after.
func (t *trial) lacksClient(server netip.AddrPort, at capture.Time) bool {
	return slices.ContainsFunc(t.all, func(o *link) bool {
		late := !o.Connection.Joined && len(o.Steps) == 0 && o.First.Time.Sub(t.began) > againLater
		if o.Server != server || !late || at.Sub(o.First.Time) > settling {
			return false
		}
		return !slices.ContainsFunc(t.all, func(b *link) bool { // or it was there until then
			same := b.Number < o.Number && b.Server == server && b.PeerID == o.PeerID
			return b.Moved == o.Connection || same && at.Before(b.Heard.Time) && at.Before(b.Told.Time)
		})
	})
}

// lacksOwner reports whether a ship of a server flies in whose slot no client of the capture was before.
func (t *trial) lacksOwner(server netip.AddrPort) bool {
	for i := range t.Lives() {
		x := t.Life(uint16(i + 1)) //nolint:gosec // lives have numbers of 16 bits
		slot := slotOf(x.Object)
		has := func(o *link) bool {
			return o.Server == server && o.slotOf() == slot && !x.Born.Time.Before(o.First.Time)
		}
		if x.Server == server && slot >= 0 && !x.Other && x.Born.Frame > 0 && !slices.ContainsFunc(t.all, has) {
			return true
		}
	}
	return false
}

// ceases reports whether both sides of a link said their last in one moment, so long before another one: if there was no goodbye, the
// capture lacks what came then.
func (l *link) ceases(before capture.Time, by time.Duration) bool {
	return l.Heard.Time.Sub(l.Told.Time).Abs() < time.Second && before.Sub(l.Heard.Time) > by && before.Sub(l.Told.Time) > by
}

// leaves notes that a client leaves or is thrown out.
func (l *link) leaves(h *heard) {
	if !h.once || l.goneAt.Frame != 0 {
		return
	}
	switch t := transport.Type(h.Kind); {
	case h.to == toServer && (t == transport.Disconnect || t == transport.OldDisconnect):
		l.goneAt = h.at()
	case h.to == toClient && t == transport.Boot:
		if kick, ok := h.content().Message.(*transport.Kick); !ok || kick.PeerID == l.PeerID || kick.PeerID == 255 {
			l.goneAt = h.at()
		}
	}
}

// left is when the client left or was thrown out; of one that was silent, when the others were told.
func (l *link) left() match.Event {
	if l.goneAt.Frame == 0 {
		return l.Ending.Others
	}
	return l.goneAt
}

// recent remembers the datagrams of one direction that came a moment ago.
type recent struct {
	sums [16]uint64
	at   [16]capture.Time
	next uint8
}

// doubled reports whether a datagram with this content came a moment ago, and notes it.
func (x *recent) doubled(sum uint64, at capture.Time) bool {
	for i := range x.sums {
		if x.sums[i] == sum && at.Sub(x.at[i]) < traffic.Copied {
			return true
		}
	}
	place := x.next % uint8(len(x.sums))
	x.sums[place], x.at[place] = sum, at
	x.next++
	return false
}

// inGame counts the clients that are in the game at the server of a link at a moment.
func (t *trial) inGame(l *link, at capture.Time) (n int) {
	for _, o := range t.links {
		if o.Server == l.Server && o.Entered.Frame != 0 && !o.end.Before(at) {
			n++
		}
	}
	return n
}

// peer gives the newest link with a peer id, up to the moment; nil = there is none.
func (t *trial) peer(at *link, id uint8) (found *link) {
	for _, l := range t.links {
		if l.Server == at.Server && l.PeerID == id && !(l.accepted.Frame != 0 && t.now.Before(l.accepted.Time)) && l.First.Frame <= t.frame {
			found = l
		}
	}
	return found
}

// ownerOf gives the newest link of the client in whose slot an object lies; nil = there is none.
func (t *trial) ownerOf(at *link, id uint32) (owner *link) {
	slot := slotOf(id)
	for _, l := range t.links {
		if slot >= 0 && l.Server == at.Server && l.slotOf() == slot && !t.now.Before(l.First.Time) {
			owner = l
		}
	}
	return owner
}

// host is a server of the capture, and how much is missing of what it and its clients say: others are not judged by that.
type host struct {
	nobody   *link // counts what is on no link; nil = there is nothing
	links    []*link
	numbered *[2]match.Numbered
	gaps     *facts.Dropped
	answers  [2]*answers
	lacked   int64   // Acks that the capture does not have
	unseen   float64 // what drops gives, when all was heard
	sure     bool    // nothing is missing or sent again that has a number, and both sides are there
	cut      bool    // a game datagram is cut
}

func (t *trial) newHost(numbered *[2]match.Numbered, gaps *facts.Dropped) *host {
	x := &host{numbered: numbered, gaps: gaps}
	x.sure = !x.losing(toServer) && !x.losing(toClient) && numbered[toServer].Messages > 0 && numbered[toClient].Messages > 0
	return x
}

func (t *trial) noLink(x *host) *link { return &link{t: t, host: x, counts: make([]count, t.places)} }

// hostOf gives a server; one that nobody connects to is all of the capture.
func (t *trial) hostOf(server netip.AddrPort) *host {
	x := t.hosts[server]
	if x == nil {
		return t.whole
	}
	if x.nobody == nil {
		x.nobody = t.noLink(x)
	}
	return x
}

// lossy reports whether the capture lacks messages: then updates, which have no numbers, may be missing too.
func (x *host) lossy() bool { return x.numbered[toServer].Missing+x.numbered[toClient].Missing > 0 }

// losing reports whether messages are missing, or some of a direction were sent again: they get lost behind the capture.
func (x *host) losing(to int) bool { return x.lossy() || x.numbered[to].Again > 0 }

// loss is the share of the messages of a direction before which others are missing.
func (x *host) loss(to int) float64 { return x.numbered[to].Share() }

// drops is the share of numbers that the capture lacks though they came: their receiver acknowledges them, or it has nothing of
// their sender then. x is the server that is asked about, or all.
func (t *trial) drops(x *host) float64 {
	came, all := x.lacked, int64(0)
	links := x.links
	if x == t.whole {
		links = t.links
	}
	for _, l := range links {
		for to := range l.numbers {
			for i := range l.numbers[to] {
				n := &l.numbers[to][i]
				if !n.started {
					continue
				}
				for _, h := range n.holes {
					if h.unseen || t.Lacks(l.Link, to == toClient, h.from, h.to) {
						came += h.high - h.low + 1
					}
				}
				if t.Lacks(l.Link, to == toClient, n.newestAt, t.until) {
					came += max(n.acked-n.newest, 0) // nothing follows that shows it
				}
				if t.Lacks(l.Link, to == toClient, l.First.Time, n.startAt) {
					came += max(n.lowest, 1) // nothing comes before
				}
				all += n.newest - n.lowest + 1
			}
		}
	}
	return float64(came) / float64(max(all, 1))
}
