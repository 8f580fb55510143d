package golden

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/report/records"
)

// framesPerBlock is how many frames share an entry in a golden of blocks.
const framesPerBlock = 1000

// sums stands for the messages of a block of frames: how many there are of each kind, a
// hash over all, and one over the values of each field, so that a golden which is too
// long to keep still tells which field has changed.
type sums struct {
	block    int64 // number of the block, from 0
	messages int64
	counts   map[string]int64
	hashes   map[string]*fieldHash
	all      hash.Hash
	flat     records.Flattener
	label    string // of the message being added
	path     []byte
}

// What the values of a block are called.
const (
	countKey    = "messages"
	countPrefix = "count."
	notePrefix  = "notes."
	sumKey      = "sha256"
)

// fieldHash is FNV-1a with 64 bits.
type fieldHash uint64

const (
	fnvOffset fieldHash = 14695981039346656037
	fnvPrime  fieldHash = 1099511628211
)

func (h *fieldHash) add(text []byte) {
	sum := *h
	for _, c := range text {
		sum = (sum ^ fieldHash(c)) * fnvPrime
	}
	*h = sum * fnvPrime // as if a zero followed: "1","23" differs from "12","3"
}

// String gives 32 bits: the hash over all decides whether something has changed, this
// one only where.
func (h *fieldHash) String() string { return fmt.Sprintf("#%08x", uint32(*h>>32^*h)) }

func newSums() *sums {
	s := &sums{all: sha256.New()}
	s.flat.Visit = s.visit
	s.reset()
	return s
}

func (s *sums) reset() {
	s.messages = 0
	s.counts = map[string]int64{}
	s.hashes = map[string]*fieldHash{}
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
	s.label = label(r)
	s.counts[countPrefix+strings.TrimPrefix(string(r.Dir)+"."+s.label, ".")]++
	notes := r.Diagnostics()
	for i := range notes {
		s.counts[notePrefix+string(notes[i].Code)]++
	}
	s.all.Write(line)
	s.flat.Flatten(line)
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

const fieldsPrefix = "fields."

// visit adds a value to the hash of its field.
func (s *sums) visit(path, text []byte) {
	s.path = s.path[:0]
	if strings.HasPrefix(string(path), fieldsPrefix) {
		s.path = append(append(s.path, s.label...), '.')
	}
	s.path = append(s.path, path...)
	h := s.hashes[string(s.path)]
	if h == nil {
		h = new(fieldHash)
		*h = fnvOffset
		s.hashes[string(s.path)] = h
	}
	h.add(text)
}

// entry gives the sums as an entry.
func (s *sums) entry() *entry {
	first := s.block*framesPerBlock + 1
	e := &entry{place: first}
	e.add(blockKey, fmt.Sprintf("%d-%d", first, first+framesPerBlock-1))
	e.addCount(countKey, s.messages)
	for _, key := range slices.Sorted(maps.Keys(s.counts)) {
		e.addCount(key, s.counts[key])
	}
	e.add(sumKey, fmt.Sprintf("#%x", s.all.Sum(nil)[:8]))
	for _, path := range slices.Sorted(maps.Keys(s.hashes)) {
		e.add(path, s.hashes[path].String())
	}
	e.print()
	return e
}
