package reassembly

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bcdump/decode/transport"
)

func TestLinkLimit(t *testing.T) {
	r := &rig{t: t, tr: limited(3, 4<<20)}
	r.part(client(1), 0, 0, 2, "x")
	r.part(client(2), 0, 0, 2, "x")
	r.part(host(2), 5, 1, 2, "x")
	r.part(client(3), 0, 0, 2, "x")
	r.data(host(1), 0, "link 1 is heard again, in the other direction")
	out := r.observe(client(4), transport.NewData(true, 0), "x")
	r.is(verdict(out), "lost:5[1]/0 lost:0[0]/2") // of link 2
	for _, l := range out.Lost {
		if l.Reason != "too many links at once" || l.Last.Flow != client(2) && l.Last.Flow != host(2) {
			t.Errorf("%+v", l)
		}
	}
	if s := r.tr.Stats(); s != (Stats{Links: 4, LinksEvicted: 1, FragmentsLost: 2, FragmentsEvicted: 2}) {
		t.Errorf("stats are %+v", s)
	}
	r.is(r.part(client(1), 0, 0, 2, "x"), "repeat")
	// Link 2 comes back and is not known. Link 3 is now silent longest.
	r.is(r.part(client(2), 0, 0, 2, "x"), "lost:0[0]/2")
	r.is(r.flush(), "lost:0[0]/2 lost:0[0]/2")

	t.Run("one link", func(t *testing.T) {
		r := &rig{t: t, tr: limited(1, 4<<20)}
		for range 3 {
			r.is(r.data(client(1), 0, "x"), "new")
			r.is(r.data(client(1), 0, "x"), "repeat")
			r.is(r.data(host(1), 0, "x"), "new")
			r.is(r.data(client(2), 0, "x"), "new")
		}
		if s := r.tr.Stats(); s.Links != 6 || s.LinksEvicted != 5 {
			t.Errorf("stats are %+v", s)
		}
	})
	t.Run("the default", func(t *testing.T) {
		r := newRig(t)
		for n := range 5000 {
			r.data(client(n), 0, "x")
		}
		if len(r.tr.links) != 512 || listed(r.tr) != 512 {
			t.Errorf("%d links, %d in the list", len(r.tr.links), listed(r.tr))
		}
	})
}

func TestFragmentBytesLimit(t *testing.T) {
	// A message with a part of 100 bytes takes 256 + 64 + 100.
	r := &rig{t: t, tr: limited(512, 1300)}
	hundred := strings.Repeat("x", 100)
	r.is(r.part(client(1), 0, 1, 2, hundred), "new")
	r.is(r.part(client(2), 0, 1, 2, hundred), "new")
	r.is(r.part(client(3), 0, 1, 2, hundred), "new")
	out := r.partOutcome(client(1), 1, 1, 2, hundred)
	r.is(verdict(out), "lost:0[1]/0")
	if l := out.Lost[0]; l.Last.Flow != client(1) || l.Reason != "too many bytes in unfinished messages" {
		t.Errorf("%+v", l)
	}
	// What is complete takes nothing.
	r.is(r.part(client(2), 0, 0, 2, "a"), fmt.Sprintf("joined:%q", "a"+hundred))
	r.is(r.part(client(4), 0, 1, 2, hundred), "new")
	if s := r.tr.Stats(); s != (Stats{Links: 4, FragmentsJoined: 1, FragmentsLost: 1, FragmentsEvicted: 1}) {
		t.Errorf("stats are %+v", s)
	}
	// A message that is too large alone goes at once; its repeat is one still.
	r.is(r.part(client(5), 0, 1, 2, strings.Repeat("y", 2000)), "lost:0[1]/0 lost:1[1]/0 lost:0[1]/0 lost:0[1]/0")
	r.is(r.part(client(5), 0, 1, 2, strings.Repeat("y", 2000)), "repeat")
	r.is(r.flush(), "")

	t.Run("empty parts count", func(t *testing.T) {
		const messages, links = 15_000, 1000 // 15 of a sender, which is below its own limit
		r := &rig{t: t, tr: limited(links, 4<<20)}
		lost := 0
		for n := range messages {
			lost += len(r.partOutcome(client(n%links), n/links, 255, 0, "").Lost)
			if r.tr.cost > r.tr.limits.fragmentBytes {
				t.Fatalf("%d bytes are kept", r.tr.cost)
			}
		}
		perSet := setCost + partCost
		if want := messages - 4<<20/perSet; lost != want {
			t.Errorf("%d given up, want %d", lost, want)
		}
	})
}

