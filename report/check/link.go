package check

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
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

// place is the direction of a record.
func place(r *decode.Record) int {
	if r.Dir == decode.ToServer {
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

// receiver is who got a message in a direction.
func receiver(to int) Who { return sender(1 - to) }

// link is one connection of a client, with what rules ask of it beyond the account of the match.
type link struct {
	*match.Connection
	place  int                 // among the links
	Joined bool                // the capture has it from its connect request on, for certain
	counts []count             // of all rules: see watch.place
	tied   map[int][]int64     // by the same places, violations that follow from the causes of watch.ties; nil = none does
	named  map[int][]Violation // the first of each rule, at most mostShown, by the same places
	alone  map[int][]Violation // of those behind these the first that no cause explains
	spells map[int][]spell     // of rules that tell what players see else
	// numbers are those of the data channel and of the control channel, by direction.
	numbers [2][2]numbers
	dialect message.Dialect // of its server; stock if that is not decided
	unsure  bool            // it is not
	end     capture.Time    // when the client ceased to be in the game
	jumps   []capture.Time  // of the capture: the last moment before each
	last    [2]match.Event  // the newest datagram, by direction, and the one before
	before  [2]match.Event
	recent  [2]recent
	drift   [2]drift          // of the clocks in updates
	senders [2]*traffic.Clock // these clocks, by direction; nil = there is none
	told    told              // by the host's
	apart   [][2]capture.Time // when that was off what others are told
	clocks  *reading          // of its server
	sent    [2]deliveries     // by direction of the messages
	log     log
	got     [256]bool // opcodes of game messages of the host
	entered bool      // those who ask were told that it is in the game
	// ready is the client's first NewPlayerInGame, firstUpdate the first update that it was sent.
	ready, firstUpdate match.Event
	ship               *craft // the newest that it made
	ships              int    // that it made
	// goneAt is when it left or was thrown out; timedOut says that the others were told so.
	goneAt   match.Event
	timedOut bool
	// echoed and introduced say that the host has sent it its own PeerInfo, and another's; infoAtZero that its
	// first one had number 0.
	echoed, introduced, infoAtZero bool
	lengthened                     bool // what it said was passed on with more bytes
	stall                          stall
	seenSlot                       int         // that its updates show, plus 1; 0 = none
	answered                       match.Event // the connect request, by the host: see accepted
}

// put keeps something of a place. Most links break nothing: the map is made when the first one comes.
func put[T any](all *map[int]T, place int, x T) {
	if *all == nil {
		*all = map[int]T{}
	}
	(*all)[place] = x
}

// begins notes a link that appears. In the first seconds of a capture that begins in a battle nobody knows whether a
// connect request is the first copy: one that is lost comes again.
func (t *trial) begins(l *link) {
	l.Joined = l.Connection.Joined
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

// numbersOf gives the channel of a numbered message.
func (l *link) numbersOf(r *decode.Record) *numbers {
	return &l.numbers[place(r)][channel(r.Header.Type)]
}

const (
	// deaf is how long the host says nothing to a client that goes on before it counts as gone.
	deaf = 2 * time.Second
	// quiet is how long a client says nothing while the capture goes on before it counts as gone.
	quiet = 10 * time.Second
	// certain is after what time it is known what a channel lacks: something with a number has come since.
	certain = quiet + deaf
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
	return l.Entered.Frame != 0 && at.Sub(l.Entered.Time) >= before && l.end.Sub(at) >= after
}

// lives reports whether a link has datagrams for a time after a moment.
func (l *link) lives(at capture.Time, after time.Duration) bool {
	return l.sends(Client, at, after) || l.sends(Server, at, after)
}

// sends reports whether a side still sends something a time after a moment. Where the clock of the capture jumps in that time,
// nobody knows.
func (l *link) sends(w Who, at capture.Time, after time.Duration) bool {
	for _, x := range l.jumps {
		if !x.Before(at) && x.Sub(at) < after {
			return false
		}
	}
	last := &l.Heard
	if w == Server {
		last = &l.Told
	}
	return last.Frame != 0 && last.Time.Sub(at) >= after
}

// leaves notes that a client leaves or is thrown out.
func (l *link) leaves(h *heard) {
	if !h.once || l.goneAt.Frame != 0 {
		return
	}
	switch t := h.Header.Type; {
	case h.to == toServer && (t == transport.Disconnect || t == transport.OldDisconnect):
		l.goneAt = h.at()
	case h.to == toClient && t == transport.Boot:
		if kick, ok := h.Content().Message.(*transport.Kick); !ok || kick.PeerID == l.PeerID || kick.PeerID == 255 {
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

// accepted is when the host answered the connect request; ok is false if that is not in the capture.
func (l *link) accepted() (at capture.Time, ok bool) {
	for i := 0; i < len(l.Steps) && l.answered.Frame == 0; i++ {
		if l.Steps[i].Name == match.StepAccepted {
			l.answered = l.Steps[i].Event
		}
	}
	return l.answered.Time, l.answered.Frame != 0
}

// living gives the links without those at the front that have been silent for long at a moment, of a time that does not go
// back. Captures of hours have many links, most of which have ended.
func (t *trial) living(at capture.Time) []*link {
	const long = time.Minute
	for t.silent < len(t.links) && at.Sub(t.links[t.silent].heardLast()) > long {
		t.silent++
	}
	return t.links[t.silent:]
}

// speaks notes that a link is not silent.
func (t *trial) speaks(l *link) { t.silent = min(t.silent, l.place) }

// heardLast is when the link had its newest datagram.
func (l *link) heardLast() capture.Time {
	to, from := l.last[toServer].Time, l.last[toClient].Time
	if to.Before(from) {
		return from
	}
	return to
}

// subject is what the message or the stream at hand is about.
type subject struct {
	object uint32       // 0 = no ship
	until  capture.Time // of what is judged as a whole
}

// spell is a time in which violations of a rule were about one ship on one link.
type spell struct {
	object   uint32 // 0 = no ship
	cause    *Cause // that they follow from; nil = none
	from, to capture.Time
	n        int64
}

const (
	// near is how far a violation may lie from a difference that it explains, and from the other ones of its spell.
	near = 5 * time.Second
	//limit:maxSpells Verdicts | times in which a rule was broken, of a link and a ship, that what players saw is compared with | the newest one is made longer | TestSpells
	maxSpells = 1 << 12
)

// spell notes when violations are about the subject at hand.
func (p part) spell(cause *Cause, side Who, l *link, at capture.Time) {
	if !p.w.sees {
		return
	}
	l = p.w.linkOr(l)
	place, x := p.w.place(side, p.i), p.w.subject
	all, to := l.spells[place], at
	if to.Before(x.until) {
		to = x.until
	}
	for i := len(all) - 1; i >= 0; i-- {
		if s := &all[i]; s.object == x.object && s.cause == cause && (at.Sub(s.to) <= near && s.from.Sub(to) <= near || len(all) >= maxSpells) {
			if s.n++; s.to.Before(to) {
				s.to = to
			}
			if at.Before(s.from) {
				s.from = at
			}
			return
		}
	}
	put(&l.spells, place, append(all, spell{x.object, cause, at, to, 1}))
}
