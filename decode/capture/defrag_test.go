package capture

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// pieces cuts an IP payload into fragments of size bytes, which is a multiple of 8.
func fragments(id uint32, payload []byte, size int) []IPFragment {
	var all []IPFragment
	for at := 0; at < len(payload); at += size {
		end := min(at+size, len(payload))
		all = append(all, IPFragment{
			Src: hostA, Dst: hostB, ID: id, Version: 4, Protocol: 17,
			Offset: at, More: end < len(payload), Data: payload[at:end],
		})
	}
	return all
}

// joiner feeds a Defragmenter and checks its bookkeeping after every step.
type joiner struct {
	t     testing.TB
	d     *Defragmenter
	frame int64
}

func newJoiner(t testing.TB) *joiner { return &joiner{t: t, d: NewDefragmenter()} }

func (j *joiner) add(x IPFragment, at Time) (Datagram, Kind) {
	j.t.Helper()
	j.frame++
	data := bytes.Clone(x.Data) // the Defragmenter must not keep the caller's bytes
	x.Data = data
	var out Datagram
	kind := j.d.Join(&Frame{Number: j.frame, Time: at, Digits: 9}, &x, &out)
	clear(data)
	j.check()
	return out, kind
}

func (j *joiner) check() {
	j.t.Helper()
	sum, alive := 0, 0
	for _, p := range j.d.pending {
		sum += p.size()
		if !p.dead {
			alive++
		}
		held, end := 0, 0
		for _, piece := range p.pieces {
			if piece.start < end || len(piece.data) == 0 {
				j.t.Fatalf("pieces overlap or are empty")
			}
			held, end = held+len(piece.data), piece.end()
		}
		if !p.dead && held != p.bytes {
			j.t.Fatalf("pieces have %d bytes, counted %d", held, p.bytes)
		}
	}
	stats := j.d.Stats()
	if stats.Bytes != sum || stats.Pending != alive {
		j.t.Fatalf("stats %+v, but %d bytes in %d datagrams", stats, sum, alive)
	}
	if stats.Bytes > j.d.limits.bytes || len(j.d.pending) > j.d.limits.pending {
		j.t.Fatalf("over the limits: %+v", stats)
	}
}

