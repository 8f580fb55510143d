package reassembly

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// sightingsModel says in a map what sightings keeps of parts in a table.
type sightingsModel struct {
	seen map[uint32]sighting
	room int
}

func (s *sightingsModel) add(id, news uint32) {
	if s.room == 0 {
		s.room = fewSightings
	}
	if len(s.seen) >= s.room {
		s.dropOlder(news, repeatWindow8)
		if len(s.seen) > s.room/2 && s.room < mostSightings {
			s.room *= 2
		}
		for window := uint32(repeatWindow8); len(s.seen) >= s.room; {
			window /= 2
			s.dropOlder(news, window)
		}
	}
	s.seen[id] = sighting{id: id, last: news}
}

func (s *sightingsModel) dropOlder(news, window uint32) {
	maps.DeleteFunc(s.seen, func(_ uint32, old sighting) bool { return news-old.last >= window })
}

// compareSightings shows both the same ids, each with the news since the one before.
func compareSightings(t *testing.T, count int, next func() (id, news uint32)) {
	var table sightings
	model := sightingsModel{seen: map[uint32]sighting{}}
	var news uint32
	for n := range count {
		id, more := next()
		news += more
		got := table.find(id)
		want, ok := model.seen[id]
		switch {
		case ok != (got != nil) || ok && *got != want:
			t.Fatalf("step %d: id %d is %v, want %v, %+v", n, id, got, ok, want)
		case ok:
			got.last, want.last = news, news
			model.seen[id] = want
		default:
			table.add(id, news, repeatWindow8).last = news
			model.add(id, news)
		}
		if len(table.parts) != len(model.seen) || len(table.parts) > mostSightings || int(table.room) != model.room {
			t.Fatalf("step %d: %d sightings and room for %d, want %d, %d", n, len(table.parts), table.room, len(model.seen), model.room)
		}
	}
}

func TestSightings(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 0))
		spread, parts, pace := 1<<random.IntN(10), 1<<random.IntN(9), random.IntN(4)
		number := 0
		compareSightings(t, 5000, func() (id, news uint32) {
			step := random.IntN(2)
			number += step
			id = uint32(uint16(number-random.IntN(spread)))<<9 | 1<<8
			if random.IntN(2) == 0 {
				id |= uint32(random.IntN(parts)) & 255
			}
			return id, uint32(step * pace)
		})
	}
}

// More ids than there is room for, all of one moment, come round and round.
func TestSightingsOfOneMoment(t *testing.T) {
	n := uint32(0)
	compareSightings(t, 2000, func() (id, news uint32) {
		n++
		return n%600<<10 | 1<<8, 0
	})
}

func FuzzSightings(f *testing.F) {
	f.Add([]byte{})
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 1))
		script := make([]byte, 3000)
		for i := range script {
			script[i] = byte(random.Uint32())
		}
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		compareSightings(t, len(script)/3, func() (id, news uint32) {
			id, news = uint32(script[0])<<9<<(script[2]&8)|1<<8|uint32(script[1]), uint32(script[2]&3)
			script = script[3:]
			return id, news
		})
	})
}
