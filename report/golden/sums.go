package golden

import (
	"bytes"
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
	lines    lines // of this block
	hashed   bool  // there were too many lines: their values were added to fields
}

// lines are those of the messages of a block.
type lines struct {
	text []byte
	of   []lineOf
}

// lineOf is the label of a message, and where its line ends.
type lineOf struct {
	label string
	end   int
}

// maxLines is how many bytes of lines are kept, of a usual block two or three times what there is.
const maxLines = 4 << 20

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
	s.all.Reset()
	s.lines.text, s.lines.of = s.lines.text[:0], s.lines.of[:0]
	s.hashed = false
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
	s.keep(k.label, line)
}

// keep keeps a line until it is known whether its fields are to be hashed.
func (s *sums) keep(label string, line []byte) {
	if s.hashed {
		s.fields.add(label, line)
		return
	}
	l := &s.lines
	l.text = append(l.text, line...)
	l.of = append(l.of, lineOf{label, len(l.text)})
	if len(l.text) > maxLines {
		s.hash()
		s.hashed = true
	}
}

// hash hashes the fields of the lines that are kept.
func (s *sums) hash() {
	s.fields.reset()
	start := 0
	for _, x := range s.lines.of {
		s.fields.add(x.label, s.lines.text[start:x.end:x.end])
		start = x.end
	}
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
	e := &entry{place: first, known: &s.fields}
	e.add(blockKey, fmt.Sprintf("%d-%d", first, first+framesPerBlock-1))
	e.addCount(countKey, s.messages)
	counts := s.countsByKey()
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		e.addCount(key, counts[key])
	}
	e.add(sumKey, fmt.Sprintf("#%x", s.all.Sum(nil)[:8]))
	e.print()
	e.unhashed = func() {
		s.hash()
		s.addHashes(e)
	}
	if s.hashed {
		s.addHashes(e)
	}
	return e
}

// addHashes adds the hash of each field to the entry of a block.
func (s *sums) addHashes(e *entry) {
	for _, f := range s.fields.sorted() {
		e.add(f.name, f.sum.String())
	}
	e.print()
	e.unhashed = nil
}

// saysTheSame reports whether an entry of a golden has nothing that speaks against it, beside an entry
// without hashes: the sum over all is the same, so the hashes are, if they are of fields that are
// known and written as they should be.
func (s *fieldSums) saysTheSame(golden, now *entry) bool {
	rest, same := bytes.CutPrefix(golden.text, now.text)
	if !same || golden.cut {
		return false
	}
	last := ""
	for len(rest) > 0 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		name, sum, _ := strings.Cut(strings.TrimPrefix(string(line), indent), " ")
		if s.sums[name] == nil || name <= last || !isFieldHash(sum) || len(line) != len(indent)+len(name)+1+len(sum) {
			return false
		}
		last = name
	}
	return last != ""
}

// isFieldHash reports whether a text is as fieldHash.String writes it.
func isFieldHash(text string) bool {
	if len(text) != len("#01234567") || text[0] != '#' {
		return false
	}
	return strings.Trim(text[1:], "0123456789abcdef") == ""
}
