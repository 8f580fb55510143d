package reassembly

import (
	"slices"
	"time"
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
// the room that there is. Those of parts, of which a number has many, are a list.
type sightings struct {
	wholes []sighting // its length is 0 or a power of two
	parts  []sighting
	room   uint16 // parts to hold before old ones are looked for
}

const (
	// mostSightings bounds the list of parts: some numbers with the 255 parts that each may have. Most
	// senders need less than half of it.
	//limit:mostSightings Numbers, fragments, acknowledgements | recent fragments of a channel | the oldest are forgotten | TestSightingsLimit
	mostSightings, fewSightings = 440, 220
	// leastWholes is the length of wholes up to which it grows for every number, and repeatWindow the greatest. It begins
	// with firstWholes: of most links of a flood there is one message.
	firstWholes, leastWholes = 8, 64
	// outlived is after what time no copy is waited for when there is no room for another
	// number: then it gives way instead of making more. Where all channels together have much room already,
	// that is outlivedTight: copies come 5 s after the last one at most, as a rule.
	outlived, outlivedTight = 30 * time.Second, 8 * time.Second
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
	for i := range s.parts {
		if s.parts[i].id == id {
			return &s.parts[i]
		}
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
		t.grow(s, firstWholes)
	}
	for len(s.wholes) < repeatWindow {
		x, patience := s.slot(id), outlived
		if t.sightings > maxSightings/2 {
			patience = outlivedTight
		}
		if x.copies == 0 || len(s.wholes) >= leastWholes && (c.news-x.last >= c.window() || x.pause(at) > patience) {
			break
		}
		t.grow(s, 2*len(s.wholes))
	}
	return s.slot(id)
}

// grow makes room for whole messages, if there may be so much.
func (t *Tracker) grow(s *sightings, size int) {
	t.sightings += size - len(s.wholes)
	s.resize(size)
}

// resize puts sightings of whole messages in their places among so many, of several for one place the newest.
func (s *sightings) resize(size int) {
	old := s.wholes
	s.wholes = make([]sighting, size)
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
		s.room = fewSightings
	case len(s.parts) >= int(s.room):
		s.forget(news, window)
	}
	s.parts = append(s.parts, sighting{id: id})
	return &s.parts[len(s.parts)-1]
}

// trim drops all but what came lately, and the room that it took. It gives how many fewer whole messages
// there is room for.
func (s *sightings) trim(news uint32) (less int) {
	s.dropOlder(news, repeatWindow8)
	s.parts = slices.Clip(slices.Clone(s.parts))
	if less = len(s.wholes) - leastWholes; less <= 0 {
		return 0
	}
	s.resize(leastWholes)
	return less
}

// forget makes room for parts. It drops sightings too old to matter; then it allows for more
// of them; at the limit it drops ever younger ones.
func (s *sightings) forget(news, window uint32) {
	s.dropOlder(news, window)
	if len(s.parts) > int(s.room)/2 && s.room < mostSightings {
		s.room *= 2
	}
	for len(s.parts) >= int(s.room) {
		window /= 2
		s.dropOlder(news, window)
	}
}

func (s *sightings) dropOlder(news, window uint32) {
	s.parts = slices.DeleteFunc(s.parts, func(old sighting) bool { return news-old.last >= window })
}
