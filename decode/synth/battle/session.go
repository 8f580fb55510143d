package battle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// session is a battle while it is played.
type session struct {
	Options
	tap     Tap
	chance  *rand.Rand
	now     time.Duration
	agenda  agenda
	truth   *Truth
	host    netip.AddrPort
	players []*player
	slots   [MostPlayers]*player
	classes []*ship.Class // that players take
	links   []*link       // all that ever were

	update message.StateUpdate // used again for every update
	text   []byte              // the same
	wire   []byte              // the same, for datagrams
	octets octets              // the same, for subsystems
	spare  []*packet           // to be used again
	master netip.AddrPort
}

// tick is the pace of the world and of state updates.
const tick = 100 * time.Millisecond

// Run plays a battle and records what passes the tap. The error is an impossible
// option, or the one of the tap.
func Run(o Options, tap Tap) (*Truth, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.defaults()
	s := &session{Options: o, tap: tap, chance: rand.New(rand.NewPCG(o.Seed, 0x5655)), truth: newTruth(&o)}
	if err := s.prepare(); err != nil {
		return nil, err
	}
	s.play()
	if err := tap.Err(); err != nil {
		return nil, err
	}
	s.conclude()
	return s.truth, nil
}

func (s *session) prepare() error {
	s.host = s.Host()
	s.master = netip.MustParseAddrPort("198.51.100.9:27900")
	classes := s.Ships.Classes()
	for i := range classes {
		if classes[i].Flyable && len(classes[i].Subsystems) > 0 {
			s.classes = append(s.classes, &classes[i])
		}
	}
	if len(s.classes) == 0 {
		return fmt.Errorf("ships: no class that a player may choose")
	}
	for i := range s.Players {
		s.players = append(s.players, newPlayer(s, i))
	}
	s.schedule()
	return nil
}

// gamePort is the host's.
const gamePort = 22101

// Host is the address of the host.
func (o *Options) Host() netip.AddrPort { return o.address(1, gamePort) }

// address is that of the machine with a number.
func (o *Options) address(machine int, port uint16) netip.AddrPort {
	if o.IPv6 {
		a := netip.MustParseAddr("2001:db8::").As16()
		a[15] = byte(machine)
		return netip.AddrPortFrom(netip.AddrFrom16(a), port)
	}
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 10, 10, byte(machine)}), port)
}

// schedule says when players come and go, and starts what repeats itself.
func (s *session) schedule() {
	length := s.length()
	for i, p := range s.players {
		at := time.Duration(i) * 1500 * time.Millisecond
		if i > 0 && i == len(s.players)-1 {
			at = max(at, min(length/4, 20*time.Second)) // a late joiner
		}
		s.after(at, p.join)
	}
	s.after(tick, s.world)
	if len(s.players) > 1 {
		s.after(s.turnover(), func() { s.change(0) })
	}
	s.background()
}

// turnover is after how long the first player leaves. It comes back soon after.
func (s *session) turnover() time.Duration { return min(s.length()*3/5, 90*time.Second) }

// staying is how long it takes until the next one leaves.
const staying = 4 * time.Minute

// length is that of the battle, as far as it is known.
func (s *session) length() time.Duration {
	if s.Duration == 0 {
		return math.MaxInt64 / 8
	}
	return s.Duration
}

// change lets one player leave and come back, and then another.
func (s *session) change(n int) {
	p := s.players[n%len(s.players)]
	if p.link != nil && p.link.entered {
		p.leave()
		s.after(s.turnover()/6+500*time.Millisecond, p.join)
	}
	s.after(staying, func() { s.change(n + 1) })
}

func (s *session) after(delay time.Duration, do func()) {
	s.agenda.add(s.now+delay, event{do: do})
}

// play runs until the time is over or there are enough datagrams.
func (s *session) play() {
	for s.tap.Err() == nil {
		if s.Datagrams > 0 && s.truth.Datagrams.total() >= s.Datagrams {
			return
		}
		at, e := s.agenda.next()
		if s.Duration > 0 && at > s.Duration {
			return
		}
		s.now = at
		switch {
		case e.packet == nil:
			e.do()
		case e.step == passes:
			s.pass(e.packet)
		default:
			e.packet.line.arrive(e.packet)
			s.release(e.packet)
		}
	}
}

// world moves the ships on, and lets them fight.
func (s *session) world() {
	s.after(tick, s.world)
	for _, p := range s.players {
		if p.fights() {
			p.ship.recover(tick.Seconds())
			p.ship.fly(tick.Seconds())
			p.fight()
		}
	}
	s.collide()
}

// clock is the host's game clock. It counts in steps of 1/256 s, as that of stock
// software.
func (s *session) clock() float32 {
	const since, steps = 20, 256
	return float32(math.Floor(times(since+s.now.Seconds(), steps)) / steps)
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
