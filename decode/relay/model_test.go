package relay

import (
	"hash/maphash"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode/capture"
)

// model is the Finder in its plain form: maps, addresses and bytes as they are.
type model struct {
	ring    []modelOriginal // the newest maxOriginals, by serial number
	next    int             // serial number of the one to come
	newest  map[modelKey]int
	evicted int64
}

type modelKey struct {
	server  netip.AddrPort
	payload string
}

type modelOriginal struct {
	key       modelKey
	serial    int
	alike     int // serial number of the one before with the same key; -1 = none
	m         modelMessage
	receivers []netip.AddrPort
}

type modelMessage struct {
	frame    int64
	index    int
	at       capture.Time
	passed   capture.Time // at the latest
	src, dst netip.AddrPort
	payload  string
	toClient bool
	toAll    bool
}

func (p *model) observe(m *modelMessage) Relay {
	if m.toClient {
		return p.find(m)
	}
	o := modelOriginal{key: modelKey{m.dst, m.payload}, serial: p.next, alike: -1, m: *m}
	if before, ok := p.newest[o.key]; ok {
		o.alike = before
	}
	p.newest[o.key] = p.next
	p.next++
	p.ring = append(p.ring, o)
	if len(p.ring) > maxOriginals {
		oldest := &p.ring[0]
		if p.newest[oldest.key] == oldest.serial {
			delete(p.newest, oldest.key)
		}
		if oldest.mayReach(m) {
			p.evicted++
		}
		p.ring = p.ring[1:]
	}
	return Relay{}
}

func (p *model) get(serial int, ok bool) *modelOriginal {
	oldest := p.next - len(p.ring)
	if !ok || serial < oldest {
		return nil
	}
	return &p.ring[serial-oldest]
}

func (p *model) find(m *modelMessage) Relay {
	var found, own, last *modelOriginal
	serial, ok := p.newest[modelKey{m.src, m.payload}]
	o := p.get(serial, ok)
	for alike := 0; o != nil && alike < maxAlike && m.passed.Sub(o.m.at) <= within*time.Second; alike++ {
		if found != nil && found.m.frame != o.m.frame {
			break
		}
		switch {
		case !o.mayReach(m):
		case slices.Contains(o.receivers, m.dst):
			if last == nil {
				last = o
			}
		case m.toAll || m.dst != o.m.src:
			found = o
		case own == nil || own.m.frame == o.m.frame:
			own = o
		}
		o = p.get(o.alike, o.alike >= 0)
	}
	if found == nil {
		found = own
	}
	surplus := found == nil
	if found == nil {
		found = last
	} else if len(found.receivers) < maxReceivers {
		found.receivers = append(found.receivers, m.dst)
	}
	if found == nil {
		return Relay{}
	}
	return Relay{
		Frame: found.m.frame, Index: uint8(found.m.index), After: m.at.Sub(found.m.at),
		Echo: m.dst == found.m.src, Surplus: surplus,
	}
}

func (o *modelOriginal) mayReach(m *modelMessage) bool {
	wait := m.passed.Sub(o.m.at)
	return wait >= -ahead && wait <= within*time.Second
}

// traffic draws messages between a few servers and many clients.
type traffic struct {
	servers, clients, payloads int
	pace                       int  // microseconds between messages, at most
	crowded                    bool // all keys of a server are in one slot of the index
	links                      map[[2]netip.AddrPort]uint16
	message                    modelMessage
	at                         int64 // nanoseconds since start
	start                      int64 // seconds
}

func peer(kind byte, n int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{kind, 0, byte(n >> 8), byte(n)}), 5000)
}

// next makes a message from a random number.
func (y *traffic) next(draw func(n int) int) *modelMessage {
	server, client := peer(20, draw(y.servers)), peer(byte(10+draw(2)*20), draw(y.clients))
	m := &y.message
	m.frame += int64(min(draw(4), 1))
	m.index = draw(256)
	m.payload = string(rune('a' + draw(y.payloads)))
	m.toAll = m.payload < "d"
	m.toClient = draw(3) > 0
	m.src, m.dst = client, server
	if m.toClient {
		m.src, m.dst = server, client
	}
	if draw(50) == 0 {
		m.toClient = !m.toClient // nonsense, but it may be said
	}
	y.at += int64(draw(y.pace)) * int64(time.Microsecond)
	m.at = capture.Nanos(y.at - int64(draw(3)/2*draw(60))*int64(time.Millisecond)) // of another clock
	m.at.Sec += y.start
	m.passed = m.at
	if m.toClient && draw(8) == 0 {
		m.passed = m.at.Add(-time.Duration(draw(5000)) * time.Millisecond)
	}
	return m
}

