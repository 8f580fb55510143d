package outline

import (
	"math/rand/v2"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"testing"

	"bcdump/internal/heavy"
)

// TestRowSize holds what a message takes against the promise.
func TestRowSize(t *testing.T) {
	heavy.SkipRace(t, "one goroutine; TestGrowing shares the same between several")
	const rows = 1_000_000
	before := heap()
	empty := New() // what it takes without rows does not grow
	none := heap()
	o := filled(rows)
	if each := float64(heap()-none-(none-before)) / rows; each > 29 || each < 24 {
		t.Errorf("a message takes %.3f bytes", each)
	}
	runtime.KeepAlive(empty)
	runtime.KeepAlive(o)
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// write adds a row, and returns its number.
func (o *Outline) write(x incoming) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.add(&x)
	return o.length - 1
}

var anyServer, otherServer = netip.MustParseAddrPort("10.0.0.1:22101"), netip.MustParseAddrPort("10.0.0.2:22101")

// filled makes an outline of random rows, four to a frame; every other one is an Ack.
func filled(rows int) *Outline {
	o, random := New(), rand.New(rand.NewPCG(1, 1))
	for n := range rows {
		x := incoming{frame: int64(n/4 + 1), server: anyServer, row: row{object: 1 + uint32(random.IntN(4)), who: uint32(1+random.IntN(4))<<8 | uint32(n%4), kind: o.update, flags: Update}}
		if n%2 == 1 {
			x.object, x.flags, x.answers = 0, Ack, place{max(x.frame-int64(random.IntN(10)), 1), 2}
		}
		o.write(x)
	}
	return o
}

// TestFarFrames has frames that 32 bits cannot tell, from the first of their block or from one another.
func TestFarFrames(t *testing.T) {
	heavy.SkipRace(t, "one goroutine; TestGrowing shares the same between several")
	for _, step := range heavy.Scale([]int64{1 << 32}, []int64{1, 1 << 20, 1 << 31, 1 << 32}) {
		o := New()
		for n := range int64(3 * chunkRows / 2) {
			o.write(incoming{frame: 1 + n*step, row: row{flags: Ack}, answers: place{1 + (n-1)*step, 0}})
		}
		for n := range o.Len() {
			frame := 1 + int64(n)*step
			if got := o.Row(n).Frame; got != frame {
				t.Fatalf("step %d: message %d is of frame %d, want %d", step, n, got, frame)
			}
			first, ok := o.First(frame)
			behind, more := o.First(frame + 1)
			if !ok || first != n || behind != n+1 || more != (n+1 < o.Len()) {
				t.Fatalf("step %d: frame %d begins with message %d, %v; the next is %d, %v", step, frame, first, ok, behind, more)
			}
			want := []Related{{n - 1, Acknowledged}, {n + 1, Answer}}
			if n == 0 {
				want = want[1:]
			}
			if got := o.Related(n); n+1 < o.Len() && !slices.Equal(got, want) {
				t.Fatalf("step %d: message %d: %v", step, n, got)
			}
		}
	}
	if _, ok := New().First(1); ok {
		t.Error("an empty outline has a message")
	}
}

// TestFlood has more links, servers and titles than are told apart.
func TestFlood(t *testing.T) {
	o := New()
	kinds := map[Kind]bool{o.ack: true, o.update: true}
	for n := range mostKinds + 100 {
		kinds[o.kind(string(rune(n+0x1000)))] = true
	}
	if len(kinds) != mostKinds+1 || !kinds[0] || o.Title(0) != "" || o.Title(mostKinds+1) != "" {
		t.Errorf("%d kinds, among them 0: %v", len(kinds), kinds[0])
	}
	links := []uint32{1, knownLinks - 1, knownLinks, knownLinks + 1, mostLink}
	for _, link := range append(links, links...) {
		o.write(incoming{frame: 1, server: anyServer, row: row{who: link << 8, object: 5, kind: 0, flags: Update}})
	}
	for n, link := range links {
		same, found := o.Next(n, SameClient)
		if found != (link != mostLink) || found && same != n+len(links) {
			t.Errorf("link %d: %d, %v", link, same, found)
		}
		want := n + len(links) // links that are not known share a server with themselves
		if link < knownLinks {
			want = (n + 1) % len(links)
			if link == knownLinks-1 {
				want = len(links) // link 1
			}
		}
		if got, ok := o.Next(n, SameShip); !ok || got != want {
			t.Errorf("link %d: the ship's next update is %d, %v, want %d", link, got, ok, want)
		}
		if _, ok := o.Next(n, SameKind); ok {
			t.Error("kind 0 is one")
		}
	}
}

