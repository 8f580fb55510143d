package reassembly

import (
	"maps"
	"slices"

	"bcdump/internal/frozen"
)

// sighting is what is remembered of a message to know it again.
type sighting struct {
	hash     uint64
	frame    int64  // of the first copy; its index and time below
	sec      int64  // since 1970
	id       uint32 // as identify gives it
	nanos    uint32
	last     uint32 // channel.news when it was last seen
	copies   uint16
	index    uint8
	answered bool
}

// sent says where the first copy stands.
func (s *sighting) sent() Sent {
	return Sent{Frame: s.frame, Index: int(s.index), Sec: s.sec, Nanos: s.nanos, Copies: int(s.copies)}
}

// sightings holds the sightings of a channel by id: a list, so that they lie side by side,
// and where each id is in it.
type sightings struct {
	list   []sighting
	places map[uint32]uint16     // place in list; nil in a clone until Tracker.Link
	kept   frozen.List[sighting] // list of a clone, until then
	room   uint16                // sightings to hold before old ones are looked for
}

// mostSightings bounds a list: numbers within the window, and the 255 parts that a
// number may have. Most senders need half of it.
const mostSightings, fewSightings = 440, 220

// find gives the sighting of an id, or nil. It is valid until one is added.
func (s *sightings) find(id uint32) *sighting {
	if place, ok := s.places[id]; ok {
		return &s.list[place]
	}
	return nil
}

// add gives a place to an id that has none. news is channel.news.
func (s *sightings) add(id, news uint32) *sighting {
	switch {
	case s.room == 0:
		s.places, s.room = map[uint32]uint16{}, fewSightings
	case len(s.list) >= int(s.room):
		s.forget(news)
	}
	s.places[id] = uint16(len(s.list))
	s.list = append(s.list, sighting{id: id})
	return &s.list[len(s.list)-1]
}

// trim drops sightings too old to matter, and the room that they took.
func (s *sightings) trim(news uint32) {
	s.dropOlder(news, repeatWindow)
	s.list, s.places = slices.Clip(slices.Clone(s.list)), maps.Collect(maps.All(s.places))
}

// forget makes room. It drops sightings too old to matter; then it allows for more
// of them; at the limit it drops ever younger ones.
func (s *sightings) forget(news uint32) {
	s.dropOlder(news, repeatWindow)
	if len(s.list) > int(s.room)/2 && s.room < mostSightings {
		s.room *= 2
	}
	for window := uint32(repeatWindow); len(s.list) >= int(s.room); {
		window /= 2
		s.dropOlder(news, window)
	}
}

func (s *sightings) dropOlder(news, window uint32) {
	s.list = slices.DeleteFunc(s.list, func(old sighting) bool { return news-old.last >= window })
	s.file()
}

// file notes where each sighting is.
func (s *sightings) file() {
	if s.places == nil {
		s.places = make(map[uint32]uint16, len(s.list))
	}
	clear(s.places)
	for place := range s.list {
		s.places[s.list[place].id] = uint16(place)
	}
}

// clone copies the list, in chunks that before may have too. shared counts the bytes of those.
func (s *sightings) clone(before *sightings) (c sightings, shared int) {
	kept, shared := frozen.Of(before.kept, (*sighting).begins, s.list)
	return sightings{kept: kept, room: s.room}, shared
}

// begins reports whether a chunk of a clone begins with it.
func (s *sighting) begins() bool {
	const mix, bits = 0x9E3779B1, 4
	return s.id*mix>>(32-bits) == 0
}

// unfold makes what a clone was spared.
func (s *sightings) unfold() {
	if s.room == 0 {
		return
	}
	s.list, s.kept = s.kept.AppendTo(nil), frozen.List[sighting]{}
	s.file()
}
