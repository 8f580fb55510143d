package browse

import (
	"slices"
	"sync"
)

// kept are the numbers of the messages that a filter keeps, ascending, of those that it has seen. One goroutine
// adds, others ask.
type kept struct {
	mu      sync.RWMutex
	numbers []uint32
	seen    int // messages that were added
}

// add says which of the next messages are kept; first is the number of the first one.
func (k *kept) add(first int, keep []bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, yes := range keep {
		if yes {
			k.numbers = append(k.numbers, uint32(first+i))
		}
	}
	k.seen = first + len(keep)
	return nil
}

// counts gives how many messages were seen, and how many of them are kept.
func (k *kept) counts() (seen, count int) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.seen, len(k.numbers)
}

// at gives the number of the message at a place among those that are kept; -1 = there is none yet.
func (k *kept) at(place int) int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if place < 0 || place >= len(k.numbers) {
		return -1
	}
	return int(k.numbers[place])
}

// place is how many messages before number n are kept.
func (k *kept) place(n int) int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	place, _ := slices.BinarySearch(k.numbers, uint32(n))
	return place
}

// has reports whether a message was seen and is kept.
func (k *kept) has(n int) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	_, found := slices.BinarySearch(k.numbers, uint32(n))
	return n >= 0 && found
}