// permutations calls f with every order of n things.
func permutations(n int, f func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var permute func(int)
	permute = func(k int) {
		if k == n {
			f(order)
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			permute(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	permute(0)
}

func TestJoinEveryOrder(t *testing.T) {
	payload := pattern(100, 5)
	xs := fragments(7, udpBytes(payload), 24) // five, the last of 12 bytes
	j := newJoiner(t)
	permutations(len(xs), func(order []int) {
		for i, n := range order {
			out, kind := j.add(xs[n], Time{Sec: 1})
			if i < len(order)-1 {
				if kind != Fragment {
					t.Fatalf("order %v, step %d: %v", order, i, kind)
				}
				continue
			}
			if kind != UDP || !bytes.Equal(out.Payload, payload) || out.Frame != j.frame || out.Fragments != 5 || out.Digits != 9 ||
				out.Src.Port() != portA || out.Dst.Addr() != hostB || out.HeaderBytes != 8 || out.Padding != 0 || out.Missing != 0 {
				t.Fatalf("order %v: %v %+v", order, kind, out)
			}
		}
	})
	if s := j.d.Stats(); s.Joined != 120 || s.Pending != 0 || s.Bytes != 0 {
		t.Errorf("%+v", s)
	}
}

func TestJoinOverlaps(t *testing.T) {
	whole := udpBytes(pattern(40, 3)) // 48 bytes
	part := func(from, to int) IPFragment {
		return IPFragment{Src: hostA, Dst: hostB, Version: 4, Protocol: 17, Offset: from, More: to < len(whole), Data: whole[from:to]}
	}
	j := newJoiner(t)
	for _, x := range []IPFragment{part(8, 16), part(32, 40), part(0, 48)} {
		if out, kind := j.add(x, Time{}); x.Offset == 0 && (kind != UDP || !bytes.Equal(out.Payload, whole[8:])) {
			t.Error("one fragment over two:", kind)
		}
	}
	for i, x := range []IPFragment{part(0, 24), part(16, 40), part(8, 32), part(0, 24), part(24, 48)} {
		if _, kind := j.add(x, Time{}); (i == 4) != (kind == UDP) {
			t.Error("agreeing overlaps:", i, kind)
		}
	}

	conflicts := map[string][]IPFragment{
		"other bytes":       {part(0, 24), {Offset: 16, More: true, Data: pattern(16, 99)}},
		"two ends":          {part(40, 48), {Offset: 32, Data: whole[32:36]}},
		"more behind end":   {part(24, 48), {Offset: 48, More: true, Data: pattern(8, 0)}},
		"more up to end":    {part(24, 48), {Offset: 40, More: true, Data: whole[40:48]}},
		"end before others": {part(24, 40), {Offset: 16, Data: whole[16:20]}},
	}
	for name, xs := range conflicts {
		j := newJoiner(t)
		for i := range xs {
			xs[i].Src, xs[i].Dst, xs[i].Version, xs[i].Protocol = hostA, hostB, 4, 17
		}
		j.add(xs[0], Time{})
		if _, kind := j.add(xs[1], Time{}); kind != Bad {
			t.Errorf("%s: %v", name, kind)
		}
		for at := 0; at < 48; at += 8 {
			if _, kind := j.add(part(at, at+8), Time{}); kind != Bad {
				t.Errorf("%s: a datagram in conflict went on: %v", name, kind)
			}
		}
		if s := j.d.Stats(); s.Conflicts != 1 || s.Pending != 0 || s.Bytes != 0 {
			t.Errorf("%s: %+v", name, s)
		}
		if _, kind := j.add(part(0, 24), Time{Sec: 31}); kind != Fragment {
			t.Errorf("%s: the number is still blocked after the timeout", name)
		}
	}
}

func TestImpossibleFragments(t *testing.T) {
	tests := map[string]IPFragment{
		"beyond 65,535":             {Offset: 65528, Data: pattern(8, 0)},
		"empty":                     {Offset: 8},
		"not a multiple of 8":       {More: true, Data: pattern(9, 0)},
		"offset not multiple of 8":  {Offset: 3, Data: pattern(8, 0)},
		"negative offset (a lie)":   {Offset: -8, Data: pattern(8, 0)},
		"far beyond, with more set": {Offset: 65528, More: true, Data: pattern(1480, 0)},
	}
	for name, x := range tests {
		j := newJoiner(t)
		if _, kind := j.add(x, Time{}); kind != Bad {
			t.Errorf("%s: %v", name, kind)
		}
		if s := j.d.Stats(); s.Bad != 1 || s.Pending != 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestShortLastFragment(t *testing.T) {
	for tail := 1; tail < 8; tail++ {
		payload := pattern(16+tail, 4)
		xs := fragments(1, udpBytes(payload), 24)
		j := newJoiner(t)
		j.add(xs[1], Time{})
		if out, kind := j.add(xs[0], Time{}); kind != UDP || !bytes.Equal(out.Payload, payload) {
			t.Errorf("last fragment of %d bytes: %v", tail, kind)
		}
	}
}

func TestDefragTimeout(t *testing.T) {
	xs := fragments(1, udpBytes(pattern(40, 0)), 24)
	steps := []struct {
		second Time
		joined bool
	}{
		{Time{Sec: 130}, true}, {Time{Sec: 130, Nanos: 1}, false}, {Time{Sec: 70}, true}, {Time{Sec: 69}, false}, {Time{Sec: 99}, true},
	}
	for _, step := range steps {
		j := newJoiner(t)
		j.add(xs[0], Time{Sec: 100})
		_, kind := j.add(xs[1], step.second)
		if (kind == UDP) != step.joined {
			t.Errorf("second fragment at %v: %v", step.second, kind)
		}
		if s := j.d.Stats(); (s.TimedOut == 1) == step.joined {
			t.Errorf("second fragment at %v: %+v", step.second, s)
		}
	}
	j := newJoiner(t)
	j.d.limits.timeout = time.Second
	j.add(xs[0], Time{Sec: 100})
	if _, kind := j.add(xs[1], Time{Sec: 102}); kind != Fragment {
		t.Error("timeout of a second:", kind)
	}
}

func TestDefragLimits(t *testing.T) {
	whole := udpBytes(pattern(2000, 0))
	j := newJoiner(t)
	j.d.limits.pending = 3
	for id := range uint32(5) {
		j.add(fragments(id, whole, 1480)[0], Time{})
	}
	if s := j.d.Stats(); s.Pending != 3 || s.Evicted != 2 {
		t.Errorf("pending: %+v", s)
	}
	if _, kind := j.add(fragments(1, whole, 1480)[1], Time{}); kind != Fragment {
		t.Error("an evicted datagram was joined")
	}
	if _, kind := j.add(fragments(4, whole, 1480)[1], Time{}); kind != UDP {
		t.Error("a datagram within the limit was not joined:", kind)
	}

	j = newJoiner(t)
	j.d.limits.bytes = 4000
	for id := range uint32(5) {
		j.add(fragments(id, whole, 1480)[0], Time{})
	}
	if s := j.d.Stats(); s.Pending != 2 || s.Evicted != 3 {
		t.Errorf("bytes: %+v", s)
	}

	j = newJoiner(t)
	j.d.limits.fragments = 10
	x := fragments(1, whole, 8)
	for i := range 10 {
		if _, kind := j.add(x[i%3], Time{}); kind != Fragment {
			t.Error("fragments:", i, kind)
		}
	}
	if _, kind := j.add(x[3], Time{}); kind != Bad {
		t.Error("fragments:", kind)
	}
	if s := j.d.Stats(); s.Limited != 1 || s.Bytes != 0 {
		t.Errorf("fragments: %+v", s)
	}
}

// A flood of tiny fragments of the largest datagram must not take memory or time.
func TestTinyFragmentFlood(t *testing.T) {
	whole := make([]byte, 65528)
	d := NewDefragmenter()
	for id := range uint32(80) {
		for _, x := range fragments(id, whole, 8) {
			x.Offset = (x.Offset * 5 % 65528) &^ 7
			x.More = true
			d.add(&x, Time{})
		}
	}
	if s := d.Stats(); s.Bytes > 1<<20 || len(d.pending) > 64 || s.Limited != 80 {
		t.Errorf("%+v", s)
	}
}

func TestJoinIPv6(t *testing.T) {
	payload := pattern(100, 1)
	plain := udpBytes(payload)
	extended := join([]byte{17, 0, 1, 4, 0, 0, 0, 0}, plain)
	for name, test := range map[string]struct {
		next    int
		content []byte
		kind    Kind
		header  int
	}{
		"UDP":                      {17, plain, UDP, 8},
		"destination options":      {60, extended, UDP, 16},
		"TCP behind options":       {60, join([]byte{6, 0, 1, 4, 0, 0, 0, 0}, plain), NotUDP, 0},
		"options cut":              {60, join([]byte{17, 200, 1, 4, 0, 0, 0, 0}, plain), Bad, 0},
		"fragment in a fragment":   {44, v6Fragment(17, 1, 8, true, plain), Bad, 0},
		"no room for a UDP header": {60, []byte{17, 0, 1, 4, 0, 0, 0, 0, 1, 2, 3}, Bad, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var d Dissector
			j := newJoiner(t)
			var out Datagram
			var kind Kind
			for at := 0; at < len(test.content); at += 8 {
				end := min(at+8, len(test.content))
				next := test.next
				if at > 0 && next == 17 {
					next = 60 // only the first fragment's counts
				}
				packet := v6{next: 44}.bytes(v6Fragment(next, 77, at, end < len(test.content), test.content[at:end]))
				if kind := d.Dissect(frameOf(LinkIPv6, packet), &out); kind != Fragment {
					t.Fatal(kind)
				}
				out, kind = j.add(d.Fragment(), Time{})
			}
			if kind != test.kind {
				t.Fatalf("%v, expected %v", kind, test.kind)
			}
			if kind == UDP && (int(out.HeaderBytes) != test.header || !bytes.Equal(out.Payload, payload) || out.Src.Addr() != hostA6) {
				t.Errorf("%+v", out)
			}
		})
	}
}

// TestLacking: a datagram that lacks fragments is named, as far as what is there tells, once it is given up or the capture ends.
func TestLacking(t *testing.T) {
	whole := udpBytes(pattern(40, 0))
	xs := fragments(1, whole, 24)
	j := newJoiner(t)
	j.add(xs[0], Time{Sec: 100}) // without its end
	j.frame = 6
	j.add(fragments(2, whole, 24)[1], Time{Sec: 101}) // without its UDP header
	check := func() {
		t.Helper()
		src, dst := binary.BigEndian.Uint16(whole), binary.BigEndian.Uint16(whole[2:])
		want := []Lacking{
			{1, 1, netip.AddrPortFrom(hostA, src), netip.AddrPortFrom(hostB, dst), 24, len(whole)},
			{7, 7, netip.AddrPortFrom(hostA, 0), netip.AddrPortFrom(hostB, 0), len(whole) - 24, len(whole)},
		}
		if s := j.d.Stats(); !slices.Equal(s.Lacking, want) || s.Partial != 2 {
			t.Errorf("%+v, want %+v", s, want)
		}
	}
	check()
	j.d.expire(Time{Sec: 200})
	check()
	for id := range uint32(maxLacking + 10) {
		j.add(fragments(id+3, whole, 24)[0], Time{Sec: 200 + 100*int64(id)})
	}
	if s := j.d.Stats(); len(s.Lacking) != maxLacking || s.Partial != maxLacking+12 {
		t.Errorf("%d of %d are named", len(s.Lacking), s.Partial)
	}
}
