package battle

import (
	"math"
	"net/netip"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// session is a battle while it is played.
type session struct {
	network
	host    netip.AddrPort
	players []*player
	slots   [MostPlayers]*player
	classes []*ship.Class // that players take
	links   []*link       // all that ever were
	began   float64       // the host's game clock when the battle begins, in seconds
	listed  uint32        // the object of the host that player-list events name
	truce   time.Duration // until then nobody fires
	teams   [2]Score      // of a game in teams

	update message.StateUpdate // used again for every update
	text   []byte              // the same
	writer wire.Writer         // the same
	octets octets              // the same, for subsystems
	master netip.AddrPort
}

// newSession gives a battle before it begins.
func newSession(o Options, tap Tap) *session {
	chance := newDice(o.Seed, 0x5655)
	s := &session{network: network{Options: o, tap: tap, chance: chance, luck: chance, truth: newTruth(o.Start), jitter: longJitter}}
	s.began, s.listed = 20, 0x0791
	if o.independent() {
		s.luck = newDice(o.NetworkSeed, 0x4E45)
		s.began, s.listed = float64(20+s.luck.IntN(300)), uint32(0x0400+s.luck.IntN(0x0800))
	}
	s.host, s.master, s.truth.withViews = s.Host(), netip.MustParseAddrPort("198.51.100.9:27900"), o.WithViews
	classes := s.Ships.Classes()
	for i := range classes {
		if classes[i].Flyable && len(classes[i].Subsystems) > 0 {
			s.classes = append(s.classes, &classes[i])
		}
	}
	for i := range s.Players {
		s.players = append(s.players, newPlayer(s, i))
	}
	return s
}

// tick is the pace of the world and of state updates.
const tick = 100 * time.Millisecond

// clock is the host's game clock. It counts in steps of 1/256 s, as that of stock
// software.
func (s *session) clock() float32 {
	return s.clockAt(s.now)
}

func (s *session) clockAt(now time.Duration) float32 {
	const steps = 256
	return float32(math.Floor(times(s.began+now.Seconds(), steps)) / steps)
}

// others calls do for every player in the game but p.
func (s *session) others(p *player, do func(*player)) {
	for _, q := range s.players {
		if q != p && q.link != nil && q.link.entered {
			do(q)
		}
	}
}

// all calls do for every player in the game.
func (s *session) all(do func(*player)) { s.others(nil, do) }