// plain gives the message as the Finder takes it. Two links of the same ends are one.
func (y *traffic) plain(p *Finder, m *modelMessage) *Message {
	server, client := m.dst, m.src
	if m.toClient {
		server, client = m.src, m.dst
	}
	link := [2]netip.AddrPort{server, client}
	if server.Compare(client) > 0 {
		link = [2]netip.AddrPort{client, server}
	}
	if _, known := y.links[link]; !known {
		y.links[link] = uint16(len(y.links))
	}
	return &Message{
		Ago: int64(m.at.Sub(m.passed)), Frame: m.frame, Index: m.index, At: Nanoseconds(m.at.Sec, m.at.Nanos), Kind: KindOf([]byte(m.payload)),
		Sum: y.sum(p, m.payload), Server: p.Hash(server), Client: y.links[link],
		ToClient: m.toClient, ToAll: m.toAll,
	}
}

// sum gives the hash of a payload.
func (y *traffic) sum(p *Finder, payload string) uint64 {
	sum := maphash.String(p.seed, payload)
	if y.crowded {
		sum &^= slots - 1
	}
	return sum
}

// compare shows both the same messages, and gives how many copies were found.
func compare(t *testing.T, count int, y *traffic, draw func(n int) int) (copies, evicted int) {
	p, model := NewFinder(), model{newest: map[modelKey]int{}}
	y.links = map[[2]netip.AddrPort]uint16{}
	for n := range count {
		m := y.next(draw)
		input := y.plain(&p, m)
		passes := p.Passes(input.Kind)
		got, want := p.Observe(input), model.observe(m)
		if m.toClient && !passes && want.Frame > 0 {
			t.Fatalf("step %d, %+v: a kind that does not pass", n, m)
		}
		if got != want || p.evicted != model.evicted {
			t.Fatalf("step %d, %+v: %+v, %d evicted, want %+v, %d", n, m, got, p.evicted, want, model.evicted)
		}
		if got.Frame > 0 {
			copies++
		}
	}
	for key, serial := range model.newest {
		sum := y.sum(&p, key.payload) ^ p.Hash(key.server)
		if place, ok := p.newestWith(sum); !ok || place != serial%maxOriginals {
			t.Fatalf("%v is at %d, %v, want %d", key, place, ok, serial%maxOriginals)
		}
	}
	return copies, int(p.evicted)
}

func TestFinderModel(t *testing.T) {
	for _, tt := range []struct {
		name    string
		count   int
		traffic traffic
	}{
		{"game", 60_000, traffic{servers: 2, clients: 8, payloads: 3000, pace: 300}},
		{"slow game", 20_000, traffic{servers: 2, clients: 8, payloads: 3000, pace: 20_000}},
		{"many receivers", 60_000, traffic{servers: 1, clients: 30, payloads: 300, pace: 300}},
		{"many alike", 60_000, traffic{servers: 2, clients: 5, payloads: 4, pace: 300}},
		{"many bytes", 60_000, traffic{servers: 3, clients: 300, payloads: 30_000, pace: 100}},
		{"crowded", 40_000, traffic{servers: 2, clients: 8, payloads: 20, pace: 300, crowded: true}},
		{"late", 20_000, traffic{servers: 1, clients: 4, payloads: 500, pace: 20_000, start: 1 << 61}},
		{"before 1970", 20_000, traffic{servers: 1, clients: 4, payloads: 500, pace: 20_000, start: -1 << 61}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			copies, evicted := compare(t, tt.count, &tt.traffic, random.IntN)
			if copies < 100 || evicted == 0 && tt.traffic.pace <= 1000 {
				t.Errorf("%d copies, %d evicted", copies, evicted)
			}
		})
	}
}

func FuzzFinder(f *testing.F) {
	f.Add([]byte{}, uint8(4), uint8(40))
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 3))
		script := make([]byte, 4000)
		for i := range script {
			script[i] = byte(random.Uint32())
		}
		f.Add(script, uint8(1+20*seed), uint8(1+10*seed))
	}
	f.Fuzz(func(t *testing.T, script []byte, clients, payloads uint8) {
		y := traffic{servers: 2, clients: int(clients) + 1, payloads: int(payloads) + 1, pace: 1_000_000}
		const drawn = 12 // at most, for a message
		compare(t, len(script)/drawn, &y, func(n int) int {
			if len(script) == 0 {
				return 0
			}
			b := int(script[0])
			script = script[1:]
			return b * n / 256
		})
	})
}