func TestSetsPerChannel(t *testing.T) {
	r := newRig(t)
	for n := range setsPerChannel {
		r.is(r.part(client(1), n, 0, 2, "x"), "new")
	}
	out := r.partOutcome(client(1), setsPerChannel, 0, 2, "x")
	r.is(verdict(out), "lost:0[0]/2")
	if out.Lost[0].Reason != "too many unfinished messages" {
		t.Errorf("%+v", out.Lost[0])
	}
	if s := r.tr.Stats(); s.FragmentsLost != 1 || s.FragmentsEvicted != 1 {
		t.Errorf("stats are %+v", s)
	}
	r.is(r.part(host(1), 0, 0, 2, "x"), "new") // others have their own places

	t.Run("complete ones go first", func(t *testing.T) {
		r := newRig(t)
		r.part(client(1), 0, 0, 2, "<0>")
		for n := 1; n < 100; n++ {
			r.is(r.part(client(1), n, 0, 2, "<0>"), "new")
			r.is(r.part(client(1), n, 1, 2, "<1>"), joinedVerdict(2))
		}
		checkAccounts(t, r.tr)
		r.is(r.part(client(1), 0, 1, 2, "<1>"), joinedVerdict(2))
		r.is(r.flush(), "")
	})
	t.Run("contradictions take no place", func(t *testing.T) {
		r := newRig(t)
		r.part(client(1), 0, 1, 2, "<1>")
		for n := 1; n < 100; n++ {
			r.part(client(1), n, 0, 1, "x")
		}
		if r.tr.unfinished.Len() != 1 {
			t.Errorf("%d unfinished messages", r.tr.unfinished.Len())
		}
		r.is(r.part(client(1), 0, 0, 2, "<0>"), joinedVerdict(2))
	})
}

// What is remembered of messages is bounded, and a window of numbers with a message of
// 255 parts among them fits.
func TestSightingsLimit(t *testing.T) {
	r := newRig(t)
	c := func() *channel {
		key, _ := client(1).Link()
		return &r.tr.links[key].sides[1].high
	}
	for n := range 20000 {
		r.data(client(1), n, "x")
	}
	if n := len(c().seen.parts); n > fewSightings {
		t.Errorf("%d messages remembered, %d is enough", n, fewSightings)
	}
	for i := range 255 {
		r.part(client(1), 20000, i, 255, "x")
	}
	for n := 20001; n < 20128; n++ {
		r.data(client(1), n, "x")
	}
	for i := range 255 {
		r.is(r.part(client(1), 20000, i, 255, "x"), "repeat")
	}
	for n := 20001; n < 20128; n++ {
		r.is(r.data(client(1), n, "x"), "repeat")
	}
	for n := 21000; n < 21200; n++ {
		for i := range 255 {
			r.part(client(1), n, i, 255, "x")
		}
		if n := len(c().seen.parts); n > mostSightings {
			t.Fatalf("%d messages remembered", n)
		}
	}
}

// hostile makes random messages, most of them nonsense.
type hostile struct {
	random *rand.Rand
	flows  []Flow
}

func newHostile(seed uint64, addresses int) *hostile {
	h := &hostile{random: rand.New(rand.NewPCG(seed, 0))}
	for n := range addresses {
		h.flows = append(h.flows, client(n))
	}
	return h
}