// TestMany has more parts, and more Acks, than Related names, and what is out of its reach.
func TestMany(t *testing.T) {
	o := New()
	var parts []place
	for n := range 200 {
		o.write(incoming{frame: int64(n + 1), row: row{flags: Part}})
		parts = append(parts, place{int64(n + 1), 0})
	}
	o.write(incoming{frame: 200, row: row{flags: Joined}, parts: parts})
	list := o.Related(200)
	if len(list) != MostRelated || list[0] != (Related{200 - MostRelated, PartHere}) || list[MostRelated-1] != (Related{199, PartHere}) {
		t.Errorf("%v", list)
	}
	for n := range 200 {
		if list := o.Related(n); !slices.Equal(list, []Related{{200, PartOf}}) {
			t.Fatalf("part %d: %v", n, list)
		}
	}
	n := o.write(incoming{frame: 300, row: row{flags: ToServer}})
	for m := range 100 {
		o.write(incoming{frame: int64(301 + m), row: row{flags: ToClient}, passesOn: place{300, 0}})
	}
	if list := o.Related(n); len(list) != MostRelated || list[0] != (Related{n + 1, Copy}) || list[MostRelated-1] != (Related{n + MostRelated, Copy}) {
		t.Errorf("%v", list)
	}
}

// TestReach looks for an Ack at the end of what is looked through, and behind it.
func TestReach(t *testing.T) {
	heavy.SkipRace(t, "one goroutine; TestGrowing shares the same between several")
	o := New()
	for n := range Reach + 3 {
		x := incoming{frame: int64(n + 1)}
		if n == Reach || n == Reach+2 {
			x.flags, x.answers = Ack, place{int64(n - Reach + 1), 0} // of message 0, and of 2
		}
		if n == Reach+1 {
			x.flags, x.answers = Ack, place{1, 0}
		}
		o.write(x)
	}
	for n, want := range map[int][]Related{
		0: {{Reach, Answer}}, 2: {{Reach + 2, Answer}}, 1: nil, Reach + 1: {{0, Acknowledged}},
	} {
		if got := o.Related(n); !slices.Equal(got, want) {
			t.Errorf("message %d: %v, want %v", n, got, want)
		}
	}
}

// TestGrowing asks while rows come: each answer is right for a table as long as it was before or
// after the question.
func TestGrowing(t *testing.T) {
	const rows = 2*chunkRows + 100
	o := New()
	var wait sync.WaitGroup
	for reader := range 4 {
		wait.Go(func() { ask(t, o, rows, uint64(reader)) })
	}
	for n := range rows {
		x := incoming{frame: int64(n + 1), server: anyServer, row: row{who: 1 << 8, object: 1, kind: 1, flags: Update}}
		switch n % 4 {
		case 1:
			x.flags, x.answers = Ack, place{int64(n), 0}
		case 2:
			x.flags = Part
		case 3:
			x.flags, x.parts = Joined, []place{{int64(n), 0}}
		}
		o.write(x)
	}
	wait.Wait()
}

func ask(t *testing.T, o *Outline, rows int, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 2))
	for o.Len() < rows {
		length := o.Len()
		if length < 8 {
			continue
		}
		n := random.IntN(length - 4)
		next, ok := o.Next(n, SameKind)
		update, _ := o.Next(n, SameShip)
		before, _ := o.Previous(length-1, SameClient)
		first, found := o.First(int64(n + 1))
		if !ok || next != n+1 || update != n/4*4+4 || before != length-2 || !found || first != n || o.Row(n).Frame != int64(n+1) {
			t.Errorf("of %d messages, %d: %d, %v; %d, %d, %d, %+v", length, n, next, ok, update, before, first, o.Row(n))
			return
		}
		ties := [4][]Related{{{n + 1, Answer}}, {{n - 1, Acknowledged}}, {{n + 1, PartOf}}, {{n - 1, PartHere}}}
		if got := o.Related(n); !slices.Equal(got, ties[n%4]) {
			t.Errorf("of %d messages, %d: %v", length, n, got)
			return
		}
	}
}

// BenchmarkFar takes the longest way of each search: from one end of 5 M messages to the other.
func BenchmarkFar(b *testing.B) {
	const rows = 5_000_000
	o := filled(rows)
	last := o.write(incoming{frame: rows, server: otherServer, row: row{who: 77 << 8, object: 99, kind: 9, flags: Update | Note | Death}})
	for what, name := range []string{"kind", "client", "ship", "note", "death"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, ok := o.Previous(last, Search(what)); ok {
					b.Fatal("there is one")
				}
			}
		})
	}
	b.Run("next death", func(b *testing.B) {
		for b.Loop() {
			if n, ok := o.Next(0, WithDeath); !ok || n != last {
				b.Fatal("not found")
			}
		}
	})
	b.Run("common ship", func(b *testing.B) { // all rows have it, none is of that server
		for b.Loop() {
			o.Next(0, SameShip)
		}
	})
	b.Run("related", func(b *testing.B) {
		for b.Loop() {
			o.Related(1000)
		}
	})
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			o.First(1000)
		}
	})
}

// BenchmarkWrite takes rows in.
func BenchmarkWrite(b *testing.B) {
	for b.Loop() {
		filled(1_000_000)
	}
}
