package decode

import (
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/reassembly"
)

// relayModel is relays in its plain form: maps, addresses and bytes as they are.
type relayModel struct {
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
	src, dst netip.AddrPort
	payload  string
	toClient bool
	repeated bool
}

func (p *relayModel) observe(m *modelMessage) Relay {
	if m.toClient {
		return p.find(m)
	}
	if m.repeated {
		return Relay{}
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

func (p *relayModel) get(serial int, ok bool) *modelOriginal {
	oldest := p.next - len(p.ring)
	if !ok || serial < oldest {
		return nil
	}
	return &p.ring[serial-oldest]
}

func (p *relayModel) find(m *modelMessage) Relay {
	var found, last *modelOriginal
	serial, ok := p.newest[modelKey{m.src, m.payload}]
	o := p.get(serial, ok)
	for alike := 0; o != nil && alike < maxAlike && o.mayReach(m); alike++ {
		if slices.Contains(o.receivers, m.dst) {
			if last == nil {
				last = o
			}
		} else if !m.repeated {
			found = o
		}
		o = p.get(o.alike, o.alike >= 0)
	}
	surplus := found == nil && !m.repeated
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
	wait := m.at.Sub(o.m.at).Seconds()
	return wait >= 0 && wait <= relayWithin
}

// relayTraffic draws messages between a few servers and many clients.
type relayTraffic struct {
	servers, clients, payloads int
	pace                       int // microseconds between messages, at most
	links                      map[reassembly.Flow]*gameLink
	message                    modelMessage
	at                         int64 // nanoseconds since start
	start                      int64 // seconds
}

func relayPeer(kind byte, n int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{kind, 0, byte(n >> 8), byte(n)}), 5000)
}

// next makes a message from a random number.
func (y *relayTraffic) next(draw func(n int) int) (m *modelMessage, l *gameLink) {
	server, client := relayPeer(20, draw(y.servers)), relayPeer(byte(10+draw(2)*20), draw(y.clients))
	m = &y.message
	m.frame++
	m.index = draw(256)
	m.payload = string(rune('a' + draw(y.payloads)))
	m.repeated = draw(8) == 0
	m.toClient = draw(3) > 0
	m.src, m.dst = client, server
	if m.toClient {
		m.src, m.dst = server, client
	}
	if draw(50) == 0 {
		m.toClient = !m.toClient // nonsense, but it may be said
	}
	key, _ := reassembly.Flow{Src: m.src, Dst: m.dst}.Link()
	if y.links[key] == nil {
		y.links[key] = &gameLink{flow: key, number: uint32(len(y.links))}
	}
	y.at += int64(draw(y.pace)) * int64(time.Microsecond)
	m.at = capture.Nanos(y.at)
	m.at.Sec += y.start
	return m, y.links[key]
}

// compareRelays shows both the same messages, and gives how many copies were found.
func compareRelays(t *testing.T, count int, y *relayTraffic, draw func(n int) int) (copies, evicted int) {
	p, model := newRelays(), relayModel{newest: map[modelKey]int{}}
	y.links = map[reassembly.Flow]*gameLink{}
	for n := range count {
		m, l := y.next(draw)
		if n%1000 == 999 {
			l.begin(3) // as when a client connects anew
		}
		r := Record{
			Datagram: &capture.Datagram{Frame: m.frame, Time: m.at, Ends: &capture.Ends{Src: m.src, Dst: m.dst}},
			Side:     &Side{Dir: ToServer}, Index: uint8(m.index), Payload: []byte(m.payload),
		}
		if m.toClient {
			r.Dir = ToClient
		}
		if m.repeated {
			r.Copy = 2
		}
		input := relayedOf(&r, l)
		got, want := p.observe(&input, l), model.observe(m)
		if got != want || p.evicted != model.evicted {
			t.Fatalf("step %d, %+v: %+v, %d evicted, want %+v, %d", n, m, got, p.evicted, want, model.evicted)
		}
		if got.Frame > 0 {
			copies++
		}
	}
	checkRelayIndex(t, &p)
	if len(p.newest.places()) != len(model.newest) {
		t.Errorf("%d keys, want %d", len(p.newest.places()), len(model.newest))
	}
	return copies, int(p.evicted)
}

