package reassembly

import (
	"maps"
	"slices"
	"time"
	"unsafe"

	"bcdump/internal/frozen"
)

// sighting is what is remembered of a message to know it again.
type sighting struct {
	hash     uint64
	before   uint64 // hash of what the number carried before; 0 = nothing
	frame    int64  // of the first copy; its index and time below
	sec      int64  // since 1970
	seenSec  int64  // when the last copy came
	id       uint32 // as identify gives it
	nanos    uint32
	seenNano uint32
	last     uint32 // channel.news when it was last seen
	copies   uint16 // 0 = there is no sighting
	index    uint8
	answered bool
}

// sent says where the first copy stands.
func (s *sighting) sent() Sent {
	return Sent{Frame: s.frame, Index: int(s.index), Sec: s.sec, Nanos: s.nanos, Copies: int(s.copies)}
}

// isSeen notes when the last copy came.
func (s *sighting) isSeen(at *Point) { s.seenSec, s.seenNano = at.Sec, at.Nanos }

// pause is the time from the last copy to a moment, at most some years.
func (s *sighting) pause(at *Point) time.Duration {
	const most = 1 << 30 // seconds
	return time.Duration(min(max(at.Sec-s.seenSec, -most), most))*time.Second + time.Duration(at.Nanos) - time.Duration(s.seenNano)
}

// isPart reports whether an id is that of a part.
func isPart(id uint32) bool { return id&(1<<8) != 0 }

// sightings holds the sightings of a channel by id. Those of whole messages stand at their number, modulo
// the room that there is. Those of parts, of which a number has many, are a list, so that they lie side by
// side, and where each id is in it.
type sightings struct {
	wholes []sighting // its length is a power of two
	list   []sighting
	places map[uint32]uint16     // place in list; nil in a clone until Tracker.Link
	kept   frozen.List[sighting] // of a clone, until then
	size   int                   // length of wholes of a clone, until then
	room   uint16                // parts to hold before old ones are looked for
}

const (
	// mostSightings bounds the list of parts: some numbers with the 255 parts that each may have. Most
	// senders need less than half of it.
	mostSightings, fewSightings = 440, 220
	// leastWholes and repeatWindow are the least and the greatest length of wholes.
	leastWholes = 64
	// outlived is after what time no copy is waited for when there is no room for another
	// number: then it gives way instead of making more.
	outlived = 30 * time.Second
	// sightingSize is what one takes in memory.
	sightingSize = int(unsafe.Sizeof(sighting{}))
)

// find gives the sighting of an id, or nil. It is valid until one is added.
func (s *sightings) find(id uint32) *sighting {
	if !isPart(id) {
		if len(s.wholes) == 0 {
			return nil
		}
		if x := s.slot(id); x.id == id && x.copies > 0 {
			return x
		}
		return nil
	}
	if place, ok := s.places[id]; ok {
		return &s.list[place]
	}
	return nil
}

// slot is where the sighting of a whole message stands, or that of another one.
func (s *sightings) slot(id uint32) *sighting {
	return &s.wholes[int(id>>9)&(len(s.wholes)-1)]
}

// place gives the place for the sighting of an id that has none.
func (t *Tracker) place(c *channel, id uint32, at *Point) *sighting {
	s := &c.seen
	if isPart(id) {
		return s.add(id, c.news, c.window())
	}
	if len(s.wholes) == 0 {
		t.grow(s, leastWholes)
	}
	for len(s.wholes) < repeatWindow {
		x := s.slot(id)
		if x.copies == 0 || c.news-x.last >= c.window() || x.pause(at) > outlived {
			break
		}
		t.grow(s, 2*len(s.wholes))
	}
	return s.slot(id)
}

// grow makes room for whole messages, if there may be so much.
func (t *Tracker) grow(s *sightings, size int) {
	old := s.wholes
	s.wholes = make([]sighting, size)
	s.fill(old)
	t.sightings += size - len(old)
}

// fill puts sightings of whole messages in their places, of several for one place the newest.
func (s *sightings) fill(old []sighting) {
	for i := range old {
		x := &old[i]
		if x.copies == 0 {
			continue
		}
		if y := s.slot(x.id); y.copies == 0 || int32(x.last-y.last) >= 0 {
			*y = *x
		}
	}
}

// add gives a place to a part that has none. news is channel.news.
func (s *sightings) add(id, news, window uint32) *sighting {
	switch {
	case s.room == 0:
		s.places, s.room = map[uint32]uint16{}, fewSightings
	case len(s.list) >= int(s.room):
		s.forget(news, window)
	}
	s.places[id] = uint16(len(s.list))
	s.list = append(s.list, sighting{id: id})
	return &s.list[len(s.list)-1]
}

// trim drops all but what came lately, and the room that it took. It gives how many fewer whole messages
// there is room for.
func (s *sightings) trim(news uint32) (less int) {
	s.dropOlder(news, repeatWindow8)
	s.list, s.places = slices.Clip(slices.Clone(s.list)), maps.Collect(maps.All(s.places))
	old := s.wholes
	if len(old) <= leastWholes {
		return 0
	}
	s.wholes = make([]sighting, leastWholes)
	s.fill(old)
	return len(old) - leastWholes
}

// forget makes room for parts. It drops sightings too old to matter; then it allows for more
// of them; at the limit it drops ever younger ones.
func (s *sightings) forget(news, window uint32) {
	s.dropOlder(news, window)
	if len(s.list) > int(s.room)/2 && s.room < mostSightings {
		s.room *= 2
	}
	for len(s.list) >= int(s.room) {
		window /= 2
		s.dropOlder(news, window)
	}
}

func (s *sightings) dropOlder(news, window uint32) {
	s.list = slices.DeleteFunc(s.list, func(old sighting) bool { return news-old.last >= window })
	s.file()
}

// file notes where each part is.
func (s *sightings) file() {
	if s.places == nil {
		s.places = make(map[uint32]uint16, len(s.list))
	}
	clear(s.places)
	for place := range s.list {
		s.places[s.list[place].id] = uint16(place)
	}
}

// count is how many sightings there are.
func (s *sightings) count() int {
	n := len(s.list)
	for i := range s.wholes {
		if s.wholes[i].copies > 0 {
			n++
		}
	}
	return n
}

// clone copies what there is, in chunks that before may have too. shared counts the bytes of those.
func (s *sightings) clone(before *sightings) (c sightings, shared int) {
	all := append(make([]sighting, 0, s.count()), s.list...)
	for i := range s.wholes {
		if s.wholes[i].copies > 0 {
			all = append(all, s.wholes[i])
		}
	}
	kept, shared := frozen.Of(before.kept, (*sighting).begins, all)
	return sightings{kept: kept, size: len(s.wholes), room: s.room}, shared
}

// begins reports whether a chunk of a clone begins with it.
func (s *sighting) begins() bool {
	const mix, bits = 0x9E3779B1, 4
	return s.id*mix>>(32-bits) == 0
}

// unfold makes what a clone was spared.
func (s *sightings) unfold() {
	all := s.kept.AppendTo(nil)
	s.kept = frozen.List[sighting]{}
	parts := 0
	for parts < len(all) && isPart(all[parts].id) {
		parts++
	}
	if s.size > 0 {
		s.wholes = make([]sighting, s.size)
		s.fill(all[parts:])
	}
	if s.room > 0 {
		s.list = slices.Clip(slices.Clone(all[:parts]))
		s.file()
	}
}
