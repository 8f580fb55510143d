package synth

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"time"
)

// SessionOptions say what a generated session is like.
type SessionOptions struct {
	Players int
	Seconds int
	Seed    uint64
	Loss    float64 // share of datagrams that do not arrive
}

// Session writes a game of a dedicated host and some players as a capture on the
// host's machine sees it: joins, ships that fly, state updates ten times a second
// in both directions, chat, a player who leaves. What is lost is sent again; some
// datagrams overtake others. The same options give the same bytes.
func Session(o SessionOptions) *Script {
	s := &session{SessionOptions: o, Script: &Script{Start: stockDay}, chance: rand.New(rand.NewPCG(o.Seed, 0x5655))}
	for i := range o.Players {
		s.players = append(s.players, newPlayer(s, i))
	}
	s.schedule()
	s.run(time.Duration(o.Seconds) * time.Second)
	return s.Script
}

type session struct {
	SessionOptions
	*Script
	chance  *rand.Rand
	now     time.Duration
	events  events
	order   int
	players []*player
}

// tick is the pace of state updates.
const tick = 100 * time.Millisecond

// schedule says when players come, talk and leave; all else follows from it.
func (s *session) schedule() {
	for i, p := range s.players {
		s.after(time.Duration(i)*1500*time.Millisecond, p.join)
	}
	lines := []string{"hello", "ready?", "torps are slow", "shields at 80%", "gg"}
	for i, text := range lines {
		p := s.players[i%len(s.players)]
		s.after(time.Duration(8+2*i)*time.Second, func() { p.say(text) })
	}
	last := s.players[len(s.players)-1]
	s.after(time.Duration(s.Seconds-2)*time.Second, last.leave)
	s.after(tick, s.tick)
}

// tick moves the ships and sends each player the state of all of them.
func (s *session) tick() {
	s.after(tick, s.tick)
	for _, p := range s.players {
		if p.ship != nil {
			p.ship.fly(tick.Seconds(), s.chance)
		}
	}
	for _, p := range s.players {
		p.updates()
	}
}

// latency is one way between a player and the host. A few datagrams take so long
// that later ones overtake them; they are stragglers.
func (s *session) latency() (d time.Duration, straggler bool) {
	d = 15*time.Millisecond + time.Duration(s.chance.IntN(5000))*time.Microsecond
	if s.chance.Float64() < 0.02 {
		return d + 120*time.Millisecond, true
	}
	return d, false
}

// clock is the host's game clock.
func (s *session) clock() float32 { return float32(20 + s.now.Seconds()) }

// event is something that happens at a time; order keeps events of one time apart.
type event struct {
	at    time.Duration
	order int
	do    func()
}

type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }

func (e events) Less(i, j int) bool {
	if e[i].at != e[j].at {
		return e[i].at < e[j].at
	}
	return e[i].order < e[j].order
}

func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func (s *session) after(delay time.Duration, do func()) {
	s.order++
	heap.Push(&s.events, event{s.now + delay, s.order, do})
}

func (s *session) run(end time.Duration) {
	for s.events.Len() > 0 {
		e := heap.Pop(&s.events).(event)
		if e.at > end {
			return
		}
		s.now = e.at
		e.do()
	}
}

// others calls do for every player in the game but p.
func (s *session) others(p *player, do func(*player)) {
	for _, q := range s.players {
		if q != p && q.entered {
			do(q)
		}
	}
}

var names = []string{"Cady2", "Ace", "Kang", "Picard", "Worf", "Data", "Sulu", "Riker"}

func newPlayer(s *session, i int) *player {
	p := &player{s: s, slot: uint8(i), peer: uint8(i + Client), name: names[i%len(names)]}
	if i >= len(names) {
		p.name += fmt.Sprint(i)
	}
	client := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 10, 10, uint8(101 + i)}), uint16(59405+i*433))
	p.up = &line{s: s, from: client, to: StockServer, peer: NoPeer, handle: p.atHost}
	p.down = &line{s: s, from: StockServer, to: client, peer: Host, handle: p.atClient}
	p.up.back, p.down.back = p.down, p.up
	for _, l := range []*line{p.up, p.down} {
		l.seen, l.parts = map[string]bool{}, map[uint16][][]byte{}
	}
	return p
}
