package reassembly

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"bcdump/decode/transport"
	"bcdump/internal/heavy"
)

// model decides about the messages of one sender straight from the rules. It keeps
// everything, looks at all of it each time, and is told how many bits the counter has.
type model struct {
	bits    int
	news    int
	history []modelSighting
	groups  map[uint16]*modelGroup
}

type modelSighting struct {
	seq   uint16
	index int // -1 = a whole message
	bytes string
	news  int
}

type modelGroup struct {
	parts   map[int]string
	total   int
	touched int
}

func (g *modelGroup) joined() (payload string, ok bool) {
	for i := range g.total {
		p, there := g.parts[i]
		if !there {
			return "", false
		}
		payload += p
	}
	return payload, g.total > 0
}

// fits reports whether a part that is lacking may be one of the message.
func (g *modelGroup) fits(index, total int) bool {
	for i := range g.parts {
		if index == 0 && i >= total {
			return false
		}
	}
	return g.total == 0 || index < g.total
}

// sighted is the last sighting of the same number and index.
func (m *model) sighted(seq uint16, index int) (last modelSighting, ok bool) {
	for _, s := range slices.Backward(m.history) {
		if s.seq == seq && s.index == index {
			return s, true
		}
	}
	return last, false
}

// window is how many new numbers ago a message may have been seen last to be repeated.
func (m *model) window() int {
	if m.bits == 8 {
		return 128
	}
	return 0x4000
}

func (m *model) whole(seq uint16, bytes string) (repeat bool) {
	last, ok := m.sighted(seq, -1)
	repeat = ok && last.bytes == bytes && m.news-last.news < m.window()
	if !repeat {
		m.news++
	}
	m.history = append(m.history, modelSighting{seq, -1, bytes, m.news})
	return repeat
}

func (m *model) part(seq uint16, index, total int, bytes string) (repeat bool, joined string, ok bool) {
	last, seen := m.sighted(seq, index)
	repeat = seen && last.bytes == bytes && m.news-last.news < m.window()
	g, conflict := m.groups[seq], false
	if g != nil {
		_, complete := g.joined()
		have, there := g.parts[index]
		switch {
		case (complete || m.bits == 8) && m.news-g.touched >= m.window():
			g = nil // the number is used anew
		case there && have == bytes:
			repeat = true
		case !complete && !there && g.fits(index, total):
			repeat = false // of the message before
		case !repeat && complete && index < g.total:
			g = &modelGroup{parts: map[int]string{}} // another message
			m.groups[seq] = g
		case !repeat:
			conflict = true
		}
	}
	if g == nil && !repeat {
		m.news++
		g = &modelGroup{parts: map[int]string{}}
		m.groups[seq] = g
	}
	m.history = append(m.history, modelSighting{seq, index, bytes, m.news})
	if g != nil && !conflict {
		g.touched = m.news
	}
	if repeat || conflict {
		return repeat, "", false
	}
	g.parts[index] = bytes
	if index == 0 {
		g.total = total
	}
	joined, ok = g.joined()
	return false, joined, ok
}

func (m *model) unfinished() (n int) {
	for _, g := range m.groups {
		if _, complete := g.joined(); !complete {
			n++
		}
	}
	return n
}

// sent is one copy of a message or part on its way to the capture.
type sent struct {
	number  int // counts on over the wraps
	index   int // -1 = a whole message
	total   int
	payload string
	arrives int // in tenths of a number; before it is sent, so much later than its number
}

