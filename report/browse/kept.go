package browse

import (
	"math/bits"
	"sort"
	"sync"
)

// kept are the numbers of the messages that a filter keeps: a bit for each message that it has seen, and
// how many there are before each block, so that the n-th one is found at once. One goroutine adds, others
// ask.
type kept struct {
	mu     sync.RWMutex
	words  []uint64
	before []uint32 // kept messages before each block
	seen   int      // messages that were added
	count  int      // those of them that are kept
}

const blockWords = 8 // words of a block

// add says which of the next messages are kept; first is the number of the first one.
func (k *kept) add(first int, keep []bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, yes := range keep {
		k.set(first+i, yes)
	}
	return nil
}

func (k *kept) set(n int, yes bool) {
	if n%64 == 0 {
		if n%(64*blockWords) == 0 {
			k.before = append(k.before, uint32(k.count))
		}
		k.words = append(k.words, 0)
	}
	if yes {
		k.words[n/64] |= 1 << (n % 64)
		k.count++
	}
	k.seen = n + 1
}

// counts gives how many messages were seen, and how many of them are kept.
func (k *kept) counts() (seen, count int) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.seen, k.count
}

// at gives the number of the message at a place among those that are kept; -1 = there is none yet.
func (k *kept) at(place int) int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if place < 0 || place >= k.count {
		return -1
	}
	block := sort.Search(len(k.before), func(i int) bool { return int(k.before[i]) > place }) - 1
	left := place - int(k.before[block])
	for w := block * blockWords; ; w++ {
		n := bits.OnesCount64(k.words[w])
		if left < n {
			return w*64 + nthBit(k.words[w], left)
		}
		left -= n
	}
}

// nthBit is the place of a set bit in a word, counted from 0.
func nthBit(word uint64, n int) int {
	for ; n > 0; n-- {
		word &= word - 1
	}
	return bits.TrailingZeros64(word)
}

// place is how many messages before number n are kept.
func (k *kept) place(n int) int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if n >= k.seen {
		return k.count
	}
	word := n / 64
	block := word / blockWords
	place := int(k.before[block])
	for _, w := range k.words[block*blockWords : word] {
		place += bits.OnesCount64(w)
	}
	return place + bits.OnesCount64(k.words[word]&(1<<(n%64)-1))
}

// has reports whether a message was seen and is kept.
func (k *kept) has(n int) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return n >= 0 && n < k.seen && k.words[n/64]&(1<<(n%64)) != 0
}
