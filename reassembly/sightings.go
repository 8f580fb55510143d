package reassembly

import "slices"

// sighting is what is remembered of a message to know it again.
type sighting struct {
	hash     uint64
	frame    int64  // of the first copy; its index and time below
	nanos    int64  // since 1970
	id       uint32 // as identify gives it
	last     uint32 // channel.news when it was last seen
	copies   uint16
	index    uint8
	answered bool
}

// sightings holds the sightings of a channel by id: a list, and a table of places in it.
// Nothing is ever taken out alone, so the table needs no marks of deleted places: when
// old sightings are dropped it is filled anew.
type sightings struct {
	list   []sighting
	places []uint16 // place in list + 1; 0 = free. A power of two, at least half of them free
	room   uint16   // sightings to hold before old ones are looked for
}

const (
	// mostSightings bounds a list: numbers within the window, and the 255 parts that a
	// number may have. Most senders need half of it.
	mostSightings, fewSightings = 440, 220
	// fewestPlaces is the size that a table begins with.
	fewestPlaces = 16
)

// home is where the search for an id begins.
func home(id uint32) uint32 { return id * 0x9E3779B1 >> 16 }

// find gives the sighting of an id, or nil. It is valid until one is added.
func (s *sightings) find(id uint32) *sighting {
	mask := uint32(len(s.places)) - 1
	for at := home(id) & mask; at < uint32(len(s.places)); at = (at + 1) & mask {
		place := s.places[at]
		if place == 0 {
			return nil
		}
		if seen := &s.list[place-1]; seen.id == id {
			return seen
		}
	}
	return nil // the table is empty
}

// add gives a place to an id that has none. news is channel.news.
func (s *sightings) add(id, news uint32) *sighting {
	switch {
	case s.room == 0:
		s.room = fewSightings
	case len(s.list) >= int(s.room):
		s.forget(news)
	}
	if len(s.list) == cap(s.list) {
		s.grow()
	}
	s.list = append(s.list, sighting{id: id})
	s.enter(len(s.list) - 1)
	return &s.list[len(s.list)-1]
}

// enter puts a sighting into the table.
func (s *sightings) enter(place int) {
	mask := uint32(len(s.places)) - 1
	at := home(s.list[place].id) & mask
	for s.places[at] != 0 {
		at = (at + 1) & mask
	}
	s.places[at] = uint16(place + 1)
}

func (s *sightings) grow() {
	places := max(fewestPlaces, 2*len(s.places))
	list := make([]sighting, len(s.list), min(places/2, mostSightings))
	copy(list, s.list)
	s.list, s.places = list, make([]uint16, places)
	for place := range s.list {
		s.enter(place)
	}
}

// trim drops sightings too old to matter, and the room that they took.
func (s *sightings) trim(news uint32) {
	s.dropOlder(news, repeatWindow)
	places := fewestPlaces
	for places < 2*len(s.list) {
		places *= 2
	}
	if places >= len(s.places) {
		return
	}
	s.list, s.places = slices.Clip(slices.Clone(s.list)), make([]uint16, places)
	for place := range s.list {
		s.enter(place)
	}
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
	kept := s.list[:0]
	for i := range s.list {
		if news-s.list[i].last < window {
			kept = append(kept, s.list[i])
		}
	}
	if len(kept) == len(s.list) {
		return
	}
	s.list = kept
	clear(s.places)
	for place := range s.list {
		s.enter(place)
	}
}