// traffic is what a capture sees of a sender that numbers its messages from first on:
// copies are lost, doubled, delayed. Some payloads are equal, as keepalives are.
func traffic(random *rand.Rand, first, count, wholeDelay, partDelay int) (all []sent) {
	send := func(s sent, delay int) {
		first := s.number*10 + s.arrives
		at := first + random.IntN(25)
		if random.IntN(300) == 0 {
			return // none of the copies comes through
		}
		for copies := 0; ; copies++ {
			if lost := random.IntN(20) == 0; !lost {
				s.arrives = at
				all = append(all, s)
				if random.IntN(4) > 0 || copies > 3 {
					return
				}
			}
			at = first + random.IntN(delay*10)
		}
	}
	for n := first; n < first+count; n++ {
		payload := "\x17"
		if random.IntN(3) > 0 || n%256 < 8 { // what an 8-bit counter comes round with is no copy
			payload = fmt.Sprint("payload ", n, random.IntN(1000))
		}
		if random.IntN(5) > 0 {
			send(sent{number: n, index: -1, payload: payload}, wholeDelay)
			continue
		}
		total := 2 + random.IntN(4)
		if random.IntN(4) == 0 {
			twice(random, send, n, total, payload)
			continue
		}
		for i := range total {
			part := fmt.Sprint(payload, i)
			if random.IntN(10) == 0 {
				part = ""
			}
			send(sent{n, i, total, part, 0}, partDelay)
		}
	}
	slices.SortStableFunc(all, func(a, b sent) int { return cmp.Compare(a.arrives, b.arrives) })
	return all
}

// twice sends two messages under one number, the other one soon after. Some of their parts are equal.
func twice(random *rand.Rand, send func(sent, int), n, total int, payload string) {
	const soon = 8
	for i := range total {
		send(sent{n, i, total, fmt.Sprint(payload, i), 0}, soon)
	}
	for i := range total {
		part := fmt.Sprint(payload, i)
		if i == 0 || random.IntN(2) == 0 {
			part += " anew"
		}
		send(sent{n, i, total, part, soon * 10}, soon)
	}
}

func TestModel(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	cases := []struct {
		bits, first           int
		wholeDelay, partDelay int
	}{
		// With 8 bits copies must not be so late that they meet their number used anew.
		{16, 0, 300, 100},
		{16, 0, 1500, 100},
		{16, 250, 300, 100},
		{16, 64000, 300, 100},
		{8, 0, 60, 60},
		{8, 200, 60, 60},
	}
	for _, c := range cases {
		for seed := range uint64(6) {
			t.Run(fmt.Sprintf("%d bits from %d, seed %d", c.bits, c.first, seed), func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, uint64(c.first)))
				copies := traffic(random, c.first, 2500, c.wholeDelay, c.partDelay)
				compareWithModel(t, c.bits, copies)
			})
		}
	}
}

func compareWithModel(t *testing.T, bits int, copies []sent) {
	m := model{bits: bits, groups: map[uint16]*modelGroup{}}
	r := newRig(t)
	repeats, joins, lost := 0, 0, 0
	for k, s := range copies {
		seq := uint16(s.number)
		if bits == 8 {
			seq &= 255
		}
		var out Outcome
		var repeat, complete bool
		var joined string
		if s.index < 0 {
			repeat = m.whole(seq, s.payload)
			out = r.observe(client(1), transport.NewData(true, seq), s.payload)
		} else {
			repeat, joined, complete = m.part(seq, s.index, s.total, s.payload)
			out = r.partOutcome(client(1), int(seq), s.index, s.total, s.payload)
		}
		lost += len(out.Lost)
		if out.Retransmit != repeat || (out.Joined != nil) != complete {
			t.Fatalf("copy %d, %+v: %s; the model says repeat %v, complete %v", k, s, verdict(out), repeat, complete)
		}
		if complete && string(out.Joined.Payload) != joined {
			t.Fatalf("copy %d, %+v: joined %q, want %q", k, s, out.Joined.Payload, joined)
		}
		if repeat {
			repeats++
		}
		if complete {
			joins++
		}
	}
	lost += len(r.tr.Flush())
	if bits == 16 && lost != m.unfinished() {
		t.Errorf("%d messages are lost, want %d", lost, m.unfinished())
	}
	// Without these the comparison would say little.
	if repeats < 500 || joins < 300 || lost == 0 {
		t.Errorf("only %d repeats, %d joined, %d lost", repeats, joins, lost)
	}
}
