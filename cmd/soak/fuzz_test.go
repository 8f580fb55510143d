package main

import (
	"slices"
	"sync"
	"testing"

	"bcdump/internal/must"
)

const corpus = "../../testdata/pcaps"

func corpusSubjects(t testing.TB) []*subject {
	t.Helper()
	return must.Get(loaded())(t)
}

// loaded is the corpus, which nobody writes to: it is read once.
var loaded = sync.OnceValues(func() ([]*subject, error) { return load(corpus) })

// largestSeed is the largest capture that a fuzzer begins with, in bytes: changing one
// byte of a large one teaches it little.
const largestSeed = 4 << 10

// largestSubject is the largest capture that a fuzzer damages, in bytes.
const largestSubject = 32 << 10

// FuzzPromises decodes any bytes as a capture, and holds what comes out against all that
// is promised of any bytes.
func FuzzPromises(f *testing.F) {
	for i, s := range corpusSubjects(f) {
		if len(s.data) <= largestSeed {
			f.Add(s.data, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, choice uint8) {
		if len(unpack(data)) == mostUnpacked {
			return // a bomb: sound, but slow
		}
		v := variant{
			forced: choice&1 != 0, chunk: 1 << (choice >> 4), filter: int(choice>>2) % len(filters),
		}
		if found := check(newSubject("fuzz", nil), data, v); found != nil {
			t.Fatalf("%s: %s", found.kind, found.text)
		}
		if oneInAHundred(data) {
			holdsSchemas(t, data, v.options(1, 0))
		}
	})
}

// FuzzCases lets the fuzzer choose what is done to which capture of the corpus: two
// kinds of damage and where they strike.
func FuzzCases(f *testing.F) {
	subjects := slices.DeleteFunc(corpusSubjects(f), func(s *subject) bool { return !s.plain || len(s.data) > largestSubject })
	for i := range kinds {
		f.Add(uint8(3*i), uint8(i), uint8(i+7), uint64(i), uint64(1000*i))
	}
	f.Fuzz(func(t *testing.T, capture, first, second uint8, here, there uint64) {
		s := subjects[int(capture)%len(subjects)]
		steps := []step{{&kinds[int(first)%len(kinds)], here}, {&kinds[int(second)%len(kinds)], there}}
		data, done := damage(s.data, steps)
		v := variant{forced: here&1 != 0, chunk: 777, filter: int(there % uint64(len(filters)))}
		if found := check(s, data, v); found != nil {
			t.Fatalf("%s, %q: %s: %s", s.name, done, found.kind, found.text)
		}
		if oneInAHundred(data) {
			holdsSchemas(t, data, v.options(1, 0))
		}
	})
}