// checkAccounts compares the counters and lists of a tracker with what it holds.
func checkAccounts(t testing.TB, tr *Tracker) {
	t.Helper()
	unfinished, cost := 0, 0
	for _, l := range tr.links {
		for i := range l.sides {
			for _, c := range []*channel{&l.sides[i].low, &l.sides[i].high} {
				if len(c.sets) > setsPerChannel || len(c.seen.parts) > mostSightings {
					t.Errorf("a channel holds %d sets and %d sightings", len(c.sets), len(c.seen.parts))
				}
				for _, s := range c.sets {
					if s.complete() {
						if s.parts != nil || s.cost != 0 {
							t.Errorf("complete message %d holds its parts", s.seq)
						}
						continue
					}
					unfinished++
					cost += s.cost
					checkSet(t, s)
				}
			}
		}
	}
	if unfinished != tr.unfinished.Len() || cost != tr.cost {
		t.Errorf("%d unfinished messages with %d bytes, counted %d with %d", unfinished, cost, tr.unfinished.Len(), tr.cost)
	}
	if tr.cost > tr.limits.fragmentBytes || len(tr.links) > tr.limits.links || len(tr.links) != listed(tr) {
		t.Errorf("%d bytes, %d links, %d in the list", tr.cost, len(tr.links), listed(tr))
	}
}

// listed counts the links in the list.
func listed(tr *Tracker) (n int) {
	for l := range tr.silent {
		if tr.links[l.key] == l {
			n++
		}
	}
	return n
}

func checkSet(t testing.TB, s *set) {
	t.Helper()
	size, last := 0, -1
	for _, p := range s.parts {
		size += len(p.payload)
		if p.index <= last {
			t.Errorf("message %d has part %d behind part %d", s.seq, p.index, last)
		}
		last = p.index
	}
	if want := setCost + len(s.parts)*partCost + size; last < 0 || size != s.bytes || want != s.cost {
		t.Errorf("message %d has %d bytes and costs %d; counted %+v", s.seq, size, want, s)
	}
	if (s.total > 0) != s.holds(0) || s.total == len(s.parts) {
		t.Errorf("message %d: total %d, have %d", s.seq, s.total, len(s.parts))
	}
}

// The room for whole messages is counted, bounded for all links together, and given back.
func TestSightingsOfAllLinks(t *testing.T) {
	r := newRig(t)
	room := func() (n int) {
		for _, l := range r.tr.links {
			n += l.sightings()
		}
		return n
	}
	for n := range 40 { // two numbers are enough to make all the room that a channel may have
		r.data(client(n), 0, "x")
		r.data(client(n), 0x2000, "x")
		if got := room(); got != r.tr.sightings || got > maxSightings+repeatWindow {
			t.Fatalf("room for %d messages after link %d, %d are counted, %d allowed", got, n, r.tr.sightings, maxSightings)
		}
	}
	r.is(r.data(client(39), 0, "x"), "repeat")
	for n := range 40 {
		r.connect(client(n), 1)
	}
	if got := room(); got != 40*firstWholes || r.tr.sightings != got {
		t.Errorf("room for %d messages, %d are counted: each link has one", got, r.tr.sightings)
	}
}

// Sixteen clients that are each told 300 things a second for half a minute: all of it comes again after a second, and is known.
func TestManyNumbersOfManyLinks(t *testing.T) {
	const clients, perSecond = 16, 300
	r, unknown := newRig(t), 0
	send := func(n, i, sent int) string {
		m := transport.NewData(true, uint16(i))
		payload := fmt.Sprint(n, " ", i)
		wire := m.Append(nil, []byte(payload))
		m.Length, m.Header = uint16(len(wire)), uint8(len(wire)-len(payload))
		r.frame++
		at := Point{Frame: r.frame, Flow: host(n), Sec: int64(sent / perSecond), Nanos: uint32(sent % perSecond * 3_000_000)}
		return verdict(r.tr.Observe(&m, []byte(payload), at))
	}
	for i := range 30 * perSecond {
		for n := range clients {
			send(n, i, i)
			if i >= perSecond && !strings.Contains(send(n, i-perSecond, i), "repeat") {
				unknown++
			}
		}
	}
	if unknown > 0 {
		t.Errorf("%d of %d copies are taken for new messages", unknown, clients*29*perSecond)
	}
}
