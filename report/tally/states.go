package tally

import (
	"hash/maphash"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
)

// SentStates are the last States to one client of a server: what its other clients are sent is held
// against them.
type SentStates struct {
	states []SentState
	next   int // place of the next one, once there are as many as are remembered
}

// SentState is one of them.
type SentState struct {
	Hash     uint64 // of the payload, see StateHash
	Time     capture.Time
	Entities []entitystate.Entity // of who keeps them
	Late     bool                 // newer ones came before; of who tells
}

// sentStates is how many are remembered: those of a second.
const sentStates = 64

// Aside is by how much the same State, or one with the same entity, may come sooner to one client than to
// another. What lies farther apart says nothing of what is like.
const Aside = 100 * time.Millisecond

var stateSeed = maphash.MakeSeed()

// StateHash is equal for States that are sent alike to two clients.
func StateHash(r *decode.Record) uint64 { return maphash.Bytes(stateSeed, r.Payload) }

// Add takes the next one, and gives the place where it is remembered.
func (s *SentStates) Add(hash uint64, at capture.Time) *SentState {
	if len(s.states) < sentStates {
		s.states = append(s.states, SentState{})
		s.next = len(s.states) - 1
	}
	x := &s.states[s.next]
	x.Hash, x.Time = hash, at
	s.next = (s.next + 1) % sentStates
	return x
}

// Has reports whether a State like it is among them.
func (s *SentStates) Has(hash uint64) bool {
	for i := range s.states {
		if s.states[i].Hash == hash {
			return true
		}
	}
	return false
}

// Last is the time of the newest.
func (s *SentStates) Last() (at capture.Time) {
	if n := len(s.states); n > 0 {
		at = s.states[(s.next+n-1)%n].Time
	}
	return at
}

// All are those that are remembered, in no order.
func (s *SentStates) All() []SentState { return s.states }
