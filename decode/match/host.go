package match

import (
	"fmt"
	"math"
	"net/netip"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/record"
)

// host is the game of one server of a capture.
type host struct {
	address netip.AddrPort
	peers   [256]*Connection // by peer id, the newest
	slots   [64]*Connection  // by player slot, the newest
	// absent are the players, by slot, that only the host mentions; namedPeers are the players, by peer id, that it
	// mentions by name.
	absent     [64]*Player
	namedPeers [256]*Player
	strays     map[int]*[numWeapons]volley // by slot, of ships that were not heard of
	vacant     [64]bool                    // slots of absent players who have gone
	taken      [64]int64                   // the frame that tells who came into such a slot since; 0 = nobody
	// scoresAhead holds the scores of peers, by peer id, that came before anything else about them.
	scoresAhead map[uint8]Score
	firstPeer   int                 // peer id of slot 0; 0 = not known
	departures  map[uint8]departure // by peer id, the newest
	farewells   map[uint8]farewell  // of peers that have gone, whose connections were not known then
	leaver      struct {
		Event
		peer       uint8
		connection *Connection // nil = it is the player
		player     *Player     // nil = nobody whose name is not known has left
	}
	members     [maxMembers]*Connection
	present     uint64                   // members that are in the game, as bits
	freed       [maxMembers]capture.Time // when a place became free
	entered     [maxMembers]capture.Time
	used        uint64 // places that were ever taken
	mission     Mission
	numbered    *[2]Numbered // as in Match, of this address
	clock       *clock       // its own, as it told the last newcomer; nil = it told none
	recentTexts []*Said
	rows        [256]*RelayRow // by opcode; nil = no client sent any
	acks        bool           // the host acknowledges what clients send
	observer    *Connection    // whom the host is listened to with, of shots of no ship that is known
}

// clock is what a clock said at a moment, in seconds.
type clock struct {
	Event
	told float32
}

// departure is when the host told first that somebody has gone, and who that was.
type departure struct {
	at     capture.Time
	from   *Connection // nil = the capture has none
	player *Player
}

// farewell is what the host told a client on a link.
type farewell struct {
	Event
	link uint32
	name string // in the text that follows; "" = there was none
}

// before gives who had a peer id when a message was sent that comes now, if he has gone since; ok is false if nobody has.
func (h *host) before(r *record.Record, peer int32) (d departure, ok bool) {
	if r.First.Ago == 0 || peer <= 0 || int(peer) >= len(h.peers) {
		return d, false
	}
	d, ok = h.departures[uint8(peer)]
	return d, ok && !d.at.Before(r.Steady().Add(-r.First.Ago))
}

// enter gives a client a place among those who are in the game. A place that became free a
// moment ago stays so until what it should have heard is settled.
func (h *host) enter(c *Connection, at Event) {
	for i := range h.members {
		bit := uint64(1) << i
		if h.present&bit != 0 || h.used&bit != 0 && at.Time.Sub(h.freed[i]) <= relayWithin {
			continue
		}
		h.members[i], h.entered[i], c.member = c, at.Time, i
		h.present |= bit
		h.used |= bit
		return
	}
}

func (h *host) leave(c *Connection, now capture.Time) {
	h.present &^= 1 << c.member
	h.freed[c.member] = now
	c.member = -1
}

func (h *host) takeSlot(c *Connection) {
	if c.Slot >= 0 && c.Slot < len(h.slots) {
		h.slots[c.Slot] = c
		h.firstPeer = max(int(c.PeerID)-c.Slot, 0)
	}
}

// seconds writes a time for people: "0.02 s", "45 s", "12 min", "9.0 h".
func seconds(d time.Duration) string {
	switch {
	case d == math.MaxInt64:
		return "more than 292 years"
	case d < 10*time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 2*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	case d >= 10*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}
