package golden

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"

	"bcdump/decode"
)

// framesPerBlock is how many frames share an entry in a golden of blocks.
const framesPerBlock = 1000

// sums stands for the messages of a block of frames: how many there are of each kind, a
// hash over all, and one over the values of each field, so that a golden which is too
// long to keep still tells which field has changed.
type sums struct {
	block    int64 // number of the block, from 0
	messages int64
	counts   map[kind]int64
	notes    map[decode.Code]int64
	all      hash.Hash
	fields   fieldSums
}

// kind is what messages are counted by.
type kind struct {
	dir   decode.Direction
	label string
}

// What the values of a block are called.
const (
	countKey    = "messages"
	countPrefix = "count."
	notePrefix  = "notes."
	sumKey      = "sha256"
)

func newSums() *sums {
	s := &sums{all: sha256.New(), fields: newFieldSums(), counts: map[kind]int64{}, notes: map[decode.Code]int64{}}
	s.reset()
	return s
}

func (s *sums) reset() {
	s.messages = 0
	clear(s.counts)
	clear(s.notes)
	s.fields.reset()
	s.all.Reset()
}

// holds reports whether a frame belongs to the block.
func (s *sums) holds(frame int64) bool {
	return s.messages == 0 || blockOf(frame) == s.block
}

func blockOf(frame int64) int64 { return (frame - 1) / framesPerBlock }

// add adds a message and its line of JSON.
func (s *sums) add(frame int64, r *decode.Record, line []byte) {
	s.block = blockOf(frame)
	s.messages++
	k := kind{r.Dir, label(r)}
	s.counts[k]++
	notes := r.Diagnostics()
	for i := range notes {
		s.notes[notes[i].Code]++
	}
	s.all.Write(line)
	s.fields.add(k.label, line)
}

// label names the kind of a message.
func label(r *decode.Record) string {
	switch opcode, isGame := r.Opcode(); {
	case r.Name() != "":
		return r.Name()
	case isGame:
		return fmt.Sprintf("0x%02X", opcode)
	case r.Lost():
		return "lost"
	case r.Part():
		return "part"
	case r.Proto == decode.BC:
		return r.TypeName()
	}
	return string(r.Proto)
}

// countsByKey gives what was counted by the keys of an entry.
func (s *sums) countsByKey() map[string]int64 {
	counts := map[string]int64{}
	for k, n := range s.counts {
		counts[countPrefix+strings.TrimPrefix(string(k.dir)+"."+k.label, ".")] += n
	}
	for code, n := range s.notes {
		counts[notePrefix+string(code)] += n
	}
	return counts
}

// entry gives the sums as an entry.
func (s *sums) entry() *entry {
	first := s.block*framesPerBlock + 1
	e := &entry{place: first}
	e.add(blockKey, fmt.Sprintf("%d-%d", first, first+framesPerBlock-1))
	e.addCount(countKey, s.messages)
	counts := s.countsByKey()
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		e.addCount(key, counts[key])
	}
	e.add(sumKey, fmt.Sprintf("#%x", s.all.Sum(nil)[:8]))
	for _, f := range s.fields.sorted() {
		e.add(f.name, f.sum.String())
	}
	e.print()
	return e
}