// places lists what the table holds.
func (x relayIndex) places() (list []int) {
	for _, slot := range x {
		if slot != 0 {
			list = append(list, slot.place())
		}
	}
	return list
}

// checkRelayIndex looks up everything that the table holds.
func checkRelayIndex(t *testing.T, p *relays) {
	t.Helper()
	for _, place := range p.newest.places() {
		if got, ok := p.newest.find(p.ring, p.ring[place].key); !ok || got != place {
			t.Fatalf("place %d is not found, but %d, %v", place, got, ok)
		}
	}
}

func TestRelaysModel(t *testing.T) {
	for _, tt := range []struct {
		name    string
		count   int
		traffic relayTraffic
	}{
		{"game", 60_000, relayTraffic{servers: 2, clients: 8, payloads: 3000, pace: 300}},
		{"slow game", 20_000, relayTraffic{servers: 2, clients: 8, payloads: 3000, pace: 20_000}},
		{"many receivers", 60_000, relayTraffic{servers: 1, clients: 30, payloads: 300, pace: 300}},
		{"many alike", 60_000, relayTraffic{servers: 2, clients: 5, payloads: 4, pace: 300}},
		{"many bytes", 60_000, relayTraffic{servers: 3, clients: 300, payloads: 30_000, pace: 100}},
		{"late", 20_000, relayTraffic{servers: 1, clients: 4, payloads: 500, pace: 20_000, start: 1 << 61}},
		{"before 1970", 20_000, relayTraffic{servers: 1, clients: 4, payloads: 500, pace: 20_000, start: -1 << 61}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			copies, evicted := compareRelays(t, tt.count, &tt.traffic, random.IntN)
			if copies < 100 || evicted == 0 && tt.traffic.pace <= 1000 {
				t.Errorf("%d copies, %d evicted", copies, evicted)
			}
		})
	}
}

func FuzzRelays(f *testing.F) {
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
		y := relayTraffic{servers: 2, clients: int(clients) + 1, payloads: int(payloads) + 1, pace: 1_000_000}
		const drawn = 9 // at most, for a message
		compareRelays(t, len(script)/drawn, &y, func(n int) int {
			if len(script) == 0 {
				return 0
			}
			b := int(script[0])
			script = script[1:]
			return b * n / 256
		})
	})
}

// TestRelayIndex takes out and puts in keys whose searches begin at few places, some of
// them at the end of the table.
func TestRelayIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	p := newRelays()
	p.ring = make([]original, maxOriginals)
	model := map[uint64]int{}
	for step := range 20_000 {
		place := random.IntN(maxOriginals)
		if o := &p.ring[place]; o.key != 0 {
			p.newest.remove(o.key, place)
			if model[o.key] == place {
				delete(model, o.key)
			}
		}
		key := uint64(random.IntN(100))<<40 | uint64(random.IntN(3))<<relayPlaceBits | uint64(relaySlots-1-random.IntN(8))
		p.ring[place].key = key
		before, ok := p.newest.replace(p.ring, key, place)
		if want, known := model[key]; ok != known || ok && before != want {
			t.Fatalf("step %d: %d, %v, want %d, %v", step, before, ok, want, known)
		}
		model[key] = place
	}
	checkRelayIndex(t, &p)
	if len(p.newest.places()) != len(model) {
		t.Errorf("%d keys, want %d", len(p.newest.places()), len(model))
	}
}

// BenchmarkRelays sends a message of a client to seven others, as a host does.
func BenchmarkRelays(b *testing.B) {
	const players, each = 8, 8
	var links [players]*gameLink
	for n := range links {
		links[n] = &gameLink{number: uint32(n), flow: reassembly.Flow{Src: relayPeer(10, n), Dst: relayPeer(20, 0)}}
	}
	p := newRelays()
	m := relayMessage{payload: make([]byte, 24)}
	found := 0
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		m.at += int64(100 * time.Microsecond)
		m.frame++
		sender := n / each % players
		receiver := (sender + n) % players
		binary.LittleEndian.PutUint64(m.payload[8:], uint64(n/each))
		m.toClient = n%each > 0
		m.reversed = m.toClient
		if p.observe(&m, links[receiver]).Frame > 0 {
			found++
		}
	}
	if found == 0 {
		b.Error("nothing is found")
	}
}
